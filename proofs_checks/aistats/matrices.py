"""Exact instances of statements about matrices alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import flint
import numpy as np
import sympy as sp
from hypothesis import strategies as st

from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.strategies import Strategy, positive_matrices, rationals, text


@dataclass(frozen=True)
class MatrixCase:
    """A few square matrices, not symmetric in general, and a vector; all rational."""

    matrices: list[Array]
    vector: Array

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {"matrices": text(np.stack(self.matrices)), "vector": text(self.vector)}


def matrix_cases(d: int, count: int) -> Strategy:
    """Cases with `count` matrices (d, d) of small integers."""
    entry = rationals(-2, 2, (1,))

    def array(shape: tuple[int, ...]) -> Strategy:
        def shaped(entries: list[Any]) -> Array:
            return np.array(entries, dtype=object).reshape(shape)

        size = int(np.prod(shape))
        return st.lists(entry, min_size=size, max_size=size).map(shaped)

    return st.builds(MatrixCase, st.lists(array((d, d)), min_size=count, max_size=count), array((d,)))


def matrix_of(operator: Callable[[Array], Array], d: int) -> Array:
    """The (d², d²) matrix of a linear map of (d, d) matrices, entries read row by row."""
    columns = []
    for k in range(d * d):
        unit = np.zeros(d * d, dtype=int).astype(object)
        unit[k] = 1
        columns.append(operator(unit.reshape(d, d)).reshape(d * d))
    return np.stack(columns, axis=1)


def determinant(matrix: Array) -> Any:
    """Of a rational matrix as a rational, of a matrix with symbols as an expression."""
    if any(isinstance(entry, sp.Basic) for entry in matrix.flat):
        return sp.Matrix(matrix).det()
    return flint.fmpq_mat(len(matrix), len(matrix), [flint.fmpq(entry) for entry in matrix.flat]).det()


@dataclass(frozen=True)
class RootCase:
    """Quadratic clients whose Hessians are squares of rational matrices, and a vector."""

    roots: Array
    optima: Array
    vector: Array

    @property
    def problem(self) -> QuadraticProblem:
        return QuadraticProblem(self.roots @ self.roots, self.optima)

    def describe(self) -> dict[str, str]:
        """Text from which the case can be written down again."""
        return {name: text(getattr(self, name)) for name in ("roots", "optima", "vector")}


@st.composite
def root_cases(draw: Any, d: int, N: int) -> RootCase:
    """Cases with positive definite roots."""

    def array(shape: tuple[int, ...]) -> Array:
        return np.array([draw(rationals(-2, 2, (1,))) for _ in range(int(np.prod(shape)))], dtype=object).reshape(shape)

    return RootCase(np.stack([draw(positive_matrices(d)) for _ in range(N)]), array((N, d)), array((d,)))
