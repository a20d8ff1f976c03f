"""Tables for the terminal, and the same rows as plain columns for a pipe."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.table import Table
from rich.text import Text

from symfed.core.verdict import Tier
from symfed.report.badges import BADGES


@dataclass(frozen=True)
class Line:
    """One claim in a list."""

    id: str
    verdict: str
    tier: str
    place: str


def readable(text: str, console: Console) -> str:
    """A text without the symbols of verdicts if the console cannot print them: a ? in their place would be the symbol of OPEN."""
    for badge in BADGES.values():
        try:
            badge.symbol.encode(console.encoding)
        except UnicodeEncodeError:
            text = text.replace(f"{badge.symbol} {badge.word}", badge.word)
    return text


def badge_text(status: str, console: Console) -> Text:
    """The symbol and word of a status, in its colour."""
    badge = BADGES[Tier(status)]
    return Text(readable(f"{badge.symbol} {badge.word}", console), style=badge.style)


def in_columns(rows: Sequence[Sequence[str]], numbers: int | None = None) -> str:
    """A line for each row, without truncation, in columns two spaces apart; from the column `numbers` on they are set to the right.

    >>> print(in_columns([("a", "One."), ("long", "Two.")]))
    a     One.
    long  Two.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ([f"{cell:{'<' if numbers is None or n < numbers else '>'}{widths[n]}}" for n, cell in enumerate(row)] for row in rows)
    return "\n".join("  ".join(line).rstrip() for line in lines)


def plain_columns(lines: Sequence[Line]) -> str:
    """Columns id, verdict, tier, place, at least two spaces apart, without truncation or wrapping, one claim per line.

    >>> print(plain_columns([Line("thm1", "REFUTED", "CORRECTED", "Theorem 1")]))
    thm1  REFUTED  CORRECTED  Theorem 1
    """
    return in_columns([(line.id, line.verdict, line.tier, " ".join(line.place.split())) for line in lines])


def claims_table(lines: Sequence[Line], console: Console) -> Table:
    """A table of the four columns of `plain_columns` with colours."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("claim", no_wrap=True, min_width=max((len(line.id) for line in lines), default=0))
    table.add_column("verdict", no_wrap=True)
    table.add_column("tier", no_wrap=True)
    table.add_column("place", overflow="fold")
    for line in lines:
        table.add_row(Text(line.id), badge_text(line.verdict, console), badge_text(line.tier, console), Text(line.place))
    return table


def print_lines(console: Console, lines: Sequence[Line]) -> None:
    """Print a table on a terminal, plain columns elsewhere and if the terminal is too narrow for whole ids."""
    widest = max((len(line.id) for line in lines), default=0)
    if console.is_terminal and console.width >= widest + 48:  # for statuses and place
        console.print(claims_table(lines, console))
    elif lines:
        console.file.write(plain_columns(lines) + "\n")


def print_fields(console: Console, heading: str, fields: Iterable[tuple[str, str | Mapping[str, str]]]) -> None:
    """Print a heading and its named fields, without empty ones; a mapping becomes one indented line per entry."""
    console.print(Text(heading, style="bold"), soft_wrap=True)
    for name, value in fields:
        if not value:
            continue
        if isinstance(value, str):
            lines = readable(value, console).splitlines()
            body = lines[0] if "\n" not in value else "\n" + "\n".join(f"    {line}" for line in lines)
        else:
            body = "".join(f"\n    {key} = {entry}" for key, entry in value.items())
        console.print(Text.assemble((f"{name}:", "bold"), " " if not body.startswith("\n") else "", body), soft_wrap=True)
