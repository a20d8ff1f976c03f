"""The definition of a function as a tree, found in its file by name and line; of several lambdas in a line by its instructions."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import CodeType, FunctionType
from typing import Any, TypeAlias

#: A line and a column.
Place: TypeAlias = tuple[Any, Any]
Definition: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@dataclass(frozen=True)
class SourceFile:
    """One file as a tree; `functions` by name and by each line where one may be said to begin, `lambdas` by line."""

    body: list[ast.stmt]
    functions: dict[tuple[str, int], Definition] = field(default_factory=dict)
    lambdas: dict[int, list[ast.Lambda]] = field(default_factory=dict)


@cache
def source_file(path: str) -> SourceFile | None:
    """A file, or None where there is none that Python can read."""
    try:
        with open(path, "rb") as source:
            tree = ast.parse(source.read())
    except (OSError, SyntaxError, ValueError):
        return None
    found = SourceFile(tree.body)
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for line in {node.lineno, *(d.lineno for d in node.decorator_list)}:
                found.functions[node.name, line] = node
        elif isinstance(node, ast.Lambda):
            found.lambdas.setdefault(node.lineno, []).append(node)
    return found


def definition(function: FunctionType) -> Definition | None:
    """The syntax tree of a function; None if there is no file, or if several lambdas of one line cannot be told apart."""
    code = function.__code__
    file = source_file(code.co_filename)
    if file is None:
        return None
    if code.co_name != "<lambda>":
        return file.functions.get((code.co_name, code.co_firstlineno))
    in_line = file.lambdas.get(code.co_firstlineno, [])
    return in_line[0] if len(in_line) == 1 else _innermost_lambda(in_line, code)


def _innermost_lambda(lambdas: list[ast.Lambda], code: CodeType) -> ast.Lambda | None:
    """The innermost lambda whose body contains all instructions of a code object; None if the code keeps no columns."""
    places = list(_places(code))
    if places:
        around = [node for node in lambdas if all(_start(node.body) <= first and last <= _end(node.body) for first, last in places)]
        return max(around, key=lambda node: _start(node.body), default=None)
    # what returns a constant has one instruction, of which Python 3.12 keeps no place
    return next((node for node in lambdas if _constant(node, code)), None)


def _places(code: CodeType) -> Iterator[tuple[Place, Place]]:
    """First and last place of each instruction that has one; those that begin functions and end lambdas have none."""
    for line, end, column, last in code.co_positions():
        if column is not None and (line, column) != (end, last):
            yield (line, column), (end, last)


def _constant(node: ast.Lambda, code: CodeType) -> bool:
    """True if a code object is that of this lambda, which only returns a constant."""
    whole = compile(ast.Expression(node), code.co_filename, "eval", dont_inherit=True)
    inner = [constant for constant in whole.co_consts if isinstance(constant, CodeType)][-1]  # after those of its defaults
    return not inner.co_names and (inner.co_code, inner.co_varnames, repr(inner.co_consts)) == (
        code.co_code,
        code.co_varnames,
        repr(code.co_consts),
    )


def _start(node: ast.expr) -> Place:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> Place:
    return node.end_lineno, node.end_col_offset
