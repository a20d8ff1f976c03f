"""The mpmath backend: any requested number of digits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import mpmath
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.arrays import rational
from symfed.numeric.arithmetic import entrywise, with_placeholders

BACKEND = "mpmath"
GUARD_DIGITS = 15  # a formula of a few hundred operations loses far fewer


def number(value: Any) -> Any:
    """A rational, float, mpmath number, decimal text or SymPy constant as an mpmath number at the working precision."""
    exact = rational(value)
    if exact is not None:
        return mpmath.mpf(int(exact.p)) / int(exact.q)
    if isinstance(value, sp.Expr) and value.is_number:
        return mpmath.mpf(sp.N(value, mpmath.mp.dps))
    try:
        return mpmath.mpf(value)
    except (TypeError, ValueError):
        raise InvalidInput("value", value, "must be a real number") from None


def numbers(values: Any) -> Any:
    """`number` on every entry of an array."""
    return np.frompyfunc(number, 1, 1)(values)


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr], digits: int | None = None) -> Callable[..., Any]:
    """A function on mpmath numbers, accurate to `digits` decimal digits (default: mpmath's precision at the call)."""
    replaced, symbols = with_placeholders(expression, arguments)
    function = sp.lambdify(symbols, replaced, modules="mpmath", cse=True)
    each = entrywise(lambda *values: mpmath.mpf(function(*map(number, values))))

    def evaluate(*values: Any) -> Any:
        wanted = mpmath.mp.dps if digits is None else digits
        with mpmath.workdps(wanted + GUARD_DIGITS):
            result = each(*values)
        with mpmath.workdps(wanted):
            return +result

    return evaluate
