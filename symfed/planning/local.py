"""Clients at the optimum: gradient, Hessian and gradient noise of each, there and averaged over its iterates.

Clients are processed in stacks, as a `Local`, built again in every pass over them: many if they are small, so that linear algebra and
not Python takes the time, and one if they are large. B is the number of clients in the stack, the first axis of arrays. A stack
takes displacements u = theta - theta*, so that data and problems given by derivatives have the same interface.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import scipy.sparse as sparse

from symfed.models.arrays import Array, to_float
from symfed.planning.losses import Loss

_ROUNDING = 1e-13  # of sums of squares, relative
_STACKED = 2**17  # numbers in an array of a stack, so that it stays in cache


class Averaged(NamedTuple):
    """Averages over clients' iterates: gradients (B, q, P) at each of q displacements, Hessians and noise covariances (B, P, P)."""

    gradients: Array
    hessians: Array
    noises: Array


class Local(ABC):
    """Clients at theta*: f_c with its gradient noise, as a function of the displacement u, (P,)."""

    names: list[str]
    weights: Array  # (B,)

    def __len__(self) -> int:
        return len(self.names)

    @property
    @abstractmethod
    def num_parameters(self) -> int:
        """P."""

    @abstractmethod
    def affine_gradients(self, chosen: slice) -> tuple[Array, Array]:
        """Gradients of affine clients as matrices on (u, 1): means (B, P, P + 1), covariances of a step's (B, P, P + 1, P, P + 1)."""

    @abstractmethod
    def averaged(self, points: Array, weights: Array, covariances: Array | None) -> Averaged:
        """Averages over mixtures of Gaussians: means (B, q, P), weights (q,), one covariance each (B, P, P) or none for the points."""

    @abstractmethod
    def bends(self, covariance: Array) -> Array:
        """Half the third derivatives at theta* applied to a covariance (P, P), (B, P)."""

    @abstractmethod
    def squared_hessians(self, hessians: Array) -> Array:
        """E[H²] over the Hessians of a step's minibatches at theta*, (B, P, P), given their means."""

    @property
    def worst_curvatures(self) -> Array | None:
        """Bounds on the Hessian of every sample loss at every point, (B,); None if clients have no samples."""
        return None

    def at(self, displacement: Array) -> Averaged:
        """Gradients (B, 1, P), Hessians and noises at one displacement."""
        return self.averaged(np.broadcast_to(displacement, (len(self), 1, len(displacement))), np.ones(1), None)


class StackedRows(NamedTuple):
    """The samples of a stack: features (B, n, d), or those of one client (n, d) if they are sparse; targets (B, n).

    shares (B, n): of each sample in its client's mean, 1/n_c; clients with fewer samples than others are padded with rows of share zero.
    """

    names: list[str]
    weights: Array
    features: Any
    targets: Array
    shares: Array

    @classmethod
    def of(cls, clients: list[Any]) -> StackedRows:
        """The samples of clients with features (n_c, d) and targets (n_c,)."""
        names, weights = [one.name for one in clients], np.array([one.weight for one in clients])
        if len(clients) == 1:
            X, y = clients[0].features, clients[0].targets
            return cls(names, weights, X if sparse.issparse(X) else X[None], y[None], np.full((1, len(y)), 1 / len(y)))
        sizes = np.array([len(one.targets) for one in clients])
        filled = np.arange(sizes.max()) < sizes[:, None]
        dense = [one.features.toarray() if sparse.issparse(one.features) else one.features for one in clients]
        features, targets = np.zeros((*filled.shape, dense[0].shape[1])), np.zeros(filled.shape, clients[0].targets.dtype)
        features[filled], targets[filled] = np.concatenate(dense), np.concatenate([one.targets for one in clients])
        shares = filled / sizes[:, None]
        return cls(names, weights, features, targets, shares)


