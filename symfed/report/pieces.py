"""The blocks of a page, for every format; their texts have formulas between dollar signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Block:
    """A "title", a "part" or an "entry" (a heading with its anchor), a "paragraph" with its label, a line of a printed statement that is
    one formula ("display", TeX) or is not ("quoted"), "points", a "table" with its heads as items, "code", or ids of "claims"."""

    kind: str
    text: str = ""
    label: str = ""
    items: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()


_TOKEN = re.compile(r"\\text\s*\{|\\(?:left|right|begin|end|qquad|quad)(?![A-Za-z])|\\.|[{}]|[^\\{}]+", re.DOTALL)
_STEP = {"{": 1, r"\left": 1, r"\begin": 1, "}": -1, r"\right": -1, r"\end": -1}
_EDGES = re.compile(r"((?:\\[ ,;:!]|\s)*)(.*?)((?:(?<!\\)\\[ ,;:!]|\s)*)", re.DOTALL)
#: The target of an arrow is kept in the same line.
_ARROW = re.compile(r"\\quad\s*(\\rightarrow)\s*\\quad")

#: After a semicolon another formula begins.
_NEXT = re.compile(r";\\ (?!\\text)")


def text_segments(text: str) -> Iterator[tuple[str, bool]]:
    """Yield the segments of a text, each with True if it is a formula.

    >>> list(text_segments("at $x = 1$ it fails"))
    [('at ', False), ('x = 1', True), (' it fails', False)]
    """
    return ((part, bool(number % 2)) for number, part in enumerate(text.split("$")) if part)


def statement(tex: str) -> Iterator[Block]:
    r"""Yield the lines of a printed statement: words are taken out of the TeX, so that lines can break there, and displays are separate.

    >>> for line in statement(r"a=b,\quad c=1\text{ for }d>0"):
    ...     print(line.kind, line.text)
    display a=b,
    quoted $c=1$ for $d>0$
    """
    line, formula, depth, inside = "", "", 0, 0

    def told() -> str:
        before, bare, after = _EDGES.fullmatch(formula).groups()  # type: ignore[union-attr]  # it fits every text
        return line + " " * bool(before) + (f"${bare}$" if bare else "") + " " * bool(after)

    for token in [*_TOKEN.findall(_NEXT.sub(r";\\quad ", _ARROW.sub(r"\ \1\ ", tex))), r"\quad"]:
        if inside:  # in the words of a \text{...}
            inside += {"{": 1, "}": -1}.get(token, 0)
            line += token if inside else ""
        elif token.startswith(r"\text") and token.endswith("{") and not depth:
            line, formula, inside = told(), "", 1
        elif token in (r"\quad", r"\qquad") and not depth:
            if whole := " ".join(told().split()):
                yield Block("quoted", whole) if line else Block("display", whole.strip("$"))
            line, formula = "", ""
        else:
            depth += _STEP.get(token, token.startswith(r"\text"))
            formula += token
