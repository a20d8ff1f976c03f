"""Quantities in other units: losses are multiplied by k and gamma is divided by it, lengths are multiplied by s."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.core.symbols import TABLE, gamma, scaling, theta

K, S = sp.Dummy("k", positive=True), sp.Dummy("s", positive=True)


def weight(letter: sp.Symbol) -> int:
    """The power of k by which a symbol grows; what is not in the table of symbols has no unit."""
    return TABLE[letter.name].weight if letter.name in TABLE else 0


def rescaled(x: sp.Expr, lengths: bool = False) -> sp.Expr:
    """A quantity where losses are multiplied by k, and lengths by s if asked, as it is written."""
    units = {letter: letter * K ** weight(letter) for letter in x.free_symbols}
    if lengths:
        units = {letter: unit * S ** TABLE[letter.name].length for letter, unit in units.items() if letter.name in TABLE}
    with sp.evaluate(False):
        return x.xreplace(units)


def of_this_unit(statement: Any, check: SymbolicIdentity) -> tuple[sp.Expr, sp.Expr] | None:
    """The equation that a check decides which reads nothing but a term's unit, gamma^weight theta^length: how the term grows.

    None for a check that reads anything else.
    """
    if not isinstance(statement, sp.Expr):
        return None
    try:
        unit = gamma ** scaling(statement)[0] * theta ** scaling(statement)[1]
    except ValueError:
        return None
    if check.reading(statement) != unit or unit == statement:
        return None
    powers = check.truth().as_powers_dict()
    return rescaled(statement, lengths=True), sp.Mul(K ** powers.get(gamma, 0), S ** powers.get(theta, 0), statement, evaluate=False)
