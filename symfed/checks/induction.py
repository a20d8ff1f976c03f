"""Inequalities for every number of local steps, by induction on H."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from symfed.checks.sign import SAYS_NOTHING, assumptions_used, same_sides, statement_scope
from symfed.checks.spelt import spelling, spelt, spelt_out
from symfed.core import symbols
from symfed.core.check import Check, Comparison
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.scope import Scope
from symfed.core.verdict import Evidence, Tier
from symfed.decide.question import Answer
from symfed.decide.relations import decide
from symfed.decide.signs import decide_zero

_PROBED = 5


@dataclass(frozen=True)
class Induction(Check):
    """u_H <= v_H for all H >= 1, where u_{H+1} = factor * u_H + increment with factor >= 0.

    The statement is the bound v as a function of H; `sequence` is u, in closed form, so that its recursion can be checked for symbolic
    H: a declared recursion that is not the sequence's proves nothing. Base: v_1 - u_1 >= 0. Step: v_{H+1} - factor*v_H - increment >= 0
    for symbolic H. A condition of the domain in which H stands is used only if what it says of H + 1 implies what it says of H, so that
    it holds all the way. A bound that no induction of this form proves is probed at small H and rational points, where it can be refuted.
    Symbols of single clients stand for dimension one; `covers` says so where they mean something else.
    """

    sequence: Callable[[Any], sp.Expr]
    factor: sp.Expr
    increment: sp.Expr = sp.S.Zero
    scope: str = "all H >= 1"
    covers: Scope | None = None
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"induction on H ({self.scope})"

    def concludes(self, statement: Callable[[Any], sp.Expr]) -> sp.Basic:
        """u_H <= v_H."""
        return _below(self.sequence(symbols.H), statement(symbols.H))

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether an exact point contradicts the statement; the point is not shown, so it is not shrunk."""
        return self.examine(statement, under, one_road=True).fails

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """By an exact point, or the word of one solver: that a variant is true too earns nothing."""
        return Comparison(self.examine(variant, under, one_road=True).outcome)

    def examine(self, statement: Any, under: Domain, one_road: bool = False) -> Evidence:
        if not callable(statement):
            raise InvalidInput("statement", statement, "must be the bound as a function of H")
        H, sequence, statement = symbols.H, spelling(self.sequence), spelling(statement)
        factor, increment = spelt_out(self.factor), spelt_out(self.increment)
        if wrong := _not_its_recursion(self.sequence, factor, increment, under.relations):
            return self.unknown(wrong)
        if same_sides((sequence(H), statement(H))):
            return self.unknown(SAYS_NOTHING)
        kept = _lasting(under.relations)
        first = tuple(relation for relation in _relations_at(kept, sp.S.One) if relation is not None)
        base = decide(_below(sequence(sp.S.One), statement(sp.S.One)), first, one_road=one_road)
        step = decide(_below(factor * statement(H) + increment, statement(H + 1)), kept, one_road=one_road)
        positive = _nonnegative(factor, kept)
        if base.kind == step.kind == positive.kind == "implied":
            at_one = dict(zip(map(str, _relations_at(kept, sp.S.One)), map(str, kept), strict=True))
            cited = (*(at_one[name] for name in base.needed), *step.needed, *positive.needed)
            needed = tuple(dict.fromkeys(cited))
            summary = f"the recursion is the sequence's, base and step hold; {assumptions_used(needed)}"
            return self.holds(summary, needed=needed, covers=self.covers or statement_scope(sequence(H), statement(H)))
        for n in range(1, _PROBED):
            relations = _relations_at(under.relations, sp.Integer(n))
            if any(relation == sp.false for relation in relations):
                continue
            inside = tuple(relation for relation in relations if relation is not None)
            gap = sp.expand(statement(sp.Integer(n)) - sequence(sp.Integer(n)))
            probe = decide(_below(sp.S.Zero, gap), inside, one_road=one_road)
            if probe.point is not None:
                witness = {"H": str(n)} | probe.point.describe() | {"value": str(probe.point.evaluate(gap))}
                return self.fails(f"false at H = {n}: {probe.method}", witness)
        return self.unknown(f"base: {base.method}; step: {step.method}; factor: {positive.method}")


def _below(left: Any, right: Any) -> sp.Basic:
    return sp.Le(spelt_out(left), spelt_out(right), evaluate=False)


def _relations_at(relations: tuple[sp.Basic, ...], n: sp.Integer) -> tuple[sp.Basic | None, ...]:
    """The relations at H = n: None for one that is then always true, `sp.false` for one that never is."""
    out = [relation.subs(symbols.H, n) for relation in relations]
    return tuple(None if relation == sp.true else relation for relation in out)


# What follows is the same for a statement and for all its variants.


@lru_cache(maxsize=256)
def _not_its_recursion(sequence: Callable[[Any], sp.Expr], factor: sp.Expr, increment: sp.Expr, relations: tuple[sp.Basic, ...]) -> str:
    """Why a declared recursion is not known to be the sequence's; empty where it is."""
    try:
        recursion = spelt(sequence(symbols.H + 1)) - factor * spelt(sequence(symbols.H)) - increment
    except TypeError as error:
        # a sum over range(H), say: its values at integers do not tell what it is at H
        return f"the sequence has no closed form in symbolic H: {error}"
    declared = decide_zero(recursion, Domain(relations))
    return "" if declared.kind == "zero" else f"the recursion is not that of the sequence: it {declared.detail}"


@lru_cache(maxsize=256)
def _nonnegative(factor: sp.Expr, relations: tuple[sp.Basic, ...]) -> Answer:
    return decide(_below(sp.S.Zero, factor), relations)


@lru_cache(maxsize=256)
def _lasting(relations: tuple[sp.Basic, ...]) -> tuple[sp.Basic, ...]:
    """The relations that, true for H + 1, are true for H."""
    return tuple(relation for relation in relations if _holds_backwards(relation, relations))


def _holds_backwards(relation: sp.Basic, relations: tuple[sp.Basic, ...]) -> bool:
    """Return whether the relation at H + 1 implies the relation at H, given the relations without H."""
    if symbols.H not in relation.free_symbols:
        return True
    later = relation.func(*[side.subs(symbols.H, symbols.H + 1) for side in relation.args], evaluate=False)
    if relation.subs(symbols.H, 1) == sp.false:
        return False
    fixed = tuple(other for other in relations if symbols.H not in other.free_symbols)
    return decide(relation, (*fixed, later)).kind == "implied"
