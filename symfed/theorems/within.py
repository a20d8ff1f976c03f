"""Steps under additional conditions; their conclusions hold where these do."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp

from symfed.core.claim import ProofStep


@dataclass(frozen=True)
class Within:
    """Steps for the values of an index that satisfy `conditions`, such as h <= H - 2.

    `known` names facts, possibly conditional ones, that hold there and count as conditions for the steps: signs of multipliers may rest
    on them. A conclusion of the steps is an implication outside, by its own name. No step inside may substitute a value for a restricted
    index.
    """

    conditions: tuple[sp.Basic, ...]
    steps: tuple[ProofStep, ...]
    known: tuple[str, ...] = ()
    in_words: bool = field(default=False, init=False)

    def describe(self) -> str:
        by = f", by {', '.join(self.known)}" if self.known else ""
        return f"for {', '.join(map(str, self.conditions))}{by}: " + "; ".join(step.describe() for step in self.steps)
