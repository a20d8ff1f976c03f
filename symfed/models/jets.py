"""What a problem looks like from its optimum: derivatives and noise moments, with the tensor operations of the sources.

A formula of a source is written once against this interface; it then runs on floats, on exact rationals in any dimension, and on the
symbols of `symfed.derive.symbolic_jets` in dimension one with the number of clients symbolic.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array, identity, lyapunov, matrix_power, solve, zeros


@dataclass(frozen=True)
class Jets:
    """Derivatives and noise moments of every client at theta*; the client axis comes first.

    gradients (N, d); hessians (N, d, d); third_derivatives (N, d, d, d); fourth_ and fifth_derivatives with one axis more each;
    noise_covariance (N, d, d) of the centred stochastic gradient at theta*; noise_derivative (N, d, d, d) and
    noise_second_derivative (N, d, d, d, d), whose last axes are the directions; noise_cumulant (N, d, d, d), the third cumulant.
    All entries float64, all flint rationals, or (d = 1) any one number type.
    """

    gradients: Array
    hessians: Array
    third_derivatives: Array
    noise_covariance: Array
    fourth_derivatives: Array | None = None
    fifth_derivatives: Array | None = None
    noise_derivative: Array | None = None
    noise_second_derivative: Array | None = None
    noise_cumulant: Array | None = None

    @property
    def N(self) -> int:
        return len(self.gradients)

    @property
    def dim(self) -> int:
        return int(self.gradients.shape[1])

    def mean(self, per_client: Array) -> Array:
        """(1/N) sum over clients."""
        return per_client.sum(axis=0) / len(per_client)

    @property
    def hessian(self) -> Array:
        return self.mean(self.hessians)

    @property
    def third_derivative(self) -> Array:
        return self.mean(self.third_derivatives)

    @property
    def noise(self) -> Array:
        """The client mean of the noise covariance: the sources' C(theta*)."""
        return self.mean(self.noise_covariance)

    # The operations below act on per-client stacks and on client means alike.

    def identity(self) -> Array:
        return identity(self.dim, self.hessians)

    def product(self, A: Array, B: Array) -> Array:
        """Matrix product A B."""
        return A @ B

    def power(self, A: Array, n: int) -> Array:
        """Aⁿ for a matrix, or for each matrix of a stack."""
        if A.ndim == 2:
            return matrix_power(A, n)
        return np.stack([matrix_power(matrix, n) for matrix in A])

    def apply(self, A: Array, v: Array) -> Array:
        """Matrix times vector."""
        return (A @ v[..., None])[..., 0]

    def solve(self, A: Array, v: Array) -> Array:
        """A⁻¹ v for one matrix and one vector."""
        return solve(A, v)

    def solve_each(self, A: Array, v: Array) -> Array:
        """A_c⁻¹ v_c for per-client stacks."""
        return np.stack([solve(matrix, vector) for matrix, vector in zip(A, v, strict=True)])

    def geometric(self, A: Array, n: int) -> Array:
        """Id + A + ... + Aⁿ⁻¹ for each matrix of a stack, by adding up."""
        total, term = zeros(A.shape, A), np.stack([identity(self.dim, A)] * len(A))
        for _ in range(n):
            total, term = total + term, term @ A
        return total

    def outer(self, u: Array, v: Array) -> Array:
        return u[..., :, None] * v[..., None, :]

    def lyapunov(self, A: Array, C: Array) -> Array:
        """X with A X + X A = C, A symmetric: the sources' bold A = (Id⊗A + A⊗Id)⁻¹ applied to C."""
        return lyapunov(A, C)

    def contract(self, T: Array, S: Array) -> Array:
        """The vector with entries sum_jk T_ijk S_jk: a third derivative applied to a second moment."""
        return np.einsum("...ijk,...jk->...i", T, S)

    def contract_wrong(self, T: Array, S: Array) -> Array:
        """A wrong contraction, sum_jk T_jjk S_ki, equal to `contract` only in dimension one: for negative controls."""
        return np.einsum("...jjk,...ki->...i", T, S)
