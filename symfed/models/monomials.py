"""Homogeneous polynomials in d variables as arrays of coefficients: how monomials multiply, and which tensor entries they stand for.

The monomials of degree k are the sorted index words i1 <= ... <= ik, in lexicographic order; `size` tells how many there are.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from symfed.models.arrays import Array


def size(d: int, k: int) -> int:
    """How many monomials of degree k there are in d variables."""
    return comb(d + k - 1, k)


@cache
def _words(d: int, k: int) -> Array:
    return np.array(list(combinations_with_replacement(range(d), k)), dtype=np.int64).reshape(size(d, k), k)


def _places(d: int, words: Array) -> Array:
    """The numbers of the monomials that index words (..., k), sorted or not, stand for."""
    powers = np.array([d**i for i in reversed(range(words.shape[-1]))], dtype=np.int64)
    found: Array = np.searchsorted(_words(d, words.shape[-1]) @ powers, np.sort(words, axis=-1) @ powers)
    return found


@cache
def products(d: int, p: int, q: int) -> Array:
    """(size(d, p), size(d, q)): the number, in degree p + q, of every product of a monomial of degree p and one of degree q.

    >>> products(2, 1, 1).tolist()
    [[0, 1], [1, 2]]
    """
    left, right = size(d, p), size(d, q)
    words = [np.broadcast_to(_words(d, p)[:, None], (left, right, p)), np.broadcast_to(_words(d, q)[None], (left, right, q))]
    return _places(d, np.concatenate(words, axis=-1))


@cache
def entries(d: int, k: int) -> Array:
    """(d,)*k: the number of the monomial that an entry of a symmetric tensor belongs to.

    >>> entries(2, 2).tolist()
    [[0, 1], [1, 2]]
    """
    return _places(d, np.moveaxis(np.indices((d,) * k), 0, -1))


@cache
def factorials(d: int, k: int) -> Array:
    """The product of the factorials of a monomial's exponents: the tensor entry of a derivative is that times the coefficient.

    >>> factorials(2, 2).tolist()
    [2, 1, 2]
    """
    return np.array([prod(map(factorial, Counter(word.tolist()).values())) for word in _words(d, k)], dtype=object)


def powers_of(points: Array, degree: int) -> list[Array]:
    """For j = 0 .. degree: (n, monomials of degree j), every monomial at each of the points (n, d) over its `factorials`.

    >>> [table.tolist() for table in powers_of(np.array([[2.0, 3.0]]), 2)]
    [[[1.0]], [[2.0, 3.0]], [[2.0, 6.0, 4.5]]]
    """
    n, d = points.shape
    plain = [points[:, :1] * 0 + 1]
    for j in range(1, degree + 1):
        table = np.empty((n, size(d, j)), dtype=points.dtype)
        for i, column in enumerate(points.T):
            table[:, products(d, 1, j - 1)[i]] = column[:, None] * plain[-1]
        plain.append(table)
    return [table / factorials(d, j).astype(points.dtype) for j, table in enumerate(plain)]
