"""Check whether the stated powers of epsilon suffice, and whether they are the best that printed conditions allow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.grammar import rational_number
from symfed.core.verdict import Evidence, Tier
from symfed.derive.communication import Bound, communication_exponents


@dataclass(frozen=True)
class CommunicationExponents(Check):
    """The statement (p, h, t) stands for gamma = eps^p, H = eps^-h, T = eps^-t, up to logarithms, as eps -> 0.

    It must meet every condition and T >= 1/(gamma H), H >= 1, T >= 1; with `best`, no choice may meet them with fewer rounds. Whether one
    does is an exact linear program: a better choice refutes, a dual certificate proves that there is none.
    """

    conditions: tuple[Bound, ...]
    best: bool = False
    strength = Tier.PROVED

    @property
    def method(self) -> str:
        return "exponents of communication, " + ("fewest rounds, by an exact linear program" if self.best else "each condition met")

    def examine(self, statement: Any, under: Domain) -> Evidence:
        p, h, t = (rational_number(exponent, "exponent") for exponent in statement)
        found, choice = communication_exponents(self.conditions), (p, h, t)
        broken = [bound for bound in found.bounds if bound.slack(*choice) < 0]
        if broken:
            return self.fails(f"breaks {broken[0]}", {"printed": _shown(choice), "broken": str(broken[0])})
        better = (found.gamma, found.H, found.T)
        if self.best and choice[2] > found.T:
            return self.fails(f"{_shown(better)} meets the same conditions", {"printed": _shown(choice), "better": _shown(better)})
        if self.best and not found.is_proved:
            return self.unknown("the linear program's certificate does not check")
        why = "the dual certificate shows that no choice takes fewer rounds" if self.best else "every condition is met"
        return self.holds(f"{_shown(choice)}: {why}")


def _shown(choice: tuple[sp.Rational, sp.Rational, sp.Rational]) -> str:
    p, h, t = choice
    return f"gamma = eps^({p}), H = eps^({-h}), T = eps^({-t})"
