"""Exponential stability: how fast the products of random matrices 1 - gamma A(Z) shrink in mean square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.arrays import Array, exact_or_float, identity, is_exact, is_positive_definite, solve, to_float


@dataclass(frozen=True)
class Stability:
    """Per client c, what its products Gamma_k = (1 - gamma A(Z_k)) ... (1 - gamma A(Z_1)) do; float64.

    rates (N,): the largest a with E|(1 - gamma A(Z)) u|² <= (1 - gamma a) |u|² for all u, hence E|Gamma_k u|² <= (1 - gamma a)^k |u|².
    It can be negative although the products shrink. radii (N,), below one: the k-th root of the largest E|Gamma_k u|² tends to this
    number. limits (N,): the step sizes below which products shrink at all.
    """

    gamma: Any
    rates: Array
    radii: Array
    limits: Array
    _tables: Sequence[tuple[Array, Array]] = field(repr=False)

    @property
    def rate(self) -> float:
        """The rate that all clients have."""
        return float(self.rates.min())

    def growth(self, steps: int) -> Array:
        """The largest E|Gamma_k u|² over unit vectors u, for k = 0 .. steps: shape (N, steps + 1).

        The square of the norm of a vector, as the proofs use it; E|Gamma_k|² with the norm of a matrix is larger, by up to d times.
        Raises InvalidInput unless `steps` is a non-negative integer.
        """
        if isinstance(steps, bool) or not isinstance(steps, (int, np.integer)) or steps < 0:
            raise InvalidInput("steps", steps, "must be a non-negative integer")
        found = np.ones((len(self.rates), steps + 1))
        for c, (weights, matrices) in enumerate(self._tables):
            factors = np.eye(matrices.shape[1]) - float(self.gamma) * matrices
            after = np.eye(matrices.shape[1])
            for k in range(1, steps + 1):
                after = np.einsum("z,zji,jk,zkl->il", weights, factors, after, factors, optimize=True)
                found[c, k] = np.linalg.eigvalsh(after)[-1]
        return found


def stability(gamma: Any, weights: Sequence[Array], matrices: Sequence[Array], limits: Array) -> Stability:
    """The stability of clients that draw matrices (n_c, d, d) with weights (n_c,). `limits` are `largest_steps`.

    Raises UnstableStep, naming client and limit, where the products of a client do not shrink in mean square; decided exactly where
    step size, weights and matrices are rational.
    """
    value = exact_or_float("gamma", gamma)
    if not value > 0:
        raise InvalidInput("gamma", gamma, "must be positive")
    tables = [(to_float(w), to_float(A)) for w, A in zip(weights, matrices, strict=True)]
    found = [_rate_and_radius(float(value), w, A) for w, A in tables]
    for c, (w, A) in enumerate(zip(weights, matrices, strict=True)):
        exact = is_exact(w, A) and not isinstance(value, float)
        if not (_shrinks(value, w, A) if exact else found[c][1] < 1):
            raise UnstableStep("gamma", gamma, _refusal(c, A, w, limits[c], found[c][1]))
    rates, radii = np.array(found).T
    return Stability(value, rates, radii, limits, tables)


def largest_steps(weights: Sequence[Array], matrices: Sequence[Array]) -> Array:
    """(N,): client c's products shrink in mean square for 0 < gamma < this, and for no other step size; 0 where for none. Float64.

    They shrink if and only if some positive Y has gamma E[A' Y A] < M'Y + YM for the mean M: for each Y an interval of gamma that begins
    at 0, and so is their union. At its end an eigenvector of eigenvalue 1 appears: gamma times the positive operator that solves
    M X + X M' = E[A . A'] has spectral radius 1.
    """
    return np.array([_largest_step(to_float(w), to_float(A)) for w, A in zip(weights, matrices, strict=True)])


def _largest_step(weights: Array, matrices: Array) -> float:
    mean = np.tensordot(weights, matrices, 1)
    real_parts = np.linalg.eigvals(mean).real
    # an eigenvalue on the imaginary axis is found to within some roundings of it
    if real_parts.min() <= len(mean) * np.finfo(float).eps * np.linalg.norm(mean):
        return 0.0
    operator = np.linalg.solve(_on_symmetric(_sum(mean)), _on_symmetric(_square(weights, matrices)))
    return 1 / float(np.abs(np.linalg.eigvals(operator)).max())


def _rate_and_radius(gamma: float, weights: Array, matrices: Array) -> tuple[float, float]:
    mean = np.tensordot(weights, matrices, 1)
    squares = np.einsum("z,zki,zkj->ij", weights, matrices, matrices)
    rate = np.linalg.eigvalsh(mean + mean.T - gamma * squares)[0]
    step = np.eye(len(mean) * (len(mean) + 1) // 2) - gamma * _on_symmetric(_sum(mean) - gamma * _square(weights, matrices))
    return float(rate), float(np.abs(np.linalg.eigvals(step)).max())


def _shrinks(gamma: Any, weights: Array, matrices: Array) -> bool:
    """Whether the map X -> E[(1 - gamma A) X (1 - gamma A)'] has spectral radius below one, exactly.

    Enough: E[A + A' - gamma A'A] is positive definite. Otherwise Stein's theorem: Y = map(Y) + 1 exists and is positive definite.
    """
    mean, d = np.tensordot(weights, matrices, 1), matrices.shape[1]
    squares = np.tensordot(weights, matrices.transpose(0, 2, 1) @ matrices, 1)
    if is_positive_definite(mean + mean.T - gamma * squares):
        return True
    rows, columns = np.triu_indices(d)
    eye = identity(d, mean)
    try:
        half = solve(gamma * _on_symmetric(_sum(mean) - gamma * _square(weights, matrices)), eye[rows, columns])
    except (np.linalg.LinAlgError, ZeroDivisionError):  # `solve` divides in dimension one
        return False
    Y = 0 * eye
    Y[rows, columns] = Y[columns, rows] = half
    return is_positive_definite(Y)


def _sum(mean: Array) -> Array:
    """M X + X M' as a tensor [i, k, j, l] on X[j, l]."""
    eye = identity(len(mean), mean)
    return np.einsum("ij,kl->ikjl", mean, eye) + np.einsum("ij,kl->ikjl", eye, mean)


def _square(weights: Array, matrices: Array) -> Array:
    """E[A X A'] as a tensor [i, k, j, l] on X[j, l]."""
    n, d, _ = matrices.shape
    flat = matrices.reshape(n, d * d)
    return ((flat.T * weights) @ flat).reshape(d, d, d, d).transpose(0, 2, 1, 3)


def _on_symmetric(tensor: Array) -> Array:
    """A map of symmetric matrices as a matrix on their upper halves."""
    rows, columns = np.triu_indices(len(tensor))
    at = tensor[rows, columns]
    return at[:, rows, columns] + at[:, columns, rows] * (rows != columns).astype(int)


def _refusal(client: int, matrices: Array, weights: Array, limit: float, radius: float) -> str:
    if limit == 0:
        lowest = np.linalg.eigvals(np.tensordot(to_float(weights), to_float(matrices), 1)).real.min()
        return f"no step size is stable for client {client}: its mean matrix has an eigenvalue with real part {lowest:.6g}, must be > 0"
    return f"must be below {limit:.6g}, or client {client}'s second moments grow: spectral radius {radius:.6g}, must be < 1"
