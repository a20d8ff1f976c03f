"""Wrong variants of a statement, made from its own expression tree or from the text of the function that transcribes it."""

from __future__ import annotations

import ast
import copy
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import FunctionType
from typing import Any

import flint
import numpy as np
import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.core import symbols
from symfed.core.definition import definition
from symfed.core.grammar import expression as read
from symfed.core.symbols import ClientMean

#: Constants that are easily taken for each other, in expressions and, by name, in transcriptions.
EXCHANGED = (("mu", "L"), ("zeta1", "zeta2"), ("tau", "zeta1"), ("tau", "tau_uniform"))
_SHARES = ((9, "x 0.9"), (11, "x 1.1"))
#: Names of arguments that choose an axis, a size or a mode, and hold no constant of the statement.
_NOT_CONSTANTS = ("axis", "order", "dim", "digits", "algorithm", "examples", "dtype")
#: Functions whose arguments are sizes and stacks, and hold no constant either.
_NOT_OF_CONSTANTS = ("range", "len", "replace", "zip", "enumerate")


@dataclass(frozen=True)
class Changed:
    """One variant: what was changed, and the statement with that change."""

    name: str
    statement: Any


def variants(statement: Any) -> list[Changed]:
    """Every variant of an expression, of a pair (left, right), of a relation, an expansion or a plain function; of anything else, none.

    Each constant times 0.9 and 1.1, each exponent plus and minus one, mu and L (zeta_1 and zeta_2, tau and zeta_1) exchanged, each term of
    a sum left out, one power of gamma or H more or less on the whole, the mean of squares against the squared mean; of an expansion its
    terms, and its remainder by itself.

    >>> from symfed.core.symbols import gamma, mu
    >>> [str(v.statement) for v in variants(gamma * mu) if "exchanged" in v.name]
    ['L*gamma']
    """
    if isinstance(statement, Expansion):
        found = [Changed(v.name, replace(statement, terms=v.statement)) for v in variants(statement.terms)]
        return found + [Changed(name, other) for name, other in statement.others()]
    if isinstance(statement, tuple) and len(statement) == 2 and all(isinstance(side, sp.Basic) for side in map(read, statement)):
        left, right = map(read, statement)
        found = [Changed(f"left, {v.name}", (v.statement, right)) for v in _of_expression(left)]
        found += [Changed(f"right, {v.name}", (left, v.statement)) for v in _of_expression(right)]
        return found
    if isinstance(statement, sp.core.relational.Relational):
        sides = variants((statement.lhs, statement.rhs))
        return [Changed(v.name, statement.func(*v.statement, evaluate=False)) for v in sides]  # evaluated, each would have its sign sought
    if isinstance(statement, sp.Expr):
        return _of_expression(statement)
    if isinstance(statement, FunctionType):
        return _of_function(statement)
    return []


# expressions


def _of_expression(expression: sp.Expr) -> list[Changed]:
    first: dict[sp.Expr, str] = {}
    for name, changed in _changes(expression):
        if changed != expression and not changed.has(sp.zoo, sp.nan):
            first.setdefault(changed, name)
    return [Changed(name, changed) for changed, name in first.items()]


