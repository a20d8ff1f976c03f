"""What balls know for certain of a number that is no rational, such as exp(-1): its sign, and two rationals that it lies between."""

from __future__ import annotations

import flint
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.rings import BALLS, evaluate

_BITS = 256
#: Rational bounds of a number such as exp(-1) have this denominator: enough for every use, and small for a solver.
_GRID = 2**24


def certain_sign(value: sp.Expr) -> int | None:
    """-1, 0 or 1 where that is certain; None for what is undefined or not separated from zero."""
    if value.is_Rational:
        return int(sp.sign(value))
    if value.free_symbols or value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(value.xreplace({sp.E: sp.exp(1, evaluate=False)}), {}, BALLS)
    except InvalidInput:  # a function that balls do not know: the point decides nothing
        return None
    if not isinstance(ball, flint.arb) or not ball.is_finite() or ball.contains(0):
        return None
    return 1 if ball > 0 else -1


def between(x: sp.Expr) -> tuple[sp.Rational, sp.Rational] | None:
    """Rational bounds of a number, from its ball."""
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(sp.sympify(x).xreplace({sp.E: sp.exp(1, evaluate=False)}), {}, BALLS)
            if not isinstance(ball, flint.arb) or not ball.is_finite():
                return None
            scaled = ball * _GRID
            low, high = (bound.unique_fmpz() for bound in (scaled.floor(), scaled.ceil()))
    except InvalidInput:  # a function that balls do not know: the number stays free
        return None
    if low is None or high is None:
        return None
    return sp.Rational(int(low), _GRID), sp.Rational(int(high), _GRID)
