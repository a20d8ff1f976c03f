"""Exact quadratics on which statements without a condition on step size or local steps fail, with proofs.

In dimension one with theta* = 0.
"""

from __future__ import annotations

from collections.abc import Callable

import flint
import numpy as np
import sympy as sp

from symfed.checks.growth import Counterexample, LowerBound, Step, above, at_least, equal, number
from symfed.core.symbols import gamma, t, theta, zeta1
from symfed.models.problems import QuadraticProblem
from symfed.strategies.control_variates import RoundCase, by_rule


def long_step() -> Counterexample:
    """With gamma = 3 on theta²/2 a round doubles what is there: no law is stationary."""
    return Counterexample(
        instance={
            "stochastic gradient": "theta + z, z = +-1 with probability 1/2",
            "constants": "N = H = 1, mu = L = 1, gamma = 3, so that theta' = -2 theta - 3 z",
        },
        steps=(
            Step("if phi is the characteristic function of a stationary law, |phi(u)| = |phi(2u)| |cos 3u|"),
            Step(
                "2 sin(w) cos(w) = sin(2w), so |phi(2^t u)| |sin(3 2^t u)| = |phi(u)| 2^t |sin 3u|",
                lambda: sp.simplify(2 * sp.sin(theta) * sp.cos(theta) - sp.sin(2 * theta)) == 0,
            ),
            Step("the left side is at most 1 for every t, hence phi(u) = 0 for 0 < u < 1"),
            Step("phi is continuous with phi(0) = 1: there is no stationary law"),
        ),
    )


def equal_hessians_apart() -> LowerBound:
    """Two clients whose Hessians stay as they are while their gradients at theta* grow: FedAvg-D's limit leaves with them."""
    x, quarter = -zeta1 / 11, number(1, 4)
    ends = [(1 - k * quarter) ** 2 * x - sign * quarter * zeta1 * (2 - k * quarter) for k, sign in ((1, 1), (3, -1))]
    return LowerBound(
        instance={
            "clients": "f_1' = theta + G, f_2' = 3 theta - G, exact gradients",
            "constants": "N = H = 2, gamma = 1/4; second-order measure 1 for every G = zeta1, first-order measure G^2",
        },
        bound=zeta1**2 / 121,
        variable=zeta1,
        towards=sp.oo,
        steps=(
            Step("a round from -G/11 ends there", equal(sp.Add(*ends) / 2, x)),
            Step(
                "a round multiplies distances from it by ((3/4)^2 + (1/4)^2)/2 = 5/16, so the iterates tend to -G/11",
                equal(sp.Add(*((1 - k * quarter) ** 2 for k in (1, 3))) / 2, sp.Rational(5, 16)),
            ),
            Step(
                "as T grows the printed right side tends to chi(1/4, 2, 1), a number, and the left side to G^2/121",
                (equal(sp.Limit(sp.Rational(5, 16) ** t, t, sp.oo), 0), equal(x**2, zeta1**2 / 121)),
            ),
        ),
    )


def whole_covariance() -> LowerBound:
    """H = 1/gamma: the squared fixed point does not vanish with gamma."""
    return _as_many_steps("the second moment x^2, of which gamma/N A C = 0 is accounted for,", lambda x: x**2, sp.Rational(1, 64))


def beyond_first_order() -> LowerBound:
    """H = 1/gamma: the fixed point less its first order, gamma (H-1)/2 mean (f_c'' - f'') f_c'/f'' = -gamma (H-1)/6, does not vanish."""
    return _as_many_steps("x less its first order -gamma (H-1)/6", lambda x: x + (1 - gamma) / 6, sp.Rational(1, 32))


