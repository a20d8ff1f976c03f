"""An expression as lines of arithmetic valid in both C and Python, and its arguments.

Common subexpressions become lines of their own, integer powers become multiplications, and what does not change from point to point is
told apart from what does. Four backends read these lines: NumPy, numba, C and JAX; each of them defines the functions named here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression


def with_placeholders(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> tuple[sp.Expr, tuple[sp.Symbol, ...]]:
    """The expression with every non-symbol argument replaced by a placeholder, and the symbols of the arguments in order.

    This comes first, as common-subexpression elimination must not reach inside a client mean. Raises InvalidInput if a symbol of the
    expression would have no value.
    """
    # placeholders never leave the generated function, so they are not in the symbol table; named, they sort equally in every process
    swap = {argument: sp.Dummy(f"value{k:03d}") for k, argument in enumerate(arguments) if not argument.is_Symbol}
    replaced = as_expression(expression).xreplace(swap)
    symbols = tuple(swap.get(argument, argument) for argument in arguments)
    missing = sorted(map(str, replaced.free_symbols - set(symbols)))
    if missing:
        values = ", ".join(f"{name}=..." for name in missing)
        raise InvalidInput(
            missing[0], None, "the expression also depends on " + ", ".join(missing), f"for a rule's parameters: rule.bind({values})"
        )
    return replaced, symbols


def entrywise(function: Callable[..., Any]) -> Callable[..., Any]:
    """Vectorise a function over arguments that broadcast: it returns an object array, or a plain value if no argument has an axis.

    NumPy's own `frompyfunc` stops at 63 arguments, and a third-order expansion has more averages than that.

    >>> entrywise(lambda x, y: x + y)(np.array([1, 2]), 3)
    array([4, 5], dtype=object)
    """

    def evaluate(*values: Any) -> Any:
        entries = [np.asarray(value, dtype=object) for value in values]
        if not any(entry.ndim for entry in entries):
            return function(*[entry[()] for entry in entries])
        grids = np.broadcast_arrays(*entries)
        out = np.empty(grids[0].shape, dtype=object)
        for where in np.ndindex(out.shape):
            out[where] = function(*[grid[where] for grid in grids])
        return out[()]

    return evaluate


#: SymPy's name -> the name in the lines
FUNCTIONS = {
    "exp": "exp", "log": "log", "sin": "sin", "cos": "cos", "tan": "tan", "atan": "atan", "sinh": "sinh", "cosh": "cosh", "tanh": "tanh",
    "Abs": "fabs", "floor": "floor", "ceiling": "ceil", "Max": "larger", "Min": "smaller",
}  # fmt: skip


class WholePower(sp.Function):  # type: ignore[misc]  # SymPy is untyped
    """base ** exponent for an integer known only at run time; the exponent is a placeholder symbol, opaque to cse."""

    nargs = 2


@dataclass(frozen=True)
class Assignment:
    """One assignment; `fixed` if its value is the same at every point."""

    name: str
    text: str
    fixed: bool


@dataclass(frozen=True)
class Program:
    """Expressions of the same arguments, prepared once and written for any choice of fixed arguments.

    `exponents` are the integers known only at run time: symbol -> {argument: coefficient}, constant. Arguments in them are integers, and
    so are those in `integers`, whose values are integers in this call.
    """

    symbols: tuple[sp.Symbol, ...]
    names: tuple[str, ...]
    shared: tuple[tuple[sp.Symbol, sp.Expr], ...]
    results: tuple[sp.Expr, ...]
    exponents: dict[sp.Symbol, tuple[dict[int, int], int]]
    integers: frozenset[int] = frozenset()

    @property
    def whole(self) -> frozenset[int]:
        """The positions of the integer arguments."""
        return self.integers.union(*[coefficients for coefficients, _ in self.exponents.values()])

    def argument(self, k: int) -> str:
        """The name of an argument in the lines: n0 for an integer, x0 for a real number."""
        return f"{'n' if k in self.whole else 'x'}{k}"

    def arguments(self) -> list[str]:
        return [self.argument(k) for k in range(len(self.symbols))]

    def lines(self, fixed: Iterable[int] = ()) -> tuple[list[Assignment], list[str]]:
        """Assignments in order, and the text of each result; the arguments at the positions `fixed` are the same at every point."""
        writer = _ProgramWriter(self, frozenset(self.symbols[k] for k in fixed))
        for symbol, expression in self.shared:
            writer.share(symbol, expression)
        results = [writer.text(expression) for expression in self.results]
        return writer.steps, results


def program(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Program:
    """The program of a single expression, or of all entries of a SymPy Tuple. Raises InvalidInput if a symbol would have no value."""
    replaced, symbols = with_placeholders(expression, arguments)
    entries = tuple(replaced) if isinstance(replaced, sp.Tuple) else (replaced,)
    place = {symbol: k for k, symbol in enumerate(symbols)}
    hidden: dict[sp.Expr, sp.Symbol] = {}
    exponents: dict[sp.Symbol, tuple[dict[int, int], int]] = {}
    for power in sorted(set().union(*[entry.atoms(sp.Pow) for entry in entries]), key=sp.default_sort_key):
        linear = None if power.exp in hidden or power.exp.is_number or not power.exp.is_integer else _linear(power.exp, place)
        if linear is not None:
            hidden[power.exp] = sp.Dummy(f"exponent{len(hidden)}")
            exponents[hidden[power.exp]] = linear
    entries = tuple(
        entry.replace(lambda e: e.is_Pow and e.exp in hidden, lambda e: WholePower(e.base, hidden[e.exp])) if hidden else entry
        for entry in entries
    )
    shared, results = sp.cse(entries, symbols=sp.numbered_symbols("shared", cls=sp.Dummy))
    return Program(symbols, tuple(map(str, arguments)), tuple(shared), tuple(results), exponents)


def _linear(exponent: sp.Expr, place: dict[sp.Symbol, int]) -> tuple[dict[int, int], int] | None:
    """Coefficients by argument and the constant of an integer exponent; None unless it is linear with integer coefficients."""
    symbols = sorted(exponent.free_symbols, key=str)
    if not set(symbols) <= set(place) or not exponent.is_polynomial(*symbols):
        return None
    polynomial = sp.Poly(exponent, *symbols)
    if polynomial.total_degree() > 1 or not all(c.is_Integer for c in polynomial.coeffs()):
        return None
    return {place[s]: int(polynomial.coeff_monomial(s)) for s in symbols}, int(polynomial.coeff_monomial(1))


@dataclass
class _ProgramWriter:
    """Writes expressions, with separate lines for subexpressions that are used more than once or can be hoisted out of the loop."""

    program: Program
    fixed: frozenset[sp.Symbol]
    steps: list[Assignment] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.named: dict[sp.Symbol, str] = {}
        self.seen: dict[str, str] = {}
        place = {symbol: k for k, symbol in enumerate(self.program.symbols)}
        self.fixed |= {
            symbol
            for symbol, (coefficients, _) in self.program.exponents.items()
            if all(self.program.symbols[k] in self.fixed for k in coefficients)
        }
        for symbol, k in place.items():
            name = self.program.argument(k)
            self.named[symbol] = f"real({name})" if k in self.program.whole else name

    def share(self, symbol: sp.Symbol, expression: sp.Expr) -> None:
        fixed = self.is_fixed(expression)
        self.named[symbol] = self.line(self.text(expression), fixed)
        if fixed:
            self.fixed |= {symbol}

    def is_fixed(self, expression: sp.Expr) -> bool:
        return bool(expression.free_symbols <= self.fixed)

    def line(self, text: str, fixed: bool) -> str:
        if text.isidentifier():
            return text
        if text not in self.seen:
            self.seen[text] = f"s{len(self.steps)}"
            self.steps.append(Assignment(self.seen[text], text, fixed))
        return self.seen[text]

    def text(self, e: sp.Expr) -> str:
        if e.is_Symbol:
            name = self.named[e]
            return self.line(name, self.is_fixed(e)) if name.startswith("real(") else name
        if e.is_number:
            return constant(e)
        if e.is_Add or e.is_Mul:
            return self.gathered(e)
        if e.is_Pow:
            return self.power(e)
        if isinstance(e, WholePower):
            return self.line(f"whole_power({self.text(e.args[0])}, {self.exponent(e.args[1])})", self.is_fixed(e))
        name = FUNCTIONS.get(type(e).__name__, "")
        if not name:
            rule = f"the function {type(e).__name__} is not known to this backend, which knows {', '.join(FUNCTIONS)}"
            raise InvalidInput("expression", str(e), rule, "use the backend 'mpmath'")
        inside = [self.text(arg) for arg in e.args]
        while len(inside) > 1:  # Max and Min take any number
            inside[-2:] = [f"{name}({inside[-2]}, {inside[-1]})"]
        return inside[0] if len(e.args) > 1 else f"{name}({inside[0]})"

    def gathered(self, e: sp.Expr) -> str:
        """A sum or product, with its fixed part computed separately."""
        fixed = [arg for arg in e.args if self.is_fixed(arg)]
        if fixed and len(fixed) < len(e.args) and not (len(fixed) == 1 and (fixed[0].is_number or fixed[0].is_Symbol)):
            head = self.line(self.joined(e.func, fixed), True)
            return self.joined(e.func, [arg for arg in e.args if not self.is_fixed(arg)], [head])
        return self.joined(e.func, list(e.args))

    def joined(self, kind: type[sp.Expr], parts: Sequence[sp.Expr], ready: Sequence[str] = ()) -> str:
        if kind is sp.Add:
            texts = [*ready, *map(self.text, parts)]
            return "(" + " + ".join(texts).replace("+ -", "- ") + ")"
        sign = "-" if sp.S.NegativeOne in parts else ""
        texts = [*ready, *(self.text(part) for part in parts if part != -1)]
        return sign + "*".join(texts)

    def power(self, e: sp.Expr) -> str:
        base, exponent = self.text(e.base), e.exp
        fixed = self.is_fixed(e)
        if exponent.is_Rational and exponent.q == 2:
            base, exponent = self.line(f"sqrt({base})", self.is_fixed(e.base)), 2 * exponent
        if not exponent.is_Integer:
            return self.line(f"pow({base}, {self.text(exponent)})", fixed)
        if exponent < 0:
            base = self.line(f"1.0/({base})", fixed)
        return self.repeated(base, abs(int(exponent)), fixed)

    def repeated(self, base: str, n: int, fixed: bool) -> str:
        """base ** n for n >= 1 by squaring, with a line for every intermediate power."""
        if n == 1:
            return base
        base = self.line(base, fixed)
        half = self.repeated(base, n // 2, fixed)
        square = self.line(f"{half}*{half}", fixed)
        return self.line(f"{square}*{base}", fixed) if n % 2 else square

    def exponent(self, symbol: sp.Symbol) -> str:
        coefficients, constant_part = self.program.exponents[symbol]
        terms = [f"{c}*{self.program.argument(k)}" if c != 1 else self.program.argument(k) for k, c in coefficients.items()]
        return " + ".join([*terms, *([str(constant_part)] if constant_part else [])]).replace("+ -", "- ")


def constant(number: sp.Expr) -> str:
    """The nearest double, in the shortest decimal form that round-trips."""
    value = float(Fraction(int(number.p), int(number.q))) if number.is_Rational else float(sp.N(number, 30))
    if not math.isfinite(value):
        raise InvalidInput("expression", str(number), "is not a finite double")
    return repr(value) if value >= 0 else f"({value!r})"


_HEAD = """\
from {library} import ceil, cos, cosh, exp, floor, log, power as pow, sin, sinh, sqrt, tan, tanh
from {library} import absolute as fabs, arctan as atan, maximum as larger, minimum as smaller, power as whole_power


def real(n):
    return n


def evaluate({arguments}):
"""


def array_text(program: Program, library: str) -> str:
    """A module whose `evaluate` takes arrays that broadcast and returns the tuple of results; `library` acts like NumPy."""
    steps, results = program.lines()
    body = [f"    {step.name} = {step.text}" for step in steps]
    head = _HEAD.format(library=library, arguments=", ".join(program.arguments()))
    return head + "\n".join([*body, f"    return ({', '.join(results)},)"]) + "\n"
