"""Exact values of expressions at a few generic points: what tells a wrong variant from what is right, in no time.

A generic point has nothing in common with itself: three clients whose derivatives differ, steps that are no simple fractions. Two
expressions that differ as rational functions differ there but for bad luck, which costs a slower decision and never a wrong one.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import flint
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import PER_CLIENT, ClientMean, N, g
from symfed.derive.sampling import Point

_CLIENTS = 3
_TRIES = 60  # candidates looked at for a domain; half of them at small step sizes
_LONGEST = 64  # exponents beyond this are not evaluated: numbers would grow for nothing


class Undefined(ArithmeticError):
    """The expression has no rational value at the point."""


@lru_cache(maxsize=512)
def generic_point(symbols: frozenset[sp.Symbol], means: bool, domain: Domain) -> Point | None:
    """One point inside the domain for these symbols, a population of three clients where means occur; None where none was met."""
    draw = _Spread()
    free = sorted(symbols, key=lambda s: s.name)
    for attempt in range(_TRIES):
        own = [s for s in free if means and s in PER_CLIENT]
        values = {s: _value(draw, s, attempt) for s in free if s not in own}
        if means:
            values[N] = sp.Integer(_CLIENTS)
        clients = [{s: _value(draw, s, attempt) for s in own} for _ in range(_CLIENTS if means else 0)]
        if g in own:
            clients[-1][g] = -sp.Add(*[client[g] for client in clients[:-1]])
        point = Point(values, tuple(clients))
        if point.inside(domain):
            return point
    return None


class _Spread:
    """Numbers without a pattern that matters, the same in every process: the digits of multiples of the golden ratio's fraction."""

    def __init__(self) -> None:
        self._state = 1

    def below(self, size: int) -> int:
        """The next one, 0 to size - 1."""
        self._state = (self._state * 2654435769 + 12345) % 2**32
        return (self._state >> 8) % size


def _value(draw: _Spread, symbol: sp.Symbol, attempt: int) -> sp.Rational:
    if symbol.is_integer:
        return sp.Integer(3 + draw.below(5))
    small = symbol.name in ("gamma", "epsilon") or attempt % 4 == 3
    size = sp.Rational(2 + draw.below(39), (7, 11, 13, 17, 19)[draw.below(5)] * (10 ** (attempt // 6) if small else 1))
    return size if symbol.is_nonnegative or draw.below(5) < 3 else -size


def value(expression: sp.Expr, point: Point) -> flint.fmpq:
    """The exact value. Raises Undefined where it is not rational, not finite, or has a long exponent."""
    shared = {s: _fmpq(v) for s, v in point.values.items()}
    clients = [{s: _fmpq(v) for s, v in client.items()} for client in point.clients]
    return _Values(shared, clients).of(expression, None)


def _fmpq(number: sp.Rational) -> flint.fmpq:
    return flint.fmpq(int(number.p), int(number.q))


class _Values:
    """One evaluation, in which every sub-expression is evaluated once a client."""

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
            return _fmpq(node)
        if node.is_Symbol:
            if self.clients and node in self.clients[0]:
                return self.clients[client or 0][node]
            if node in self.shared:
                return self.shared[node]
            raise Undefined(str(node))
        if isinstance(node, ClientMean):
            inside = node.args[0]
            return sum((self.of(inside, c) for c in range(1, len(self.clients))), self.of(inside, 0)) / len(self.clients)
        if node.is_Add or node.is_Mul:
            parts = [self.of(argument, client) for argument in node.args]
            out = parts[0]
            for part in parts[1:]:
                out = out + part if node.is_Add else out * part
            return out
        if node.is_Pow:
            exponent = self.of(node.exp, client)
            if exponent.q != 1 or abs(exponent.p) > _LONGEST:
                raise Undefined(str(node))
            base, power = self.of(node.base, client), int(exponent.p)
            if power < 0 and base == 0:
                raise Undefined(str(node))
            return base**power if power >= 0 else 1 / base**-power
        raise Undefined(str(node))
