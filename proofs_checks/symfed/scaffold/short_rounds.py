"""Scaffold where gamma H L <= 1: the algebra of its variance for unequal noise, and exact cases.

A round in frequency z is as in `proofs_checks.symfed.scaffold.speedup_proof`, step 1.

1. Here q_a >= r_a as well (the two meet at gamma a H = 1), and r_a <= 3/8, since q_a <= 1/(1 + x + x²/2 + x³/6) <= 1 - 5 x/8,
   x = gamma a H. By machine, in symfed-scaffold-short-rounds-factors.
2. Re(conj(w) h_a) >= 1 on the circle for every curvature a, with the multiplier
   w = CONSTANT (1 - r_mu)/(1 - q_mu) (z + q_mu)/(z - r_mu): `bounded_below`, by machine.
3. So |K^-1 v|² <= Re<v, w K^-1 v>, whose circle mean is w(infinity) |v|², for every fixed v. In words.
4. Z_c v is the sum of r(A_c)^k v z^-(k+1), so that K^-1 Z_c v has a root mean square of at most sqrt(w(infinity))/(1 - 3/8) |v|.
   In words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import flint
import numpy as np
import sympy as sp

from proofs_checks.symfed.scaffold.noise import mean_noise
from proofs_checks.symfed.scaffold.speedup_proof import circle_inequality, unknowns
from symfed.claims import Domain
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import expected_squared_distance, stationary_exact
from symfed.strategies import Instance, Strategy, instances
from symfed.strategies.control_variates import RoundCase, by_rule, round_cases

CONSTANT = sp.Rational(11, 5)


def short_curvatures() -> Domain:
    """q falls and r grows with the curvature, q >= r and r <= 3/8; and an angle."""
    u = unknowns()
    return Domain((u.q_mu <= 1, u.q <= u.q_mu, u.r <= u.q, u.r_mu <= u.r, u.r_mu <= sp.Rational(3, 8), u.share <= 1))


def bounded_below(constant: Any = CONSTANT, zero: int = 1) -> tuple[sp.Expr, sp.Expr]:
    """(left, right) of 1 <= Re(conj(w) h_a) without denominators."""
    u = unknowns()
    cosine = 1 - 2 * u.share
    left = (1 - u.q_mu) * (1 - 2 * u.r_mu * cosine + u.r_mu**2) * (1 - 2 * u.r * cosine + u.r**2)
    right = circle_inequality(sp.sympify(constant), sp.S.One, zero)[1]
    return left, sp.collect(sp.expand(right), u.share, sp.factor)


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


@lru_cache(maxsize=1)
def extremes() -> Sequence[Instance]:
    """Dimension one, gamma H L <= 1 and a start: equal clients, one noisy or one stiff client of several, large condition numbers."""
    found = []
    for N, others, one, product, H in ((1, 1, 1, 1, 1), (8, 1, 1, 1, 1), (5, 1, 100, 1, 2), (3, 100, 1, 1, 4), (2, 1, 10000, 1, 4)):
        for noisy in {1, N}:
            A = np.array([[[flint.fmpq(one)]]] + [[[flint.fmpq(others)]]] * (N - 1), dtype=object)
            centres = np.array([[flint.fmpq(1)]] + [[flint.fmpq(0)]] * (N - 1), dtype=object)
            noise = np.array([[[flint.fmpq(int(c < noisy))]] for c in range(N)], dtype=object)
            problem = QuadraticProblem(A, centres, noise)
            mu, L = flint.fmpq(min(one, others)), flint.fmpq(max(one, others))
            found.append(Instance(problem, product / (L * H), H, mu, L, {"start": problem.optimum + 3}))
    return tuple(found)


@lru_cache(maxsize=1)
def slow_starts() -> Sequence[RoundCase]:
    """Equal clients of curvature mu = 1 under steps far below 1/L = 1/100: three rounds forget next to nothing of the start."""
    clients = [np.array([[[flint.fmpq(1)]]] * N, dtype=object) for N in (1, 3)]
    return tuple(
        RoundCase(
            problem=QuadraticProblem(A, 0 * A[:, 0]),
            gamma=flint.fmpq(1, steps),
            H=H,
            mu=flint.fmpq(1),
            L=flint.fmpq(100),
            start=np.array([flint.fmpq(3)], dtype=object),
            control_variates=0 * A[:, 0],
        )
        for A in clients
        for steps, H in ((1000, 2), (10000, 100))
    )


def variance(i: Instance, constant: Any = 1, power: int = 1) -> tuple[Any, Any]:
    """E|theta - theta*|² under the stationary law, and constant gamma sigma²/(N^power mu) with sigma² the mean of tr C_c."""
    second = stationary_exact("scaffold", i.problem, i.gamma, i.H).second_moment
    trace = sum(second.diagonal(), flint.fmpq(0))
    return trace, constant * i.gamma * mean_noise(i) / (i.N**power * i.mu)


def from_zero(d: int, N: int) -> Strategy:
    """Rounds with gamma H L <= 1 and control variates that start at zero; where H is even the point starts at theta*."""

    def started(case: RoundCase) -> RoundCase:
        start = case.start if case.H % 2 else case.problem.optimum
        return replace(case, gamma=case.gamma / case.H, control_variates=0 * case.control_variates, start=start)

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
