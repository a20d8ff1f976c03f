"""High derivatives of an expression at a point: power series of balls, so that no derivative is ever written out."""

from __future__ import annotations

from math import factorial
from typing import Any

import flint
import mpmath
import sympy as sp

from symfed.core.errors import NotConverged
from symfed.models.rings import Ring, evaluate


def _series(value: Any) -> flint.arb_series:
    return flint.arb_series([flint.arb(value)])


def _tanh(x: flint.arb_series) -> flint.arb_series:
    return 1 - 2 / ((2 * x).exp() + 1)


_SERIES = Ring(
    "power series of balls",
    _series,
    {
        "exp": flint.arb_series.exp, "log": flint.arb_series.log, "sin": flint.arb_series.sin, "cos": flint.arb_series.cos,
        "atan": flint.arb_series.atan, "sqrt": flint.arb_series.sqrt, "tanh": _tanh,
        "sinh": lambda x: (x.exp() - (-x).exp()) / 2, "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
    },
)  # fmt: skip


def derivatives_at(expression: sp.Expr, symbol: sp.Symbol, x: Any, highest: int, digits: int) -> list[Any]:
    """Derivatives 0 .. highest at an mpmath number x taken as exact, each rounded to mpmath's precision from a certified value.

    Every value is known to a relative or absolute 10^-digits, whichever asks for less. Raises InvalidInput for a function without a
    power series here, NotConverged where no working precision up to 64 times the one asked for tells the values.
    """
    bits = int(digits * 3.33) + 30
    for _ in range(7):
        found = _enclosures(expression, symbol, x, highest, bits)
        slack = flint.arb(10) ** -digits
        if all(ball.is_finite() and ball.rad() <= slack * (1 + abs(ball.mid())) for ball in found):
            return [_to_mpf(ball) for ball in found]
        bits *= 2
    raise NotConverged(f"derivatives of {expression} at {symbol} = {mpmath.nstr(x, 10)}: ball arithmetic found no value")


def _enclosures(expression: sp.Expr, symbol: sp.Symbol, x: Any, highest: int, bits: int) -> list[flint.arb]:
    length = flint.ctx.cap
    with flint.ctx.workprec(bits):
        flint.ctx.cap = highest + 1  # flint cuts longer series without a word
        try:
            series = evaluate(expression, {symbol: flint.arb_series([flint.arb(x), 1])}, _SERIES)
        finally:
            flint.ctx.cap = length
        if series.prec <= highest:
            raise NotConverged(f"derivatives of {expression}: the power series kept {series.prec} terms of {highest + 1}")
        known = series.coeffs()
        return [ball * factorial(m) for m, ball in enumerate(known + [flint.arb(0)] * (highest + 1 - len(known)))]


def _to_mpf(ball: flint.arb) -> Any:
    mantissa, exponent = ball.mid().man_exp()
    return mpmath.mpf((int(mantissa), int(exponent)))
