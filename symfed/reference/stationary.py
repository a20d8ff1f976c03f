"""`stationary`, the common entry point of all methods for stationary laws: a table of methods, the strongest first."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import mpmath
import numpy as np

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem, QuadraticProblem
from symfed.models.problems.minibatch import MinibatchProblem
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
from symfed.reference.simulation.long_steps import check_round
from symfed.reference.simulation.progress import Progress, progress_callback

_SMALL = {2: 1000, 3: 100}  # largest number of samples, of some milliseconds each, for which "auto" takes a quadrature, by dimension


def _against_exact(problem: Problem, setting: Setting) -> str | None:
    if isinstance(problem, MinibatchProblem):
        return _against_exact(problem.problem, setting)
    if not isinstance(problem, LinearProblem | QuadraticProblem):
        return f"the gradients of a {type(problem).__name__} are not affine"
    if not is_affine(setting):
        return f"the rule of {setting.algorithm.name} is not affine"
    if setting.algorithm.keeps_memory and isinstance(problem, LinearProblem) and form_numbers(problem) > LARGEST_TENSOR:
        return f"its equations hold more than {LARGEST_TENSOR:.0e} numbers"
    return None


def _against_quadrature(problem: Problem, setting: Setting) -> str | None:
    if not isinstance(problem, FiniteProblem):
        return f"a {type(problem).__name__} has no finite list of samples"
    d, N, name = problem.dim, problem.num_clients, setting.algorithm.name
    if setting.algorithm.keeps_memory:
        if d != 1 or N not in SIZES:
            return f"with control variates it asks for d = 1 and N <= {max(SIZES)}, here d = {d} and N = {N}"
        return None if is_followed(setting) else f"the control variates of {name} are not of the kind that it follows"
    if d not in SIZES:
        return f"it asks for d <= {max(SIZES)}, here d = {d}"
    if d > 1 and not is_affine(setting):
        return f"the rule of {name} is not affine, and d = {d} > 1"
    samples = sum(len(weights) for weights in problem.weights)
    if samples > _SMALL.get(d, samples):
        return f"it would be long: {samples} samples in dimension {d}, more than {_SMALL[d]}"
    return _against_step(problem, setting)


def _against_step(problem: Problem, setting: Setting) -> str | None:
    try:
        problem.check_step(setting.gamma)
    except InvalidInput as refused:
        return str(refused)
    return None


def _against_round(problem: Problem, setting: Setting) -> str | None:
    try:
        return None if check_round(setting, problem) else _against_step(problem, setting)
    except InvalidInput as refused:
        return str(refused)


#: The reason why "auto" skips a method for a problem and a rule in floats, None if it does not; the strongest method first.
METHODS: dict[str, Callable[[Problem, Setting], str | None]] = {
    "exact": _against_exact,
    "enclosure": lambda problem, setting: "it must be asked for",
    "quadrature": _against_quadrature,
    "montecarlo": _against_round,
}


def check_method(method: str) -> None:
    """Raise InvalidInput unless `method` is one of METHODS or "auto"."""
    if method not in ("auto", *METHODS):
        raise InvalidInput("method", method, f"must be one of {', '.join(('auto', *METHODS))}")


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
    progress: Progress | bool | None = None,
) -> Stationary:
    """E_pi[theta] and E_pi[(theta - theta*)(theta - theta*)'] of an algorithm at constant step size, computed without any formula.

    | method     | applies to                                             | answers                      | `error`                        |
    |------------|--------------------------------------------------------|------------------------------|--------------------------------|
    | exact      | affine rules on QuadraticProblem, LinearProblem        | rationals or floats, as data | 0, or the rounding             |
    |            | and with control variates too                          |                              |                                |
    | enclosure  | d = 1, finitely many samples, exact data               | mpmath numbers, `rigorous`   | a proved bound                 |
    | quadrature | d <= 3, finitely many samples; affine rules if d > 1;  | mpmath numbers, or floats    | difference of two resolutions  |
    |            | with control variates d = 1 and N <= 3                 |                              |                                |
    | montecarlo | everything                                             | floats, `budget` and `seed`  | one standard error             |

    "auto" takes the first that applies, except "enclosure", which must be requested; a quadrature that would take long (above a thousand
    samples in dimension two, a hundred in three) or does not converge is replaced by a simulation; `.method` says which was used.
    `digits` are of the law's spread, for the two middle rows; None means 15 for an enclosure and floats for a quadrature. `budget`
    counts client steps. progress: True shows activity on standard error, and the progress of a simulation; a function is called
    with (done, rounds) of the latter. Raises InvalidInput if a method does not apply or, with "auto", none does, with the reason for each;
    UnstableStep if there is no stationary law, NotConverged.

    >>> from fractions import Fraction
    >>> stationary("fedavg", QuadraticProblem([[[1]], [[3]]], [[0], [4]]), Fraction(1, 4), 2).mean
    array([30/11], dtype=object)
    """
    check_method(method)
    check_problem(problem)
    law: tuple[Algorithm, Any, Any, int] = get_algorithm(algorithm), problem, gamma, H
    solvers: dict[str, Callable[[], Stationary]] = {
        "exact": lambda: stationary_exact(*law),
        "enclosure": lambda: stationary_enclosed(*law, 15 if digits is None else digits),
        "quadrature": lambda: stationary_quadrature(*law, digits),
        "montecarlo": lambda: stationary_montecarlo(*law, seed, budget, progress),
    }

    def solved(name: str) -> Stationary:
        # a simulation reports its progress, the others only that they are running
        with progress_callback(name != "montecarlo" and progress, f"{name} law of {law[0].name}"):
            return _about_optimum(solvers[name](), problem, digits or 15)

    if method != "auto":
        return solved(method)
    setting, passed = prepare(law[0], gamma, H, FLOATS, memory=True), []
    for name, against in METHODS.items():
        obstacle = against(problem, setting)
        if obstacle is None:
            try:
                return solved(name)
            except NotConverged as stuck:
                if name != "quadrature":
                    raise
                obstacle = str(stuck)
        passed.append(f"{name}: {obstacle}")
    raise InvalidInput("method", method, f"no method applies. {'. '.join(passed)}")


def _about_optimum(answer: Stationary, problem: Problem, digits: int) -> Stationary:
    """The result completed by theta*, to as many digits as the result has."""
    if not isinstance(problem, FiniteProblem) or not isinstance(answer.mean.flat[0], mpmath.mpf):
        return replace(answer, optimum=problem.optimum)
    return replace(answer, optimum=np.array(problem.optimum_to(digits + 20), dtype=object))