def _changes(whole: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    if whole == 0:
        return
    for tenths, name in _SHARES:
        yield f"whole {name}", whole * sp.Rational(tenths, 10)
    for symbol in (symbols.gamma, symbols.H):
        if whole.has(symbol):
            yield f"one {symbol} more", whole * symbol
            yield f"one {symbol} less", whole / symbol
    for one, other in EXCHANGED:
        a, b = symbols.TABLE[one].symbol, symbols.TABLE[other].symbol
        if whole.has(a) or whole.has(b):
            yield f"{one} and {other} exchanged", whole.xreplace({a: b, b: a})
    yield from _everywhere(whole)


def _everywhere(node: sp.Expr) -> Iterator[tuple[str, sp.Expr]]:
    """The expression with one node changed."""
    if node.is_Add:
        for k, term in enumerate(node.args):
            yield f"without {term}", sp.Add(*node.args[:k], *node.args[k + 1 :])
    if node.is_Number and node not in (0, 1, -1) and node.is_Rational:
        for tenths, name in _SHARES:
            yield f"{node} {name}", node * sp.Rational(tenths, 10)
    if isinstance(node, ClientMean):
        base, exponent = node.args[0].as_base_exp()
        if exponent == 2:
            yield f"squared mean of {base}", ClientMean(base) ** 2
    for k, argument in enumerate(node.args):
        if node.is_Pow and k == 1:
            if argument.is_Rational and not argument.is_Integer:
                steps: tuple[Any, ...] = (sp.S.Half, -sp.S.Half)
            else:
                steps = (1, -1)
            for step in steps:
                yield f"exponent {argument} {'+' if step > 0 else '-'} {abs(step)}", node.base ** (argument + step)
            if argument.is_Number:
                continue
        for name, changed in _everywhere(argument):
            unasked = {"evaluate": False} if isinstance(node, (sp.Max, sp.Min)) else {}  # evaluated, it would be sought which is larger
            yield name, node.func(*node.args[:k], changed, *node.args[k + 1 :], **unasked)


# transcriptions: plain functions of an instance, or of jets, a step size and a number of steps


def scaled(value: Any, tenths: int) -> Any:
    """A value of a transcription times tenths/10, in whatever numbers it runs on; of a statement's two sides the right one."""
    if isinstance(value, tuple) and len(value) == 2:
        return value[0], scaled(value[1], tenths)
    if isinstance(value, (bool, np.bool_)):
        return value
    if isinstance(value, (int, np.integer, flint.fmpz)):
        return flint.fmpq(tenths * int(value), 10)
    if isinstance(value, sp.Basic):
        return value * sp.Rational(tenths, 10)
    return value * tenths / 10


def _of_function(function: FunctionType) -> list[Changed]:
    tree = definition(function)
    if tree is None or isinstance(tree, ast.AsyncFunctionDef):
        return []
    first: dict[str, tuple[str, Any]] = {}
    for name, changed in _rewritings(tree):
        first.setdefault(ast.dump(changed), (name, changed))
    first.pop(ast.dump(tree), None)
    return [Changed(name, built) for name, changed in first.values() if (built := rebuilt(function, changed)) is not None]


def rebuilt(function: FunctionType, tree: ast.FunctionDef | ast.Lambda) -> Callable[..., Any] | None:
    """The function that a changed definition defines, with the globals, closure and defaults of the original."""
    free = function.__code__.co_freevars
    inner: ast.stmt
    if isinstance(tree, ast.Lambda):
        inner = ast.Assign([ast.Name("built", ast.Store())], tree)
    else:
        inner = copy.deepcopy(tree)
        inner.name, inner.decorator_list, inner.returns = "built", [], None
    # free variables become parameters of an enclosing function, so that the changed text finds them
    maker = ast.parse(textwrap.dedent(f"def maker({', '.join(free)}):\n    pass\n    return built"))
    outer = maker.body[0]
    assert isinstance(outer, ast.FunctionDef)
    outer.body[0] = inner
    ast.fix_missing_locations(maker)
    space: dict[str, Any] = {}
    try:
        exec(
            compile(maker, f"<variant of {function.__qualname__}>", "exec"), {**function.__globals__, "scaled__": scaled}, space
        )  # the project's own text
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
    except (SyntaxError, ValueError, NameError):
        return None
    built: FunctionType = space["maker"](*cells)
    return built


def _rewritings(tree: ast.FunctionDef | ast.Lambda) -> Iterator[tuple[str, Any]]:
    """Every definition with one change."""
    for parent, field, k, node in _nodes(tree):
        for name, new in _changed_node(node, parent, field):
            yield name, _with_node(tree, parent, field, k, new)
    for one, other in EXCHANGED:
        changed = _exchange(tree, one, other)
        if changed is not None:
            yield f"{one} and {other} exchanged", changed


def _nodes(parent: ast.AST) -> Iterator[tuple[ast.AST, str, int | None, ast.AST]]:
    """Every node below another, after its parent, the field and the place in it."""
    for field, value in ast.iter_fields(parent):
        if field in ("annotation", "returns", "decorator_list", "slice"):
            continue
        for k, child in enumerate(value) if isinstance(value, list) else [(None, value)]:
            if isinstance(child, ast.keyword) and child.arg in _NOT_CONSTANTS:
                continue
            if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in _NOT_OF_CONSTANTS:
                continue
            if isinstance(child, ast.AST):
                yield parent, field, k, child
                yield from _nodes(child)


def _with_node(tree: ast.AST, parent: ast.AST, field: str, k: int | None, new: ast.AST) -> ast.AST:
    """A copy of the definition in which another node stands at a place; the definition itself is changed for as long as it takes."""
    before = getattr(parent, field)
    setattr(parent, field, new if k is None else [*before[:k], new, *before[k + 1 :]])
    changed = copy.deepcopy(tree)
    setattr(parent, field, before)
    return ast.fix_missing_locations(changed)


def _changed_node(node: Any, parent: ast.AST, field: str) -> Iterator[tuple[str, ast.AST]]:
    number = isinstance(node, ast.Constant) and isinstance(node.value, int) and not isinstance(node.value, bool)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Pow) and field == "right":
        if isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.BinOp)):
            shown = ast.unparse(node)
            for operator, sign in ((ast.Add(), "+"), (ast.Sub(), "-")):
                yield f"exponent {shown} {sign} 1", ast.BinOp(node, operator, ast.Constant(1))
        return
    if number and isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Call, ast.arguments, ast.keyword, ast.Return, ast.Tuple)):
        value = node.value
        if value in (0, 1) and not (isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.Sub))):
            return
        if isinstance(parent, (ast.Call, ast.keyword, ast.arguments)) and abs(value) <= 1:
            return
        for tenths, name in _SHARES:
            yield f"{value} {name}", ast.Call(ast.Name("scaled__", ast.Load()), [ast.Constant(value), ast.Constant(tenths)], [])
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        yield f"without {_short(node.right)}", node.left
        yield f"without {_short(node.left)}", node.right if isinstance(node.op, ast.Add) else ast.UnaryOp(ast.USub(), node.right)
    if _is_mean_of_square(node):
        *given, square = node.args
        call = ast.Call(node.func, [*given, square.left], node.keywords)
        yield f"squared mean of {_short(square.left)}", ast.BinOp(call, ast.Pow(), ast.Constant(2))
    if isinstance(parent, ast.Return) or (isinstance(parent, ast.Lambda) and field == "body"):
        sides: list[Any] = node.elts if isinstance(node, ast.Tuple) else [node]
        for k, side in enumerate(sides):
            if isinstance(side, ast.Constant) or (isinstance(node, ast.Tuple) and len(sides) != 2):
                continue
            for tenths, name in _SHARES:
                part = ast.Call(ast.Name("scaled__", ast.Load()), [side, ast.Constant(tenths)], [])
                if isinstance(node, ast.Tuple):
                    yield f"{('left', 'right')[k]} {name}", ast.Tuple([*sides[:k], part, *sides[k + 1 :]], ast.Load())
                else:
                    yield f"whole {name}", part


def _is_mean_of_square(node: Any) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "mean" and bool(node.args)
        and isinstance(node.args[-1], ast.BinOp) and isinstance(node.args[-1].op, ast.Pow)
        and isinstance(node.args[-1].right, ast.Constant) and node.args[-1].right.value == 2
    )  # fmt: skip


def _short(node: ast.AST) -> str:
    shown = ast.unparse(node)
    return shown if len(shown) <= 40 else shown[:37] + "..."


def _exchange(tree: ast.AST, one: str, other: str) -> ast.AST | None:
    """The definition with two names exchanged, wherever they are read; None where neither is."""
    names, changed = {one: other, other: one}, copy.deepcopy(tree)
    hit = False
    for node in ast.walk(changed):
        if isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.ctx, ast.Load):
            node.attr, hit = names[node.attr], True
        elif isinstance(node, ast.Name) and node.id in names and isinstance(node.ctx, ast.Load) and {one, other} <= _names(tree):
            node.id, hit = names[node.id], True
    return ast.fix_missing_locations(changed) if hit else None


def _names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
