"""One client at the optimum: its gradient, Hessian and gradient noise, there and on average over where its iterates are.

A client is met as a `Local`, made afresh in every pass over the clients. It answers in displacements u = theta - theta*, so that data
and problems given by derivatives look alike.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sparse

from symfed.models.arrays import Array, to_float
from symfed.planning.losses import Loss


class Averaged(NamedTuple):
    """What a client's iterates meet on average: gradients (q, P) at each of q displacements, Hessian (P, P), noise covariance (P, P)."""

    gradients: Array
    hessian: Array
    noise: Array


class Local(ABC):
    """A client at theta*: f_c with its gradient noise, as a function of the displacement u, (P,)."""

    name: str
    weight: float

    @property
    @abstractmethod
    def num_parameters(self) -> int:
        """P."""

    @abstractmethod
    def averaged(self, points: Array, weights: Array, covariance: Array | None) -> Averaged:
        """Averages over a mixture of Gaussians: means (q, P), weights (q,), one covariance (P, P) or none for the points themselves."""

    @abstractmethod
    def bend(self, covariance: Array) -> Array:
        """Half the third derivative at theta* applied to a covariance, (P,)."""

    @abstractmethod
    def squared_hessian(self, hessian: Array) -> Array:
        """E[H²] over the Hessians of a step's minibatches at theta*, (P, P), given their mean."""

    @property
    def worst_curvature(self) -> float | None:
        """A bound on the Hessian of every sample loss at every point; None where a client has no samples."""
        return None

    @property
    def size(self) -> int:
        """The number of samples."""
        return 0

    def at(self, displacement: Array) -> Averaged:
        """Gradient (1, P), Hessian and noise at one displacement."""
        return self.averaged(displacement[None], np.ones(1), None)


@dataclass
class DataLocal(Local):
    """A client with data: loss phi(a' theta; y) averaged over its samples, + l2 |theta|²/2; a step averages `batch` samples.

    theta (K, d): the point from which displacements count.
    """

    name: str
    weight: float
    features: Any
    targets: Array
    loss: Loss
    l2: float
    batch: int
    theta: Array

    def __post_init__(self) -> None:
        self.scores = self._scores(self.theta)

    @property
    def size(self) -> int:
        return len(self.targets)

    @property
    def num_parameters(self) -> int:
        return int(self.theta.size)

    @property
    def worst_curvature(self) -> float:
        squares = self.features.multiply(self.features) if sparse.issparse(self.features) else self.features**2
        steepest = {"LeastSquares": 1.0, "Logistic": 0.25}.get(type(self.loss).__name__, 0.5)  # the largest eigenvalue of phi''
        return float(steepest * np.asarray(squares.sum(axis=1)).max() + self.l2)

    def value(self) -> float:
        """The client's loss at `theta`."""
        return float(self.loss.values(self.scores, self.targets).mean() + self.l2 * (self.theta**2).sum() / 2)

    def gradient(self) -> Array:
        """The client's gradient at `theta`, (P,)."""
        return self._backward(self.loss.slopes(self.scores, self.targets)) + self.l2 * self.theta.ravel()

    def hessian(self) -> Array:
        """The client's Hessian at `theta`, (P, P)."""
        return self._ridged(self._gram(self.loss.curvatures(self.scores)))

    def averaged(self, points: Array, weights: Array, covariance: Array | None) -> Averaged:
        means = np.stack([self.scores + self._scores(u.reshape(self.theta.shape)) for u in points])
        spread = None if covariance is None else self._spread(covariance)
        found = self.loss.averaged(means, weights, spread, self.targets)
        data = np.stack([self._backward(slopes) for slopes in found.slopes])
        hessian = self._gram(found.curvatures)
        mean_squares = (data * weights[:, None]).T @ data  # E of the mean gradient's square, which is no noise
        if covariance is not None:
            mean_squares += hessian @ covariance @ hessian
        noise = (self._gram(found.squares) - mean_squares) / self.batch
        return Averaged(data + self.l2 * (self.theta.ravel() + points), self._ridged(hessian), noise)

    def bend(self, covariance: Array) -> Array:
        return self._backward(self.loss.bends(self.scores, self._spread(covariance)))

    def squared_hessian(self, hessian: Array) -> Array:
        curvatures = self.loss.curvatures(self.scores)
        squares = self.features.multiply(self.features) if sparse.issparse(self.features) else self.features**2
        lengths = np.asarray(squares.sum(axis=1)).ravel()
        data = hessian - self.l2 * np.eye(len(hessian))
        one = self._gram(curvatures @ curvatures * lengths[:, None, None])
        return (one - data @ data) / self.batch + hessian @ hessian

    def _scores(self, theta: Array) -> Array:
        return np.asarray(self.features @ theta.T)

    def _backward(self, slopes: Array) -> Array:
        return np.asarray(self.features.T @ slopes).T.ravel() / self.size

    def _ridged(self, hessian: Array) -> Array:
        return hessian + self.l2 * np.eye(len(hessian))

    def _gram(self, weights: Array) -> Array:
        """The mean over samples of weights (K, K) times a a', as a matrix of all parameters."""
        X, (K, d) = self.features, self.theta.shape
        out = np.empty((K, d, K, d))
        for k in range(K):
            for j in range(k + 1):
                w = weights[:, k, j]
                block = (X.T @ X.multiply(w[:, None]).tocsr()).toarray() if sparse.issparse(X) else X.T @ (X * w[:, None])
                out[k, :, j], out[j, :, k] = block, block.T
        return out.reshape(K * d, K * d) / self.size

    def _spread(self, covariance: Array) -> Array:
        """Covariances of the scores, (n, K, K)."""
        X, (K, d) = self.features, self.theta.shape
        blocks, out = covariance.reshape(K, d, K, d), np.empty((self.size, K, K))
        for k in range(K):
            for j in range(k + 1):
                seen = X @ np.ascontiguousarray(blocks[k, :, j])
                sums = np.asarray(X.multiply(seen).sum(axis=1)).ravel() if sparse.issparse(X) else np.einsum("nd,nd->n", X, seen)
                out[:, k, j] = out[:, j, k] = sums
        return out


