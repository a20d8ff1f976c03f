"""Statements about real numbers that are false at a rational point: their negations as theorems."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.coq.printer import name, relation, symbols_of, term
from symfed.coq.reals.means import at_clients, has_single_client, owned_by_clients
from symfed.coq.reals.statements import quantified, stated
from symfed.coq.theorem import CoqTheorem
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import rational_number
from symfed.core.symbols import L, N, a, gamma, is_count, mu

Values = Mapping[sp.Symbol, sp.Rational]


def refutation(title: str, statement: Any, check: Check, under: Domain, point: Mapping[str, Any], says: str = "") -> CoqTheorem:
    """The negation of a statement, by a rational point: values by the names of the symbols. What cancels may be anything.

    `point["clients"]` has the values of what each client owns, and their number is N; the first is the one of which the statement speaks
    outside of means. Where it speaks of mu and L, mu <= L and a curvature lies strictly between them, so that there are losses with these
    derivatives: then a point that lies elsewhere is moved. Raises InvalidInput as `theorem` does, and where the point has no value for a
    symbol of which the difference of the sides speaks, or the statement holds there.
    """
    conclusion, clients = stated(statement, check), point.get("clients", [])
    variables, conditions = quantified(under, conclusion)
    letters = symbols_of(conclusion, *under.relations)
    apart = tuple(_curvature_bounds(letters, [str(function.func) for function in owned_by_clients(conclusion)]))
    gap = sp.cancel(at_clients(conclusion.rhs - conclusion.lhs, clients))
    if missing := [letter.name for letter in gap.free_symbols - {N} if letter.name not in point]:
        raise InvalidInput("point", dict(point), f"has no value for {missing[0]}")
    values = {letter: rational_number(point.get(letter.name, 1)) for letter in letters}
    if clients:
        values = {N: sp.Integer(len(clients))} | {letter: value for letter, value in values.items() if letter != N}
    curvatures = [rational_number(client.get(a.name, 0)) for client in clients] or [values[letter] for letter in letters if letter == a]
    there = _nearby_point(conclusion, gap, values, under, curvatures)
    numbers = [f"{value}%nat" if is_count(letter) else f"({term(value)})" for letter, value in there.items()]
    owned = [_by_client([term(rational_number(client.get(str(f.func), 0))) for client in clients]) for f in owned_by_clients(conclusion)]
    numbers[1:1] = [*owned, *(["0%nat"] if has_single_client(conclusion) else [])]
    logs = {log: sp.cancel(at_clients(log.args[0], clients).subs(there)) for log in sorted(conclusion.atoms(sp.log), key=str)}
    named = {log: sp.Dummy(f"log_{k}") for k, log in enumerate(logs, 1)}
    difference = at_clients((conclusion.rhs - conclusion.lhs).xreplace(named), clients).subs(there)
    script = (
        f"intros printed. pose proof (printed {' '.join(numbers)}) as point.",
        "inside point.",
        *(f"logarithm point ({term(number)}) {named[log].name}." for log, number in logs.items()),
        f"contradiction_at point ({term(sp.cancel(difference))}).",
    )
    called = f"{name(title)}_is_false"
    return CoqTheorem(called, says or title, variables, (*conditions, *apart), relation(conclusion), script, refuted=True)


def _curvature_bounds(letters: Sequence[sp.Symbol], owned: Sequence[str]) -> Iterator[str]:
    """The inequalities between these symbols that strong convexity and smoothness give."""
    if mu in letters and L in letters:
        yield "mu <= L"
    for bound, text in ((mu, "mu < a"), (L, "a < L")):
        if bound in letters and a in letters:
            yield text
        elif bound in letters and a.name in owned:
            yield f"(forall c, (c < N)%nat -> {text.replace('a', 'a c')})"


def _nearby_point(holds: Relational, gap: sp.Expr, values: Values, under: Domain, curvatures: Sequence[sp.Rational]) -> Values:
    """The point, or the first near it at which all conditions hold and the statement does not. Raises InvalidInput where there is none."""
    least, most = min(curvatures, default=None), max(curvatures, default=None)
    lows = [values[mu], *([least / 2] if least else [])] if mu in values else [None]
    highs = [values[L], *([2 * most] if most else []), *lows] if L in values else [None]
    scales = (1, sp.Rational(1, 10), sp.Rational(1, 100)) if gamma in values else (None,)
    for low, high, scale in product(lows, highs, scales):
        near = {mu: low} if low else {}
        near |= {L: high} if high else {}
        near |= {gamma: values[gamma] * scale} if scale else {}
        moved = {**values, **near}
        ordered = [part for part in (low, least, most, high) if part is not None]
        between = ordered == sorted(ordered) and (least is None or low != least) and (most is None or high != most)
        found = gap.subs(moved)
        false = found != 0 if isinstance(holds, sp.Eq) else found < 0
        if between and false and all(given.subs(moved) == sp.true for given in under.relations):
            return moved
    raise InvalidInput("point", dict(values), "is no point at which all conditions hold and the statement does not")


def _by_client(values: Sequence[str]) -> str:
    """A function of a client's number; the last value is that of all further numbers, over which no mean goes."""
    *first, last = values
    cases = "".join(f"{k}%nat => {value} | " for k, value in enumerate(first))
    return f"(fun c => match c with {cases}_ => {last} end)"
