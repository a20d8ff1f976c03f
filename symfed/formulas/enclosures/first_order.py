"""An enclosure of FedAvg's stationary bias and second moment about theta*: linear part exact, the rest bounded by moments.

Notation of `moments`; P_c = 1 - gamma A_c, K_{c,h} = sum_{j<h} P_c^j, P = mean_c P_c^H with |P| <= 1 - gap, k = mean_c K_{c,H} g_c,
w_{c,h} = n_c(d_{c,h}) + nu_{c,h}, W = mean_c sum_h P_c^(H-1-h) w_{c,h} = W_n + W_nu, V = N^-2 sum_{c,h} P_c^(H-1-h) C_c P_c^(H-1-h).
All is exact up to here: d_{c,h} = P_c^h e - gamma K_{c,h} g_c - gamma sum_{j<h} P_c^(h-1-j) w_{c,j}, and e+ = P e - gamma k - gamma W.

Theorem. Let S solve S = P S P - gamma (P m0 k' + k m0' P) + gamma² k k' + gamma² V for some m0, S_{c,h} the second moment of
P_c^h e - gamma K_{c,h} g_c - gamma (noise) with E e e' = S, E e = m0, C_c in place of E nu nu', and
m = -gamma (1 - P)^-1 (k + mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}] / 2). Then, with |E e - m| <= r and |E e e' - S| <= R in the Frobenius
norm,
(1) R gap (2 - gap) <= 2 gamma |k| |E e - m0| + 2 gamma |E e W_n'| + 2 gamma² |k| E|W_n| + gamma² |E W W' - V|,
(2) r gap <= gamma (R mean_c sum_h |X -> P_c^(H-1-h) T_c[P_c^h X P_c^h]| / 2
            + mean_c sum_h (|T_c| |E d_{c,h} d_{c,h}' - P_c^h (E e e' - S) P_c^h - S_{c,h}| / 2 + |Q_c| |E d d d| / 6 + kappa5_c E|d|⁴ /
            24)).
Proof. Take means of e+ and of e+ e+', subtract the equations of m and S; |P| <= 1 - gap, so |(1 - P)^-1| <= 1/gap and the Stein operator's
inverse has norm at most 1/(gap (2 - gap)) in the Frobenius norm. []
What stands on the right is bounded by `_Sizes`, where every line has its reason; the reasons used throughout:
(a) E[nu_{c,j} | e, all w of other clients and earlier steps] = 0, so E e nu' = 0, E e e nu = 0, E nu_{c,j} n_{c',j'} = 0 unless c = c', j
< j';
(b) |E X ⊗ Y| <= |X|_2 |Y|_2, and Hölder's inequality for three factors; |P_c| <= 1;
(c) C_c(d) - C_c = E[(nu(d) - nu) nu'] + E[nu (nu(d) - nu)'] + E[(nu(d) - nu)(nu(d) - nu)'], so it is at most 2 sigma ell |d| + ell² |d|²,
    and its stationary mean at most 2 sigma ell |E d| + (2 sigma ell_bent + ell²) E|d|²;
(d) E e n_c(d_{c,h})' is at most |T_c| |E e d d| / 2 + kappa_c E|e||d|³ / 6: third moments are of order gamma², not gamma^(3/2).
With fixed H, R = O(gamma²) and r = O(gamma²), as first-order expansions say; here with all constants.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.core.errors import OutsideDomain
from symfed.formulas.enclosures.constants import EXPONENTS, MORE_EXPONENTS, Constants
from symfed.formulas.enclosures.moments import ROOM, MomentBounds, before, grown, moments, pairs
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, solve, solve_stein, up

#: How often the bounds of moments are sharpened by each other, where order two is wanted.
_PASSES = 4


@dataclass(frozen=True)
class Enclosed:
    """Centres as balls (rounding inside) and radii of the theory: |E e - mean| <= mean_radius, |E e e' - second| <= second_radius."""

    mean: BallArray
    mean_radius: float
    second: BallArray
    second_radius: float
    grounds: Grounds | None = None


