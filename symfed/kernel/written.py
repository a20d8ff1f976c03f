"""Normal forms as terms, in the order of the unknowns' serial numbers: equal forms give one term."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import partial, reduce
from typing import Any

from symfed.kernel.polynomials import UNIT, Unknown
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Index, Map, Num, Sort, Term, Vec, app, const, to
from symfed.kernel.text import join


def freeze(form: Any) -> Hashable:
    return frozenset((part, freeze(value) if isinstance(value, dict) else value) for part, value in form.items())


def order(part: Any) -> Any:
    """Sort key for the parts of a normal form: the serial numbers of their unknowns."""
    if isinstance(part, Unknown):
        return (part.serial,)
    return tuple(number for piece in part for number in (order(piece) if isinstance(piece, (Unknown, tuple)) else (piece,)))


def written(form: Any, sort: Sort) -> Term:
    """The term of a normal form."""
    if not form:
        return numeral(0, sort) if sort in (Num, Index) else const("zero", sort)
    parts = [_part_term(part, form[part], sort) for part in sorted(form, key=order)]
    return reduce(partial(join, "+"), parts)


def _part_term(part: Any, coefficient: Any, sort: Sort) -> Term:
    if sort in (Num, Index):
        factors = [join("^", _as_number(u, sort), numeral(k, Index)) if sort is Num and k > 1 else _as_number(u, sort)
                   for u, k in part for _ in range(1 if sort is Num else k)]  # fmt: skip
        top, bottom = numeral(abs(coefficient.numerator), sort), Fraction(coefficient).denominator
        shown = [top] if top.one != "1" or bottom != 1 or not factors else []
        shown = [join("/", top, numeral(bottom))] if bottom != 1 else shown
        whole = reduce(partial(join, "*"), [*shown, *factors])
        return join("*", join("-", numeral(0), numeral(1)), whole) if coefficient < 0 else whole
    word, last = part if sort is Vec else (part, None)
    maps = [unknown.term for unknown in word]
    if last is None:
        whole = reduce(partial(join, "*"), maps) if maps else const("id", Map)
    else:
        whole = reduce(lambda v, a: join("*", a, v), reversed(maps), last.term)
    return whole if coefficient == UNIT else join("*", written(coefficient, Num), whole)


def _as_number(unknown: Unknown, sort: Sort) -> Term:
    """The term of an unknown at a sort: a count is coerced to a number."""
    return app(const("num", to(Index, Num)), unknown.term) if sort is Num and unknown.term.sort is Index else unknown.term
