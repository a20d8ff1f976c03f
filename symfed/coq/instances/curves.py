"""Clients in dimension one whose gradients are expressions in theta, in numbers that record the operations on them."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import reduce
from typing import Any

import flint
import sympy as sp

from symfed.coq.instances.numbers import Number, Record
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import theta


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
        at = x if isinstance(x, Number) else self.record.constant(x)
        value = value_at(self.expression, {letter.name: at})
        return value if isinstance(value, Number) else self.record.constant(value)


def value_at(expression: sp.Expr, values: Mapping[str, Any]) -> Any:
    """A rational expression at these numbers, by the names of symbols. Raises InvalidInput for any other expression."""
    if isinstance(expression, sp.Symbol) and expression.name in values:
        return values[expression.name]
    if isinstance(expression, sp.Rational):
        return flint.fmpq(int(expression.p), int(expression.q))
    parts = [value_at(argument, values) for argument in expression.args]
    if isinstance(expression, sp.Pow):
        return parts[0] ** (int(expression.exp) if expression.exp.is_Integer else parts[1])
    if isinstance(expression, sp.Add | sp.Mul):
        return reduce(operator.add if isinstance(expression, sp.Add) else operator.mul, parts)
    raise InvalidInput("expression", expression, "is no rational expression in known numbers")


def with_members(instance: Any, members: Mapping[str, Any], values: Mapping[str, Any]) -> Any:
    """An instance with other values of its fields, and with these members in its class."""
    kind = type(instance)
    held = {field.name: values.get(field.name, getattr(instance, field.name)) for field in fields(instance)}
    return type(kind.__name__, (kind,), dict(members))(**held)


def is_curved(instance: Any) -> bool:
    """Return whether an instance has gradients as expressions and a fixed point of its round."""
    return hasattr(type(instance), "gradients") and "limit" in {field.name for field in fields(instance)}


def curved(instance: Any, record: Record) -> Any:
    """An instance with `gradients` in theta, theta* = 0, whose round of H = 2 steps of size `gamma` keeps `limit`.

    Its rational parts are numbers of the record, which notes that the gradients at theta* and those of the round sum to zero.
    """
    gradients = [Curve(as_expression(one), record) for one in instance.gradients]
    own: dict[str, Any] = {name: record.number(name, getattr(instance, name)) for name in ("gamma", "limit")}
    names = {field.name for field in fields(instance)}
    made = with_members(instance, {"gradients": gradients, **{name: one for name, one in own.items() if name not in names}}, own)
    zero = record.constant(0)
    round_, star = zero, zero
    for gradient in gradients:
        start = gradient.subs(theta, own["limit"])
        round_ = round_ + start + gradient.subs(theta, own["limit"] - own["gamma"] * start)
        star = star + gradient.subs(theta, 0)
    if round_ != 0 or star != 0:
        raise InvalidInput("instance", type(instance).__name__, "has no fixed point there")
    return made
