"""Errata as Markdown, with formulas between dollar signs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from symfed.report.errata.comparison import Versions
from symfed.report.errata.document import MEANINGS, Errata
from symfed.report.errata.entries import ErrataEntry
from symfed.report.errata.pieces import Line, is_display, lines, runs
from symfed.report.errata.wording import CHANGES, COLUMNS, count_line, facts, lead, others, reads, references, short

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")


def markdown(found: Errata) -> str:
    """A page of Markdown."""
    source = found.source
    parts = [
        f"# Errata: {plain(source.title)}",
        plain(f"{source.authors}. {source.venue}."),
        plain(found.headline),
        "\n".join(f"- {number} {consequence}: {MEANINGS[consequence]}" for consequence, number in found.counts.items()),
    ]
    if not found.entries:
        parts.append("Nothing was found to be false or imprecise as printed.")
    else:
        parts += ["## In short", _table(COLUMNS, [tuple(map(text, short(entry))) for entry in found.entries])]
        parts += ["## The entries", *map(_entry, found.entries)]
    if found.comparison:
        parts += _comparison(found.comparison)
    return "\n\n".join(parts) + "\n"


def plain(words: str) -> str:
    """Words as Markdown shows them.

    >>> plain("x_1 | 2*y")
    'x\\\\_1 \\\\| 2\\\\*y'
    """
    return _SPECIAL.sub(r"\\\1", words)


def text(said: str) -> str:
    """A text with formulas between dollar signs; a bar in a formula is a command, since tables end their cells at bars."""
    return _line(runs(said))


def _line(line: Line) -> str:
    return "".join(f"${_math(run.text)}$" if run.math else plain(run.text) for run in line)


def _math(tex: str) -> str:
    return re.sub(r"(?<!\\)\|", r"\\vert ", " ".join(tex.replace(r"\|", r"\Vert ").split()))


def _statement(tex: str) -> str:
    shown = []
    for line in lines(tex):
        if is_display(line):
            body = line[0].text
            aligned = rf"\begin{{aligned}}{body}\end{{aligned}}" if r"\begin" not in body and re.search(r"\\\\|(?<!\\)&", body) else body
            shown.append(f"$$\n{_off_the_edge(' '.join(aligned.split()))}\n$$")
        else:
            shown.append(f"> {_line(line)}")
    return "\n\n".join(shown)


def _off_the_edge(line: str) -> str:
    """A line of a formula that does not begin with a bar, as a table's does."""
    return f"{{}}{line}" if line.startswith("|") else line


def _entry(entry: ErrataEntry) -> str:
    told = [f"### {plain(entry.place)}", text(_sentence(lead(entry))), "Printed:", _statement(entry.printed)]
    told += [f"*{name}:* {text(said)}" for name, said in facts(entry)]
    told.append(f"*It should read:* {text(reads(entry))}")
    if entry.correction and not entry.correction.same:
        told.append(_statement(entry.correction.tex))
    if len(entry.witness) == 1:
        told.append(f"*Witness:* {text(entry.witness[0])}")
    elif entry.witness:
        told += ["*Witness:*", "\n".join(f"- {text(line)}" for line in entry.witness)]
    told.append(", ".join(f"`{name}`" for name in references(entry)))
    return "\n\n".join(told)


def _sentence(said: str) -> str:
    return said if said.endswith(".") else f"{said}."


def _comparison(found: Versions) -> list[str]:
    rows = [(plain(c.earlier), plain(c.later), *map(text, (c.differs, c.became, c.right))) for c in found.told]
    told = [
        "## The two versions",
        plain(f"Earlier: {found.earlier.venue}. Later: {found.later.venue}. Counted are the statements that were judged in either."),
        plain(count_line(found)),
        *([_table(CHANGES, rows)] if rows else []),
    ]
    return told + [f"{name}: {plain(places)}." for name, places in others(found)]


def _table(heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (heads, ("---",) * len(heads), *rows))
