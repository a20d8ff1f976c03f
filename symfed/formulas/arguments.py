"""Arguments of formulas, checked and converted to the number type of a backend."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from itertools import product
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, rational, to_float
from symfed.models.jets import Jets
from symfed.models.problems.problem import Problem
from symfed.numeric import compile_expression
from symfed.numeric.balls import admitted
from symfed.numeric.multiprecision import numbers
from symfed.numeric.rational import exact_number

#: mu and L of a problem are eigenvalues in double precision: gamma = 1/L must not fall outside its own bound by rounding.
ROUNDING = 1e-12


def floats(name: str, value: Any) -> Array:
    """The value as float64, for comparisons only. Raises InvalidInput unless every entry is a finite real number."""
    try:
        raw = np.asarray(value)
        if raw.dtype.kind in "fiu":
            out = raw.astype(float)
        else:
            out = np.array([float(entry) for entry in parsed_text(name, raw).flat], dtype=float).reshape(raw.shape)
    except (TypeError, ValueError, OverflowError):
        raise InvalidInput(name, value, "must be a real number or an array of them, none above 1e308") from None
    if not np.isfinite(out).all():
        raise InvalidInput(name, value, "must be finite")
    return out


def parsed_text(name: str, values: Array) -> Array:
    """The values with strings such as "1/20" and "0.05" as rationals. Raises InvalidInput for any other text."""

    def one(entry: Any) -> Any:
        exact = rational(entry) if isinstance(entry, str) else entry
        if exact is None and entry is not None:
            raise InvalidInput(name, entry, "must be a real number", 'a string may spell one, as "0.05" or "1/20"')
        return exact

    return values if values.dtype.kind in "fiu" else np.asarray(np.frompyfunc(one, 1, 1)(values), dtype=object)


def step_sizes(value: Any) -> Array:
    """gamma as float64, for comparisons. Raises InvalidInput unless positive."""
    out = floats("gamma", value)
    if not (out > 0).all():
        raise InvalidInput("gamma", value if out.ndim == 0 else float(out[out <= 0][0]), "must be positive")
    return out


def local_steps(value: Any, only_one: bool, name: str) -> Array:
    """H as integers. Raises InvalidInput unless positive, and 1 for an algorithm that communicates after every step."""
    if value is None:
        if not only_one:
            raise InvalidInput("H", None, f"{name} needs the number of local steps")
        return np.asarray(1)
    out = floats("H", value)
    wrong = (out < 1) | (out != np.floor(out))
    if wrong.any():
        raise InvalidInput("H", value if out.ndim == 0 else float(out[wrong][0]), "must be a positive integer")
    if only_one and (out != 1).any():
        raise InvalidInput("H", value, f"{name} is about an algorithm that communicates after every step: H must be 1")
    return out.astype(int)


def require(domain: Domain, values: Mapping[str, Any]) -> None:
    """Raise OutsideDomain, naming argument, value and rule, if some entry of the broadcast values violates a relation.

    A ball is inside if both its ends are: the relations of a domain are monotone in every parameter.
    """
    balls = [name for name, value in values.items() if _has_balls(np.asarray(value))]
    for ends in product((flint.arb.lower, flint.arb.upper), repeat=len(balls)):
        each = [np.frompyfunc(lambda entry, end=end: end(flint.arb(entry)), 1, 1) for end in ends]
        _require(domain, {**values, **{name: end(values[name]) for name, end in zip(balls, each, strict=True)}})


def _has_balls(values: Array) -> bool:
    return values.dtype == object and any(isinstance(entry, flint.arb) for entry in values.flat)


def _require(domain: Domain, values: Mapping[str, Any]) -> None:
    grids = dict(zip(values, np.broadcast_arrays(*[floats(k, v) for k, v in values.items()]), strict=True))
    for relation in domain.relations:
        symbols = sorted(relation.free_symbols, key=str)
        if not {s.name for s in symbols} <= set(grids):
            continue
        low, high = (compile_expression(side, symbols)(*[grids[s.name] for s in symbols]) for side in (relation.lts, relation.gts))
        slack = ROUNDING * np.maximum(1, np.abs(high))
        broken = low >= high if isinstance(relation, (sp.StrictLessThan, sp.StrictGreaterThan)) else low > high + slack
        if np.any(broken):
            where = tuple(np.argwhere(broken)[0])
            Domain((relation,)).require(**{s.name: float(grids[s.name][where]) for s in symbols})


def in_number_system(name: str, value: Any, backend: str) -> Array:
    """The value as an array whose entries belong to the backend: float64, fmpq, mpmath numbers, or fmpq and balls."""
    if backend == "mpmath":
        return np.asarray(numbers(value), dtype=object)
    convert = {"exact": exact_number, "ball": admitted}.get(backend)
    return np.asarray(np.frompyfunc(partial(convert, name), 1, 1)(value), dtype=object) if convert else floats(name, value)


def jets_for(problem: Problem, backend: str, digits: int, order: int = 1) -> Jets:
    """The jets as float64, fmpq or mpmath numbers (then accurate to `digits`, inside a working precision of as many).

    They suffice for an expansion to `order`. Raises InvalidInput if the problem is not accurate enough for the backend.
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
    return jets.converted(to_float if backend != "mpmath" else lambda array: np.asarray(numbers(array), dtype=object))
