"""An enclosure of FedAvg's stationary bias and second moment with a radius of order gamma³: the third moment is a centre, too.

Notation of `first_order` and `higher`. Beside d_{c,h} look at D_h = mean_c P_c^(H-h) d_{c,h}, what the steps before h send to e+. Exactly,
D_0 = P e, D_H = e+, D_{h+1} = D_h - gamma (k_h + w_h + xi_h), where k_h, w_h, xi_h are the means over clients of P_c^(H-1-h) times
g_c, n_c(d_{c,h}), nu_{c,h}; kappa_h = sum_{j<h} k_j, V_h = N^-2 sum_c P_c^(H-1-h) C_c P_c^(H-1-h), F_h all that is known before step h. As
E[xi_h | F_h] = 0 and xi_h xi_h' has mean N^-2 sum_c P_c^(H-1-h) C_c(d_{c,h}) P_c^(H-1-h) given F_h, no product of a noise and a later n_c
is left in the moments of e+:
(1) E e+ = P E e - gamma sum_h (k_h + E w_h),
(2) E e+ e+' = P E ee' P + sum_h {- gamma [E D_h (k_h + w_h)']_2 + gamma² E (k_h + w_h)(k_h + w_h)' + gamma² E xi_h xi_h'},
(3) E e+ e+ e+ = (P P P) E eee + sum_h {- gamma [E D_h D_h (k_h + w_h)]_3 + gamma² [E D_h (k_h + w_h)(k_h + w_h)]_3
    + gamma² [E D_h xi_h xi_h]_3 - gamma³ E (k_h + w_h + xi_h)³},
[.]_j the sum over the j places of the odd one out; and so on for E eeee and E eeeee.

Centres. m_{c,h}, S_{c,h} as in `first_order` for numbers m0, S0; l_{c,h} = -gamma K_{c,h} g_c; T~, slopes, cubes the tensors of `Higher`.
M solves M = (P P P) M - gamma [P S0 P (k + b)]_3 - gamma H [Z]_3 + gamma² [P m0 V]_3 + gamma² H [slopes(P S0)]_3 - gamma³ H cubes, with
b = mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}]/2, Z_ikl = sum_jm (P S0)_ij (P S0)_km T~_ljm, and slopes contracted on its last index.
S solves S = P S P - gamma [P m0 k']_2 + gamma² (k k' + V) - gamma [H (P M) : T~ / 2 + P S0 G]_2 + gamma² X, with
G = mean_c sum_h P_c^h (T_c[l_{c,h}] + Q_c[S_{c,h}]/2) P_c^(H-1-h) and
X = N^-2 sum_c sum_h P_c^(H-1-h) (C_c'[m_{c,h}] + C_c''[S_{c,h}]/2) P_c^(H-1-h).
m solves m = P m - gamma (k + mean_c sum_h P_c^(H-1-h) (T_c[S_{c,h}]/2 + Q_c[S_{c,h}, l_{c,h}]/2 + U_c[S_{c,h}, S_{c,h}]/8)
- gamma H Q~[M]/6, Q~ the mean of Q_c, U_c the fifth derivative: fourth moments are those of a normal law, 3 sym S S, to this order.

Theorem. |E e - m| <= r, |E ee' - S| <= R, |E eee - M| <= rho3, |E eeee - 3 sym S0 S0| <= rho4, |E eeeee| <= mu5 with the numbers that
`_Bounds` returns, in the Frobenius norm. At fixed H and problem r, R, rho3, rho4 and mu5 are O(gamma³).
Proof. Subtract the equations of the centres from (1), (2), (3) and the two that follow; for j factors 1 - P..P is at least 1 - (1 - gap)^j.
What is left on the right is bounded line by line where the line stands, by reasons (a), (b) of `first_order` and
(e) joint moments: d_{c,h} = P_c^h e + x, D_h = P e + y with |x|_k, |y|_k <= gamma (drift + n + nu); a moment with x or y in one place meets
    no noise; so every joint moment of e, D_h, d_{c,h} is that of e, at most, plus powers of gamma that are listed;
(f) Taylor's formula: n_c(d) = T_c[dd]/2 + Q_c[ddd]/6 + .., with the remainders of `Constants`; C_c(d) likewise;
(g) 3 sym S0 S0 - (P P P P) 3 sym S0 S0 = 6 sym (P S0 P) B + 3 sym B B for B = S0 - P S0 P: a round's noise, but for
    B - gamma² V;
(h) |1 - P_c^j| <= min(1, j gamma |A_c|), where a mean tensor stands for the tensors of clients. []
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.formulas.enclosures.constants import Constants
from symfed.formulas.enclosures.cubes import along_last, places, solve_cubes
from symfed.formulas.enclosures.first_order import Enclosed, Grounds, outer, pulls, times
from symfed.formulas.enclosures.higher import Higher, higher
from symfed.formulas.enclosures.moments import ROOM, before, grown, pairs
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, solve, solve_stein, up

#: Centres are computed from numbers near them, again until these are so much nearer than the radius, or so often.
_CLOSE, _MOST_PASSES = 1e-2, 4


@dataclass(frozen=True)
class Centres:
    """m (d,), S (d, d), M (d, d, d) for numbers m0, S0."""

    m: BallArray
    S: BallArray
    M: BallArray


def sharpened(c: Constants, gamma: BallArray, first: Enclosed) -> Enclosed:
    """The theorem above, on what order one has found. A radius is taken from order one where that is the smaller."""
    grounds = first.grounds
    if grounds is None:
        return first
    known, H = higher(c), grounds.linear.drifts.shape[1] - 1
    found, r, R = Centres(first.mean, first.second, BallArray(np.zeros(0))), 0.0, 0.0
    for _ in range(_MOST_PASSES):
        m0, S0 = found.m.mid, (found.S.mid + found.S.mid.T) / 2
        found = centres(c, known, grounds, gamma, H, m0, S0)
        r, R = _Bounds(c, known, grounds, gamma, found, m0, S0).radii(first)
        if np.linalg.norm(found.m.mid - m0) <= _CLOSE * r and np.linalg.norm(found.S.mid - S0) <= _CLOSE * R:
            break
    return Enclosed(
        *((found.m, r) if r < first.mean_radius else (first.mean, first.mean_radius)),
        *((found.S, R) if R < first.second_radius else (first.second, first.second_radius)),
        grounds,
    )


def centres(c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, H: int, m0: Array, S0: Array) -> Centres:
    """The solution of the equations without what is bounded, from approximate first two moments m0 (d,) and S0 (d, d)."""
    rows, (N, n, d) = c.rows, c.rows.shape
    step = np.eye(d) - c.hessians * gamma
    third, fourth, fifth = c.bend, c.jets[3] * c.share, c.jets[4] * c.share

    def along(weights: BallArray) -> BallArray:
        return (weights.reshape(N, n, 1) * rows).sum(axis=1)

    def matrix(weights: BallArray) -> BallArray:
        return rows.T @ (rows * weights.reshape(N, n, 1))

    power = BallArray(np.broadcast_to(np.eye(d), (N, d, d)).copy())
    pulled, bent, every = (BallArray(np.zeros((N, d))) for _ in range(3))
    G, X = (BallArray(np.zeros((N, d, d))) for _ in range(2))
    m = BallArray(np.broadcast_to(m0, (N, d)).copy())
    S = BallArray(np.broadcast_to(S0, (N, d, d)).copy())
    source = (outer(c.gradients, c.gradients) + c.covariances) * (gamma * gamma)
    for _ in range(H):
        q = ((rows @ S) * rows).sum(axis=-1)
        low, at = ((rows @ v.reshape(N, d, 1))[..., 0] for v in (pulled, m))
        T = along(third * q)
        bent = times(step, bent) + T * 0.5
        every = times(step, every) + T * 0.5 + along(fourth * q * low * 0.5 + fifth * q * q * 0.125)
        G = G @ step + power @ matrix(third * low + fourth * q * 0.5)
        turned = outer(times(known.noise_hessians, m) + T * 0.5, known.noise_gradients)
        changed = matrix(known.weights[0] * at + known.weights[1] * q) - turned - turned.T
        X = step @ X @ step + changed - known.noise_hessians @ S @ known.noise_hessians
        moved = times(step, m)
        S = step @ S @ step - outer(moved, c.gradients).symmetric() * gamma + source
        m = moved - c.gradients * gamma
        pulled = times(step, pulled) - c.gradients * gamma
        power = step @ power
    return _solved(
        c, known, grounds, gamma, H, m0, S0, (bent.mean(0), every.mean(0), G.mean(0), X.mean(0) * BallArray(1 / N, 2.0**-52 / N))
    )


def _solved(
    c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, H: int, m0: Array, S0: Array, sums: tuple[BallArray, ...]
) -> Centres:
    linear, d = grounds.linear, len(m0)
    P, k, (bent, every, G, X) = linear.P, linear.k, sums
    PS, Pm = P @ S0, times(P, BallArray(m0))
    T, g2 = known.third, gamma * gamma
    pull = places((PS @ P).reshape(d, d, 1) * (k + bent)) + places(along_last(along_last(T, PS), PS, 1)) * float(H)
    push = places(linear.V.reshape(d, d, 1) * Pm) + places(along_last(known.slopes, PS)) * float(H)
    M = solve_cubes(P, push * g2 - pull * gamma - known.cubes * (g2 * gamma * float(H)), linear.gap)
    with_bend = (P @ M.reshape(d, d * d)) @ T.reshape(d, d * d).T * (H / 2) + PS @ G
    constant = outer(k, k) + linear.V + X
    S = solve_stein(P, constant * g2 - (outer(Pm, k) + with_bend).symmetric() * gamma, linear.gap)
    N, n, _ = c.rows.shape
    every_row = c.rows.reshape(N * n, d)
    cubic = BallArray(np.zeros(d))
    chunk = max(1, 10**6 // d**2)
    weights = (c.jets[3] * c.share).reshape(N * n)
    for first in range(0, N * n, chunk):
        a = every_row[first : first + chunk]
        scores = ((a @ M.reshape(d, d * d)).reshape(-1, d, d) @ a.reshape(-1, d, 1))[..., 0]
        size = (scores * a).sum(axis=-1) * weights[first : first + chunk]
        cubic = cubic + (size.reshape(-1, 1) * a).sum(axis=0)
    cubic = cubic * BallArray(H / 6 / N, 2.0**-50 * H / N)
    m = solve(np.eye(d) - P, -gamma * (k + every + cubic))
    return Centres(m, S, M)


class _Bounds:
    """Bounds of all that stands on the right of the equations for the differences; arrays are (N, H), or (H,) for means over clients.

    Names: e, d, D, n, w, nu, xi [k] bound L^k norms, `_step` those of one step's noise, N, W sums over the steps before; the arguments
    m0, S0 are what the centres were computed from.
    """

    def __init__(self, c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, centres: Centres, m0: Array, S0: Array) -> None:
        self.c, self.known, self.linear, self.centres = c, known, grounds.linear, centres
        self.m0, self.S0, self.gamma = m0, S0, gamma
        self.g = float(up(gamma.mid + gamma.rad))
        found, (N, H) = grounds.found, (c.num_clients, grounds.linear.drifts.shape[1] - 1)
        self.e, self.d = found.start, {k: found.steps[k][:, :H] for k in (2, 4, 6, 8, 10, 12)}
        self.D = {k: x.mean(axis=0) for k, x in self.d.items()}
        tau, bending = c.tau[:, None] / 2, c.bending[:, None]
        self.n = {k: np.minimum(tau * self.d[2 * k] ** 2, bending * self.d[max(k + k % 2, 2)]) for k in (1, 2, 3, 4, 6)}
        self.w = {k: x.mean(axis=0) for k, x in self.n.items()}
        self.N = {k: before(x)[:, :H] for k, x in self.n.items()}
        self.W = {k: x.mean(axis=0) for k, x in self.N.items()}
        self.drift = grounds.linear.drifts[:, :H]
        self.k, self.kappa = pulls(c, gamma, H)
        # one sample's noise; sums of it: E|.|² adds up, other powers by Lemma 1 of `moments`
        times_two = {2: 1, 4: 2, 6: 2}  # |nu|_k by |d|, and by twice the random part
        self.s = {
            k: np.minimum(c.sigma[k][:, None] + a * c.ell[k][:, None] * self.d[k], a * c.cap[k][:, None]) for k, a in times_two.items()
        }
        two = {k: pairs(c, self.d[k], k) for k in (4, 6)}
        single = {k: {2: two[k], **{i: self.s[k] ** i for i in range(3, k + 1)}} for k in (4, 6)}
        zero = np.zeros((N, H))
        self.nu = {2: np.sqrt(before(self.s[2] ** 2))[:, :H]}
        self.xi = {2: np.sqrt((self.nu[2] ** 2).sum(axis=0)) / N}
        self.xi_step = {2: np.sqrt((self.s[2] ** 2).sum(axis=0)) / N}
        for k in (4, 6):
            sums = {i: x.sum(axis=0)[None] / float(N) ** i for i, x in single[k].items()}
            self.nu[k] = grown(zero, {i: before(x)[:, :H] for i, x in single[k].items()}, k)
            self.xi[k] = grown(zero[0], {i: before(x)[0, :H] for i, x in sums.items()}, k)
            self.xi_step[k] = grown(zero[0], {i: x[0] for i, x in sums.items()}, k)
        for noise in (self.nu, self.xi):
            noise[3] = np.cbrt(noise[2] * noise[4] ** 2)  # log-convexity of norms
        self.C = c.covariances.norm_bound(2)[:, None]
        self.V = float(self.C.mean()) / N  # |V_h|
        self.spread0 = float(BallArray(S0).norm_bound(2))
        # sums over the steps of h gamma |A_c|, at most their number: reason (h), for one factor
        steps, top = np.arange(H), self.g * c.stiff[:, None]
        self.early, self.late = np.minimum(steps * top, 1), np.minimum((H - 1 - steps) * top, 1)

    def radii(self, first: Enclosed) -> tuple[float, float]:
        """r and R, from those of order one: every pass takes true bounds to true bounds."""
        e, gap = self.e, self.linear.gap
        less = {j: gap * sum((1 - gap) ** i for i in range(j)) for j in (2, 3, 4, 5)}  # 1 - (1 - gap)^j without cancellation
        m, S = self.centres.m, self.centres.S
        moved_m, moved_S = float((m - self.m0).norm_bound()), float((S - self.S0).norm_bound(2))
        r = up(first.mean_radius + float((m - first.mean).norm_bound()), 20)
        R = up(first.second_radius + float((S - first.second).norm_bound(2)), 20)
        third_centre = float(self.centres.M.norm_bound(3))
        mu3 = e[2] * e[4] ** 2
        for _ in range(6):
            self.r0, self.R0 = r + moved_m, R + moved_S
            self.mean = min(float(m.norm_bound()) + r, e[2]) * ROOM
            self.spread = min(float(S.norm_bound(2)) + R, e[2] ** 2) * ROOM
            self._shared(mu3)
            mu5 = self._fifth() / less[5] * ROOM
            self.five = self._five(min(mu5, e[4] ** 2 * e[6] ** 3))
            rho4 = self._fourth() / less[4] * ROOM
            self.four, self.four_own = self._four(rho4, mu3)
            rho3 = self._third() / less[3] * ROOM
            mu3 = min(mu3, (third_centre + rho3) * ROOM)
            R = min(R, self._second(rho3) / less[2] * ROOM)
            r = min(r, self._first(rho3, R + moved_S) / gap * ROOM)
        return r, R

    def _shared(self, mu3: float) -> None:
        """Joint third moments by (e), what is left of the second moments, and the slope of the noise's covariance."""
        c, g, e, d, N, W = self.c, self.g, self.e, self.d, self.N, self.W
        nu, xi, drift, kappa, mean, spread = self.nu, self.xi, self.drift, self.kappa, self.mean, self.spread
        sigma, ell = c.sigma[2][:, None], c.ell[2][:, None]
        steps, clients = np.arange(drift.shape[1]), c.num_clients
        with_e = before(2 * sigma * ell * e[2] * d[2] + ell**2 * e[4] * d[4] ** 2)[:, :-1]  # sums of |E e (C_c(d) - C_c)|
        noise = mean * self.C * steps + with_e  # |E e (sum P nu)(sum P nu)'|
        averaged = noise.mean(axis=0) / clients  # the same of xi
        squares = g**2 * (mean * drift**2 + noise + 2 * drift * e[2] * N[2] + 2 * e[4] * nu[4] * N[2] + e[4] * N[3] ** 2)  # |E e x x|
        crossed = g**2 * (  # |E e x y|
            mean * kappa * drift
            + kappa * e[2] * N[2]
            + W[2] * e[2] * drift
            + noise / clients
            + e[4] * (W[3] * N[3] + nu[4] * W[2] + xi[4] * N[2])
        )
        cubes = g**3 * (drift + N[3] + nu[3]) ** 3
        # the difference of E D d d and E d d d from (P P^h P^h) M, the part of S0 in one place, and the error of M
        self.mixed = (
            2 * g * drift * self.R0 + g * kappa * spread + g * e[4] ** 2 * (W[2] + 2 * N[2])
            + squares + 2 * crossed + g**3 * (kappa + W[3] + xi[3]) * (drift + N[3] + nu[3]) ** 2
        )  # fmt: skip
        self.own = 3 * g * (drift * self.R0 + e[4] ** 2 * N[2]) + 3 * squares + cubes
        # any of D and d in three places: the larger of both bounds everywhere
        self.far, most = np.maximum(drift, kappa), {k: np.maximum(N[k], W[k]) for k in (2, 3, 4, 6)}
        loud = {k: np.maximum(nu[k], xi[k]) for k in (3, 4, 6)}
        self.most, self.noise, self.loud = most, np.maximum(noise, averaged), loud
        self.x = {k: g * (self.far + most[k] + loud[k]) for k in (4, 6)}
        both = g**2 * (
            mean * self.far**2 + np.maximum(noise, averaged) + 2 * self.far * e[2] * most[2] + e[4] * (2 * loud[4] * most[2] + most[3] ** 2)
        )
        self.three = mu3 + 3 * g * (self.far * spread + e[4] ** 2 * most[2]) + 3 * both + g**3 * (self.far + most[3] + loud[3]) ** 3
        self.mu3 = mu3
        # |E D_h D_h' - P S0 P|, |E D_h d' - P S0|, |S_{c,h} - P^h S0 P^h|, |E d d' - S_{c,h}|
        self.DD = self.R0 + 2 * g * (mean * kappa + e[2] * W[2]) + g**2 * (kappa + W[2] + xi[2]) ** 2
        self.Dd = (
            self.R0 + self.spread0 * self.early + g * (mean * (drift + kappa) + e[2] * (N[2] + W[2]))
            + g**2 * (kappa + W[2] + xi[2]) * (drift + N[2] + nu[2])
        )  # fmt: skip
        self.shift = 2 * g * (mean + self.r0) * drift + g**2 * (drift**2 + self.C * steps)
        means = mean + g * (drift + N[1])  # |E d|
        self.means = means
        covariance = before(2 * sigma * ell * means + (2 * sigma * c.ell_bent[:, None] + ell**2) * d[2] ** 2)[:, :-1]
        with_start = before(c.third[:, None] / 2 * self.three + c.kappa[:, None] / 6 * e[4] * d[4] ** 3)[:, :-1]
        self.dd = (
            self.R0 + 2 * g * with_start + 2 * g**2 * drift * N[1] + g**2 * (covariance + 2 * nu[2] * N[2] + N[2] ** 2)
            + 2 * g * drift * self.r0
        )  # fmt: skip

    def _five(self, mu5: float) -> Array:
        """Joint fifth moments."""
        g, e, x = self.g, self.e, self.x
        once = 5 * g * (self.far * e[4] ** 4 + e[6] ** 4 * self.most[3])
        return mu5 + once + 10 * e[6] ** 3 * x[4] ** 2 + 10 * e[4] ** 2 * x[6] ** 3 + 5 * e[4] * x[6] ** 4 + x[6] ** 5

    def _four(self, rho4: float, mu3: float) -> tuple[Array, Array]:
        """Joint fourth moments with D less those of a normal law with P S0 P, P S0 P^h and S_{c,h}; and those of d alone.

        With two places of x: E e e x x - (P^h S0 P^h) (the drift twice and gamma² sum P C P), which is in S_{c,h}. With three: the noise
        alone has E e nu_i nu_j nu_j = E e nu_i (C_c(d_j) - C_c) for i < j, and E e nu_j nu_j nu_j; none for j < i.
        """
        c, g, e, d, x, N, W = self.c, self.g, self.e, self.d, self.x, self.N, self.W
        drift, kappa, spread, clients = self.drift, self.kappa, self.spread, self.c.num_clients
        steps, nu, xi = np.arange(drift.shape[1]), self.nu, self.xi
        slope, square = (2 * c.sigma[2] * c.ell[2])[:, None], (c.ell[2] ** 2)[:, None]
        curved = (2 * c.sigma[2] * c.ell_bent + c.ell[2] ** 2)[:, None]
        changed = before(self.known.noise1[:, None] * self.three + curved * e[4] ** 2 * d[4] ** 2)[:, :-1]  # sums of |E ee (C_c(d) - C_c)|
        twice = g**2 * (
            self.R0 * (drift**2 + self.C * steps) + changed + 2 * drift * e[4] ** 2 * N[2] + e[6] ** 2 * (2 * N[3] * nu[3] + N[3] ** 2)
        )
        noise = (spread * self.C * steps + changed) / clients
        crossed = g**2 * (
            spread * kappa * drift
            + noise
            + e[4] ** 2 * (kappa * N[2] + W[2] * drift)
            + e[6] ** 2 * (W[3] * N[3] + nu[3] * W[3] + xi[3] * N[3])
        )
        server = g**2 * (spread * kappa**2 + noise.mean(axis=0) + 2 * kappa * e[4] ** 2 * W[2] + e[6] ** 2 * (2 * W[3] * xi[3] + W[3] ** 2))
        alone = before(
            self.mean * c.sigma[4][:, None] ** 3 + 6 * c.ell[4][:, None] * e[4] * d[4] * self.s[4] ** 2
            + 3 * e[4] * self.loud[4] * (slope * d[2] + square * d[4] ** 2)
        )[:, :-1]  # fmt: skip
        all_three = self.mean * self.far**3 + 3 * self.far * self.noise + np.maximum(alone, alone.mean(axis=0))
        cube = g**3 * (all_three + 3 * e[4] * self.most[4] * (self.far + self.most[4] + self.loud[4]) ** 2)
        rest = rho4 + 4 * g * (self.far * mu3 + e[6] ** 3 * self.most[2]) + 4 * cube + x[4] ** 4
        off = 6 * self.spread0 * 2 * g * (self.mean + self.r0) * drift + 3 * self.shift**2
        return rest + 3 * twice + 4 * crossed + server + off, rest + 6 * twice + off

    def _fifth(self) -> float:
        """What a round adds to E eeeee."""
        c, g, D, d, k, w, xi, N = self.c, self.g, self.D, self.d, self.k, self.w, self.xi_step, self.c.num_clients
        slope, square = (2 * c.sigma[2] * c.ell[2])[:, None], (c.ell[2] ** 2)[:, None]
        third = self.three.max(axis=0)
        noise = third * self.V + (slope * D[4] ** 3 * d[4] + square * D[6] ** 3 * d[4] ** 2).mean(axis=0) / N + D[6] ** 3 * (k + w[4]) ** 2
        cube = D[4] ** 2 * (self.s[6] ** 3).mean(axis=0) / N**2 + 3 * D[6] ** 2 * (k + w[3]) * xi[6] ** 2 + D[4] ** 2 * (k + w[6]) ** 3
        u = k + w[6] + xi[6]
        parts = 5 * g * (k * D[4] ** 4 + D[6] ** 4 * w[3]) + 10 * g**2 * noise + 10 * g**3 * cube + 5 * g**4 * D[4] * u**4 + (g * u) ** 5
        return float(parts.sum())

    def _fourth(self) -> float:
        """What a round adds to E eeee - 3 sym S0 S0: by (g), and Taylor's formula for what is linear in n and in C_c(d) - C_c."""
        c, g, D, d, k, w, xi, N = self.c, self.g, self.D, self.d, self.k, self.w, self.xi_step, self.c.num_clients
        bent = (c.third[:, None] / 2 * self.five + c.kappa[:, None] / 6 * D[6] ** 3 * d[6] ** 3).mean(axis=0)
        curved = (2 * c.sigma[2] * c.ell_bent + c.ell[2] ** 2)[:, None]
        noise = self.V * self.DD + (self.known.noise1[:, None] * self.three + curved * D[4] ** 2 * d[4] ** 2).mean(axis=0) / N
        noise = noise + k**2 * D[2] ** 2 + 2 * k * D[4] ** 2 * w[2] + D[4] ** 2 * w[4] ** 2
        start = self.mean + g * (self.kappa + self.W[1])
        cube = (start * c.sigma[4][:, None] ** 3 + 6 * c.ell[4][:, None] * D[4] * d[4] * self.s[4] ** 2).mean(axis=0) / N**2
        cube = cube + 3 * D[6] * w[2] * xi[6] ** 2 + 3 * k * D[4] * xi[4] ** 2 + D[4] * (k + w[4]) ** 3
        u = k + w[4] + xi[4]
        parts = 4 * g * (k * self.three.max(axis=0) + bent) + 6 * g**2 * noise + 4 * g**3 * cube + (g * u) ** 4
        B = BallArray(self.S0) - self.linear.P @ self.S0 @ self.linear.P
        rest = float((B - self.linear.V * self.gamma * self.gamma).norm_bound(2))
        return float(parts.sum()) + 6 * self.spread0 * rest + 3 * float(B.norm_bound(2)) ** 2

    def _third(self) -> float:
        """What a round adds to E eee - M."""
        c, g, D, d, k, w, xi, N = self.c, self.g, self.D, self.d, self.k, self.w, self.xi_step, self.c.num_clients
        third, ell = c.third[:, None], c.ell[2][:, None]
        bent = third / 2 * self.four + c.fourth[:, None] / 6 * self.five + c.kappa5[:, None] / 24 * D[6] ** 2 * d[6] ** 4
        bent = bent + self.spread0**2 * third * (2 * self.early + self.late)  # Z by the mean tensor
        first = self._known("noise1")
        noise = self._taylor(D[4] * d[4] ** 3, D[6] * d[6] ** 4, 3) / 6 + self._known("noise2") / 2 * self.three
        noise = noise + first * (self.Dd + 2 * self.spread0 * self.late)
        start = self.r0 + g * (self.kappa + self.W[1])  # |E D_h - P m0|
        rest = start * self.V + (self.mean + g * (self.kappa + self.W[1])) * k**2 + 2 * k * D[2] * w[2] + D[4] * w[3] ** 2
        twice = 3 * self.s[4] ** 2 * 2 * c.ell_bent[:, None] + 6 * self.s[2] * (2 * c.ell[4][:, None]) ** 2
        cube = 3 * c.sigma[4][:, None] ** 2 * ell * self.means + twice * d[4] ** 2 / 2 + c.sigma[4][:, None] ** 3 * 3 * self.late
        cubes = cube.mean(axis=0) / N**2 + 3 * k * xi[2] ** 2 + 3 * w[2] * xi[4] ** 2 + (k + w[3]) ** 3
        parts = 3 * g * (k * self.DD + bent.mean(axis=0)) + 3 * g**2 * (noise.mean(axis=0) / N + rest) + g**3 * cubes
        return float(parts.sum())

    def _known(self, name: str) -> Array:
        return np.asarray(getattr(self.known, name))[:, None]

    def _taylor(self, power: Array, above: Array, order: int) -> Array:
        """Bounds of E|D|^i |d|^j |C_c^(order)| between 0 and d, for power >= E|D|^i |d|^j and above, the same with j + 1."""
        c = self.c
        s1, s2, s3, s4 = (x[:, None] for x in (c.ell[2], 2 * c.ell_bent, c.slopes3, c.slopes4))
        # |nu| <= sigma + ell |d|, and below the cap
        size = np.minimum(c.cap[2][:, None] * power, c.sigma[2][:, None] * power + s1 * above)
        if order == 3:
            return np.asarray(2 * size * s3 + 6 * s1 * s2 * power)
        return np.asarray(2 * size * s4 + (8 * s1 * s3 + 6 * s2**2) * power)

    def _second(self, rho3: float) -> float:
        """What a round adds to E ee' - S."""
        c, g, D, d, k, w, N = self.c, self.g, self.D, self.d, self.k, self.w, self.c.num_clients
        M = float(self.centres.M.norm_bound(3))
        with_D = c.third[:, None] / 2 * (self.mixed + M * (2 * self.early + self.late)) + c.fourth[:, None] / 6 * self.four
        with_D = with_D + self.known.fifth[:, None] / 24 * self.five + c.kappa6[:, None] / 120 * D[6] * d[6] ** 5
        with_D_all = float(with_D.mean(axis=0).sum()) + self._tensor("third") / 2 * rho3
        moved_mean = self.r0 + g * self.N[1]  # |E d - m_{c,h}|
        noise = self._known("noise1") * moved_mean + self._known("noise2") / 2 * self.dd + self._known("noise3") / 6 * (self.three)
        noise = noise + self._taylor(d[4] ** 4, d[6] ** 5, 4) / 24
        pulled = 2 * g * float(self.linear.k.norm_bound()) * self.r0 + 2 * g**2 * float((k * (self.W[1] + w[1])).sum())
        return pulled + 2 * g * with_D_all + g**2 * (float(noise.mean(axis=0).sum()) / N + float((w[2] ** 2).sum()))

    def _tensor(self, name: str) -> float:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X, ..]| for T_c or Q_c: client by client, or with the mean tensor and (h)."""
        each, mean, places = (self.c.third, self.c.third_mean, 2) if name == "third" else (self.c.fourth, self.c.fourth_mean, 3)
        moved = (each[:, None] * (self.late + places * self.early)).mean(axis=0).sum()
        H = self.drift.shape[1]
        return float(min(H * float(each.mean()), H * mean + float(moved))) * ROOM

    def _first(self, rho3: float, R0: float) -> float:
        """What a round adds to E e - m; R0 bounds |E ee' - S0|."""
        c, g, d = self.c, self.g, self.d
        M = float(self.centres.M.norm_bound(3))
        parts = c.third[:, None] / 2 * (self.dd - self.R0)
        parts = parts + c.fourth[:, None] / 6 * (self.own + 3 * g * self.drift * self.shift + M * (3 * self.early + self.late))
        parts = parts + self.known.fifth[:, None] / 24 * self.four_own + self.known.sixth[:, None] / 120 * self.five
        parts = parts + c.kappa7[:, None] / 720 * d[6] ** 6
        return g * (float(parts.mean(axis=0).sum()) + self._tensor("third") / 2 * R0 + self._tensor("fourth") / 6 * rho3)
