"""Equal clients whose loss is not quadratic: under Scaffold with two local steps the distance to theta* has a floor."""

from __future__ import annotations

import sympy as sp

from symfed.checks.growth import LowerBound, Step
from symfed.core.symbols import N, theta


def skewed_clients() -> LowerBound:
    """E (theta - theta*)^2 is at least a positive constant for every number of equal clients, gamma and H = 2 being fixed.

    f' = theta + log(1 + e^theta) - log 2, so f'' lies in (1, 2) and f''' > 0; noise +1 or -1; gamma = 1/4, theta* = 0.
    """
    slope = theta + sp.log(1 + sp.exp(theta)) - sp.log(2)
    third = sp.diff(slope, theta, 2)
    u = sp.Dummy("u", positive=True)  # stands for e^theta
    gamma, mu, L, C = sp.Rational(1, 4), sp.Integer(1), sp.Integer(2), sp.Integer(1)
    spread, reach, hull, least = sp.Rational(10, 3), sp.Rational(5, 2), sp.Integer(4), sp.Rational(1, 60)
    floor = least * gamma**2 * C / (4 * L)
    return LowerBound(
        instance={
            "losses": f"f' = {slope} for every client, gradients with additive noise z = +1 or -1, probability 1/2 each",
            "constants": "gamma = 1/4, H = 2, mu = 1, L = 2, theta* = 0, C = 1, any N",
        },
        steps=(
            Step(
                "f'' = 1 + u/(1+u) and f''' = u/(1+u)^2 with u = e^theta: 1 < f'' < 2, f''' > 0, f'(0) = 0",
                lambda: (
                    sp.simplify(sp.diff(slope, theta).subs(theta, sp.log(u)) - 1 - u / (1 + u)) == 0
                    and sp.simplify(third.subs(theta, sp.log(u)) - u / (1 + u) ** 2) == 0
                    and slope.subs(theta, 0) == 0
                ),
            ),
            Step(
                "xi_c+ = mean - own of (f'(theta) + f'(x_c1) + z_0 + z_1)/2, x_c1 = theta - gamma (f'(theta) + xi_c + z_0): their "
                "spread obeys D+ <= (gamma L (D + 2) + 4)/2, so |xi_c| <= D <= 10/3 from xi = 0 on",
                lambda: (gamma * L * (spread + 2) + 4) / 2 == spread,
            ),
            Step(
                "|theta+| <= (1 - gamma mu)^2 |theta| + gamma^2 L (D + 1) + 2 gamma, so |theta| <= 5/2",
                lambda: bool((1 - gamma * mu) ** 2 * reach + gamma**2 * L * (spread + 1) + 2 * gamma <= reach),
            ),
            Step(
                "so a stationary law exists (Krylov-Bogoliubov), and gradients are taken within |x| <= 5/2 + gamma (D + 1) < 4, where "
                "f''' >= e^4/(1+e^4)^2 >= 1/60, because e^4 <= 55",
                lambda: bool(reach + gamma * (spread + 1) < hull) and bool(sp.exp(4) <= 55) and bool(sp.Rational(55, 56**2) >= least),
            ),
            Step("stationarity of theta, the xi having mean zero over clients: E [f'(theta) + mean_c f'(x_c1)] = 0"),
            Step(
                "given theta and xi, Jensen with f''' >= 1/60 over z_0, then over clients: "
                "mean_c E f'(x_c1) >= f'(theta - gamma f'(theta)) + gamma^2 C/120",
            ),
            Step(
                "both f' are at most L |theta| in absolute value, as |theta - gamma f'(theta)| <= |theta|: 2 L E|theta| >= gamma^2 C/120",
                lambda: 2 * L * floor == least / 2 * gamma**2 * C,
            ),
            Step("E theta^2 >= (E|theta|)^2 >= (1/7680)^2 for every N", lambda: floor == sp.Rational(1, 7680)),
        ),
        bound=floor**2,
        variable=N,
        towards=sp.oo,
    )
