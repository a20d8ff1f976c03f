"""Checks that judge many variants of one statement: instances drawn once, truths computed once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import sympy as sp

from symfed.checks import CounterexampleSearch, RemainderOrder, SymbolicIdentity
from symfed.checks.counterexample import holds
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.symbols import scaling
from symfed.core.verdict import Evidence, Tier
from symfed.strategies import draw, text

EXAMPLES = 6  # of each size; a claim's own search looks at many more


@dataclass(frozen=True)
class OnDrawnInstances(Check):
    """A counterexample search with its instances drawn beforehand and its truths kept; nothing is shrunk.

    A statement that is undefined on one instance is first tried on all others, and is refuted by a value where there is one.
    """

    search: CounterexampleSearch

    @property
    def method(self) -> str:
        return self.search.method

    @cache  # noqa: B019  # judges live as long as their process
    def instances(self, under: Domain) -> list[tuple[Any, Any]]:
        """Instances of the domain with their truth (None where the statement returns both sides)."""
        found = [i for d, N in self.search.sizes for i in draw(self.search.strategy(d, N), EXAMPLES)]
        inside = [i for i in found if under.admits(i)]
        return [(i, self.search.truth(i) if self.search.truth else None) for i in inside]

    def values(self, statement: Any, under: Domain) -> list[Any]:
        """The values of the statement on each instance."""
        return [self.search.reading(statement, instance) for instance, _ in self.instances(under)]

    def examine(self, statement: Any, under: Domain) -> Evidence:
        undefined = None
        for instance, truth in self.instances(under):
            try:
                read = self.search.reading(statement, instance)
            except (ZeroDivisionError, np.linalg.LinAlgError):
                undefined = undefined or {"printed": "undefined"}
                continue
            left, right = (read, truth) if self.search.truth else read
            if not holds(left, right, self.search.relation):
                witness = {"left": text(np.asarray(left, dtype=object)), "right": text(np.asarray(right, dtype=object))}
                return self.fails("false at an exact instance", witness)
        if undefined:
            return self.fails("ill-defined at an exact instance", undefined)
        return self.holds("held on every drawn instance")


@dataclass(frozen=True)
class Units(Check):
    """Every term of an expression carries the unit of theta to the given power, and none of time."""

    length: int
    reading: Callable[[Any], sp.Expr]
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return "units (rescaling of losses and of theta)"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        expression = self.reading(statement)
        if expression == 0:
            return self.unknown("zero has every unit")
        try:
            found = scaling(expression)
        except ValueError as mixed:
            return self.doubts("terms with different units", {"terms": str(mixed)})
        if found != (0, self.length):
            witness = {"weight": str(found[0]), "length": str(found[1])}
            return self.doubts(f"has the unit of theta to the power {found[1]}", witness)
        return self.holds(f"has the unit of theta to the power {self.length}")


def prepared(check: Check) -> Check:
    """A check, or a weaker one, fit to judge many variants: few instances, one number of local steps, quadrature for d <= 2."""
    return _kept(check) if isinstance(check, (CounterexampleSearch, SymbolicIdentity, RemainderOrder)) else check


@cache
def _kept(check: CounterexampleSearch | SymbolicIdentity | RemainderOrder) -> Check:
    if isinstance(check, CounterexampleSearch):
        return OnDrawnInstances(check)
    if isinstance(check, SymbolicIdentity):
        return replace(check, truth=cache(check.truth))
    # its references are kept by `checks.readings`; a quadrature in dimension three takes seconds a law
    return replace(check, steps=check.steps[-1:], problems=lambda: [p for p in check.problems() if p.exact or p.dim <= 2])


def family(method: str) -> str:
    """A method without the particulars of one claim, for the columns of a table.

    >>> family("order of the remainder (quadrature, d = 1)")
    'order of the remainder, quadrature'
    """
    name, _, scope = method.partition(" (")
    if name != "order of the remainder":
        return name
    return f"{name}, {next((road for road in ('quadrature', 'certified law') if road in scope), 'exact')}"
