"""A committed proof that a round contracts, read again by the independent checker."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from symfed.certificates import ContractionTheorem
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.grammar import rational_number
from symfed.core.verdict import Evidence, Tier
from symfed.decide.relations import decide
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class ContractionCertificate(Check):
    """The statement is what the theorem claims: q and r as text, and the largest gamma L at which the largest r is at L.

    `text` reads the certificate. Its rules and claims are put aside for those of the algorithm here and of the statement, so that the proof
    has to fit both; what it does not prove may be true all the same.
    """

    algorithm: str | Algorithm
    text: Callable[[], str]
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return "certificate of a contraction, checked in exact arithmetic (all clients, all dimensions)"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        rules = {"server_step": "x_mean", **get_algorithm(self.algorithm).text}
        theorem = replace(ContractionTheorem.from_json(self.text()), algorithm=rules, claims=dict(statement))
        verdict = theorem.check()
        if verdict.proved:
            reach = sp.Le(symbols.gamma * symbols.L, rational_number(statement["largest_gamma_L"], "largest_gamma_L"), evaluate=False)
            allowed = decide(reach, under.relations)
            if allowed.kind != "implied":
                return self.unknown(f"the theorem is for {reach}, which the conditions do not imply")
            return self.holds(theorem.says(), needed=allowed.needed)
        return self.doubts("the proof does not fit", {"reason": verdict.reason})
