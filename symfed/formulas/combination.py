"""A sum of tensors, each multiplied by a scalar expression: how a formula is evaluated above dimension one."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.models.arrays import Array
from symfed.numeric import compile_expression

#: Compiled loops work on up to as many entries at once; beyond, the scalars are compiled and the tensors left to a matrix product.
LARGEST_LOOP = 16
LOOPS = ("numba", "c", "jax")

#: (values of the variables, tensors) -> sum of scalar times tensor, of shape grid + shape
Combination = Callable[[Sequence[Any], Sequence[Array]], Array]


def combination(scales: Sequence[sp.Expr], variables: Sequence[sp.Symbol], shape: tuple[int, ...], backend: str) -> Combination:
    """The sum over k of scales[k] times tensors[k], as a function of the variables, which broadcast, and of the tensors."""
    size = math.prod(shape)
    if backend in LOOPS and size <= LARGEST_LOOP:
        # entries are arguments, so that all problems of one dimension share a kernel
        entries = [[sp.Dummy(f"tensor{k:02d}_{i:02d}") for i in range(size)] for k in range(len(scales))]
        sums = [sp.Add(*[scale * own[i] for scale, own in zip(scales, entries, strict=True)]) for i in range(size)]
        loop = compile_expression(sp.Tuple(*sums), (*variables, *(entry for own in entries for entry in own)), backend)

        def in_loop(values: Sequence[Any], tensors: Sequence[Array]) -> Array:
            out = np.asarray(loop(*values, *(entry for tensor in tensors for entry in tensor.reshape(-1))))
            return out.reshape(out.shape[:-1] + shape)

        return in_loop
    scalars = compile_expression(sp.Tuple(*scales), tuple(variables), backend)

    def by_product(values: Sequence[Any], tensors: Sequence[Array]) -> Array:
        factors = np.asarray(scalars(*values))
        out = np.asarray(factors @ np.stack([tensor.reshape(-1) for tensor in tensors]))
        return out.reshape(factors.shape[:-1] + shape)

    return by_product
