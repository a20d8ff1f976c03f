"""Named theorems: functions from arguments to hypotheses and conclusion."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import sympy as sp


@dataclass(frozen=True)
class ForAll:
    """A hypothesis that a relation holds for every value of an index, or of a number between two bounds."""

    relation: sp.Basic
    variable: sp.Symbol
    low: Any = None
    high: Any = None

    @property
    def range(self) -> tuple[sp.Basic, ...]:
        """The conditions on the variable."""
        low = () if self.low is None else (sp.Le(self.low, self.variable, evaluate=False),)
        return low + (() if self.high is None else (sp.Le(self.variable, self.high, evaluate=False),))

    def __str__(self) -> str:
        where = ", ".join(map(str, self.range)) or str(self.variable)
        return f"{self.relation} for all {where}"


@dataclass(frozen=True)
class New:
    """A hypothesis that a name is new and shows all that it depends on; the theorem's conclusion asserts existence.

    `redrawn`: the draws that it depends on are fresh ones.
    """

    name: sp.Basic
    depends_on: tuple[sp.Basic, ...] = ()
    redrawn: bool = False

    def __str__(self) -> str:
        return f"{self.name} is a new name" + (f" that shows what {self.depends_on} leave free" if self.depends_on else "")


#: A SymPy relation, `ForAll`, `New`, or a class of problems that the claim must assume.
Hypothesis = Any
#: Several conclusions are facts of their own, called name/1, name/2, ... after the step.
Parts = tuple[tuple[Hypothesis, ...], sp.Basic | tuple[sp.Basic, ...]]


@dataclass(frozen=True)
class Theorem:
    """A statement with its citation, and its instance for given arguments, one of which may name an object that it asserts to exist."""

    name: str
    says: str
    citation: str
    apply: Callable[..., Parts]
    introduces: str = ""

    def __repr__(self) -> str:
        return self.name


def theorem(citation: str, introduces: str = "") -> Callable[[Callable[..., Parts]], Theorem]:
    """Decorator: makes a theorem of a function that returns hypotheses and conclusion. Name and docstring become the theorem's."""

    def make_theorem(function: Callable[..., Parts]) -> Theorem:
        return Theorem(function.__name__.strip("_"), inspect.cleandoc(function.__doc__ or ""), citation, function, introduces)

    return make_theorem
