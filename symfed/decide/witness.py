"""An exact point at which the assumptions hold and the goal does not, verified by substitution."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from time import monotonic

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.grammar import as_expression
from symfed.core.symbols import gram_gg, gram_xg, gram_xx
from symfed.decide.points import Point, PointSearch, candidates
from symfed.decide.question import COMPARISONS, Question, sign_at
from symfed.decide.solvers import simplest_model

_MOST_INTEGER_POINTS = 24


#: Points of a list that are tried before a solver: most false statements fail at one of them.
_FIRST = 60


def find_counterexample(
    goal: sp.Basic, assumptions: Sequence[sp.Basic], deadline: float, small: bool = True, listed_only: bool = False
) -> Point | None:
    """A counterexample: a small point from a list, or one found by z3, minimised if `small`; None where there is none.

    listed_only: only the first points of the list are tried.
    """
    gram = (
        (sp.Ge(gram_xx * gram_gg, gram_xg**2, evaluate=False),) if any(relation.has(gram_xg) for relation in (goal, *assumptions)) else ()
    )
    known = (*assumptions, *gram)

    def accept(point: Point) -> bool:
        return _holds_at(goal, point) is False and all(_holds_at(relation, point) for relation in known)

    sides = [side for relation in (goal, *known) for side in relation.args]
    search = PointSearch(sp.Add(*sides, evaluate=False), Domain(known))
    point = search.first(accept, deadline, _FIRST if listed_only else None)
    if point is not None or search.means or listed_only:
        return point
    for values in _integer_points(search.shared):
        if monotonic() > deadline:
            return None
        point = _from_model(goal, known, values, search.shared, small)
        if point is not None and accept(point):
            return point
    return None


def _holds_at(relation: sp.Basic, point: Point) -> bool | None:
    """Return whether a relation holds at an exact point; None where that is undetermined."""
    left, right = relation.args
    sign = sign_at(point, left if right == 0 else left - right)
    return None if sign is None else COMPARISONS[relation.rel_op](sign, 0)


def _integer_points(symbols: Sequence[sp.Symbol]) -> Iterator[dict[sp.Symbol, sp.Integer]]:
    """Small values of the symbols that are integers: with them, powers with a symbolic exponent become polynomials."""
    integers = [symbol for symbol in symbols if symbol.is_integer]
    for choice in islice(product(*[candidates(symbol) for symbol in integers]), _MOST_INTEGER_POINTS):
        yield dict(zip(integers, choice, strict=True))


def _from_model(
    goal: sp.Basic, assumptions: Sequence[sp.Basic], values: Mapping[sp.Symbol, sp.Integer], symbols: Sequence[sp.Symbol], small: bool
) -> Point | None:
    """A point at which the goal fails, by z3; with `small`, each coordinate in turn is made as simple as possible."""
    failing, *rest = [_with_values(relation, values) for relation in (goal, *assumptions)]
    free = [symbol for symbol in symbols if symbol not in values]
    found = simplest_model(Question().constraints(failing, rest), free, candidates if small else lambda symbol: candidates(symbol)[:1])
    return None if found is None else Point({**values, **found})


def _with_values(relation: sp.Basic, values: Mapping[sp.Symbol, sp.Integer]) -> sp.Basic:
    return relation.func(*[as_expression(side).xreplace(dict(values)) for side in relation.args], evaluate=False)
