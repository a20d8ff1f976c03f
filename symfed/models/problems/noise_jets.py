"""Jets of clients that draw one of finitely many samples, from the Taylor coefficients of every sample's gradient.

With e(u) the error of a sample's gradient at theta* + u, the cumulants of v.e(u) are polynomials in v with Taylor series in u. They
follow from the moments E (v.e(u))^k by the scalar recursion, in truncated arithmetic: nothing is differentiated.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import comb, factorial

import numpy as np

from symfed.models import monomials
from symfed.models.arrays import Array, zeros
from symfed.models.jets import Jets

_AT_ONCE = 4_000_000  # numbers held while samples are multiplied


@dataclass(frozen=True)
class ClientTaylor:
    """One client's Taylor coefficients at theta*, degree by degree, on the monomials of `symfed.models.monomials`.

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
        blocks = [zeros((n, monomials.size(d, k) * monomials.size(d, j)), self.blocks[0]) for j in range(top + 1)]
        forms = monomials.products(d, self.k, other.k)
        for p, left in enumerate(self.blocks[: top + 1]):
            for q, right in enumerate(other.blocks[: top + 1 - p]):
                if weights is None:
                    table = left[:, :, :, None, None] * right[:, None, None, :, :]
                else:
                    table = np.tensordot(left * weights[:, None, None], right, (0, 0))[None]
                places = forms[:, None, :, None] * monomials.size(d, p + q) + monomials.products(d, p, q)[None, :, None, :]
                np.add.at(blocks[p + q].T, places.ravel(), table.reshape(n, -1).T)
        return _Form(d, k, [block.reshape(n, monomials.size(d, k), -1) for block in blocks])

    def plus(self, other: _Form, factor: int = 1) -> _Form:
        """Sum in the degrees that both hold."""
        return _Form(self.d, self.k, [mine + factor * theirs for mine, theirs in zip(self.blocks, other.blocks, strict=False)])

    def tensors(self) -> tuple[Array, ...]:
        """For j = 0, 1, ...: the tensor of derivatives (d,)*(k+j), the axes of v first."""
        return tuple(_tensor(self.d, block[0], (self.k, j), factorial(self.k)) for j, block in enumerate(self.blocks))


def _tensor(d: int, block: Array, degrees: tuple[int, int], divisor: int = 1) -> Array:
    """Entries of a tensor that is symmetric in its first and in its last axes, from coefficients of monomials in v and in u."""
    v, u = (monomials.factorials(d, k) for k in degrees)
    scale = v[:, None] * u[None, :]
    entries = block * (scale if block.dtype == object else scale.astype(float)) / divisor
    rows, columns = (monomials.entries(d, k) for k in degrees)
    return entries[rows.reshape(rows.shape + (1,) * columns.ndim), columns]


def _cumulants(client: ClientTaylor, tops: Sequence[int]) -> list[_Form]:
    """Cumulants 2, 3, ... of v.e(u), each up to its degree in u."""
    d = client.samples[0].shape[1]
    means = [np.tensordot(client.weights, block, 1) for block in client.samples]
    # the products of samples that are held one by one: those that a higher cumulant asks for
    widest = max((d * monomials.size(d, k) * monomials.size(d, top) for k, top in enumerate(tops[1:], start=1)), default=d)
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
            stack.append(_tensor(d, client.mean[j], (1, j)) if known else zeros((d,) * (j + 1), client.mean[0]))
        for stacks, form in zip(noise, _cumulants(client, cumulants), strict=True):
            for stack, tensor in zip(stacks, form.tensors(), strict=True):
                stack.append(tensor)
    return Jets(tuple(map(np.stack, slopes)), tuple(tuple(map(np.stack, stacks)) for stacks in noise))
