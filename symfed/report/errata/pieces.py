r"""Texts as runs of prose and of formulas, which every format writes in its own way.

A text of ours has its formulas between dollar signs. A printed statement is one formula with words in it: these are taken out, so that
lines can break there, and what stands apart in it gets a line of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class TextRun:
    """A stretch of prose, or of TeX."""

    text: str
    math: bool


Line = tuple[TextRun, ...]
_TOKEN = re.compile(r"\\text\s*\{|\\(?:left|right|begin|end|qquad|quad)(?![A-Za-z])|\\.|[{}]|[^\\{}]+", re.DOTALL)
_STEP = {"{": 1, r"\left": 1, r"\begin": 1, "}": -1, r"\right": -1, r"\end": -1}
_EDGE = re.compile(r"^(?:\\[ ,;:!]|\s)+|(?:(?<!\\)\\[ ,;:!]|\s)+$")


def runs(text: str) -> Line:
    """A text of ours.

    >>> [run.text for run in runs("at $x = 1$ it fails") if run.math]
    ['x = 1']
    """
    parts = text.split("$")
    return tuple(TextRun(part, bool(number % 2)) for number, part in enumerate(parts) if part)


def lines(tex: str) -> tuple[Line, ...]:
    r"""A printed statement, line by line; a line that is one formula is for display.

    >>> for line in lines(r"a=b,\quad c=1\text{ for }d>0"):
    ...     print([run.text for run in line])
    ['a=b,']
    ['c=1', ' for ', 'd>0']
    """
    if "$" in tex:
        return (runs(" ".join(tex.replace("$$", "$").split())),)
    found: list[list[TextRun]] = [[]]
    formula, words, depth, inside = "", "", 0, 0

    def ends() -> None:
        nonlocal formula
        if bare := _EDGE.sub("", formula):
            found[-1].append(TextRun(bare, math=True))
        formula = ""

    for token in _TOKEN.findall(tex):
        if inside:  # in the words of a \text{...}
            inside += {"{": 1, "}": -1}.get(token, 0)
            if inside:
                words += token
            else:
                found[-1].append(TextRun(words, math=False))
                words = ""
        elif token.startswith(r"\text") and token.endswith("{") and not depth:
            ends()
            inside = 1
        elif token in (r"\quad", r"\qquad") and not depth:
            ends()
            found.append([])
        else:
            depth += 1 if token.endswith("{") else _STEP.get(token, 0)
            formula += token
    ends()
    return tuple(tuple(line) for line in found if line)


def is_display(line: Line) -> bool:
    """Whether a line is one formula."""
    return len(line) == 1 and line[0].math