def stacked_rows(clients: Iterable[Any], num_parameters: int) -> Iterator[StackedRows]:
    """Yield the clients of a stream in stacks, in order: as many as make arrays of a suitable size with at most half padding."""
    held: list[Any] = []
    rows = most = 0
    for one in clients:
        n = len(one.targets)
        stack, tallest = len(held) + 1, max(most, n)
        size = stack * max(tallest * one.features.shape[1], num_parameters**2)
        if held and (size > _STACKED or stack * tallest > 2 * (rows + n)):
            yield StackedRows.of(held)
            held, rows, tallest = [], 0, n
        held.append(one)
        rows, most = rows + n, tallest
    if held:
        yield StackedRows.of(held)


@dataclass
class DataLocal(Local):
    """Clients with data: losses phi(a' theta; y) averaged over their samples, + l2 |theta|²/2; a step averages `batch` samples.

    theta (K, d): the point from which displacements are measured.
    """

    rows: StackedRows
    loss: Loss
    l2: float
    batch: int
    theta: Array

    def __post_init__(self) -> None:
        self.names, self.weights = self.rows.names, self.rows.weights
        self.scores = self._scores(self.theta.T[None])

    @property
    def num_parameters(self) -> int:
        return int(self.theta.size)

    def affine_gradients(self, chosen: slice) -> tuple[Array, Array]:
        held, d = self.rows.features, self.num_parameters
        X, shares = (held.toarray()[None] if sparse.issparse(held) else held)[chosen], self.rows.shares[chosen]
        slopes = self.loss.slopes(self.scores, self.rows.targets)[chosen]
        each = X[..., None] * np.concatenate([X, slopes], axis=-1)[:, :, None]  # (B, n, d, d + 1)
        means = np.einsum("bn,bnij->bij", shares, each)
        flat = (each - means[:, None]).reshape(*each.shape[:2], -1) * np.sqrt(shares)[..., None]
        covariances = flat.swapaxes(1, 2) @ flat / self.batch
        return means + self.l2 * np.column_stack([np.eye(d), self.theta.ravel()]), covariances.reshape(-1, d, d + 1, d, d + 1)

    @property
    def worst_curvatures(self) -> Array:
        steepest = {"LeastSquares": 1.0, "Logistic": 0.25}.get(type(self.loss).__name__, 0.5)  # the largest eigenvalue of phi''
        return np.asarray(steepest * self._lengths().max(axis=1) + self.l2)

    def values(self) -> Array:
        """The clients' losses at `theta`, (B,)."""
        losses = self.loss.values(self.scores, self.rows.targets)
        return np.asarray((self.rows.shares * losses).sum(axis=1) + self.l2 * (self.theta**2).sum() / 2)

    def gradients(self) -> Array:
        """The clients' gradients at `theta`, (B, P)."""
        return self._backward(self.loss.slopes(self.scores, self.rows.targets)[None])[:, 0] + self.l2 * self.theta.ravel()

    def hessians(self) -> Array:
        """The clients' Hessians at `theta`, (B, P, P)."""
        return self._gram(self.loss.curvatures(self.scores)) + self.l2 * np.eye(self.num_parameters)

    def averaged(self, points: Array, weights: Array, covariances: Array | None) -> Averaged:
        B, q, _ = points.shape
        shifts = self._scores(points.reshape(B, q * len(self.theta), -1).swapaxes(1, 2))  # (B, n, q K)
        means = self.scores + np.moveaxis(shifts.reshape(*shifts.shape[:2], q, -1), 2, 0)
        spread = None if covariances is None else self._spread(covariances)
        found = self.loss.averaged(means, weights, spread, self.rows.targets)
        data = self._backward(found.slopes)
        hessians = self._gram(found.curvatures)
        mean_squares = (data * weights[:, None]).swapaxes(1, 2) @ data  # E of the mean gradient's square, which is not noise
        squares = found.squares
        if covariances is not None and spread is not None:
            mean_squares += hessians @ covariances @ hessians
            bent = (
                squares - np.einsum("q,qbnk,qbnl->bnkl", weights, found.slopes, found.slopes) - found.curvatures @ spread @ found.curvatures
            )
            squares = squares - self.rows.shares[..., None, None] * bent  # the mean gradient is not noise, nor its derivatives
        return Averaged(
            data + self.l2 * (self.theta.ravel() + points),
            hessians + self.l2 * np.eye(self.num_parameters),
            _centred_covariance(self._gram(squares), mean_squares) / self.batch,
        )

    def bends(self, covariance: Array) -> Array:
        return self._backward(self.loss.bends(self.scores, self._spread(covariance[None]))[None])[:, 0]

    def squared_hessians(self, hessians: Array) -> Array:
        curvatures = self.loss.curvatures(self.scores)
        one, square = self._gram(curvatures @ curvatures * self._lengths()[..., None, None]), hessians @ hessians
        of_data = square - self.l2 * (2 * hessians - self.l2 * np.eye(self.num_parameters))  # (H - l2)²
        return (one - of_data) / self.batch + square

    def _lengths(self) -> Array:
        """Squares |a|² of the samples, (B, n)."""
        X = self.rows.features
        return np.asarray(X.multiply(X).sum(axis=1)).reshape(1, -1) if sparse.issparse(X) else np.einsum("bnd,bnd->bn", X, X)

    def _scores(self, columns: Array) -> Array:
        """Features times columns (B, d, k), (B, n, k)."""
        X = self.rows.features
        return np.asarray(X @ columns[0])[None] if sparse.issparse(X) else X @ columns

    def _backward(self, slopes: Array) -> Array:
        """Mean gradients (B, q, P) from slopes (q, B, n, K)."""
        X, K = self.rows.features, len(self.theta)
        columns = np.moveaxis(slopes * self.rows.shares[..., None], 0, 2).reshape(*self.rows.shares.shape, -1)  # (B, n, q K)
        out = np.asarray(X.T @ columns[0])[None] if sparse.issparse(X) else X.swapaxes(1, 2) @ columns
        return out.swapaxes(1, 2).reshape(len(self), -1, K * X.shape[-1])

    def _gram(self, weights: Array) -> Array:
        """The means over samples of weights (B, n, K, K) times a a', as matrices of all parameters."""
        X, (K, d), B = self.rows.features, self.theta.shape, len(self)
        out = np.empty((B, K, d, K, d))
        for k in range(K):
            for j in range(k + 1):
                w = (self.rows.shares * weights[..., k, j])[..., None]
                if sparse.issparse(X):
                    block = (X.T @ X.multiply(w[0]).tocsr()).toarray()
                elif k == j:  # a matrix times its own transpose takes half the work; rounding may make weights negative
                    half = X * np.sqrt(np.maximum(w, 0))
                    block = half.swapaxes(1, 2) @ half
                else:
                    block = X.swapaxes(1, 2) @ (X * w)
                out[:, k, :, j], out[:, j, :, k] = block, block.swapaxes(-1, -2)
        return out.reshape(B, K * d, K * d)

    def _spread(self, covariances: Array) -> Array:
        """Covariances of the scores, (B, n, K, K)."""
        X, (K, d) = self.rows.features, self.theta.shape
        blocks, out = covariances.reshape(-1, K, d, K, d), np.empty((*self.scores.shape, K))
        for k in range(K):
            for j in range(k + 1):
                seen = self._scores(np.ascontiguousarray(blocks[:, k, :, j]))
                sums = np.asarray(X.multiply(seen[0]).sum(axis=1)).ravel() if sparse.issparse(X) else np.einsum("bnd,bnd->bn", X, seen)
                out[..., k, j] = out[..., j, k] = sums
        return out


