"""How far a simulation is, and how long it will still take."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]


class TimeLeft:
    """Seconds until the end, from the pace so far: call it with (done, total) after every chunk."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.began: tuple[float, int] | None = None

    def __call__(self, done: int, total: int) -> float | None:
        """None before the second call: the first chunk holds compilation and tells no pace."""
        now = self.clock()
        if self.began is None:
            self.began = (now, done)
            return None
        since, before = self.began
        return (now - since) * (total - done) / (done - before) if done > before else None


@contextmanager
def shown(progress: Progress | bool | None, what: str) -> Iterator[Progress]:
    """A callback for (done, rounds): the given one, a bar with the time left on standard error for True, one that does nothing for None."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