@dataclass(frozen=True)
class Grounds:
    """What an enclosure rests on: the linear part of a round and bounds of the moments."""

    linear: LinearPart
    found: MomentBounds


@dataclass(frozen=True)
class LinearPart:
    """The linear part of a round: P, k, V, gap <= 1 - |P|; drifts (N, H + 1) >= |K_{c,h} g_c|."""

    P: BallArray
    k: BallArray
    V: BallArray
    gap: float
    drifts: Array

    @staticmethod
    def of(constants: Constants, gamma: BallArray, H: int) -> LinearPart:
        N, d = constants.gradients.shape
        step = np.eye(d) - constants.hessians * gamma
        power, drift, noise = BallArray(np.broadcast_to(np.eye(d), (N, d, d))), BallArray(np.zeros((N, d))), BallArray(np.zeros((N, d, d)))
        sizes = [np.zeros(N)]
        for _ in range(H):
            power, drift, noise = step @ power, times(step, drift) + constants.gradients, step @ noise @ step + constants.covariances
            sizes.append(drift.norm_bound())
        P = power.mean(0)
        gap = float(eigenvalue_range(np.eye(d) - (P + P.T) * 0.5)[0])
        if not 0 < gap:
            raise OutsideDomain("gamma", float(gamma.mid), "must make a round contract")
        return LinearPart(P, drift.mean(0), noise.mean(0) * BallArray(1.0 / N, 2.0**-52 / N), min(gap, 1.0), np.stack(sizes, axis=1))


def pulls(c: Constants, gamma: BallArray, H: int) -> tuple[Array, Array]:
    """Norms of k_h = mean_c P_c^(H-1-h) g_c and of the sum of those before it, h = 0 .. H - 1: (H,) each."""
    step, vectors, means = np.eye(c.dim) - c.hessians * gamma, c.gradients, []
    for _ in range(H):
        means.append(vectors.mean(0))
        vectors = times(step, vectors)
    sizes, sums, total = [], [], BallArray(np.zeros(c.dim))
    for mean in reversed(means):
        sizes.append(float(mean.norm_bound()))
        sums.append(float(total.norm_bound()))
        total = total + mean
    return np.array(sizes), np.array(sums)


def times(matrices: BallArray, vectors: BallArray) -> BallArray:
    """Matrix by vector over leading axes: (..., d, d), (..., d) to (..., d)."""
    return (matrices @ vectors.reshape(*vectors.shape, 1))[..., 0]


def outer(a: BallArray, b: BallArray) -> BallArray:
    """a b' over leading axes."""
    return a.reshape(*a.shape, 1) * b.reshape(*b.shape[:-1], 1, b.shape[-1])


def enclosed(constants: Constants, gamma: BallArray, H: int, spread_wanted: bool = True, order: int = 1) -> Enclosed:
    """The theorem above on a problem; `spread_wanted`: whether the second moment is to be enclosed, too. order=2: what is found is to be
    sharpened to that order, and more moments are looked at.

    Raises OutsideDomain for gamma > 1/L, and for linear gradients where their second moment is wanted and gamma is too large to bound it.
    """
    # non-expansive up to 2/L, a contraction up to 2/(mu + L): the room is for the rounding of L
    if not float(up(gamma.mid + gamma.rad)) * constants.L <= 1 + 1e-12:
        raise OutsideDomain("gamma", float(gamma.mid), f"must satisfy gamma <= 1/L = {1 / constants.L:.6g}")
    linear = LinearPart.of(constants, gamma, H)
    identity_less = np.eye(constants.dim) - linear.P
    guess = solve(identity_less, -gamma * linear.k).mid
    second = BallArray(np.zeros((constants.dim, constants.dim)))
    mean = BallArray(guess)
    for _ in range(1 if constants.linear else 3):
        guess = mean.mid
        second = _second(linear, gamma, BallArray(guess))
        mean = solve(identity_less, -gamma * (linear.k + _bent(constants, gamma, H, second, BallArray(guess))))
    if constants.linear and not any(bound.any() for bound in constants.ell.values()):
        return Enclosed(mean, 0.0, second, 0.0)  # additive noise: both equations are exact
    if constants.linear and not spread_wanted:
        # gap > 0 and sample by sample non-expansive: a round contracts in mean square, and the stationary law has a mean
        return Enclosed(mean, 0.0, second, float("inf"))
    g = float(up(gamma.mid + gamma.rad))
    exponents, passes = (EXPONENTS, 1) if order == 1 else (MORE_EXPONENTS, _PASSES)
    found = moments(
        constants, g, linear.drifts, linear.gap, float(linear.k.norm_bound()), (2,) if constants.linear else exponents, passes=passes
    )
    moved = float((mean - guess).norm_bound())
    centre, spread = float(mean.norm_bound()), float(second.norm_bound(2))
    bent_all = float((constants.tau[:, None] / 2 * found.steps[2][:, :H] ** 2).sum()) / constants.num_clients
    mean_size = min(found.start[2], g * (float(linear.k.norm_bound()) + bent_all) / linear.gap)
    spread_size = found.start[2] ** 2
    r = R = float("inf")
    for _ in range(4):
        sizes = _Sizes.of(constants, linear, found, g, mean_size, spread_size)
        r, R = sizes.radii(moved)  # infinite where the bounds do not close
        mean_size, spread_size = min(mean_size, (centre + r) * ROOM), min(spread_size, (spread + R) * ROOM)
    # what the moments alone say is better where the step is large
    return Enclosed(mean, min(r, centre + mean_size) * ROOM, second, min(R, spread + spread_size) * ROOM, Grounds(linear, found))


