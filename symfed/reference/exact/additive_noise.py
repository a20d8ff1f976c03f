"""A round of an affine rule under noise of constant covariance: its H local steps composed by squaring, and its stationary moments."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from symfed.models.arrays import Array, identity, is_exact, to_float
from symfed.models.rings import RATIONALS
from symfed.reference.exact.moments import EPS, AffineRound, Moments, fixed_point, lift, residual, solve_moments, spectral_norm
from symfed.reference.setting import Setting, local_coefficients, server_coefficients


@dataclass(frozen=True)
class ConstantNoise(AffineRound):
    """column_next = matrix @ column + shift + noise, the noise centred with covariance `noise`; `unit` is the rounding of all entries."""

    noise: Array
    unit: float = EPS

    def conditional_covariance(self, mean: Array, covariance: Array) -> Array:
        return self.noise

    @property
    def shift_size(self) -> float:
        """What the shift's rounding is relative to."""
        return float(np.linalg.norm(self.shift))

    @cached_property
    def moments(self) -> Moments:
        M, Q = self.matrix, self.noise
        if is_exact(M):
            mean, covariance, _ = solve_moments(self, lift(M))
            return Moments(mean, covariance)
        found = fixed_point(M, self.shift, Q)
        norm, b, X = spectral_norm(M), found.vector, found.covariance
        mean_residual = np.linalg.norm(M @ b + self.shift - b) + self.unit * (norm * np.linalg.norm(b) + self.shift_size)
        covariance_residual = np.linalg.norm(residual(M, Q, X)) + self.unit * (2 * norm**2 * spectral_norm(X) + spectral_norm(Q))
        return Moments(b, X, float(found.vector_condition * mean_residual), float(found.covariance_condition * covariance_residual))


@dataclass(frozen=True)
class AdditiveRound(ConstantNoise):
    """A round by its clients, whose last local iterates are client_matrices[c] @ theta + client_shifts[c] + noise.

    client_matrices (N, d, d), client_shifts (N, d), client_noise (N, d, d).
    """

    client_matrices: Array = field(kw_only=True)
    client_shifts: Array = field(kw_only=True)
    client_noise: Array = field(kw_only=True)

    @property
    def shift_size(self) -> float:
        """The largest of the clients' shifts: in their mean they may cancel, their roundings do not."""
        return float(np.linalg.norm(self.client_shifts, axis=1).max())


Steps = tuple[Array, Array, Array]


def additive_round(setting: Setting, hessians: Array, intercepts: Array, noise: Array, origin: Array | None = None) -> AdditiveRound:
    """The round of an affine rule for clients with gradients A_c x + e_c plus noise; shapes (N, d, d), (N, d), (N, d, d).

    x and theta are relative to `origin` (d,), and so are the intercepts: e_c is the mean gradient at the origin.
    """
    if setting.ring is not RATIONALS:
        hessians, intercepts, noise = to_float(hessians), to_float(intercepts), to_float(noise)
    on_x, on_g, on_start, constant = local_coefficients(setting)
    on_mean, server_start, server_constant = server_coefficients(setting)
    N, d = intercepts.shape
    eye = identity(d, hessians)
    drift, server_drift = constant, server_constant
    if origin is not None:  # a rule that does not commute with translations sees where the origin is
        drift, server_drift = constant + (on_x + on_start - 1) * origin, server_constant + (on_mean + server_start - 1) * origin
    # what a step adds: the first column is the shift; the others, if any, multiply x_start
    columns = (on_g * intercepts + drift)[..., None]
    if on_start != 0:
        columns = np.concatenate([columns, np.stack([on_start * eye] * N)], axis=2)
    own_noise = 0 * noise if setting.algorithm.exact_gradient else on_g * on_g * noise
    matrices, columns, client_noise = repeat((on_x * eye + on_g * hessians, columns, own_noise), setting.local_steps)
    client_matrices = matrices if on_start == 0 else matrices + columns[..., 1:]
    client_shifts = columns[..., 0]
    return AdditiveRound(
        matrix=on_mean * client_matrices.sum(axis=0) / N + server_start * eye,
        shift=on_mean * client_shifts.sum(axis=0) / N + server_drift,
        noise=on_mean * on_mean * client_noise.sum(axis=0) / N**2,
        client_matrices=client_matrices,
        client_shifts=client_shifts,
        client_noise=client_noise,
        # a sum of d products is off by about sqrt(d) units, some more for the rule itself, and H steps add up
        unit=setting.local_steps * (np.sqrt(d) + 4) * EPS,
    )


def repeat(step: Steps, n: int) -> Steps:
    """n >= 1 equal steps as one, by repeated squaring: each (matrix on x, columns added, covariance added), stacked over clients."""
    if n == 1:
        return step
    twice = repeat(_after(step, step), n // 2)
    return _after(step, twice) if n % 2 else twice


def _after(second: Steps, first: Steps) -> Steps:
    (G, U, S), (M, V, C) = second, first
    return G @ M, G @ V + U, G @ C @ G.transpose(0, 2, 1) + S
