"""A relation between norms, means and symbols, read on an instance: what is proved is what is sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import mul
from typing import Any

import numpy as np
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.arrays import rational
from symfed.theorems import as_relation
from symfed.theorems.vocabulary import Mean, Norm

Measure = Callable[[Any], Any]


#: Instances whose measures are kept; a search draws some hundreds.
_KEPT = 2000


class _Root(Exception):
    """A norm or a root of a mean square to an odd power: its square is rational."""


class _Kept:
    """Values already measured, by instance; what it holds is no part of what a reading says."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Any, dict[sp.Basic, Any]]] = {}

    def of(self, instance: Any) -> dict[sp.Basic, Any]:
        """The values of one instance, to be read and added to; the instance is kept, so that its identity is not given to another."""
        if len(self._known) > _KEPT:
            self._known.clear()
        return self._known.setdefault(id(instance), (instance, {}))[1]


def measured(values: Mapping[sp.Basic, Measure]) -> Callable[[Any, Any], tuple[Any, Any]]:
    """A reading for exact searches: (left, right) of a relation, a pair or a conjunction on an instance.

    `values` gives vectors (d,), a client's own with a leading axis of clients, and numbers as functions of the instance; for a number
    that is a root, such as zeta1, give its square: {zeta1**2: ...}. Symbols are those of `instance.parameters()`. A side that is a
    product with norms is compared by its square with its sign, so that all stays rational; a sum that holds a norm to an odd power is
    refused.

    >>> from types import SimpleNamespace
    >>> from symfed.core.symbols import gamma
    >>> from symfed.theorems.vocabulary import Vector
    >>> x, here = Vector("some_x"), SimpleNamespace(parameters=lambda: {"gamma": 2})
    >>> reading = measured({x: lambda i: np.array([3, 4])})
    >>> [int(side) for side in reading(sp.Le(Norm(x), gamma, evaluate=False), here)]
    [25, 4]
    """

    kept = _Kept()

    def _given(x: sp.Basic, instance: Any) -> Any:
        """values[x] on the instance, computed once: a search shows the same instances to a statement and to all its variants."""
        known = kept.of(instance)
        if x not in known:
            known[x] = values[x](instance)
        return known[x]

    def reading(statement: Any, instance: Any) -> tuple[Any, Any]:
        relation = as_relation(statement)
        if relation is None:
            raise InvalidInput("statement", statement, "is no relation between quantities")
        pairs = [pair for part in (relation.args if isinstance(relation, sp.And) else (relation,)) for pair in _compared(part, instance)]
        left, right = ([side for side, _ in pairs], [side for _, side in pairs])
        return (left[0], right[0]) if len(pairs) == 1 else (np.array(left, dtype=object), np.array(right, dtype=object))

    def _compared(part: sp.Basic, instance: Any) -> list[tuple[Any, Any]]:
        small, large = part.args if isinstance(part, sp.Eq) else (part.lts, part.gts)
        if not small.is_commutative:
            entries = zip(_value(small, instance).flat, _value(large, instance).flat, strict=True)
            return [pair for a, b in entries for pair in ((a, b), (b, a))]
        try:
            sides = _value(small, instance), _value(large, instance)
        except _Root:
            sides = _signed_square(small, instance), _signed_square(large, instance)
        return [sides, sides[::-1]] if isinstance(part, sp.Eq) else [sides]

    def _signed_square(side: sp.Expr, instance: Any) -> Any:
        sign, square = 1, 1
        for factor in sp.Mul.make_args(sp.factor_terms(side)):
            try:
                value = _value(factor, instance)
                sign, square = (-sign if value < 0 else sign), square * value * value
            except _Root:
                if factor.is_Add:
                    raise InvalidInput("side", side, "adds a norm to something else, so that its square is not rational") from None
                square = square * _value(factor**2, instance)
        return sign * square

    def _value(x: sp.Expr, instance: Any) -> Any:
        if x in values:
            return _given(x, instance)
        if x.is_Pow and x.exp.is_Integer and x.exp % 2 == 0 and (x.base**2 in values or isinstance(x.base, Norm)):
            square = _given(x.base**2, instance) if x.base**2 in values else (_value(x.base.args[0], instance) ** 2).sum(axis=-1)
            return square ** int(x.exp / 2) if x.exp > 0 else 1 / square ** int(-x.exp / 2)
        if isinstance(x, Norm) or x**2 in values:
            raise _Root
        exact = rational(x)
        if exact is not None:
            return exact
        if x.is_Symbol:
            letters = instance.parameters()
            if x.name not in letters:
                raise InvalidInput("statement", x, f"has no value; the instance has {sorted(letters)}")
            return rational(letters[x.name])
        if isinstance(x, Mean):
            own = np.asarray(_value(x.args[0], instance))
            return own.sum(axis=0) / len(own)
        if x.is_Pow:
            return _power(_value(x.base, instance), _value(x.exp, instance), x)
        parts = [_value(arg, instance) for arg in x.args]
        if x.is_Add:
            return sum(parts[1:], parts[0])
        if x.is_Mul:
            return reduce(mul, parts)
        raise InvalidInput("statement", x, "is no sum, product, power, norm or mean, and `values` does not give it")

    return reading


def _power(base: Any, exponent: Any, x: sp.Expr) -> Any:
    whole = rational(exponent)
    if whole is None or whole.q != 1:
        raise InvalidInput("statement", x, "has an exponent that is no integer")
    return base ** int(whole.p) if whole >= 0 else 1 / base ** int(-whole.p)
