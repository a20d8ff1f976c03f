"""Double precision through NumPy, vectorised, in chunks that stay in cache."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.generated import generated_module
from symfed.models.arrays import Array
from symfed.numeric.arithmetic import program
from symfed.numeric.array_text import array_text

BACKEND = "float64"
TOGETHER = True  # a Tuple of expressions shares its common subexpressions
#: Points at a time. A temporary of 64 KB comes back warm from the allocator, and a NumPy call still costs little per point.
CHUNK = 8192


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A NumPy function; its result has the broadcast shape of all arguments, also where the expression is constant in some.

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
            _fill(out, function, numbers)
        else:
            for j, result in enumerate(function(*[np.asarray(number, dtype=float) for number in numbers])):
                out[j] = result
        return out[0][()] if single else np.moveaxis(out, 0, -1)

    return evaluate


def _fill(out: Array, function: Callable[..., Any], numbers: list[Array]) -> None:
    """One row of `out` for every result; what is a single number is handed to every chunk as such."""
    varying = [k for k, value in enumerate(numbers) if value.size > 1]
    given: list[Any] = [float(value.reshape(-1)[0]) if value.size == 1 else None for value in numbers]
    operands = [numbers[k] for k in varying] + list(out)
    flags: Any = [["readonly"]] * len(varying) + [["writeonly"]] * len(out)
    with np.nditer(operands, ["external_loop", "buffered"], flags, [float] * len(operands), order="C", buffersize=CHUNK) as chunks:
        for pieces in chunks:
            for k, piece in zip(varying, pieces, strict=False):
                given[k] = piece
            for piece, result in zip(pieces[len(varying) :], function(*given), strict=True):
                piece[...] = result
