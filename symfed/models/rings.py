"""Number systems in which a problem's gradients can be evaluated, and a SymPy expression and its high derivatives on any of them.

SymPy's own lambdify prints 1/3 as a Python float; fed to a ball type the result would exclude the truth. Here every rational enters
the ring exactly. High derivatives are power series of balls: no derivative is ever written out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import factorial
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput, NotConverged
from symfed.models.arrays import rational


@dataclass(frozen=True)
class Ring:
    """A number system: how a rational enters it, and its functions by SymPy name."""

    name: str
    constant: Callable[[flint.fmpq], Any]
    functions: dict[str, Callable[[Any], Any]]

    def __call__(self, value: Any) -> Any:
        """A rational, a float or an element of the ring, as an element of the ring."""
        exact = rational(value)
        if exact is not None:
            return self.constant(exact)
        if isinstance(value, (float, np.floating)):
            return self.constant(flint.fmpq(*float(value).as_integer_ratio()))
        return value


def _float_sigmoid(x: Any) -> Any:
    # two branches so that exp never overflows
    x = np.asarray(x, dtype=float)
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def _ball_sigmoid(x: flint.arb) -> flint.arb:
    return 1 / (1 + (-x).exp())


RATIONALS = Ring("exact rationals", lambda c: c, {"Abs": abs, "Max": max, "Min": min})
FLOATS = Ring(
    "float64",
    lambda c: float(c),
    {
        "exp": np.exp, "log": np.log, "sin": np.sin, "cos": np.cos, "tanh": np.tanh, "cosh": np.cosh, "sinh": np.sinh,
        "sqrt": np.sqrt, "atan": np.arctan, "Abs": np.abs, "sign": np.sign, "sigmoid": _float_sigmoid,
    },
)  # fmt: skip
BALLS = Ring(
    "balls",
    flint.arb,
    {
        "exp": flint.arb.exp, "log": flint.arb.log, "sin": flint.arb.sin, "cos": flint.arb.cos, "tanh": flint.arb.tanh,
        "cosh": flint.arb.cosh, "sinh": flint.arb.sinh, "sqrt": flint.arb.sqrt, "atan": flint.arb.atan, "Abs": abs,
        "sign": flint.arb.sgn, "sigmoid": _ball_sigmoid,
    },
)  # fmt: skip
BIG_FLOATS = Ring(
    "mpmath",
    lambda c: mpmath.mpf(int(c.p)) / int(c.q),
    {
        "exp": mpmath.exp, "log": mpmath.log, "sin": mpmath.sin, "cos": mpmath.cos, "tanh": mpmath.tanh, "cosh": mpmath.cosh,
        "sinh": mpmath.sinh, "sqrt": mpmath.sqrt, "atan": mpmath.atan, "Abs": abs, "sign": mpmath.sign,
        "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x)),
    },
)  # fmt: skip


def evaluate(expression: sp.Expr, values: dict[sp.Symbol, Any], ring: Ring) -> Any:
    """The expression on the ring. Raises InvalidInput for a function or constant that the ring does not know."""
    if expression in values:
        return values[expression]
    if isinstance(expression, sp.Float):
        raise InvalidInput("expression", expression, "holds a decimal number", "write Rational(1, 10) for 0.1")
    exact = None if expression.args else rational(expression)
    if exact is not None:
        return ring.constant(exact)
    if expression.is_Symbol:
        raise InvalidInput("expression", expression, f"has no value; the values given are for {sorted(map(str, values))}")
    parts = [evaluate(arg, values, ring) for arg in expression.args if not (expression.is_Pow and arg is expression.exp)]
    if expression.is_Add:
        return _fold(parts, "+")
    if expression.is_Mul:
        return _fold(parts, "*")
    if expression.is_Pow:
        base, exponent = parts[0], expression.exp
        if exponent.is_Integer:
            return base ** int(exponent) if exponent > 0 else 1 / base ** int(-exponent)
        if exponent.is_Rational and exponent.q == 2:
            root = ring.functions["sqrt"](base)
            return root ** int(exponent.p) if exponent > 0 else 1 / root ** int(-exponent.p)
        raise InvalidInput("expression", expression, "only integer and half-integer powers can be evaluated")
    name = type(expression).__name__
    if name not in ring.functions:
        raise InvalidInput("expression", expression, f"the function {name} is not known to {ring.name}")
    return ring.functions[name](*parts)


def _fold(parts: list[Any], sign: str) -> Any:
    out = parts[0]
    for part in parts[1:]:
        out = out + part if sign == "+" else out * part
    return out


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
