"""LaTeX errata: every statement that is false or imprecise as printed, its witness, and what it should read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from symfed.core.source import sources
from symfed.core.verdict import Tier

if TYPE_CHECKING:
    from symfed.ledger.row import Row

_HEAD = r"""% Compile with lualatex or xelatex: the text may hold any Unicode letter.
\documentclass{article}
\usepackage{amsmath,amssymb}
\setlength{\parindent}{0pt}
\setlength{\parskip}{6pt}
\begin{document}
\title{Errata}\author{}\date{}\maketitle
"""
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    **{character: f"\\{character}" for character in "#$%&_"},
}


def escape_tex(text: str) -> str:
    r"""Plain text for a LaTeX document.

    >>> escape_tex("50% of x_1")
    '50\\% of x\\_1'
    """
    return "".join(_SPECIAL.get(character, character) for character in text)


def _statement(tex: str) -> str:
    """A printed statement: prose that brings its own dollar signs as it stands, a bare formula displayed."""
    body = re.sub(r"\n\s*\n", "\n", tex.strip())
    if "$" in body:
        return body
    if re.search(r"\\begin\{(?:align|gather|equation|multline)", body):
        return body
    inside = rf"\begin{{aligned}}{body}\end{{aligned}}" if re.search(r"\\\\|(?<!\\)&", body) and r"\begin" not in body else body
    return f"\\[\n{inside}\n\\]"


def _entry(row: Row, corrected: Row | None) -> str:
    verb = "is false as printed" if row.verdict is Tier.REFUTED else "needs words that are not printed"
    parts = [
        rf"\subsection*{{{escape_tex(row.place)}}}",
        rf"\texttt{{{escape_tex(row.id)}}} {verb}. {escape_tex(row.says)}",
        "Printed:",
        _statement(row.tex),
        f"Why: {escape_tex(row.why)}",
    ]
    if row.witness:
        pairs = "\n".join(rf"\item \texttt{{{escape_tex(key)}}} = \texttt{{{escape_tex(value)}}}" for key, value in row.witness.items())
        parts.append(f"Witness:\n\\begin{{itemize}}\n{pairs}\n\\end{{itemize}}")
    if row.missing:
        parts.append(rf"Missing words: {escape_tex(row.missing)}.")
    if corrected is not None:
        parts += [rf"It should read (\texttt{{{escape_tex(corrected.id)}}}, {corrected.verdict}):", _statement(corrected.tex)]
    elif row.corrected:
        parts.append(rf"Corrected in \texttt{{{escape_tex(row.corrected)}}}.")
    else:
        parts.append("No corrected statement is known to us.")
    return "\n\n".join(parts)


def errata(rows: Sequence[Row]) -> str:
    """A LaTeX document over the REFUTED and IMPRECISE rows of every source but our own, grouped by source."""
    by_id = {row.id: row for row in rows}
    fallen = (Tier.REFUTED, Tier.IMPRECISE)
    wrong = sorted((row for row in rows if row.verdict in fallen and row.source != "symfed"), key=lambda row: (row.source, row.id))
    parts = [_HEAD]
    for key, group in groupby(wrong, key=lambda row: row.source):
        source = sources().get(key)
        title = f"{source.title} ({source.venue})" if source else key
        parts.append(rf"\section*{{{escape_tex(title)}}}")
        parts += [_entry(row, by_id.get(row.corrected or "")) for row in group]
    if not wrong:
        parts.append("Nothing was found to be false or imprecise as printed.")
    return "\n\n".join([*parts, r"\end{document}", ""])
