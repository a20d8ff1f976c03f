"""Steps under conditions of their own: what they conclude holds where these do."""

from __future__ import annotations

from dataclasses import dataclass, field

import sympy as sp

from symfed.core.claim import ProofStep


@dataclass(frozen=True)
class Within:
    """Steps for the values of an index that satisfy `conditions`, such as h <= H - 2.

    `known` names facts, conditional ones among them, that hold there and that count as conditions for the steps: multipliers may have
    their signs by them. What the steps conclude is an implication under its own name. An index that is restricted stands for no other
    value, so that nothing inside may put one in its place.
    """

    conditions: tuple[sp.Basic, ...]
    steps: tuple[ProofStep, ...]
    known: tuple[str, ...] = ()
    in_words: bool = field(default=False, init=False)

    def describe(self) -> str:
        by = f", by {', '.join(self.known)}" if self.known else ""
        return f"for {', '.join(map(str, self.conditions))}{by}: " + "; ".join(step.describe() for step in self.steps)
