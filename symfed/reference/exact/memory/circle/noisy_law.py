"""Stationary moments of many clients with control variates under multiplicative noise, in float64 and in time proportional to N."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from symfed.core.errors import UnstableStep
from symfed.models.arrays import Array
from symfed.reference.exact.errors import product_errors
from symfed.reference.exact.memory.circle.noise_feedback import SettledNoise, settled_noise
from symfed.reference.exact.memory.circle.resolvents import Resolvents, own_matrices, resolvents
from symfed.reference.exact.memory.round import MemoryRound, rounding
from symfed.reference.exact.moments import Moments, NoContraction
from symfed.reference.exact.noise_forms import client_noise
from symfed.reference.result import ControlMoments


@dataclass(frozen=True)
class NoisyControls(ControlMoments):
    """bias (d,) and biases (N, d): of theta and of xi_c, the means about theta* and xi_c*; covariances (N, 2d, 2d) of (theta, xi_c)."""

    law: Resolvents
    noise: Array
    covariances: Array
    bias: Array
    biases: Array
    cross_error: float
    own_error: float

    @cached_property
    def cross(self) -> Array:
        d = len(self.bias)
        out: Array = self.covariances[:, :d, d:] + self.bias[:, None] * self.biases[:, None, :]
        return out

    @cached_property
    def own(self) -> Array:
        d = len(self.bias)
        out: Array = self.covariances[:, d:, d:] + self.biases[:, :, None] * self.biases[:, None, :]
        return out

    def between(self, client: int, other: int) -> Array:
        if client == other:
            own: Array = self.own[client]
            return own
        return self.law.between(self.noise, client, other) + np.multiply.outer(self.biases[client], self.biases[other])


@dataclass(frozen=True)
class _Mean:
    """Stationary means of e (d,) and of the control variates (N, d), and what they may be off by, in Euclidean norms."""

    theta: Array
    controls: Array
    theta_error: float
    control_error: float


def noisy_circle(
    law: MemoryRound, gamma: Any, H: int, mean_control: Array, ideal_controls: Array, ideal_errors: tuple[float, float]
) -> tuple[Moments, Array, NoisyControls]:
    """The moments of e, the means (N, d) of the control variates, and their second moments about ideal_controls (N, d).

    For a float round with `forms` that conserves the sum of the control variates, and `own_factor` below one. The noise of a client's
    end is a function of the covariance of (e, xi_c), and this one linear in the noises of all: `settled_noise`. Errors are estimated
    from the residual of that equation, the quadrature, the rounding of the coefficients, and what theta* and the ideal controls are off
    by (ideal_errors). Raises UnstableStep, naming gamma, where the moments do not settle, and NotConverged.
    """
    assert law.forms is not None
    forms, d = law.forms, law.size[1]
    try:
        waves = resolvents(law)
        mean = _mean(law, mean_control, *ideal_errors)

        def feedback(noise: Array) -> Array:
            return client_noise(forms, _padded(waves.covariances(noise)))

        columns = np.concatenate([np.broadcast_to(mean.theta, mean.controls.shape), mean.controls, np.ones((len(forms), 1))], axis=1)
        source = client_noise(forms, columns[:, :, None] * columns[:, None, :])
        settled = settled_noise(source, feedback)
    except NoContraction as unstable:
        raise UnstableStep("gamma", gamma, f"a round of H = {H} steps {unstable}") from None
    theta_error, control_error = _covariance_errors(law, waves, mean, settled)
    found, biases = waves.covariances(settled.noise), mean.controls - ideal_controls
    cross, own = product_errors((mean.theta, mean.theta_error), (biases, mean.control_error))
    controls = NoisyControls(
        law=waves,
        noise=settled.noise,
        covariances=found,
        bias=mean.theta,
        biases=biases,
        cross_error=(theta_error * control_error) ** 0.5 + cross,
        own_error=control_error + own,
    )
    return Moments(mean.theta, found[0, :d, :d], mean.theta_error, theta_error), mean.controls, controls


def _covariance_errors(law: MemoryRound, waves: Resolvents, mean: _Mean, settled: SettledNoise) -> tuple[float, float]:
    """Of theta's covariance and of the control variates': what the noise is off by, in what it causes, and what that is off by itself."""
    assert law.forms is not None
    N, d = law.size
    relative, (of_theta, of_control) = waves.relative_error, _sizes(waves, settled.noise)
    # a covariance that is off by E is not off by more than |E| times the identity, block by block
    shaken = _diagonal(d, N, 2 * relative * of_theta, 2 * relative * of_control)
    # (m + e)(m + e)' - m m' <= t m m' + (1 + 1/t) e e' for any t > 0
    moved = (1 + 1 / relative) * _diagonal(d, N, 2 * mean.theta_error**2, 2 * mean.control_error**2)
    off = float(np.linalg.norm(client_noise(law.forms, _padded(shaken + moved)), 2, axis=(1, 2)).max())
    off += settled.residual + (relative + rounding(law)) * float(np.linalg.norm(settled.noise, 2, axis=(1, 2)).max())
    per_unit = _sizes(waves, settled.unit)
    return relative * of_theta + 2 * off * per_unit[0], relative * of_control + 2 * off * per_unit[1]


def _mean(law: MemoryRound, mean_control: Array, of_theta_star: float, of_ideal: float) -> _Mean:
    """Every client ends where the server's step leaves theta alone; that fixes its control variate, and their mean is given, (d,)."""
    of_theta, of_control = own_matrices(law)
    on_mean, on_end = law.rule.server[0], law.rule.control[1]
    back = np.linalg.inv(of_control)
    wanted = (back @ (law.shifts + law.server_drift / on_mean)[..., None])[..., 0]
    followed = back @ of_theta / on_mean
    inverse = np.linalg.inv(followed.mean(axis=0))
    bias = -inverse @ (mean_control / on_end - wanted.mean(axis=0))
    controls = on_end * (wanted - followed @ bias)
    condition = np.linalg.norm(back, 2, axis=(1, 2)) * np.linalg.norm(of_control, 2, axis=(1, 2))
    sizes = condition * (np.linalg.norm(wanted, axis=1) + np.linalg.norm(followed @ bias, axis=1)) + np.linalg.norm(mean_control / on_end)
    unit = rounding(law)
    error = float(np.linalg.norm(inverse, 2) * unit * sizes.mean())
    spread = abs(on_end) * (unit * sizes + np.linalg.norm(followed, 2, axis=(1, 2)) * error)
    return _Mean(bias, controls, error + of_theta_star, float(spread.max()) + of_ideal)


def _padded(covariances: Array) -> Array:
    """Second moments of (e, xi_c, 1) with mean zero but for the one, which no covariance adds to."""
    return np.pad(covariances, ((0, 0), (0, 1), (0, 1)))


def _diagonal(d: int, N: int, of_theta: float, of_control: float) -> Array:
    return np.broadcast_to(np.diag(np.repeat([of_theta, of_control], d)), (N, 2 * d, 2 * d))


def _sizes(waves: Resolvents, noise: Array) -> tuple[float, float]:
    """The norms of theta's covariance and, the largest, of a control variate's, before anything cancels."""
    theta = waves.densities(noise)[0]
    return float((waves.nodes.weights * np.linalg.norm(theta, axis=(1, 2))).sum()), waves.control_size(noise)
