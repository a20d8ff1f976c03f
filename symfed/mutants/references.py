"""What formulas are compared with: problems on which no term hides, and their laws by roads that never saw a formula."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks.instances.cases import heterogeneous_quadratics, logistic_planes
from symfed.checks.instances.rates import worst_contraction, worst_squared_ratio
from symfed.checks.readings import DIGITS, exact_bias, exact_second_moment
from symfed.core.symbols import theta
from symfed.models.arrays import Array
from symfed.models.problems import Problem, QuadraticProblem, ScalarProblem
from symfed.reference.result import Stationary
from symfed.reference.stationary import stationary

Reference = Callable[[Problem, Any, int], Any]


@cache
def line() -> tuple[QuadraticProblem, ...]:
    """Three quadratic clients in dimension one that have nothing in common."""
    return (QuadraticProblem([[[1]], [[2]], [[4]]], [[3], [-1], [2]], [[[1]], [[3]], [[2]]]),)


@cache
def curve() -> tuple[ScalarProblem, ...]:
    """Three clients in dimension one with skewed noise, for which no term of a second-order expansion is close to zero."""

    def loss(curvature: str, slope: int, times: int, inside: sp.Expr) -> sp.Expr:
        return sp.Rational(curvature) * theta**2 + sp.Rational(slope, 2) * theta + times * sp.log(1 + sp.exp(inside))

    one = [loss("1/4", 3, 3, theta - 2), loss("1/4", 1, 3, 1 - 3 * theta / 2)]
    two = [loss("1/8", 2, 2, 2 - theta), loss("1/4", 1, 2, 3 * theta / 2 - 2)]
    three = [loss("1/3", -1, 1, theta - 1)]  # two clients would have <b g^2> = <b><g^2>
    return (ScalarProblem([one, two, three], [[sp.Rational(1, 4), sp.Rational(3, 4)], [sp.Rational(2, 5), sp.Rational(3, 5)], [1]]),)


@cache
def planes() -> tuple[Problem, ...]:
    """Exact quadratics in dimensions two and three."""
    return heterogeneous_quadratics()[1:]


@cache
def logistic_plane() -> tuple[Problem, ...]:
    """Logistic clients in dimension two."""
    return logistic_planes()[:1]


@lru_cache(maxsize=4096)
def _law(algorithm: str, problem: Problem, gamma: flint.fmpq, H: int) -> Stationary:
    if isinstance(problem, QuadraticProblem):
        return stationary(algorithm, problem, gamma, H, method="exact")
    precise = isinstance(problem, ScalarProblem)
    return stationary(algorithm, problem, gamma if precise else float(gamma), H, method="quadrature", digits=30 if precise else None)


def floor(problem: Problem, gamma: flint.fmpq, H: int) -> float:
    """Below this, differences from the reference are its own error: the scalar quadrature is asked for 30 digits of the law's spread."""
    if isinstance(problem, ScalarProblem):
        return 1e-28
    return float(max(_law("fedavg", problem, gamma, H).error))


def _bias(algorithm: str) -> Reference:
    def from_law(problem: Problem, gamma: flint.fmpq, H: int) -> Array:
        centre = np.array(problem.optimum_to(DIGITS), dtype=object) if isinstance(problem, ScalarProblem) else problem.optimum
        bias: Array = np.asarray(_law(algorithm, problem, gamma, H).mean, dtype=object) - centre
        return bias

    return from_law


def _second_moment(algorithm: str) -> Reference:
    return lambda problem, gamma, H: _law(algorithm, problem, gamma, H).second_moment


def _noise_part(whole: Reference, calm: Reference) -> Reference:
    return lambda problem, gamma, H: whole(problem, gamma, H) - calm(problem, gamma, H)


BIAS, CALM_BIAS = _bias("fedavg"), _bias("fedavg_deterministic")
#: What an expansion is compared with.
REFERENCES: dict[str, Reference] = {
    "fedavg_bias": BIAS,
    "fedavg_bias_heterogeneity": CALM_BIAS,
    "fedavg_bias_stochastic": _noise_part(BIAS, CALM_BIAS),
    "fedavg_covariance": _second_moment("fedavg"),
    "sgd_bias": _bias("sgd"),
    "sgd_covariance": _second_moment("sgd"),
    "fedavg_bias_order_2": BIAS,
    "fedavg_second_moment_order_2": _second_moment("fedavg"),
    "sgd_bias_order_2": _bias("sgd"),
    "sgd_second_moment_order_2": _second_moment("sgd"),
    "fedavg_deterministic_bias_order_2": CALM_BIAS,
    "fedavg_deterministic_second_moment_order_2": _second_moment("fedavg_deterministic"),
}
#: First-order formulas of a whole moment: for those of its parts the quadrature in dimension two takes too long.
WHOLE = ("fedavg_bias", "fedavg_covariance", "sgd_bias", "sgd_covariance")
#: What an exact formula is compared with on random instances.
TRUTHS: dict[str, Callable[[Any], Any]] = {
    "fedavg_fixed_point": exact_bias("fedavg"),
    "fedavg_quadratic_covariance": exact_second_moment("fedavg"),
    "fedavg_contraction": lambda case: worst_contraction("fedavg", case),
    "fedavg_wasserstein_rate": lambda case: worst_squared_ratio("fedavg", case),
}
