"""Matrix products for exact and float arrays alike, and the half-vectorised lift of a linear map to second moments."""

from __future__ import annotations

import flint
import numpy as np

from symfed.models.arrays import Array, is_exact, solve


def product(A: Array, B: Array) -> Array:
    """A B for two matrices; rationals by flint, which clears denominators once instead of at every addition."""
    return _array(_flint(A) * _flint(B)) if is_exact(A, B) else A @ B


def power(A: Array, n: int) -> Array:
    """Aⁿ by repeated squaring."""
    return _array(_flint(A) ** n) if is_exact(A) else np.linalg.matrix_power(A, n)


def _flint(A: Array) -> flint.fmpq_mat:
    return flint.fmpq_mat(A.shape[0], A.shape[1], list(A.flat))


def _array(matrix: flint.fmpq_mat) -> Array:
    out = np.empty((matrix.nrows(), matrix.ncols()), dtype=object)
    out.flat[:] = matrix.entries()
    return out


def half(X: Array) -> Array:
    """The lower triangle of a symmetric (n, n) matrix row by row: n (n + 1) / 2 entries, those of the leading block first.

    >>> half(np.array([[1, 2], [2, 3]]))
    array([1, 2, 3])
    """
    return X[np.tril_indices(len(X))]


def full(entries: Array, n: int) -> Array:
    """The symmetric (n, n) matrix with this lower triangle."""
    X = np.empty((n, n), dtype=entries.dtype)
    rows, columns = np.tril_indices(n)
    X[rows, columns] = X[columns, rows] = entries
    return X


def lift(T: Array) -> Array:
    """The matrix of X -> T X T' from half(X) to half(T X T'), for one (m, n) map or a stack of them."""
    i, j = (index[:, None] for index in np.tril_indices(T.shape[-2]))
    p, q = np.tril_indices(T.shape[-1])
    # an entry off the diagonal of X stands for two
    return T[..., i, p] * T[..., j, q] + (p != q) * (T[..., i, q] * T[..., j, p])


def solve_half(operator: Array, *sources: Array) -> list[Array]:
    """For every symmetric Q (d, d) the X with half(X) = operator half(X) + half(Q). Raises LinAlgError or ZeroDivisionError if singular."""
    columns = np.stack([half(Q) for Q in sources], axis=1)
    solutions = solve(np.eye(len(columns), dtype=int) - operator, columns)
    return [full(column, len(Q)) for column, Q in zip(solutions.T, sources, strict=True)]
