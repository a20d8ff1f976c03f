"""Instances on which the slides' expansions of Scaffold's stationary law fail, with proofs. Dimension one, theta* = 0, two clients."""

from __future__ import annotations

import flint
import numpy as np
import sympy as sp

from proofs_checks.aistats.rough import kinked_noise
from symfed.checks.growth import LowerBound, Step, above, at_least, equal
from symfed.claims import Domain
from symfed.core.symbols import gamma
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import QuadraticProblem
from symfed.models.rounds import run_rounds
from symfed.reference.exact import stationary_exact


def _one_step_round(curvatures: tuple[sp.Expr, sp.Expr], noises: tuple[sp.Expr, sp.Expr], e: sp.Expr, d: sp.Expr) -> tuple[sp.Expr, ...]:
    """(e, xi_1, xi_2) after a round of the rule with H = 1 from e and xi = (d, -d), clients' gradients being a e + z."""
    a, z, xi = (np.array(pair, dtype=object)[:, None] for pair in (curvatures, noises, (d, -d)))
    after, renewed = run_rounds(get_algorithm("scaffold"), lambda x, t, h: a * x + z, np.array([e], dtype=object), gamma, 1, 2, xi=xi)[-1]
    return tuple(sp.expand(value) for value in (*after, *renewed[:, 0]))


def opposite_sign() -> LowerBound:
    """Equal noise, curvatures 1 and 3: the covariance of x and xi_1 is positive, and the slide's first order is negative."""
    e, d, z1, z2 = (sp.Dummy(name, real=True) for name in ("e", "d", "z_1", "z_2"))
    x_next, xi_next, _ = _one_step_round((sp.S.One, sp.Integer(3)), (z1, z2), e, d)
    second = gamma / (8 * (1 - gamma))
    covariance = (1 - 2 * gamma) * second

    def mean(product: sp.Expr) -> sp.Expr:
        """E of a polynomial in e, z_1, z_2: independent, centred, variances `second`, 1 and 1."""
        poly = sp.Poly(sp.expand(product), e, z1, z2)
        moments = {(0, 0, 0): 1, (2, 0, 0): second, (0, 2, 0): 1, (0, 0, 2): 1}
        return sp.Add(*[c * moments.get(powers, 0) for powers, c in poly.terms()])

    return LowerBound(
        instance={
            "stochastic gradients": "theta + z_1 and 3 theta + z_2, z_c = +-1 with probability 1/2",
            "constants": "N = 2, H = 1, C_1 = C_2 = C = 1, AC = 1/4",
            "printed": "first order for client 1: gamma/2 * 1/4 * (1 - 2) = -gamma/8",
        },
        bound=gamma / 8,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "by the rule, e' = (1 - 2 gamma) e - gamma (z_1 + z_2)/2",
                equal(x_next, (1 - 2 * gamma) * e - gamma * (z1 + z2) / 2),
            ),
            Step("and xi_1' - xi_1* = e - (z_1 - z_2)/2, whatever xi was", equal(xi_next, e - (z1 - z2) / 2)),
            Step("E e^2 = gamma/(8 (1 - gamma)) is stationary", equal(mean(x_next**2), second)),
            Step("E e'(xi_1' - xi_1*) = (1 - 2 gamma) E e^2", equal(mean(x_next * xi_next), covariance)),
            Step(
                "= gamma (1 - 2 gamma)/(8 (1 - gamma)) >= 0 for gamma <= 1/2, which is gamma/8 or more above -gamma/8",
                (equal(covariance * 8 * (1 - gamma), gamma * (1 - 2 * gamma)), at_least(gamma * (1 - 2 * gamma) / (8 * (1 - gamma)), 0)),
                Domain((2 * gamma <= 1,)),
            ),
        ),
    )


def kinked_controls() -> LowerBound:
    """Noise with a kink at theta*: the control variates' second moment misses its value at gamma = 0 by gamma^(1/2)."""
    e, d, z = (sp.Dummy(name, real=True) for name in ("e", "d", "z"))
    size = sp.Dummy("u", positive=True)  # 1 + |e|/2
    x_next, *xi_next = _one_step_round((sp.S.One, sp.S.One), (2 * z * size, sp.S.Zero), e, d)
    base = kinked_noise()
    return LowerBound(
        instance={
            "stochastic gradients": "theta + 2 z (1 + |theta|/2) and theta, z = +-1 with probability 1/2",
            "constants": "N = 2, H = 1, mu = 1, L = 2, theta* = 0; C_1 = 4, C_2 = 0, C = 2; e = theta; V, m, Q: the stationary E theta^2, E|theta|, E theta^4",
            "printed": "at gamma = 0: 1 for (1, 1) and -1 for (1, 2)",
        },
        bound=sp.sqrt(gamma) / (2 * sp.sqrt(14)),
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "by the rule, e' = (1 - gamma) e - gamma z (1 + |e|/2): the chain of one client with gradients theta + z (1 + |theta|/2)",
                equal(x_next, (1 - gamma) * e - gamma * z * size),
            ),
            Step("and xi_1' - xi_1* = -z (1 + |e|/2) = -(xi_2' - xi_2*)", (equal(xi_next[0], -z * size), equal(xi_next[1], z * size))),
            *base.steps[:-1],
            Step(
                "so (1, 1) is E (1 + |e|/2)^2 >= 1 + m >= 1 + gamma^(1/2)/(2 sqrt(14)), and (1, 2) is minus that",
                equal((1 + size / 2) ** 2, 1 + size + size**2 / 4),
            ),
        ),
    )


