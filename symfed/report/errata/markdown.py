"""Errata as Markdown, with formulas between dollar signs."""

from __future__ import annotations

import re

from symfed.report.errata.document import Errata
from symfed.report.errata.page import page
from symfed.report.pieces import Block, text_segments

_LEVELS = {"title": "#", "part": "##", "entry": "###"}
_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown(found: Errata) -> str:
    """A page of Markdown."""
    return "\n\n".join(map(_block, page(found))) + "\n"


def text(said: str) -> str:
    """Markdown of a text with formulas between dollar signs; bars in formulas become commands, since a bar ends a table's cell.

    >>> print(text("x_1 | $|y|$"))
    x\\_1 \\| $\\vert y\\vert $
    """
    return "".join(f"${_math(part)}$" if math else _SPECIAL.sub(r"\\\1", part) for part, math in text_segments(said))


def _math(tex: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\vert ", " ".join(tex.replace(r"\|", r"\Vert ").split()))


def _block(block: Block) -> str:
    match block:
        case Block("title" | "part" | "entry" as level, said):
            return f"{_LEVELS[level]} {text(said)}"
        case Block("paragraph", said, label):
            return f"*{text(label)}:* {text(said)}".rstrip() if label else text(said)
        case Block("display", tex):
            line = " ".join(tex.split())
            return f"$$\n{'{}' * line.startswith('|')}{line}\n$$"  # a line that begins with a bar would be a table
        case Block("quoted", said):
            return f"> {text(said)}"
        case Block("points", items=items):
            return "\n".join(f"- {text(item)}" for item in items)
        case Block("table", items=heads, rows=rows):
            lines = (heads, ("---",) * len(heads), *(map(text, row) for row in rows))
            return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
        case Block("code", python):
            return f"```python\n{python}\n```"
        case _:
            return ", ".join(f"`{name}`" for name in block.items)
