"""Decide whether an expression is zero, or nonnegative: exactly, by a witness, or not at all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from time import monotonic

import flint
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.derive.normal_form import is_identically_zero
from symfed.derive.orthant import prove_nonnegative
from symfed.derive.sampling import Point, PointSearch
from symfed.models.rings import BALLS, evaluate

#: `simplify` has no time limit of its own and is not tried on longer expressions.
_SIMPLIFY_UP_TO = 150
_BITS = 256


@dataclass(frozen=True)
class Decision:
    """kind: "zero", "nonzero", "nonnegative", "negative somewhere" or "unknown"; a witness is an exact point, as text, with the value."""

    kind: str
    detail: str
    witness: Mapping[str, str] | None = None
    point: Point | None = None


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
    point = PointSearch(expression, domain).first(lambda p: _sign(p.evaluate(expression)) in (-1, 1), deadline)
    if point is not None:
        return Decision("nonzero", "has a nonzero value at an exact point", _witness(point, expression), point)
    if monotonic() < deadline and sp.count_ops(expression) <= _SIMPLIFY_UP_TO and sp.simplify(expression) == 0:
        return Decision("zero", "SymPy's simplify rewrites it to 0")
    return Decision("unknown", "neither a normal form that is zero nor a point where it is not")


def decide_sign(expression: sp.Expr, domain: Domain | None = None, budget_seconds: float = 10) -> Decision:
    """Whether a polynomial or rational expression is nonnegative on the domain.

    A negative value at a small exact point comes first; then a proof by the signs of coefficients after the domain has been mapped onto
    an orthant, or by subdivision in Bernstein form. Client means are taken as free real numbers with the signs that they are known to have.

    >>> from symfed.core.symbols import L, gamma, mu
    >>> steps = Domain((mu <= L, gamma*L <= 1))
    >>> decide_sign(2 - gamma*(mu + L), steps).kind
    'nonnegative'
    >>> dict(decide_sign(1 - 2*gamma*L, steps).witness)
    {'L': '1', 'gamma': '1', 'mu': '1', 'value': '-1'}
    """
    expression, domain, deadline = _exact(expression), domain or ANYWHERE, monotonic() + budget_seconds
    # a proof costs milliseconds where there is one; a search that finds nothing costs its whole list
    proof = prove_nonnegative(expression, domain, deadline)
    if proof:
        return Decision("nonnegative", proof)
    point = PointSearch(expression, domain).first(lambda p: _sign(p.evaluate(expression)) == -1, deadline)
    if point is not None:
        return Decision("negative somewhere", "has a negative value at an exact point", _witness(point, expression), point)
    return Decision("unknown", "neither a proof nor a point where it is negative")


def _exact(expression: sp.Expr) -> sp.Expr:
    expression = sp.sympify(expression)
    if expression.has(sp.Float):
        raise InvalidInput("expression", expression, "holds a decimal number, which decides nothing", "write Rational(1, 10) for 0.1")
    return expression


def _witness(point: Point, expression: sp.Expr) -> dict[str, str]:
    return {**point.describe(), "value": str(point.evaluate(expression))}


def _sign(value: sp.Expr) -> int | None:
    """-1, 0 or 1 where that is certain; None for what is undefined at the point or not separated from zero."""
    if value.is_Rational:
        return int(sp.sign(value))
    if value.free_symbols or value.has(sp.nan, sp.zoo, sp.oo, -sp.oo):
        return None
    try:
        with flint.ctx.workprec(_BITS):
            ball = evaluate(value, {}, BALLS)
    except InvalidInput:  # a function that balls do not know: the point decides nothing
        return None
    if not isinstance(ball, flint.arb) or not ball.is_finite() or ball.contains(0):
        return None
    return 1 if ball > 0 else -1
