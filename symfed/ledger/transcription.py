"""A statement as the machine read it, written out for a reader."""

from __future__ import annotations

import dis
import inspect
import textwrap
from dataclasses import fields, is_dataclass
from typing import Any

import sympy as sp
from sympy.printing.str import StrPrinter

from symfed.core.domain import Domain
from symfed.ledger.texts import nested_codes
from symfed.models.algorithm import Algorithm


class _Plain(StrPrinter):  # type: ignore[misc]  # SymPy is untyped
    """A printer that writes a symbol of one statement alone by its name, without SymPy's underscore before it."""

    def _print_Dummy(self, symbol: sp.Dummy) -> str:
        return str(symbol.name)


def transcription(statement: Any) -> str:
    """The statement as the machine read it, for the reader: the expression, or the function with those of the claim files that it calls."""
    if statement is None:
        return ""
    if isinstance(statement, Algorithm):  # its rules as they were traced: its functions' own text would be their addresses
        return "\n".join((statement.name, *(f"{role}: {text}" for role, text in statement.text.items())))
    if is_dataclass(statement) and not isinstance(statement, (type, sp.Basic)):
        held = {f.name: transcription(held) for f in fields(statement) if (held := getattr(statement, f.name)) not in ((), None)}
        return "\n".join(f"{name}:\n{textwrap.indent(text, '    ')}" if "\n" in text else f"{name}: {text}" for name, text in held.items())
    if callable(statement):
        return "\n\n".join(_source(function) for function in _called_functions(statement, []))
    if isinstance(statement, dict):
        return "\n\n".join(f"# {name}\n{transcription(part)}" for name, part in statement.items())
    if isinstance(statement, tuple) and all(isinstance(part, (sp.Basic, int)) for part in statement) and len(statement) == 2:
        return " <= ".join(map(_plain, statement))
    if isinstance(statement, (tuple, list)):
        return ", ".join(map(transcription, statement))
    return _plain(statement)


def conditions_text(domain: Domain) -> str:
    """The conditions of a domain in one line; "" if there are none."""
    return ", ".join([*map(_plain, domain.relations), *([domain.words] if domain.words else [])])


def _plain(expression: Any) -> str:
    return str(_Plain({"order": None}).doprint(expression))


def _source(function: Any) -> str:
    try:
        return textwrap.dedent(inspect.getsource(function)).strip()
    except (OSError, TypeError):
        return repr(function)


def _called_functions(function: Any, order: list[Any], visited: set[Any] | None = None) -> list[Any]:
    """The function, and before it those that it calls and that stand in claim files too."""
    visited = set() if visited is None else visited
    visited.add(function)
    if inspect.isfunction(function):
        for other in _functions_named(function):
            if _package(other) == _package(function) != "symfed" and other not in visited:
                _called_functions(other, order, visited)
    order.append(function)
    return order


def _package(function: Any) -> str:
    # what is typed into a session may have no module
    return (function.__module__ or "").split(".")[0]


def _functions_named(function: Any) -> list[Any]:
    """The functions that a function names, by itself or as `module.name`, in the order in which they stand in their files."""
    found: set[Any] = set()
    for code in nested_codes(function.__code__):
        holder: Any = None
        for step in dis.get_instructions(code):
            if step.opname == "LOAD_GLOBAL":
                holder = function.__globals__.get(step.argval)
            elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and inspect.ismodule(holder):
                holder = vars(holder).get(step.argval)
            else:
                continue
            if inspect.isfunction(holder):
                found.add(holder)
    return sorted(found, key=lambda other: (other.__module__ or "", other.__code__.co_firstlineno, other.__qualname__))
