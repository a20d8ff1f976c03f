"""Points of a Domain, drawn from what its relations leave: step sizes, numbers of local steps, constants that a statement is about."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flint
import sympy as sp
from hypothesis import reject
from hypothesis import strategies as st

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import TABLE, theta
from symfed.models.arrays import exact_or_float

_FAR = 10  # how far from its bound, or from 0, an unbounded symbol is drawn
_FINE = 2**20  # irrational ends are moved inwards to multiples of 1/_FINE


@dataclass(frozen=True)
class Stretch:
    """The rationals between two rational ends, of which open ones do not belong to it; only the integers, where it says so."""

    low: sp.Rational
    high: sp.Rational
    low_open: bool = False
    high_open: bool = False
    integer: bool = False

    @property
    def is_empty(self) -> bool:
        return bool(self.low > self.high or (self.low == self.high and (self.low_open or self.high_open)))

    @property
    def simplest(self) -> sp.Rational:
        """0, or else the member with the smallest denominator, and of those the one nearest to 0."""
        if self.low < 0 < self.high or (self.low == 0 and not self.low_open) or (self.high == 0 and not self.high_open):
            return sp.S.Zero
        if self.low < 0:
            return -_simplest(-self.high, -self.low, self.high_open, self.low_open)
        return _simplest(self.low, self.high, self.low_open, self.high_open)

    @property
    def candidates(self) -> list[sp.Rational]:
        """The simplest member, the middle, and the ends or, where they are open, what lies close to them."""
        if self.integer:
            return list(dict.fromkeys([self.simplest, sp.floor((self.low + self.high) / 2), self.high, self.low]))
        near = (self.high - self.low) / 64
        ends = [self.high - near if self.high_open else self.high, self.low + near if self.low_open else self.low]
        return list(dict.fromkeys([self.simplest, (self.low + self.high) / 2, *ends]))

    @property
    def members(self) -> st.SearchStrategy[sp.Rational]:
        """Members of all kinds, the simplest first, the ends often."""
        if self.integer:
            return st.integers(int(self.low), int(self.high)).map(sp.Integer)
        even = st.sampled_from((2, 3, 4, 8, 16)).flatmap(lambda q: st.integers(1, q - 1).map(lambda p: sp.Rational(p, q)))
        small = st.integers(1, 10).map(lambda k: sp.Rational(1, 2**k))  # steps of all sizes
        return st.sampled_from(self.candidates) | (even | small).map(lambda share: self.low + share * (self.high - self.low))


def _simplest(low: sp.Rational, high: sp.Rational, low_open: bool, high_open: bool) -> sp.Rational:
    """The fraction with the smallest denominator between 0 <= low <= high, by continued fractions."""
    if low.is_Integer and not low_open:
        return low
    above = sp.floor(low) + 1
    if above < high:
        return above
    whole = above - 1
    rest = sp.oo if low == whole else 1 / (low - whole)
    return whole + 1 / _simplest(1 / (high - whole), rest, high_open, low_open)


def pieces(numbers: sp.Set, integer: bool) -> list[Stretch]:
    """The rational members of a finite union of points and intervals, cut off where it is unbounded; simplest piece first."""
    parts = numbers.args if isinstance(numbers, sp.Union) else (numbers,)
    found: list[Stretch] = []
    for part in parts:
        if isinstance(part, sp.FiniteSet):
            found += [Stretch(point, point) for point in part if point.is_Rational]
        elif isinstance(part, sp.Interval):
            found.append(_bounded(part))
    if integer:
        found = [Stretch(_first_integer(p.low, p.low_open), -_first_integer(-p.high, p.high_open), integer=True) for p in found]
    return sorted((p for p in found if not p.is_empty), key=lambda p: abs(p.simplest))


def _bounded(part: sp.Interval) -> Stretch:
    low, high = part.start, part.end
    if low == -sp.oo:
        low = -sp.Integer(_FAR) if high == sp.oo else sp.floor(high) - _FAR
    if high == sp.oo:
        high = sp.ceiling(low) + _FAR
    low_open, high_open = bool(part.left_open and low == part.start), bool(part.right_open and high == part.end)
    if not low.is_Rational:
        low, low_open = sp.ceiling(low * _FINE) / _FINE, False
    if not high.is_Rational:
        high, high_open = sp.floor(high * _FINE) / _FINE, False
    return Stretch(low, high, low_open, high_open)


def _first_integer(low: sp.Rational, is_open: bool) -> sp.Integer:
    return sp.floor(low) + 1 if is_open else sp.ceiling(low)


def solution(relation: sp.Basic, symbol: sp.Symbol) -> sp.Set | None:
    """The real values of the only symbol of a relation for which it is true; None where they are no finite union of intervals."""
    if relation in (sp.true, sp.false):
        return sp.Reals if relation == sp.true else sp.EmptySet
    difference = relation.lhs - relation.rhs
    slope = difference.diff(symbol)
    if slope.is_Rational and slope != 0:  # by hand, because it is what most relations are and SymPy takes a hundred times as long
        return _half_line(relation.rel_op, -difference.subs(symbol, 0) / slope, bool(slope > 0))
    try:
        found = relation.subs(symbol, theta).as_set()  # without the symbol's assumptions, which confuse the solver
    except NotImplementedError:
        return None
    parts = found.args if isinstance(found, sp.Union) else (found,)
    return found if all(isinstance(part, sp.Interval | sp.FiniteSet) or part == sp.EmptySet for part in parts) else None


def _half_line(operator: str, root: sp.Rational, rising: bool) -> sp.Set:
    """Where a linear function with this root and direction compares in this way with 0."""
    if operator == "==":
        return sp.FiniteSet(root)
    if operator == "!=":
        return sp.Union(sp.Interval.open(-sp.oo, root), sp.Interval.open(root, sp.oo))
    strict, upwards = "=" not in operator, (operator[0] == ">") == rising
    return sp.Interval(root, sp.oo, left_open=strict) if upwards else sp.Interval(-sp.oo, root, right_open=strict)


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


def _left(domain: Domain, symbol: sp.Symbol, values: Mapping[sp.Symbol, sp.Rational]) -> list[Stretch]:
    """The values that the relations without further unknowns leave to a symbol."""
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
    """Return whether a depth-first search over candidates meets a point."""
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
