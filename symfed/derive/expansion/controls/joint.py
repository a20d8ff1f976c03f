"""The stationary moments of theta and the control variates together, order by order in gamma.

With e = theta - theta* and delta = xi - xi*, the unknowns are E[e^alpha <f_1 delta^kappa_1> <f_2 delta^kappa_2> ...], averages over
clients with weights f. A round turns

    e into e + server gamma <w>,        delta_c into rate (w_c - <w>),

w_c as in `Fresh`, independent over clients given the start. In w every delta comes with gamma and <w> is -gradient at order zero, so that

- a moment with control variates, at gamma^n, is a sum of moments of e at gamma^n and of lower orders: nothing is solved;
- a moment of e alone, at gamma^j, is solved from the equation at gamma^(j+1), the highest degree first, as without memory.

A moment of degree k in e is O(gamma^(k/2)) whatever else it holds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Any, Protocol

from symfed.derive.expansion.controls.round import Fresh
from symfed.derive.expansion.polynomials import (
    Index,
    Poly,
    add_into,
    axes,
    below,
    binomial,
    minus,
    monomial,
    multiply_into,
    of_degree,
    powers,
    unit,
    weight_of,
)
from symfed.derive.expansion.stationary import Solver

Weight = tuple[Any, ...]  # a function f of the client, as `Clients` writes it
Factor = tuple[Weight, Index]  # <f delta^kappa>
Factors = tuple[Factor, ...]
Slot = tuple[Weight, Index]  # <f w^l>
State = dict[Factors, Poly]  # a polynomial in gamma and e for every product of factors


class Clients(Protocol):
    """What the hierarchy asks of a population: it writes client functions as combinations of weights."""

    one: Any
    inverse_N: Any
    everyone: Weight  # the weight 1

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        """The product of two weights, None where it vanishes."""

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        """<f element> for a polynomial in a client's delta: factors <g delta^kappa> with their scalars, None for the constant part."""


