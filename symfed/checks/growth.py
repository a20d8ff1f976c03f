"""Refute an order of magnitude: a proven lower bound on one instance outgrows what is claimed."""

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
class LowerBound:
    """An instance in words, and a quantity that its true remainder (or moment) is proven to exceed.

    `bound` is an expression in `variable`, valid for the variable near `towards` from the right (or growing without end for oo).
    """

    instance: Mapping[str, str]
    bound: sp.Expr
    variable: sp.Symbol
    towards: sp.Expr
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class GrowthCheck:
    """The statement is the claimed order, an expression; it falls if bound / order tends to infinity and every step checks."""

    lower: Callable[[], LowerBound]
    scope: str

    @property
    def method(self) -> str:
        return f"lower bound on an instance ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        lower = self.lower()
        broken = [step.says for step in lower.steps if step.holds is not None and not step.holds()]
        if broken:
            return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"a step of the lower bound does not check: {broken[0]}")
        ratio = sp.limit(lower.bound / sp.sympify(statement), lower.variable, lower.towards, "+" if lower.towards == 0 else "-")
        if ratio != sp.oo:
            return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, f"this instance does not contradict it (ratio tends to {ratio})")
        proof = {f"step {k}": step.says + (" [machine]" if step.holds else "") for k, step in enumerate(lower.steps, start=1)}
        witness = {**lower.instance, "lower bound": sp.sstr(lower.bound), **proof}
        summary = f"on one instance the remainder is at least {lower.bound}, which is not O({statement}) as {lower.variable} -> {lower.towards}"
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, summary, witness)
