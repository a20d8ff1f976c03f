"""Rigorous enclosures by flint's ball arithmetic, sound by construction.

Every rational of the expression is converted exactly, and floats are refused: SymPy's lambdify would print 1/3 as a Python division,
and the ball made of it would not contain the true value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import flint
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.generated import generated_module
from symfed.models.arrays import rational
from symfed.numeric.arithmetic import entrywise, with_placeholders

BACKEND = "ball"
GUARD_BITS = 20
DOUBLINGS = 4

#: SymPy's name -> the text of a call on balls
_METHODS = {
    "exp": "{0}.exp()", "log": "{0}.log()", "sin": "{0}.sin()", "cos": "{0}.cos()", "tan": "{0}.tan()", "atan": "{0}.atan()",
    "sinh": "{0}.sinh()", "cosh": "{0}.cosh()", "tanh": "{0}.tanh()", "Abs": "abs({0})", "floor": "{0}.floor()", "ceiling": "{0}.ceil()",
    "sign": "{0}.sgn()", "Max": "{0}.max({1})", "Min": "{0}.min({1})",
}  # fmt: skip


def admitted(name: str, value: Any) -> flint.arb | flint.fmpq:
    """A ball, or a rational left exact. Raises InvalidInput for a float."""
    if isinstance(value, flint.arb):
        return value
    exact = rational(value)
    if exact is None:
        instead = "write Fraction(1, 10) or sympy.Rational(1, 10) for 0.1, or flint.arb(0.1) to mean the double"
        raise InvalidInput(name, value, "must be rational or a ball, the backend is rigorous", instead)
    return exact


def to_digits(evaluate: Callable[[], Any], digits: int | None) -> Any:
    """The result of `evaluate`, a ball or an object array of balls, at a precision for which every radius is below 10^-digits of the value.

    digits=None: evaluated once, at flint's working precision. Cancellation may cost all digits: the precision is doubled a few times, and
    the last balls are returned as they are. Raises InvalidInput if a ball is not finite: every comparison with it would be True.
    """
    if digits is None:
        balls = evaluate()
    else:
        if not (isinstance(digits, int) and digits > 0):
            raise InvalidInput("digits", digits, "must be a positive integer")
        wanted = math.ceil(digits * math.log2(10))
        for doubling in range(DOUBLINGS + 1):
            with flint.ctx.workprec(wanted + GUARD_BITS << doubling):
                balls = evaluate()
            if all(ball.rel_accuracy_bits() >= wanted for ball in _entries(balls)):
                break
    if not all(ball.is_finite() for ball in _entries(balls)):
        rule = "no finite ball holds it: a divisor may be zero, or a root or logarithm is taken of what may be negative"
        raise InvalidInput("value", str(balls), rule, "stay away from that point, or give narrower balls")
    return balls


def _entries(balls: Any) -> Iterable[flint.arb]:
    return (balls,) if isinstance(balls, flint.arb) else balls.flat


def holds(ball: flint.arb, value: flint.fmpq) -> bool:
    """True if a finite ball contains a rational, decided exactly.

    flint's own `contains` would round the rational first, and is True for a ball that is not a number.
    """
    return bool(ball.is_finite()) and abs(ball.mid().fmpq() - value) <= ball.rad().fmpq()


def power(base: Any, exponent: Any) -> flint.arb:
    """base ** exponent. An integer power is a product: flint's own power fails for a ball whose midpoint is zero."""
    exponent = flint.arb(exponent)
    if not (exponent.is_exact() and exponent.is_integer()):
        return flint.arb(base) ** exponent
    left, square, product = abs(int(exponent.unique_fmpz())), flint.arb(base), flint.arb(1)
    while left:
        if left & 1:
            product = product * square
        left >>= 1
        if left:
            square = square * square
    return product if exponent >= 0 else 1 / product


def module_text(expression: sp.Expr, symbols: Sequence[sp.Symbol]) -> str:
    """A module whose `evaluate` takes balls; rationals are exact quotients of integers in it. Raises InvalidInput for a decimal."""
    writer = _Writer({symbol: f"x{k}" for k, symbol in enumerate(symbols)})
    shared, (result,) = sp.cse(expression, symbols=sp.numbered_symbols("shared", cls=sp.Dummy))
    lines = []
    for k, (symbol, part) in enumerate(shared):
        lines.append(f"    s{k} = {writer.text(part)}")
        writer.names[symbol] = f"s{k}"
    lines.append(f"    return {writer.text(result)}")
    constants = [f"{name} = fmpq({value.p}, {value.q})" for value, name in writer.constants.items()]
    head = f"def evaluate({', '.join(f'x{k}' for k in range(len(symbols)))}):"
    return "\n".join(
        ["from flint import arb, fmpq", "", "from symfed.numeric.balls import power", "", *constants, "", "", head, *lines, ""]
    )


class _Writer:
    """Prints expressions as arithmetic on balls."""

    def __init__(self, names: dict[sp.Symbol, str]) -> None:
        self.names = names
        self.constants: dict[sp.Rational, str] = {}

    def text(self, e: sp.Expr) -> str:
        if e.is_Symbol:
            return self.names[e]
        if e.is_Rational:
            return self.constants.setdefault(e, f"c{len(self.constants)}")
        if e is sp.pi:
            return "arb.pi()"
        if e is sp.E:
            return "arb(1).exp()"
        if e.is_Add or e.is_Mul:
            return "(" + (" + " if e.is_Add else "*").join(map(self.text, e.args)) + ")"
        if e.is_Pow:
            return self.power(e.base, e.exp)
        if type(e).__name__ in _METHODS:
            call, parts = _METHODS[type(e).__name__], [f"arb({self.text(arg)})" for arg in e.args]
            while len(parts) > 1:  # Max and Min take any number
                parts[-2:] = [call.format(*parts[-2:])]
            return parts[0] if len(e.args) > 1 else call.format(parts[0])
        if isinstance(e, sp.Float):
            raise InvalidInput("expression", e, "holds a decimal number, the backend is rigorous", "write Rational(1, 10) for 0.1")
        raise InvalidInput("expression", str(e), f"the function {type(e).__name__} is not known to balls, which know {', '.join(_METHODS)}")

    def power(self, base: sp.Expr, exponent: sp.Expr) -> str:
        if exponent.is_Rational and exponent.q == 2:
            return f"power(arb({self.text(base)}).sqrt(), {exponent.p})"
        return f"power({self.text(base)}, {exponent if exponent.is_Integer else self.text(exponent)})"


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr], digits: int | None = None) -> Callable[..., Any]:
    """A function on rationals and balls; arrays give object arrays of balls, each of which contains the value on all its arguments' balls.

    Its radius is below 10^-digits of the value for exact arguments; by default flint's working precision at the call is used.
    Raises InvalidInput for a float, or if there is no finite ball.
    """
    replaced, symbols = with_placeholders(expression, arguments)
    names = [str(argument) for argument in arguments]
    function = generated_module("ball", module_text(replaced, symbols), None).evaluate

    def one(*values: Any) -> flint.arb:
        exact = [admitted(name, value) for name, value in zip(names, values, strict=True)]
        return to_digits(lambda: flint.arb(function(*map(flint.arb, exact))), digits)

    return entrywise(one)
