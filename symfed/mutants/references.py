"""References for formulas: problems on which no term vanishes, and their laws by roads that never saw a formula.

Here alone formulas are named, with the rule whose law each is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import flint

from symfed.checks.readings import LawReading, exact_bias, exact_second_moment
from symfed.checks.remainder import Reference
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems import Problem, QuadraticProblem, ScalarProblem
from symfed.reference.exact import Combination
from symfed.reference.result import Stationary
from symfed.reference.stationary import stationary
from symfed.strategies import Instance
from symfed.strategies.rates import worst_contraction, worst_radius, worst_squared_ratio
from symfed.strategies.standard import bent_scalars, heterogeneous_quadratics, logistic_planes


@cache
def line() -> tuple[QuadraticProblem, ...]:
    """Three quadratic clients in dimension one that have nothing in common."""
    return (QuadraticProblem([[[1]], [[2]], [[4]]], [[3], [-1], [2]], [[[1]], [[3]], [[2]]]),)


def curve() -> tuple[ScalarProblem, ...]:
    """Three clients in dimension one with skewed noise, for which no term of a second-order expansion is close to zero."""
    return bent_scalars()


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
    digits = 24 if get_algorithm(algorithm).keeps_memory else 30  # the first take seconds, the second tenths of one
    return stationary(algorithm, problem, gamma if precise else float(gamma), H, method="quadrature", digits=digits if precise else None)


def _bias(algorithm: str) -> LawReading:
    return LawReading(algorithm, "bias", _law)


def _second_moment(algorithm: str) -> LawReading:
    return LawReading(algorithm, "second_moment", _law)


@dataclass(frozen=True)
class NoisePart:
    """The part of a moment that is due to noise; the errors of both add up."""

    whole: LawReading
    calm: LawReading

    def __call__(self, problem: Problem, gamma: flint.fmpq, H: int) -> Array:
        part: Array = self.whole(problem, gamma, H) - self.calm(problem, gamma, H)
        return part

    def error(self, problem: Problem, gamma: flint.fmpq, H: int) -> float:
        return self.whole.error(problem, gamma, H) + self.calm.error(problem, gamma, H)


@dataclass(frozen=True)
class Extrapolated:
    """The weighted bias of several runs; weights(H) gives (weight, multiple of gamma, multiple of H) of each."""

    reading: LawReading
    weights: Callable[[int], tuple[tuple[flint.fmpq, int, int], ...]]

    def __call__(self, problem: Problem, gamma: flint.fmpq, H: int) -> Array:
        terms = [int(w.p) * self.reading(problem, step * gamma, local * H) / int(w.q) for w, step, local in self.weights(H)]
        total: Array = sum(terms[1:], terms[0])
        return total

    def error(self, problem: Problem, gamma: flint.fmpq, H: int) -> float:
        return sum(abs(float(w)) * self.reading.error(problem, step * gamma, local * H) for w, step, local in self.weights(H))


def _two_runs(H: int) -> tuple[tuple[flint.fmpq, int, int], ...]:
    return (flint.fmpq(2), 1, 1), (flint.fmpq(-1), 2, 1)


def _two_rounds(H: int) -> tuple[tuple[flint.fmpq, int, int], ...]:
    return (flint.fmpq(2 * H - 1, H), 1, 1), (flint.fmpq(1 - H, H), 1, 2)


def _spread(weights: tuple[int, ...], shared: bool, averaged: bool) -> Callable[[Instance], Array]:
    """The covariance of runs at gamma, 2 gamma, ..., or of their averages, from the joint chain."""

    def truth(i: Instance) -> Array:
        runs = Combination("fedavg", i.problem, [(k * i.gamma, i.H) for k in range(1, len(weights) + 1)], weights, shared)
        return runs.long_run_covariance() if averaged else runs.stationary().covariance

    return truth


BIAS, CALM_BIAS = _bias("fedavg"), _bias("fedavg_deterministic")
#: The reference of each expansion.
REFERENCES: dict[str, Reference] = {
    "fedavg_bias": BIAS,
    "fedavg_bias_heterogeneity": CALM_BIAS,
    "fedavg_bias_stochastic": NoisePart(BIAS, CALM_BIAS),
    "fedavg_second_moment": _second_moment("fedavg"),
    "sgd_bias": _bias("sgd"),
    "sgd_second_moment": _second_moment("sgd"),
    "richardson_romberg_bias": Extrapolated(BIAS, _two_runs),
    "richardson_romberg_h_bias": Extrapolated(BIAS, _two_rounds),
    "fedlsa_bias_first_order": CALM_BIAS,
    "fedlsa_second_moment": _second_moment("fedlsa"),
    "scaffold_bias": _bias("scaffold"),
    "scaffold_second_moment": _second_moment("scaffold"),
    "scaffold_bias_order_2": _bias("scaffold"),
    "scaffold_second_moment_order_2": _second_moment("scaffold"),
    "fedavg_bias_order_2": BIAS,
    "fedavg_second_moment_order_2": _second_moment("fedavg"),
    "sgd_bias_order_2": _bias("sgd"),
    "sgd_second_moment_order_2": _second_moment("sgd"),
    "fedavg_deterministic_bias_order_2": CALM_BIAS,
    "fedavg_deterministic_second_moment_order_2": _second_moment("fedavg_deterministic"),
}
#: No equation that a reference could contradict by being different; with the printed formulas, they are judged by claims.
BOUNDS = ("fedlsa_bias_bound", "scafflsa_contraction", "scafflsa_error_bound", "scafflsa_local_steps", "scaffold_contraction_of_the_class")
#: Rules whose second orders are varied too.
SECOND_ORDERS = ("fedavg", "sgd", "fedavg_deterministic", "scaffold")
#: Expansions whose noise part is zero on quadratics have nothing to be compared with there.
EMPTY_ON_QUADRATICS = ("fedavg_bias_stochastic", "sgd_bias", "sgd_bias_order_2", "scaffold_bias", "scaffold_bias_order_2")
#: First-order formulas of a whole moment of a rule without memory: others have no quadrature in dimension two, or one that takes too long.
WHOLE = ("fedavg_bias", "fedavg_second_moment", "sgd_bias", "sgd_second_moment")
#: The reference of each exact formula on random instances.
TRUTHS: dict[str, Callable[[Any], Any]] = {
    "fedavg_fixed_point": exact_bias("fedavg"),
    "fedlsa_bias": exact_bias("fedlsa"),
    "fedavg_quadratic_second_moment": exact_second_moment("fedavg"),
    "fedavg_averaged_variance": _spread((1,), True, True),
    "richardson_romberg_variance": _spread((2, -1), True, False),
    "richardson_romberg_variance_independent": _spread((2, -1), False, False),
    "richardson_romberg_averaged_variance": _spread((2, -1), True, True),
    "richardson_romberg_averaged_variance_independent": _spread((2, -1), False, True),
    "fedavg_contraction": lambda case: worst_contraction("fedavg", case),
    "fedavg_wasserstein_rate": lambda case: worst_squared_ratio("fedavg", case),
    "scaffold_contraction": lambda case: worst_radius("scaffold", case),
}
