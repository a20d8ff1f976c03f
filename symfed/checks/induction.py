"""Inequalities for every number of local steps, by induction on H."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core import symbols
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.decide import decide_sign


@dataclass(frozen=True)
class Induction:
    """u_H <= v_H for all H >= 1, where u_{H+1} = factor * u_H + increment with factor >= 0.

    The statement is the bound v as a function of H; `sequence` is u. Base: v_1 - u_1 >= 0. Step: v_{H+1} - factor*v_H - increment >= 0
    for symbolic H. A bound that no induction of this form proves is probed at small H and rational points, where it can be refuted.
    """

    sequence: Callable[[Any], sp.Expr]
    factor: sp.Expr
    increment: sp.Expr = sp.S.Zero
    scope: str = "all H >= 1"

    @property
    def method(self) -> str:
        return f"induction on H ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        H = symbols.H
        base = decide_sign(sp.expand(statement(sp.S.One) - self.sequence(sp.S.One)), under)
        step = decide_sign(sp.expand(statement(H + 1) - self.factor * statement(H) - self.increment), under)
        positive = decide_sign(self.factor, under)
        if base.kind == step.kind == positive.kind == "nonnegative":
            return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, "base and step are certified")
        for n in range(1, 5):
            probe = decide_sign(sp.expand(statement(sp.Integer(n)) - self.sequence(sp.Integer(n))), under)
            if probe.witness:
                witness = {"H": str(n)} | {str(k): str(v) for k, v in probe.witness.items()}
                return Evidence(self.method, Outcome.FAILS, Tier.PROVED, f"false at H = {n}: {probe.detail}", witness)
        return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, f"base: {base.detail}; step: {step.detail}")
