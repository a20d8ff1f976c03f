"""Progress of running checks, on standard error: a live bar on a terminal, else a line from time to time."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

from symfed.report.badges import BADGES

if TYPE_CHECKING:
    from symfed.core.verdict import Tier
    from symfed.ledger.row import Row

QUIET_SECONDS = 10.0


class RunProgress:
    """A context manager whose `on_row(row, done, total)` is called when a claim is finished."""

    def __init__(self, console: Console, clock: Callable[[], float] = time.monotonic) -> None:
        self.console, self.clock = console, clock
        self.found: Counter[Tier] = Counter()
        self.spoke = clock()
        told, found = TextColumn("{task.description}"), TextColumn("{task.fields[found]}")
        columns = (SpinnerColumn(), told, BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), found)
        self.bar = Progress(*columns, console=console, transient=True)
        self.task = self.bar.add_task("checking", total=None, found="")

    def __enter__(self) -> RunProgress:
        if self.console.is_terminal:
            self.bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if self.console.is_terminal:
            self.bar.stop()

    def on_row(self, row: Row, done: int, total: int) -> None:
        self.found[row.verdict] += 1
        if self.console.is_terminal:
            found = "  ".join(f"{BADGES[tier].symbol} {number}" for tier, number in sorted(self.found.items()))
            self.bar.update(self.task, completed=done, total=total, found=found, description=f"checked {row.id}")
        elif done == total or self.clock() - self.spoke >= QUIET_SECONDS:
            self.spoke = self.clock()
            self.console.print(f"checked {done} of {total} claims, last {row.id}", soft_wrap=True, highlight=False)
