"""Check whether an expression is non-negative on a domain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.spelt import spelt_out
from symfed.core.check import Check, Comparison
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.symbols import PER_CLIENT, ClientMean
from symfed.core.verdict import Evidence, Tier
from symfed.decide.signs import decide_sign, in_order


@dataclass(frozen=True)
class SignCheck(Check):
    """left <= right for a statement (left, right), decided on its whole domain; a negative rational point refutes.

    A statement whose two sides are one expression says nothing. One whose sides are equal wherever they are defined, but look different, is
    an identity; it holds, and needs none of its assumptions. Symbols of single clients stand for numbers in dimension one; `covers` says
    so where they mean something else (an eigenvalue).
    """

    scope: str = "all parameters of the domain"
    covers: Scope | None = None
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"certified inequality ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if same_sides(statement):
            return self.unknown(SAYS_NOTHING)
        left, right = map(spelt_out, statement)
        decision = in_order(decide_sign(right - left, under), right - left, under)
        if decision.kind == "nonnegative":
            summary = f"right - left >= 0: {decision.detail}; {assumptions_used(decision.needed)}"
            return self.holds(summary, needed=decision.needed, covers=self.covers or statement_scope(left, right))
        if decision.witness:
            witness = {str(k): str(v) for k, v in decision.witness.items()}
            return self.fails(f"right - left is negative: {decision.detail}", witness)
        return self.unknown(f"undecided: {decision.detail}")

    def rejects(self, statement: Any, under: Domain) -> bool:
        """Return whether an exact point contradicts the statement; the point is not shown, so it is not shrunk."""
        return self.compare(statement, statement, under) is Comparison.FAILS

    def compare(self, variant: Any, statement: Any, under: Domain) -> Comparison:
        """By an exact point, or the word of one solver: that a variant is true too earns nothing."""
        if same_sides(variant):
            return Comparison.UNKNOWN
        left, right = map(spelt_out, variant)
        kind = decide_sign(right - left, under, one_road=True).kind
        return {"nonnegative": Comparison.HOLDS, "negative somewhere": Comparison.FAILS}.get(kind, Comparison.UNKNOWN)


SAYS_NOTHING = "both sides are one expression, which says nothing"


def statement_scope(*expressions: sp.Expr) -> Scope:
    """The scope of a statement in symbols: numbers of single clients, and averages of such, are of dimension one."""
    clients = any(x.has(ClientMean) or x.free_symbols & PER_CLIENT for x in map(spelt_out, expressions))
    return ONE_DIMENSION if clients else EVERYTHING


def same_sides(statement: tuple[Any, Any]) -> bool:
    """Return whether a statement is X <= X.

    >>> from symfed.core.symbols import gamma
    >>> same_sides((2 * (gamma + 1), 2 * gamma + 2)), same_sides((gamma**2 + 2 * gamma + 1, (gamma + 1) ** 2))
    (True, False)
    """
    left, right = map(spelt_out, statement)
    return bool(left == right)


def assumptions_used(needed: tuple[str, ...]) -> str:
    """The assumptions that a proof used, in words."""
    return f"from {', '.join(needed)}" if needed else "from the signs of the symbols alone"
