"""Quadratic clients with additive noise."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from symfed.core.errors import InvalidInput
from symfed.models.arrays import (
    Array,
    as_array,
    check_symmetric,
    exact_face,
    is_exact,
    is_positive_definite,
    is_positive_semidefinite,
    largest_eigenvalue,
    same_kind,
    smallest_eigenvalue,
    solve,
    to_float,
    zeros,
)
from symfed.models.jets import ContractedJets, Jets
from symfed.models.problems.problem import Problem, usual_parts
from symfed.models.problems.samples import LARGEST_STORED


class QuadraticProblem(Problem):
    """f_c(x) = (x - theta_c)' A_c (x - theta_c) / 2, stochastic gradients A_c (x - theta_c) + noise.

    hessians: A_c, shape (N, d, d), symmetric positive definite. optima: theta_c, shape (N, d). noise: covariance of the additive
    noise, (d, d) for all clients or (N, d, d), symmetric positive semi-definite; None for none. Integer and rational entries keep the
    problem exact; one float makes it float. Raises InvalidInput naming the argument, its value and the rule it breaks.

    Source: aistats A5, hal A4 (there without the noise).

    >>> QuadraticProblem([[[1]], [[3]]], [[0], [4]]).optimum
    array([3], dtype=object)
    """

    def __init__(self, hessians: ArrayLike, optima: ArrayLike, noise: ArrayLike | None = None) -> None:
        A = as_array("hessians", hessians, ("N", "d", "d"))
        if A.shape[1] != A.shape[2]:
            raise InvalidInput("hessians", A.shape, "must have shape (N, d, d)")
        centres = as_array("optima", optima, ("N", "d"), A.shape[:2], "hessians")
        for c, matrix in enumerate(A):
            check_symmetric(f"hessians[{c}]", matrix)
            if not is_positive_definite(matrix):
                raise InvalidInput(f"hessians[{c}]", matrix.tolist(), "must be positive definite")
        covariance = zeros(A.shape, A) if noise is None else self._noise(noise, A.shape)
        self.hessian_matrices, self.optima, self.noise = same_kind(A, centres, covariance)

    @staticmethod
    def _noise(noise: ArrayLike, shape: tuple[int, ...]) -> Array:
        axes = np.asarray(noise, dtype=object).ndim
        if axes == 0:
            raise InvalidInput("noise", noise, "must be a covariance, of shape (d, d) or (N, d, d)", "write noise * np.eye(d)")
        covariance = as_array("noise", noise, ("d", "d") if axes == 2 else ("N", "d", "d"))
        if covariance.shape not in (shape, shape[1:]):
            raise InvalidInput("noise", covariance.shape, f"must have shape (d, d) = {shape[1:]} or (N, d, d) = {shape}")
        if axes == 2:
            covariance = np.stack([covariance] * shape[0])
        for c, matrix in enumerate(covariance):
            check_symmetric(f"noise[{c}]", matrix)
            if not is_positive_semidefinite(matrix):
                raise InvalidInput(f"noise[{c}]", matrix.tolist(), "must be positive semi-definite")
        return covariance

    @property
    def num_clients(self) -> int:
        return len(self.optima)

    @property
    def dim(self) -> int:
        return int(self.optima.shape[1])

    @property
    def exact(self) -> bool:
        return is_exact(self.hessian_matrices)

    @cached_property
    def mu(self) -> float:
        return min(smallest_eigenvalue(A) for A in self.hessian_matrices)

    @cached_property
    def L(self) -> float:
        return max(largest_eigenvalue(A) for A in self.hessian_matrices)

    @cached_property
    def optimum(self) -> Array:
        A, centres = self.hessian_matrices, self.optima
        return exact_face(solve(A.sum(axis=0), (A @ centres[..., None])[..., 0].sum(axis=0)))

    @cached_property
    def jets(self) -> Jets:
        jets = self._jets(*usual_parts(self.dim))
        return jets if self.dim <= LARGEST_STORED else ContractedJets(jets.derivatives, jets.cumulants)

    def _jets(self, derivatives: int, cumulants: tuple[int, ...]) -> Jets:
        A, (N, d) = self.hessian_matrices, self.optima.shape

        def nothing(rank: int) -> Array:
            return np.broadcast_to(zeros((1,), A), (N,) + (d,) * rank)  # takes no memory

        gradients = (A @ (self.optimum - self.optima)[..., None])[..., 0]
        noise = [[nothing(k + j) for j in range(top + 1)] for k, top in enumerate(cumulants, start=2)]
        noise[0][0] = self.noise
        return Jets((gradients, A, *map(nothing, range(3, derivatives + 1))), tuple(map(tuple, noise)))

    @cached_property
    def _floats(self) -> tuple[Array, Array]:
        return to_float(self.hessian_matrices), to_float(self.optima)

    def mean_gradients(self, x: Array) -> Array:
        A, centres = self._floats
        return np.einsum("cij,rcj->rci", A, x - centres)

    def __repr__(self) -> str:
        kind = "exact" if self.exact else "float64"
        return f"QuadraticProblem({self.num_clients} clients, dimension {self.dim}, {kind}, mu = {self.mu:.4g}, L = {self.L:.4g})"
