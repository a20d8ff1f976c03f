"""A problem's derivatives at its optimum, in the number system of a backend."""

from __future__ import annotations

from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import to_float
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem
from symfed.numeric.multiprecision import numbers


def _each(jets: Jets, convert: Any) -> Jets:
    return Jets(tuple(map(convert, jets.derivatives)), tuple(tuple(map(convert, parts)) for parts in jets.cumulants))


def jets_for(problem: Problem, backend: str, digits: int, order: int = 1) -> Jets:
    """The jets as float64, fmpq or mpmath numbers (then good to `digits`, inside a working precision of as many).

    They hold what an expansion to `order` asks for. Raises InvalidInput where the problem is not known well enough for the backend.
    """
    if backend == "mpmath" and hasattr(problem, "jets_to"):
        precise: Jets = problem.jets_to(digits, max(order, 2))
        return precise
    if backend in ("exact", "mpmath") and not problem.exact:
        if backend == "exact":
            raise InvalidInput("problem", problem, "is not exact", "enter it with integers and fractions, or use the backend 'float64'")
        raise InvalidInput("problem", problem, "is known in double precision only, the backend 'mpmath' would add empty digits")
    enough = order <= 1 or order <= problem.jets.order
    jets = problem.jets if enough else problem.jets_to_order(order)
    if backend == "exact":
        return jets
    return _each(jets, to_float if backend != "mpmath" else lambda array: np.asarray(numbers(array), dtype=object))
