"""Look for an exact instance on which a statement is false, and shrink it to the smallest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp
from hypothesis import HealthCheck, Phase, find, settings
from hypothesis.errors import NoSuchExample

from symfed.checks.readings import as_is
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.strategies import Instance, JetCase, Strategy, text

_SIDES = ("printed", "true", "left", "right")
_INEXACT = (float, complex, np.inexact, mpmath.mpf, flint.arb, sp.Float)


def holds(left: Any, right: Any, relation: str) -> bool:
    """Whether two exact values of one kind stand in the relation, entry by entry; raises TypeError for floats and different kinds."""
    left, right = np.asarray(left, dtype=object), np.asarray(right, dtype=object)
    if any(isinstance(v, _INEXACT) for v in (*left.flat, *right.flat)):
        raise TypeError("a counterexample search compares exact values only, got a float")
    if left.ndim != right.ndim:
        raise TypeError(f"a transcription is compared with a truth of another kind: {left.ndim} axes against {right.ndim}")
    same = left.shape == right.shape
    if relation == "==":
        return same and all(a == b for a, b in zip(left.flat, right.flat, strict=True))
    return same and all(a <= b for a, b in zip(left.flat, right.flat, strict=True))


@dataclass(frozen=True)
class CounterexampleSearch:
    """Draw exact instances inside the domain; a violated one refutes and is shrunk, none supports.

    `strategy(d, N)` draws instances of one size. Sizes (dimension, clients) are tried smallest first, so that a refutation is found in
    the smallest size that has one; Hypothesis then shrinks the entries.

    With `truth`, compares the statement, read on the instance, with `truth(instance)`; without, the statement returns its two sides.
    `relation` is "==" or "<=" (entrywise). A statement that cannot be evaluated on an instance (a singular matrix where it prints an
    inverse) is refuted there, because it is ill-defined. Instances are derandomised: the same run finds the same witness.
    """

    strategy: Callable[[int, int], Strategy]
    truth: Callable[[Any], Any] | None = None
    reading: Callable[[Any, Any], Any] = as_is
    relation: str = "=="
    scope: str = "random exact quadratics"
    sizes: tuple[tuple[int, int], ...] = ((1, 1), (1, 2), (2, 1), (1, 3), (2, 2), (2, 3), (3, 2))
    examples: int = 30

    def __post_init__(self) -> None:
        if self.relation not in ("==", "<="):
            raise ValueError(f'relation is {self.relation!r}; it must be "==" or "<="')

    @property
    def method(self) -> str:
        return f"exact counterexample search ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        tried = 0
        for d, N in self.sizes:
            worst, inside = self._search(statement, under, self.strategy(d, N))
            tried += inside
            if worst is not None:
                return self._refutation(statement, worst, tried)
        if tried < len(self.sizes) * self.examples // 8:
            return Evidence(self.method, Outcome.UNKNOWN, Tier.SUPPORTED, f"only {tried} instances fell inside the domain")
        return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, f"held on {tried} exact instances", instances=tried)

    def deepened(self) -> CounterexampleSearch:
        """The same search with ten times as many instances."""
        return replace(self, examples=10 * self.examples)

    def replay(self, statement: Any, witness: Mapping[str, str], under: Domain) -> str | None:
        """Evaluate both sides again on a written witness: what is wrong with it, "" if it refutes, None if it cannot be rebuilt."""
        inputs = {name: value for name, value in witness.items() if name not in _SIDES}
        kind = Instance if "optima" in inputs else JetCase if "gradients" in inputs else None
        if kind is None:
            return None
        instance = kind.written(inputs)
        if isinstance(instance, Instance) and not under.contains(**instance.parameters()):
            return f"lies outside the domain: {under.violated(**instance.parameters())} is false"
        try:
            left, right = self._sides(statement, instance)
        except (ZeroDivisionError, np.linalg.LinAlgError):
            return "" if witness.get("printed", "").startswith("undefined") else "is undefined at the witness"
        if holds(left, right, self.relation):
            return f"holds at the witness: {text(np.asarray(left, dtype=object))} {self.relation} {text(np.asarray(right, dtype=object))}"
        names = ("printed", "true") if self.truth else ("left", "right")
        again = tuple(text(np.asarray(side, dtype=object)) for side in (left, right))
        return "" if again == tuple(witness[name] for name in names) else f"gives {again}, written down was {[witness[n] for n in names]}"

    def _sides(self, statement: Any, instance: Any) -> tuple[Any, Any]:
        """(left, right): the statement and the truth, or the two sides that the statement itself returns."""
        read = self.reading(statement, instance)
        if self.truth is not None:
            return read, self.truth(instance)
        left, right = read
        return left, right

    def _search(self, statement: Any, under: Domain, strategy: Strategy) -> tuple[Any, int]:
        """The smallest violating instance of one size, or None, and how many instances of the domain were looked at."""
        inside = 0

        def violated(instance: Any) -> bool:
            nonlocal inside
            if hasattr(instance, "parameters") and not under.contains(**instance.parameters()):
                return False
            inside += 1
            try:
                return not holds(*self._sides(statement, instance), self.relation)
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
            return find(strategy, violated, settings=quiet), inside
        except NoSuchExample:
            return None, inside

    def _refutation(self, statement: Any, worst: Any, tried: int) -> Evidence:
        witness = {k: str(v) for k, v in (worst.describe() if hasattr(worst, "describe") else {"instance": worst}).items()}
        try:
            left, right = self._sides(statement, worst)
            names = ("printed", "true") if self.truth else ("left", "right")
            witness |= {names[0]: text(np.asarray(left, dtype=object)), names[1]: text(np.asarray(right, dtype=object))}
            summary = f"false at an exact instance: {names[0]} {witness[names[0]]}, {names[1]} {witness[names[1]]}"
        except (ZeroDivisionError, np.linalg.LinAlgError):
            witness["printed"] = "undefined: division by zero or a singular matrix"
            summary = "ill-defined at an exact instance: what is to be inverted is singular"
        return Evidence(self.method, Outcome.FAILS, Tier.SUPPORTED, summary, witness, instances=tried)
