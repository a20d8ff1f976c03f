"""The texts of functions and names, by the syntax of their source."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import CodeType, FunctionType

from symfed.core.definition import definition, source_file
from symfed.ledger.syntax import syntax_text


@dataclass(frozen=True)
class Piece:
    """A piece of a file: its text, the names that it reads, and, if it is an import, the module that it imports from and the name there."""

    text: str
    names: frozenset[str]
    imported: str = ""
    original: str = ""


def function_piece(function: FunctionType) -> Piece | None:
    """The text of a function; of a lambda that is like others in its line, of them all. None where it was not read from a file."""
    code = function.__code__
    node, file = definition(function), source_file(code.co_filename)
    if node is not None:
        return _piece_of(node)
    in_line = file.lambdas.get(code.co_firstlineno, []) if file and code.co_name == "<lambda>" else []
    return _piece_of(*in_line) if in_line else None


def nested_codes(code: CodeType) -> Iterator[CodeType]:
    """The code and what is inside it: before Python 3.12 a comprehension is a function of its own, afterwards it is not."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from nested_codes(constant)


def bound_piece(path: str, name: str) -> Piece | None:
    """All statements by which a file binds a name at its top level, as one piece; None if there are none."""
    nodes = _bindings_of(path).get(name, [])
    if not nodes:
        return None
    origin = next(("." * node.level + (node.module or "") for node in nodes if isinstance(node, ast.ImportFrom)), "")
    if imports := [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]:
        # the line of an import names others too, on which nothing here depends
        alias = next(a for node in imports for a in node.names if (a.asname or a.name).split(".")[0] == name)
        return Piece(f"from {origin} import {alias.name} as {name}", frozenset(), origin, alias.name)
    return _piece_of(*nodes)


@cache
def _bindings_of(path: str) -> dict[str, list[ast.stmt]]:
    """The statements that bind each name at the top level of a file."""
    file, found = source_file(path), dict[str, list[ast.stmt]]()
    for statement in _top_statements(file.body if file else []):
        for name in _bound_by(statement):
            found.setdefault(name, []).append(statement)
    return found


@cache
def _piece_of(*nodes: ast.AST) -> Piece:
    names = {
        part.id if isinstance(part, ast.Name) else part.attr
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, (ast.Name, ast.Attribute))
    }
    return Piece("\n".join(map(syntax_text, nodes)), frozenset(names))


def _top_statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module's top level, those under its conditions and loops among them."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.For, ast.With, ast.Try, ast.While)):
            for part in ("body", "orelse", "finalbody"):
                yield from _top_statements(getattr(statement, part, []))
        yield statement


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