class JointMoments:
    """`moment(n, alpha, factors)` is the coefficient of gamma^n, for n up to order, and n + the degree in delta up to order + 1."""

    def __init__(self, clients: Clients, fresh: Fresh, server: Sequence[Any], rate: Any, d: int, order: int, solve: Solver) -> None:
        self._clients, self._fresh, self._rate, self._d, self._order, self._solve = clients, fresh, rate, d, order, solve
        self._zero, self._start = clients.one * 0, (0,) * d
        self._moves: list[list[Any]] = [[clients.one]]  # powers of the server's series
        for _ in range(order + 1):
            last = self._moves[-1]
            terms = [sum((last[i] * server[k - i] for i in range(k + 1) if i < len(last) and k - i < len(server)), self._zero)
                     for k in range(order + 2)]  # fmt: skip
            self._moves.append(terms)
        self._known: dict[tuple[int, Index, Factors], Any] = {(0, self._start, ()): clients.one}
        self._solved = 0
        self._changes: dict[Index, Sequence[tuple[Factors, int, Index, Any]]] = {}
        self._meetings: dict[tuple[tuple[Slot, ...], int], State] = {}
        self._blocks: dict[tuple[Slot, ...], State] = {}

    def moment(self, n: int, alpha: Index, factors: Factors = ()) -> Any:
        if sum(alpha) > 2 * n:
            return self._zero
        while self._solved < n:
            self._solve_order(self._solved + 1)
        key = (n, alpha, tuple(sorted(factors)))
        if factors and key not in self._known:
            total = self._zero
            for others, p, rest, c in self._terms(self._after_round(alpha, factors, n)):
                total = total + self.moment(n - p, rest, others) * c
            self._known[key] = total
        return self._known.get(key, self._zero)

    def _solve_order(self, j: int) -> None:
        """E[e^alpha] at gamma^j from the equations E[(e + server gamma <w>)^alpha] = E[e^alpha] at gamma^(j+1)."""
        for k in range(2 * j, 0, -1):
            unknown = of_degree(self._d, k)
            matrix, right = [], []
            for alpha in unknown:
                row, total = dict.fromkeys(unknown, self._zero), self._zero
                for factors, p, rest, c in self._change(alpha):
                    if p == 1 and sum(rest) == k and not factors:
                        row[rest] = row[rest] + c * -1
                    elif p == 1 and sum(rest) > k:  # solved already, at this order
                        total = total + self._known.get((j, rest, factors), self._zero) * c
                    elif 1 < p <= j + 1:
                        total = total + self.moment(j + 1 - p, rest, factors) * c
                matrix.append(list(row.values()))
                right.append(total)
            self._known.update(((j, alpha, ()), value) for alpha, value in zip(unknown, self._solve(matrix, right), strict=True))
        self._solved = j

    def _change(self, alpha: Index) -> Sequence[tuple[Factors, int, Index, Any]]:
        """The terms of what a round adds to e^alpha in the mean."""
        if alpha not in self._changes:
            terms = self._terms(self._after_round(alpha, (), self._order + 1))
            self._changes[alpha] = [term for term in terms if term[1] > 0]
        return self._changes[alpha]

    def _terms(self, state: State) -> Iterator[tuple[Factors, int, Index, Any]]:
        for factors, polynomial in state.items():
            for key, c in polynomial.items():
                yield (factors, *powers(key, self._d), c)

    def _after_round(self, alpha: Index, factors: Factors, n: int) -> State:
        """The mean, given the start, of what e^alpha times the factors becomes, as far as it counts at gamma^n."""
        total: State = {}
        for moved in below(alpha):
            stay, power = minus(alpha, moved), sum(moved)
            spare = 2 * n - 2 * power - sum(stay)
            if spare < 0:
                continue
            carried = {monomial(power + i, stay): move * binomial(alpha, moved) for i, move in enumerate(self._moves[power])}
            for kept in product(*[below(kappa) for _, kappa in factors]):
                # <f (w - <w>)^kappa> by powers of <w>
                slots, factor = self._mean_moves(moved), self._clients.one
                for (f, kappa), own in zip(factors, kept, strict=True):
                    lost = minus(kappa, own)
                    slots += [(f, own), *self._mean_moves(lost)]
                    factor = factor * self._rate ** sum(kappa) * (binomial(kappa, own) * (-1) ** sum(lost))
                scaled = {key: c * factor for key, c in carried.items()}
                for others, polynomial in self._meeting(tuple(sorted(slots)), spare).items():
                    multiply_into(total.setdefault(others, {}), scaled, polynomial, 2 * n, self._d)
        return total

    def _mean_moves(self, powers_of_mean: Index) -> list[Slot]:
        return [(self._clients.everyone, unit(self._d, i)) for i in axes(powers_of_mean)]

    def _meeting(self, slots: tuple[Slot, ...], weight: int) -> State:
        """The mean of the product of <f w^l> over the slots: clients are independent, so cumulants of k averages bring 1/N^(k-1)."""
        if not slots:
            return {(): {0: self._clients.one}}
        if (slots, weight) not in self._meetings:
            total: State = {}
            first, *others = slots
            for size in range(len(others) + 1):
                for company in combinations(range(len(others)), size):
                    block = self._block((first, *[others[k] for k in company]))
                    rest = self._meeting(tuple(slot for k, slot in enumerate(others) if k not in company), weight) if block else {}
                    _multiply_states_into(total, block, rest, weight, self._d)
            self._meetings[slots, weight] = total
        return self._meetings[slots, weight]

    def _block(self, slots: tuple[Slot, ...]) -> State:
        """The joint cumulant of the averages <f w^l>."""
        if slots not in self._blocks:
            weight: Weight | None = self._clients.everyone
            for f, _ in slots:
                weight = None if weight is None else self._clients.joined(weight, f)
            total: State = {}
            if weight is not None:
                scale = self._clients.inverse_N ** (len(slots) - 1)
                for key, element in self._fresh.cumulant(tuple(sorted(degrees for _, degrees in slots))).items():
                    for factor, c in self._clients.averaged(weight, element):
                        add_into(total.setdefault((factor,) if factor else (), {}), {key: c * scale})
            self._blocks[slots] = total
        return self._blocks[slots]


def _multiply_states_into(total: State, left: State, right: State, weight: int, d: int) -> None:
    """total += left right up to the weight; most pairs of factors are beyond it, and are not looked at."""
    ordered = sorted(((min(p), factors, p) for factors, p in right.items() if p), key=lambda entry: entry[0])
    for factors, p in left.items():
        lowest = min(p)
        for least, others, q in ordered:
            if weight_of(lowest + least, d) > weight:
                break
            multiply_into(total.setdefault(tuple(sorted((*factors, *others))), {}), p, q, weight, d)
