"""Single numbers, and sizes."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, rational

Strategy = st.SearchStrategy[Any]

#: A strategy of given arguments is made once: Hypothesis validates and analyses every new one, which takes far longer than to draw from it.
made_once = lru_cache(maxsize=None, typed=True)


@made_once
def rationals(low: int = -3, high: int = 3, denominators: tuple[int, ...] = (1, 2, 3)) -> Strategy:
    """Small rationals between two integers, simplest first."""
    return st.builds(
        lambda whole, denominator: flint.fmpq(max(low * denominator, min(high * denominator, whole)), denominator),
        st.integers(low * max(denominators), high * max(denominators)),
        st.sampled_from(denominators),
    )


@made_once
def within(bound: Any) -> Strategy:
    """Rationals of absolute value at most `bound`, both ends among them, 0 first. Raises InvalidInput for a float or negative bound."""
    exact = exact_bound("bound", bound)
    return rationals(-int(exact.p), int(exact.p), (1, 2)) if exact.q == 1 else rationals(-1, 1, (1, 2)).map(lambda share: share * exact)


@made_once
def between(low: Any, high: Any) -> Strategy:
    """Rationals in the closed interval from `low` to `high`, both ends among them, `low` first; exact ends, low <= high."""
    width = high - low
    shares = st.sampled_from((1, 2, 3, 4, 8)).flatmap(lambda q: st.integers(0, q).map(lambda p: flint.fmpq(p, q)))
    return shares.map(lambda share: low + share * width)


@made_once
def vectors(d: int, entries: Strategy) -> Strategy:
    """Arrays of shape (d,) of independent entries."""
    return st.lists(entries, min_size=d, max_size=d).map(lambda values: np.array(values, dtype=object))


@made_once
def probabilities(count: int) -> Strategy:
    """Tuples of exact positive probabilities, uniform first."""
    shares = st.lists(st.integers(1, 4), min_size=count, max_size=count)
    return shares.map(lambda parts: tuple(flint.fmpq(part, sum(parts)) for part in parts))


@made_once
def sizes(name: str, value: int | tuple[int, int]) -> Strategy:
    """Integers of an inclusive range (low, high), or just the one that is given. Raises InvalidInput unless 1 <= low <= high."""
    low, high = (value, value) if isinstance(value, int) else value
    if not 1 <= low <= high:
        raise InvalidInput(name, value, "must be a positive integer or a range (low, high) of them")
    return st.integers(low, high)


def exact_bound(name: str, value: Any) -> flint.fmpq:
    """The value as a non-negative exact rational. Raises InvalidInput."""
    exact = rational(value)
    if exact is None:
        raise InvalidInput(name, value, "must be an integer or a fraction", "write Fraction(1, 10) for 0.1")
    if exact < 0:
        raise InvalidInput(name, value, "must not be negative")
    return exact


def any_size(strategy: Callable[[int, int], Strategy], dims: tuple[int, int] = (1, 3), clients: tuple[int, int] = (1, 3)) -> Strategy:
    """The strategy `strategy(d, N)` with d and N drawn from inclusive ranges.

    Shrinking rarely makes d or N smaller, as everything else is drawn for them: look for a witness with the smallest ranges first.
    """
    return st.tuples(st.integers(*dims), st.integers(*clients)).flatmap(lambda size: strategy(*size))


def as_kind(exact: bool, *arrays: Array) -> list[Array]:
    """The arrays as they are, or rounded to float64."""
    return [array if exact else array.astype(float) for array in arrays]
