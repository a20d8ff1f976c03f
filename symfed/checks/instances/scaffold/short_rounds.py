"""Scaffold where gamma H L <= 1: the algebra of its variance for unequal noise, and exact cases.

A round in frequency z is as in `symfed.checks.instances.speedup_proof`; here q_a >= r_a as well (the two meet at gamma a H = 1), and
r_a <= (1 - 1/H)^H <= 1/e < 3/8. If Re(conj(w) h_a) >= m on the circle for every curvature a, then |K^-1 v|² <= Re<v, w K^-1 v>/m, whose
circle mean is w(infinity)/m |v|², for every fixed v. Z_c v is the sum of r(A_c)^k v z^-(k+1), so that K^-1 Z_c v has a root mean square of
at most sqrt(w(infinity)/m)/(1 - 3/8) |v|. The multiplier used is w = CONSTANT (1 - r_mu)/(1 - q_mu) (z + q_mu)/(z - r_mu), with m = 1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks.instances.controlled_rounds import RoundCase, by_rule, round_cases
from symfed.checks.instances.scaffold.noise import mean_noise
from symfed.checks.instances.scaffold.speedup_proof import circle_inequality, unknowns
from symfed.core.domain import Domain
from symfed.reference.exact import expected_squared_distance, stationary_exact
from symfed.strategies import Instance, Strategy, instances

CONSTANT = sp.Rational(11, 5)


def short_curvatures() -> Domain:
    """q falls and r grows with the curvature, and q >= r; that r <= 3/8 is used as an assumed inequality only."""
    u = unknowns()
    return Domain((u.q_mu <= 1, u.q <= u.q_mu, u.r <= u.q, u.r_mu <= u.r, u.share <= 1), "r <= 3/8")


def bounded_below(constant: Any = CONSTANT, zero: int = 1) -> tuple[sp.Expr, sp.Expr]:
    """(left, right) of 1 <= Re(conj(w) h_a) without denominators."""
    u = unknowns()
    cosine = 1 - 2 * u.share
    left = (1 - u.q_mu) * (1 - 2 * u.r_mu * cosine + u.r_mu**2) * (1 - 2 * u.r * cosine + u.r**2)
    return left, circle_inequality(sp.sympify(constant), sp.S.One, zero)[1]


def terms() -> tuple[tuple[sp.Expr, sp.Expr], ...]:
    """Multipliers, and what is known to be non-negative: from z = 1, from z = -1, and from the concavity in cos between them."""
    u, k = unknowns(), CONSTANT
    front, back, between = (1 - u.share) * (1 - u.r), u.share * (1 - u.q_mu) * (1 + u.r), 8 * u.share * (1 - u.share)
    square = (1 - u.r_mu) ** 2  # beside what is known, so that the multipliers stay short
    return (
        (front * k * (1 + u.q_mu), square * (u.q_mu - u.q)),
        (front * (k - 1), square * (1 - u.q_mu)),
        (front * k * u.q_mu, square * (1 - u.q_mu)),
        (front * u.r, square * (1 - u.q_mu)),
        (back * (1 + u.r_mu) * (1 + k) * (1 + u.q), sp.Rational(3, 8) - u.r_mu),
        (back, (1 + u.r_mu) ** 2 * (u.q - u.r)),
        (between * k * (1 - u.r_mu) * u.q_mu, u.r - u.r_mu),
        (between * k * (1 - u.r_mu) * u.r_mu, u.q_mu - u.q),
        (between * 2 * u.r * u.r_mu, 1 - u.q_mu),
    )


def short(d: int, N: int) -> Strategy:
    """Noisy heterogeneous quadratics with gamma H L <= 1."""
    return instances(d, N, steps=(1, 5)).map(lambda i: replace(i, gamma=i.gamma / i.H))


def variance(i: Instance, constant: Any = 1, power: int = 1) -> tuple[Any, Any]:
    """E|theta - theta*|² under the stationary law, and constant gamma sigma²/(N^power mu) with sigma² the mean of tr C_c."""
    second = stationary_exact("scaffold", i.problem, i.gamma, i.H).second_moment
    trace = sum(second.diagonal(), flint.fmpq(0))
    return trace, constant * i.gamma * mean_noise(i) / (i.N**power * i.mu)


def from_zero(d: int, N: int) -> Strategy:
    """Rounds with gamma H L <= 1 and control variates that start at zero; where H is even the point starts at theta*."""

    def started(case: RoundCase) -> RoundCase:
        start = case.start if case.H % 2 else case.problem.optimum
        return replace(case, gamma=case.gamma / case.H, controls=0 * case.controls, start=start)

    return round_cases(d, N).map(started)


def transient(case: RoundCase, constant: Any = 4, heterogeneity: int = 1, rate: int = 1, rounds: int = 3) -> tuple[Any, Any]:
    """|theta_T - theta*|² by the rule, and constant (1 - gamma mu/4)^(rate H T) (|theta_0 - theta*|² + gamma² H² zeta²)."""
    end, start = by_rule("scaffold", case, rounds)[0] - case.problem.optimum, case.start - case.problem.optimum
    zeta2 = (case.gradients**2).sum() / case.N
    size = (start**2).sum() + heterogeneity * (case.gamma * case.H) ** 2 * zeta2
    return (end**2).sum(), constant * (1 - case.gamma * case.mu / 4) ** (rate * case.H * rounds) * size


def noisy_runs(d: int, N: int) -> Strategy:
    """As `short`, with a start."""
    return instances(d, N, steps=(1, 5), start=True).map(lambda i: replace(i, gamma=i.gamma / i.H))


def whole_rate(i: Instance, start: int = 4, noise: int = 6, rounds: int = 3) -> tuple[Any, Any]:
    """E|theta_t - theta*|² for t = 0 .. rounds, control variates from zero, and the rate with these two constants."""
    p, x = i.problem.jets, i.extra["start"]
    left = expected_squared_distance("scaffold", i.problem, i.gamma, i.H, rounds, x)
    size = ((x - i.problem.optimum) ** 2).sum() + (i.gamma * i.H) ** 2 * p.mean((p.gradients**2).sum(axis=1))
    shares = np.array([(1 - i.gamma * i.mu / 4) ** (i.H * t) for t in range(rounds + 1)], dtype=object)
    return left, start * shares * size + noise * i.gamma * mean_noise(i) / (i.N * i.mu)
