"""One entry for every way of computing a stationary law."""

from __future__ import annotations

from typing import Any

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.problem import LARGEST_TENSOR, FiniteProblem, Problem, check_problem
from symfed.models.rings import FLOATS
from symfed.reference.enclosure import stationary_enclosed
from symfed.reference.exact import stationary_exact
from symfed.reference.exact.multiplicative_noise import form_numbers
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.quadrature.memory import is_followed
from symfed.reference.quadrature.solve import SIZES
from symfed.reference.result import Stationary
from symfed.reference.setting import Setting, is_affine, prepare
from symfed.reference.simulation import stationary_montecarlo
from symfed.reference.simulation.progress import Progress

METHODS = ("auto", "exact", "enclosure", "quadrature", "montecarlo")
_SMALL = {2: 1000, 3: 100}  # samples in all, of some milliseconds each, for which "auto" takes a quadrature in two and three dimensions


def stationary(
    algorithm: str | Algorithm,
    problem: Problem,
    gamma: Any,
    H: int,
    method: str = "auto",
    digits: int | None = None,
    seed: int = 0,
    *,
    budget: int = 4_000_000,
    progress: Progress | None = None,
) -> Stationary:
    """E_pi[theta] and E_pi[(theta - theta*)(theta - theta*)'] of an algorithm at constant step size, never by way of a formula.

    | method     | applies to                                             | answers                      | `error`                        |
    |------------|--------------------------------------------------------|------------------------------|--------------------------------|
    | exact      | affine rules on QuadraticProblem, LinearProblem        | rationals or floats, as data | 0, or the rounding             |
    |            | and with control variates too                          |                              |                                |
    | enclosure  | d = 1, finitely many samples, exact data               | mpmath numbers, `rigorous`   | a proved bound                 |
    | quadrature | d <= 3, finitely many samples; affine rules if d > 1;  | mpmath numbers, or floats    | difference of two resolutions  |
    |            | with control variates d = 1 and N <= 3                 |                              |                                |
    | montecarlo | everything                                             | floats, `budget` and `seed`  | one standard error             |

    "auto" takes the first that applies, save "enclosure", which must be asked for; what would be long (above a thousand samples in
    dimension two, a hundred in three) or does not settle is simulated; `.method` says which it was.
    `digits` are of the law's spread, for the two middle rows; None means 15 for an enclosure and floats for a quadrature. `budget`
    counts client steps. Raises InvalidInput where a method does not apply, UnstableStep where there is no stationary law, NotConverged.

    >>> from fractions import Fraction
    >>> stationary("fedavg", QuadraticProblem([[[1]], [[3]]], [[0], [4]]), Fraction(1, 4), 2).mean
    array([30/11], dtype=object)
    """
    if method not in METHODS:
        raise InvalidInput("method", method, f"must be one of {', '.join(METHODS)}")
    check_problem(problem)
    if method == "exact":
        return stationary_exact(algorithm, problem, gamma, H)
    if method == "enclosure":
        return stationary_enclosed(algorithm, _finite(problem), gamma, H, 15 if digits is None else digits)
    if method == "quadrature":
        return stationary_quadrature(algorithm, _finite(problem), gamma, H, digits)
    if method == "auto":
        setting = prepare(algorithm, gamma, H, FLOATS, memory=True)
        memory = setting.algorithm.keeps_memory
        forms = memory and isinstance(problem, LinearProblem) and form_numbers(problem) > LARGEST_TENSOR
        if isinstance(problem, LinearProblem | QuadraticProblem) and is_affine(setting) and not forms:
            return stationary_exact(algorithm, problem, gamma, H)
        if isinstance(problem, FiniteProblem) and (_fits_with_memory if memory else _fits)(problem, setting):
            try:
                return stationary_quadrature(algorithm, problem, gamma, H, digits)
            except NotConverged:
                return stationary_montecarlo(algorithm, problem, gamma, H, seed, budget, progress)  # `method` tells the caller
    return stationary_montecarlo(algorithm, problem, gamma, H, seed, budget, progress)


def _finite(problem: Problem) -> FiniteProblem:
    if not isinstance(problem, FiniteProblem):
        raise InvalidInput("problem", problem, "must have finitely many samples", 'use method="auto"')
    return problem


def _fits(problem: FiniteProblem, setting: Setting) -> bool:
    few = sum(len(w) for w in problem.weights) <= _SMALL.get(problem.dim, 0)
    return problem.dim == 1 or (problem.dim in SIZES and is_affine(setting) and few)


def _fits_with_memory(problem: FiniteProblem, setting: Setting) -> bool:
    return problem.dim == 1 and problem.num_clients in SIZES and is_followed(setting)
