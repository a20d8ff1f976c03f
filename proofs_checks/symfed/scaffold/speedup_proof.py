"""The algebra behind Scaffold's linear speed-up: one inequality on the unit circle, and why it holds.

1. A round is x_c+ = r(A_c) x_c + (q - r)(A_c) mean x + noise of covariance S_c (x_c = e + y_c), so that in frequency z
   e = K^-1 mean Z_c n_c with h_a = (z - q_a)/(z - r_a), K = mean_c h(A_c), Z_c = (z - r(A_c))^-1. Hence the stationary covariance is
   Sigma = (1/N) circle mean of K^-1 (mean_c Z_c S_c Z_c*) K^-*. In words.
2. S_c <= s v_a (1 - q_a^2) at a = A_c if C_c <= s I, with v_a = gamma/(a (2 - gamma a)). In words.
3. Re(conj(w) h_a) >= v_a (1 - q_a^2)/|z - r_a|^2 on the circle for every curvature a, with the multiplier
   w = constant (z + q_mu)/(z - r_mu), for which both sides agree at a = mu: `circle_inequality`, by machine.
4. w is analytic outside the disk. So the integrand is at most s times the Hermitian part of w K^-1, whose circle mean is w(infinity):
   Sigma <= s w(infinity)/N. In words.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import sympy as sp

from symfed.claims import Domain


class Unknowns(NamedTuple):
    """q_a, r_a and 1 - gamma a at a curvature a, the same at mu, and the share t = (1 - cos)/2 of the angle of z."""

    q: sp.Dummy
    r: sp.Dummy
    y: sp.Dummy
    q_mu: sp.Dummy
    r_mu: sp.Dummy
    y_mu: sp.Dummy
    share: sp.Dummy


@cache
def unknowns() -> Unknowns:
    """One set of them, so that statements and multipliers speak of the same."""
    return Unknowns(*[sp.Dummy(name, nonnegative=True) for name in Unknowns._fields])


def curvatures() -> Domain:
    """q falls and r grows with the curvature, between 0 and 1 (where gamma L <= 1), which is all that is used of them; and an angle."""
    u = unknowns()
    return Domain(
        (u.q_mu <= 1, u.q <= u.q_mu, u.r <= 1, u.r_mu <= u.r, u.share <= 1),
    )


@cache
def price() -> sp.Dummy:
    """The factor by which a multiplier is enlarged."""
    return sp.Dummy("price", nonnegative=True)


def circle_inequality(factor: sp.Expr, factor_mu: sp.Expr, zero: int = 1) -> tuple[sp.Expr, sp.Expr]:
    """(left, right) of v_a (1 - q_a^2)/|z - r_a|^2 <= Re(conj(w) h_a) without denominators.

    Uses 1/(gamma a H) = (1 - r_a)/(1 - q_a). `factor` and `factor_mu` stand for the parts 2 - gamma a and 2 - gamma mu of v that the
    multiplier takes account of. `zero` = 1 puts the zero of w at -q_mu.
    """
    u = unknowns()
    cosine = 1 - 2 * u.share
    # real parts of (conj(z) + zero q_mu)(z - r_mu) and of (z - q)(conj(z) - r); their imaginary parts are multiples of the sine
    multiplier = 1 - zero * u.q_mu * u.r_mu + (zero * u.q_mu - u.r_mu) * cosine
    response = 1 + u.q * u.r - (u.q + u.r) * cosine
    sines = (zero * u.q_mu + u.r_mu) * (u.q - u.r) * (1 - cosine**2)
    pole = 1 - 2 * u.r_mu * cosine + u.r_mu**2
    left = factor_mu * (1 - u.q_mu) * (1 - u.r) * (1 + u.q) * pole
    return left, factor * (1 - u.r_mu) * (multiplier * response - sines)


def at_one(factor: sp.Expr, factor_mu: sp.Expr) -> sp.Expr:
    """What must be non-negative at z = 1."""
    u = unknowns()
    return (1 + u.q_mu) * (1 - u.q) * factor - (1 - u.q_mu) * (1 + u.q) * factor_mu


def at_minus_one(factor: sp.Expr, factor_mu: sp.Expr) -> sp.Expr:
    """What must be non-negative at z = -1."""
    u = unknowns()
    return (1 - u.r_mu) * (1 + u.r) * factor - (1 - u.r) * (1 + u.r_mu) * factor_mu


def multipliers(factor: sp.Expr, factor_mu: sp.Expr) -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """right - left is concave in cos, so that its two ends decide: multipliers of the ends and of the curvature."""
    u = unknowns()
    return (
        ((1 - u.share) * (1 - u.r_mu) ** 2 * (1 - u.r), at_one(factor, factor_mu)),
        (u.share * (1 - u.q_mu) * (1 + u.q) * (1 + u.r_mu), at_minus_one(factor, factor_mu)),
        (8 * factor * (1 - u.r_mu) * u.share * (1 - u.share), u.q_mu * (u.r - u.r_mu) + u.r_mu * (u.q_mu - u.q)),
    )


def peak_inequality(constant: int) -> tuple[sp.Expr, sp.Expr]:
    """(left, right) of (1 - r_L) G_a <= constant G_b on the circle, G_a = (1 - r_a)(1 + q_a)/|z - r_a|^2, without denominators.

    Any two curvatures a, b up to L. Here (q, r) are a's, `q_mu` stands for q_b and `r_mu` for r_b; r_L is at least r_a and r_b.
    """
    u = unknowns()
    cosine, top = 1 - 2 * u.share, stiffest()
    pole_a, pole_b = (1 - 2 * cosine * r + r**2 for r in (u.r, u.r_mu))
    return (1 - top) * (1 - u.r) * (1 + u.q) * pole_b, constant * (1 - u.r_mu) * (1 + u.q_mu) * pole_a


@cache
def stiffest() -> sp.Dummy:
    """r_L."""
    return sp.Dummy("r_L", nonnegative=True)


def any_two() -> Domain:
    """No order between the two curvatures; both below L, where gamma L <= 1."""
    u = unknowns()
    return Domain((stiffest() <= 1, u.r <= stiffest(), u.r_mu <= stiffest(), u.q <= 1, u.q_mu <= 1, u.share <= 1))


def peak_multipliers() -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """Why `peak_inequality(8)` holds: with a = 1 - r_a and b = 1 - r_b it is affine in the share t of the angle, whose ends decide."""
    u = unknowns()
    a, b, m, t = 1 - u.r, 1 - u.r_mu, 1 - stiffest(), u.share
    return (
        (8 * b * u.q_mu, a**2 + 4 * u.r * t),
        (m * a * (1 - u.q), b**2 + 4 * u.r_mu * t),
        (2 * a * b**2, a - m),
        (8 * a * u.r_mu * t, b - m),
        (2 * (1 - t), a**2 * b * (4 - b)),
        (2 * t * b, 3 * b),
        (2 * t * b * (1 - a), 16 - 3 * b - (4 - b) * a),
    )
