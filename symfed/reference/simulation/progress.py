"""How far long work is, how long it will still take, and how it is stopped between two pieces with what it has found so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

Progress = Callable[[int, int], None]


@contextmanager
def shown(progress: Progress | bool | None, what: str) -> Iterator[Progress]:
    """A callback for (done, total): the given one, a bar on standard error for True, one that does nothing for None.

    The bar shows the time so far and, once something is done, the time left. It is gone at the end, and is drawn on terminals alone and in
    notebooks.
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
    """A simulation or a sweep was stopped by the user; `partial` holds its result up to then.

    It goes on as the KeyboardInterrupt that it is, so that no caller takes part of a run for the whole.
    """

    def __init__(self, partial: Any, done: int, asked: int, unit: str) -> None:
        self.partial = partial
        super().__init__(f"stopped after {done} of {asked} {unit}; what they gave is in .partial")


class Stop:
    """Whether somebody asked to stop."""

    asked = False


@contextmanager
def deferred_interrupt() -> Iterator[Stop]:
    """Ctrl-C is noted instead of raised, so that no round is left half done; pressed twice, it is raised at once.

    Only Python's main thread hears signals: elsewhere nothing changes.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    previous = signal.getsignal(signal.SIGINT)
    if previous is not signal.default_int_handler:  # somebody else decides what Ctrl-C means
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
