"""Softmax regression: K classes, finite data per client, one uniformly drawn sample a step, an l2 term."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import flint
import mpmath
import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, is_exact, to_float
from symfed.models.jets import ContractedJets, Jets
from symfed.models.problems.problem import LARGEST_TENSOR, checked_order
from symfed.models.problems.samples import LabelledProblem, checked_features, checked_l2, checked_labels, minimise
from symfed.models.rings import BIG_FLOATS, Ring, dot


class SoftmaxProblem(LabelledProblem):
    """F_c^z(x) = log sum_k exp(x_k' a_z) - x_{y_z}' a_z + l2 |x|²/2, with z uniform on client c's samples; f_c is their mean.

    The parameters of class k are x_k, entries k d .. (k + 1) d - 1 of x: `dim` is K d for d columns. features: per client an (n_c, d)
    array. labels: per client (n_c,) class numbers 0 .. K - 1. num_classes: K >= 2, one more than the largest label unless given. l2 > 0.
    The population is the empirical law. `mu` is l2 and `L` is max |a_z|²/2 + l2, both valid everywhere: diag(p) - p p' has eigenvalues
    at most 1/2. Jets are of first order; third derivatives are contracted along the data. Raises InvalidInput naming the argument,
    its value and the rule it breaks.

    >>> SoftmaxProblem([[[1.0], [-1.0]]], [[0, 1]], l2=0.5)
    SoftmaxProblem(1 clients, 2 samples, 2 classes, dimension 2, float64, l2 = 0.5)
    """

    def __init__(self, features: Sequence[ArrayLike], labels: Sequence[ArrayLike], num_classes: int | None = None, *, l2: Any) -> None:
        self.features = checked_features(features, "labels", labels)
        self.l2 = checked_l2(l2, "positive")
        self.labels = checked_labels(
            labels,
            self.features,
            lambda y: np.isfinite(y) & (y >= 0) & (y == np.floor(y)),
            all_of="must be class numbers 0 .. K - 1",
            one="must be a class number 0 .. K - 1",
        )
        most = max(int(y.max()) for y in self.labels) + 1
        if num_classes is not None and (isinstance(num_classes, bool) or not isinstance(num_classes, int | np.integer)):
            raise InvalidInput("num_classes", num_classes, "must be an integer")
        self.num_classes = most if num_classes is None else int(num_classes)
        if self.num_classes < max(2, most):
            raise InvalidInput("num_classes", self.num_classes, f"must be at least {max(2, most)}, as labels go from 0 to {most - 1}")

    @property
    def num_columns(self) -> int:
        """d, the number of features."""
        return int(self.features[0].shape[1])

    @property
    def dim(self) -> int:
        return self.num_classes * self.num_columns

    @cached_property
    def L(self) -> float:
        return float(self.l2) + max(float((rows**2).sum(axis=1).max()) for rows in self._rows) / 2

    @cached_property
    def _rows(self) -> list[Array]:
        return [to_float(f) for f in self.features]

    @property
    def exact(self) -> bool:
        return False

    def _matrix(self, x: Array) -> Array:
        """Parameters (..., K d) as (..., K, d)."""
        return x.reshape(*x.shape[:-1], self.num_classes, self.num_columns)

    def _pulls(self, c: int, x: Array) -> tuple[Array, Array]:
        """Probabilities p (n_c, K) at x (K d,), and p - e_y: a sample's gradient is (p - e_y) ⊗ a + l2 x."""
        p = _softmax(self._rows[c] @ self._matrix(x).T)
        return p, p - _one_hot(self.labels[c], self.num_classes)

    @cached_property
    def optimum(self) -> Array:
        """Newton with step halving, to rounding level; raises NotConverged with the gradient reached, InvalidInput for K d > 1e4."""
        self._check_squares()
        l2, clients = float(self.l2), range(self.num_clients)

        def loss_and_gradient(x: Array) -> tuple[float, Array]:
            values, slopes = [], []
            for c in clients:
                scores = self._rows[c] @ self._matrix(x).T
                right = np.take_along_axis(scores, self.labels[c][:, None], axis=1)[:, 0]
                values.append((np.logaddexp.reduce(scores, axis=1) - right).mean())
                slopes.append((self._pulls(c, x)[1].T @ self._rows[c]).ravel() / len(self._rows[c]))
            return float(np.mean(values)) + l2 * float(x @ x) / 2, np.mean(slopes, axis=0) + l2 * x

        def hessian(x: Array) -> Array:
            return sum((self._hessian(c, x) / self.num_clients for c in clients), l2 * np.eye(self.dim))

        return minimise(loss_and_gradient, hessian, self.dim, self.L, repr(self))

    def _check_squares(self) -> None:
        if self.dim**2 > LARGEST_TENSOR:
            rule = f"has K d = {self.dim} parameters: a Hessian of {self.dim**2:.3g} numbers, must be at most {LARGEST_TENSOR:.0e}"
            raise InvalidInput("problem", self, rule)

    def _hessian(self, c: int, x: Array) -> Array:
        """The Hessian of one client's mean loss without the ridge: the mean of (diag p - p p') ⊗ a a'."""
        p, _ = self._pulls(c, x)
        return _weighted_blocks(self._rows[c], lambda k, m: p[:, k] * ((k == m) - p[:, m]), self.num_classes)

    def _long_derivatives(self, a: list[Any], label: int, x: Any) -> tuple[Any, Any]:
        p = self._probabilities(a, list(x), BIG_FLOATS)
        pull = [p_k - (k == label) for k, p_k in enumerate(p)]
        bend = [[p_k * ((k == m) - p_m) for m, p_m in enumerate(p)] for k, p_k in enumerate(p)]
        return mpmath.matrix([u * v for u in pull for v in a]), mpmath.matrix(
            [[u * v * w for u in line for w in a] for line in bend for v in a]
        )

    @cached_property
    def jets(self) -> Jets:
        x, shape = self.optimum, (self.num_clients, self.dim, self.dim)
        if shape[0] * shape[1] ** 2 > LARGEST_TENSOR:
            numbers = f"{shape[0] * shape[1] ** 2:.3g} numbers, must be at most {LARGEST_TENSOR:.0e}"
            raise InvalidInput("problem", self, f"has {shape[0]} Hessians in dimension K d = {self.dim}: {numbers}")
        gradients, hessians, noise = np.empty(shape[:2]), np.empty(shape), np.empty(shape)
        for c, rows in enumerate(self._rows):
            pull = self._pulls(c, x)[1]
            mean = (pull.T @ rows).ravel() / len(rows)
            gradients[c] = mean + float(self.l2) * x
            hessians[c] = self._hessian(c, x) + float(self.l2) * np.eye(self.dim)
            noise[c] = _weighted_blocks(rows, lambda k, m, u=pull: u[:, k] * u[:, m], self.num_classes) - np.multiply.outer(mean, mean)
        return ContractedJets((gradients, hessians), ((noise,),), self._bend)

    def _bend(self, S: Array) -> Array:
        """The client mean of the third derivative applied to S (K d, K d).

        A sample's third derivative is the third cumulant of its class e, drawn with probabilities p, times a ⊗ a ⊗ a: with s = a'S a,
        (K, K), it is E[(e - p) (e - p)' s (e - p)] ⊗ a, and (e - p)' s (e - p) takes the value q_k on class k.
        """
        blocks = S.reshape(self.num_classes, self.num_columns, self.num_classes, self.num_columns)
        out = np.zeros((self.num_classes, self.num_columns))
        for c, rows in enumerate(self._rows):
            p, _ = self._pulls(c, self.optimum)
            s = np.stack([[((rows @ part) * rows).sum(axis=1) for part in line] for line in blocks.swapaxes(1, 2)])  # (K, K, n)
            along = np.einsum("kmn,nm->nk", s, p)
            q = np.einsum("kkn->nk", s) - 2 * along + (along * p).sum(axis=1)[:, None]
            out += (p * (q - (p * q).sum(axis=1)[:, None])).T @ rows / (len(rows) * self.num_clients)
        return out.ravel()

    def jets_to_order(self, order: int) -> Jets:
        if checked_order(order, self.num_clients, 1) > 1:
            raise InvalidInput("order", order, "is too high for a SoftmaxProblem, whose jets reach to first order")
        return self.jets

    def mean_gradients(self, x: Array) -> Array:
        out = np.empty_like(x)
        for c, (rows, y) in enumerate(zip(self._rows, self.labels, strict=True)):
            pull = _softmax(self._matrix(x[:, c]) @ rows.T, axis=1) - _one_hot(y, self.num_classes).T
            out[:, c] = (pull @ rows / len(rows)).reshape(len(x), -1)
        return out + float(self.l2) * x

    @cached_property
    def _table(self) -> tuple[Array, Array, Array]:
        firsts = np.concatenate([[0], np.cumsum([len(f) for f in self._rows])[:-1]])
        return np.concatenate(self._rows), np.concatenate(self.labels), firsts

    def sample_gradients(self, x: Array, z: Array) -> Array:
        rows, labels, firsts = self._table
        a, y = rows[firsts + z], labels[firsts + z]
        pull = _softmax((self._matrix(x) @ a[..., None])[..., 0]) - _one_hot(y, self.num_classes)
        return (pull[..., :, None] * a[..., None, :]).reshape(x.shape) + float(self.l2) * x

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        a, y = [ring(value) for value in self.features[client][sample]], int(self.labels[client][sample])
        p, l2 = self._probabilities(a, x, ring), ring(self.l2)
        pull = [p_k - ring(flint.fmpq(k == y)) for k, p_k in enumerate(p)]
        return [u * a_i + l2 * x_i for (u, a_i), x_i in zip(((u, a_i) for u in pull for a_i in a), x, strict=True)]

    def _probabilities(self, a: list[Any], x: list[Any], ring: Ring) -> list[Any]:
        """p_k = 1/sum_m exp(s_m - s_k): if one score is far above another, the sum is large and no accuracy is lost."""
        d, exp = self.num_columns, ring.functions["exp"]
        scores = [dot(a, x[k * d : k * d + d]) for k in range(self.num_classes)]
        return [1 / sum((exp(other - own) for m, other in enumerate(scores) if m != k), ring(1)) for k, own in enumerate(scores)]

    def __repr__(self) -> str:
        sizes = f"{self.num_clients} clients, {sum(map(len, self.labels))} samples, {self.num_classes} classes, dimension {self.dim}"
        return f"SoftmaxProblem({sizes}, {'exact data' if is_exact(*self.features) else 'float64'}, l2 = {float(self.l2):.4g})"


def _softmax(scores: Array, axis: int = -1) -> Array:
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    out: Array = e / e.sum(axis=axis, keepdims=True)
    return out


def _one_hot(labels: Array, classes: int) -> Array:
    return np.equal.outer(labels, np.arange(classes)).astype(float)


def _weighted_blocks(rows: Array, weight: Any, classes: int) -> Array:
    """The mean over rows a (n, d) of weight(k, m) a a' as block (k, m) of a symmetric (K d, K d)."""
    d = rows.shape[1]
    out = np.empty((classes, d, classes, d))
    for k in range(classes):
        for m in range(k + 1):
            out[k, :, m] = out[m, :, k] = (rows * weight(k, m)[:, None]).T @ rows / len(rows)
    return out.reshape(classes * d, classes * d)
