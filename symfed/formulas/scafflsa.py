"""SCAFFLSA, or Scaffold, with matrices that need not be symmetric: a bound on a round, and how many local steps it allows."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import H, L, decay, gamma
from symfed.formulas.scalar_formula import ScalarFormula

_CLIENTS = (
    "for every client and all u, E|(I - gamma A) u|² <= (1 - gamma decay)|u|² and E|A u|² <= L²|u|²; control variates that sum to zero, as "
    "they do when they start at zero"
)
_STABLE = Domain((gamma * decay <= 1,), _CLIENTS)


def _contraction() -> sp.Expr:
    from symfed.derive.memory.mean_square import squared_factor

    return squared_factor("scafflsa")


def _local_steps() -> sp.Expr:
    from symfed.derive.memory.mean_square import most_steps

    return 1 + most_steps()


scafflsa_contraction = ScalarFormula(
    name="scafflsa_contraction",
    says="What a round of SCAFFLSA multiplies E|theta - theta*|² + (gamma H)² mean E|xi_c - xi_c*|² by at most, a number, noise set apart.",
    derive=_contraction,
    variables=(gamma, H, decay, L),
    domain=_STABLE,
    source="symfed; argo, Theoretical analysis, prints 1 - gamma a H/2",
    left=r"\rho",
)

scafflsa_local_steps = ScalarFormula(
    name="scafflsa_local_steps",
    says="With up to so many local steps SCAFFLSA's factor of a round is at most 1 - gamma decay H/2; a number, not rounded.",
    derive=_local_steps,
    variables=(gamma, decay, L),
    domain=_STABLE,
    source="symfed; argo, Theoretical analysis, prints a/(gamma L²)",
    left=r"H_{\max}",
)
