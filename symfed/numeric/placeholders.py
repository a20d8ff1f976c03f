"""Sub-expressions as plain arguments of a generated function."""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.core.errors import InvalidInput


def with_placeholders(expression: sp.Expr, arguments: Sequence[sp.Expr]) -> tuple[sp.Expr, tuple[sp.Symbol, ...]]:
    """The expression with every non-symbol argument replaced by a placeholder, and the list of symbols to pass values to.

    Common-subexpression elimination must not reach inside a client mean, which is why this comes first. Raises InvalidInput when a
    symbol of the expression would have no value.
    """
    # placeholders never leave the generated function, so they need no line in the symbol table; named, they sort alike in every process
    swap = {argument: sp.Dummy(f"value{k:03d}") for k, argument in enumerate(arguments) if not argument.is_Symbol}
    replaced = sp.sympify(expression).xreplace(swap)
    symbols = tuple(swap.get(argument, argument) for argument in arguments)
    missing = sorted(map(str, replaced.free_symbols - set(symbols)))
    if missing:
        raise InvalidInput("arguments", [str(a) for a in arguments], f"the expression also depends on {', '.join(missing)}")
    return replaced, symbols
