"""Look for an exact instance on which a statement is false, and shrink it to the smallest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample

from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.arrays import is_exact
from symfed.strategies import Strategy, text


def _both_sides(statement: Any, truth: Callable[[Any], Any] | None, instance: Any) -> tuple[Any, Any]:
    """(left, right): the statement and the truth, or the two sides that the statement itself returns."""
    if truth is None:
        left, right = statement(instance)
        return left, right
    return statement(instance), truth(instance)


def _holds(left: Any, right: Any, relation: str) -> bool:
    left, right = np.asarray(left, dtype=object), np.asarray(right, dtype=object)
    if not is_exact(left, right) or any(isinstance(v, (float, np.floating)) for v in (*left.flat, *right.flat)):
        raise TypeError("a counterexample search compares exact values only, got a float")
    same = left.shape == right.shape
    if relation == "==":
        return same and all(a == b for a, b in zip(left.flat, right.flat, strict=True))
    return same and all(a <= b for a, b in zip(left.flat, right.flat, strict=True))


@dataclass(frozen=True)
class CounterexampleSearch:
    """Draw exact instances inside the domain; a violated one refutes and is shrunk, none supports.

    With `truth`, compares `statement(instance)` with `truth(instance)`; without, the statement returns its two sides. `relation` is
    "==" or "<=" (entrywise). A statement that cannot be evaluated on an instance (a singular matrix where it prints an inverse) is
    refuted there, because it is ill-defined. Instances are derandomised: the same run finds the same witness.
    """

    strategy: Strategy
    truth: Callable[[Any], Any] | None = None
    relation: str = "=="
    scope: str = "random exact quadratics"
    examples: int = 150

    @property
    def method(self) -> str:
        return f"exact counterexample search ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        tried = 0

        def violated(instance: Any) -> bool:
            nonlocal tried
            if hasattr(instance, "parameters") and not under.contains(**instance.parameters()):
                return False
            tried += 1
            try:
                return not _holds(*_both_sides(statement, self.truth, instance), self.relation)
            except (ZeroDivisionError, np.linalg.LinAlgError):
                return True

        quiet = settings(
            max_examples=self.examples,
            derandomize=True,
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        )
        try:
            worst = find(self.strategy, violated, settings=quiet)
        except NoSuchExample:
            if tried < self.examples // 4:
                return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"only {tried} instances fell inside the domain")
            return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, f"held on {tried} exact instances", instances=tried)
        witness = {k: str(v) for k, v in (worst.describe() if hasattr(worst, "describe") else {"instance": worst}).items()}
        try:
            left, right = _both_sides(statement, self.truth, worst)
            names = ("printed", "true") if self.truth else ("left", "right")
            witness |= {names[0]: text(np.asarray(left, dtype=object)), names[1]: text(np.asarray(right, dtype=object))}
            summary = f"false at an exact instance: {names[0]} {witness[names[0]]}, {names[1]} {witness[names[1]]}"
        except (ZeroDivisionError, np.linalg.LinAlgError):
            witness["printed"] = "undefined: division by zero or a singular matrix"
            summary = "ill-defined at an exact instance: what is to be inverted is singular"
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, summary, witness, instances=tried)
