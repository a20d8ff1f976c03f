"""Coefficients of a power series, extracted from its values at a few step sizes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import flint
import mpmath
import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.models.rings import BIG_FLOATS


@dataclass(frozen=True)
class Extracted:
    """coefficients[j-1] is the coefficient of gamma^j; errors[j-1], one number for all its entries, its estimated error."""

    coefficients: tuple[Array, ...]
    errors: tuple[Any, ...]


def extract(nodes: Sequence[Any], values: Sequence[Any], value_errors: Sequence[Any], order: int) -> Extracted:
    """The coefficients of gamma^1, ..., gamma^order of a quantity that vanishes with gamma, from its values at rational step sizes.

    They are those of the interpolating polynomial without constant term. `values[i]`, an array of rationals or mpmath numbers, has an
    error of at most `value_errors[i]`. The error of coefficient j is the sum of two parts. The effect of the values' errors and roundings
    is bounded: sum_i |w_ij| (floor_i + eps |value_i|), w_ij being the weight of value i. The effect of the other powers is estimated by
    the difference to the same extraction without the finest node: for a power series that is the second extraction's error, which is the
    first one's over some gamma; for half powers it is 0.4 of the first one's, the root of the finest node being what is left. (Without
    the coarsest node instead, half powers would not be detected.) Numbers are mpmath's, at the working precision of the caller.
    Raises InvalidInput for fewer than order + 2 nodes, or nodes that do not decrease to zero.

    >>> found = extract([flint.fmpq(1, k) for k in (8, 16, 32)], [flint.fmpq(3, k) for k in (8, 16, 32)], [0, 0, 0], 1)
    >>> found.coefficients[0] == 3, found.errors[0] < 1e-12
    (True, True)
    """
    if len(nodes) < order + 2:
        raise InvalidInput("nodes", len(nodes), f"must be {order + 2} or more for {order} coefficients and an error of each")
    if not all(large > small > 0 for large, small in pairwise(nodes)):
        raise InvalidInput("nodes", [str(node) for node in nodes], "must be positive and fall")
    numbers = [np.asarray(np.frompyfunc(_real_mpf, 1, 1)(np.asarray(value, dtype=object)), dtype=object) for value in values]
    weights = _extraction_weights(nodes, order)
    all_of_them = _weighted_sums(weights, numbers)
    without_finest = _weighted_sums(_extraction_weights(nodes[:-1], order), numbers[:-1])
    doubts = [error + mpmath.eps * size(value) for error, value in zip(value_errors, numbers, strict=True)]
    errors = [
        size(one - other) + sum(abs(weight) * doubt for weight, doubt in zip(row, doubts, strict=True))
        for one, other, row in zip(all_of_them, without_finest, weights, strict=True)
    ]
    return Extracted(tuple(all_of_them), tuple(errors))


def size(value: Any) -> Any:
    """Largest entry in absolute value, as an mpmath number."""
    return max(abs(_real_mpf(entry)) for entry in np.asarray(value, dtype=object).flat)


def _real_mpf(value: Any) -> Any:
    return mpmath.mpf(BIG_FLOATS(value))


def _weighted_sums(weights: Sequence[Sequence[Any]], values: Sequence[Array]) -> list[Array]:
    return [sum((weight * value for weight, value in zip(row, values, strict=True)), 0 * values[0]) for row in weights]


def _extraction_weights(nodes: Sequence[Any], order: int) -> list[list[Any]]:
    """The weights, rounded once, of the values at the nodes in the coefficients of gamma^1, ..., gamma^order: a row for each power."""
    n = len(nodes)
    inverse = flint.fmpq_mat(n, n, [node ** (j + 1) for node in nodes for j in range(n)]).inv()
    return [[_real_mpf(inverse[j, i]) for i in range(n)] for j in range(order)]
