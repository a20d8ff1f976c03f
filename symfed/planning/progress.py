"""The progress of passes over clients: one line on standard error with the current stage and the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

Report = Callable[[str, int, int], None]

STAGES = ("finding the optimum", "following the descent", "reading the grid", "comparing candidates", "refining the best")


@contextmanager
def progress_report(progress: Any) -> Iterator[Report | None]:
    """Yield a function of (stage, done, total): the given one, a bar on standard error for True, None otherwise.

    `done` counts clients, or candidates that are compared; a stage that passes over the clients again starts from zero.
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn(), TextColumn("left of this pass"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("reading the data", total=None)
        told = ("", 0, 0)  # the last stage, its number done, and its passes

        def report(stage: str, done: int, total: int) -> None:
            nonlocal told
            before, last, passes = told
            if stage != before or done <= last:
                passes = passes + 1 if stage == before else 1
                bar.reset(task)
            told = stage, done, passes
            words = f"step {STAGES.index(stage) + 1} of {len(STAGES)}, {stage}" + (f", pass {passes}" if passes > 1 else "")
            bar.update(task, description=words, completed=done, total=total)

        yield report