@dataclass
class JetLocal(Local):
    """A client known by its derivatives at theta*: gradient, Hessian, noise, and what follows them where there is more to know.

    bends: third and fourth derivative, (P,)*3 and (P,)*4. noise_bends: first and second derivative of the noise covariance. A None
    and what stands behind it is zero.
    """

    name: str
    weight: float
    gradient: Array
    hessian: Array
    noise: Array
    bends: tuple[Array | None, Array | None] = (None, None)
    noise_bends: tuple[Array | None, Array | None] = (None, None)

    @property
    def num_parameters(self) -> int:
        return len(self.gradient)

    def averaged(self, points: Array, weights: Array, covariance: Array | None) -> Averaged:
        V = np.zeros_like(self.hessian) if covariance is None else covariance
        seconds = V + np.einsum("q,qi,qj->ij", weights, points, points)
        mean = weights @ points
        gradients = self.gradient + points @ self.hessian
        hessian, noise = self.hessian, self.noise
        third, fourth = self.bends
        if third is not None:
            own = V + points[:, :, None] * points[:, None, :]
            gradients = gradients + np.einsum("ijk,qjk->qi", third, own) / 2
            hessian = hessian + third @ mean
            if fourth is not None:
                cubes = points[:, :, None, None] * (points[:, None, :, None] * points[:, None, None, :] + 3 * V)
                gradients = gradients + np.einsum("ijkl,qjkl->qi", fourth, cubes) / 6
                hessian = hessian + np.einsum("ijkl,kl->ij", fourth, seconds) / 2
        for derivative, argument, factor in zip(self.noise_bends, (mean, seconds), (1.0, 0.5), strict=True):
            if derivative is not None:
                noise = noise + factor * np.tensordot(derivative, argument, axes=argument.ndim)
        return Averaged(gradients, hessian, noise)

    def bend(self, covariance: Array) -> Array:
        third = self.bends[0]
        return np.zeros_like(self.gradient) if third is None else np.einsum("ijk,jk->i", third, covariance) / 2

    def squared_hessian(self, hessian: Array) -> Array:
        seconds = self.noise_bends[1]  # half of it, traced over the noise's axes, is the covariance of the samples' Hessians
        return hessian @ hessian + (0 if seconds is None else np.einsum("iikl->kl", seconds) / 2)


def data_locals(clients: Any, loss: Loss, theta: Array) -> Iterator[DataLocal]:
    """The clients of a stream, with displacements counted from theta (P,)."""
    point = theta.reshape(loss.outputs, clients.dim)
    for one in clients:
        yield DataLocal(one.name, one.weight, one.features, one.targets, loss, clients.l2, clients.batch, point)


def jet_locals(problem: Any) -> list[JetLocal]:
    """The clients of a problem without data, uniformly weighted, from its derivatives at the optimum."""
    if hasattr(problem, "hessian_matrices"):  # quadratic clients: nothing is built for derivatives that vanish
        hessians, noise = to_float(problem.hessian_matrices), to_float(problem.noise)
        gradients = np.einsum("cij,cj->ci", hessians, to_float(problem.optimum) - to_float(problem.optima))
        noise = np.broadcast_to(noise, hessians.shape)
        return [JetLocal(f"{c}", 1 / len(hessians), *parts) for c, parts in enumerate(zip(gradients, hessians, noise, strict=True))]
    jets = problem.jets
    parts = [jets.third_derivatives, jets.fourth_derivatives, jets.noise_derivative, jets.noise_second_derivative]
    each = [[None] * jets.N if part is None else to_float(part) for part in parts]
    gradients, hessians, noise = to_float(jets.gradients), to_float(jets.hessians), to_float(jets.noise_covariance)
    return [
        JetLocal(f"{c}", 1 / jets.N, gradients[c], hessians[c], noise[c], (each[0][c], each[1][c]), (each[2][c], each[3][c]))
        for c in range(jets.N)
    ]
