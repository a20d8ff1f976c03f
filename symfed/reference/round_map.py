"""One round as an affine map with additive noise, by running the local steps one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from symfed.core.errors import UnstableStep
from symfed.models.arrays import Array, identity, is_exact, is_positive_definite, solve, to_float, zeros
from symfed.reference.affine import local_coefficients, server_coefficients
from symfed.reference.setting import RATIONALS, Setting


@dataclass(frozen=True)
class RoundMap:
    """theta_next = matrix @ theta + shift + noise, the noise centred with covariance `noise`.

    client_matrices (N, d, d), client_shifts (N, d) and client_noise (N, d, d) say the same of each client's last local iterate.
    """

    matrix: Array
    shift: Array
    noise: Array
    client_matrices: Array
    client_shifts: Array
    client_noise: Array

    def check_contraction(self, gamma: Any, H: int) -> None:
        """Raise UnstableStep unless the matrix's powers tend to zero; decided exactly on rationals."""
        if is_exact(self.matrix):
            try:
                # Stein's theorem: all eigenvalues lie inside the circle iff X = M X M' + 1 has a positive definite solution
                stable = is_positive_definite(stein(self.matrix, identity(len(self.matrix), self.matrix)))
            except (np.linalg.LinAlgError, ZeroDivisionError):  # `solve` divides in dimension one
                stable = False
        else:
            stable = bool(np.abs(np.linalg.eigvals(self.matrix)).max() < 1)
        if not stable:
            radius = np.abs(np.linalg.eigvals(to_float(self.matrix))).max()
            raise UnstableStep("gamma", gamma, f"a round of H = {H} steps does not contract: spectral radius {radius:.6g}, must be < 1")

    def fixed_point(self) -> Array:
        """The stationary mean."""
        return solve(identity(len(self.shift), self.matrix) - self.matrix, self.shift)

    def stationary_covariance(self) -> Array:
        return stein(self.matrix, self.noise)


def stein(M: Array, Q: Array) -> Array:
    """X with X = M X M' + Q, as a linear system on the entries of X; symmetric to the last bit."""
    d = len(M)
    system = identity(d * d, M) - np.einsum("ij,kl->ikjl", M, M).reshape(d * d, d * d)
    X = solve(system, Q.reshape(d * d)).reshape(d, d)
    return X if is_exact(X) else (X + X.T) / 2


def round_map(setting: Setting, hessians: Array, intercepts: Array, noise: Array) -> RoundMap:
    """The round of an affine rule for clients with gradients A_c x + e_c plus noise; shapes (N, d, d), (N, d), (N, d, d)."""
    if setting.ring is not RATIONALS:
        hessians, intercepts, noise = to_float(hessians), to_float(intercepts), to_float(noise)
    on_x, on_g, on_start, constant = local_coefficients(setting)
    on_mean, server_start, server_constant = server_coefficients(setting)
    N, d = intercepts.shape
    eye = identity(d, hessians)
    matrices, shifts, covariances = [], [], []
    for A, e, C in zip(hessians, intercepts, noise, strict=True):
        M, v, S = eye, zeros((d,), hessians), zeros((d, d), hessians)
        one_step = on_x * eye + on_g * A
        for _ in range(setting.local_steps):
            M = one_step @ M + on_start * eye
            v = one_step @ v + on_g * e + constant
            S = one_step @ S @ one_step.T
            if not setting.algorithm.exact_gradient:
                S = S + on_g * on_g * C
        matrices.append(M)
        shifts.append(v)
        covariances.append(S)
    client_matrices, client_shifts, client_noise = np.stack(matrices), np.stack(shifts), np.stack(covariances)
    return RoundMap(
        matrix=on_mean * client_matrices.sum(axis=0) / N + server_start * eye,
        shift=on_mean * client_shifts.sum(axis=0) / N + server_constant,
        noise=on_mean * on_mean * client_noise.sum(axis=0) / N**2,
        client_matrices=client_matrices,
        client_shifts=client_shifts,
        client_noise=client_noise,
    )
