"""One coordinate each of vectors in any dimension, for identities and inequalities between squared norms."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.grammar import as_expression


def coordinates(names: str) -> tuple[sp.Dummy, ...]:
    """Real unknowns, one per name: a linear identity, or an inequality between squared norms, holds in every dimension if it holds in one.

    >>> x, y = coordinates("x y")
    >>> sp.expand((x + y) ** 2 - (x - y) ** 2 - 4 * x * y)
    0
    """
    return tuple(sp.Dummy(name, real=True) for name in names.split())


def on_coordinates(names: str) -> Any:
    """A reading: the statement, a function of so many vectors, on one coordinate of each."""
    letters = coordinates(names)
    return lambda statement: as_expression(statement(*letters))
