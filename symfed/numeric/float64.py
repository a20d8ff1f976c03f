"""Double precision through NumPy, vectorised, with common subexpressions computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import sympy as sp

from symfed.numeric.placeholders import with_placeholders

BACKEND = "float64"


def compile(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> Callable[..., Any]:
    """A NumPy function; its result has the broadcast shape of all arguments, also where the expression is constant in some."""
    replaced, symbols = with_placeholders(expression, arguments)
    function = sp.lambdify(symbols, replaced, modules="numpy", cse=True)

    def evaluate(*values: Any) -> Any:
        # integers become floats first: NumPy refuses an integer to a negative power
        floats = [np.asarray(value, dtype=float) for value in values]
        result = np.asarray(function(*floats), dtype=float)
        return np.array(np.broadcast_to(result, np.broadcast_shapes(*[v.shape for v in floats])))[()]

    return evaluate
