"""The time profile of a run, for the terminal: by kind of check, and the claims that took longest."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from symfed.ledger.row import Row

_LONGEST = 15
_COLUMNS = ("statement", "variants", "conditions")
_seconds = "{:.2f}".format


def print_profile(rows: Sequence[Row]) -> None:
    """Print the tables to standard output, at full width unless a terminal limits it."""
    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = 160
    for table in tables(rows):
        console.print()
        console.print(table)


def tables(rows: Sequence[Row]) -> Iterator[Table]:
    """CPU seconds by kind of check and account; then the claims that took longest. Rows must have been judged with a meter."""
    judged = [row for row in rows if not row.restates]
    whole = sum(row.seconds for row in judged)
    yield _by_kind(judged, whole)
    yield _longest(judged, whole)


def _by_kind(judged: Sequence[Row], whole: float) -> Table:
    table = _table(f"CPU seconds by kind of check ({whole:.1f} in all)", "kind of check", (*_COLUMNS, "all", "share", "calls"))
    calls = Counter[str]()
    spent: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(_COLUMNS, 0.0))
    for row in judged:
        for (kind, account), (seconds, number) in row.spent.items():
            spent[kind][account] += seconds
            calls[kind] += number
    for kind, accounts in sorted(spent.items(), key=lambda item: -sum(item[1].values())):
        seconds = sum(accounts.values())
        table.add_row(kind, *map(_seconds, accounts.values()), _seconds(seconds), _share(seconds, whole), str(calls[kind]))
    sums = [sum(accounts[column] for accounts in spent.values()) for column in _COLUMNS]
    checks = sum(sums)
    table.add_row("all checks", *map(_seconds, sums), _seconds(checks), _share(checks, whole), "")
    table.add_row("steps, making variants, rows", "", "", "", _seconds(whole - checks), _share(whole - checks, whole), "")
    return table


def _longest(judged: Sequence[Row], whole: float) -> Table:
    longest = sorted(judged, key=lambda row: -row.seconds)[:_LONGEST]
    title = f"The {len(longest)} longest of {len(judged)} claims"
    table = _table(title, "claim", (*_COLUMNS, "all", "share", "instances", "variants shown"))
    for row in longest:
        accounts = [sum(s for (_, account), (s, _) in row.spent.items() if account == column) for column in _COLUMNS]
        instances = sum(evidence.instances for evidence in row.evidence)
        shown = sum(row.variants.values())
        table.add_row(row.id, *map(_seconds, accounts), _seconds(row.seconds), _share(row.seconds, whole), str(instances), str(shown))
    return table


def _table(title: str, first: str, others: Sequence[str]) -> Table:
    table = Table(title=title, title_justify="left", box=None, pad_edge=False, header_style="bold")
    table.add_column(first, no_wrap=True)
    for name in others:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def _share(part: float, whole: float) -> str:
    return f"{part / whole:.0%}" if whole else ""
