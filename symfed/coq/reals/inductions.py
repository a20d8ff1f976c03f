"""Scripts that prove inequalities for every number of local steps, by induction on it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import sympy as sp

from symfed.checks import Induction
from symfed.checks.spelt import spelling, spelt_out
from symfed.coq.printer import relation, term
from symfed.coq.reals.facts import powers
from symfed.coq.reals.inequalities import chained_conditions, product
from symfed.coq.reals.signs import written_out
from symfed.core import symbols
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression

_STEPS = "(1 <= H)%nat"


def induction(statement: Any, check: Induction, under: Domain, conditions: Sequence[str]) -> Iterator[str]:
    """u H <= v H by the recursion of u. `conditions` are the theorem's, named given_1, given_2, ...; those on H are carried along."""
    H, sequence, bound = symbols.H, spelling(check.sequence), spelling(statement)
    at, then, factor, increment = (as_expression(x) for x in (sequence(H), bound(H), spelt_out(check.factor), spelt_out(check.increment)))
    fixed = Domain(tuple(condition for condition in under.relations if H not in condition.free_symbols))
    on_steps = {k: condition for k, condition in enumerate(conditions, 1) if re.search(r"\bH\b", condition)}
    holds = " /\\ ".join(condition for condition in on_steps.values() if condition != _STEPS) or "True"
    functions = " ".join(f"(fun H => {term(x)})" for x in (at, then, factor, increment))
    at_first = tuple(relation for relation in (condition.subs(H, 1) for condition in under.relations) if relation != sp.true)
    if sp.false in at_first:
        raise InvalidInput("condition", under, "holds only from a later step on: its induction is not written out")
    first, step = bound(sp.S.One) - sequence(sp.S.One), bound(H + 1) - factor * bound(H) - increment
    bound_of_all = relation(sp.Le(at, then, evaluate=False))
    yield f"enough (all : forall H : nat, {_STEPS} -> {holds} -> {bound_of_all}) by (apply all; repeat split; assumption)."
    yield from written_out(_power_bases(at, then), under, "base")
    yield f"clear real_{min(on_steps)} {' '.join(f'given_{k}' for k in on_steps)} H."
    yield from chained_conditions(fixed)
    yield f"apply (by_induction (fun H => {holds}) {functions})."
    yield "- intros H one holds. each_step. repeat split; first [exact I | nra]."
    yield "- intros H one holds. each_step. identity."
    yield "- intros H one holds. each_step. sign."
    yield "- intros holds. each_step."
    yield from (f"  {line}" for line in _gap_script(first, Domain(at_first)))
    yield "- intros H one holds. each_step."
    yield from (f"  {line}" for line in (*powers(at, then), *_gap_script(step, under)))


def _gap_script(gap: sp.Expr, under: Domain) -> Iterator[str]:
    """The gap of an inequality in factors, whose signs are shown."""
    factors = product(gap, under)
    yield from written_out([factors], under)
    yield f"apply (by_certificate _ _ ({term(factors)})); [identity | sign]."


def _power_bases(*expressions: sp.Basic) -> tuple[sp.Expr, ...]:
    """The bases of powers with a symbol in the exponent."""
    raised = set().union(*(x.atoms(sp.Pow) for x in expressions))
    return tuple(sorted({power.base for power in raised if power.exp.free_symbols}, key=sp.default_sort_key))
