"""Theorems on scaling: if losses grow by k and gamma shrinks by k, every iterate stays where it is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from symfed.checks.homogeneity import ScaleAlike
from symfed.checks.spelt import spelt_out
from symfed.coq.printer import name, relation, symbols_of, term
from symfed.coq.reals.scaling import K, rescaled, weight
from symfed.coq.reals.statements import quantified
from symfed.coq.theorem import CoqTheorem, introduced
from symfed.core.check import Check
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import is_count

#: Units in which a condition is tried, until it holds in one and fails in another.
_UNITS = [sp.Integer(2) ** j for j in range(-6, 7)]


def theorem(title: str, statement: Any, check: Check, under: Domain, says: str = "") -> CoqTheorem:
    """Two quantities scale alike: left/right is the same in all units. Raises InvalidInput for a statement that says more."""
    if not isinstance(statement, ScaleAlike):
        raise InvalidInput("statement", statement, "says more than that both sides scale alike", "nothing else is proved by units")
    left, right = spelt_out(statement.left), spelt_out(statement.right)
    with sp.evaluate(False):
        alike = sp.Eq(rescaled(left) * right, left * rescaled(right))
    variables, conditions = quantified(ANYWHERE, alike)
    script = (f"intros {introduced(variables, conditions)}.", "identity.")
    return CoqTheorem(name(title), says or title, variables, conditions, relation(alike), script)


def refutation(title: str, statement: Any, check: Check, under: Domain, witness: Mapping[str, Any], says: str = "") -> CoqTheorem:
    """A condition left <= right that holds in one unit holds in every other: false, at numbers at which it does not.

    The claim's other conditions are left out. Raises InvalidInput for `ScaleAlike`, and where no such numbers are found.
    """
    if isinstance(statement, ScaleAlike):
        raise InvalidInput("statement", statement, "is no condition that could hold in one unit and fail in another")
    left, right = map(spelt_out, statement)
    with sp.evaluate(False):
        here, there = sp.Le(left, right), sp.Le(rescaled(left), rescaled(right))
    variables, conditions = quantified(ANYWHERE, here, there)
    letters = symbols_of(here, there)
    gap = right - left
    gaps = {unit: as_expression(gap.subs({letter: unit ** weight(letter) for letter in letters})) for unit in _UNITS}
    holding = [unit for unit, value in gaps.items() if value.is_Rational and value >= 0]
    failing = [unit for unit, value in gaps.items() if value.is_Rational and value < 0]
    if not holding or not failing:
        raise InvalidInput("statement", statement, "does not change with the unit at rational numbers")
    values = {letter: holding[0] ** weight(letter) for letter in letters} | {K: failing[0] / holding[0]}
    arguments = " ".join(f"{values[letter]}%nat" if is_count(letter) else f"({term(values[letter])})" for letter in letters)
    script = (
        f"intros printed. pose proof (printed {arguments}) as point.",
        f"inside point. contradiction_at point ({term(gaps[failing[0]])}).",
    )
    return CoqTheorem(
        f"{name(title)}_is_false", says or title, variables, (*conditions, relation(here)), relation(there), script, refuted=True
    )
