"""Inequalities for every number of local steps, by induction on H."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.sign import SAYS_NOTHING, reach, same_sides, uses
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.scope import Scope
from symfed.core.verdict import Evidence, Tier
from symfed.derive.arithmetic import decide
from symfed.derive.decide import decide_zero

_PROBED = 5


@dataclass(frozen=True)
class Induction(Check):
    """u_H <= v_H for all H >= 1, where u_{H+1} = factor * u_H + increment with factor >= 0.

    The statement is the bound v as a function of H; `sequence` is u, in closed form, so that its recursion can be checked for symbolic
    H: a declared recursion that is not the sequence's proves nothing. Base: v_1 - u_1 >= 0. Step: v_{H+1} - factor*v_H - increment >= 0
    for symbolic H. A condition of the domain in which H stands is used only if what it says of H + 1 implies what it says of H, so that
    it holds all the way. A bound that no induction of this form proves is probed at small H and rational points, where it can be refuted.
    Letters of single clients stand for dimension one; `covers` says so where they mean something else.
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
        return sp.Le(self.sequence(symbols.H), statement(symbols.H), evaluate=False)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        H = symbols.H
        try:
            recursion = self.sequence(H + 1) - self.factor * self.sequence(H) - self.increment
        except TypeError as error:
            # a sum over range(H), say: its values at integers do not tell what it is at H
            return self.unknown(f"the sequence has no closed form in symbolic H: {error}")
        if same_sides((self.sequence(H), statement(H))):
            return self.unknown(SAYS_NOTHING)
        declared = decide_zero(recursion, under)
        if declared.kind != "zero":
            return self.unknown(f"the recursion is not that of the sequence: it {declared.detail}")
        kept = tuple(relation for relation in under.relations if _lasts(relation, under))
        first = tuple(relation for relation in _at(kept, sp.S.One) if relation is not None)
        base = decide(_below(self.sequence(sp.S.One), statement(sp.S.One)), first)
        step = decide(_below(self.factor * statement(H) + self.increment, statement(H + 1)), kept)
        positive = decide(_below(sp.S.Zero, self.factor), kept)
        if base.kind == step.kind == positive.kind == "implied":
            at_one = dict(zip(map(str, _at(kept, sp.S.One)), map(str, kept), strict=True))
            cited = (*(at_one[name] for name in base.needed), *step.needed, *positive.needed)
            needed = tuple(dict.fromkeys(cited))
            summary = f"the recursion is the sequence's, base and step hold; {uses(needed)}"
            return self.holds(summary, needed=needed, covers=self.covers or reach(self.sequence(H), statement(H)))
        for n in range(1, _PROBED):
            relations = _at(under.relations, sp.Integer(n))
            if any(relation == sp.false for relation in relations):
                continue
            inside = tuple(relation for relation in relations if relation is not None)
            gap = sp.expand(statement(sp.Integer(n)) - self.sequence(sp.Integer(n)))
            probe = decide(_below(sp.S.Zero, gap), inside)
            if probe.point is not None:
                witness = {"H": str(n)} | probe.point.describe() | {"value": str(probe.point.evaluate(gap))}
                return self.fails(f"false at H = {n}: {probe.method}", witness)
        return self.unknown(f"base: {base.method}; step: {step.method}; factor: {positive.method}")


def _below(left: Any, right: Any) -> sp.Basic:
    return sp.Le(sp.sympify(left), sp.sympify(right), evaluate=False)


def _at(relations: tuple[sp.Basic, ...], n: sp.Integer) -> tuple[sp.Basic | None, ...]:
    """The relations at H = n: None for one that is then always true, `sp.false` for one that never is."""
    out = [relation.subs(symbols.H, n) for relation in relations]
    return tuple(None if relation == sp.true else relation for relation in out)


def _lasts(relation: sp.Basic, under: Domain) -> bool:
    """Whether the relation, true for H + 1, is true for H, by itself and the relations in which H does not stand."""
    if symbols.H not in relation.free_symbols:
        return True
    later = relation.func(*[side.subs(symbols.H, symbols.H + 1) for side in relation.args], evaluate=False)
    if relation.subs(symbols.H, 1) == sp.false:
        return False
    fixed = tuple(other for other in under.relations if symbols.H not in other.free_symbols)
    return decide(relation, (*fixed, later)).kind == "implied"
