"""Sums of powers over the steps of a round, in the eigenbasis of a symmetric matrix."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from symfed.models.arrays import Array

_TINY = 1e-4  # below it two terms of a series are accurate to 1e-8

_NEAR_ENDS, _NODES = 64, 8  # of a long sum: beyond so many rounds a mode changes by 1/64² of its curvature within one

_GONE = -1e300  # the logarithm of zero: finite, so that no number of steps gives infinity or NaN


def geometric(z: Array | float, n: Any) -> Array:
    """The sum of (1 - z)^k over 0 <= k < n, for 0 <= z < 2; n may be infinite where z > 0, any real number where z < 1, or an array."""
    z = np.asarray(z, dtype=float)
    if np.ndim(n) == 0 and np.isinf(n):
        return 1 / z
    with np.errstate(divide="ignore", invalid="ignore"):
        gone = -np.expm1(n * _log_left(z))
        if z.size and z.max() > 1:  # then 1 - z is negative
            gone = np.where((z > 1) & (np.mod(n, 2) == 1), 2 - gone, gone)
        return np.where(z > 0, gone / z, n)


def twice_geometric(z: Array, n: int, once: Array | None = None) -> Array:
    """The sum over 0 <= h < n of `geometric(z, h)`; once: `geometric(z, n)` if it is known."""
    once = geometric(z, n) if once is None else once
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(z * n > _TINY, (n - once) / z, n * (n - 1) / 2 * (1 - z * (n - 2) / 3))


def joint_geometric(a: Array, b: Array, n: int) -> Array:
    """`geometric(joined(a, b), n)` for 0 <= a, b < 2 and a whole n >= 1: one power for a pair, as logarithms add up."""
    z = joint_decay(a, b)
    with np.errstate(divide="ignore", invalid="ignore"):
        gone = -np.expm1(n * (_log_left(a)[..., :, None] + _log_left(b)[..., None, :]))
        if n % 2 == 1 and max(a.max(), b.max()) > 1:
            gone = np.where((a > 1)[..., :, None] ^ (b > 1)[..., None, :], 2 - gone, gone)
        return np.where(z > 0, gone / z, n)


def _log_left(z: Array) -> Array:
    """log |1 - z|; log1p keeps the accuracy of a slow mode, and the logarithm for z = 1 is finite."""
    with np.errstate(divide="ignore"):
        return np.maximum(np.where(z < 0.5, np.log1p(-np.minimum(z, 0.5)), np.log(np.abs(1 - z))), _GONE)


def joint_decay(a: Array, b: Array) -> Array:
    """1 - (1 - a)(1 - b) for all pairs of their last axes, (..., len(a), len(b))."""
    return a[..., :, None] + b[..., None, :] - outer(a, b)


def outer(a: Array, b: Array) -> Array:
    """All products of pairs of the last axes, (..., len(a), len(b))."""
    return a[..., :, None] * b[..., None, :]


def steps_rule(H: int) -> tuple[Array, Array]:
    """Three numbers of steps and weights, for the mean over h = 0 .. H - 1 of a polynomial in h: exact to degree five."""
    if H == 1:
        return np.zeros(1), np.ones(1)
    second, apart = (H**2 - 1) / 12, (3 * H**2 - 7) / 20  # the second moment about the middle, and the fourth over the second
    side, middle = second / (2 * apart), (H - 1) / 2
    return middle + np.sqrt(apart) * np.array([-1.0, 0.0, 1.0]), np.array([side, 1 - 2 * side, side])


def rounds_rule(n: float) -> tuple[Array, Array]:
    """Numbers from 1 to n and weights, for sums over all integers in between: all of them if they are few, else all near both ends.

    In between nodes for integrals, on intervals as long as their distance from the ends: the summand varies slowly there.
    """
    if n <= 2 * _NEAR_ENDS:
        return np.arange(1, n + 1), np.ones(int(n))
    near = np.arange(1, _NEAR_ENDS + 1)
    nodes, weights = [near, n + 1 - near], [np.ones(_NEAR_ENDS)] * 2
    low, middle = _NEAR_ENDS + 0.5, (n + 1) / 2
    points, shares = np.polynomial.legendre.leggauss(_NODES)
    while low < middle:
        high = min(1.5 * low, middle)
        piece, share = low + (high - low) * (points + 1) / 2, shares * (high - low) / 2
        nodes += [piece, n + 1 - piece]
        weights += [share, share]
        low = high
    return np.concatenate(nodes), np.concatenate(weights)


class Modes(NamedTuple):
    """A symmetric matrix, or a stack of them, by eigenvalues (..., P) and eigenvectors (..., P, P), with changes of basis.

    Vectors have as many axes as the eigenvalues, matrices one more; axes of length one are repeated along the stack.
    """

    values: Array
    vectors: Array

    @classmethod
    def of(cls, matrix: Array) -> Modes:
        """The eigenvalues and eigenvectors of symmetric matrices."""
        return cls(*np.linalg.eigh(matrix))

    def seen(self, value: Array) -> Array:
        """A vector or a matrix in the eigenbasis."""
        turned = self.vectors.swapaxes(-1, -2)
        return (turned @ value[..., None])[..., 0] if value.ndim == self.values.ndim else turned @ value @ self.vectors

    def back(self, value: Array) -> Array:
        """A vector or a matrix from the eigenbasis in the original basis; symmetric matrices remain symmetric."""
        turned = self.vectors.swapaxes(-1, -2)
        return (self.vectors @ value[..., None])[..., 0] if value.ndim == self.values.ndim else self.vectors @ value @ turned


def weighted_sum(left: Array, middle: Array, right: Array) -> Array:
    """The sum over a stack of left @ middle @ right', with middle diagonal (B, P) or not (B, P, P): one product of long matrices."""
    half = left * middle[:, None, :] if middle.ndim == 2 else left @ middle
    P = left.shape[1]
    return half.transpose(1, 0, 2).reshape(P, -1) @ right.transpose(1, 0, 2).reshape(P, -1).T
