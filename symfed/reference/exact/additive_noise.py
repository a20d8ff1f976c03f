"""A round of an affine rule under noise of constant covariance: its H local steps composed by squaring, and its stationary moments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import numpy as np

from symfed.models.arrays import Array, identity, is_exact
from symfed.reference.exact.moments import EPS, AffineRound, Moments, fixed_point, lift, solve_moments, spectral_norm
from symfed.reference.setting import Setting, local_coefficients, server_coefficients


@dataclass(frozen=True)
class ConstantNoise(AffineRound):
    """column_next = matrix @ column + shift + noise, the noise centred with covariance `noise`; `unit` is the rounding of all entries.

    clients: the ends of the clients, if known. Their shifts may cancel in the mean, their rounding errors do not.
    """

    noise: Array
    unit: float = EPS
    clients: ClientEnds | None = None

    def conditional_covariance(self, mean: Array, covariance: Array) -> Array:
        return self.noise

    @cached_property
    def moments(self) -> Moments:
        M, Q = self.matrix, self.noise
        if is_exact(M):
            mean, covariance, _ = solve_moments(self, lift(M))
            return Moments(mean, covariance)
        found = fixed_point(M, self.shift, Q)
        norm, b, X = spectral_norm(M), found.vector, found.covariance
        sizes = np.linalg.norm(self.shift) if self.clients is None else np.linalg.norm(self.clients.shifts, axis=1)
        mean_residual = np.linalg.norm(M @ b + self.shift - b) + self.unit * (norm * np.linalg.norm(b) + np.max(sizes))
        covariance_residual = np.linalg.norm(M @ X @ M.T + Q - X) + self.unit * (2 * norm**2 * spectral_norm(X) + spectral_norm(Q))
        return Moments(b, X, float(found.vector_condition * mean_residual), float(found.covariance_condition * covariance_residual))


@dataclass(frozen=True)
class ClientEnds:
    """Client c ends its local steps in e + moves[c] e + on_xi[c] xi_c + shifts[c] + noise of covariance noise[c], begun at e.

    moves, on_xi, noise (N, d, d), shifts (N, d); unit: the relative rounding of floats.
    """

    moves: Array
    on_xi: Array
    shifts: Array
    noise: Array
    unit: float


def client_ends(setting: Setting, slopes: Array, intercepts: Array, noise: Array, origin: Array) -> ClientEnds:
    """The ends of clients with gradients A_c e + g_c plus noise, e relative to `origin` (d,); shapes (N, d, d), (N, d), (N, d, d).

    The H steps are composed by squaring, for the displacement from the start of the round, so that a small one is no difference of
    numbers near one. Raises InvalidInput for a rule that is not affine.
    """
    slopes, intercepts, noise = (setting.numbers(part) for part in (slopes, intercepts, noise))
    on_x, on_g, on_start, on_xi, constant = local_coefficients(setting)
    N, d = intercepts.shape
    eye, away = identity(d, slopes), on_x + on_start - 1
    # a rule that does not commute with translations depends on the origin
    drift = (on_g * intercepts + constant + away * origin)[..., None]
    columns = np.concatenate([away * eye + on_g * slopes, np.stack([on_xi * eye] * N), drift], axis=2)
    own_noise = 0 * noise if setting.algorithm.exact_gradient else on_g * on_g * noise
    _, columns, total = repeated((on_x * eye + on_g * slopes, columns, own_noise), setting.local_steps, composed)
    # a sum of d products is off by about sqrt(d) units, some more for the rule itself, and H steps add up
    unit = setting.local_steps * (np.sqrt(d) + 4) * EPS
    return ClientEnds(columns[..., :d], columns[..., d : 2 * d], columns[..., 2 * d], total, float(unit))


def additive_round(setting: Setting, slopes: Array, intercepts: Array, noise: Array, origin: Array) -> ConstantNoise:
    """The round of an affine rule for clients as in `client_ends`, theta relative to `origin` (d,)."""
    on_mean, on_start, constant = server_coefficients(setting)
    ends = client_ends(setting, slopes, intercepts, noise, origin)
    N, d = ends.shifts.shape
    return ConstantNoise(
        matrix=on_mean * ends.moves.sum(axis=0) / N + (on_mean + on_start) * identity(d, ends.moves),
        shift=on_mean * ends.shifts.sum(axis=0) / N + constant + (on_mean + on_start - 1) * origin,
        noise=on_mean * on_mean * ends.noise.sum(axis=0) / N**2,
        unit=ends.unit,
        clients=ends,
    )


Step = TypeVar("Step")


def repeated(step: Step, n: int, after: Callable[[Step, Step], Step]) -> Step:
    """n >= 1 equal steps as one, by repeated squaring; after(second, first) is the two in turn."""
    if n == 1:
        return step
    twice = repeated(after(step, step), n // 2, after)
    return after(step, twice) if n % 2 else twice


_Steps = tuple[Array, Array, Array]


def composed(second: _Steps, first: _Steps) -> _Steps:
    """Two steps as one, each (matrix on x, columns added, covariance added), stacked over clients."""
    (G, U, S), (M, V, C) = second, first
    return G @ M, G @ V + U, G @ C @ G.transpose(0, 2, 1) + S
