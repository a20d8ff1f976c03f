"""What a computation costs, counted in pieces of a fixed one that runs in the same process just before and just after.

A slow machine or a busy one slows both. What other tests have left in memory is set aside, or Python would search it for garbage while the
one is at work, and not while the other is.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from fractions import Fraction
from typing import Any


def _piece() -> None:
    """A tenth of a second where this was written."""
    assert sum((Fraction(1, k % 101 + 1) for k in range(45_000)), Fraction(0)) > 1


def _seconds(work: Callable[[], Any]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def pieces(work: Callable[[], Any]) -> float:
    gc.collect()
    gc.freeze()
    try:
        before, taken, after = _seconds(_piece), _seconds(work), _seconds(_piece)
    finally:
        gc.unfreeze()
    return taken / max(before, after)
