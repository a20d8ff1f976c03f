"""Step sizes and numbers of local steps: inside the usual region, and beyond it where a condition is to be tried.

Strategies of problems choose a step size as a share of 1/L (or of what bounds it) and a number of local steps here. Inside `beyond()`
they reach past the usual conditions, gamma L <= 1 and a few steps; a claim's own conditions then sort out what lies inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

import flint
from hypothesis import strategies as st

from symfed.strategies.numbers import Strategy

_BEYOND: ContextVar[bool] = ContextVar("beyond", default=False)
#: Past gamma L = 1, at and past gamma L = 2, and two shares inside, so that other conditions can be tried at small steps.
_FAR = tuple(flint.fmpq(p, q) for p, q in ((3, 2), (2, 1), (5, 2), (4, 1), (1, 1), (1, 4)))
_TIMES = 4  # as many local steps as usual


@contextmanager
def beyond() -> Iterator[None]:
    """Within this context strategies reach beyond the usual conditions."""
    token = _BEYOND.set(True)
    try:
        yield
    finally:
        _BEYOND.reset(token)


def step_shares(*denominators: int) -> Strategy:
    """Shares 1/k of the largest usual step size; beyond it, up to four times that."""
    return st.sampled_from(_FAR) if _BEYOND.get() else st.sampled_from([flint.fmpq(1, k) for k in denominators])


def step_counts(low: int, high: int) -> Strategy:
    """Numbers of local steps in an inclusive range; beyond it, up to four times as many."""
    return st.integers(low, _TIMES * high if _BEYOND.get() else high)
