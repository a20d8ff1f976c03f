"""Dimension-free proofs of inequalities: what is claimed is a non-negative combination of what is assumed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.sign import uses
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.arithmetic import decide
from symfed.derive.decide import decide_zero, differs


@dataclass(frozen=True)
class Certificate:
    """right - left = sum_i multiplier_i * assumed_i with every multiplier_i >= 0 and every assumed_i >= 0.

    The statement is (left, right), affine in Gram scalars (squared norms and inner products), so one identity covers every
    dimension. `terms` pairs each multiplier with an assumed expression. Both must follow from the domain, from the Gram matrix being
    positive semidefinite, or from `given`: relations that are proved elsewhere, say as conclusions of other lemmas. The summary lists
    those of `given` that were used; a term that follows from nothing leaves the statement undecided.
    """

    terms: tuple[tuple[sp.Expr, sp.Expr], ...]
    scope: str = "every dimension, in Gram scalars"
    given: tuple[sp.Basic, ...] = ()

    @property
    def method(self) -> str:
        return f"certificate of non-negative multipliers ({self.scope})"

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Whether the multipliers do not add up to a wrong variant; a generic point comes first."""
        return bool(differs(*self._sides(statement), under)) or self.examine(statement, under).fails

    def compare(self, variant: Any, statement: Any, under: Domain) -> str:
        """What becomes of a variant: "fails" where a generic point tells that the multipliers do not add up, else what the check says."""
        return "fails" if differs(*self._sides(variant), under) else str(self.examine(variant, under).outcome)

    def _sides(self, statement: Any) -> tuple[sp.Expr, sp.Expr]:
        left, right = statement
        return sp.sympify(right) - left, sum((m * a for m, a in self.terms), sp.S.Zero)

    def examine(self, statement: Any, under: Domain) -> Evidence:
        left, right = statement
        gap = sp.sympify(right) - left - sum((m * a for m, a in self.terms), sp.S.Zero)
        decision = decide_zero(gap, under)
        if decision.kind == "nonzero":
            gap_at = {str(k): str(v) for k, v in (decision.witness or {}).items()}
            return Evidence(self.method, Outcome.FAILS, Tier.PROVED, "these multipliers do not certify it", gap_at, refutes=False)
        if decision.kind != "zero":
            return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, f"the identity is undecided: {decision.detail}")
        known = (*under.relations, *(relation for relation in self.given if relation not in under.relations))
        cited: list[str] = []
        for role, expression in [(role, e) for pair in self.terms for role, e in zip(("multiplier", "assumed term"), pair, strict=True)]:
            sign = decide(sp.Ge(sp.sympify(expression), 0, evaluate=False), known)
            if sign.kind != "implied":
                unknown = f"the {role} {expression} is not known to be >= 0: {sign.method}"
                return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, unknown)
            cited += sign.needed
        own = {str(relation) for relation in under.relations}
        needed = tuple(name for name in dict.fromkeys(cited) if name in own)
        given = tuple(name for name in dict.fromkeys(cited) if name not in own)
        summary = f"right - left is a combination of {len(self.terms)} terms >= 0, multipliers >= 0; {uses(needed)}"
        summary += f"; given: {', '.join(given)}" if given else ""
        return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, summary, needed=needed)
