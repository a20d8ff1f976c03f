"""Double precision through NumPy, vectorised, in chunks that stay in cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.generated import generated_module
from symfed.models.arrays import Array
from symfed.numeric.arithmetic import array_text, program

BACKEND = "float64"
TOGETHER = True  # a Tuple of expressions shares its common subexpressions
#: Points at a time. A temporary of 64 KB stays in cache, and a NumPy call still costs little per point.
CHUNK = 8192


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A NumPy function; its result has the broadcast shape of all arguments, also if the expression is constant in some.

    A SymPy Tuple of n expressions gives one more axis of length n, the last.
    """
    prepared = program(expression, arguments)
    function = generated_module("float64", array_text(prepared, "numpy"), None).evaluate
    single = not isinstance(expression, sp.Tuple)

    def evaluate(*values: Any) -> Any:
        # integers become floats first: NumPy refuses an integer to a negative power
        numbers = [value if getattr(value, "dtype", None) == np.int64 else np.asarray(value, dtype=float) for value in values]
        shape = np.broadcast_shapes(*[np.shape(number) for number in numbers])
        out = np.empty((len(prepared.results), *shape))
        if out[0].size > CHUNK:
            _fill_rows(out, function, numbers)
        else:
            for j, result in enumerate(function(*[np.asarray(number, dtype=float) for number in numbers])):
                out[j] = result
        return out[0][()] if single else np.moveaxis(out, 0, -1)

    return evaluate


def _fill_rows(out: Array, function: Callable[..., Any], numbers: list[Array]) -> None:
    """Fill one row of `out` for every result; arguments that are single numbers are passed unchanged to every chunk."""
    count, shape = out[0].size, out.shape[1:]
    rows = out.reshape(len(out), count)
    columns = [float(v.reshape(-1)[0]) if v.size == 1 else np.broadcast_to(v, shape).reshape(-1) for v in numbers]
    for start in range(0, count, CHUNK):
        part = slice(start, start + CHUNK)
        results = function(*[c if isinstance(c, float) else c[part].astype(float, copy=False) for c in columns])
        for row, result in zip(rows, results, strict=True):
            row[part] = result
