"""Is an expression non-negative on a domain?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.decide import decide_sign


@dataclass(frozen=True)
class SignCheck:
    """left <= right for a statement (left, right), decided on its whole domain; a negative rational point refutes.

    A statement whose sides are equal wherever they are defined says nothing of its assumptions; it holds, and needs none of them.
    """

    scope: str = "all parameters of the domain"

    @property
    def method(self) -> str:
        return f"certified inequality ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        left, right = statement
        decision = decide_sign(sp.sympify(right) - left, under)
        if decision.kind == "nonnegative":
            summary = f"right - left >= 0: {decision.detail}; {uses(decision.needed)}"
            return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, summary, needed=decision.needed)
        if decision.witness:
            witness = {str(k): str(v) for k, v in decision.witness.items()}
            return Evidence(self.method, Outcome.FAILS, Tier.PROVED, f"right - left is negative: {decision.detail}", witness)
        return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, f"undecided: {decision.detail}")


def uses(needed: tuple[str, ...]) -> str:
    """The assumptions that a proof used, in words."""
    return f"from {', '.join(needed)}" if needed else "from the signs of the symbols alone"
