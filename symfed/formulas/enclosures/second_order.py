"""An enclosure of FedAvg's stationary bias and second moment with a radius of order gamma³: the third moment has a centre, too.

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
`OrderTwo` returns, in the Frobenius norm. At fixed H and problem r, R, rho3, rho4 and mu5 are O(gamma³).
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
from itertools import islice

import numpy as np

from symfed.certificates.radius.order_two import OrderTwo, Residuals
from symfed.formulas.enclosures.constants import Constants, matrix_times, moments_on_the_way, outer, repeated
from symfed.formulas.enclosures.cubes import along_last, solve_cubes, sum_over_places
from symfed.formulas.enclosures.first_order import Enclosed, Grounds, drift_norms
from symfed.formulas.enclosures.higher import Higher, higher
from symfed.formulas.enclosures.moments import ROOM, before, moment_bound, second_order_term
from symfed.formulas.enclosures.tables import FloatTable, of_clients
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, solve, solve_stein, up

#: Centres are iterated from approximate values until the change is this fraction of the radius, at most so many times.
_CLOSE, _MOST_PASSES = 1e-2, 4


@dataclass(frozen=True)
class Centres:
    """m (d,), S (d, d), M (d, d, d) for numbers m0, S0."""

    m: BallArray
    S: BallArray
    M: BallArray


def enclose_second_order(c: Constants, gamma: BallArray, first: Enclosed) -> Enclosed:
    """The theorem above applied to the result of order one. A radius of order one is kept if it is smaller."""
    grounds = first.grounds
    if grounds is None:
        return first
    known, H = higher(c), grounds.linear.drifts.shape[1] - 1
    found, r, R = Centres(first.mean, first.second, BallArray(np.zeros(0))), 0.0, 0.0
    for _ in range(_MOST_PASSES):
        m0, S0 = found.m.mid, (found.S.mid + found.S.mid.T) / 2
        found = centres(c, known, grounds, gamma, H, m0, S0)
        r, R = _OrderTwoInFloats(c, known, grounds, gamma, found, m0, S0).radii(first)
        if np.linalg.norm(found.m.mid - m0) <= _CLOSE * r and np.linalg.norm(found.S.mid - S0) <= _CLOSE * R:
            break
    return Enclosed(
        *((found.m, r) if r < first.mean_radius else (first.mean, first.mean_radius)),
        *((found.S, R) if R < first.second_radius else (first.second, first.second_radius)),
        grounds,
    )


def centres(c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, H: int, m0: Array, S0: Array) -> Centres:
    """The solution of the equations without their bounded terms, from approximate first two moments m0 (d,) and S0 (d, d)."""
    rows, (N, n, d) = c.rows, c.rows.shape
    step = np.eye(d) - c.hessians * gamma
    third, fourth, fifth = c.bend, c.jets[3] * c.share, c.jets[4] * c.share

    def along(weights: BallArray) -> BallArray:
        return (weights.reshape(N, n, 1) * rows).sum(axis=1)

    def matrix(weights: BallArray) -> BallArray:
        return rows.T @ (rows * weights.reshape(N, n, 1))

    power = repeated(BallArray(np.eye(d)), N)
    pulled, bent, every = (BallArray(np.zeros((N, d))) for _ in range(3))
    G, X = (BallArray(np.zeros((N, d, d))) for _ in range(2))
    for m, S in islice(moments_on_the_way(c, gamma, BallArray(m0), BallArray(S0)), H):
        q = ((rows @ S) * rows).sum(axis=-1)
        low, at = ((rows @ v.reshape(N, d, 1))[..., 0] for v in (pulled, m))
        T = along(third * q)
        bent = matrix_times(step, bent) + T * 0.5
        every = matrix_times(step, every) + T * 0.5 + along(fourth * q * low * 0.5 + fifth * q * q * 0.125)
        G = G @ step + power @ matrix(third * low + fourth * q * 0.5)
        turned = outer(matrix_times(known.noise_hessians, m) + T * 0.5, known.noise_gradients)
        changed = matrix(known.weights[0] * at + known.weights[1] * q) - turned - turned.T
        X = step @ X @ step + changed - known.noise_hessians @ S @ known.noise_hessians
        pulled = matrix_times(step, pulled) - c.gradients * gamma
        power = step @ power
    return _solve_centres(
        c, known, grounds, gamma, H, m0, S0, (bent.mean(0), every.mean(0), G.mean(0), X.mean(0) * BallArray(1 / N, 2.0**-52 / N))
    )


def _solve_centres(
    c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, H: int, m0: Array, S0: Array, sums: tuple[BallArray, ...]
) -> Centres:
    linear, d = grounds.linear, len(m0)
    P, k, (bent, every, G, X) = linear.P, linear.k, sums
    PS, Pm = P @ S0, matrix_times(P, BallArray(m0))
    T, g2 = known.third, gamma * gamma
    pull = sum_over_places((PS @ P).reshape(d, d, 1) * (k + bent)) + sum_over_places(along_last(along_last(T, PS), PS, 1)) * float(H)
    push = sum_over_places(linear.V.reshape(d, d, 1) * Pm) + sum_over_places(along_last(known.slopes, PS)) * float(H)
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


class _OrderTwoInFloats(OrderTwo):
    """The right-hand sides in floats, for centres that were computed from m0, S0."""

    def __init__(self, c: Constants, known: Higher, grounds: Grounds, gamma: BallArray, centres: Centres, m0: Array, S0: Array) -> None:
        linear, found, (N, H) = grounds.linear, grounds.found, (c.num_clients, grounds.linear.drifts.shape[1] - 1)
        self.c, self.linear, self.centres, self.m0, self.S0, self.gamma = c, linear, centres, m0, S0, gamma
        self.g, self.H, self.count, self.gap = float(up(gamma.mid + gamma.rad)), H, N, linear.gap
        self.pull, self.third_mean, self.fourth_mean = float(linear.k.norm_bound()), c.third_mean, c.fourth_mean
        self.e, self.d = found.start, {k: FloatTable(found.steps[k][:, :H]) for k in (2, 4, 6, 8, 10, 12)}
        own = {f"{name}{k}": getattr(c, name)[k] for name in ("sigma", "ell", "cap") for k in (2, 4, 6)}
        own |= {name: getattr(c, name) for name in ("tau", "bending", "stiff", "third", "fourth")}
        own |= {name: getattr(c, name) for name in ("kappa", "kappa5", "kappa6", "kappa7", "slopes3", "slopes4")}
        own |= {name: getattr(known, name) for name in ("fifth", "sixth", "noise1", "noise2", "noise3")}
        own |= {"bent_noise": c.ell_bent, "C": c.covariances.norm_bound(2)}
        self.of = of_clients(own, H)
        self.steps, self.left = FloatTable(np.arange(H, dtype=float)[None]), FloatTable(np.arange(H - 1.0, -1.0, -1.0)[None])
        self.drift = FloatTable(linear.drifts[:, :H])
        self.k, self.kappa = (FloatTable(x[None]) for x in drift_norms(c, gamma, H))
        self.C = self.of["C"]
        self.V = float(c.covariances.norm_bound(2).mean()) / N  # |V_h|
        self.sums_of_moments()
        # sums of noise: E|.|² adds up, other powers by Lemma 1 of `moments`
        s = {k: x.values for k, x in self.s.items()}
        single = {k: {2: second_order_term(c, found.steps[k][:, :H], k), **{i: s[k] ** i for i in range(3, k + 1)}} for k in (4, 6)}
        nu = {2: np.sqrt(before(s[2] ** 2))[:, :H]}
        xi, xi_step = {2: np.sqrt((nu[2] ** 2).sum(axis=0)) / N}, {2: np.sqrt((s[2] ** 2).sum(axis=0)) / N}
        zero = np.zeros((N, H))
        for k in (4, 6):
            sums = {i: x.sum(axis=0)[None] / float(N) ** i for i, x in single[k].items()}
            nu[k] = moment_bound(zero, {i: before(x)[:, :H] for i, x in single[k].items()}, k)
            xi[k] = moment_bound(zero[0], {i: before(x)[0, :H] for i, x in sums.items()}, k)
            xi_step[k] = moment_bound(zero[0], {i: x[0] for i, x in sums.items()}, k)
        for noise in (nu, xi):
            noise[3] = np.cbrt(noise[2] * noise[4] ** 2)  # log-convexity of norms
        self.nu = {k: FloatTable(x) for k, x in nu.items()}
        self.xi, self.xi_step = ({k: FloatTable(x[None]) for k, x in own.items()} for own in (xi, xi_step))

    def up(self, value: float) -> float:
        return value * ROOM

    def radii(self, first: Enclosed) -> tuple[float, float]:
        """r and R, from those of order one."""
        m, S, S0 = self.centres.m, self.centres.S, BallArray(self.S0)
        moved = float((m - self.m0).norm_bound()), float((S - self.S0).norm_bound(2))
        r = up(first.mean_radius + float((m - first.mean).norm_bound()), 20)
        R = up(first.second_radius + float((S - first.second).norm_bound(2)), 20)
        B = S0 - self.linear.P @ self.S0 @ self.linear.P
        rest = float((B - self.linear.V * self.gamma * self.gamma).norm_bound(2))
        off = Residuals(0.0, 0.0, 0.0, rest, float(B.norm_bound(2)))  # the centres solve their equations
        sizes = float(m.norm_bound()), float(S0.norm_bound(2)), float(self.centres.M.norm_bound(3))
        return self.within(r, R, sizes, off, moved)
