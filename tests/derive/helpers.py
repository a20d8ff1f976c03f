"""Exact client populations for the tests, as values for the symbols of one client."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.core.symbols import C1, C2, K3, C, N, a, b, g, q, r
from symfed.decide.points import Point
from symfed.models.arrays import rational
from symfed.models.jets import Jets

OWN = (g, a, b, q, r, C, C1, C2, K3)
NAMES = (
    "gradients", "hessians", "third_derivatives", "fourth_derivatives", "fifth_derivatives",
    "noise_covariance", "noise_derivative", "noise_second_derivative", "noise_cumulant",
)  # fmt: skip
RANKS = (1, 2, 3, 4, 5, 2, 3, 4, 3)

small = st.fractions(min_value=-3, max_value=3, max_denominator=4)
positive = st.fractions(min_value=Fraction(1, 4), max_value=3, max_denominator=4)


@st.composite
def populations(draw: Any, most: int = 3) -> Point:
    """One to `most` clients with mean gradient zero."""
    size = draw(st.integers(1, most))
    clients = [{s: sp.Rational(str(draw(positive if s in (a, C) else small))) for s in OWN} for _ in range(size)]
    total = sum(client[g] for client in clients)
    for client in clients:
        client[g] -= total / size
    return Point({N: sp.Integer(size)}, tuple(clients))


def scalar_jets(point: Point) -> Jets:
    """The population as numeric jets, d = 1, exact."""
    arrays = []
    for symbol, rank in zip(OWN, RANKS, strict=True):
        column = np.empty(len(point.clients), dtype=object)
        column[:] = [rational(client[symbol]) for client in point.clients]
        arrays.append(column.reshape((len(column),) + (1,) * rank))
    return Jets.of(**dict(zip(NAMES, arrays, strict=True)))


def rotated_sum(first: Jets, second: Jets, rotation: Any) -> Jets:
    """Jets in d = 2 of x -> f(u) + h(v), where (u, v) = rotation x and the two noises are independent."""
    parts = {}
    for name, rank in zip(NAMES, RANKS, strict=True):
        table = np.empty((first.N,) + (2,) * rank, dtype=object)
        table.fill(rational(0))
        for k, jets in enumerate((first, second)):
            table[(slice(None), *[k] * rank)] = getattr(jets, name).reshape(first.N)
        for axis in range(1, rank + 1):
            table = np.moveaxis(np.tensordot(table, rotation, axes=(axis, 0)), -1, axis)
        parts[name] = table
    return Jets.of(**parts)
