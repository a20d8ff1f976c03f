"""Exact points of a domain: small ones, smallest first, for counterexamples, and generic ones, to distinguish expressions.

A generic point has no coincidences: three clients whose derivatives differ, steps that are no simple fractions. Two expressions that
differ as rational functions almost always differ there; an exception makes a decision slower, never wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from itertools import combinations
from operator import add, mul
from time import monotonic
from typing import Any

import flint
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, L, N, a, b, g, gamma, mu

_FRACTIONS = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (3, 2), (2, 3), (1, 4), (1, 5), (1, 7), (1, 10), (1, 20), (5, 1))
_POSITIVE = tuple(sp.Rational(*pq) for pq in _FRACTIONS)
_INTEGERS = tuple(sp.Integer(n) for n in (1, 2, 3, 4, 5, 6))
_SIGNED = tuple(sp.Rational(p, q) for p, q in ((0, 1), (1, 1), (-1, 1), (2, 1), (-2, 1), (1, 2), (-1, 2), (3, 1), (-3, 1)))

#: The meaning of these symbols: a client's curvature lies between mu and L, strictly where its derivative b is not zero.
_STANDING, _SLOPING = (Domain(tuple(than(*pair, evaluate=False) for pair in ((mu, L), (mu, a), (a, L)))) for than in (sp.Le, sp.Lt))

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
        """Return whether the domain's relations hold, for every client where they contain a client's symbol."""
        own = self.clients or ({},)
        named = [{s.name: v for s, v in {**self.values, **client}.items()} for client in own]
        return all(domain.contains(**values) for values in named)

    def in_order(self) -> Iterator[Point]:
        """The point itself if mu <= curvatures <= L; else the point with mu and L from its clients, at smaller and smaller steps."""
        everyone = (*self.clients, self.values)
        slopes = any(client.get(b) for client in everyone)
        if self.inside(_SLOPING if slopes else _STANDING):
            yield self
            return
        own, room = [client[a] for client in everyone if a in client] or [self.values[L]], 2 if slopes else 1
        values = {**self.values, **{s: v for s, v in ((mu, min(own) / room), (L, max(own) * room)) if s in self.values}}
        for k in range(4):
            yield Point({s: v / 10**k if s == gamma else v for s, v in values.items()}, self.clients)

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
        # atoms, not free symbols: a client mean binds the client's symbols
        free = sorted(expression.atoms(sp.Symbol) | set(domain.symbols), key=lambda s: s.name)
        self.means = expression.has(ClientMean)
        self.own = [s for s in free if s in PER_CLIENT and self.means]
        self.shared = [s for s in free if s not in self.own and not (self.means and s == N)]
        self.sizes = (1, 2, 3) if self.means else (0,)

    def first(self, accept: Callable[[Point], bool], deadline: float, most: int | None = None) -> Point | None:
        """The first accepted point: by size up to some `_MOST` points, or `most`, then spread points, minimised greedily."""
        tried = total = 0
        while tried < (most or _MOST) and total <= 60:
            for size in self.sizes:
                for choice in self._index_vectors(size, total - max(size - 1, 0)):
                    tried += 1
                    if monotonic() > deadline:
                        return None
                    if self._is_accepted(choice, size, accept):
                        return self._point_of(choice, size)
            total += 1
        for size in self.sizes if most is None else ():
            slots = self._candidate_lists(size)
            for k in range(1, 40):
                choice = [(k * (i + 1) + i * i) % len(slots[i]) for i in range(len(slots))]
                if monotonic() > deadline:
                    return None
                if self._is_accepted(choice, size, accept):
                    return self._point_of(self._minimise_choice(choice, size, accept, deadline), size)
        return None

    def _candidate_lists(self, size: int) -> list[tuple[sp.Rational, ...]]:
        moving = {C1, C2, K3} & set(self.own)  # noise without variance has no derivatives and no skewness either
        own = [s for c in range(size) for s in self.own if s != g or c < size - 1]
        return [candidates(s) for s in self.shared] + [_POSITIVE if s == C and moving else candidates(s) for s in own]

    def _index_vectors(self, size: int, total: int) -> Iterator[list[int]]:
        """Index vectors with a given sum, over the slots' candidate lists."""
        slots = self._candidate_lists(size)
        if total < 0 or (not slots and total > 0):
            return
        for bars in combinations(range(total + len(slots) - 1), len(slots) - 1) if slots else [()]:
            edges = (-1, *bars, total + len(slots) - 1)
            choice = [edges[i + 1] - edges[i] - 1 for i in range(len(slots))]
            if all(k < len(slot) for k, slot in zip(choice, slots, strict=True)):
                yield choice

    def _point_of(self, choice: list[int], size: int) -> Point:
        picked = iter([slot[k] for k, slot in zip(choice, self._candidate_lists(size), strict=True)])
        values = {s: next(picked) for s in self.shared}
        if self.means:
            values[N] = sp.Integer(size)
        clients = [{s: next(picked) for s in self.own if s != g or c < size - 1} for c in range(size)]
        if clients and g in self.own:
            clients[-1][g] = -sp.Add(*[client[g] for client in clients[:-1]])
        return Point(values, tuple(clients))

    def _is_accepted(self, choice: list[int], size: int, accept: Callable[[Point], bool]) -> bool:
        # most points are rejected: the domain, which costs as much to check, comes second
        point = self._point_of(choice, size)
        return accept(point) and point.inside(self.domain)

    def _minimise_choice(self, choice: list[int], size: int, accept: Callable[[Point], bool], deadline: float) -> list[int]:
        smaller = True
        while smaller:
            smaller = False
            for i in range(len(choice)):
                for k in range(choice[i]):
                    trial = [*choice[:i], k, *choice[i + 1 :]]
                    if monotonic() < deadline and self._is_accepted(trial, size, accept):
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


