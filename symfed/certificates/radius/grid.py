"""Tables of upper bounds, one for each client and step of a round: sums and products entry by entry, and means over clients."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from flint import arb

from symfed.certificates.balls import bound
from symfed.certificates.radius.balls import ZERO, largest_absolute, partial_sums, root


class BoundTable:
    """Exact numbers that are not negative, N rows of H. Every operation rounds up."""

    def __init__(self, rows: list[list[arb]]) -> None:
        self.rows = rows

    @staticmethod
    def of_clients(values: Iterable[arb], H: int) -> BoundTable:
        """One number for each client, at every step."""
        return BoundTable([[value] * H for value in values])

    @staticmethod
    def of_steps(values: list[arb], N: int) -> BoundTable:
        """One number for each step, of every client."""
        return BoundTable([values] * N)

    def each(self, function: Callable[..., Any], *others: BoundTable) -> BoundTable:
        """A function of the entries."""
        columns = zip(self.rows, *(other.rows for other in others), strict=True)
        return BoundTable([[bound(function(*entries)) for entries in zip(*rows, strict=True)] for rows in columns])

    def _with(self, other: Any, function: Callable[[arb, Any], Any]) -> BoundTable:
        return self.each(function, other) if isinstance(other, BoundTable) else self.each(lambda x: function(x, arb(other)))

    def __add__(self, other: Any) -> BoundTable:
        return self._with(other, lambda x, y: x + y)

    def __mul__(self, other: Any) -> BoundTable:
        return self._with(other, lambda x, y: x * y)

    __radd__, __rmul__ = __add__, __mul__

    def __pow__(self, power: int) -> BoundTable:
        return self.each(lambda x: x**power)

    def __truediv__(self, divisor: int) -> BoundTable:
        return self.each(lambda x: x / divisor)

    def smaller(self, other: Any) -> BoundTable:
        return self._with(other, lambda x, y: y if y < x else x)

    def larger(self, other: Any) -> BoundTable:
        return self._with(other, lambda x, y: y if y > x else x)

    def mean(self) -> BoundTable:
        """The mean over clients, for every client."""
        N = len(self.rows)
        return BoundTable([[bound(sum(column, ZERO) / N) for column in zip(*self.rows, strict=True)]] * N)

    def before(self) -> BoundTable:
        """Sums over the steps before each step."""
        return BoundTable([partial_sums(row[:-1]) for row in self.rows])

    def root(self, k: int) -> BoundTable:
        return self.each(lambda x: root(x, k))

    def most(self) -> BoundTable:
        """The largest of all clients, at every step, for every client."""
        columns = zip(*self.rows, strict=True)
        return BoundTable([[largest_absolute(column) for column in columns]] * len(self.rows))

    def at_end(self) -> arb:
        """The mean over clients of the last entries."""
        return bound(sum((row[-1] for row in self.rows), ZERO) / len(self.rows))

    def total(self) -> arb:
        """The mean over clients, summed over the steps."""
        return bound(sum((entry for row in self.rows for entry in row), ZERO) / len(self.rows))
