"""Bounds of the stationary moments of FedAvg that hold for every step size in their range, with nothing left to an O().

Setting. Client c starts at d_{c,0} = e = theta - theta* and makes H steps d_{c,h+1} = d_{c,h} - gamma (grad f_c(theta* + d_{c,h}) + nu),
E nu = 0 given the past; e+ is the mean of the d_{c,H}. Sample losses are convex and L-smooth, gamma <= 1/L, and
x -> E[d_{c,h} | d_{c,j} = x] is a contraction with factor q^(h - j), q = 1 - gamma mu. |x|_k is E(|x|^k)^(1/k). That is so where the
sample losses are mu-strongly convex, and for mu-strongly convex f_c in dimension one, as two copies with common samples keep their order;
for mu-strongly convex f_c in general with q² = 1 - gamma mu (2 - gamma L), by co-coercivity in mean square.

Lemma 1 (centred increments). For random vectors Y_0, D_1, .., D_m with E[D_j | past] = 0, Y_j = Y_0 + D_1 + .. + D_j, an even k, and
numbers y_0 >= |Y_0|_k, E[|D_j|^i |Y_{j-1}|^(k-i)] <= s_{j,i} |Y_{j-1}|_k^(k-i), i = 2 .. k: every y with
y_0^k + sum_i binom(k, i) y^(k-i) sum_j s_{j,i} <= y^k has |Y_m|_k <= y.
Proof. |Y + t D|^k = (|Y|² + 2 t <Y, D> + t² |D|²)^(k/2) is a polynomial in t whose coefficients are at most those of (|Y| + t|D|)^k,
since |<Y, D>| <= |Y||D|. The coefficient of t has mean zero. So E|Y_j|^k <= E|Y_{j-1}|^k + sum_i binom(k, i) |Y_{j-1}|_k^(k-i) s_{j,i};
sum over j, and replace every |Y_{j-1}|_k by y, which bounds it by induction. []
The coefficient of t² is (k/2)|Y|^(k-2)|D|² + (k/2)(k-2)|Y|^(k-4)<Y, D>², so for i = 2 one may put (trace + (k - 2) top)/(k - 1) in the
place of a bound of E|D|², trace and top bounds of the trace and the largest eigenvalue of E[D D' | past].

Lemma 2 (one sample's effect). D_{c,j} = E[d_{c,h} | j + 1 samples] - E[d_{c,h} | j samples] satisfies, given the past,
E|D|^2 <= gamma² q^(2(h-1-j)) (sigma_2 + ell_2 |d_{c,j}|)², and E|D|^i <= (2 gamma q^(h-1-j) (sigma_i + 2 ell_i |d_{c,j}|))^i.
Proof. D is F(X) - E F(X) for a map F with Lipschitz constant q^(h-1-j) and X = d_{c,j+1} given d_{c,j}. With an independent copy X',
E|F(X) - E F(X)|² = E|F(X) - F(X')|²/2, so the variance shrinks by the square of that constant; for other powers |F(X) - E F(X)|_i <=
|F(X) - F(X')|_i <= Lip |X - X'|_i <= 2 Lip |X - E X|_i. And X - E X = -gamma nu_c(d_{c,j}). [] Where a sample's gradient is a random part
of norm at most cap_i in L^i, plus what is the same for all samples, sigma + ell |d| may be replaced by cap_2, and sigma + 2 ell |d| by
cap_i. F(x) - (1 - gamma A_c)^(h-1-j) x has Lipschitz constant at most gamma H Lambda, Lambda >= |Hessian of f_c - A_c| everywhere, as one
step adds gamma Lambda: so the largest eigenvalue of E D D' is at most gamma² (top(nu) + gamma H Lambda (E|nu|²)^(1/2))², where top(nu)²
is that of E nu nu', and top(nu_c(d)) <= top(nu_c(0)) + ell_2 |d|: sup over unit u of |u'nu|_2 is a norm.

Theorem. Let u_{c,j} >= |d⁰_{c,j}|_k bound the steps that start at e = 0, and b >= |mean_c E d⁰_{c,H}|. For even k let
s_i(x) = sum over c, j of N^-i E-bounds of Lemma 2 with |d_{c,j}|_k <= x + u_{c,j}. If (q^H x + b)^k + sum_i binom(k, i) x^(k-i) s_i(x)
<= x^k, then E|e|^k <= x^k under the stationary law.
Proof. Steps are non-expansive, sample by sample, as gamma <= 1/L (co-coercivity): |d_{c,j}| <= |e| + |d⁰_{c,j}|. Psi(e) = E[e+ | e] has
|Psi(e)| <= q^H |e| + b. e+ = Psi(e) + sum of D_{c,j}/N over clients and steps, a sequence of centred increments as clients are independent
given e; Lemma 1, Hölder's inequality between |Y|^(k-i) and |D|^i, and Minkowski's. So |e_t|_k <= x gives |e_{t+1}|_k <= x; start
at e_0 = 0; the laws of e_t converge to the stationary one, and Fatou's lemma passes the bound on. []

Sharper: the sequence Y_j of the proof is E[e+ | past], so E|Y_j|^(k-i) <= E|e|^(k-i) under the stationary law, for i >= 2 bounded by the
bound of |e|_{k-2}; of E[|D|^i | past] it multiplies the part that does not depend on |d_{c,j}|, and Hölder's inequality the rest.

Theorem, near theta*. With rho = |mean_c (1 - gamma A_c)^H|, k_H = |mean_c sum_j (1 - gamma A_c)^j g_c|, z >= |e|_{k+1}: the same holds
with (rho x + gamma k_H)^k + k (z + b)^(k-1) w(z) in place of (q^H x + b)^k, where
w(z) = (gamma/N) sum_{c,j} (tau_c/2) ((z + m_{c,j})² + gamma² sum_{l<j} (sigma_2 + ell_2 (z + u_{c,l}))²), m_{c,j} >= |E d⁰_{c,j}|.
Proof. Psi(e) = P e - gamma (..) - gamma mean_c sum_j (1 - gamma A_c)^(H-1-j) E[n_c(d_{c,j}) | e] is at most y + w with y = rho|e| + gamma
k_H, and |Psi(e)| <= X = |e| + b; t^k - y^k <= k t^(k-1) (t - y) for t >= y gives |Psi|^k <= y^k + k X^(k-1) w. E X^(k-1) w by Hölder. Here
E|e|^k is finite by the first theorem, and E|e|^(k+1) <= (E|e|^k E|e|^(k+2))^(1/2). The condition compares x^k with sums of lower or equal
powers of x, so where it holds it holds beyond: all x that violate it, the true one among them, are smaller. []

Theorem, logistic losses, on all of R^d. phi'' is at least |phi'''|, so phi''(s + t) >= phi''(s) e^(-|t|). With lambda a lower bound of
mean_c A_c, |a_z| <= reach, M_c >= the Hessian of f_c everywhere, and
B = gamma (2 - gamma L) (H lambda - mean_c sum_h (2 |A_c| M_c gamma h + tau_c |d⁰_{c,h}|_1)) in [0, 1]:
|Psi(e) - Psi(0)|² <= |e|² (1 - B/(1 + reach |e|)). So, with x^k = E|e|^k and Z^(k+2) >= E|e|^(k+2), one may put in place of (q^H x + b)^k
(x (1 - (k B/2) (1 - (k-1) B/4)_+ / (1 + reach (Z^(k+2)/x^k)^(1/2)))^(1/k) + b)^k.
Proof. Let D_h be the difference of the steps from e and from 0 with the same samples; |D_h| <= |e|. Co-coercivity: E|D_{h+1}|² <= E|D_h|² -
gamma (2 - gamma L) E<D_h, grad f_c(d⁰ + D_h) - grad f_c(d⁰)>, and the product is at least D_h' (Hessian at d⁰) D_h / (1 + reach |D_h|), as
the integral of e^(-r t) over [0, 1] is (1 - e^-r)/r >= 1/(1 + r). The Hessian at d⁰ is at least A_c - tau_c |d⁰|, and D'A_c D >= e'A_c e +
2 e'A_c (D - e) with |E(D_h - e)| <= gamma h M_c |e|. Sum over h, average over c, where e'A_c e becomes lambda |e|²; |Psi(e) - Psi(0)|² is
at most the mean of E|D_H|². With p = B/(2 (1 + reach|e|)) <= B/2: sqrt(1 - 2 p) <= 1 - p and (1 - p)^k <= 1 - k p (1 - (k-1) p/2);
(E|e|^k)² <= E[|e|^k/(1 + reach |e|)] E[|e|^k (1 + reach|e|)], and E|e|^(k+1) <= (E|e|^k E|e|^(k+2))^(1/2). []
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import comb

import numpy as np

from symfed.core.errors import NotConverged, OutsideDomain
from symfed.formulas.enclosures.constants import EXPONENTS, Constants
from symfed.models.arrays import Array
from symfed.numeric.ball_arrays import up

#: More than the rounding error: numbers are positive, sums over steps have at most `MOST_STEPS` terms, each 2^-53, and NumPy adds others
#: in pairs; powers and roots lose a few hundred units in the last place.
ROOM = 1 + 1e-11
MOST_STEPS = 10**4


@dataclass(frozen=True)
class MomentBounds:
    """start[k] >= |e|_k; steps[k] (N, H + 1) >= |d_{c,h}|_k under the stationary law; still[k] (N, H + 1) the same from e = 0.

    chain: the derivation of `start`, in order: (k, bound, the theorem that implies it together with all before it).
    """

    start: dict[int, float]
    steps: dict[int, Array]
    still: dict[int, Array]
    chain: tuple[tuple[int, float, str], ...] = ()


def moment_bound(y0: Array, sums: dict[int, Array], k: int) -> Array:
    """The bound of Lemma 1, for arrays of starts and of sums over the increments of s_{j,i}, i = 2 .. k."""

    roots = {i: (comb(k, i) * np.asarray(sums[i])) ** (1 / i) for i in range(2, k + 1)}  # no power overflows, nor underflows to zero
    y0 = np.asarray(y0, dtype=float)
    start = np.maximum(y0, np.max(np.broadcast_arrays(*roots.values()), axis=0))
    active = start > 0
    y = np.where(active, start, 1.0)

    def terms(y: Array) -> tuple[Array, Array]:
        """log of the sum that must not exceed 1, and minus its derivative in log y: it is convex and decreasing in log y."""
        parts = [(k, (y0 / y) ** k), *((i, (root / y) ** i) for i, root in roots.items())]
        total = sum(part for _, part in parts)
        return np.log(np.where(active, total, 1.0)), sum(i * part for i, part in parts) / np.where(active, total, 1.0)

    for _ in range(30):  # Newton's method increases from where one term alone is 1, and does not overshoot
        value, slope = terms(y)
        if (value <= 1e-9).all():
            break
        y = y * np.exp(np.where(active, value / np.where(active, slope, 1.0), 0.0))
    y = y * (1 + 1e-8)
    if not (~active | (terms(y)[0] <= -np.log(ROOM))).all():
        raise NotConverged(f"a bound of the {k}th moments of sums was not found in double precision")
    return np.where(active, y, 0.0)


def second_order_term(constants: Constants, sizes: Array, k: int, bend: Array | float = 0.0) -> Array:
    """s_2 of Lemma 1: (trace + (k - 2) top)/(k - 1) of E nu nu', for |d|_k <= sizes (N, steps).

    bend (N, 1): the map of Lemma 2 differs from a linear contraction by one with this Lipschitz constant.
    """
    sigma, ell = constants.sigma[2][:, None], constants.ell[2][:, None]
    trace = np.minimum(sigma + ell * sizes, constants.cap[2][:, None])
    top = np.minimum(trace, constants.top[:, None] + ell * sizes + bend * trace)
    return np.asarray((trace**2 + (k - 2) * top**2) / (k - 1))


def increments(constants: Constants, gamma: float, H: int, sizes: Array, k: int) -> dict[int, Array]:
    """Lemma 2's bounds, i = 2 .. k, shape of `sizes` (N, steps), which are bounds of |d_{c,j}|_k; without the factors q <= 1."""
    out = {2: gamma**2 * second_order_term(constants, sizes, k, gamma * H * constants.bending[:, None])}
    for i in range(3, k + 1):
        even = i + i % 2
        noise = constants.sigma[even][:, None] + 2 * constants.ell[even][:, None] * sizes
        out[i] = (2 * gamma * np.minimum(noise, constants.cap[even][:, None])) ** i
    return out


