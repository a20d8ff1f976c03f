"""Dimension-free proofs of inequalities: what is claimed is a non-negative combination of what is assumed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.decide import decide_sign, decide_zero


@dataclass(frozen=True)
class Certificate:
    """right - left = sum_i multiplier_i * assumed_i with every multiplier_i >= 0 on the domain.

    The statement is (left, right), affine in Gram scalars (squared norms and inner products), so one identity covers every
    dimension. `terms` pairs each multiplier with an expression that the assumptions make non-negative.
    """

    terms: tuple[tuple[sp.Expr, sp.Expr], ...]
    scope: str = "every dimension, in Gram scalars"

    @property
    def method(self) -> str:
        return f"certificate of non-negative multipliers ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        left, right = statement
        for multiplier, _ in self.terms:
            sign = decide_sign(sp.sympify(multiplier), under)
            if sign.kind != "nonnegative":
                unknown = f"multiplier {multiplier} is not known to be >= 0: {sign.detail}"
                return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, unknown)
        gap = right - left - sum((m * a for m, a in self.terms), sp.S.Zero)
        decision = decide_zero(gap, under)
        if decision.kind == "nonzero":
            gap_at = {str(k): str(v) for k, v in (decision.witness or {}).items()}
            return Evidence(self.method, Outcome.FAILS, Tier.PROVED, "these multipliers do not certify it", gap_at, refutes=False)
        if decision.kind != "zero":
            return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, f"the identity is undecided: {decision.detail}")
        return Evidence(
            self.method, Outcome.HOLDS, Tier.PROVED, f"right - left is a combination of {len(self.terms)} assumptions, multipliers >= 0"
        )
