"""Logistic regression: finite data per client, one uniformly drawn sample a step, an l2 term."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import factorial
from typing import Any

import flint
import mpmath
import numpy as np
from numpy.typing import ArrayLike

from symfed.models.arrays import Array, identity, is_exact, to_float
from symfed.models.jets import ContractedJets, Jets, SampleJets
from symfed.models.problems.noise_jets import ClientTaylor, finite_jets, powers_of
from symfed.models.problems.problem import checked_order, parts_for_order, usual_parts
from symfed.models.problems.samples import (
    LARGEST_STORED,
    LabelledProblem,
    checked_features,
    checked_l2,
    checked_labels,
    gram,
    minimise,
    padded,
)
from symfed.models.rings import BIG_FLOATS, FLOATS, Ring, dot

_sigmoid = FLOATS.functions["sigmoid"]


class LogisticProblem(LabelledProblem):
    """F_c^z(x) = log(1 + exp(-y_z a_z' x)) + l2 |x|²/2, with z uniform on client c's samples; f_c is their mean.

    features: per client an (n_c, d) array. labels: per client (n_c,) entries, each -1 or +1. l2 > 0. The population is the empirical
    law. `mu` is l2 and `L` is max |a_z|²/4 + l2, both valid on all of R^d. Raises InvalidInput naming the argument, its value and the
    rule it breaks.

    Source: the experiments of aistats and hal, section 7, without the constant 1 that is printed in the exponent there.

    >>> clients = LogisticProblem([[[1, 0], [0, 1]], [[1, 1], [2, 0]]], [[1, -1], [1, 1]], l2=0.5)
    >>> clients.optimum.shape, clients.hessians.shape, clients.noise_covariance.shape, clients.mu, clients.L
    ((2,), (2, 2, 2), (2, 2, 2), 0.5, 1.5)
    """

    def __init__(self, features: Sequence[ArrayLike], labels: Sequence[ArrayLike], l2: Any) -> None:
        self.features = checked_features(features, "labels", labels)
        self.l2 = checked_l2(l2, "positive")
        self.labels = checked_labels(
            labels,
            self.features,
            lambda y: np.isin(y, (-1.0, 1.0)),
            all_of="must be numbers, each -1 or +1",
            one="must be -1 or +1",
            remedy="for labels 0 and 1 write 2*labels - 1",
        )

    @property
    def dim(self) -> int:
        return int(self.features[0].shape[1])

    @cached_property
    def L(self) -> float:
        return float(self.l2) + max(float((f**2).sum(axis=1).max()) for f in self._signed) / 4

    @cached_property
    def _signed(self) -> list[Array]:
        """Rows -y_z a_z, so that a loss is log(1 + exp(row . x))."""
        return [-y[:, None] * to_float(f) for f, y in zip(self.features, self.labels, strict=True)]

    @cached_property
    def optimum(self) -> Array:
        """Newton with step halving, to rounding level; raises NotConverged with the gradient reached."""
        l2 = float(self.l2)

        def loss_and_gradient(point: Array) -> tuple[float, Array]:
            values = [np.logaddexp(0, rows @ point).mean() for rows in self._signed]
            slopes = [(rows.T @ _sigmoid(rows @ point)) / len(rows) for rows in self._signed]
            return float(np.mean(values)) + l2 * float(point @ point) / 2, np.mean(slopes, axis=0) + l2 * point

        def hessian(point: Array) -> Array:
            tables = [(rows, rows @ point) for rows in self._signed]
            parts = (gram(rows, _sigmoid(s) * _sigmoid(-s)) / (len(rows) * self.num_clients) for rows, s in tables)
            return sum(parts, l2 * np.eye(self.dim))

        return minimise(loss_and_gradient, hessian, self.dim, self.L, repr(self))

    def _long_derivatives(self, a: list[Any], label: int, x: Any) -> tuple[Any, Any]:
        signed = mpmath.matrix([-label * v for v in a])
        p = BIG_FLOATS.functions["sigmoid"]((signed.T * x)[0])
        return p * signed, p * (1 - p) * (signed * signed.T)

    @cached_property
    def jets(self) -> Jets:
        return self._jets(*usual_parts(self.dim)) if self.dim <= LARGEST_STORED else self._contracted()

    def _contracted(self) -> ContractedJets:
        x, l2, eye = self.optimum, float(self.l2), np.eye(self.dim)
        slopes = [_sigmoid(rows @ x) for rows in self._signed]
        means = np.stack([rows.T @ p / len(p) for rows, p in zip(self._signed, slopes, strict=True)])
        hessians, noise = (np.empty((self.num_clients, self.dim, self.dim)) for _ in range(2))
        for c, (rows, p) in enumerate(zip(self._signed, slopes, strict=True)):
            hessians[c] = gram(rows, p * (1 - p)) / len(p) + l2 * eye
            noise[c] = gram(rows, p * p) / len(p) - np.multiply.outer(means[c], means[c])

        return ContractedJets((means + l2 * x, hessians), ((noise,),), self._bend)

    def _bend(self, S: Array) -> Array:
        """The client mean of the third derivative applied to S (d, d)."""
        parts = []
        for rows in self._signed:
            p = _sigmoid(rows @ self.optimum)
            bent = p * (1 - p) * (1 - 2 * p) * ((rows @ S) * rows).sum(axis=1)
            parts.append(rows.T @ bent / len(p))
        return np.mean(parts, axis=0)

    def _jets(self, derivatives: int, cumulants: tuple[int, ...]) -> Jets:
        clients = [self.taylor(rows, self.optimum, float(self.l2), FLOATS, derivatives - 1, max(cumulants)) for rows in self._signed]
        return finite_jets(clients, derivatives, cumulants)

    def jets_to(self, digits: int, order: int = 2) -> Jets:
        """`jets_to_order` with mpmath entries accurate to about that many digits (inside `mpmath.workdps` of at least as many).

        The data are taken exactly: a float feature has its binary value.
        """
        derivatives, cumulants = parts_for_order(checked_order(order, self.num_clients, self.dim))
        if (digits, order) not in self._long_jets:
            with mpmath.workdps(digits + 15):
                x, l2, entrywise = (
                    np.array(self.optimum_to(digits + 15), dtype=object),
                    BIG_FLOATS(self.l2),
                    np.frompyfunc(BIG_FLOATS, 1, 1),
                )
                tables = [entrywise(f) * -np.asarray(y).astype(int)[:, None] for f, y in zip(self.features, self.labels, strict=True)]
                clients = [self.taylor(rows, x, l2, BIG_FLOATS, derivatives - 1, max(cumulants)) for rows in tables]
                self._long_jets[digits, order] = finite_jets(clients, derivatives, cumulants)
        return self._long_jets[digits, order]

    @cached_property
    def _long_jets(self) -> dict[tuple[int, int], Jets]:
        return {}

    def taylor(self, rows: Array, x: Array, l2: Any, ring: Ring, mean_degree: int, degree: int) -> ClientTaylor:
        """Taylor coefficients at x (d,) of a client with rows -y_z a_z (n, d), entries on a ring: of its mean and of its samples."""
        n, d = rows.shape
        slopes, powers = _sigmoid_series(rows @ x, ring, max(mean_degree, degree)), powers_of(rows, max(mean_degree, degree))
        mean, samples = [], []
        for j, (slope, power) in enumerate(zip(slopes, powers, strict=True)):
            weighted = slope[:, None] * rows
            if j <= mean_degree:
                mean.append(weighted.T @ power / n)
            if j <= degree:
                samples.append(weighted[:, :, None] * power[:, None, :])
        mean[0] = mean[0] + l2 * x[:, None]
        mean[1] = mean[1] + l2 * identity(d, rows)
        uniform = np.full(n, ring(flint.fmpq(1, n)))
        return ClientTaylor(mean, samples, uniform)

    @cached_property
    def _padded(self) -> tuple[Array, Array]:
        """All clients' signed rows in one (N, n_max, d) array, and the numbers of rows."""
        return padded(self._signed)

    def mean_gradients(self, x: Array) -> Array:
        out = np.empty_like(x)
        for c, rows in enumerate(self._signed):
            out[:, c] = _sigmoid(x[:, c] @ rows.T) @ rows / len(rows)
        return out + float(self.l2) * x

    def sample_gradients(self, x: Array, z: Array) -> Array:
        rows = self._padded[0][np.arange(self.num_clients), z]
        return rows * _sigmoid((rows * x).sum(axis=-1))[..., None] + float(self.l2) * x

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        sign = -int(self.labels[client][sample])
        row = [ring(value) * sign for value in self.features[client][sample]]
        p, l2 = ring.functions["sigmoid"](dot(row, x)), ring(self.l2)
        return [a_i * p + l2 * x_i for a_i, x_i in zip(row, x, strict=True)]

    @cached_property
    def sample_jets(self) -> SampleJets:
        rows, _ = self._padded
        p = _sigmoid(rows @ self.optimum)
        v = p * (1 - p)
        return SampleJets(rows, p, v, v * (1 - 2 * p), float(self.l2), self.optimum)

    def __repr__(self) -> str:
        sizes = [len(f) for f in self.features]
        kind = "exact data" if is_exact(*self.features) else "float64"
        return f"LogisticProblem({self.num_clients} clients, {sum(sizes)} samples, dimension {self.dim}, {kind}, l2 = {float(self.l2):.4g})"


def _sigmoid_series(x: Array, ring: Ring, degree: int) -> list[Array]:
    """Derivatives 0 .. degree of the sigmoid at x.

    By p' = v, v' = v (1 - 2 p) in Taylor coefficients; v = p(x) p(-x) keeps its accuracy if p is close to one.
    """
    sigmoid = ring.functions["sigmoid"]
    if x.dtype == object:
        sigmoid = np.frompyfunc(sigmoid, 1, 1)
    p, v = [sigmoid(x)], [sigmoid(x) * sigmoid(-x)]
    for m in range(degree):
        p.append(v[m] / (m + 1))
        v.append((v[m] - 2 * sum(v[i] * p[m - i] for i in range(m + 1))) / (m + 1))
    return [coefficient * factorial(m) for m, coefficient in enumerate(p)]
