"""Shared parts of compiled loops: arguments as columns, and a kernel for every choice of arguments that are fixed at all points."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.numeric.arithmetic import Program, program

#: (number of points, result columns, arguments: a column, or a number if it is fixed)
Kernel = Callable[[int, Sequence[Array], Sequence[Any]], None]
#: (program, positions of fixed arguments, bits of the largest exponent) -> kernel
MakeKernel = Callable[[Program, tuple[int, ...], int], Kernel]


def loop_function(expression: sp.Expr, arguments: Sequence[sp.Expr], make_kernel: MakeKernel) -> Callable[..., Any]:
    """A function of scalars and arrays that broadcast. A SymPy Tuple of n expressions gives one more axis of length n, the last.

    An argument of one entry is fixed: subexpressions of fixed arguments alone are computed once, before the loop. Every choice of fixed
    arguments has a kernel of its own, compiled on first use.
    """
    prepared = program(expression, arguments)
    single = not isinstance(expression, sp.Tuple)
    kernel = lru_cache(maxsize=None)(lambda fixed, integers, bits: make_kernel(replace(prepared, integers=integers), fixed, bits))

    def evaluate(*values: Any) -> Any:
        if len(values) != len(prepared.symbols):
            raise TypeError(f"{len(prepared.symbols)} arguments are needed ({', '.join(prepared.names)}), {len(values)} were given")
        arrays = [_integer_exponent(prepared, k, v) if k in prepared.whole else _real_column(v) for k, v in enumerate(values)]
        shape = np.broadcast_shapes(*[a.shape for a in arrays])
        count = int(np.prod(shape))
        out = np.empty((len(prepared.results), count))
        if count:
            # one point needs no loop, and no kernel of its own
            fixed = tuple(k for k, a in enumerate(arrays) if a.size == 1 and count > 1)
            given = [a.reshape(-1)[0].item() if k in fixed else _column(a, shape) for k, a in enumerate(arrays)]
            integers = frozenset(k for k, a in enumerate(arrays) if a.dtype == np.int64 and k not in prepared.whole)
            kernel(fixed, integers, _exponent_bits(prepared, arrays))(count, list(out), given)
        return out[0].reshape(shape)[()] if single else np.moveaxis(out.reshape(-1, *shape), 0, -1)

    return evaluate


def _real_column(value: Any) -> Array:
    """An argument as a float64 or integer array: the loop converts integers to doubles itself, which saves a pass over memory."""
    array = np.asarray(value)
    return array if array.dtype == np.int64 and array.size > 1 else array.astype(float, copy=False)


def _column(array: Array, shape: tuple[int, ...]) -> Array:
    full = array if array.shape == shape else np.broadcast_to(array, shape)
    return np.ascontiguousarray(full).reshape(-1)


def _integer_exponent(prepared: Program, k: int, value: Any) -> Array:
    """An argument that occurs in an exponent. Raises InvalidInput unless it is an integer with the sign that its symbol assumes."""
    array = np.asarray(value)
    if array.dtype.kind not in "iu":
        floats = array.astype(float)
        wrong = ~(np.abs(floats) < 2**53) | (floats != np.floor(floats))
        if wrong.any():
            raise InvalidInput(prepared.names[k], floats[wrong].flat[0], "must be an integer: it stands in an exponent")
        array = floats
    return array.astype(np.int64, copy=False)


def _exponent_bits(prepared: Program, arrays: Sequence[Array]) -> int:
    """A number of bits sufficient for every exponent: 0 if there is none, else 4, 8, 16, 32 or 64, so that there are few kernels."""
    largest = 0
    for coefficients, constant in prepared.exponents.values():
        sizes = {k: max(int(arrays[k].max()), -int(arrays[k].min())) for k in coefficients}
        largest = max(largest, abs(constant) + sum(abs(c) * sizes[k] for k, c in coefficients.items()))
    if not prepared.exponents:
        return 0
    needed = max(4, largest.bit_length())
    if needed > 62:
        raise InvalidInput("exponent", largest, "is beyond 62 bits")
    return 1 << (needed - 1).bit_length()
