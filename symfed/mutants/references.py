"""What formulas are compared with: problems on which no term hides, and their laws by roads that never saw a formula."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import flint
import sympy as sp

from symfed.checks.instances.cases import heterogeneous_quadratics, logistic_planes
from symfed.checks.instances.rates import worst_contraction, worst_squared_ratio
from symfed.checks.readings import LawReading, exact_bias, exact_second_moment
from symfed.checks.remainder import Reference
from symfed.core.symbols import theta
from symfed.models.arrays import Array
from symfed.models.problems import Problem, QuadraticProblem, ScalarProblem
from symfed.reference.result import Stationary
from symfed.reference.stationary import stationary


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


def _bias(algorithm: str) -> LawReading:
    return LawReading(algorithm, "bias", _law)


def _second_moment(algorithm: str) -> LawReading:
    return LawReading(algorithm, "second_moment", _law)


@dataclass(frozen=True)
class NoisePart:
    """What noise adds to a moment; the errors of both add up."""

    whole: LawReading
    calm: LawReading

    def __call__(self, problem: Problem, gamma: flint.fmpq, H: int) -> Array:
        part: Array = self.whole(problem, gamma, H) - self.calm(problem, gamma, H)
        return part

    def floor(self, problem: Problem, gamma: flint.fmpq, H: int) -> float:
        return self.whole.floor(problem, gamma, H) + self.calm.floor(problem, gamma, H)


BIAS, CALM_BIAS = _bias("fedavg"), _bias("fedavg_deterministic")
#: What an expansion is compared with.
REFERENCES: dict[str, Reference] = {
    "fedavg_bias": BIAS,
    "fedavg_bias_heterogeneity": CALM_BIAS,
    "fedavg_bias_stochastic": NoisePart(BIAS, CALM_BIAS),
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
