"""Clients in dimension one whose gradients are expressions in theta, in numbers that record the operations on them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any

import flint
import sympy as sp

from symfed.coq.instances.numbers import Number, Record
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import theta
from symfed.models.arrays import rational


@dataclass(frozen=True)
class Curve:
    """An expression in theta, to be differentiated by theta and evaluated, as SymPy's are."""

    expression: sp.Expr
    record: Record

    def diff(self, letter: sp.Symbol, times: int = 1) -> Curve:
        """The derivative."""
        return Curve(self.expression.diff(letter, times), self.record)

    def subs(self, letter: sp.Symbol, x: Any) -> Number:
        """The value at a number. Raises InvalidInput for what is no rational function."""
        return self._evaluate(self.expression, x if isinstance(x, Number) else Number(self.record, _exact_fraction(x), ""))

    def _evaluate(self, x: sp.Expr, at: Number) -> Number:
        if x == theta:
            return at
        if x.is_Rational:
            return Number(self.record, _exact_fraction(x), "")
        if x.is_Add or x.is_Mul:
            first, *rest = (self._evaluate(part, at) for part in x.args)
            for part in rest:
                first = first + part if x.is_Add else first * part
            return first
        if x.is_Pow and x.exp.is_Integer:
            return self._evaluate(x.base, at) ** int(x.exp)
        raise InvalidInput("gradient", x, "is no rational function")


def _exact_fraction(x: Any) -> flint.fmpq:
    exact = rational(x)
    if exact is None:
        raise InvalidInput("number", x, "is no rational number")
    return exact


def is_curved(instance: Any) -> bool:
    """Return whether an instance has gradients as expressions and a fixed point of its round."""
    return hasattr(type(instance), "gradients") and "limit" in {field.name for field in fields(instance)}


def curved(instance: Any, record: Record) -> Any:
    """An instance with `gradients` in theta, theta* = 0, whose round of H = 2 steps of size `gamma` keeps `limit`.

    Its rational parts are numbers of the record, which notes that the gradients at theta* and those of the round sum to zero.
    """
    gradients = [Curve(as_expression(one), record) for one in instance.gradients]
    own: dict[str, Any] = {name: record.number(name, getattr(instance, name)) for name in ("gamma", "limit")}
    names, kind = [field.name for field in fields(instance)], type(instance)
    spoken = type(kind.__name__, (kind,), {"gradients": gradients, **{name: one for name, one in own.items() if name not in names}})
    made = spoken(**{name: own.get(name, getattr(instance, name)) for name in names})
    zero = Number(record, flint.fmpq(0), "")
    round_, star = zero, zero
    for gradient in gradients:
        start = gradient.subs(theta, own["limit"])
        round_ = round_ + start + gradient.subs(theta, own["limit"] - own["gamma"] * start)
        star = star + gradient.subs(theta, 0)
    if round_ != 0 or star != 0:
        raise InvalidInput("instance", kind.__name__, "has no fixed point there")
    return made