def _second(linear: LinearPart, gamma: BallArray, m0: BallArray) -> BallArray:
    pulled = outer(times(linear.P, m0), linear.k).symmetric() * gamma
    constant = outer(linear.k, linear.k) + linear.V
    return solve_stein((linear.P + linear.P.T) * 0.5, constant * (gamma * gamma) - pulled, linear.gap)


def _bent(constants: Constants, gamma: BallArray, H: int, second: BallArray, m0: BallArray) -> BallArray:
    """mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}] / 2: what the third derivative adds to k."""
    N, d = constants.gradients.shape
    total = BallArray(np.zeros((N, d)))
    if constants.linear:
        return total.mean(0)
    step = np.eye(d) - constants.hessians * gamma
    m = BallArray(np.broadcast_to(m0.mid, (N, d)), np.broadcast_to(m0.rad, (N, d)))
    S = BallArray(np.broadcast_to(second.mid, (N, d, d)), np.broadcast_to(second.rad, (N, d, d)))
    source = (outer(constants.gradients, constants.gradients) + constants.covariances) * (gamma * gamma)
    for _ in range(H):
        total = times(step, total) + constants.bent(S) * 0.5
        moved = times(step, m)
        S = step @ S @ step - outer(moved, constants.gradients).symmetric() * gamma + source
        m = moved - constants.gradients * gamma
    return total.mean(0)


