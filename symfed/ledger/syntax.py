"""A syntax tree as text that every Python writes alike: without places, comments, docstrings and layout."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from typing import Any

#: Fields that repeat what the place of a node tells, or say how its text was spelt.
_UNSAID = ("ctx", "kind", "type_comment", "type_ignores")


def syntax_text(node: ast.AST) -> str:
    """A tree by its kinds of nodes and their fields; what is absent or empty is left out, since fields differ between Pythons.

    >>> syntax_text(ast.parse("x = (1)  # one")) == syntax_text(ast.parse("x = 1"))
    True
    >>> syntax_text(ast.parse("-x").body[0])
    "Expr(value=UnaryOp(op=USub() operand=Name(id='x')))"
    """
    if isinstance(node, ast.Constant):
        return f"Constant({node.value!a})"
    if isinstance(node, ast.JoinedStr):
        return f"JoinedStr({' '.join(_merged_pieces(node))})"
    written = []
    for name in _stated_fields(node._fields):
        value = getattr(node, name, None)
        if isinstance(value, list):
            written += [f"{name}=[{' '.join(map(_part, value))}]"] if (value := [part for part in value if not _only_text(part)]) else []
        elif value is not None:
            written.append(f"{name}={_part(value)}")
    return f"{type(node).__name__}({' '.join(written)})"


@cache
def _stated_fields(fields: tuple[str, ...]) -> list[str]:
    return [name for name in fields if name not in _UNSAID]


def _part(value: Any) -> str:
    # in ASCII: which characters are printable is another question in every version of Unicode
    return syntax_text(value) if isinstance(value, ast.AST) else ascii(value)


def _only_text(part: Any) -> bool:
    """Return whether a part of a tree is a docstring, or another string that is not used."""
    return isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)


def _merged_pieces(formatted: ast.JoinedStr) -> Iterator[str]:
    """The pieces of an f-string, neighbouring texts as one: where they are split differs between Pythons."""
    text = ""
    for part in formatted.values:
        if isinstance(part, ast.Constant):
            text += str(part.value)
            continue
        if text:
            yield ascii(text)
        text = ""
        yield syntax_text(part)
    if text:
        yield ascii(text)
