"""Is a printed expression identically equal to a derived one?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core import symbols
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.derive.decide import decide_zero
from symfed.derive.symbolic_jets import SymbolicJets, equal_clients


def on_symbols(statement: Any) -> sp.Expr:
    """Read a transcription `f(p, gamma, H)` in dimension one, with gamma, H, N and the clients' jets symbolic."""
    return sp.sympify(statement(SymbolicJets(), symbols.gamma, symbols.H))


def on_equal_clients(statement: Any) -> sp.Expr:
    """The same, all clients being equal."""
    return equal_clients(on_symbols(statement))


def as_printed(statement: Any) -> sp.Expr:
    """The statement is an expression already."""
    return sp.sympify(statement)


@dataclass(frozen=True)
class SymbolicIdentity:
    """Statement - truth = 0, decided by `derive.decide`: exactly zero, or an exact point where it is not, or unknown.

    `truth` is called when the check runs. `reading` turns the statement into an expression: in dimension one by default.
    """

    truth: Callable[[], sp.Expr]
    reading: Callable[[Any], sp.Expr] = on_symbols
    scope: str = "d = 1, symbolic gamma, H, N and client jets"
    budget_seconds: float = 20.0

    @property
    def method(self) -> str:
        return f"symbolic identity ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        printed, derived = self.reading(statement), sp.sympify(self.truth())
        decision = decide_zero(printed - derived, under, self.budget_seconds)
        if decision.kind == "zero":
            return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, f"the difference is identically zero: {decision.detail}")
        if decision.point is not None:
            sides = {"printed": str(decision.point.evaluate(printed)), "derived": str(decision.point.evaluate(derived))}
            summary = f"printed {sides['printed']}, derived {sides['derived']} at an exact point"
            return Evidence(self.method, Outcome.FAILS, Tier.PROVED, summary, decision.point.describe() | sides)
        return Evidence(self.method, Outcome.UNKNOWN, Tier.PROVED, f"undecided within {self.budget_seconds} s: {decision.detail}")
