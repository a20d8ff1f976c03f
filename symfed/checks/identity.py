"""Check a printed expression against a derived one: are they identically equal?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.checks.sign import statement_scope
from symfed.checks.spelt import exactly, spelling, spelt_out
from symfed.core import symbols
from symfed.core.check import Check, Comparison
from symfed.core.domain import Domain
from symfed.core.grammar import as_expression
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.supposed import OneDimension, listening, remembered
from symfed.core.verdict import Evidence, Tier
from symfed.decide.signs import decide_zero, differs, in_order
from symfed.derive.symbolic_jets import SymbolicJets, equal_clients


def on_symbols(statement: Any) -> sp.Expr:
    """Read a transcription `f(p, gamma, H)` in dimension one, with gamma, H, N and the clients' jets symbolic."""
    return as_expression(statement(SymbolicJets(), symbols.gamma, symbols.H))


def on_equal_clients(statement: Any) -> sp.Expr:
    """Read a transcription `f(p, gamma, H)` in dimension one, all clients being equal."""
    return equal_clients(on_symbols(statement))


def as_printed(statement: Any) -> sp.Expr:
    """The statement is an expression already."""
    return as_expression(statement)


@remembered
def _derived(truth: Callable[[], sp.Expr]) -> sp.Expr:
    """Derived once, and compared with the statement and with all its variants."""
    return spelt_out(truth())


@dataclass(frozen=True)
class SymbolicIdentity(Check):
    """Statement - truth = 0, decided by `derive.decide`: exactly zero, or an exact point where it is not, or unknown.

    `truth` is called when the check runs. `reading` turns the statement into an expression: in dimension one by default. An identity
    between one client's numbers, or averages of such, covers dimension one; `covers` says so where the numbers mean something else (an
    eigenvalue, a coordinate of a vector), which is not believed of a transcription that is read off the jets of dimension one.
    """

    truth: Callable[[], sp.Expr]
    reading: Callable[[Any], sp.Expr] = on_symbols
    scope: str = "d = 1, symbolic gamma, H, N and client jets"
    budget_seconds: float = 20.0
    covers: Scope | None = None
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"symbolic identity ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        with listening() as heard:
            read = self._read(statement)
        printed, derived = exactly(read), _derived(self.truth)
        decision = in_order(decide_zero(printed - derived, under, self.budget_seconds), printed - derived, under)
        if decision.kind == "zero":
            summary = f"the difference is identically zero: {decision.detail}"
            covered = ONE_DIMENSION if OneDimension() in heard else self.covers or statement_scope(printed, derived)
            if isinstance(statement, Expansion):
                covered = replace(covered, remainder="the terms without the remainder")
            return self.holds(summary, covers=covered)
        if decision.point is not None:
            sides = {"printed": str(decision.point.evaluate(printed)), "derived": str(decision.point.evaluate(derived))}
            summary = f"printed {sides['printed']}, derived {sides['derived']} at an exact point"
            return self.fails(summary, decision.point.describe() | sides)
        return self.unknown(f"undecided within {self.budget_seconds} s: {decision.detail}")

    def concludes(self, statement: Any) -> sp.Basic | None:
        """Statement = truth, where the statement is an expression; what is read in dimension one is no fact about anything else."""
        if self.reading is not as_printed or not isinstance(statement, sp.Expr):
            return None
        return sp.Eq(statement, _derived(self.truth), evaluate=False)

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether a point contradicts the statement; a generic point comes first, for a wrong variant is seldom right there."""
        return bool(differs(self._read(statement), _derived(self.truth), under)) or super().rejects(statement, under)

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """Compare a variant: it fails at a point, is the same expression, or is decided by the whole check."""
        changed = self._read(variant)
        if differs(changed, _derived(self.truth), under):
            return Comparison.FAILS
        if changed == self._read(statement):
            return Comparison.SAME
        return super().compare(variant, statement, under)

    def _read(self, statement: Any) -> sp.Expr:
        return self.reading(statement if isinstance(statement, Expansion) else spelling(statement))


#: An identity between numbers that stand for everything the statement ranges over.
complete_identity = partial(SymbolicIdentity, covers=EVERYTHING)
