"""What a client's round adds afresh: the joint cumulants of its control variate's next value, given the start of the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Any

from symfed.derive.expansion.polynomials import (
    Index,
    Poly,
    add_into,
    below,
    binomial,
    minus,
    monomial,
    multiply_into,
    plus,
    pruned,
    times,
    up_to_degree,
    weight_of,
)


class Fresh:
    """Moments and cumulants of w = (u + gamma delta / rate) / gamma, u a client's displacement, as polynomials in gamma and theta - theta*.

    The next control variate deviates by rate (w - mean w). In w the old delta cancels at leading order, so that every delta that is
    left in the coefficients comes with gamma: this is what makes the hierarchy triangular. Weights are cut at 2*order.
    """

    def __init__(self, displacement: Mapping[Index, Poly], delta: Callable[[Index], Any], d: int, order: int) -> None:
        """`displacement` holds E[u^l]; delta(l) is (delta / rate)^l as a coefficient."""
        self._d, self._weight = d, 2 * order
        self._cumulants: dict[tuple[Index, ...], Poly] = {}
        self._moments: dict[Index, Poly] = {}
        moved = {**displacement, (0,) * d: {0: delta((0,) * d)}}
        for degrees in up_to_degree(d, order + 1):
            total: Poly = {}
            for rest in below(degrees):
                back = {monomial(sum(rest), (0,) * d): delta(rest)}
                multiply_into(total, moved.get(minus(degrees, rest), {}), back, 2 * order + 2, d, binomial(degrees, rest))
            scale = monomial(sum(degrees), (0,) * d)
            self._moments[degrees] = {key - scale: c for key, c in pruned(total).items()}

    def cumulant(self, degrees: tuple[Index, ...]) -> Poly:
        """The joint cumulant of w^l for the multi-indices l that are listed."""
        if degrees not in self._cumulants:
            first, *others = degrees
            total = dict(self._moment(degrees))
            for size in range(len(others)):
                for company in combinations(range(len(others)), size):
                    block = self.cumulant((first, *[others[k] for k in company]))
                    rest = self._moment([other for k, other in enumerate(others) if k not in company])
                    add_into(total, times(block, rest, self._weight, self._d), -1)
            self._cumulants[degrees] = pruned({key: c for key, c in total.items() if weight_of(key, self._d) <= self._weight})
        return self._cumulants[degrees]

    def _moment(self, degrees: Sequence[Index]) -> Poly:
        total = (0,) * self._d
        for index in degrees:
            total = plus(total, index)
        return self._moments[total]
