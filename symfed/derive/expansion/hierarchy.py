"""The stationary moments of theta, and of control variates where clients keep them, order by order in gamma.

With e = theta - theta* and delta = xi - xi*, the unknowns are E[e^alpha <f_1 delta^kappa_1> <f_2 delta^kappa_2> ...], averages over
clients with weights f. A round turns

    e into e + server gamma <w>,        delta_c into rate (w_c - <w>),

w_c as in `ClientRound`, independent over clients given the start. In w every delta comes with gamma and <w> is -gradient at order zero, so
that

- a moment with control variates, at gamma^n, is a sum of moments of e at gamma^n and of lower orders: nothing is solved;
- a moment of e alone, at gamma^j, is solved from E[(e + server gamma <w>)^alpha] = E[e^alpha] at gamma^(j+1), the highest degree first:
  a moment of degree k is O(gamma^(k/2)) whatever else it holds, and <w> is zero at theta*, so that the equation of degree k holds, of
  the moments of e at gamma^j, those of degree k and above only.

Without control variates there are no factors <f delta^kappa>, and all that follows is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, Protocol

from symfed.core.errors import InvalidInput
from symfed.derive.expansion.polynomials import (
    Index,
    Poly,
    add_into,
    axes,
    binomial,
    indices_below,
    minus,
    monomial,
    multiply_into,
    of_degree,
    powers,
    submultisets,
    truncated_product,
    unit_index,
    weight_of,
)
from symfed.derive.expansion.round import ClientRound
from symfed.models.algorithm import Algorithm

Weight = tuple[Any, ...]  # a function f of the client, as `Population` writes it
Factor = tuple[Weight, Index]  # <f delta^kappa>
Factors = tuple[Factor, ...]
Slot = tuple[Weight, Index]  # <f w^l>
State = dict[Factors, Poly]  # a polynomial in gamma and e for every product of factors


class Population(Protocol):
    """The interface of the clients to the hierarchy: functions of a client as combinations of weights."""

    one: Any  # the coefficient 1
    certain: Any  # the moment E[1]
    inverse_N: Any
    everyone: Weight  # the weight 1

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        """The product of two weights, None where it vanishes."""

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        """<f element> for a polynomial in a client's delta: factors <g delta^kappa> with their coefficients, None for the constant part."""

    def solve(self, matrix: Sequence[Sequence[Any]], right: Sequence[Any]) -> Sequence[Any]:
        """The moments x with matrix x = right, a matrix of coefficients."""


