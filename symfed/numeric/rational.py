"""The exact backend: flint's fmpq in, fmpq out, and no float in between.

SymPy's lambdify would print 1/3 as a Python division, so this backend evaluates the expression itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.arrays import rational
from symfed.models.rings import RATIONALS, evaluate
from symfed.numeric.arithmetic import entrywise, with_placeholders

BACKEND = "exact"


def exact_number(name: str, value: Any) -> Any:
    """The value as fmpq. Raises InvalidInput for a float or an irrational."""
    exact = rational(value)
    if exact is None:
        raise InvalidInput(name, value, "must be rational, the backend is exact", "write Fraction(1, 10) or sympy.Rational(1, 10) for 0.1")
    return exact


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A function on rationals; arrays give object arrays of fmpq. Raises InvalidInput if the value is not rational."""
    replaced, symbols = with_placeholders(expression, arguments)
    for power in replaced.atoms(sp.Pow):
        if power.exp.is_number and not power.exp.is_Integer:
            raise InvalidInput("expression", str(power), "is not rational", "use the backend 'mpmath'")
    exponents = set().union(*[power.exp.free_symbols for power in replaced.atoms(sp.Pow)], set())
    whole = [k for k, symbol in enumerate(symbols) if symbol in exponents]
    names = [str(argument) for argument in arguments]

    @lru_cache(maxsize=256)
    def with_exponents(*values: int) -> sp.Expr:
        # in exponents only: elsewhere SymPy would divide by zero silently
        at = {symbols[k]: value for k, value in zip(whole, values, strict=True)}
        return replaced.replace(lambda e: e.is_Pow and bool(e.exp.free_symbols), lambda e: e.base ** e.exp.subs(at))

    def one(*values: Any) -> Any:
        exact = [exact_number(name, value) for name, value in zip(names, values, strict=True)]
        for k in whole:
            if exact[k].q != 1:
                raise InvalidInput(names[k], values[k], "must be an integer: it stands in an exponent")
        return evaluate(with_exponents(*[int(exact[k].p) for k in whole]), dict(zip(symbols, exact, strict=True)), RATIONALS)

    return entrywise(one) if symbols else one
