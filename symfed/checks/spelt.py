"""Statements written as strings: read by the grammar, in the symbols of the symbol table, and never run as code.

SymPy runs a string as code wherever it expects an expression: so every check reads its statement by these functions first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy as sp

from symfed.core.grammar import FUNCTIONS, expression, parse
from symfed.core.symbols import TABLE, ClientMean
from symfed.decide.question import require_exact

_LETTERS = {name: info.symbol for name, info in TABLE.items()}
_CALLED: Mapping[str, Callable[[Any], sp.Expr]] = {"mean": ClientMean, **FUNCTIONS}


def spelt(value: Any) -> Any:
    """A string as the expression that it spells, and everything else as it is. Raises InvalidInput for what is not of the grammar.

    >>> spelt("gamma*mean(a*g)/2"), spelt(7)
    (gamma*ClientMean(a*g)/2, 7)
    """
    return parse(value, _LETTERS, "statement", _CALLED) if isinstance(value, str) else value


def spelt_out(value: Any) -> sp.Expr:
    """A number, an expression or a string that spells one, as an expression. Raises InvalidInput for anything else, and as `exactly`."""
    return exactly(expression(spelt(value), argument="statement"))


def exactly(statement: Any) -> Any:
    """The statement itself. Raises InvalidInput where it holds a decimal number."""
    require_exact(statement, "statement")
    return statement


def spelling(statement: Any) -> Any:
    """A transcription as it is, but that its answer is read as `spelt` where it is a string; what is not called is itself read so."""
    if isinstance(statement, str) or not callable(statement):
        return spelt(statement)
    return lambda *arguments: spelt(statement(*arguments))
