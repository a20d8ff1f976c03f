"""A relation, the literals that it becomes, and the named constraints of which a question consists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput

OPPOSITE = {">=": "<", ">": "<=", "==": "!=", "!=": "==", "<": ">=", "<=": ">"}
RELATIONS: tuple[tuple[Any, str], ...] = ((sp.Ge, ">="), (sp.Gt, ">"), (sp.Le, "<="), (sp.Lt, "<"), (sp.Eq, "=="), (sp.Ne, "!="))

#: A polynomial and how it stands to zero; a clause says that one of its literals holds.
Literal = tuple[sp.Expr, str]
Clause = tuple[Literal, ...]


@dataclass(frozen=True)
class Constraint:
    """A named conjunction of clauses. `level` 0 is asked at once, higher ones only where lower ones do not suffice."""

    name: str
    clauses: tuple[Clause, ...]
    kind: str
    level: int = 0


def sign_of(relation: sp.Basic) -> str:
    """How a relation's left side stands to its right side."""
    return next(sign for kind, sign in RELATIONS if isinstance(relation, kind))


def opposite(literal: Literal) -> Literal:
    return literal[0], OPPOSITE[literal[1]]


def variables_of(constraint: Constraint) -> set[sp.Symbol]:
    return {symbol for clause in constraint.clauses for value, _ in clause for symbol in sp.sympify(value).free_symbols}


def readable(relation: Any) -> None:
    """Raises InvalidInput for what no solver can be asked."""
    if not any(isinstance(relation, kind) for kind, _ in RELATIONS):
        advice = "write Le(left, right, evaluate=False), which SymPy does not simplify away"
        raise InvalidInput("relation", relation, "is no relation between two expressions", advice)
    if relation.has(sp.Float):
        raise InvalidInput("expression", relation, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1")
