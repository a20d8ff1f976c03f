"""Steps under conditions of their own: what they conclude holds where these do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import sympy as sp

from symfed.core.claim import ProofStep
from symfed.core.domain import Domain
from symfed.theorems.discharge import usable


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

    def follow(self, facts: dict[str, Any], under: Domain) -> str:
        if absent := [name for name in self.known if name not in facts]:
            return f"no fact is called {absent[0]}"
        if any(step.in_words for step in self.steps):
            return "a step under conditions of its own is in words"
        local = under & Domain(self.conditions)
        held = dict(usable({name: facts[name] for name in self.known}, local))
        if missed := set(self.known) - set(held):
            return f"{min(missed)} does not hold for {', '.join(map(str, self.conditions))}"
        inside, narrow = dict(facts), local & Domain(tuple(held.values()))
        for step in self.steps:
            if problem := step.follow(inside, narrow):
                return problem
        for name, fact in inside.items():
            if name not in facts:
                if isinstance(fact, sp.Implies):
                    return f"{name} holds under further conditions"
                facts[name] = sp.Implies(sp.And(*self.conditions), fact, evaluate=False)
        return ""
