r"""Errata as a LaTeX document for any of pdflatex, xelatex and lualatex, with the packages of a small installation."""

from __future__ import annotations

import re

from symfed.report.errata.document import Errata
from symfed.report.errata.page import page
from symfed.report.pieces import Block, text_segments
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
\newenvironment{points}{\begin{list}{--}{\itemsep=0pt\parsep=0pt\topsep=2pt\leftmargin=2em}}{\end{list}}
\begin{document}
\small
"""
#: Widths of the columns of tables, in centimetres, by the number of columns.
_WIDTHS = {2: (6, 10.5), 3: (3.5, 6, 6.7), 4: (3.5, 3.5, 5.2, 3.8)}
_LONGEST, _STYLE = 100, r"\displaystyle "


def latex(found: Errata) -> str:
    """A LaTeX document: results and corrections on its first pages, the rest in an appendix."""
    written = "\n\n".join([_HEAD, *map(_block, page(found, apart=True)), r"\end{document}", ""])
    return re.sub(r"(?m)^(\\textit\{.*:\})\n\n\\statement\{", r"\\statement{\1 ", written)  # a label is joined to its statement


def text(said: str, style: str = "") -> str:
    """LaTeX of a text with formulas between dollar signs."""
    return "".join(f"${style}{part}$" if math else escape_tex(part) for part, math in text_segments(said))


def _block(block: Block) -> str:
    match block:
        case Block("title", said):
            return rf"{{\Large\bfseries {text(said)}\par}}"
        case Block("part" | "entry" as level, said):
            return rf"\{'sub' * (level == 'entry')}section*{{{text(said)}}}"
        case Block("paragraph", said, label):
            return rf"\textit{{{text(label)}:}} {text(said)}".rstrip() if label else text(said)
        case Block("display" | "quoted" as form, said):  # in a paragraph, where TeX breaks a formula that is longer than a line
            return rf"\statement{{{text(f'${said}$' if form == 'display' else said, _STYLE)}}}"
        case Block("points", items=items):
            return "\\begin{points}\n" + "\n".join(rf"\item {text(item)}" for item in items) + "\n\\end{points}"
        case Block("table", items=heads, rows=rows):
            columns = "".join(f"L{{{width}cm}}" for width in _WIDTHS[len(heads)])
            head = " & ".join(rf"\textbf{{{name}}}" for name in heads) + r" \\ \hline \endhead"
            body = "\n".join(" & ".join(map(text, row)) + r" \\[2pt]" for row in rows)
            return f"{{\\small\n\\begin{{longtable}}{{{columns}}}\n{head}\n{body}\n\\end{{longtable}}}}"
        case Block("code", python):
            return "{\\scriptsize\n\\begin{verbatim}\n" + "\n".join(map(_broken_line, python.splitlines())) + "\n\\end{verbatim}}"
        case _:
            return r"{\footnotesize\raggedright " + ", ".join(rf"\texttt{{{escape_tex(name)}}}" for name in block.items) + r"\par}"


def _broken_line(line: str) -> str:
    """A line of Python with an instance, broken at its commas if it is longer than the page is wide."""
    return re.sub(rf"(.{{1,{_LONGEST}}}, )(?=.)", "\\1\n    ", line).rstrip() if len(line) > _LONGEST and "= {" in line else line