def _centred_covariance(squares: Array, of_means: Array) -> Array:
    """The covariances (B, P, P) from second moments; zero if all samples are equal, and only rounding remains."""
    out = squares - of_means
    sizes = np.einsum("bii->b", squares)
    out[np.einsum("bii->b", out) <= _ROUNDING * sizes] = 0
    return out


@dataclass
class JetLocal(Local):
    """Clients given by their derivatives at theta*: gradients (B, P), Hessians, noises, and higher derivatives if they are known.

    third, fourth: derivatives (B, P, P, P), (B, P, P, P, P). noise_bends: first and second derivative of the noise covariance. None
    means zero, of that and of all higher ones.
    """

    names: list[str]
    weights: Array
    gradients: Array
    hessians: Array
    noises: Array
    third_and_fourth: tuple[Array | None, Array | None] = (None, None)
    noise_bends: tuple[Array | None, Array | None] = (None, None)

    @property
    def num_parameters(self) -> int:
        return self.gradients.shape[1]

    @property
    def affine(self) -> bool:
        """True if every sample's gradient is affine in the parameters."""
        return all(part is None for part in (*self.third_and_fourth, *self.noise_bends))

    def affine_gradients(self, chosen: slice) -> tuple[Array, Array]:
        means = np.concatenate([self.hessians, self.gradients[..., None]], axis=-1)[chosen]
        B, d, _ = means.shape
        covariances = np.zeros((B, d, d + 1, d, d + 1))
        covariances[:, :, -1, :, -1] = self.noises[chosen]
        return means, covariances

    def averaged(self, points: Array, weights: Array, covariances: Array | None) -> Averaged:
        V = np.zeros_like(self.hessians) if covariances is None else covariances
        seconds = V + np.einsum("q,bqi,bqj->bij", weights, points, points)
        means = weights @ points
        gradients = self.gradients[:, None] + points @ self.hessians
        hessians, noises = self.hessians, self.noises
        third, fourth = self.third_and_fourth
        if third is not None:
            own = V[:, None] + points[..., :, None] * points[..., None, :]
            gradients = gradients + np.einsum("bijk,bqjk->bqi", third, own) / 2
            hessians = hessians + np.einsum("bijk,bk->bij", third, means)
            if fourth is not None:
                cubes = points[..., :, None, None] * (points[..., None, :, None] * points[..., None, None, :] + 3 * V[:, None, None])
                gradients = gradients + np.einsum("bijkl,bqjkl->bqi", fourth, cubes) / 6
                hessians = hessians + np.einsum("bijkl,bkl->bij", fourth, seconds) / 2
        first, second = self.noise_bends
        if first is not None:
            noises = noises + np.einsum("bijk,bk->bij", first, means)
        if second is not None:
            noises = noises + np.einsum("bijkl,bkl->bij", second, seconds) / 2
        return Averaged(gradients, hessians, noises)

    def bends(self, covariance: Array) -> Array:
        third = self.third_and_fourth[0]
        return np.zeros_like(self.gradients) if third is None else np.einsum("bijk,jk->bi", third, covariance) / 2

    def squared_hessians(self, hessians: Array) -> Array:
        seconds = self.noise_bends[1]  # half of it, traced over the noise's axes, is the covariance of the samples' Hessians
        return hessians @ hessians + (0 if seconds is None else np.einsum("biikl->bkl", seconds) / 2)


