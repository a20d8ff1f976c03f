"""Exact matrices and tensors."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
from hypothesis import strategies as st

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array
from symfed.strategies.numbers import Strategy, between, exact_bound, made_once, rationals, vectors


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
