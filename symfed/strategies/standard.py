"""Standard problems: small ones on which remainders are measured, and quadratics on which loose constants break.

Random small problems agree with almost anything; a constant that holds for three clients can fall at a hundred. Those have many
clients and one unlike the others, large condition numbers, long rounds; they are in dimension one and exact, so that a thousand clients
cost no more than a power each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core.grammar import rational_number
from symfed.core.symbols import theta
from symfed.models.problems import LogisticProblem, Problem, QuadraticProblem, ScalarProblem
from symfed.strategies.instance import Instance

#: (clients, curvature of all but one, of the one, gamma times L, local steps)
_POPULATIONS: tuple[tuple[int, int, int, flint.fmpq, int], ...] = (
    (101, 1, 100, flint.fmpq(1, 100), 50),
    (101, 100, 1, flint.fmpq(1), 2),
    (101, 100, 1, flint.fmpq(1, 4), 4),
    (1000, 1, 100, flint.fmpq(1, 10), 10),
    (1000, 100, 99, flint.fmpq(1), 100),
    (2, 1, 10000, flint.fmpq(1, 2), 100),
    (2, 1, 10000, flint.fmpq(1), 2),
    (125, 4, 1, flint.fmpq(1), 2),
    (30, 1, 2500, flint.fmpq(1), 50),
)


@lru_cache(maxsize=1)
def hard_quadratics() -> Sequence[Instance]:
    """Exact instances in dimension one: all clients but one alike, with noise of their own; and clients that are all alike.

    A start is three units from the optimum, and `t` counts up to four hundred rounds where a statement asks for them.
    """
    found = []
    for N, others, one, step, H in _POPULATIONS:
        for noisy in (1, N):  # one noisy client, or all of them
            A = np.array([[[flint.fmpq(one)]]] + [[[flint.fmpq(others)]]] * (N - 1), dtype=object)
            centres = np.array([[flint.fmpq(1)]] + [[flint.fmpq(0)]] * (N - 1), dtype=object)
            noise = np.array([[[flint.fmpq(1 if c < noisy else 0)]] for c in range(N)], dtype=object)
            found.append(_instance(QuadraticProblem(A, centres, noise), min(one, others), max(one, others), step, H))
    alike = np.array([[[flint.fmpq(1)]]] * 3, dtype=object)
    same = QuadraticProblem(alike, np.array([[flint.fmpq(1)]] * 3, dtype=object), alike)
    return tuple([*found, _instance(same, 1, 1, flint.fmpq(1, 2), 4), _instance(same, 1, 100, flint.fmpq(1, 10), 100)])


def _instance(problem: QuadraticProblem, mu: int, L: int, step: Any, H: int) -> Instance:
    # rationals grow with every step: long runs are for few clients and short rounds
    t = 3 if H > 4 or problem.num_clients > 125 else 60 if problem.num_clients > 3 else 400
    start: dict[str, Any] = {"start": problem.optimum + 3, "t": t}
    return Instance(problem, step / L, H, flint.fmpq(mu), flint.fmpq(L), start)


def _softplus(scale: sp.Expr) -> sp.Expr:
    return sp.log(1 + sp.exp(scale * theta))


@cache
def homogeneous_scalars() -> tuple[ScalarProblem, ...]:
    """Asymmetric, non-quadratic, noisy; one client, then the same client twice."""
    half = sp.Rational(1, 2)
    client = [theta**2 / 4 + _softplus(sp.Integer(1)), theta**2 / 2 - theta + _softplus(half), theta**2 / 3 + theta / 2]
    return ScalarProblem([client]), ScalarProblem([client, client])


@cache
def heterogeneous_scalars() -> tuple[ScalarProblem, ...]:
    """Two and three clients that differ in gradient, Hessian, third derivative and noise."""
    one = [theta**2 / 4 + _softplus(sp.Integer(1)), theta**2 / 2 - theta]
    two = [theta**2 / 3 + 2 * _softplus(-sp.Rational(1, 2)), theta**2 / 2 + theta / 2, theta**2 / 4 + _softplus(-sp.Integer(1))]
    three = [theta**2 / 5 + sp.cosh(theta) / 4 + theta, theta**2 / 3 - theta / 3]
    return ScalarProblem([one, two]), ScalarProblem([one, two, three])


@cache
def deterministic_scalars() -> tuple[ScalarProblem, ...]:
    """Heterogeneous clients with one sample each: no noise."""
    one, two = theta**2 / 4 + _softplus(sp.Integer(1)), theta**2 / 3 + 2 * _softplus(-sp.Rational(1, 2)) + theta / 2
    return (ScalarProblem([[one], [two]]), ScalarProblem([[one], [two], [theta**2 / 5 + sp.cosh(theta) / 4 + theta]]))


@cache
def multiplicative_quadratics() -> tuple[ScalarProblem, ...]:
    """Quadratic clients whose samples differ in curvature: the noise covariance depends on theta, smoothly."""
    one = [theta**2 / 4 - theta / 2, 3 * theta**2 / 4 + theta / 3]
    two = [theta**2 / 2 + theta, theta**2 / 3 - theta / 2, theta**2]
    return ScalarProblem([one]), ScalarProblem([one, two])


@cache
def heterogeneous_quadratics() -> tuple[Problem, ...]:
    """Exact, with Hessians that do not commute and unequal noise, in dimensions one, two and three."""
    return (
        QuadraticProblem([[[1]], [[3]]], [[0], [1]], [[[1]], [[2]]]),
        QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 4]], [[3, -1], [-1, 1]]], [[1, 0], [0, 1], [-1, 2]], [[1, 0], [0, 2]]),
        QuadraticProblem(
            [[[2, 1, 0], [1, 3, 1], [0, 1, 2]], [[1, 0, 0], [0, 2, -1], [0, -1, 3]]],
            np.array([[1, 0, 2], [0, flint.fmpq(1, 2), -1]], dtype=object),
            [[[1, 0, 0], [0, 1, 0], [0, 0, 1]], [[2, 1, 0], [1, 2, 0], [0, 0, 1]]],
        ),
    )


@cache
def logistic_planes() -> tuple[LogisticProblem, ...]:
    """Two heterogeneous clients in dimensions two and three; nothing is diagonal, third derivatives differ in every direction."""
    plane = np.array([[[1, 0.5], [-0.5, 1], [1, -1]], [[0.5, 1], [1, 1.5], [-1, 0.25]]])
    space = np.array([[[1, 0.5, 0], [-0.5, 1, 1]], [[0.5, 1, -1], [1, -0.5, 0.5]]])
    return LogisticProblem(list(plane), [[1, -1, 1], [1, 1, -1]], 0.5), LogisticProblem(list(space), [[1, -1], [1, 1]], 0.5)


@cache
def bent_scalars() -> tuple[ScalarProblem, ...]:
    """Three with skewed noise, and so that no term of a second-order expansion is close to zero; two would have <b g^2> = <b><g^2>."""

    def loss(curvature: str, slope: int, times: int, inside: sp.Expr) -> sp.Expr:
        return rational_number(curvature, "curvature") * theta**2 + sp.Rational(slope, 2) * theta + times * sp.log(1 + sp.exp(inside))

    one = [loss("1/4", 3, 3, theta - 2), loss("1/4", 1, 3, 1 - 3 * theta / 2)]
    two = [loss("1/8", 2, 2, 2 - theta), loss("1/4", 1, 2, 3 * theta / 2 - 2)]
    three = [loss("1/3", -1, 1, theta - 1)]
    return (ScalarProblem([one, two, three], [[sp.Rational(1, 4), sp.Rational(3, 4)], [sp.Rational(2, 5), sp.Rational(3, 5)], [1]]),)
