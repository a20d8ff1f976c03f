"""Decide whether an expression is zero, or nonnegative: exactly, by a witness, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import ClientMean
from symfed.derive.arithmetic import certain_sign, decide
from symfed.derive.generic import Undefined, generic_point, value
from symfed.derive.normal_form import is_identically_zero
from symfed.derive.sampling import Point, PointSearch

#: `simplify` has no time limit of its own and is not tried on longer expressions.
_SIMPLIFY_UP_TO = 150


@dataclass(frozen=True)
class Decision:
    """kind: "zero", "nonzero", "nonnegative", "negative somewhere" or "unknown"; a witness is an exact point, as text, with the value.

    `needed` are the domain's relations that the proof of a sign used.
    """

    kind: str
    detail: str
    witness: Mapping[str, str] | None = None
    point: Point | None = None
    needed: tuple[str, ...] = ()


def decide_zero(expression: sp.Expr, domain: Domain | None = None, budget_seconds: float = 10) -> Decision:
    """Whether the expression vanishes on the domain (default: wherever its symbols' assumptions hold).

    Rungs: the rational normal form; exact values at small rational points, clients being small populations with <g> = 0; `simplify`.
    Values that are not rational are enclosed in balls. "zero" is a proof, "nonzero" has a witness, the smallest point found, and all else
    is "unknown": `Expr.equals` is never asked, and points that give zero prove nothing. The budget is looked at between steps.
    Raises InvalidInput for an expression that holds a decimal number.

    >>> from symfed.core.symbols import H, N, gamma
    >>> decide_zero((gamma + 1)**(H + 1) - (gamma + 1)*(gamma + 1)**H).kind
    'zero'
    >>> dict(decide_zero(H/N - (H - 1)/N).witness)
    {'H': '1', 'N': '1', 'value': '1'}
    """
    expression, domain, deadline = _exact(expression), domain or ANYWHERE, monotonic() + budget_seconds
    if is_identically_zero(expression):
        return Decision("zero", "the numerator of the rational normal form is the zero polynomial")
    point = PointSearch(expression, domain).first(lambda p: certain_sign(p.evaluate(expression)) in (-1, 1), deadline)
    if point is not None:
        return Decision("nonzero", "has a nonzero value at an exact point", _witness(point, expression), point)
    if monotonic() < deadline and sp.count_ops(expression) <= _SIMPLIFY_UP_TO and sp.simplify(expression) == 0:
        return Decision("zero", "SymPy's simplify rewrites it to 0")
    return Decision("unknown", "neither a normal form that is zero nor a point where it is not")


def differs(one: sp.Expr, other: sp.Expr, domain: Domain | None = None) -> bool | None:
    """Whether two expressions have different values at a generic point of the domain; None where that cannot be evaluated exactly.

    True is a proof that they differ. False proves nothing.

    >>> from symfed.core.symbols import H, gamma
    >>> differs(gamma * H, gamma), differs((gamma + 1) ** 2, gamma**2 + 2 * gamma + 1)
    (True, False)
    """
    symbols = one.atoms(sp.Symbol) | other.atoms(sp.Symbol)
    point = generic_point(frozenset(symbols), one.has(ClientMean) or other.has(ClientMean), domain or ANYWHERE)
    if point is None:
        return None
    try:
        return bool(value(one, point) != value(other, point))
    except Undefined:
        return None


def decide_sign(expression: sp.Expr, domain: Domain | None = None, budget_seconds: float = 10) -> Decision:
    """Whether an expression is nonnegative on the domain, wherever it is defined: see `symfed.derive.arithmetic.decide`.

    Client means are taken as free real numbers with the signs that they are known to have.

    >>> from symfed.core.symbols import L, gamma, mu
    >>> steps = Domain((mu <= L, gamma*L <= 1))
    >>> decide_sign(2 - gamma*(mu + L), steps).kind
    'nonnegative'
    >>> dict(decide_sign(1 - 2*gamma*L, steps).witness)
    {'L': '1', 'gamma': '1', 'mu': '1', 'value': '-1'}
    """
    expression, domain = _exact(expression), domain or ANYWHERE
    answer = decide(sp.Ge(expression, 0, evaluate=False), domain.relations, budget_seconds)
    if answer.kind == "implied":
        return Decision("nonnegative", answer.method, needed=answer.needed)
    if answer.point is not None:
        return Decision("negative somewhere", "has a negative value at an exact point", _witness(answer.point, expression), answer.point)
    return Decision("unknown", answer.method)


def _exact(expression: sp.Expr) -> sp.Expr:
    expression = sp.sympify(expression)
    if expression.has(sp.Float):
        raise InvalidInput("expression", expression, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1")
    return expression


def _witness(point: Point, expression: sp.Expr) -> dict[str, str]:
    return {**point.describe(), "value": str(point.evaluate(expression))}
