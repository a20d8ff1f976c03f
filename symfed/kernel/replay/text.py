"""Expressions and relations of SymPy as text that `symfed.recheck` reads."""

from __future__ import annotations

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput

_SIGNS = {sp.Le: "<=", sp.Ge: ">=", sp.Lt: "<", sp.Gt: ">", sp.Eq: "=", sp.Ne: "!="}


def text(x: sp.Expr) -> str:
    """An expression. Raises InvalidInput for decimals.

    >>> from symfed.core.symbols import H, gamma, mu
    >>> text((1 - gamma * mu) ** (2 * H) / 2)
    '(-gamma*mu + 1)**(2*H)/2'
    """
    if x.has(sp.Float):
        raise InvalidInput("expression", x, "holds a decimal number")
    return str(sp.sstr(x, order="none")) if x.args and any(not s.is_commutative for s in x.free_symbols) else str(sp.sstr(x))


def relation_text(relation: Relational) -> str:
    """A relation, its sides as they stand."""
    sign = next(sign for kind, sign in _SIGNS.items() if isinstance(relation, kind))
    return f"{text(relation.args[0])} {sign} {text(relation.args[1])}"


def sign_of(letter: sp.Symbol) -> str:
    """What a letter is known to be by itself, as a relation; nothing where it may be any real number."""
    if letter.is_integer and letter.is_positive:
        return f"{letter.name} >= 1"
    return f"{letter.name} > 0" if letter.is_positive else f"{letter.name} >= 0" if letter.is_nonnegative else ""
