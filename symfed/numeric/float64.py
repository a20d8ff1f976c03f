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
        floats = [np.asarray(value, dtype=float) for value in values]
        shape = np.broadcast_shapes(*[v.shape for v in floats])
        results = _in_chunks(function, len(prepared.results), floats, shape) if np.prod(shape) > CHUNK else function(*floats)
        if single:
            return np.array(np.broadcast_to(results[0], shape))[()]
        return np.stack([np.broadcast_to(result, shape) for result in results], axis=-1)

    return evaluate


def _in_chunks(function: Callable[..., Any], count: int, floats: list[Array], shape: tuple[int, ...]) -> list[Array]:
    """The results, each of the whole shape; what is a single number is handed to every chunk as such."""
    outputs = [np.empty(shape) for _ in range(count)]
    varying = [k for k, value in enumerate(floats) if value.size > 1]
    given: list[Any] = [value.reshape(-1)[0] if value.size == 1 else None for value in floats]
    operands = [floats[k] for k in varying] + outputs
    flags: Any = [["readonly"]] * len(varying) + [["writeonly"]] * count
    with np.nditer(operands, ["external_loop", "buffered"], flags, order="C", buffersize=CHUNK) as chunks:
        for pieces in chunks:
            for k, piece in zip(varying, pieces, strict=False):
                given[k] = piece
            for result, piece in zip(function(*given), pieces[len(varying) :], strict=True):
                piece[...] = result
    return outputs
