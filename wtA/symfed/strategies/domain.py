"""Points of a Domain: step sizes, numbers of local steps and constants for which a statement is made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import flint
import sympy as sp
from hypothesis import reject
from hypothesis import strategies as st

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import TABLE
from symfed.models.arrays import exact_or_float
from symfed.strategies.intervals import Piece, pieces, solution

Point = dict[str, Any]
_LAST = ("N", "H", "gamma")  # the constants of a problem come first
_LOOKS = 300  # candidates tried before a domain is called empty


def domain_points(domain: Domain, /, *names: str, **fixed: Any) -> st.SearchStrategy[Point]:
    """Exact points of a domain, as dicts from the names of its symbols to int (integer symbols) or flint.fmpq.

    `fixed` gives symbols their values, a float as the rational that it is; `names` asks for further symbols of the table, of which the
    domain says nothing. gamma is drawn last and H before it. Where relations bound a symbol as soon as those before it are known, it is
    drawn from what they leave, often at a closed end; a relation that cannot be solved for it rejects points afterwards. Unbounded
    symbols stay within 10 of their bound. The simplest point comes first: 1, or the fraction with the smallest denominator.

    Raises InvalidInput for a name without a symbol, for a fixed value that its symbol or a relation forbids, and where the domain is
    empty, as far as a search can tell.
    """
    symbols = {symbol.name: symbol for symbol in domain.symbols}
    for name in [*names, *fixed]:
        if name not in symbols and name not in TABLE:
            raise InvalidInput("name", name, "must be a symbol of the domain or of symfed.core.symbols")
        symbols[name] = symbols[name] if name in symbols else TABLE[name].symbol
    known = {symbols[name]: _fixed(symbols[name], value) for name, value in fixed.items()}
    domain.require(**{symbol.name: value for symbol, value in known.items()})
    rank = {name: place for place, name in enumerate(_LAST, start=1)}
    free = sorted((s for name, s in symbols.items() if name not in fixed), key=lambda s: (rank.get(s.name, 0), s.name))
    if not _has_points(domain, free, known):
        given = ", ".join(f"{name} = {value}" for name, value in fixed.items())
        raise InvalidInput("domain", str(domain), f"no point of it could be found{f' with {given}' if given else ''}")
    return _points(domain, free, known)


@st.composite
def _points(draw: Any, domain: Domain, free: Sequence[sp.Symbol], known: Mapping[sp.Symbol, sp.Rational]) -> Point:
    values = dict(known)
    for symbol in free:
        left = _left(domain, symbol, values)
        if not left:
            reject()
        values[symbol] = draw(st.one_of([piece.members for piece in left]))
    if not _holds(domain, values):
        reject()
    return {s.name: int(value) if s.is_integer else flint.fmpq(int(value.p), int(value.q)) for s, value in values.items()}


def _left(domain: Domain, symbol: sp.Symbol, values: Mapping[sp.Symbol, sp.Rational]) -> list[Piece]:
    """What the relations without further unknowns leave to a symbol."""
    numbers = _natural(symbol)
    for relation in domain.relations:
        if symbol in relation.free_symbols and relation.free_symbols <= {symbol, *values}:
            solved = solution(relation.subs(values), symbol)
            numbers = numbers if solved is None else numbers & solved
    return pieces(numbers, bool(symbol.is_integer))


def _natural(symbol: sp.Symbol) -> sp.Set:
    if symbol.is_nonnegative:
        return sp.Interval(0, sp.oo, left_open=bool(symbol.is_positive))
    return sp.Reals


def _fixed(symbol: sp.Symbol, value: Any) -> sp.Rational:
    number = exact_or_float(symbol.name, value)
    exact = sp.Rational(*number.as_integer_ratio()) if isinstance(number, float) else sp.Rational(int(number.p), int(number.q))
    if not pieces(sp.FiniteSet(exact) & _natural(symbol), bool(symbol.is_integer)):
        sign = "positive " if symbol.is_positive else "non-negative " if symbol.is_nonnegative else ""
        raise InvalidInput(symbol.name, value, f"must be a {sign}{'integer' if symbol.is_integer else 'number'}")
    return exact


def _holds(domain: Domain, values: Mapping[sp.Symbol, sp.Rational]) -> bool:
    return domain.contains(**{symbol.name: value for symbol, value in values.items()})


def _has_points(domain: Domain, free: Sequence[sp.Symbol], known: Mapping[sp.Symbol, sp.Rational]) -> bool:
    """Whether a depth-first search over candidates meets a point."""
    waiting = [dict(known)]
    for _ in range(_LOOKS):
        if not waiting:
            return False
        values = waiting.pop()
        symbol = next((s for s in free if s not in values), None)
        if symbol is not None:
            candidates = [candidate for piece in _left(domain, symbol, values) for candidate in piece.candidates]
            waiting += [{**values, symbol: candidate} for candidate in reversed(candidates)]
        elif _holds(domain, values):
            return True
    return False
