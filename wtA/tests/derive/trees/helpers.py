"""Polynomial losses in the plane and exact power series: a round and the flow of a field, without any trees."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from symfed.models.arrays import Array

RING, GAMMA, TIME = sp.ring("gamma, s", sp.QQ)
Exponents = tuple[int, int]


class PolynomialLosses:
    """`clients` losses of total degree `degree` in two variables, with small random rational coefficients."""

    def __init__(self, seed: int, clients: int, degree: int = 4) -> None:
        draw = random.Random(seed)
        monomials = [(i, j) for i in range(degree + 1) for j in range(degree + 1 - i)]
        self.losses = [{m: sp.QQ(draw.randint(-6, 6), draw.randint(1, 4)) for m in monomials} for _ in range(clients)]

    def derivative(self, client: int, axes: Sequence[int], x: Sequence[Any]) -> Any:
        """The derivative along coordinate axes, at a point of any number type."""
        powers = (axes.count(0), axes.count(1))
        total = 0 * x[0]
        for exponents, coefficient in self.losses[client].items():
            if all(e >= p for e, p in zip(exponents, powers, strict=True)):
                factor = math.prod(math.perm(e, p) for e, p in zip(exponents, powers, strict=True))
                total = total + coefficient * factor * x[0] ** (exponents[0] - powers[0]) * x[1] ** (exponents[1] - powers[1])
        return total

    def derivatives(self, x: Sequence[Any], order: int) -> list[Array]:
        """Entry m is every client's derivative of order m, shape (N,) + (2,)*m."""
        out = []
        for m in range(order + 1):
            table = np.empty((len(self.losses),) + (2,) * m, dtype=object)
            for c, axes in itertools.product(range(len(self.losses)), itertools.product((0, 1), repeat=m)):
                table[(c, *axes)] = self.derivative(c, axes, x)
            out.append(table)
        return out


def cut(value: Any, order: int) -> Any:
    """The power series without the powers of gamma above `order`."""
    return RING.from_dict({powers: c for powers, c in RING(value).items() if powers[0] <= order})


def round_end(
    losses: PolynomialLosses, start: Sequence[Fraction], H: int, order: int, step: Callable[[Any, Any, Any], Any] | None = None
) -> list[Any]:
    """Where one round ends, as a power series in gamma; step(x, g, start) is a local step in a coordinate, FedAvg's if left out."""
    origin = [RING(sp.QQ(v.numerator, v.denominator)) for v in start]
    move = step or (lambda x, g, _: x - GAMMA * g)
    ends = []
    for c in range(len(losses.losses)):
        x = origin
        for _ in range(H):
            g = [losses.derivative(c, (axis,), x) for axis in (0, 1)]
            x = [cut(move(*entry), order) for entry in zip(x, g, origin, strict=True)]
        ends.append(x)
    return [sum(column[1:], column[0]) / len(ends) for column in zip(*ends, strict=True)]


def flow_end(field: Callable[[Sequence[Any]], Sequence[Any]], start: Sequence[Fraction], H: int, order: int) -> list[Any]:
    """Where theta' = -field(theta) is after time gamma H, by Picard's iteration in gamma: each turn settles one more power."""
    origin = [RING(sp.QQ(v.numerator, v.denominator)) for v in start]
    x = origin
    for _ in range(order):
        velocity = [cut(-GAMMA * v, order) for v in field(x)]
        x = [x0 + RING.from_dict({(i, j + 1): c / (j + 1) for (i, j), c in v.items()}) for x0, v in zip(origin, velocity, strict=True)]
    return [v.compose(TIME, RING(H)) for v in x]


def first_difference(left: Sequence[Any], right: Sequence[Any]) -> int | None:
    """The lowest power of gamma at which two points differ."""
    powers = [p[0] for a, b in zip(left, right, strict=True) for p in (a - b)]
    return min(powers, default=None)
