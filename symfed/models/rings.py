"""Number types on which a problem's gradients can be evaluated, and a SymPy expression and its high derivatives on any of them.

SymPy's own lambdify prints 1/3 as a Python float; fed to a ball type the result would exclude the truth. Here every rational enters
the ring exactly. High derivatives are power series of balls: no derivative is ever written out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, reduce
from math import factorial
from operator import add, mul
from typing import Any

import flint
import mpmath
import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.grammar import FUNCTIONS
from symfed.models.arrays import rational


@dataclass(frozen=True)
class Ring:
    """A number type: its conversion from rationals, and its functions by SymPy name."""

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


def dot(left: Iterable[Any], right: Iterable[Any]) -> Any:
    """The sum of the products of elements of a ring, in their order."""
    return reduce(add, map(mul, left, right))


def _float_sigmoid(x: Any) -> Any:
    # two branches so that exp never overflows
    x = np.asarray(x, dtype=float)
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1 / (1 + e), e / (1 + e))


def _functions_of(library: Any) -> dict[str, Callable[[Any], Any]]:
    """The functions that a loss may contain, by name, as far as a module or a class has them."""
    return {name: getattr(library, name) for name in FUNCTIONS if hasattr(library, name)}


RATIONALS = Ring("exact rationals", lambda c: c, {"Abs": abs, "Max": max, "Min": min})
FLOATS = Ring("float64", lambda c: float(c), _functions_of(np) | {"Abs": np.abs, "sign": np.sign, "sigmoid": _float_sigmoid})
BALLS = Ring("balls", flint.arb, _functions_of(flint.arb) | {"Abs": abs, "sign": flint.arb.sgn, "sigmoid": lambda x: 1 / (1 + (-x).exp())})
BIG_FLOATS = Ring(
    "mpmath",
    lambda c: mpmath.mpf(int(c.p)) / int(c.q),
    _functions_of(mpmath) | {"Abs": abs, "sign": mpmath.sign, "sigmoid": lambda x: 1 / (1 + mpmath.exp(-x))},
)


def evaluate(expression: sp.Expr, values: Mapping[sp.Expr, Any], ring: Ring) -> Any:
    """The expression on the ring. Raises InvalidInput for a function or constant that the ring does not know."""
    done: list[Any] = []
    for kind, operand, at in _evaluation_steps(expression, frozenset(values)):
        match kind:
            case "value":
                done.append(values[operand])
            case "constant":
                done.append(ring.constant(operand))
            case "+":
                done.append(reduce(add, [done[k] for k in at]))
            case "*":
                done.append(reduce(mul, [done[k] for k in at]))
            case "power":
                base = done[at[0]]
                done.append(base**operand if operand > 0 else 1 / base**-operand)
            case "root":
                root = ring.functions["sqrt"](done[at[0]])
                done.append(root**operand if operand > 0 else 1 / root**-operand)
            case _:
                if kind not in ring.functions:
                    raise InvalidInput("expression", expression, f"the function {kind} is not known to {ring.name}")
                done.append(ring.functions[kind](*[done[k] for k in at]))
    return done[-1]


@lru_cache(maxsize=4096)
def _evaluation_steps(expression: sp.Expr, known: frozenset[sp.Expr]) -> tuple[tuple[str, Any, tuple[int, ...]], ...]:
    """The expression as steps (kind, operand, positions of the arguments); cached, as most are evaluated at thousands of points."""
    steps: list[tuple[str, Any, tuple[int, ...]]] = []
    places: dict[sp.Expr, int] = {}

    def place(x: sp.Expr) -> int:
        if x not in places:
            step = _node_operation(x, known)
            at = tuple(place(arg) for arg in x.args if not (x.is_Pow and arg is x.exp)) if step[0] not in ("value", "constant") else ()
            steps.append((*step, at))
            places[x] = len(steps) - 1
        return places[x]

    place(expression)
    return tuple(steps)


def _node_operation(x: sp.Expr, known: frozenset[sp.Expr]) -> tuple[str, Any]:
    """The operation (kind, operand) at one node of an expression. Raises InvalidInput for one that no ring supports."""
    if x in known:
        return "value", x
    if isinstance(x, sp.Float):
        raise InvalidInput("expression", x, "holds a decimal number", "write Rational(1, 10) for 0.1")
    exact = None if x.args else rational(x)
    if exact is not None:
        return "constant", exact
    if x.is_Symbol:
        raise InvalidInput("expression", x, f"has no value; the values given are for {sorted(map(str, known))}")
    if x.is_Add or x.is_Mul:
        return ("+" if x.is_Add else "*"), None
    if not x.is_Pow:
        return type(x).__name__, None
    if x.exp.is_Integer:
        return "power", int(x.exp)
    if x.exp.is_Rational and x.exp.q == 2:
        return "root", int(x.exp.p)
    raise InvalidInput("expression", x, "only integer and half-integer powers can be evaluated")


_SERIES = Ring(
    "power series of balls",
    lambda value: flint.arb_series([flint.arb(value)]),
    _functions_of(flint.arb_series)
    | {
        "tanh": lambda x: 1 - 2 / ((2 * x).exp() + 1),
        "sinh": lambda x: (x.exp() - (-x).exp()) / 2,
        "cosh": lambda x: (x.exp() + (-x).exp()) / 2,
    },
)


def derivatives_at(expression: sp.Expr, symbol: sp.Symbol, x: Any, highest: int, digits: int) -> list[Any]:
    """Derivatives 0 .. highest at an mpmath number x taken as exact, each rounded to mpmath's precision from a certified value.

    Every value is accurate to a relative or absolute 10^-digits, whichever is weaker. Raises InvalidInput for a function without a
    power series here, NotConverged if a working precision of 64 times the requested one does not suffice.
    """
    bits = int(digits * 3.33) + 30
    for _ in range(7):
        found = derivative_balls(expression, symbol, x, highest, bits)
        slack = flint.arb(10) ** -digits
        if all(ball.is_finite() and ball.rad() <= slack * (1 + abs(ball.mid())) for ball in found):
            return [_to_mpf(ball) for ball in found]
        bits *= 2
    raise NotConverged(f"derivatives of {expression} at {symbol} = {mpmath.nstr(x, 10)}: ball arithmetic found no value")


def derivative_balls(expression: sp.Expr, symbol: sp.Symbol, x: Any, highest: int, bits: int) -> list[flint.arb]:
    """Derivatives 0 .. highest at a number or a ball: balls that enclose them, as wide as the power series makes them."""
    length = flint.ctx.cap
    with flint.ctx.workprec(bits):
        flint.ctx.cap = highest + 1  # flint truncates longer series silently
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