def long_rounds() -> LowerBound:
    """H = 1/(2 gamma), so that gamma H L = 1/2: the second moment less gamma/N A C is of order gamma itself."""
    half = sp.Rational(1, 2)
    curvatures, noises = (sp.S.One, sp.Rational(1, 4)), (0, 1)
    steps = 1 / (2 * gamma)
    q = [(1 - gamma * a) ** steps for a in curvatures]
    S = [gamma * C * (1 - qc**2) / (a * (2 - gamma * a)) for qc, a, C in zip(q, curvatures, noises, strict=True)]
    limits = [sp.exp(-a / 2) for a in curvatures]
    limit = _second_moment(
        limits, curvatures, half, [C * (1 - qc**2) / (2 * a) for qc, a, C in zip(limits, curvatures, noises, strict=True)]
    )

    def by_the_rule(H: int) -> bool:
        """The solution of the three equations is the second moment of the law that is found by running the rule."""
        step = flint.fmpq(1, 2 * H)
        hessians = np.array([[[1]], [[flint.fmpq(1, 4)]]], dtype=object)
        problem = QuadraticProblem(hessians, [[0], [0]], [[[0]], [[1]]])
        found = stationary_exact("scaffold", problem, step, H).second_moment[0, 0]
        at = {gamma: sp.Rational(1, 2 * H)}
        stated = _second_moment([sp.nsimplify(qc.subs(at)) for qc in q], curvatures, half, [sp.nsimplify(s.subs(at)) for s in S])
        return bool(sp.Rational(int(found.p), int(found.q)) == stated)

    return LowerBound(
        instance={
            "stochastic gradients": "theta and theta/4 + z, z = +-1 with probability 1/2",
            "constants": "N = 2, L = 1, gamma = 1/(2H), H = 1, 2, ...; C = 1/2, f'' = 5/8, gamma/N A C = gamma/5; a_c = 1, 1/4; "
            "e = theta, y and -y are gamma H (xi_c - xi_c*) for c = 1, 2; E is the stationary mean",
        },
        bound=gamma / 100,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "with q_c = (1 - gamma a_c)^H three equations hold for E e^2, E e y, E y^2; at H = 1, 2, 3 the rule's law solves them",
                lambda: all(by_the_rule(H) for H in (1, 2, 3)),
            ),
            Step("q_c tends to exp(-a_c/2)", tuple(equal(sp.Limit(qc, gamma, 0), end) for qc, end in zip(q, limits, strict=True))),
            Step(
                "(E e^2)/gamma tends to the solution with these, which exceeds 1/5 by more than 1/100",
                above(limit - half * 2 / 5, sp.Rational(1, 100)),
            ),
        ),
    )


def _second_moment(q: list[sp.Expr], curvatures: tuple[sp.Expr, sp.Expr], horizon: sp.Expr, S: list[sp.Expr]) -> sp.Expr:
    """E e² of two clients; horizon is gamma H, S the variances of what a round adds to a client's end."""
    r = [1 - (1 - qc) / (a * horizon) for qc, a in zip(q, curvatures, strict=True)]
    V, W, U = (sp.Dummy(name) for name in ("V", "W", "U"))
    to_e, to_y = ((q[0] + q[1]) / 2, (r[0] - r[1]) / 2), ((q[0] - q[1]) / 2, (r[0] + r[1]) / 2)

    def moved(one: tuple[sp.Expr, sp.Expr], other: tuple[sp.Expr, sp.Expr]) -> sp.Expr:
        return one[0] * other[0] * V + (one[0] * other[1] + one[1] * other[0]) * W + one[1] * other[1] * U

    equal, apart = (S[0] + S[1]) / 4, (S[0] - S[1]) / 4
    equations = [moved(to_e, to_e) + equal - V, moved(to_e, to_y) + apart - W, moved(to_y, to_y) + equal - U]
    return sp.linsolve(equations, [V, W, U]).args[0][0]