@dataclass(frozen=True)
class _Sizes:
    """Bounds of all that stands on the right of (1) and (2); arrays (N, H + 1) hold sums over the steps before h."""

    constants: Constants
    linear: LinearPart
    found: MomentBounds
    gamma: float
    mean: float  # >= |E e|
    spread: float  # >= |E e e'|, Frobenius
    n1: Array  # sum of E|n_c(d)|
    n2: Array  # sum of |n_c(d)|_2
    n3: Array  # sum of |n_c(d)|_3
    n4: Array  # sum of |n_c(d)|_4
    nu2: Array  # |sum P nu|_2
    nu4: Array  # |sum P nu|_4
    covariance: Array  # sum of |E C_c(d) - C_c|
    covariance_with_e: Array  # sum of |E e (C_c(d) - C_c)|

    @staticmethod
    def of(constants: Constants, linear: LinearPart, found: MomentBounds, gamma: float, mean: float, spread: float) -> _Sizes:
        H = linear.drifts.shape[1] - 1
        d2, tau = found.steps[2][:, :H], constants.tau[:, None] / 2
        sigma, ell = constants.sigma[2][:, None], constants.ell[2][:, None]
        n1 = before(tau * d2**2)
        # |E d_{c,h}|: P^h, the drift, and what n adds to it; noise adds nothing
        means = mean + gamma * (linear.drifts + n1)[:, :H]
        nu2 = np.sqrt(before((sigma + ell * d2) ** 2))
        covariance = before(2 * sigma * ell * means + (2 * sigma * constants.ell_bent[:, None] + ell**2) * d2**2)  # (c)
        if constants.linear:
            nothing = np.zeros_like(n1)
            return _Sizes(constants, linear, found, gamma, mean, spread, n1, nothing, nothing, nothing, nu2, nothing, covariance, nothing)
        d4, d6, d8 = (found.steps[k][:, :H] for k in (4, 6, 8))
        sigma4 = constants.sigma[4][:, None] + 2 * constants.ell[4][:, None] * d4
        # sums of |n_c(d)| <= tau |d|²/2; |.|_3 of it by |d|_6, |.|_4 by |d|_8
        sums = {2: before(pairs(constants, d4, 4)), 3: before(sigma4**3), 4: before(sigma4**4)}
        e2, e4 = found.start[2], found.start[4]
        with_e = before(2 * sigma * ell * e2 * d2 + ell**2 * e4 * d4**2)  # E|e||d|² <= |e|_4 |d|_4², as |.|_3 <= |.|_4
        return _Sizes(
            constants, linear, found, gamma, mean, spread, n1, before(tau * d4**2), before(tau * d6**2), before(tau * d8**2), nu2,
            grown(np.zeros_like(n1), sums, 4), covariance, with_e,
        )  # fmt: skip

    def radii(self, moved: float) -> tuple[float, float]:
        """r and R, for |m - m0| <= moved: the two inequalities are linear in r and R, and are solved together."""
        c, g, gap, k = self.constants, self.gamma, self.linear.gap, float(self.linear.k.norm_bound())
        N, H = c.num_clients, self.n1.shape[1] - 1
        own = self.nu2[:, H] * self.n2[:, H]
        # (a): nu and n of the same client only, once for W_nu W_n' and once for its transpose
        noise = float((self.covariance[:, H] + 2 * own).sum()) / N**2 + self._mean(self.n2) ** 2
        with_start, mixed = (np.zeros((N, H)), (0.0, np.zeros((N, H + 1)))) if c.linear else self._with_start()
        right = 2 * g * k * moved + 2 * g * float(with_start.sum()) / N + 2 * g**2 * k * self._mean(self.n1) + g**2 * noise
        contraction = gap * (2 - gap) / ROOM
        fixed_R, slope_R = right / contraction, 2 * g * k / contraction
        if c.linear:  # the mean is exact then
            return 0.0, fixed_R
        drifts = self.linear.drifts
        # |S_{c,h}'s error| beside P_c^h (error of S) P_c^h, and its part that is linear in r
        local = (2 * g * before(with_start) + 2 * g**2 * drifts * self.n1 + g**2 * (self.covariance + 2 * self.nu2 * self.n2 + self.n2**2))[
            :, :H
        ] + 2 * g * drifts[:, :H] * moved
        d4 = self.found.steps[4][:, :H]
        third, others = mixed
        parts = c.third[:, None] * local / 2 + c.fourth[:, None] * others[:, :H] / 6 + c.kappa5[:, None] * d4**4 / 24
        fixed_r = (g * float(parts.sum()) / N + g * self._round_of(c.fourth, c.fourth_mean, 3) * third / 6) / gap * ROOM
        r_to_r = g * float((c.third[:, None] * g * drifts[:, :H]).sum()) / N / gap * ROOM
        R_to_r = g * self._round_of(c.third, c.third_mean, 2) / 2 / gap * ROOM
        denominator = 1 - r_to_r - R_to_r * slope_R
        if not denominator > 0.1:
            return float("inf"), float("inf")
        r = (fixed_r + R_to_r * fixed_R) / denominator * ROOM
        return r, fixed_R + slope_R * r

    def _mean(self, values: Array) -> float:
        return float(values[:, -1].mean())

    def _round_of(self, each: Array, mean: float, power: int) -> float:
        """|X -> mean_c sum_h P_c^(H-1-h) F_c[P_c^h X ..]| for F_c = T_c or Q_c on `power` = 2 or 3 indices.

        Client by client, or with the mean tensor, as |1 - P_c^j| <= min(1, j gamma |A_c|).
        """
        c, H = self.constants, self.n1.shape[1] - 1
        largest = self.gamma * c.stiff
        moved = np.minimum(largest * H * (H - 1) * (1 + power) / 2, (1 + power) * H)  # sum_h (H-1-h) + power h
        return float(min(H * float(each.mean()), H * mean + float((each * moved).mean()))) * ROOM

    def _with_start(self) -> tuple[Array, tuple[float, Array]]:
        """Bounds of |E e n_c(d_{c,h})'|, (N, H), by (d); of |E e e e|; and of |E d d d - (P_c^h e)(P_c^h e)(P_c^h e)|, (N, H + 1)."""
        c, g, found, drifts = self.constants, self.gamma, self.found, self.linear.drifts
        N, H = c.num_clients, self.n1.shape[1] - 1
        e2, e4, e6 = (found.start[k] for k in (2, 4, 6))
        k, V = float(self.linear.k.norm_bound()), float(self.linear.V.norm_bound(2))
        C = c.covariances.norm_bound(2)[:, None]
        # d_{c,h} = P^h e + X, X = -gamma (K g + sum P n + sum P nu). E e X X: by (a) the drift meets no noise
        squares = g**2 * (
            self.mean * (drifts**2 + C * np.arange(H + 1))
            + self.covariance_with_e
            + 2 * drifts * e2 * self.n2
            + 2 * e4 * self.nu4 * self.n2
            + e6 * self.n3**2
        )
        nu3 = np.cbrt(self.nu2 * self.nu4**2)  # log-convexity of norms
        cubes = g**3 * (drifts + self.n3 + nu3) ** 3
        crossed = 2 * g * (drifts * self.spread + e4**2 * self.n2)  # 2 E e e X, without noise by (a)
        # one round for E e e e: three times each mixed term; E W_nu³ is a sum over clients, which are independent given e
        W1, W3 = self._mean(self.n2), self._mean(self.n3)
        W_nu2 = float(np.sqrt((self.nu2[:, H] ** 2).sum())) / N
        W_nu3 = self._all_noise(W_nu2)
        pair = (
            self.mean * (k**2 + V)
            + float((self.covariance_with_e[:, H] + 2 * e4 * self.nu4[:, H] * self.n2[:, H]).sum()) / N**2
            + 2 * k * e2 * W1
            + e6 * W3**2
        )
        triple = (k + W3) ** 3 + 3 * (k + W3) ** 2 * W_nu3 + 3 * (k + W3) * W_nu3**2 + float((nu3[:, H] ** 3).sum()) / N**3
        gap = self.linear.gap
        third = (3 * g * (k * self.spread + e4**2 * W1) + 3 * g**2 * pair + g**3 * triple) / (gap * (3 - 3 * gap + gap**2)) * ROOM
        third = min(third, e2 * e4**2)
        with_pair = third + crossed + squares  # |E e d d|
        d4 = found.steps[4][:, :H]
        with_start = c.third[:, None] * with_pair[:, :H] / 2 + c.kappa[:, None] / 6 * e4 * d4**3
        return with_start, (third, 1.5 * crossed + 3 * squares + cubes)

    def _all_noise(self, second: float) -> float:
        """A bound of |W_nu|_3, from |W_nu|_2 and |W_nu|_4 by Lemma 1 over all clients' steps."""
        c, H, N = self.constants, self.n1.shape[1] - 1, self.constants.num_clients
        d4 = self.found.steps[4][:, :H]
        single = c.sigma[4][:, None] + 2 * c.ell[4][:, None] * d4
        sums = {2: pairs(c, d4, 4).sum() / N**2, 3: (single**3).sum() / N**3, 4: (single**4).sum() / N**4}
        fourth = float(grown(np.zeros(()), {i: np.asarray(s) for i, s in sums.items()}, 4))
        return float(np.cbrt(second * fourth**2))
