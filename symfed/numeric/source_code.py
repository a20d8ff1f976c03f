"""Print an expression as a function in another language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import sympy as sp
from sympy.printing.c import C99CodePrinter
from sympy.printing.julia import JuliaCodePrinter
from sympy.printing.numpy import NumPyPrinter
from sympy.printing.pycode import PythonCodePrinter

from symfed.core.errors import UnknownName
from symfed.numeric.arithmetic import with_placeholders

Lines = list[tuple[str, str]]
Layout = Callable[[str, Sequence[str], Lines, str], str]


def _c(name: str, names: Sequence[str], steps: Lines, result: str) -> str:
    head = f"double {name}({', '.join(f'double {n}' for n in names)})"
    body = [*[f"    const double {n} = {e};" for n, e in steps], f"    return {result};"]
    calls = any(re.search(r"[a-z]\(", line) for line in body)
    return "\n".join([*(["#include <math.h>", ""] if calls else []), head, "{", *body, "}"])


def _python(name: str, names: Sequence[str], steps: Lines, result: str) -> str:
    body = [*[f"    {n} = {e}" for n, e in steps], f"    return {result}"]
    head = f"def {name}({', '.join(names)}):"
    needed = [f"import {module}" for module in ("functools", "math", "numpy") if any(f"{module}." in line for line in body)]
    return "\n".join([*([*needed, "", ""] if needed else []), head, *body])


def _julia(name: str, names: Sequence[str], steps: Lines, result: str) -> str:
    return "\n".join([f"function {name}({', '.join(names)})", *[f"    {n} = {e}" for n, e in steps], f"    return {result}", "end"])


LANGUAGES: Mapping[str, tuple[Callable[[], Any], Layout, str]] = {
    "c": (C99CodePrinter, _c, "//"),
    "julia": (JuliaCodePrinter, _julia, "#"),
    "numpy": (NumPyPrinter, _python, "#"),
    "python": (PythonCodePrinter, _python, "#"),
}


def source_code(
    name: str,
    expression: sp.Expr,
    arguments: Mapping[str, sp.Expr],
    language: str,
    notes: Sequence[str] = (),
) -> str:
    """The source text of a function `name`; arguments: name in the text -> symbol or sub-expression; notes: comments above it.

    Common subexpressions become local variables. Languages: "c", "julia", "numpy" (arrays in, arrays out), "python".
    Raises UnknownName for another.

    >>> from symfed.core.symbols import gamma, mu
    >>> print(source_code("rate", 1 - gamma*mu, {"gamma": gamma, "mu": mu}, "python"))
    def rate(gamma, mu):
        return -gamma*mu + 1
    """
    language = language.lower()
    if language not in LANGUAGES:
        raise UnknownName(f"language {language!r} is not known; the languages are {', '.join(map(repr, LANGUAGES))}")
    make_printer, layout, comment = LANGUAGES[language]
    replaced, symbols = with_placeholders(expression, tuple(arguments.values()))
    locals_, (body,) = sp.cse(replaced, symbols=sp.numbered_symbols("step_"))
    renamed = dict(zip(symbols, (sp.Dummy(n) for n in arguments), strict=True))
    printer = make_printer()
    printer._print_Dummy = lambda symbol: symbol.name  # names are ours, so Dummy's index is not wanted
    steps = [(str(n), printer.doprint(e.xreplace(renamed))) for n, e in locals_]
    text = layout(name, list(arguments), steps, printer.doprint(body.xreplace(renamed)))
    return "\n".join([*[f"{comment} {line}" for line in notes], text])
