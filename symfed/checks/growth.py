"""Refute by an instance that no finite search meets: in words, with a proof whose algebra the machine checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.core.check import Check, Witness
from symfed.core.domain import Domain
from symfed.core.grammar import expression
from symfed.core.verdict import Evidence


@dataclass(frozen=True)
class Step:
    """One link of a lower bound's proof: words, and an exact check of its algebra.

    Without a check, `says` must name the textbook inequality or the definition that it rests on: a reader, not the machine, accepts it.
    """

    says: str
    holds: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Counterexample:
    """An instance in words, and the steps that show what is true of it."""

    instance: Mapping[str, str]
    steps: tuple[Step, ...]

    def broken(self) -> str:
        """The first step whose algebra does not check, or nothing."""
        return next((step.says for step in self.steps if step.holds is not None and not step.holds()), "")

    @property
    def words(self) -> tuple[str, ...]:
        """The steps that a reader must accept."""
        return tuple(step.says for step in self.steps if step.holds is None)

    def counted(self) -> str:
        """How many of its steps a machine checked, and how many stand in words."""
        return f"{len(self.steps) - len(self.words)} steps by machine, {len(self.words)} in words"

    def witness(self) -> dict[str, str]:
        proof = {f"step {k}": step.says + (" [machine]" if step.holds else "") for k, step in enumerate(self.steps, start=1)}
        return {**self.instance, **proof}


@dataclass(frozen=True)
class LowerBound(Counterexample):
    """A counterexample whose steps prove that some quantity is at least `bound`, an expression in `variable` as that tends to `towards`."""

    bound: sp.Expr
    variable: sp.Symbol
    towards: sp.Expr


@dataclass(frozen=True)
class CounterexampleCheck(Check):
    """The statement (a sentence) is false on the counterexample if all its steps check."""

    counterexample: Callable[[], Counterexample]
    scope: str

    @property
    def method(self) -> str:
        return f"instance with proof ({self.scope})"

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str | None:
        """Check the steps again and that they are the ones written down."""
        shown = self.counterexample()
        return shown.broken() or ("" if shown.witness() == dict(witness) else "other steps were written down")

    def examine(self, statement: Any, under: Domain) -> Evidence:
        shown = self.counterexample()
        if broken := shown.broken():
            return self.unknown(f"a step of the proof does not check: {broken}")
        summary = f"false on one instance: {shown.steps[-1].says} ({shown.counted()})"
        return self.fails(summary, shown.witness())


@dataclass(frozen=True)
class GrowthCheck(Check):
    """The statement is the claimed order, an expression, and a quantity on an instance is at least the counterexample's bound.

    If bound / order tends to infinity and every step checks, the claim falls. That it does not fall says nothing for it: the check is then
    undecided. With `attains` the statement is that the order is the best possible, and a finite positive limit says so: this instance
    attains it. A limit of zero is no refutation, for the bound may be far below; but such an order is not accepted as the best. Of an
    `Expansion` the remainder is the claimed order, and the counterexample bounds what the terms leave out. `at` holds pairs (symbol, value)
    at which it stands.
    """

    lower: Callable[[], LowerBound]
    scope: str
    attains: bool = False
    at: tuple[tuple[sp.Symbol, Any], ...] = ()
    sees_remainder = True  # and of an expansion nothing else

    @property
    def method(self) -> str:
        return f"lower bound on an instance ({self.scope})"

    def replay(self, statement: Any, witness: Witness, under: Domain) -> str | None:
        """Check the steps again and that they are the ones written down."""
        lower = self.lower()
        same = {**lower.witness(), "lower bound": sp.sstr(lower.bound)} == dict(witness)
        return lower.broken() or ("" if same else "other steps were written down")

    def examine(self, statement: Any, under: Domain) -> Evidence:
        lower = self.lower()
        if broken := lower.broken():
            return self.unknown(f"a step of the lower bound does not check: {broken}")
        witness = {**lower.witness(), "lower bound": sp.sstr(lower.bound)}
        order = (statement.remainder if isinstance(statement, Expansion) else expression(statement)).subs(self.at)
        ratio, limit = _limit(lower, order), f"as {lower.variable} -> {lower.towards}"
        if ratio == sp.oo:
            summary = f"on one instance it is at least {lower.bound}, which is not O({order}) {limit} ({lower.counted()})"
            return self.fails(summary, witness)
        if self.attains and ratio is not None and ratio.is_zero:
            summary = f"at least {lower.bound} on one instance, which does not show that {order} is attained {limit}"
            return self.doubts(summary, witness)
        if self.attains and ratio is not None and ratio.is_finite and ratio.is_positive:
            summary = f"an instance attains {order}: the ratio tends to at least {ratio} {limit} ({lower.counted()})"
            return self.holds(summary, instances=1)
        found = "is not decided" if ratio is None else f"tends to {ratio}: this instance does not contradict it, and says no more"
        return self.unknown(f"the ratio of the lower bound to {order} {found} {limit}")


def _limit(lower: LowerBound, order: sp.Expr) -> sp.Expr | None:
    """What bound / order tends to; None where that is not found, or is no number."""
    try:
        ratio = sp.limit(lower.bound / order, lower.variable, lower.towards, "+" if lower.towards == 0 else "-")
    except (NotImplementedError, ValueError, ZeroDivisionError):
        return None
    undecided = ratio is sp.nan or ratio is sp.zoo or ratio.has(sp.Limit, sp.AccumBounds) or lower.variable in ratio.free_symbols
    return None if undecided else ratio
