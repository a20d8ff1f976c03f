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
What stands on the right is bounded in symfed/certificates/radius/order_one.py, where every line has its reason; those used throughout:
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
from itertools import islice

import numpy as np

from symfed.certificates.radius.order_one import OrderOne
from symfed.core.errors import OutsideDomain
from symfed.formulas.enclosures.constants import EXPONENTS, MORE_EXPONENTS, Constants, matrix_times, moments_on_the_way, outer
from symfed.formulas.enclosures.moments import ROOM, MomentBounds, fourth_moments, moments
from symfed.formulas.enclosures.tables import FloatTable, of_clients
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import BallArray, eigenvalue_range, solve, solve_stein, up

#: The number of passes in which the bounds of moments sharpen each other, for order two.
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
    """The inputs of an enclosure: the linear part of a round and bounds of the moments."""

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
            power, drift, noise = step @ power, matrix_times(step, drift) + constants.gradients, step @ noise @ step + constants.covariances
            sizes.append(drift.norm_bound())
        P = power.mean(0)
        gap = float(eigenvalue_range(np.eye(d) - (P + P.T) * 0.5)[0])
        if not 0 < gap:
            raise OutsideDomain("gamma", float(gamma.mid), "must make a round contract")
        return LinearPart(P, drift.mean(0), noise.mean(0) * BallArray(1.0 / N, 2.0**-52 / N), min(gap, 1.0), np.stack(sizes, axis=1))


def drift_norms(c: Constants, gamma: BallArray, H: int) -> tuple[Array, Array]:
    """Norms of k_h = mean_c P_c^(H-1-h) g_c and of the sum of those before it, h = 0 .. H - 1: (H,) each."""
    step, vectors, means = np.eye(c.dim) - c.hessians * gamma, c.gradients, []
    for _ in range(H):
        means.append(vectors.mean(0))
        vectors = matrix_times(step, vectors)
    sizes, sums, total = [], [], BallArray(np.zeros(c.dim))
    for mean in reversed(means):
        sizes.append(float(mean.norm_bound()))
        sums.append(float(total.norm_bound()))
        total = total + mean
    return np.array(sizes), np.array(sums)


def enclose_moments(constants: Constants, gamma: BallArray, H: int, spread_wanted: bool = True, order: int = 1) -> Enclosed:
    """The theorem above applied to a problem; `spread_wanted`: True to enclose the second moment, too. order=2: bound more moments, since
    the result will be sharpened to that order.

    Raises OutsideDomain for gamma > 1/L, and for linear gradients if their second moment is wanted and gamma is too large to bound it.
    """
    # non-expansive up to 2/L, a contraction up to 2/(mu + L): the margin is for the rounding of L
    if not float(up(gamma.mid + gamma.rad)) * constants.L <= 1 + 1e-12:
        raise OutsideDomain("gamma", float(gamma.mid), f"must satisfy gamma <= 1/L = {1 / constants.L:.6g}")
    linear = LinearPart.of(constants, gamma, H)
    identity_less = np.eye(constants.dim) - linear.P
    guess = solve(identity_less, -gamma * linear.k).mid
    second = BallArray(np.zeros((constants.dim, constants.dim)))
    mean = BallArray(guess)
    for _ in range(1 if constants.linear else 3):
        guess = mean.mid
        second = _second_centre(linear, gamma, BallArray(guess))
        mean = solve(identity_less, -gamma * (linear.k + _third_derivative_term(constants, gamma, H, second, BallArray(guess))))
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
    sizes = float(mean.norm_bound()), float(second.norm_bound(2))
    r, R = _OrderOneInFloats(constants, linear, found, g).radii(sizes, (0.0, 0.0), moved)  # the centres solve their equations
    return Enclosed(mean, r * ROOM, second, R * ROOM, Grounds(linear, found))


def _second_centre(linear: LinearPart, gamma: BallArray, m0: BallArray) -> BallArray:
    pulled = outer(matrix_times(linear.P, m0), linear.k).symmetric() * gamma
    constant = outer(linear.k, linear.k) + linear.V
    return solve_stein((linear.P + linear.P.T) * 0.5, constant * (gamma * gamma) - pulled, linear.gap)


def _third_derivative_term(constants: Constants, gamma: BallArray, H: int, second: BallArray, m0: BallArray) -> BallArray:
    """mean_c sum_h P_c^(H-1-h) T_c[S_{c,h}] / 2: the third derivative's contribution to k."""
    N, d = constants.gradients.shape
    total = BallArray(np.zeros((N, d)))
    if constants.linear:
        return total.mean(0)
    step = np.eye(d) - constants.hessians * gamma
    for _, S in islice(moments_on_the_way(constants, gamma, m0, second), H):
        total = matrix_times(step, total) + constants.bent(S) * 0.5
    return total.mean(0)


class _OrderOneInFloats(OrderOne):
    """The right-hand sides in floats."""

    def __init__(self, c: Constants, linear: LinearPart, found: MomentBounds, gamma: float) -> None:
        N, columns = linear.drifts.shape
        self.H, self.count, self.linear, self.g, self.gap, self.e = columns - 1, N, c.linear, gamma, linear.gap, found.start
        self.V, self.pull = float(linear.V.norm_bound(2)), float(linear.k.norm_bound())
        self.third_mean, self.fourth_mean, self.drift = c.third_mean, c.fourth_mean, FloatTable(linear.drifts)
        self.d = {k: FloatTable(found.steps[k]) for k in (2, 4, 6) if k in found.steps}
        self.steps = FloatTable(np.arange(columns, dtype=float)[None])
        own = {name: getattr(c, name) for name in ("tau", "stiff", "kappa", "kappa5", "third", "fourth")}
        own |= {"bent_noise": c.ell_bent, "sigma2": c.sigma[2], "ell2": c.ell[2], "C": c.covariances.norm_bound(2)}
        self.of = of_clients(own, columns)
        if not c.linear:
            nu4, self.all_noise4 = fourth_moments(c, found.steps[4])
            self.nu4 = FloatTable(nu4)
        self.sums_of_moments()

    def up(self, value: float) -> float:
        return value * ROOM

    def root(self, value: float, k: int = 2) -> float:
        return float(value ** (1 / k))