def before(values: Array) -> Array:
    """Sums over the steps before step h = 0 .. H of (N, H): shape (N, H + 1)."""
    return np.concatenate([np.zeros((len(values), 1)), np.cumsum(values, axis=1)], axis=1)


def fourth_moments(constants: Constants, sizes: Array) -> tuple[Array, float]:
    """Bounds in L^4 of each client's sums of noise before every step, for |d_{c,h}|_4 <= sizes (N, H + 1), and of a round's over all N."""
    N, d4 = len(sizes), sizes[:, :-1]
    single = constants.sigma[4][:, None] + 2 * constants.ell[4][:, None] * d4
    parts = {2: second_order_term(constants, d4, 4), 3: single**3, 4: single**4}
    own = moment_bound(np.zeros(sizes.shape), {i: before(x) for i, x in parts.items()}, 4)
    return own, float(moment_bound(np.zeros(()), {i: np.asarray(x.sum() / N**i) for i, x in parts.items()}, 4))


def moments(
    constants: Constants, gamma: float, drifts: Array, gap: float, pull: float, exponents: tuple[int, ...] = EXPONENTS, *, passes: int = 1
) -> MomentBounds:
    """Bounds for even exponents 2, 4, .. drifts (N, H + 1) >= |sum_{j<h} (1 - gamma A_c)^j g_c|; gap <= 1 - rho; pull >= k_H.

    passes: the number of times every bound is sharpened by its neighbours; more exponents and more passes help if gamma is large.

    Raises OutsideDomain if gamma is too large for the theorem.
    """
    N, H = len(drifts), drifts.shape[1] - 1
    still: dict[int, Array] = {}

    def bends(sizes: Array) -> Array:
        """E|n_c(d)| for |d|_2 <= sizes: n_c is at most tau |d|²/2, and at most bending |d|."""
        return np.minimum(constants.tau[:, None] / 2 * sizes**2, constants.bending[:, None] * sizes)

    means = np.zeros((N, H + 1))
    for k in exponents:
        column = np.zeros((N, H + 1))
        means_k = np.zeros((N, H + 1))
        sums = {i: np.zeros(N) for i in range(2, k + 1)}
        bent = np.zeros(N)
        for h in range(H + 1):
            means_k[:, h] = gamma * drifts[:, h] + gamma * bent if k == 2 else means[:, h]
            column[:, h] = moment_bound(means_k[:, h], sums, k)
            bent = bent + bends(column[:, h : h + 1])[:, 0]
            for i, term in increments(constants, gamma, H, column[:, h : h + 1], k).items():
                sums[i] = sums[i] + term[:, 0]
        still[k] = column
        if k == 2:
            means = means_k
    bent_mean = float(bends(still[2][:, :H]).sum() / N)
    pull_all = float(gamma * (pull + bent_mean) * ROOM)
    one_less = -np.expm1(H * np.log1p(-gamma * constants.mu)) / ROOM  # 1 - q^H
    start: dict[int, float] = {}
    chain: list[tuple[int, float, str]] = []

    at_rest = {k: increments(constants, gamma, H, np.zeros((N, H)), k) for k in exponents}

    def noise(x: float, k: int) -> float:
        """The increments' contribution to x^k, over x^k; `start` is used for the part of Lemma 2 that does not grow with |d|."""
        parts, total = increments(constants, gamma, H, x + still[k][:, :H], k), 0.0
        lower = min(1.0, start.get(k - 2, x) / x)
        for i, part in parts.items():
            fixed = float(at_rest[k][i].sum())
            size = fixed * lower ** (k - i) + max(0.0, float(part.sum()) - fixed)
            total += comb(k, i) * min(size ** (1 / i) / (N * x), 1e10) ** i  # above, it is too large anyway, and no power overflows
        return total

    def satisfied(x: float, k: int, drift: Callable[[float], float]) -> bool:
        return drift(x) + noise(x, k) <= 1 / ROOM

    if constants.linear:  # Psi is affine, and |Psi(e)| <= rho |e| + gamma k_H for all e
        for k in exponents:
            start[k] = _smallest_bound(lambda x, k=k: satisfied(x, k, lambda y: (1 - gap + gamma * pull / y) ** k), gamma)  # type: ignore[misc]
            chain.append((k, start[k], "linear"))
    else:
        for k in exponents:
            try:
                start[k] = _smallest_bound(
                    lambda x, k=k: satisfied(x, k, lambda y: (1 - one_less + min(pull_all / y, 1e10)) ** k),  # type: ignore[misc]
                    gamma,
                )
            except OutsideDomain:
                if k <= EXPONENTS[-1]:
                    raise
                exponents = tuple(i for i in exponents if i < k)  # for long steps fewer moments are bounded, and these suffice
                break
            chain.append((k, start[k], "convex"))

    def bent_part(z: float) -> float:
        inner = before((gamma * (constants.sigma[2][:, None] + constants.ell[2][:, None] * (z + still[2][:, :H]))) ** 2)[:, :H]
        return gamma / N * float((constants.tau[:, None] / 2 * ((z + means[:, :H]) ** 2 + inner)).sum())

    curve = _curvature_gain(constants, gamma, still[2][:, :H])
    # downwards, as a bound uses the next higher one, and up again, as it uses the next lower one
    down = tuple(reversed(exponents[:-1]))
    for k in () if constants.linear else (*((*down, *exponents[1:-1]) * passes), *down):

        def curved(x: float, k: int = k) -> float:
            slow = 1 + constants.reach * (start[k + 2] ** (k + 2) / x**k) ** 0.5
            return ((1 - k * curve / 2 * max(0.0, 1 - (k - 1) * curve / 4) / slow) ** (1 / k) + pull_all / x) ** k

        def near(x: float, k: int = k) -> float:
            z = (x**k * start[k + 2] ** (k + 2)) ** (0.5 / (k + 1))
            return (1 - gap + gamma * pull / x) ** k + k * ((z + pull_all) / x) ** (k - 1) * bent_part(z) / x

        for drift in (curved, near):
            if satisfied(start[k], k, drift):
                start[k] = _smallest_bound(lambda x, k=k, drift=drift: satisfied(x, k, drift), gamma, start[k])  # type: ignore[misc]
                chain.append((k, start[k], drift.__name__))
    steps: dict[int, Array] = {}
    for k in exponents:
        column = np.zeros((N, H + 1))
        sums = {i: np.zeros(N) for i in range(2, k + 1)}
        for h in range(H + 1):
            column[:, h] = start[k] if h == 0 else moment_bound(start[k] + means[:, h], sums, k)
            for i, term in increments(constants, gamma, H, column[:, h : h + 1], k).items():
                sums[i] = sums[i] + term[:, 0]
        steps[k] = up(column)
    return MomentBounds(start, steps, still, tuple(chain))


def _curvature_gain(constants: Constants, gamma: float, still: Array) -> float:
    """A lower bound of B of the third theorem; zero if there is no gain."""
    H = still.shape[1]
    top = constants.stiff
    moved = float((2 * top * (top + constants.bending)).mean()) * gamma * H * (H - 1) / 2
    lost = moved + float((constants.tau[:, None] * still).sum()) / constants.num_clients
    rate = gamma * (2 - gamma * constants.L) * (H * constants.lowest / ROOM - lost * ROOM)
    return max(0.0, min(rate / ROOM, 1.0))


def _smallest_bound(satisfied: Callable[[float], bool], gamma: float, high: float | None = None) -> float:
    """Approximately the smallest x from which on a condition holds. Raises OutsideDomain if there is none."""
    if high is None:
        high = 1e-12
        while not satisfied(high):
            high *= 4
            if high > 1e12:
                raise OutsideDomain(
                    "gamma",
                    gamma,
                    "too large, or too small for double precision, to bound the moments of this problem",
                    "try a smaller one",
                )
    low = 0.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if middle > 0 and satisfied(middle) else (middle, high)
        if high - low <= 1e-5 * high:
            break
    return high
