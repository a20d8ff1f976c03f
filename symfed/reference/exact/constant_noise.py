"""A round with noise of constant covariance, and its stationary moments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from symfed.models.arrays import Array, is_exact
from symfed.reference.exact.doubling import fixed_point, residual, spectral_norm
from symfed.reference.exact.matrices import lift
from symfed.reference.exact.moments import EPS, AffineRound, Moments, solve_moments


@dataclass(frozen=True)
class ConstantNoise(AffineRound):
    """column_next = matrix @ column + shift + noise, the noise centred with covariance `noise`; `unit` is the rounding of all entries."""

    noise: Array
    unit: float = EPS

    def conditional_covariance(self, mean: Array, covariance: Array) -> Array:
        return self.noise

    @cached_property
    def moments(self) -> Moments:
        M, Q = self.matrix, self.noise
        if is_exact(M):
            mean, covariance, _ = solve_moments(self, lift(M))
            return Moments(mean, covariance)
        law = fixed_point(M, self.shift, Q)
        norm, b, X = spectral_norm(M), law.vector, law.covariance
        mean_residual = np.linalg.norm(M @ b + self.shift - b) + self.unit * (norm * np.linalg.norm(b) + np.linalg.norm(self.shift))
        covariance_residual = np.linalg.norm(residual(M, Q, X)) + self.unit * (2 * norm**2 * spectral_norm(X) + spectral_norm(Q))
        return Moments(b, X, float(law.vector_condition * mean_residual), float(law.covariance_condition * covariance_residual))
