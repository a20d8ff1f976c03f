"""A loss whose third derivative is Lipschitz and no smoother, with a proof of what that costs.

In dimension one with theta* = 0 and N = H = 1; V stands for the stationary E theta².
"""

from __future__ import annotations

import sympy as sp

from proofs_checks.aistats.rough import nonnegative
from symfed.checks.growth import LowerBound, Step
from symfed.core.symbols import gamma, theta


def lipschitz_third_derivative() -> LowerBound:
    """f' = theta + |sin theta|³/5 with additive noise +1 or -1: f'''(0) = 0, so b_s = 0, and the bias is of order gamma^(3/2)."""
    share, power, L = sp.Rational(1, 5), 3, sp.Rational(8, 5)
    curve = share * sp.sin(theta) ** power  # |sin| = sin on (0, pi)
    third = share * (6 * sp.sin(theta) * sp.cos(theta) ** 2 - 3 * sp.sin(theta) ** 3)
    bound = share * (2 / sp.pi) ** power * (gamma / (2 * L)) ** sp.Rational(power, 2)
    return LowerBound(
        instance={
            "stochastic gradient": "theta + |sin(theta)|^3/5 + z, z = +-1 with probability 1/2",
            "constants": "N = H = 1, mu = 2/5, L = 8/5, theta* = 0, f'''(theta*) = 0, so b_s = 0",
        },
        bound=bound,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "f''' = (6 |sin| cos^2 - 3 |sin|^3)/5: zero at theta* = 0, even, with slopes of at most 27/5 on either side",
                lambda: (
                    sp.simplify(curve.diff(theta, 2) - third) == 0
                    and third.subs(theta, 0) == 0
                    and sp.simplify(third.diff(theta) - share * sp.cos(theta) * (6 - 27 * sp.sin(theta) ** 2)) == 0
                ),
            ),
            Step(
                "f'' lies in [2/5, 8/5], because |d/dtheta |sin|^3| <= 3",
                lambda: 1 - power * share == sp.Rational(2, 5) and 1 + power * share == L,
            ),
            Step("stationarity with H = 1: E f'(theta) = 0, so |E theta| = E |sin theta|^3/5"),
            Step(
                "iterates stay in |theta| <= 1 + 1/5 < pi/2, where |sin theta| >= (2/pi) |theta|",
                lambda: bool(1 + share < sp.pi / 2),
            ),
            Step(
                "|theta - gamma f'(theta)| >= (1 - gamma L) |theta| gives V >= gamma^2/(1 - (1 - gamma L)^2) >= gamma/(2 L)",
                lambda: nonnegative(2 * L * gamma**2 - gamma * (1 - (1 - gamma * L) ** 2)),
            ),
            Step("Jensen: E |theta|^3 >= V^(3/2)"),
        ),
    )
