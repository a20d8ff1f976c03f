"""Jets of clients that draw one of finitely many samples, from the Taylor coefficients of every sample's gradient.

With e(u) the error of a sample's gradient at theta* + u, the cumulants of v.e(u) are polynomials in v with Taylor series in u. They
follow from the moments E (v.e(u))^k by the scalar recursion, in truncated arithmetic: nothing is differentiated.

Homogeneous polynomials in d variables are arrays of coefficients. The monomials of degree k are the sorted index words
i1 <= ... <= ik, in lexicographic order; `monomial_count` is their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import comb, factorial, prod

import numpy as np

from symfed.models.arrays import Array, zeros
from symfed.models.jets import Jets


def monomial_count(d: int, k: int) -> int:
    """The number of monomials of degree k in d variables."""
    return comb(d + k - 1, k)


@cache
def _index_words(d: int, k: int) -> Array:
    return np.array(list(combinations_with_replacement(range(d), k)), dtype=np.int64).reshape(monomial_count(d, k), k)


def _monomial_numbers(d: int, words: Array) -> Array:
    """The numbers of the monomials denoted by index words (..., k), sorted or not."""
    powers = np.array([d**i for i in reversed(range(words.shape[-1]))], dtype=np.int64)
    found: Array = np.searchsorted(_index_words(d, words.shape[-1]) @ powers, np.sort(words, axis=-1) @ powers)
    return found


@cache
def monomial_products(d: int, p: int, q: int) -> Array:
    """The number, in degree p + q, of every product of a monomial of degree p (rows) and one of degree q (columns).

    >>> monomial_products(2, 1, 1).tolist()
    [[0, 1], [1, 2]]
    """
    left, right = monomial_count(d, p), monomial_count(d, q)
    words = [np.broadcast_to(_index_words(d, p)[:, None], (left, right, p)), np.broadcast_to(_index_words(d, q)[None], (left, right, q))]
    return _monomial_numbers(d, np.concatenate(words, axis=-1))


@cache
def monomial_of_entry(d: int, k: int) -> Array:
    """(d,)*k: the number of the monomial that an entry of a symmetric tensor belongs to.

    >>> monomial_of_entry(2, 2).tolist()
    [[0, 1], [1, 2]]
    """
    return _monomial_numbers(d, np.moveaxis(np.indices((d,) * k), 0, -1))


@cache
def monomial_factorials(d: int, k: int) -> Array:
    """The product of the factorials of a monomial's exponents: the tensor entry of a derivative is that times the coefficient.

    >>> monomial_factorials(2, 2).tolist()
    [2, 1, 2]
    """
    return np.array([prod(map(factorial, Counter(word.tolist()).values())) for word in _index_words(d, k)], dtype=object)


def powers_of(points: Array, degree: int) -> list[Array]:
    """For j = 0 .. degree: (n, monomials of degree j), every monomial at each of the points (n, d) over its `monomial_factorials`.

    >>> [table.tolist() for table in powers_of(np.array([[2.0, 3.0]]), 2)]
    [[[1.0]], [[2.0, 3.0]], [[2.0, 6.0, 4.5]]]
    """
    n, d = points.shape
    plain = [points[:, :1] * 0 + 1]
    for j in range(1, degree + 1):
        table = np.empty((n, monomial_count(d, j)), dtype=points.dtype)
        for i, column in enumerate(points.T):
            table[:, monomial_products(d, 1, j - 1)[i]] = column[:, None] * plain[-1]
        plain.append(table)
    return [table / monomial_factorials(d, j).astype(points.dtype) for j, table in enumerate(plain)]


_AT_ONCE = 4_000_000  # numbers in memory while samples are multiplied


@dataclass(frozen=True)
class ClientTaylor:
    """One client's Taylor coefficients at theta*, degree by degree, on the monomials of `symfed.models.problems.noise_jets`.

    mean[j] (d, monomials of degree j): of the mean gradient. samples[j] (n, d, monomials of degree j): of every sample's gradient;
    weights (n,): their probabilities. Degrees that are not given are zero.
    """

    mean: Sequence[Array]
    samples: Sequence[Array]
    weights: Array


@dataclass(frozen=True)
class _Form:
    """Homogeneous of degree k in v, a Taylor polynomial in u: blocks[j] (n, monomials of degree k in v, of degree j in u)."""

    d: int
    k: int
    blocks: Sequence[Array]

    def times(self, other: _Form, top: int, weights: Array | None = None) -> _Form:
        """The product up to degree `top` in u, for every sample or, with weights, its mean (then n = 1)."""
        d, k = self.d, self.k + other.k
        n = 1 if weights is not None else len(self.blocks[0])
        blocks = [zeros((n, monomial_count(d, k) * monomial_count(d, j)), self.blocks[0]) for j in range(top + 1)]
        forms = monomial_products(d, self.k, other.k)
        for p, left in enumerate(self.blocks[: top + 1]):
            for q, right in enumerate(other.blocks[: top + 1 - p]):
                if weights is None:
                    table = left[:, :, :, None, None] * right[:, None, None, :, :]
                else:
                    table = np.tensordot(left * weights[:, None, None], right, (0, 0))[None]
                places = forms[:, None, :, None] * monomial_count(d, p + q) + monomial_products(d, p, q)[None, :, None, :]
                np.add.at(blocks[p + q].T, places.ravel(), table.reshape(n, -1).T)
        return _Form(d, k, [block.reshape(n, monomial_count(d, k), -1) for block in blocks])

    def plus(self, other: _Form, factor: int = 1) -> _Form:
        """The sum in the degrees that both have."""
        return _Form(self.d, self.k, [mine + factor * theirs for mine, theirs in zip(self.blocks, other.blocks, strict=False)])

    def tensors(self) -> tuple[Array, ...]:
        """For j = 0, 1, ...: the tensor of derivatives (d,)*(k+j), the axes of v first."""
        return tuple(_derivative_tensor(self.d, block[0], (self.k, j), factorial(self.k)) for j, block in enumerate(self.blocks))


def _derivative_tensor(d: int, block: Array, degrees: tuple[int, int], divisor: int = 1) -> Array:
    """Entries of a tensor that is symmetric in its first and in its last axes, from coefficients of monomials in v and in u."""
    v, u = (monomial_factorials(d, k) for k in degrees)
    scale = v[:, None] * u[None, :]
    entries = block * (scale if block.dtype == object else scale.astype(float)) / divisor
    rows, columns = (monomial_of_entry(d, k) for k in degrees)
    return entries[rows.reshape(rows.shape + (1,) * columns.ndim), columns]


def _noise_cumulants(client: ClientTaylor, tops: Sequence[int]) -> list[_Form]:
    """Cumulants 2, 3, ... of v.e(u), each up to its degree in u."""
    d = client.samples[0].shape[1]
    means = [np.tensordot(client.weights, block, 1) for block in client.samples]
    # the products of samples that are stored one by one: those that a higher cumulant needs
    widest = max((d * monomial_count(d, k) * monomial_count(d, top) for k, top in enumerate(tops[1:], start=1)), default=d)
    rows = max(1, _AT_ONCE // widest)
    moments: list[_Form] = []
    for start in range(0, len(client.weights), rows):
        weights = client.weights[start : start + rows]
        errors = _Form(d, 1, [block[start : start + rows] - mean for block, mean in zip(client.samples, means, strict=True)])
        power, found = errors, []
        for k, top in enumerate(tops):
            found.append(errors.times(power, top, weights))
            if tops[k + 1 :]:
                power = errors.times(power, max(tops[k + 1 :]))
        moments = [total.plus(part) for total, part in zip(moments, found, strict=True)] if moments else found
    cumulants: list[_Form] = []
    for n, moment in enumerate(moments, start=2):
        cumulant = moment
        for j in range(2, n - 1):
            product = cumulants[j - 2].times(moments[n - j - 2], tops[n - 2])
            cumulant = cumulant.plus(product, -comb(n - 1, j - 1))
        cumulants.append(cumulant)
    return cumulants


def finite_jets(clients: Iterable[ClientTaylor], derivatives: int, cumulants: Sequence[int]) -> Jets:
    """Derivatives 1 .. `derivatives` and noise cumulants 2, 3, ..., each with derivatives up to its entry of `cumulants`."""
    slopes: list[list[Array]] = [[] for _ in range(derivatives)]
    noise: list[list[list[Array]]] = [[[] for _ in range(top + 1)] for top in cumulants]
    for client in clients:
        d = len(client.mean[0])
        for j, stack in enumerate(slopes):
            known = j < len(client.mean)
            stack.append(_derivative_tensor(d, client.mean[j], (1, j)) if known else zeros((d,) * (j + 1), client.mean[0]))
        for stacks, form in zip(noise, _noise_cumulants(client, cumulants), strict=True):
            for stack, tensor in zip(stacks, form.tensors(), strict=True):
                stack.append(tensor)
    return Jets(tuple(map(np.stack, slopes)), tuple(tuple(map(np.stack, stacks)) for stacks in noise))