def _as_many_steps(says: str, missed: Callable[[sp.Expr], sp.Expr], bound: sp.Expr) -> LowerBound:
    """Two clients without noise and H = 1/gamma: the fixed point x of a round tends to a number, and so does missed(x)."""
    one, two = (sp.Dummy(name, nonnegative=True) for name in ("q_1", "q_2"))
    x = -(sp.Rational(1, 2) - one + two / 2) / (2 - one - two)
    in_the_limit = missed(x).subs({one: sp.exp(-1), two: sp.exp(-2), gamma: 0})
    ends = (one * (x + 1) - 1, two * (x - sp.Rational(1, 2)) + sp.Rational(1, 2))
    return LowerBound(
        instance={
            "clients": "f_1' = theta + 1, f_2' = 2 theta - 1, exact gradients",
            "constants": "N = 2, mu = 1, L = 2, C(theta*) = 0; gamma = 1/H, H = 2, 3, ...",
        },
        bound=bound,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "with q_c = (1 - c gamma)^H in [0, 1) a round contracts, and from x = -(1/2 - q_1 + q_2/2)/(2 - q_1 - q_2) it ends there",
                equal(sum(ends) / 2, x),
            ),
            Step(
                f"q_c tends to exp(-c), so {says} tends to a number larger than {bound}",
                (*(equal(sp.Limit((1 - k * gamma) ** (1 / gamma), gamma, 0), sp.exp(-k)) for k in (1, 2)), above(in_the_limit, bound)),
            ),
        ),
    )


def slow_controls() -> LowerBound:
    """Scaffold, gamma = 1/L and H = 8 on two clients without noise: the control variates learn more slowly than (1 - gamma mu/4)^H."""
    case = RoundCase(
        problem=QuadraticProblem(np.array([[[flint.fmpq(1)]], [[flint.fmpq(1, 2)]]], dtype=object), [[-1], [2]]),
        gamma=flint.fmpq(1),
        H=8,
        mu=flint.fmpq(1, 2),
        L=flint.fmpq(1),
        start=np.array([flint.fmpq(0)], dtype=object),
        control_variates=np.array([[flint.fmpq(0)]] * 2, dtype=object),
    )

    def after(e: int, y: int) -> tuple[sp.Rational, ...]:
        """(e, y) after a round by the rule, the deviations y of the clients being y and -y."""
        controls = np.array([[flint.fmpq(sign * y, 8)] for sign in (1, -1)], dtype=object) - case.gradients
        ends = by_rule("scaffold", RoundCase(case.problem, case.gamma, 8, case.mu, case.L, case.start + e, controls))
        theta_next, deviations = case.deviations(ends)
        return tuple(sp.Rational(str(value)) for value in (theta_next[0], deviations[0, 0]))

    keeps, pushes = sp.Rational(1665, 2048), sp.Rational(127, 2048)
    return LowerBound(
        instance={
            "clients": "f_1' = theta + 1, f_2' = theta/2 - 1, exact gradients",
            "constants": "N = 2, mu = 1/2, L = gamma = 1, H = 8, gamma H L = 8; sigma = Q = 0, zeta^2 = 1",
            "start": "at theta* = 0, control variates 0; e = theta, y and -y are gamma H (xi_c - xi_c*) for c = 1, 2; t counts rounds",
        },
        bound=(8 * pushes) ** 2 * (keeps - sp.Rational(1, 512)) ** (2 * t - 2),
        variable=t,
        towards=sp.oo,
        steps=(
            Step(
                "by the rule a round maps (e, y) = (1, 0) to (1/512, -1/512)",
                lambda: after(1, 0) == (sp.Rational(1, 512), -sp.Rational(1, 512)),
            ),
            Step("and (0, 1) to (127/2048, 1665/2048)", lambda: after(0, 1) == (pushes, keeps)),
            Step(
                "so 0 <= e <= y is kept, with y+ >= (1665/2048 - 1/512) y and e+ >= 127/2048 y",
                at_least(keeps - number(1, 512), number(1, 512) + pushes),
            ),
            Step("e_0 = 0, y_0 = gamma H (0 + f_1'(0)) = 8", lambda: case.gradients[0, 0] * 8 == 8),
        ),
    )
