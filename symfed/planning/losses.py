"""The losses of linear scores: value, slope and curvature of every sample, and what they are on average over Gaussian scores.

A sample with features a and target y has the loss phi(s; y) of its K scores s = a' theta; K = 1 but for classes. Scores (n, K), slopes
(n, K) = dphi/ds, curvatures (n, K, K). Everything along the data: no tensor of the parameters is ever built from a third derivative.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cache
from typing import NamedTuple

import numpy as np

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array

_HERMITE = 9  # nodes: exact to degree 17, and a sigmoid's mean is good to 1e-4 while its score spreads by less than 4


class ScoreMoments(NamedTuple):
    """Averages over Gaussian scores: slopes (q, n, K) for each of q means; curvatures and squares of slopes (n, K, K) over all of them."""

    slopes: Array
    curvatures: Array
    squares: Array


class Loss(ABC):
    """phi(s; y), with its first two derivatives in the scores, and half the third one applied to a covariance."""

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
        """Half of phi''' applied to a covariance (n, K, K): what a small spread of the scores adds to the mean slopes, (n, K)."""

    def averaged(self, means: Array, weights: Array, covariance: Array | None, targets: Array) -> ScoreMoments:
        """Averages over a mixture of Gaussian scores: means (q, n, K) with weights (q,), one covariance (n, K, K) or none."""
        points, shares = (np.zeros((1, self.outputs)), np.ones(1)) if covariance is None else gaussian_rule(self.outputs)
        root = None if covariance is None else _root(covariance)
        slopes, curvatures, squares = np.zeros(means.shape), *np.zeros((2, *means.shape[1:], self.outputs))
        for point, share in zip(points, shares, strict=True):
            shift = 0.0 if root is None else root @ point
            for q, weight in enumerate(weights):
                scores = means[q] + shift
                slope = self.slopes(scores, targets)
                slopes[q] += share * slope
                curvatures += share * weight * self.curvatures(scores)
                squares += share * weight * slope[:, :, None] * slope[:, None, :]
        return ScoreMoments(slopes, curvatures, squares)


class LeastSquares(Loss):
    """phi(s; y) = (s - y)²/2."""

    def values(self, scores: Array, targets: Array) -> Array:
        return (scores[:, 0] - targets) ** 2 / 2

    def slopes(self, scores: Array, targets: Array) -> Array:
        return scores - targets[:, None]

    def curvatures(self, scores: Array) -> Array:
        return np.ones((len(scores), 1, 1))

    def bends(self, scores: Array, covariance: Array) -> Array:
        return np.zeros_like(scores)


class Logistic(Loss):
    """phi(s; y) = log(1 + exp(-y s)), y = -1 or +1."""

    def values(self, scores: Array, targets: Array) -> Array:
        return np.logaddexp(0, -targets * scores[:, 0])

    def slopes(self, scores: Array, targets: Array) -> Array:
        y = targets[:, None]
        return -y * _sigmoid(-y * scores)

    def curvatures(self, scores: Array) -> Array:
        return (_sigmoid(scores) * _sigmoid(-scores))[:, :, None]

    def bends(self, scores: Array, covariance: Array) -> Array:
        p, q = _sigmoid(scores), _sigmoid(-scores)
        return p * q * (q - p) * covariance[:, :, 0] / 2


class Softmax(Loss):
    """phi(s; y) = log sum_k exp(s_k) - s_y, y = 0 .. K - 1."""

    def __init__(self, classes: int) -> None:
        self.outputs = classes

    def values(self, scores: Array, targets: Array) -> Array:
        top = scores.max(axis=1)
        return top + np.log(np.exp(scores - top[:, None]).sum(axis=1)) - scores[np.arange(len(scores)), targets]

    def slopes(self, scores: Array, targets: Array) -> Array:
        p = _softmax(scores)
        p[np.arange(len(p)), targets] -= 1
        return p

    def curvatures(self, scores: Array) -> Array:
        p = _softmax(scores)
        return p[:, :, None] * (np.eye(self.outputs) - p[:, None, :])

    def bends(self, scores: Array, covariance: Array) -> Array:
        p, own = _softmax(scores), np.einsum("nkk->nk", covariance)
        seen = np.einsum("nkl,nl->nk", covariance, p)
        return p * (own - 2 * seen + (2 * (p * seen).sum(1) - (p * own).sum(1))[:, None]) / 2


def loss_named(name: str, classes: int | None = None) -> Loss:
    """A loss by its name; softmax wants its number of classes. Raises InvalidInput for another name."""
    if name == "least_squares":
        return LeastSquares()
    if name == "logistic":
        return Logistic()
    if name == "softmax" and classes:
        return Softmax(classes)
    raise InvalidInput("loss", name, "must be least_squares, logistic or softmax")


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


def _root(covariance: Array) -> Array:
    if covariance.shape[-1] == 1:
        return np.sqrt(np.maximum(covariance, 0))
    values, vectors = np.linalg.eigh(covariance)  # not Cholesky: a covariance of scores may be singular
    return vectors * np.sqrt(np.maximum(values, 0))[:, None, :]


def _sigmoid(x: Array) -> Array:
    # tanh neither overflows nor branches
    return (1 + np.tanh(x / 2)) / 2


def _softmax(scores: Array) -> Array:
    p = np.exp(scores - scores.max(axis=1, keepdims=True))
    return p / p.sum(axis=1, keepdims=True)
