r"""Errata as a LaTeX document for any of pdflatex, xelatex and lualatex, with the packages of a small installation."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symfed.report.errata.comparison import Versions
from symfed.report.errata.document import MEANINGS, Errata
from symfed.report.errata.entries import ErrataEntry
from symfed.report.errata.pieces import Line, is_display, lines, runs
from symfed.report.errata.wording import CHANGES, COLUMNS, count_line, facts, lead, others, reads, references, short
from symfed.report.tex import escape_tex

_HEAD = r"""\documentclass[10pt]{article}
\usepackage[T1]{fontenc}
\usepackage[margin=2cm]{geometry}
\usepackage{amsmath,amssymb,array,longtable}
\setlength{\parindent}{0pt}
\setlength{\parskip}{2pt}
\setlength{\tabcolsep}{4pt}
\setlength{\emergencystretch}{3em}
\newcolumntype{L}[1]{>{\raggedright\arraybackslash}p{#1}}
\newcommand{\statement}[1]{\par{\raggedright\leftskip=1.5em #1\par}}
\newcommand{\said}[2]{\par\textit{#1:} #2}
\newenvironment{points}{\begin{list}{--}{\itemsep=0pt\parsep=0pt\topsep=2pt\leftmargin=2em}}{\end{list}}
\begin{document}
"""


def latex(found: Errata) -> str:
    """A LaTeX document."""
    source = found.source
    parts = [
        _HEAD,
        rf"{{\Large\bfseries Errata: {escape_tex(source.title)}\par}}",
        escape_tex(f"{source.authors}. {source.venue}."),
        escape_tex(found.headline),
    ]
    if not found.entries:
        parts.append("Nothing was found to be false or imprecise as printed.")
    else:
        parts.append(_points([rf"{number} {consequence}: {MEANINGS[consequence]}" for consequence, number in found.counts.items()]))
        rows = [tuple(map(text, short(entry))) for entry in found.entries]
        parts += [r"\section*{In short}", _table("L{3cm}L{5.3cm}L{2.1cm}L{4.6cm}", COLUMNS, rows)]
        parts += [r"\section*{The entries}", r"\small", *map(_entry, found.entries), r"\normalsize"]
    if found.comparison:
        parts += _comparison(found.comparison)
    return "\n\n".join([*parts, r"\end{document}", ""])


def text(said: str) -> str:
    """A text with formulas between dollar signs."""
    return _line(runs(said))


def _line(line: Line, display: bool = False) -> str:
    style = r"\displaystyle " if display else ""
    return "".join(f"${style}{run.text}$" if run.math else escape_tex(run.text) for run in line)


def _statement(tex: str) -> str:
    shown = []
    for line in lines(tex):
        body = line[0].text
        if is_display(line) and re.search(r"\\\\|(?<!\\)&|\\begin", body):
            inside = body if r"\begin" in body else rf"\begin{{aligned}}{body}\end{{aligned}}"
            shown.append(f"\\[\n{inside}\n\\]")
        else:  # in a paragraph, where TeX breaks a formula that is too long for its line
            shown.append(rf"\statement{{{_line(line, display=True)}}}")
    return "\n".join(shown)


def _entry(entry: ErrataEntry) -> str:
    told = [rf"\subsection*{{{escape_tex(entry.place)}}}", text(lead(entry)), "Printed:" + "\n" + _statement(entry.printed)]
    told += [rf"\said{{{name}}}{{{text(said)}}}" for name, said in facts(entry)]
    told.append(rf"\said{{It should read}}{{{text(reads(entry))}}}")
    if entry.correction and not entry.correction.same:
        told.append(_statement(entry.correction.tex))
    if len(entry.witness) == 1:
        told.append(rf"\said{{Witness}}{{{text(entry.witness[0])}}}")
    elif entry.witness:
        told.append(r"\said{Witness}{}" + "\n" + _points([text(line) for line in entry.witness]))
    told.append(r"{\footnotesize " + ", ".join(rf"\texttt{{{escape_tex(name)}}}" for name in references(entry)) + r"\par}")
    return "\n\n".join(told)


def _comparison(found: Versions) -> list[str]:
    rows = [(escape_tex(c.earlier), escape_tex(c.later), *map(text, (c.differs, c.became, c.right))) for c in found.told]
    told = [
        r"\section*{The two versions}",
        escape_tex(f"Earlier: {found.earlier.venue}. Later: {found.later.venue}. Counted are the statements that were judged in either."),
        escape_tex(count_line(found)),
        *([_table("L{3cm}L{3cm}L{4.4cm}L{2.8cm}L{1.8cm}", CHANGES, rows)] if rows else []),
    ]
    return told + [f"{escape_tex(name)}: {escape_tex(places)}." for name, places in others(found)]


def _points(items: list[str]) -> str:
    return "\\begin{points}\n" + "\n".join(rf"\item {item}" for item in items) + "\n\\end{points}"


def _table(columns: str, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    head = " & ".join(rf"\textbf{{{name}}}" for name in heads) + r" \\ \hline \endhead"
    body = "\n".join(" & ".join(cells) + r" \\[2pt]" for cells in rows)
    return f"{{\\small\n\\begin{{longtable}}{{{columns}}}\n{head}\n{body}\n\\end{{longtable}}}}"
