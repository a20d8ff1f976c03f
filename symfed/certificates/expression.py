"""Formulas as text: read once, then run on rationals, balls or power series of balls."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from typing import Any

from flint import arb, fmpq

from symfed.certificates.errors import Malformed

Run = Callable[[Mapping[str, Any]], Any]

_LONGEST = 20_000  # characters; Python's own parser gives up on deep nesting, which is reported like any other fault


def _ball(value: Any) -> Any:
    return arb(value) if isinstance(value, fmpq) else value


FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "exp": lambda x: _ball(x).exp(),
    "log": lambda x: _ball(x).log(),
    "sin": lambda x: _ball(x).sin(),
    "cos": lambda x: _ball(x).cos(),
    "sqrt": lambda x: _ball(x).sqrt(),
    "atan": lambda x: _ball(x).atan(),
    "tanh": lambda x: 1 - 2 / ((2 * _ball(x)).exp() + 1),
    "sinh": lambda x: (_ball(x).exp() - (-_ball(x)).exp()) / 2,
    "cosh": lambda x: (_ball(x).exp() + (-_ball(x)).exp()) / 2,
}

_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
}


def parse(text: Any, names: Collection[str], functions: bool = False) -> Run:
    """A formula in + - * /, integer powers, integers, the given names and, if asked for, FUNCTIONS of one argument.

    Integers enter as rationals, so that 1/3 is a third. Raises Malformed for anything else.

    >>> parse("x - gamma*x**2/3", ("x", "gamma"))({"x": fmpq(3), "gamma": fmpq(1, 2)})
    3/2
    """
    if not isinstance(text, str) or len(text) > _LONGEST:
        raise Malformed(f"a formula must be text of at most {_LONGEST} characters, not {text!r:.60}")
    try:
        return _build(ast.parse(text, mode="eval").body, frozenset(names), functions)
    except (SyntaxError, RecursionError, MemoryError, ValueError) as error:
        raise Malformed(f"the formula {text[:60]!r} cannot be read: {error}") from None


def _build(node: ast.expr, names: frozenset[str], functions: bool) -> Run:
    if isinstance(node, ast.Name) and node.id in names:
        name = node.id
        return lambda values: values[name]
    if isinstance(node, ast.Constant) and type(node.value) is int:
        constant = fmpq(node.value)
        return lambda values: constant
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _build(node.operand, names, functions)
        return lambda values: -inner(values)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
        base, exponent = _build(node.left, names, functions), _integer(node.right)
        return lambda values: base(values) ** exponent
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
        left, right, combine = _build(node.left, names, functions), _build(node.right, names, functions), _OPERATIONS[type(node.op)]
        return lambda values: combine(left(values), right(values))
    if functions and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) == 1 and not node.keywords:
        if node.func.id not in FUNCTIONS:
            raise Malformed(f"the function {node.func.id[:60]!r} is not one of {', '.join(FUNCTIONS)}")
        argument, function = _build(node.args[0], names, functions), FUNCTIONS[node.func.id]
        return lambda values: function(argument(values))
    raise Malformed(f"{ast.unparse(node)[:60]!r} is no part of a formula here")


def _integer(node: ast.expr) -> int:
    sign = 1
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        node, sign = node.operand, -1
    if isinstance(node, ast.Constant) and type(node.value) is int and abs(node.value) <= 64:
        return sign * node.value
    raise Malformed(f"the power {ast.unparse(node)[:60]!r} must be an integer up to 64")
