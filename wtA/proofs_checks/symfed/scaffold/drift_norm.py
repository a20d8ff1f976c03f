"""The parts of a proof: a round of Scaffold contracts |x|² + (gamma H)² mean |xi_c|² by (1 - gamma mu)^(2H) where gamma H L <= 1.

Take the difference of two runs on the same draws, xi of sum zero, y_c = gamma H xi_c. By the mean value theorem client c's step h is
x <- (I - gamma M) x - y_c/H with a symmetric M, mu <= M <= L. With w = x + (h/H) y_c this is w <- s + (I - gamma M)(w - s), s = (h/H) y_c;
w starts at x and ends at x_c + y_c, whose mean is the new x and whose deviations from it are the new y_c. So the norm after the round is
mean_c |w_c|². `one_step` moves M to mu at the price of a multiple of |s|². Going back through the round, adding the multiple t y_c that
M = mu would add later, gives |w|² <= |(1 - gamma mu)^H x + r y|² + D sum_h u_h² |y|², where u_h = 1 - (1/H) sum_{j<H-h} (1 - gamma mu)^j,
r = u_0 and D = gamma (L - mu)/(2 - gamma (L + mu)). The cross term <x, y_c> has mean zero over clients. What is left to show is
D sum_h u_h² <= q² - r², q = (1 - gamma mu)^H. For H = 1 both u_0 and r vanish. For H >= 2, with S = mean_{j<H} (1 - gamma mu)^j and
a = gamma mu H <= 1: q = 1 - a S and r = 1 - S, so q² - r² = (1 - a) S (2 - (1 + a) S); and D <= (1 - a)/(2 (H - 1)). `sum_of_squares`
bounds sum u_h² by 3 (H - 1)/4, `mean_power` puts S between 1 - a/2 and 1 - a/4, and there S (2 - (1 + a) S) >= 3/8: `margin`.

Samples that are only convex and L-smooth, with f_c mu-strongly convex, give the same in the mean over draws with (1 - gamma mu)^H. A
step's gradient difference g then has E g = M v and E|g|² <= L <v, M v>, so that E|s + v - gamma g|² is at most
|s|² + 2 <s, (I - gamma M) v> + <v, (I - gamma (2 - gamma L) M) v>. Let m be such that 1 - gamma mu = (1 - gamma m)², that is
mu = m (2 - gamma m). With lam an eigenvalue of M and D = (1 - gamma m H)/(2 (H - 1)), what |s + (1 - gamma m) v|² + D |s|² has more is
A v² + 2 B s v + D s², A = gamma (lam (2 - gamma L) - m (2 - gamma m)) >= 0, B = gamma (lam - m). A D - B² is concave in lam, and not
negative at lam = L, where A = B (2 - gamma (L + m)): `at_largest`; nor at lam = mu, where gamma L <= 1/H leaves `at_least`. The rest
goes as before with m for mu.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.checks.certificate import Certificate
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, h, lam, mu

Sides = tuple[sp.Expr, sp.Expr]
ENOUGH, MARGIN = sp.Rational(3, 4) * (H - 1), sp.Rational(3, 8)


def one_step(penalty: sp.Expr = gamma * (L - mu), share: Any = 1) -> Sides:
    """|s + (1 - gamma lam) v|² against |s + (1 - gamma mu) v|² + penalty |s|²/(2 - gamma (L + mu)), lam an eigenvalue of M.

    In Gram scalars of v (x) and s (g), times the denominators (2 - gamma (L + mu)) (2 - gamma (lam + mu)).
    """

    def moved(curvature: sp.Expr) -> sp.Expr:
        return gram_gg + 2 * (1 - gamma * curvature) * gram_xg + (1 - gamma * curvature) ** 2 * gram_xx

    widest, own = 2 - gamma * (L + mu), 2 - gamma * (lam + mu)
    return widest * own * moved(lam), own * (widest * share * moved(mu) + penalty * gram_gg)


def one_step_certificate() -> Certificate:
    """A square times gamma (lam - mu), and what is left of |s|²."""
    own = 2 - gamma * (lam + mu)
    square = own**2 * gram_xx + 2 * own * gram_xg + gram_gg
    return Certificate(
        ((gamma * (lam - mu) * (2 - gamma * (L + mu)), square), (2 * (1 - gamma * mu) * gamma * (L - lam), gram_gg)),
        scope="every dimension: one eigenvalue of the step's mean Hessian, Gram scalars",
    )


def at_largest(steps: sp.Expr = H) -> Sides:
    """B against A D/B at lam = L, times 2 (H - 1); mu stands for m."""
    return 2 * (steps - 1) * gamma * (L - mu), (2 - gamma * (L + mu)) * (1 - gamma * mu * H)


def at_least(factor: int = 2) -> Sides:
    """B² against A D at lam = m (2 - gamma m) and gamma L = 1/H, times 2 H over gamma m; mu stands for m."""
    return factor * gamma * mu * H * (1 - gamma * mu) ** 2, (2 - gamma * mu) * (1 - gamma * mu * H)


def at_least_certificate() -> Certificate:
    """It is affine in gamma m H, which is at most 1/(2 - gamma m) because mu <= L <= 1/(gamma H)."""
    b = gamma * mu
    slope = (2 - b + 2 * (1 - b) ** 2) / (2 - b)
    return Certificate(((slope, 1 - b * H * (2 - b)), (b * (1 - b) / (2 - b), sp.S.One)), scope="all gamma m and H")


def sum_of_squares(bound: sp.Expr = ENOUGH) -> Sides:
    """sum_h u_h² against its bound, with u_h <= h/H + (H-h)(H-h-1)/(2H²) from (1 - b)^j >= 1 - j b and b = gamma mu <= 1/H."""
    u = h / H + (H - h) * (H - h - 1) / (2 * H**2)
    return sp.factor(sp.summation(sp.expand(u**2), (h, 0, H - 1))), bound


def mean_to_first_order() -> sp.Expr:
    """The mean over j < H of 1 - j b, b = gamma mu."""
    return 1 - gamma * mu * (H - 1) / 2


def mean_power(drop: sp.Expr = gamma * mu * H / 4) -> Sides:
    """The mean over j < H of 1 - j b + b² j (j-1)/2, b = gamma mu, which is at least S, against 1 - a/4."""
    return mean_to_first_order() + (gamma * mu) ** 2 * (H - 1) * (H - 2) / 6, 1 - drop


def margin(least: sp.Expr = MARGIN) -> tuple[Sides, Sides]:
    """3/8 against S (2 - (1 + a) S) at both ends of S; it is concave in S. Here a is gamma mu, which stands for any number in [0, 1]."""
    a = gamma * mu
    return tuple((least, sp.expand(S * (2 - (1 + a) * S))) for S in (1 - a / 2, 1 - a / 4))  # type: ignore[return-value]
