"""Small exact points of a domain, smallest first, and the value of an expression there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from time import monotonic

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, N, g

_FRACTIONS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (3, 2), (2, 3), (1, 4), (1, 5), (1, 7), (1, 10), (1, 20), (5, 1))
_POSITIVE = tuple(sp.Rational(*pq) for pq in _FRACTIONS)
_INTEGERS = tuple(sp.Integer(n) for n in (1, 2, 3, 4, 5, 6))
_SIGNED = tuple(sp.Rational(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2), (3, 1), (-3, 1)))

_MOST = 1000  #: a level of one size is finished once begun


@dataclass(frozen=True)
class Point:
    """Values of the symbols; where client means occur, a population of clients with <g> = 0 and N its size."""

    values: Mapping[sp.Symbol, sp.Rational]
    clients: tuple[Mapping[sp.Symbol, sp.Rational], ...] = ()

    def evaluate(self, expression: sp.Expr) -> sp.Expr:
        """The exact value; a client's symbol outside every client mean is the first client's."""

        def mean(x: sp.Expr) -> sp.Expr:
            return sp.Add(*[x.xreplace({**self.values, **client}) for client in self.clients]) / len(self.clients)

        if self.clients:
            while expression.has(ClientMean):  # the value of a mean inside a mean can split the outer one into a factor and a mean
                expression = expression.replace(ClientMean, mean)
            expression = expression.xreplace(dict(self.clients[0]))
        return expression.xreplace(dict(self.values))

    def inside(self, domain: Domain) -> bool:
        """Whether the domain's relations hold, for every client where they name a client's symbol."""
        own = self.clients or ({},)
        named = [{s.name: v for s, v in {**self.values, **client}.items()} for client in own]
        return all(domain.contains(**values) for values in named)

    def describe(self) -> dict[str, str]:
        out = {s.name: str(v) for s, v in sorted(self.values.items(), key=lambda item: item[0].name)}
        if self.clients:
            shown = ["(" + ", ".join(f"{s.name} = {v}" for s, v in client.items()) + ")" for client in self.clients]
            out["clients"] = ", ".join(shown)
        return out


class PointSearch:
    """The points of a domain at which an expression can be evaluated, in a fixed order."""

    def __init__(self, expression: sp.Expr, domain: Domain) -> None:
        self.domain = domain
        # atoms, not free symbols: a client mean binds what a client owns
        free = sorted(expression.atoms(sp.Symbol) | set(domain.symbols), key=lambda s: s.name)
        self.means = expression.has(ClientMean)
        self.own = [s for s in free if s in PER_CLIENT and self.means]
        self.shared = [s for s in free if s not in self.own and not (self.means and s == N)]
        self.sizes = (1, 2, 3) if self.means else (0,)

    def first(self, accept: Callable[[Point], bool], deadline: float) -> Point | None:
        """The first accepted point: by size up to some `_MOST` points, then at spread points made small greedily."""
        tried = total = 0
        while tried < _MOST and total <= 60:
            for size in self.sizes:
                for choice in self._choices(size, total - max(size - 1, 0)):
                    tried += 1
                    if monotonic() > deadline:
                        return None
                    if self._accepted(choice, size, accept):
                        return self._point(choice, size)
            total += 1
        for size in self.sizes:
            slots = self._slots(size)
            for k in range(1, 40):
                choice = [(k * (i + 1) + i * i) % len(slots[i]) for i in range(len(slots))]
                if monotonic() > deadline:
                    return None
                if self._accepted(choice, size, accept):
                    return self._point(self._shrunk(choice, size, accept, deadline), size)
        return None

    def _slots(self, size: int) -> list[tuple[sp.Rational, ...]]:
        own = [self._own_candidates(s) for c in range(size) for s in self.own if s != g or c < size - 1]
        return [candidates(s) for s in self.shared] + own

    def _own_candidates(self, symbol: sp.Symbol) -> tuple[sp.Rational, ...]:
        # noise without variance has no slope and no skewness either: such a point would be no client
        moving = symbol == C and {C1, C2, K3} & set(self.own)
        return _POSITIVE if moving else candidates(symbol)

    def _choices(self, size: int, total: int) -> Iterator[list[int]]:
        """Index vectors with a given sum, over the slots' candidate lists."""
        slots = self._slots(size)
        if total < 0 or (not slots and total > 0):
            return
        for bars in combinations(range(total + len(slots) - 1), len(slots) - 1) if slots else [()]:
            edges = (-1, *bars, total + len(slots) - 1)
            choice = [edges[i + 1] - edges[i] - 1 for i in range(len(slots))]
            if all(k < len(slot) for k, slot in zip(choice, slots, strict=True)):
                yield choice

    def _point(self, choice: list[int], size: int) -> Point:
        picked = iter([slot[k] for k, slot in zip(choice, self._slots(size), strict=True)])
        values = {s: next(picked) for s in self.shared}
        if self.means:
            values[N] = sp.Integer(size)
        clients = [{s: next(picked) for s in self.own if s != g or c < size - 1} for c in range(size)]
        if clients and g in self.own:
            clients[-1][g] = -sp.Add(*[client[g] for client in clients[:-1]])
        return Point(values, tuple(clients))

    def _accepted(self, choice: list[int], size: int, accept: Callable[[Point], bool]) -> bool:
        # most points are rejected: the domain, which costs as much to look at, comes second
        point = self._point(choice, size)
        return accept(point) and point.inside(self.domain)

    def _shrunk(self, choice: list[int], size: int, accept: Callable[[Point], bool], deadline: float) -> list[int]:
        smaller = True
        while smaller:
            smaller = False
            for i in range(len(choice)):
                for k in range(choice[i]):
                    trial = [*choice[:i], k, *choice[i + 1 :]]
                    if monotonic() < deadline and self._accepted(trial, size, accept):
                        choice, smaller = trial, True
                        break
        return choice


def candidates(symbol: sp.Symbol) -> tuple[sp.Rational, ...]:
    """Values that a symbol's assumptions allow, simplest first."""
    if symbol.is_integer:
        return _INTEGERS if symbol.is_positive else (sp.S.Zero, *_INTEGERS)
    if symbol.is_positive:
        return _POSITIVE
    return (sp.S.Zero, *_POSITIVE) if symbol.is_nonnegative else _SIGNED
