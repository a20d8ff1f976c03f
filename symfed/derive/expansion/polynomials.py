"""Polynomials in gamma and the start error s, truncated by weight (gamma counts 2, every s_i counts 1), over any ring.

A polynomial is a dict from monomials to coefficients; a coefficient is a ring element, or a NumPy array of them (one per client).
A monomial is one integer that holds its weight and its exponents in fixed fields, so that a product of monomials is a sum of integers
and sorting them sorts by weight.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product as choices
from math import comb, factorial, prod
from typing import Any, TypeVar

import numpy as np

Poly = dict[int, Any]
Index = tuple[int, ...]
Entry = TypeVar("Entry")
Key = TypeVar("Key")

_FIELD = 8  # bits an exponent: weights stay far below 256
_MASK = (1 << _FIELD) - 1


def monomial(gamma_power: int, exponents: Index) -> int:
    """gamma^gamma_power s^exponents."""
    packed = gamma_power
    for exponent in reversed(exponents):
        packed = packed << _FIELD | exponent
    return (2 * gamma_power + sum(exponents)) << _FIELD * (len(exponents) + 1) | packed


def weight_of(key: int, d: int) -> int:
    return key >> _FIELD * (d + 1)


def powers(key: int, d: int) -> tuple[int, Index]:
    """The power of gamma and the exponents of s in dimension d."""
    return key >> _FIELD * d & _MASK, tuple(key >> _FIELD * i & _MASK for i in range(d))


def multiply_into(total: Poly, p: Mapping[int, Any], q: Mapping[int, Any], weight: int, d: int, factor: int = 1) -> None:
    """total += factor p q up to the weight."""
    bound = (weight + 1) << _FIELD * (d + 1)
    right = sorted(q.items())
    for left_key, left in p.items():
        scaled = left if factor == 1 else left * factor
        for right_key, coefficient in right:
            key = left_key + right_key
            if key >= bound:
                break
            term = scaled * coefficient
            total[key] = total[key] + term if key in total else term


def truncated_product(p: Mapping[int, Any], q: Mapping[int, Any], weight: int, d: int) -> Poly:
    total: Poly = {}
    multiply_into(total, p, q, weight, d)
    return total


def add_into(total: dict[Key, Any], p: Mapping[Key, Any], factor: Any = 1) -> None:
    """total += factor p."""
    for key, coefficient in p.items():
        term = coefficient * factor
        total[key] = total[key] + term if key in total else term


def without_zeros(p: Poly) -> Poly:
    """The polynomial without the coefficients that are zero (for all clients)."""
    return {key: c for key, c in p.items() if (c.any() if isinstance(c, np.ndarray) else c != 0)}


@cache
def of_degree(d: int, degree: int) -> tuple[Index, ...]:
    """All multi-indices of d entries that add up to the degree."""
    if d == 1:
        return ((degree,),)
    return tuple((first, *rest) for first in range(degree, -1, -1) for rest in of_degree(d - 1, degree - first))


def up_to_degree(d: int, degree: int) -> list[Index]:
    """All multi-indices that add up to 0, ..., degree, in this order."""
    return [index for k in range(degree + 1) for index in of_degree(d, k)]


def indices_below(index: Index) -> Iterator[Index]:
    """All multi-indices that are componentwise at most this one."""
    return choices(*[range(i + 1) for i in index])


def minus(index: Index, other: Index) -> Index:
    return tuple(i - j for i, j in zip(index, other, strict=True))


def plus(index: Index, other: Index) -> Index:
    return tuple(i + j for i, j in zip(index, other, strict=True))


def binomial(index: Index, other: Index) -> int:
    """The product of binom(index_i, other_i)."""
    return prod(map(comb, index, other))


def multi_factorial(index: Index) -> int:
    return prod(map(factorial, index))


def unit_index(d: int, i: int) -> Index:
    return tuple(int(k == i) for k in range(d))


def axes(index: Index) -> Index:
    """The multi-index as a list of coordinates: (2, 0, 1) is (0, 0, 2)."""
    return tuple(i for i, count in enumerate(index) for _ in range(count))


def submultisets(entries: Sequence[Entry]) -> Iterator[tuple[list[Entry], list[Entry], int]]:
    """All submultisets of a list: (taken, left, number of ways), both in the list's order.

    >>> list(submultisets("aab"))[3:]
    [(['a', 'b'], ['a'], 2), (['a', 'a'], ['b'], 1), (['a', 'a', 'b'], [], 1)]
    """
    counts = Counter(entries)
    for many in choices(*[range(count + 1) for count in counts.values()]):
        taken = [entry for entry, k in zip(counts, many, strict=True) for _ in range(k)]
        left = [entry for (entry, count), k in zip(counts.items(), many, strict=True) for _ in range(count - k)]
        yield taken, left, prod(map(comb, counts.values(), many))


def moments_from_cumulants(cumulants: Mapping[Index, Poly], d: int, degree: int, weight: int) -> dict[Index, Poly]:
    """E[y^alpha] for 0 < |alpha| <= degree from the cumulants of a random vector y; those that are not listed are zero."""
    moments: dict[Index, Poly] = {}
    for alpha in up_to_degree(d, degree)[1:]:
        total = dict(cumulants.get(alpha, {}))
        first = unit_index(d, next(i for i, count in enumerate(alpha) if count))
        others = minus(alpha, first)
        for mu in indices_below(others):  # the other factors in the cumulant of the first factor
            block, remaining = plus(mu, first), minus(others, mu)
            if block in cumulants and remaining in moments:
                multiply_into(total, cumulants[block], moments[remaining], weight, d, binomial(others, mu))
        if total := without_zeros(total):
            moments[alpha] = total
    return moments
