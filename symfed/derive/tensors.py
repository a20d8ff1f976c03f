"""Polynomials whose values are tensors, truncated by weight, on any number type.

A term (i, j, m) stands for gamma^i T[e, ..., e, s, ..., s]: the axes of T are those of the value, then j axes for the current error
e = x - theta*, then m for the error s at the start of the round. Its weight is 2i + j + m.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from math import factorial
from typing import Any

import numpy as np

from symfed.models.arrays import Array

Key = tuple[int, int, int]


@dataclass
class TensorPolynomial:
    """Terms by (power of gamma, degree in e, degree in s); the value has `rank` axes."""

    rank: int
    terms: dict[Key, Array] = field(default_factory=dict)

    def add(self, key: Key, tensor: Array) -> None:
        self.terms[key] = self.terms[key] + tensor if key in self.terms else tensor

    def plus(self, other: TensorPolynomial, factor: Any = 1) -> TensorPolynomial:
        out = TensorPolynomial(self.rank, dict(self.terms))
        for key, tensor in other.terms.items():
            out.add(key, tensor * factor)
        return out.pruned()

    def pruned(self) -> TensorPolynomial:
        return TensorPolynomial(self.rank, {key: tensor for key, tensor in self.terms.items() if bool(np.any(tensor != 0))})

    def times_series(self, series: Sequence[Any], weight: int) -> TensorPolynomial:
        """The product with sum_i series[i] gamma^i."""
        out = TensorPolynomial(self.rank)
        for (i, j, m), tensor in self.terms.items():
            for k, factor in enumerate(series):
                if 2 * (i + k) + j + m <= weight and factor != 0:
                    out.add((i + k, j, m), tensor * factor)
        return out

    def at_start(self) -> TensorPolynomial:
        """The value at e = s."""
        out = TensorPolynomial(self.rank)
        for (i, j, m), tensor in self.terms.items():
            out.add((i, 0, j + m), tensor)
        return out

    def symmetrised(self) -> TensorPolynomial:
        """The same polynomial in s with T symmetric in the axes of s, so that equal polynomials have equal terms."""
        out = TensorPolynomial(self.rank)
        for (i, j, m), tensor in self.terms.items():
            if m > 1 and tensor.shape[0] > 1:
                head = tuple(range(self.rank + j))
                orders = [head + tuple(len(head) + p for p in order) for order in permutations(range(m))]
                tensor = np.add.reduce([tensor.transpose(order) for order in orders]) / factorial(m)
            out.add((i, j, m), tensor)
        return out.pruned()


def outer(p: TensorPolynomial, q: TensorPolynomial, places: Sequence[int], weight: int) -> TensorPolynomial:
    """The tensor product, p's axes of the value standing at `places` and q's at the others."""
    rank = p.rank + q.rank
    others = [k for k in range(rank) if k not in places]
    out = TensorPolynomial(rank)
    for (i, j, m), left in p.terms.items():
        for (i2, j2, m2), right in q.terms.items():
            if 2 * (i + i2) + j + j2 + m + m2 > weight:
                continue
            product = np.tensordot(left, right, axes=0)
            source = {place: k for k, place in enumerate(places)} | {place: left.ndim + k for k, place in enumerate(others)}
            e_axes = [p.rank + k for k in range(j)] + [left.ndim + q.rank + k for k in range(j2)]
            s_axes = [p.rank + j + k for k in range(m)] + [left.ndim + q.rank + j2 + k for k in range(m2)]
            order = [source[place] for place in range(rank)] + e_axes + s_axes
            out.add((i + i2, j + j2, m + m2), product.transpose(order))
    return out.pruned()


def compose(p: TensorPolynomial, powers: dict[int, TensorPolynomial], weight: int) -> TensorPolynomial:
    """p with every e⊗...⊗e (j factors) replaced by powers[j]; terms without e, or whose power is not listed, vanish."""
    out = TensorPolynomial(p.rank)
    for (i, j, m), tensor in p.terms.items():
        for (i2, j2, m2), power in powers[j].terms.items() if j in powers else ():
            if 2 * (i + i2) + j2 + m + m2 > weight:
                continue
            product = np.tensordot(tensor, power, axes=(list(range(p.rank, p.rank + j)), list(range(j))))
            # axes now: value, s of p, e, s of the power
            e_axes = list(range(p.rank + m, p.rank + m + j2))
            rest = list(range(p.rank, p.rank + m)) + list(range(p.rank + m + j2, product.ndim))
            out.add((i + i2, j2, m + m2), product.transpose([*range(p.rank), *e_axes, *rest]))
    return out.pruned()


def moments_from_cumulants(cumulants: Sequence[TensorPolynomial], count: int, weight: int) -> list[TensorPolynomial]:
    """E[y⊗...⊗y] for 1, ..., count factors from the cumulants of y; those beyond the list are zero."""
    moments: list[TensorPolynomial] = []
    for k in range(1, count + 1):
        total = _split_sum(cumulants, moments, k, weight)
        moments.append(total.plus(cumulants[k - 1]) if k <= len(cumulants) else total)
    return moments


def cumulants_from_moments(moments: Sequence[TensorPolynomial], weight: int) -> list[TensorPolynomial]:
    """The inverse of `moments_from_cumulants`, in symmetrised form."""
    cumulants: list[TensorPolynomial] = []
    for k, moment in enumerate(moments, start=1):
        cumulants.append(moment.plus(_split_sum(cumulants, moments, k, weight), -1).symmetrised())
    return cumulants


def _split_sum(cumulants: Sequence[TensorPolynomial], moments: Sequence[TensorPolynomial], k: int, weight: int) -> TensorPolynomial:
    """Sum over the proper blocks that hold the first of k factors: cumulant of the block times moment of the rest."""
    total = TensorPolynomial(k)
    for size in range(1, k):
        if size > len(cumulants):
            break
        for others in combinations(range(1, k), size - 1):
            total = total.plus(outer(cumulants[size - 1], moments[k - size - 1], (0, *others), weight))
    return total
