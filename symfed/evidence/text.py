"""Expressions and relations of SymPy as text that `symfed.recheck` reads."""

from __future__ import annotations

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.core.symbols import users_own

_SIGNS = {sp.Le: "<=", sp.Ge: ">=", sp.Lt: "<", sp.Gt: ">", sp.Eq: "=", sp.Ne: "!="}


def text(x: sp.Expr) -> str:
    """An expression. Raises InvalidInput for decimals.

    >>> from symfed.core.symbols import H, gamma, mu
    >>> text((1 - gamma * mu) ** (2 * H) / 2)
    '(-gamma*mu + 1)**(2*H)/2'
    """
    if x.has(sp.Float):
        raise InvalidInput("expression", x, "holds a decimal number")
    odd = {s: users_own(name_of(s)) for s in x.free_symbols if s.is_commutative and name_of(s) != s.name}
    return str(sp.sstr(x.xreplace(odd), order="none" if any(not s.is_commutative for s in x.free_symbols) else None))


def name_of(letter: sp.Symbol) -> str:
    """The name of a symbol, in brackets if it is not a single word.

    >>> name_of(users_own("a bound that serves"))
    '[a bound that serves]'
    """
    name = str(letter.name)
    return name if name.isidentifier() or name.startswith("[") else f"[{name}]"


def relation_text(relation: Relational) -> str:
    """A relation, its sides as they stand."""
    sign = next(sign for kind, sign in _SIGNS.items() if isinstance(relation, kind))
    return f"{text(relation.args[0])} {sign} {text(relation.args[1])}"


def sign_of(letter: sp.Symbol) -> str:
    """The sign that a symbol is known to have by its assumptions, as a relation; "" if it may be any real number."""
    if letter.is_integer and letter.is_positive:
        return f"{letter.name} >= 1"
    return f"{letter.name} > 0" if letter.is_positive else f"{letter.name} >= 0" if letter.is_nonnegative else ""
