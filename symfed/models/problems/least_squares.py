"""Ridge regression: finite data per client, one uniformly drawn sample a step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, as_array, identity, is_exact, smallest_eigenvalue, to_float, zeros
from symfed.models.jets import ContractedJets, Jets
from symfed.models.problems.linear import LinearProblem
from symfed.models.problems.problem import LARGEST_TENSOR, parts_for_order
from symfed.models.problems.samples import checked_features, checked_l2, gram, uniform_weights
from symfed.models.rings import Ring, dot

_EVERY_TENSOR = 12  # up to this dimension jets hold everything that order 2 needs


class LeastSquaresProblem(LinearProblem):
    """F_c^z(x) = (a_z' x - y_z)²/2 + l2 |x|²/2, with z uniform on client c's samples; f_c is their mean.

    features: per client an (n_c, d) array. targets: per client (n_c,) numbers. l2 >= 0; zero needs data with d independent columns.
    The population is the empirical distribution. Integer and rational entries keep the problem exact; one float makes it float. It is a
    linear problem with A(z) = a a' + l2 and b(z) = y a, and with their exact laws: its gradient noise depends on the iterate.
    `mu` is the lowest eigenvalue of a client's mean Hessian, `L` is max |a_z|² + l2. Raises InvalidInput naming the argument, its
    value and the rule it breaks.

    >>> LeastSquaresProblem([[[1], [1]], [[2]]], [[0, 2], [6]], l2=0).optimum
    array([13/5], dtype=object)
    """

    def __init__(self, features: Sequence[ArrayLike], targets: Sequence[ArrayLike], l2: Any = 0) -> None:
        rows = checked_features(features, "targets", targets)
        ridge = checked_l2(l2, "zero")
        values = [as_array(f"targets[{c}]", y, ("n_c",), (len(rows[c]),), f"features[{c}]") for c, y in enumerate(targets)]
        exact = is_exact(*rows, *values) and not isinstance(ridge, float)
        self.features, self.targets = (rows, values) if exact else ([to_float(f) for f in rows], [to_float(y) for y in values])
        self.l2 = ridge if exact else float(ridge)
        self._weights = uniform_weights([len(f) for f in rows])
        ridge_part = self.l2 * identity(rows[0].shape[1], self.features[0])
        self.mean_matrices = np.stack([f.T @ f / len(f) + ridge_part for f in self.features])
        self.mean_vectors = np.stack([f.T @ y / len(f) for f, y in zip(self.features, self.targets, strict=True)])
        self.optimum  # noqa: B018  refuses a singular mean

    @property
    def num_clients(self) -> int:
        return len(self.features)

    @property
    def dim(self) -> int:
        return int(self.features[0].shape[1])

    @cached_property
    def matrices(self) -> list[Array]:  # type: ignore[override]  # computed on demand: d² numbers a sample
        """A(z) = a a' + l2, per client (n_c, d, d). Raises InvalidInput for more than 1e8 numbers."""
        numbers = sum(map(len, self.features)) * self.dim**2
        if numbers > LARGEST_TENSOR:
            rule = f"asks for a matrix of every sample, {numbers:.3g} numbers at d = {self.dim}, must be at most {LARGEST_TENSOR:.0e}"
            raise InvalidInput("problem", self, rule, 'use method="montecarlo"')
        ridge = self.l2 * identity(self.dim, self.features[0])
        return [f[:, :, None] * f[:, None, :] + ridge for f in self.features]

    @property
    def vectors(self) -> list[Array]:  # type: ignore[override]
        """b(z) = y a, per client (n_c, d)."""
        return [f * y[:, None] for f, y in zip(self.features, self.targets, strict=True)]

    @cached_property
    def _constants(self) -> tuple[float, float]:
        l2, d = float(self.l2), self.dim
        # with fewer samples than dimensions, some directions have the curvature of the ridge alone
        lowest = [l2 if len(f) < d else max(l2, smallest_eigenvalue(A)) for f, A in zip(self.features, self.mean_matrices, strict=True)]
        longest = max(float((to_float(f) ** 2).sum(axis=1).max()) for f in self.features)
        return min(lowest), longest + l2

    @cached_property
    def jets(self) -> Jets:
        return self._jets(*parts_for_order(2)) if self.dim <= _EVERY_TENSOR else self._contracted()

    def _contracted(self) -> ContractedJets:
        theta, d = self.optimum, self.dim
        gradients = (self.mean_matrices @ theta) - self.mean_vectors
        noise = np.stack([self._noise(f, f @ theta - y) for f, y in zip(self.features, self.targets, strict=True)])
        nothing = np.broadcast_to(zeros((1,), noise), (self.num_clients, d, d, d))  # takes no memory
        return ContractedJets((gradients, self.mean_matrices, nothing), ((noise,),))

    @staticmethod
    def _noise(rows: Array, residuals: Array) -> Array:
        mean, n = residuals @ rows / len(rows), len(rows)
        squares = (rows * (residuals**2)[:, None]).T @ rows if is_exact(rows) else gram(rows, residuals**2)
        return squares / n - np.multiply.outer(mean, mean)

    @cached_property
    def table(self) -> tuple[Array, Array, Array]:
        """Rows a (M, d) and targets y (M,) of all clients one after the other, float64, and the first row of each client (N,)."""
        firsts = np.concatenate([[0], np.cumsum([len(f) for f in self.features])[:-1]])
        return np.concatenate(list(map(to_float, self.features))), np.concatenate(list(map(to_float, self.targets))), firsts

    def sample_gradients(self, x: Array, z: Array) -> Array:
        rows, targets, firsts = self.table
        at = firsts + z
        a = rows[at]
        residuals = np.einsum("rci,rci->rc", a, x) - targets[at]
        return a * residuals[..., None] + float(self.l2) * x

    def sample_gradient(self, client: int, sample: int, x: list[Any], ring: Ring) -> list[Any]:
        row = [ring(value) for value in self.features[client][sample]]
        l2, residual = ring(self.l2), dot(row, x) - ring(self.targets[client][sample])
        return [a_i * residual + l2 * x_i for a_i, x_i in zip(row, x, strict=True)]

    def __repr__(self) -> str:
        sizes = f"{self.num_clients} clients, {sum(len(f) for f in self.features)} samples, dimension {self.dim}"
        kind = "exact" if self.exact else "float64"
        return f"LeastSquaresProblem({sizes}, {kind}, l2 = {float(self.l2):.4g}, mu = {self.mu:.4g}, L = {self.L:.4g})"
