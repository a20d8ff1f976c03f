"""One entry for every way of computing a stationary law."""

from __future__ import annotations

from typing import Any

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.problem import FiniteProblem, Problem, check_problem
from symfed.models.rings import FLOATS
from symfed.reference.affine import is_affine
from symfed.reference.exact import stationary_exact
from symfed.reference.galerkin import DEGREES, stationary_galerkin
from symfed.reference.montecarlo import stationary_montecarlo
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.result import Stationary
from symfed.reference.setting import prepare
from symfed.reference.simulation import Progress

METHODS = ("auto", "exact", "quadrature", "montecarlo")
_SMALL = 400  # samples in all: below, a projection costs less than a simulation of the same accuracy


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

    method "exact": affine rules on quadratic and linear problems, rational where the data are. "quadrature": finitely many samples,
    d = 1 to `digits` digits (mpmath numbers; floats when None), d = 2, 3 in double precision. "montecarlo": anything, `budget` client
    steps, seeded by `seed`. "auto": the first of these that applies, and Monte Carlo where a quadrature does not settle; `.method` says
    which it was.
    Raises InvalidInput where a method does not apply, UnstableStep where there is no stationary law, NotConverged.

    >>> from fractions import Fraction
    >>> stationary("fedavg", QuadraticProblem([[[1]], [[3]]], [[0], [4]]), Fraction(1, 4), 2).mean
    array([30/11], dtype=object)
    """
    if method not in METHODS:
        raise InvalidInput("method", method, f"must be one of {', '.join(METHODS)}")
    check_problem(problem)
    if method == "exact":
        return stationary_exact(algorithm, problem, gamma, H)
    if method == "quadrature":
        return _quadrature(algorithm, problem, gamma, H, digits)
    if method == "auto":
        affine = is_affine(prepare(algorithm, gamma, H, FLOATS))
        if isinstance(problem, LinearProblem | QuadraticProblem) and affine:
            return stationary_exact(algorithm, problem, gamma, H)
        if _fits_quadrature(problem, affine):
            try:
                return _quadrature(algorithm, problem, gamma, H, digits if problem.dim == 1 else None)
            except NotConverged:  # the answer's `method` tells the caller
                return stationary_montecarlo(algorithm, problem, gamma, H, seed, budget, progress)
    return stationary_montecarlo(algorithm, problem, gamma, H, seed, budget, progress)


def _quadrature(algorithm: str | Algorithm, problem: Problem, gamma: Any, H: int, digits: int | None) -> Stationary:
    if not isinstance(problem, FiniteProblem) or problem.dim not in DEGREES:
        raise InvalidInput("problem", problem, f"must have finitely many samples and d <= {max(DEGREES)}", 'use method="auto"')
    if problem.dim == 1:
        return stationary_quadrature(algorithm, problem, gamma, H, digits)
    if digits is not None:
        raise InvalidInput("digits", digits, f"can be chosen in dimension one only; this problem has d = {problem.dim}")
    return stationary_galerkin(algorithm, problem, gamma, H)


def _fits_quadrature(problem: Problem, affine: bool) -> bool:
    if not isinstance(problem, FiniteProblem):
        return False
    return problem.dim == 1 or (problem.dim in DEGREES and affine and sum(len(w) for w in problem.weights) <= _SMALL)
