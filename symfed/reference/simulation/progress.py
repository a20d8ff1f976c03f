"""Progress of long computations, with the time left, and interrupts that keep the results so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Progress = Callable[[int, int], None]


@contextmanager
def progress_callback(progress: Progress | bool | None, what: str) -> Iterator[Progress]:
    """Yield a callback for (done, total): the given one, a bar on standard error for True, one that does nothing for None.

    The bar shows the time so far and, once something is done, the time left. It is removed at the end, and is drawn only on terminals and
    in notebooks.
    """
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class Interrupted(KeyboardInterrupt):
    """A simulation or a sweep was interrupted by the user; `partial` is its result so far.

    It is a KeyboardInterrupt, so that no caller mistakes a partial run for a complete one.
    """

    def __init__(self, partial: Any, done: int, asked: int, unit: str) -> None:
        self.partial = partial
        super().__init__(f"stopped after {done} of {asked} {unit}; what they gave is in .partial")


class Stop:
    """A flag, `asked`, that is True once an interrupt was requested."""

    asked = False


@contextmanager
def deferred_interrupt() -> Iterator[Stop]:
    """Record Ctrl-C instead of raising it, so that no round is interrupted midway; pressed twice, it is raised at once.

    Only Python's main thread receives signals: in other threads nothing changes.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    previous = signal.getsignal(signal.SIGINT)
    if previous is not signal.default_int_handler:  # another handler is installed for Ctrl-C
        yield stop
        return

    def note(number: int, frame: FrameType | None) -> None:
        if stop.asked:
            raise KeyboardInterrupt
        stop.asked = True

    signal.signal(signal.SIGINT, note)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, previous)
