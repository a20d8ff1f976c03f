"""Tables of bounds in floats, one for each client and step of a round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partialmethod
from typing import Any

import numpy as np

from symfed.formulas.enclosures.moments import before
from symfed.models.arrays import Array


@dataclass(frozen=True)
class FloatTable:
    """Non-negative numbers, (N, H), or (1, H) for means over clients; the rounding error of sums is compensated at the end.

    It has the operations of the checker's `BoundTable`.
    """

    values: Array
    __array_ufunc__ = None  # NumPy leaves the operators to this class

    def _with(self, other: Any, function: Callable[[Any, Any], Array]) -> FloatTable:
        return FloatTable(function(self.values, other.values if isinstance(other, FloatTable) else other))

    __add__ = partialmethod(_with, function=np.add)
    __mul__ = partialmethod(_with, function=np.multiply)
    __truediv__ = partialmethod(_with, function=np.divide)
    __pow__ = partialmethod(_with, function=np.power)
    smaller = partialmethod(_with, function=np.minimum)
    larger = partialmethod(_with, function=np.maximum)

    def root(self, k: int) -> FloatTable:
        return FloatTable(np.sqrt(self.values) if k == 2 else np.cbrt(self.values))

    def mean(self) -> FloatTable:
        return FloatTable(self.values.mean(axis=0, keepdims=True))

    def most(self) -> FloatTable:
        return FloatTable(self.values.max(axis=0, keepdims=True))

    def before(self) -> FloatTable:
        return FloatTable(before(self.values)[:, :-1])

    def at_end(self) -> float:
        return float(self.values[:, -1].mean())

    def total(self) -> float:
        return float(self.values.mean(axis=0).sum())


def of_clients(numbers: Mapping[str, Array], columns: int) -> dict[str, FloatTable]:
    """Tables of one number per client, the same at every step."""
    return {name: FloatTable(np.broadcast_to(value[:, None], (len(value), columns))) for name, value in numbers.items()}
