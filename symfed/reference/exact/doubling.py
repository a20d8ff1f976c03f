"""Stationary moments of an affine recursion in float64, by doubling the number of rounds: three matrix products a time."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from symfed.models.arrays import Array
from symfed.reference.exact.moments import EPS, NoContraction, spectral_radius

_DOUBLINGS = 50  # 2^50 rounds: a spectral radius closer to one than 1e-15 is one, to rounding


@dataclass(frozen=True)
class FixedPoint:
    """vector (d,) = matrix @ vector + shift, and covariance (d, d) = M covariance M' + noise.

    vector_condition bounds |(1 - M)⁻¹| and covariance_condition the norm of Q -> X (spectral norms): both are attained for symmetric M
    with non-negative eigenvalues.
    """

    vector: Array
    covariance: Array
    vector_condition: float
    covariance_condition: float


def fixed_point(M: Array, shift: Array, noise: Array) -> FixedPoint:
    """The sums of M^k shift and of M^k noise M'^k over all k >= 0, doubling the number of terms each time.

    Every term of the second sum is positive semi-definite, so nothing cancels. M (d, d), shift (d,), noise (d, d) symmetric, all
    float64. The residual is at rounding level for symmetric M, as rounds of quadratic problems have; where M is far from normal and its
    spectral radius r near one, it was seen to grow to some 0.1 / (1 - r) of that. Raises NoContraction where the powers of M do not
    tend to zero.

    Source: Smith, Matrix equation XA + BX = C, SIAM J. Appl. Math. 16 (1968); the squared form for X = M X M' + Q is standard.

    >>> float(fixed_point(np.array([[0.5]]), np.array([1.0]), np.array([[3.0]])).covariance[0, 0])
    4.0
    """
    vector, covariance, power = shift, noise, M
    vector_condition, covariance_condition = 1.0, 1.0
    with np.errstate(over="ignore", invalid="ignore"):
        for _ in range(_DOUBLINGS):
            # the Frobenius norm bounds the spectral one: what is left of both sums is below rounding of what is there
            left = float(np.linalg.norm(power))
            if left < EPS:
                return FixedPoint(vector, (covariance + covariance.T) / 2, vector_condition, covariance_condition)
            if not left < 1e100:  # its square would overflow soon; a contraction never gets there
                break
            norm = spectral_norm(power)
            vector_condition, covariance_condition = vector_condition * (1 + norm), covariance_condition * (1 + norm**2)
            vector = vector + power @ vector
            covariance = covariance + power @ covariance @ power.T
            power = power @ power
    raise NoContraction(f"does not contract: spectral radius {spectral_radius(M):.6g}, must be < 1")


def spectral_norm(A: Array) -> float:
    """The largest singular value, from below to a few per cent: power iteration from the column norms, enough for an error estimate."""
    v = np.linalg.norm(A, axis=0)
    value = 0.0
    for _ in range(8):
        size = np.linalg.norm(v)
        if not 0 < size < np.inf:
            return value
        w = A @ (v / size)
        value, v = max(value, float(np.linalg.norm(w))), A.T @ w
    return value


def residual(M: Array, noise: Array, covariance: Array) -> Array:
    """M X M' + Q - X."""
    return M @ covariance @ M.T + noise - covariance
