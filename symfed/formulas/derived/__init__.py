"""Derived expressions kept as generated modules, so that nobody waits twice for the same derivation.

`Kept(name, rule, derive)` stands for `derive`: it reads the module `<name>.py` beside this file, provided that its fingerprint is that of
the rule and of the engine as they are now, and derives otherwise. A test derives every kept expression anew and compares.
`python -m symfed.formulas.derived` writes the modules.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import sympy as sp

import symfed
from symfed.core import symbols
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class Kept:
    """One expression that is kept, and the long way to it."""

    name: str
    rule: str | Algorithm
    derive: Callable[[], sp.Expr]

    @property
    def fingerprint(self) -> str:
        """Changes with the rule's text, with the engine's and with the symbol table's."""
        return hashlib.sha256(f"{get_algorithm(self.rule).fingerprint} {engine_fingerprint()}".encode()).hexdigest()[:16]

    def __call__(self) -> sp.Expr:
        if importlib.util.find_spec(f"{__name__}.{self.name}") is None:
            return self.derive()
        module = importlib.import_module(f"{__name__}.{self.name}")
        return module.expression() if self.fingerprint == module.FINGERPRINT else self.derive()


@dataclass(frozen=True)
class KeptSeries:
    """An expansion to any order, each built once; `orders` are kept."""

    name: str
    rule: str | Algorithm
    derive: Callable[[int], sp.Expr]
    orders: tuple[int, ...] = (1, 2)
    _built: dict[int, sp.Expr] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __call__(self, order: int) -> sp.Expr:
        if order not in self._built:
            self._built[order] = self.at(order)() if order in self.orders else self.derive(order)
        return self._built[order]

    def at(self, order: int) -> Kept:
        return Kept(f"{self.name}_{order}", self.rule, lambda: self.derive(order))


@cache
def engine_fingerprint() -> str:
    """Of the text of everything in `symfed.derive` and of the symbol table."""
    files = [*sorted((Path(symfed.__file__).parent / "derive").rglob("*.py")), Path(symbols.__file__)]
    return hashlib.sha256(b"\n".join(file.read_bytes() for file in files)).hexdigest()[:16]
