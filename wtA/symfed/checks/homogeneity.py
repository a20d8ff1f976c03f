"""Does a condition mean the same in every unit?"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import scaling
from symfed.core.verdict import Evidence, Outcome, Tier


@dataclass(frozen=True)
class HomogeneityCheck:
    """Both sides of a statement (left, right) must scale alike when the losses are multiplied by k and gamma is divided by k.

    That rescaling leaves every iterate where it is. A condition that is not invariant holds for a problem and fails for the same
    problem written in other units; the witness is such a k.
    """

    scope: str = "rescaling the losses"

    @property
    def method(self) -> str:
        return f"homogeneity ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        (left_weight, _), (right_weight, _) = (scaling(sp.sympify(side)) for side in statement)
        if left_weight == right_weight:
            return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, f"both sides have weight {left_weight}")
        left, right = (sp.sstr(side) for side in statement)
        witness = {
            "left": left,
            "right": right,
            "rescaling": f"losses times k, gamma over k: left times k^{left_weight}, right times k^{right_weight}, same iterates",
        }
        return Evidence(self.method, Outcome.FAILS, Tier.PROVED, f"{left} has weight {left_weight}, {right} has {right_weight}", witness)
