"""Check that a condition means the same in all units."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.spelt import spelt_out
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.symbols import scaling
from symfed.core.verdict import Evidence, Tier


@dataclass(frozen=True)
class ScaleAlike:
    """The statement that two quantities scale alike when the losses are multiplied by k and gamma is divided by k; it says nothing else."""

    left: sp.Expr
    right: sp.Expr


@dataclass(frozen=True)
class HomogeneityCheck(Check):
    """Both sides of a condition (left, right), or of `ScaleAlike`, must scale alike when losses grow by k and gamma shrinks by k.

    That rescaling leaves every iterate where it is. A condition that is not invariant holds for a problem and fails for the same problem
    written in other units; the witness is such a k. That a condition is invariant says nothing of whether it holds: only `ScaleAlike`,
    which claims no more, is proved by it.
    """

    scope: str = "rescaling the losses"
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"homogeneity ({self.scope})"

    def examine(self, statement: tuple[Any, Any] | ScaleAlike, under: Domain) -> Evidence:
        left, right = map(spelt_out, (statement.left, statement.right) if isinstance(statement, ScaleAlike) else statement)
        (left_weight, _), (right_weight, _) = scaling(left), scaling(right)
        if left_weight != right_weight:
            powers = f"left times k^{left_weight}, right times k^{right_weight}"
            rescaling = f"gradients and their noise times k, gamma over k: {powers}, same iterates"
            witness = {"left": sp.sstr(left), "right": sp.sstr(right), "rescaling": rescaling}
            return self.fails(f"{sp.sstr(left)} has weight {left_weight}, {sp.sstr(right)} has {right_weight}", witness)
        if isinstance(statement, ScaleAlike):
            return self.holds(f"both sides have weight {left_weight}")
        return self.unknown(f"both sides have weight {left_weight}, which does not tell whether one is at most the other")
