"""Refute by an instance that no finite search meets: in words, with a proof whose algebra the machine checks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier


@dataclass(frozen=True)
class Step:
    """One link of a lower bound's proof: words, and an exact check of its algebra.

    Without a check, `says` must name the textbook inequality or the definition that it rests on: a reader, not the machine, accepts it.
    """

    says: str
    holds: Callable[[], bool] | None = None


@dataclass(frozen=True)
class Exhibit:
    """An instance in words, and the steps that show what is true of it."""

    instance: Mapping[str, str]
    steps: tuple[Step, ...]

    def broken(self) -> str:
        """The first step whose algebra does not check, or nothing."""
        return next((step.says for step in self.steps if step.holds is not None and not step.holds()), "")

    def witness(self) -> dict[str, str]:
        proof = {f"step {k}": step.says + (" [machine]" if step.holds else "") for k, step in enumerate(self.steps, start=1)}
        return {**self.instance, **proof}


@dataclass(frozen=True)
class LowerBound(Exhibit):
    """An exhibit whose steps prove that some quantity is at least `bound`, an expression in `variable` as that tends to `towards`."""

    bound: sp.Expr
    variable: sp.Symbol
    towards: sp.Expr


@dataclass(frozen=True)
class ExhibitCheck:
    """The statement (a sentence) is false on the exhibit if all its steps check."""

    exhibit: Callable[[], Exhibit]
    scope: str

    @property
    def method(self) -> str:
        return f"instance with proof ({self.scope})"

    def replay(self, statement: Any, witness: Mapping[str, str], under: Domain) -> str | None:
        """Check the steps again and that they are the ones written down."""
        shown = self.exhibit()
        return shown.broken() or ("" if shown.witness() == dict(witness) else "other steps were written down")

    def examine(self, statement: Any, under: Domain) -> Evidence:
        shown = self.exhibit()
        if broken := shown.broken():
            return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"a step of the proof does not check: {broken}")
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, f"false on one instance: {shown.steps[-1].says}", shown.witness())


@dataclass(frozen=True)
class GrowthCheck:
    """The statement is the claimed order, an expression; it falls if bound / order tends to infinity and every step checks."""

    lower: Callable[[], LowerBound]
    scope: str

    @property
    def method(self) -> str:
        return f"lower bound on an instance ({self.scope})"

    def replay(self, statement: Any, witness: Mapping[str, str], under: Domain) -> str | None:
        """Check the steps again and that they are the ones written down."""
        lower = self.lower()
        same = {**lower.witness(), "lower bound": sp.sstr(lower.bound)} == dict(witness)
        return lower.broken() or ("" if same else "other steps were written down")

    def examine(self, statement: Any, under: Domain) -> Evidence:
        lower = self.lower()
        if broken := lower.broken():
            return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"a step of the lower bound does not check: {broken}")
        ratio = sp.limit(lower.bound / sp.sympify(statement), lower.variable, lower.towards, "+" if lower.towards == 0 else "-")
        if ratio != sp.oo:
            return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, f"this instance does not contradict it (ratio tends to {ratio})")
        witness = {**lower.witness(), "lower bound": sp.sstr(lower.bound)}
        summary = f"on one instance it is at least {lower.bound}, which is not O({statement}) as {lower.variable} -> {lower.towards}"
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, summary, witness)
