"""Identities between products of matrices, in every dimension at once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.scope import EVERYTHING, Scope
from symfed.core.verdict import Evidence, Tier


@dataclass(frozen=True)
class FreeIdentity(Check):
    """The statement, a function of square matrices, returns two sides; they must be equal for all matrices of any size.

    Sums of products are expanded with letters that do not commute: words are linearly independent, so that the difference vanishes for
    all matrices of every size if and only if nothing is left. What is left refutes; it is a nonzero function of large enough matrices.
    A statement that is written out for some number of clients or of steps covers no other: `covers` then says so.
    """

    letters: str
    scope: str = "all matrices of any size"
    covers: Scope = EVERYTHING
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return f"identity in the free algebra ({self.scope})"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        left, right = statement(*[sp.Dummy(name, commutative=False) for name in self.letters.split()])
        gap = sp.expand(left - right)
        if gap == 0:
            return self.holds("both sides are the same sum of words", covers=self.covers)
        words = sorted(str(word).replace("_", "") for word in gap.as_ordered_terms())
        return self.fails("words are left over", {"left minus right": " + ".join(words)})
