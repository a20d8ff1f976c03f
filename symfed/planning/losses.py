"""The losses of linear scores: value, slope and curvature of every sample, and their averages over Gaussian scores.

A sample with features a and target y has the loss phi(s; y) of its K scores s = a' theta; K = 1 but for classes. Scores (n, K), slopes
(n, K) = dphi/ds, curvatures (n, K, K). Everything is computed along the data, without tensors of third derivatives in the parameters.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

import numpy as np
from scipy.special import softmax

from symfed.models.arrays import Array

_HERMITE = 9  # nodes: exact to degree 17, and a sigmoid's mean is accurate to 1e-4 if its score's deviation is below 4
_AT_ONCE = 2**17  # scores for which a loss is evaluated together, so that they stay in cache


class ScoreMoments(NamedTuple):
    """Averages over Gaussian scores: slopes (q, n, K) for each of q means; curvatures and squares of slopes (n, K, K) over all of them."""

    slopes: Array
    curvatures: Array
    squares: Array


class Loss(ABC):
    """phi(s; y), with its first two derivatives in the scores, and half the third one applied to a covariance.

    Samples may have several axes: (clients, n) in place of n.
    """

    outputs: int = 1

    @abstractmethod
    def values(self, scores: Array, targets: Array) -> Array:
        """phi, (n,)."""

    @abstractmethod
    def slopes(self, scores: Array, targets: Array) -> Array: ...

    @abstractmethod
    def curvatures(self, scores: Array) -> Array: ...

    @abstractmethod
    def bends(self, scores: Array, covariance: Array) -> Array:
        """Half of phi''' applied to a covariance (n, K, K): the change of the mean slopes (n, K) by a small spread of the scores."""

    @abstractmethod
    def averaged(self, means: Array, weights: Array, covariance: Array | None, targets: Array) -> ScoreMoments:
        """Averages over a mixture of Gaussian scores: means (q, n, K) with weights (q,), one covariance (n, K, K) or none."""


class LeastSquares(Loss):
    """phi(s; y) = (s - y)²/2."""

    def values(self, scores: Array, targets: Array) -> Array:
        return (scores[..., 0] - targets) ** 2 / 2

    def slopes(self, scores: Array, targets: Array) -> Array:
        return scores - targets[..., None]

    def curvatures(self, scores: Array) -> Array:
        return np.ones((*scores.shape, 1))

    def bends(self, scores: Array, covariance: Array) -> Array:
        return np.zeros_like(scores)

    def averaged(self, means: Array, weights: Array, covariance: Array | None, targets: Array) -> ScoreMoments:
        slopes = self.slopes(means, targets)
        squares = np.tensordot(weights, slopes**2, 1)[..., None]
        return ScoreMoments(slopes, np.ones_like(squares), squares if covariance is None else squares + covariance)


class Logistic(Loss):
    """phi(s; y) = log(1 + exp(-y s)), y = -1 or +1."""

    def values(self, scores: Array, targets: Array) -> Array:
        return np.logaddexp(0, -targets * scores[..., 0])

    def slopes(self, scores: Array, targets: Array) -> Array:
        y = targets[..., None]
        return -y * _sigmoid(-y * scores)

    def curvatures(self, scores: Array) -> Array:
        return (_sigmoid(scores) * _sigmoid(-scores))[..., None]

    def bends(self, scores: Array, covariance: Array) -> Array:
        p, q = _sigmoid(scores), _sigmoid(-scores)
        return p * q * (q - p) * covariance[..., 0] / 2

    def averaged(self, means: Array, weights: Array, covariance: Array | None, targets: Array) -> ScoreMoments:
        y = targets[..., None]
        wrong, squares = _gaussian_moments(lambda scores: _sigmoid(-y * scores), means, weights, covariance)
        return ScoreMoments(-y * wrong, np.tensordot(weights, wrong, 1)[..., None] - squares, squares)


class Softmax(Loss):
    """phi(s; y) = log sum_k exp(s_k) - s_y, y = 0 .. K - 1."""

    def __init__(self, classes: int) -> None:
        self.outputs = classes

    def values(self, scores: Array, targets: Array) -> Array:
        top = scores.max(axis=-1)
        own = np.take_along_axis(scores, targets[..., None], axis=-1)[..., 0]
        return np.asarray(top + np.log(np.exp(scores - top[..., None]).sum(axis=-1)) - own)

    def slopes(self, scores: Array, targets: Array) -> Array:
        return softmax(scores, axis=-1) - self._own(targets)

    def curvatures(self, scores: Array) -> Array:
        p = softmax(scores, axis=-1)
        return p[..., :, None] * (np.eye(self.outputs) - p[..., None, :])

    def bends(self, scores: Array, covariance: Array) -> Array:
        p, own = softmax(scores, axis=-1), np.einsum("...kk->...k", covariance)
        seen = np.einsum("...kl,...l->...k", covariance, p)
        return p * (own - 2 * seen + (2 * (p * seen).sum(-1) - (p * own).sum(-1))[..., None]) / 2

    def averaged(self, means: Array, weights: Array, covariance: Array | None, targets: Array) -> ScoreMoments:
        shares, products = _gaussian_moments(partial(softmax, axis=-1), means, weights, covariance)
        own, mean = self._own(targets), np.tensordot(weights, shares, 1)
        cross = mean[..., :, None] * own[..., None, :]
        squares = products - cross - cross.swapaxes(-1, -2) + own[..., :, None] * own[..., None, :]
        return ScoreMoments(shares - own, mean[..., :, None] * np.eye(self.outputs) - products, squares)

    def _own(self, targets: Array) -> Array:
        return np.asarray(np.arange(self.outputs) == targets[..., None], dtype=float)


def loss_named(name: str, classes: int | None) -> Loss:
    """A loss by its name; softmax has a number of classes."""
    return Softmax(classes) if classes else LeastSquares() if name == "least_squares" else Logistic()


@cache
def gaussian_rule(K: int) -> tuple[Array, Array]:
    """Points (M, K) and weights (M,) for averages over N(0, Id): Gauss-Hermite for K = 1, exact to degree 5 for more (2K² + 1 points).

    Source: McNamee and Stenger, Construction of fully symmetric numerical integration formulas, 1967.
    """
    if K == 1:
        points, weights = np.polynomial.hermite_e.hermegauss(_HERMITE)
        return points[:, None], weights / weights.sum()
    eye = np.eye(K)
    pairs = [s * eye[i] + t * eye[j] for i in range(K) for j in range(i) for s in (1, -1) for t in (1, -1)]
    points = np.concatenate([np.zeros((1, K)), np.sqrt(K + 2) * eye, -np.sqrt(K + 2) * eye, np.sqrt((K + 2) / 2) * np.array(pairs)])
    centre, axis, diagonal = 2 / (K + 2), (4 - K) / (2 * (K + 2) ** 2), 1 / (K + 2) ** 2
    return points, np.array([centre, *[axis] * 2 * K, *[diagonal] * len(pairs)])


def _gaussian_moments(function: Callable[[Array], Array], means: Array, weights: Array, covariance: Array | None) -> tuple[Array, Array]:
    """A function p (n, K) of Gaussian scores: E[p] (q, n, K) for each of the means, and E[p p'] (n, K, K) over all of them."""
    if covariance is None:
        points, shares, root = np.zeros((1, means.shape[-1])), np.ones(1), np.zeros((*means.shape[1:], means.shape[-1]))
    else:
        (points, shares), root = gaussian_rule(means.shape[-1]), _root(covariance)
    first, second = np.zeros(means.shape), np.zeros(root.shape)
    step = max(1, _AT_ONCE // means.size)
    for k in range(0, len(points), step):
        shifts = np.moveaxis(root @ points[k : k + step].T, -1, 0)  # (points, n, K)
        found = function(means[:, None] + shifts)
        first += np.stack([np.tensordot(shares[k : k + step], one, 1) for one in found])
        both = np.multiply.outer(weights, shares[k : k + step]).ravel()
        flat = found.reshape(-1, *means.shape[1:])
        if means.shape[-1] == 1:
            second += np.tensordot(both, flat**2, 1)[..., None]
        else:
            rows = np.moveaxis(flat, 0, -1)  # (n, K, points)
            second += (rows * both) @ rows.swapaxes(-1, -2)
    return first, second


def _root(covariance: Array) -> Array:
    if covariance.shape[-1] == 1:
        return np.sqrt(np.maximum(covariance, 0))
    values, vectors = np.linalg.eigh(covariance)  # not Cholesky: a covariance of scores may be singular
    return vectors * np.sqrt(np.maximum(values, 0))[..., None, :]


def _sigmoid(x: Array) -> Array:
    # tanh neither overflows nor branches
    return (1 + np.tanh(x / 2)) / 2
