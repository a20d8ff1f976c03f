"""Dimension-free proofs of inequalities: what is claimed is a non-negative combination of what is assumed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.sign import SAYS_NOTHING, assumptions_used, same_sides, statement_scope
from symfed.checks.spelt import spelt_out
from symfed.core.check import Check, Comparison
from symfed.core.domain import Domain
from symfed.core.scope import Scope
from symfed.core.verdict import Evidence, Tier
from symfed.decide.relations import decide
from symfed.decide.signs import decide_zero, differs


@dataclass(frozen=True)
class Certificate(Check):
    """right - left = sum_i multiplier_i * assumed_i with every multiplier_i >= 0 and every assumed_i >= 0.

    The statement is (left, right), affine in Gram scalars (squared norms and inner products), so that one identity covers every
    dimension. `terms` pairs each multiplier with an assumed expression. Both must follow from the domain or from the Gram matrix being
    positive semidefinite; a term that follows from nothing leaves the statement undecided. What another lemma shows is a hypothesis of this
    one (`Lemma.by`). A statement whose two sides are one expression says nothing. Symbols of single clients stand for dimension one;
    `covers` says so where they mean something else.
    """

    terms: tuple[tuple[sp.Expr, sp.Expr], ...]
    scope: str = "every dimension, in Gram scalars"
    covers: Scope | None = None
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"certificate of non-negative multipliers ({self.scope})"

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether the multipliers fail to prove a wrong variant; a generic point comes first, inside the conditions or not."""
        return self.compare(statement, statement, under) is Comparison.FAILS

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant: it fails where a generic point shows that the multipliers do not add up, which is an identity."""
        return Comparison.FAILS if differs(*self._sides(variant)) else super().compare(variant, statement, under)

    def _sides(self, statement: Any) -> tuple[sp.Expr, sp.Expr]:
        left, right = map(spelt_out, statement)
        return right - left, sum((spelt_out(m) * spelt_out(a) for m, a in self.terms), sp.S.Zero)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if same_sides(statement):
            return self.unknown(SAYS_NOTHING)
        gap, certified = self._sides(statement)
        decision = decide_zero(gap - certified, under)
        if decision.kind == "nonzero":
            return self.doubts("these multipliers do not certify it", {str(k): str(v) for k, v in (decision.witness or {}).items()})
        if decision.kind != "zero":
            return self.unknown(f"the identity is undecided: {decision.detail}")
        cited: list[str] = []
        for role, expression in [(role, e) for pair in self.terms for role, e in zip(("multiplier", "assumed term"), pair, strict=True)]:
            sign = decide(sp.Ge(spelt_out(expression), 0, evaluate=False), under.relations)
            if sign.kind != "implied":
                return self.unknown(f"the {role} {expression} is not known to be >= 0: {sign.method}")
            cited += sign.needed
        needed = tuple(dict.fromkeys(cited))
        summary = f"right - left is a combination of {len(self.terms)} terms >= 0, multipliers >= 0; {assumptions_used(needed)}"
        return self.holds(summary, needed=needed, covers=self.covers or statement_scope(*statement))
