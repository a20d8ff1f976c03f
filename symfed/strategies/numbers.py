"""Strategies for the parts of problems: numbers, vectors, matrices and probabilities, drawn exactly, and as text and back."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, rational


def text(value: Any) -> str:
    """A number or an array as plain nested text."""
    if isinstance(value, np.ndarray):
        return "[" + ", ".join(text(entry) for entry in value) + "]" if value.ndim else str(value.item())
    return str(value)


def exact_array(written: str) -> Array:
    """The exact array that `text` wrote."""
    quoted = re.sub(r"-?\d+(/\d+)?", lambda number: f'"{number.group()}"', written)

    def parse(node: Any) -> Any:
        return [parse(entry) for entry in node] if isinstance(node, list) else flint.fmpq(*map(int, node.split("/")))

    return np.array(parse(json.loads(quoted)), dtype=object)


def simplified(value: flint.fmpq) -> Any:
    """An integer as one, so that it can count rounds."""
    return int(value.p) if value.q == 1 else value


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


@made_once
@st.composite
def positive_matrices(draw: Any, d: int, spread: int = 3) -> Array:
    """Exact symmetric (d, d) matrices, positive definite by diagonal dominance with margin at least 1."""
    A = np.empty((d, d), dtype=object)
    for i in range(d):
        for j in range(i):
            A[i, j] = A[j, i] = draw(rationals(-1, 1, (1, 2)))
    for i in range(d):
        others = sum((abs(A[i, j]) for j in range(d) if j != i), flint.fmpq(0))
        A[i, i] = 1 + others + draw(st.integers(0, spread))
    return A


def gershgorin(A: Array) -> tuple[Any, Any]:
    """Exact bounds (low, high) on the spectrum of a symmetric matrix; they are the spectrum's ends where it is diagonal."""
    d = len(A)
    radii = [sum((abs(A[i, j]) for j in range(d) if j != i), flint.fmpq(0)) for i in range(d)]
    return min(A[i, i] - radii[i] for i in range(d)), max(A[i, i] + radii[i] for i in range(d))


@made_once
def matrices_between(d: int, low: Any, high: Any) -> Strategy:
    """Exact symmetric (d, d) matrices with all eigenvalues in [low, high]; `low` times the identity first.

    The eigenvalues are drawn as rationals and turned by a reflection with rational entries. Raises InvalidInput unless
    0 < low <= high, both rational.
    """
    ends = exact_bound("low", low), exact_bound("high", high)
    if not 0 < ends[0] <= ends[1]:
        raise InvalidInput("low", low, f"must be positive and at most high = {high}")
    return st.builds(_turned, vectors(d, between(*ends)), vectors(d, rationals(-2, 2, (1,))))


def _turned(eigenvalues: Array, normal: Array) -> Array:
    """Q diag(eigenvalues) Q with the reflection Q = I - 2 v v'/(v' v)."""
    d, length = len(normal), normal @ normal
    Q = np.array([[flint.fmpq(int(i == j)) for j in range(d)] for i in range(d)], dtype=object)
    if length != 0:
        Q = Q - np.outer(normal, normal) * (2 / length)
    return (Q * eigenvalues) @ Q


@made_once
@st.composite
def covariances(draw: Any, d: int, nonzero: bool = True, size: int = 2) -> Array:
    """Exact positive semi-definite (d, d) matrices B B', entries of B integers up to `size`; zero if `nonzero` is false."""
    B = np.array([[draw(rationals(-size, size, (1,))) if nonzero else flint.fmpq(0) for _ in range(d)] for _ in range(d)], dtype=object)
    return B.reshape(d, d) @ B.reshape(d, d).T


@made_once
@st.composite
def symmetric_tensors(draw: Any, d: int) -> Array:
    """Exact symmetric (d, d, d) tensors."""
    T = np.empty((d, d, d), dtype=object)
    for i in range(d):
        for j in range(i + 1):
            for k in range(j + 1):
                value = draw(rationals(-4, 4, (1,)))
                for a, b, c in {(i, j, k), (i, k, j), (j, i, k), (j, k, i), (k, i, j), (k, j, i)}:
                    T[a, b, c] = value
    return T
