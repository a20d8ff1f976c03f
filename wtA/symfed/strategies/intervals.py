"""The numbers that relations leave to one symbol, and how to draw from them."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp
from hypothesis import strategies as st

from symfed.core.symbols import theta

_FAR = 10  # how far from its bound, or from 0, an unbounded symbol is drawn
_FINE = 2**20  # irrational ends are moved inwards to multiples of 1/_FINE


@dataclass(frozen=True)
class Piece:
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


def pieces(numbers: sp.Set, integer: bool) -> list[Piece]:
    """The rational members of a finite union of points and intervals, cut off where it is unbounded; simplest piece first."""
    parts = numbers.args if isinstance(numbers, sp.Union) else (numbers,)
    found: list[Piece] = []
    for part in parts:
        if isinstance(part, sp.FiniteSet):
            found += [Piece(point, point) for point in part if point.is_Rational]
        elif isinstance(part, sp.Interval):
            found.append(_bounded(part))
    if integer:
        found = [Piece(_first_integer(p.low, p.low_open), -_first_integer(-p.high, p.high_open), integer=True) for p in found]
    return sorted((p for p in found if not p.is_empty), key=lambda p: abs(p.simplest))


def _bounded(part: sp.Interval) -> Piece:
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
    return Piece(low, high, low_open, high_open)


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
