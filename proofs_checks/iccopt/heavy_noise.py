"""Noise that the slides allow and their statements on Scaffold do not bear, with proofs: f_c are regular, samples are anything.

In dimension one with theta* = 0 and N = H = 1, where Scaffold's control variate rests at zero, so that Scaffold is SGD.
"""

from __future__ import annotations

import sympy as sp

from symfed.checks.growth import LowerBound, Step, at_least, equal, number
from symfed.claims import Domain
from symfed.core.symbols import b, gamma, theta


def heavy_noise() -> LowerBound:
    """Additive noise with a second moment and hardly more: the second moment misses gamma A C by gamma^(5/4).

    f' = theta + g, g = theta^3/(1 + theta^2); P(z = 2^k) = P(z = -2^k) = (25/64) (7/32)^k, and so u = theta g;
    y is where a step without noise leads.
    """
    s, k, p = (sp.Dummy(name, nonnegative=True) for name in ("s", "k", "p"))  # s = theta^2, p a step size
    count = sp.Dummy("count", integer=True, nonnegative=True)
    weight = sp.Rational(25, 32) * sp.Rational(7, 32) ** count
    C = sp.Rational(25, 4)
    pull = theta + theta**3 / (1 + theta**2)
    u = theta**4 / (1 + theta**2)

    def at(x: sp.Expr) -> sp.Expr:
        """u, an even function."""
        return u.subs(theta, x)

    def left(y: sp.Expr, w: sp.Expr) -> sp.Expr:
        """What the mean of u at y + w and at y - w has more than u at y: no part of it is negative."""
        parts = w**2 * (y**2 * (w**2 - y**2) ** 2 + w**4 + w**2 + 3 * y**4 + 6 * y**2)
        return parts / ((1 + y**2) * (1 + (y + w) ** 2) * (1 + (y - w) ** 2))

    def tail(m: sp.Expr) -> sp.Expr:
        """E[z^2; |z| >= 2^m]."""
        return sp.Rational(25, 4) * sp.Rational(7, 8) ** m

    up_to_a_quarter = Domain((4 * p <= 1,))
    return LowerBound(
        instance={
            "stochastic gradient": "theta + theta^3/(1 + theta^2) - z, P(z = 2^k) = P(z = -2^k) = (25/64) (7/32)^k, k = 0, 1, 2, ...",
            "constants": "N = H = 1, mu = 1, L = 17/8, |f'''| <= 5, theta* = 0, C = 25/4, A C = 25/8; gamma = 2^(-m), m >= 2; "
            "V, U are the stationary means of theta^2 and u = theta^4/(1 + theta^2); y = theta - gamma f'",
        },
        bound=sp.Rational(25, 72) * gamma ** sp.Rational(5, 4) - sp.Rational(25, 2) * gamma**2,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "f'' = 2 - (1 - s)/(1 + s)^2 with s = theta^2 lies in [1, 17/8]",
                (
                    equal(sp.Derivative(pull, theta), 2 - (1 - theta**2) / (1 + theta**2) ** 2),
                    at_least((1 + s) ** 2, 1 - s),
                    equal((1 + s) ** 2 / 8 + 1 - s, (s - 3) ** 2 / 8),
                ),
            ),
            Step(
                "f''' = (6 theta - 2 theta^3)/(1 + theta^2)^3, where |theta| <= (1 + theta^2)/2 and |theta|^3 <= (1 + theta^2)^2",
                equal(sp.Derivative(pull, (theta, 2)), (6 * theta - 2 * theta**3) / (1 + theta**2) ** 3),
            ),
            Step(
                "the probabilities sum to one and E z^2 = 25/4",
                (equal(sp.Sum(weight, (count, 0, sp.oo)), 1), equal(sp.Sum(sp.powsimp(4**count * weight), (count, 0, sp.oo)), C)),
            ),
            Step(
                "stationarity of theta^2: 2 (V + U) = gamma (E f'^2 + C), and f'^2 <= 4 theta^2 as f'/theta = 1 + s/(1 + s) <= 2",
                (equal(theta * pull, theta**2 + u), equal(pull / theta, 1 + theta**2 / (1 + theta**2))),
            ),
            Step(
                "hence V (2 - 4 gamma) <= gamma C, so that V <= gamma C; and gamma A C - V >= U - 2 gamma V >= U - 2 gamma^2 C",
                at_least(p * C * (2 - 4 * p), p * C),
                up_to_a_quarter,
            ),
            Step(
                "u is even, and convex: u'' = (12 s + 6 s^2 + 2 s^3)/(1 + s)^3",
                equal(sp.Derivative(u, (theta, 2)), (12 * theta**2 + 6 * theta**4 + 2 * theta**6) / (1 + theta**2) ** 3),
            ),
            Step(
                "so, z being symmetric, E u(y + gamma z) >= E max(u(y), u(gamma z)), and u(gamma z) counts where |z| >= 2^m",
                tuple(equal((at(y + w) + at(y - w)) / 2 - at(y), left(y, w)) for y, w in ((theta, b), (b, theta))),
            ),
            Step(
                "y = k theta with 1 - 2 gamma <= k <= 1, where u(y) >= k^4 u(theta), and k^4 >= 1 - 8 gamma",
                (
                    equal(u.subs(theta, k * theta) - k**4 * u, k**4 * theta**6 * (1 - k**2) / ((1 + theta**2) * (1 + k**2 * theta**2))),
                    at_least((1 - 2 * p) ** 4, 1 - 8 * p),
                ),
                up_to_a_quarter,
            ),
            Step("P(|z| >= 2^m) = (7/32)^m <= gamma^2", at_least(number(1, 4), number(7, 32))),
            Step(
                "u >= theta^2/2 where |theta| >= 1",
                (equal(2 * s**2 - s * (1 + s), s * (s - 1)), at_least(s * (s - 1), 0)),
                Domain((s >= 1,)),
            ),
            Step(
                "E[z^2; |z| >= 2^m] = (25/4) (7/8)^m >= (25/4) gamma^(1/4), as (7/8)^4 >= 1/2",
                (
                    equal(tail(sp.S.Zero), C),
                    equal(tail(count) - tail(count + 1), 4**count * weight),
                    at_least(number(7, 8) ** 4, sp.S.Half),
                ),
            ),
            Step(
                "stationarity of u: U >= (1 - 8 gamma)(1 - gamma^2) U + (25/8) gamma^(9/4), and (1 - 8 gamma)(1 - gamma^2) >= 1 - 9 gamma",
                at_least((1 - 8 * p) * (1 - p**2), 1 - 9 * p),
                up_to_a_quarter,
            ),
            Step("so U >= (25/72) gamma^(5/4)", equal(number(25, 8) / 9, sp.Rational(25, 72))),
        ),
    )
