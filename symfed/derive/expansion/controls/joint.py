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

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any, Protocol

from symfed.derive.expansion.controls.round import Fresh
from symfed.derive.expansion.polynomials import Index, axes, below, binomial, minus, of_degree, plus, powers, unit
from symfed.derive.expansion.stationary import Solver

Weight = tuple[Any, ...]  # a function f of the client, as `Clients` writes it
Factor = tuple[Weight, Index]  # <f delta^kappa>
Factors = tuple[Factor, ...]
Slot = tuple[Weight, Index]  # <f w^l>
Terms = dict[tuple[int, Index, Factors], Any]  # gamma^p e^alpha times factors


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
    """`moment(n, alpha, factors)` is the coefficient of gamma^n, for n + the degree in delta up to order + 1, and n up to order."""

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
        self._kept: dict[Any, Any] = {}

    def moment(self, n: int, alpha: Index, factors: Factors = ()) -> Any:
        if sum(alpha) > 2 * n:
            return self._zero
        while self._solved < n:
            self._solve_order(self._solved + 1)
        factors = tuple(sorted(factors))
        key = (n, alpha, factors)
        if factors and key not in self._known:
            terms = self._after_round(alpha, factors, n)
            total = sum((self.moment(n - p, rest, others) * c for (p, rest, others), c in terms.items()), self._zero)
            self._known[key] = total
        return self._known.get(key, self._zero)

    def _solve_order(self, j: int) -> None:
        """E[e^alpha] at gamma^j from the equations E[(e + server gamma <w>)^alpha] = E[e^alpha] at gamma^(j+1)."""
        for k in range(2 * j, 0, -1):
            unknown = of_degree(self._d, k)
            matrix, right = [], []
            for alpha in unknown:
                row, total = dict.fromkeys(unknown, self._zero), self._zero
                for (p, rest, factors), c in self._change(alpha).items():
                    if p == 1 and sum(rest) == k and not factors:
                        row[rest] = row[rest] + c * -1
                    elif p <= j + 1 and (p > 1 or sum(rest) > k):
                        total = total + self._earlier(j, j + 1 - p, rest, factors) * c
                matrix.append(list(row.values()))
                right.append(total)
            self._known.update(((j, alpha, ()), value) for alpha, value in zip(unknown, self._solve(matrix, right), strict=True))
        self._solved = j

    def _earlier(self, j: int, n: int, alpha: Index, factors: Factors) -> Any:
        """A moment that the equations of gamma^(j+1) may read: of e alone if at gamma^j."""
        return self._known.get((n, alpha, factors), self._zero) if n == j else self.moment(n, alpha, factors)

    def _change(self, alpha: Index) -> Terms:
        if alpha not in self._kept:
            terms = self._after_round(alpha, (), self._order + 1)
            self._kept[alpha] = {key: c for key, c in terms.items() if key[0] > 0}
        out: Terms = self._kept[alpha]
        return out

    def _after_round(self, alpha: Index, factors: Factors, n: int) -> Terms:
        """The mean, given the start, of what e^alpha times the factors becomes, as far as it counts at gamma^n."""
        total: Terms = {}
        for moved in below(alpha):
            power = sum(moved)
            if power > n:
                continue
            stay, weight = minus(alpha, moved), binomial(alpha, moved)
            for kept in product(*[below(kappa) for _, kappa in factors]):
                # <f (w - <w>)^kappa> by powers of <w>
                slots = [(self._clients.everyone, unit(self._d, i)) for i in axes(moved)]
                factor = self._clients.one * weight
                for (f, kappa), own in zip(factors, kept, strict=True):
                    lost = minus(kappa, own)
                    slots += [(f, own), *[(self._clients.everyone, unit(self._d, i)) for i in axes(lost)]]
                    factor = factor * self._rate ** sum(kappa) * (binomial(kappa, own) * (-1) ** sum(lost))
                for (p, e, others), c in self._meeting(tuple(sorted(slots)), n - power).items():
                    for i, move in enumerate(self._moves[power]):
                        key = (p + power + i, plus(e, stay), others)
                        if move and sum(key[1]) <= 2 * (n - key[0]):
                            term = c * factor * move
                            total[key] = total[key] + term if key in total else term
        return total

    def _meeting(self, slots: tuple[Slot, ...], n: int) -> Terms:
        """The mean of the product of <f w^l> over the slots: clients are independent, so cumulants of k averages bring 1/N^(k-1)."""
        if not slots:
            return {(0, self._start, ()): self._clients.one}
        if (slots, n) in self._kept:
            out: Terms = self._kept[slots, n]
            return out
        total: Terms = {}
        first, *others = slots
        for size in range(len(others) + 1):
            for company in combinations(range(len(others)), size):
                block = self._block((first, *[others[k] for k in company]))
                if not block:
                    continue
                rest = self._meeting(tuple(slot for k, slot in enumerate(others) if k not in company), n)
                for p, alpha, factor, c in block:
                    for (q, beta, factors), e in rest.items():
                        if p + q <= n:
                            key = (p + q, plus(alpha, beta), tuple(sorted((*factors, factor))) if factor else factors)
                            total[key] = total[key] + e * c if key in total else e * c
        self._kept[slots, n] = total
        return total

    def _block(self, slots: tuple[Slot, ...]) -> Sequence[tuple[int, Index, Factor | None, Any]]:
        """The joint cumulant of the averages <f w^l>, as terms gamma^p e^alpha factor with their scalars."""
        if slots not in self._kept:
            self._kept[slots] = self._new_block(slots)
        out: Sequence[tuple[int, Index, Factor | None, Any]] = self._kept[slots]
        return out

    def _new_block(self, slots: tuple[Slot, ...]) -> Sequence[tuple[int, Index, Factor | None, Any]]:
        weight, scale = self._clients.everyone, self._clients.one
        for k, (f, _) in enumerate(slots):
            joined = self._clients.joined(weight, f)
            if joined is None:
                return []
            weight, scale = joined, scale * self._clients.inverse_N if k else scale
        terms = []
        for key, element in self._fresh.cumulant(tuple(sorted(degrees for _, degrees in slots))).items():
            p, alpha = powers(key, self._d)
            terms += [(p, alpha, factor, c * scale) for factor, c in self._clients.averaged(weight, element)]
        return terms
