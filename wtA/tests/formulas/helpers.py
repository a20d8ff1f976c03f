"""Problems whose formulas can be worked out on paper, and random exact jets."""

from __future__ import annotations

import random
from dataclasses import dataclass
from itertools import permutations
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.models.arrays import Array
from symfed.models.jets import Jets
from symfed.models.problems import QuadraticProblem, ScalarProblem

#: a = (1, 3), theta* = 3, g = (3, -3), <a g> = -3, <a> = 2
TWO_CLIENTS = QuadraticProblem([[[1]], [[3]]], [[0], [4]], noise=[[2]])
PLANE = QuadraticProblem(
    hessians=[[[2, 1], [1, 3]], [[1, 0], [0, 2]], [[3, -1], [-1, 1]]],
    optima=[[0, 1], [4, 2], [-1, 0]],
    noise=[[[2, 0], [0, 1]], [[1, 1], [1, 2]], [[1, 0], [0, 0]]],
)
_x = sp.Dummy("x")
_HALF = sp.Rational(1, 2)


def exponential(clients: int) -> ScalarProblem:
    """f = exp(x) - x for every client, gradients exp(x) - 1 -+ 1/2: theta* = 0, a = b = 1, C = 1/4."""
    return ScalarProblem([[sp.exp(_x) - (1 + _HALF) * _x, sp.exp(_x) - (1 - _HALF) * _x]] * clients)


def heterogeneous() -> ScalarProblem:
    """Two unequal clients, neither quadratic."""
    return ScalarProblem(
        [
            [sp.exp(_x) - (1 + _HALF) * _x, sp.exp(_x) - (1 - _HALF) * _x],
            [sp.exp(-2 * _x) / 2 + _x**2, sp.exp(-2 * _x) / 2 + _x**2 - _x / 2],
        ]
    )


def _symmetric(entries: Array, axes: tuple[int, ...]) -> Array:
    orders = [dict(zip(axes, order, strict=True)) for order in permutations(axes)]
    return np.asarray(sum(entries.transpose([order.get(k, k) for k in range(entries.ndim)]) for order in orders))


def random_jets(d: int, clients: int = 2, seed: int = 0) -> Jets:
    """Exact jets with every symmetry that jets have and no other: positive definite Hessians, gradients that sum to zero."""
    source = random.Random(seed)

    def draw(*shape: int) -> Array:
        out = np.empty(shape, dtype=object)
        out.flat[:] = [flint.fmpq(source.randint(-4, 4), source.randint(1, 3)) for _ in range(int(np.prod(shape)))]
        return out

    gradients, roots, noise_roots = draw(clients, d), draw(clients, d, d), draw(clients, d, d)
    gradients[-1] -= gradients.sum(axis=0)
    eye = np.stack([np.array([[flint.fmpq(int(i == j)) for j in range(d)] for i in range(d)], dtype=object)] * clients)
    return Jets.of(
        gradients=gradients,
        hessians=roots @ roots.transpose(0, 2, 1) + eye,
        third_derivatives=_symmetric(draw(clients, d, d, d), (1, 2, 3)),
        noise_covariance=noise_roots @ noise_roots.transpose(0, 2, 1),
        fourth_derivatives=_symmetric(draw(clients, *[d] * 4), (1, 2, 3, 4)),
        fifth_derivatives=_symmetric(draw(clients, *[d] * 5), (1, 2, 3, 4, 5)),
        noise_derivative=_symmetric(draw(clients, d, d, d), (1, 2)),
        noise_second_derivative=_symmetric(_symmetric(draw(clients, *[d] * 4), (1, 2)), (3, 4)),
        noise_cumulant=_symmetric(draw(clients, d, d, d), (1, 2, 3)),
    )


@dataclass(frozen=True)
class JetProblem:
    """A problem of which only the jets are known; for formulas evaluated with check=False."""

    jets: Jets
    mu: float = 1.0
    L: float = 1.0
    exact: bool = True

    @property
    def dim(self) -> int:
        return self.jets.dim


def entries(array: Any) -> list[Any]:
    return list(np.asarray(array, dtype=object).flat)