_CLIENTS = 3
_TRIES = 60  # candidates tried for a domain; half of them at small step sizes
_LONGEST = 64  # exponents beyond this are not evaluated: numbers would grow for nothing


class Undefined(ArithmeticError):
    """The expression has no rational value at the point."""


@lru_cache(maxsize=512)
def generic_point(symbols: frozenset[sp.Symbol], means: bool, domain: Domain) -> Point | None:
    """A point inside the domain for these symbols, with three clients where means occur; None where none was found."""
    draw = _spread_numbers()
    free = sorted(symbols, key=lambda s: s.name)
    for attempt in range(_TRIES):
        own = [s for s in free if means and s in PER_CLIENT]
        values = {s: _spread_value(draw, s, attempt) for s in free if s not in own}
        if means:
            values[N] = sp.Integer(_CLIENTS)
        clients = [{s: _spread_value(draw, s, attempt) for s in own} for _ in range(_CLIENTS if means else 0)]
        if g in own:
            clients[-1][g] = -sp.Add(*[client[g] for client in clients[:-1]])
        point = Point(values, tuple(clients))
        if point.inside(domain):
            return point
    return None


def _spread_numbers() -> Iterator[int]:
    """Deterministic pseudorandom numbers, from multiples of the golden ratio's fractional part."""
    state = 1
    while True:
        state = (state * 2654435769 + 12345) % 2**32
        yield state >> 8


def _spread_value(draw: Iterator[int], symbol: sp.Symbol, attempt: int) -> sp.Rational:
    if symbol.is_integer:
        return sp.Integer(3 + next(draw) % 5)
    small = symbol.name in ("gamma", "epsilon") or attempt % 4 == 3
    size = sp.Rational(2 + next(draw) % 39, (7, 11, 13, 17, 19)[next(draw) % 5] * (10 ** (attempt // 6) if small else 1))
    return size if symbol.is_nonnegative or next(draw) % 5 < 3 else -size


def rational_value(expression: sp.Expr, point: Point) -> flint.fmpq:
    """The exact value. Raises Undefined where it is not rational, not finite, or has a long exponent."""
    shared = {s: _as_fmpq(v) for s, v in point.values.items()}
    clients = [{s: _as_fmpq(v) for s, v in client.items()} for client in point.clients]
    return _Values(shared, clients).of(expression, None)


def _as_fmpq(number: sp.Rational) -> flint.fmpq:
    return flint.fmpq(int(number.p), int(number.q))


class _Values:
    """Evaluates an expression, every sub-expression once for each client."""

    def __init__(self, shared: Mapping[sp.Symbol, flint.fmpq], clients: list[dict[sp.Symbol, flint.fmpq]]) -> None:
        self.shared, self.clients = shared, clients
        self.known: dict[tuple[Any, int | None], flint.fmpq] = {}

    def of(self, node: sp.Expr, client: int | None) -> flint.fmpq:
        key = (node, client)
        if key not in self.known:
            self.known[key] = self._of(node, client)
        return self.known[key]

    def _of(self, node: sp.Expr, client: int | None) -> flint.fmpq:
        if node.is_Rational:
            return _as_fmpq(node)
        if node.is_Symbol:
            if self.clients and node in self.clients[0]:
                return self.clients[client or 0][node]
            if node in self.shared:
                return self.shared[node]
            raise Undefined(node)
        if isinstance(node, ClientMean):
            if not self.clients:
                raise Undefined(node)
            inside = node.args[0]
            return sum((self.of(inside, c) for c in range(1, len(self.clients))), self.of(inside, 0)) / len(self.clients)
        if isinstance(node, (sp.Max, sp.Min)):
            return (max if isinstance(node, sp.Max) else min)(self.of(argument, client) for argument in node.args)
        if node.is_Add or node.is_Mul:
            return reduce(add if node.is_Add else mul, [self.of(argument, client) for argument in node.args])
        if node.is_Pow:
            exponent = self.of(node.exp, client)
            if exponent.q != 1 or abs(exponent.p) > _LONGEST:
                raise Undefined(node)
            base, power = self.of(node.base, client), int(exponent.p)
            if power < 0 and base == 0:
                raise Undefined(node)
            return base**power if power >= 0 else 1 / base**-power
        raise Undefined(node)
