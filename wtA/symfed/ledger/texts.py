"""Source text of functions and of names, read once a file."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from types import FunctionType


@dataclass(frozen=True)
class Piece:
    """A piece of a file: its text, the names that it reads, and, if it is an import, the module that it imports from and the name there."""

    text: str
    names: frozenset[str]
    imported: str = ""
    original: str = ""


@dataclass(frozen=True)
class File:
    """One file as text and tree; `functions` by name and by each line where one may be said to begin, `lambdas` by line."""

    lines: tuple[bytes, ...]
    functions: dict[tuple[str, int], ast.AST] = field(default_factory=dict)
    lambdas: dict[int, list[ast.AST]] = field(default_factory=dict)
    bindings: dict[str, list[ast.stmt]] = field(default_factory=dict)

    def text(self, node: ast.AST) -> str:
        """The text of a node, without the indentation of its first line on all of its lines, comments and all."""
        first = min([node.lineno, *(d.lineno for d in getattr(node, "decorator_list", ()))])  # type: ignore[attr-defined]
        lines = list(self.lines[first - 1 : node.end_lineno])  # type: ignore[attr-defined]
        if isinstance(node, ast.Lambda):
            lines[-1] = lines[-1][: node.end_col_offset]
            lines[0] = lines[0][node.col_offset :]
        return b"\n".join(line.strip() for line in lines).decode()


@cache
def read(path: str) -> File | None:
    """A file, or None where there is none that Python can read."""
    try:
        with open(path, "rb") as source:
            whole = source.read()
        tree = ast.parse(whole)
    except (OSError, SyntaxError, ValueError):
        return None
    # as the parser counts lines: form feeds and the like end none
    found = File(tuple(whole.replace(b"\r\n", b"\n").split(b"\n")))
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for line in {node.lineno, *(d.lineno for d in node.decorator_list)}:
                found.functions[node.name, line] = node
        elif isinstance(node, ast.Lambda):
            found.lambdas.setdefault(node.lineno, []).append(node)
    for statement in _statements(tree.body):
        for name in _bound_by(statement):
            found.bindings.setdefault(name, []).append(statement)
    return found


def function_piece(function: FunctionType) -> Piece | None:
    """The text of a function; of a lambda, of all lambdas that begin in its line. None where it was not read from a file."""
    code = function.__code__
    return _function_piece(code.co_filename, code.co_name, code.co_firstlineno)


@cache
def _function_piece(path: str, name: str, line: int) -> Piece | None:
    file = read(path)
    if file is None:
        return None
    nodes = file.lambdas.get(line, []) if name == "<lambda>" else [file.functions[name, line]] if (name, line) in file.functions else []
    return _piece(file, nodes) if nodes else None


def module_of(name: str) -> File | None:
    """The file of a module that has been imported."""
    path = getattr(sys.modules.get(name), "__file__", None)
    return read(path) if path else None


def bound(file: File | None, name: str) -> Piece | None:
    """What a file binds a name to at its top level, or None: all statements that do, together."""
    nodes = file.bindings.get(name, []) if file else []
    if file is None or not nodes:
        return None
    origin = next(("." * node.level + (node.module or "") for node in nodes if isinstance(node, ast.ImportFrom)), "")
    if imports := [node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom))]:
        # the line of an import names others too, on which nothing here depends
        alias = next(a for node in imports for a in node.names if (a.asname or a.name).split(".")[0] == name)
        return Piece(f"from {origin} import {alias.name} as {name}", frozenset(), origin, alias.name)
    return _piece(file, nodes)


def _piece(file: File, nodes: list[ast.AST] | list[ast.stmt]) -> Piece:
    names = {
        part.id if isinstance(part, ast.Name) else part.attr
        for node in nodes
        for part in ast.walk(node)
        if isinstance(part, (ast.Name, ast.Attribute))
    }
    return Piece("\n".join(file.text(node) for node in nodes), frozenset(names))


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module's top level, those under its conditions and loops among them."""
    for statement in body:
        if isinstance(statement, (ast.If, ast.For, ast.With, ast.Try, ast.While)):
            for part in ("body", "orelse", "finalbody"):
                yield from _statements(getattr(statement, part, []))
        yield statement


def _bound_by(statement: ast.stmt) -> Iterator[str]:
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield statement.name
    elif isinstance(statement, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in statement.names)
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.For)):
        targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
        yield from (part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name))