class Hierarchy:
    """`moment(n, alpha, factors)` is the coefficient of gamma^n, for n up to order, and n + the degree in delta up to order + 1."""

    def __init__(self, population: Population, round_: ClientRound, server: Sequence[Any], rate: Any, d: int, order: int) -> None:
        """The server moves by gamma sum_i server[i] gamma^i <w>; `rate` is read only where there are factors."""
        self._population, self._round, self._rate, self._d, self._order = population, round_, rate, d, order
        self._zero, self._nothing, self._start = population.one * 0, population.certain * 0, (0,) * d
        move = {monomial(i, ()): c for i, c in enumerate(server) if c != 0}
        self._moves: list[Poly] = [{0: population.one}]  # powers of the server's series
        for _ in range(order + 1):
            self._moves.append(truncated_product(self._moves[-1], move, 2 * order + 2, 0))
        self._known: dict[tuple[int, Index, Factors], Any] = {(0, self._start, ()): population.certain}
        self._solved = 0
        self._changes: dict[Index, Sequence[tuple[Factors, int, Index, Any]]] = {}
        self._meetings: dict[tuple[tuple[Slot, ...], int], State] = {}
        self._blocks: dict[tuple[Slot, ...], State] = {}

    def moment(self, n: int, alpha: Index, factors: Factors = ()) -> Any:
        if sum(alpha) > 2 * n:
            return self._nothing
        while self._solved < n:
            self._solve_order(self._solved + 1)
        key = (n, alpha, tuple(sorted(factors)))
        if factors and key not in self._known:
            total = self._nothing
            for others, p, rest, c in self._state_terms(self._after_round(alpha, factors, n)):
                total = total + self.moment(n - p, rest, others) * c
            self._known[key] = total
        return self._known.get(key, self._nothing)

    def _solve_order(self, j: int) -> None:
        """E[e^alpha] at gamma^j, from the equations at gamma^(j+1)."""
        for k in range(2 * j, 0, -1):
            unknown = of_degree(self._d, k)
            matrix, right = [], []
            for alpha in unknown:
                row, total = dict.fromkeys(unknown, self._zero), self._nothing
                for factors, p, rest, c in self._mean_change(alpha):
                    if p == 1 and sum(rest) == k and not factors:
                        row[rest] = row[rest] + c * -1
                    elif p == 1 and sum(rest) > k:  # solved already, at this order
                        total = total + self._known.get((j, rest, factors), self._nothing) * c
                    elif 1 < p <= j + 1:
                        total = total + self.moment(j + 1 - p, rest, factors) * c
                matrix.append(list(row.values()))
                right.append(total)
            found = self._population.solve(matrix, right)
            self._known.update(((j, alpha, ()), value) for alpha, value in zip(unknown, found, strict=True))
        self._solved = j

    def _mean_change(self, alpha: Index) -> Sequence[tuple[Factors, int, Index, Any]]:
        """The terms of the mean change of e^alpha in a round."""
        if alpha not in self._changes:
            terms = self._state_terms(self._after_round(alpha, (), self._order + 1))
            self._changes[alpha] = [term for term in terms if term[1] > 0]
        return self._changes[alpha]

    def _state_terms(self, state: State) -> Iterator[tuple[Factors, int, Index, Any]]:
        for factors, polynomial in state.items():
            for key, c in polynomial.items():
                yield (factors, *powers(key, self._d), c)

    def _after_round(self, alpha: Index, factors: Factors, n: int) -> State:
        """The conditional mean, given the start, of e^alpha times the factors after a round, as far as needed at gamma^n."""
        total: State = {}
        for moved in indices_below(alpha):
            stay, power = minus(alpha, moved), sum(moved)
            spare = 2 * n - 2 * power - sum(stay)
            if spare < 0:
                continue
            carried = {monomial(power + powers(i, 0)[0], stay): move * binomial(alpha, moved) for i, move in self._moves[power].items()}
            for kept in product(*[indices_below(kappa) for _, kappa in factors]):
                # <f (w - <w>)^kappa> by powers of <w>
                slots, factor = self._mean_moves(moved), self._population.one
                for (f, kappa), own in zip(factors, kept, strict=True):
                    lost = minus(kappa, own)
                    slots += [(f, own), *self._mean_moves(lost)]
                    factor = factor * self._rate ** sum(kappa) * (binomial(kappa, own) * (-1) ** sum(lost))
                scaled = {key: c * factor for key, c in carried.items()} if factors else carried
                for others, polynomial in self._slot_moments(tuple(sorted(slots)), spare).items():
                    multiply_into(total.setdefault(others, {}), scaled, polynomial, 2 * n, self._d)
        return total

    def _mean_moves(self, powers_of_mean: Index) -> list[Slot]:
        return [(self._population.everyone, unit_index(self._d, i)) for i in axes(powers_of_mean)]

    def _slot_moments(self, slots: tuple[Slot, ...], weight: int) -> State:
        """The mean of the product of <f w^l> over the slots: clients are independent, so cumulants of k averages bring 1/N^(k-1)."""
        if not slots:
            return {(): {0: self._population.one}}
        if (slots, weight) not in self._meetings:
            total: State = {}
            first, *others = slots
            for company, left, ways in submultisets(others):
                block = self._slot_cumulant((first, *company))
                rest = self._slot_moments(tuple(left), weight) if block else {}
                _multiply_states_into(total, block, rest, weight, self._d, ways)
            self._meetings[slots, weight] = total
        return self._meetings[slots, weight]

    def _slot_cumulant(self, slots: tuple[Slot, ...]) -> State:
        """The joint cumulant of the averages <f w^l>."""
        if slots not in self._blocks:
            weight: Weight | None = self._population.everyone
            for f, _ in slots:
                weight = None if weight is None else self._population.joined(weight, f)
            total: State = {}
            if weight is not None:
                scale = self._population.inverse_N ** (len(slots) - 1)
                for key, element in self._round.cumulant(tuple(sorted(degrees for _, degrees in slots))).items():
                    for factor, c in self._population.averaged(weight, element):
                        add_into(total.setdefault((factor,) if factor else (), {}), {key: c * scale})
            self._blocks[slots] = total
        return self._blocks[slots]


def _multiply_states_into(total: State, left: State, right: State, weight: int, d: int, ways: int) -> None:
    """total += ways left right up to the weight; most pairs of factors exceed it, and are skipped."""
    ordered = sorted(((min(p), factors, p) for factors, p in right.items() if p), key=lambda entry: entry[0])
    for factors, p in left.items():
        lowest = min(p)
        for least, others, q in ordered:
            if weight_of(lowest + least, d) > weight:
                break
            multiply_into(total.setdefault(tuple(sorted((*factors, *others))), {}), p, q, weight, d, ways)


@dataclass(frozen=True)
class StationaryMoment:
    """E[(theta - theta*)^state (xi_1 - xi_1*)^controls[0] (xi_2 - xi_2*)^controls[1]], clients 1 and 2 being different ones."""

    state: int
    controls: tuple[int, ...] = ()

    @property
    def first_power(self) -> int:
        """The lowest power of gamma: xi spreads by as much as a gradient does, theta by sqrt(gamma), and means are O(gamma)."""
        return 0 if not self.state and sum(self.controls) > 1 else 1

    def engine_order(self, order: int) -> int:
        """The order in gamma of theta's moments that takes as many terms of a round as this quantity to `order`."""
        return order + max(sum(self.controls) - 1, 0)


NAMED = {
    "bias": StationaryMoment(1),
    "second_moment": StationaryMoment(2),
    "control_mean": StationaryMoment(0, (1,)),
    "control_second_moment": StationaryMoment(0, (2,)),
    "state_control_moment": StationaryMoment(1, (1,)),
    "control_cross_moment": StationaryMoment(0, (1, 1)),
}


def read_quantity(quantity: str | int, algorithm: Algorithm) -> StationaryMoment:
    """A quantity by name, or k for the k-th moment of theta. Raises InvalidInput for an unknown one, or a rule without its controls."""
    if isinstance(quantity, int) and not isinstance(quantity, bool) and quantity > 0:
        return StationaryMoment(quantity)
    if quantity not in NAMED:
        raise InvalidInput("quantity", quantity, f"must be one of {', '.join(NAMED)}, or a positive integer for that moment of theta")
    found = NAMED[str(quantity)]
    if found.controls and not algorithm.keeps_memory:
        raise InvalidInput("quantity", quantity, f"{algorithm.name} keeps no control variates")
    return found