def jet_locals(problem: Any) -> list[JetLocal]:
    """The clients of a problem without data, uniformly weighted, from its derivatives at the optimum."""
    more: list[Any] = [None] * 4
    if hasattr(problem, "hessian_matrices"):  # quadratic clients: no arrays for derivatives that vanish
        hessians, noises = to_float(problem.hessian_matrices), to_float(problem.noise)
        gradients = np.einsum("cij,cj->ci", hessians, to_float(problem.optimum) - to_float(problem.optima))
        noises = np.broadcast_to(noises, hessians.shape)
    else:
        jets = problem.jets
        gradients, hessians, noises = to_float(jets.gradients), to_float(jets.hessians), to_float(jets.noise_covariance)
        more = [jets.third_derivatives, jets.fourth_derivatives, jets.noise_derivative, jets.noise_second_derivative]
    more = [None if part is None else to_float(part) for part in more]
    N, step = len(gradients), max(1, _STACKED // max([hessians[0].size, *(part[0].size for part in more if part is not None)]))
    out = []
    for k in range(0, N, step):
        here = slice(k, k + step)
        third, fourth, noise, noise2 = (None if part is None else part[here] for part in more)
        names = [f"{c}" for c in range(N)[here]]
        jet = JetLocal(names, np.full(len(names), 1 / N), gradients[here], hessians[here], noises[here], (third, fourth), (noise, noise2))
        out.append(jet)
    return out
