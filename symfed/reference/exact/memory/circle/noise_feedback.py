"""Noise whose covariance is linear in the covariance that it causes: many clients under multiplicative noise, in float64."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from symfed.core.errors import NotConverged
from symfed.models.arrays import Array
from symfed.reference.exact.moments import EPS, NoContraction

_ENOUGH = 1e-14  # of the noise, in Frobenius norm: more than that is lost to rounding before
_MOST_STEPS = 200
_LOST = 1e-9  # near the edge of stability rounding leaves more: the stated error says so, and beyond this much there is no answer


@dataclass(frozen=True)
class SettledNoise:
    """noise (N, d, d) with noise = source + feedback(noise) up to `residual` (the largest spectral norm of a client's).

    unit (N, d, d), positive definite with unit >= feedback(unit) + 1/2: a residual of spectral norms <= r moves the noise by 2 r unit at
    most.
    """

    noise: Array
    residual: float
    unit: Array


def settled_noise(source: Array, feedback: Callable[[Array], Array]) -> SettledNoise:
    """`feedback` (N, d, d) -> (N, d, d) is linear and maps positive semi-definite covariances to such, as is `source`.

    Its powers tend to zero if and only if there is a `unit` as described. Raises NoContraction where there is none.

    Source: Saad and Schultz, GMRES, SIAM J. Sci. Stat. Comput. 7 (1986); Stein's theorem, for positive operators.
    """
    eye = np.broadcast_to(np.eye(source.shape[-1]), source.shape)
    # spectral norms are below the Frobenius norm of all: each client's residual is within half of the identity
    unit = _solve(eye, feedback, 0.4)
    unit = (unit + unit.swapaxes(1, 2)) / 2
    left = unit - feedback(unit)
    if not (np.linalg.eigvalsh(unit).min() > 0 and np.linalg.eigvalsh(left).min() > 0.5):
        returned = f"noise of covariance one comes back as {_radius(eye, feedback):.6g}, must be < 1"
        raise NoContraction(f"contracts in the mean but has no second moment: {returned}")
    noise = _solve(source, feedback, _ENOUGH * float(np.linalg.norm(source)))
    noise = (noise + noise.swapaxes(1, 2)) / 2
    residual = source + feedback(noise) - noise
    return SettledNoise(noise, float(np.linalg.norm(residual, 2, axis=(1, 2)).max()), unit)


def _solve(source: Array, feedback: Callable[[Array], Array], left: float) -> Array:
    """x with |source + feedback(x) - x| <= left in Frobenius norms, or as near as rounding lets it come: GMRES from x = 0."""
    size = float(np.linalg.norm(source))
    if size == 0:
        return source
    basis = [source.ravel() / size]
    triangle = np.zeros((_MOST_STEPS + 1, _MOST_STEPS))
    for k in range(_MOST_STEPS):
        image = basis[k] - feedback(basis[k].reshape(source.shape)).ravel()
        length = float(np.linalg.norm(image))
        for _ in range(2):  # again: once leaves what cancellation made of it
            for j, vector in enumerate(basis):
                share = float(vector @ image)
                triangle[j, k] += share
                image = image - share * vector
        triangle[k + 1, k] = np.linalg.norm(image)
        target = np.append(size, np.zeros(k + 1))
        weights = np.linalg.lstsq(triangle[: k + 2, : k + 1], target, rcond=None)[0]
        residual = float(np.linalg.norm(triangle[: k + 2, : k + 1] @ weights - target))
        # there is no new direction where only rounding is left of the image
        if residual <= left or triangle[k + 1, k] <= 64 * EPS * length:
            break
        basis.append(image / triangle[k + 1, k])
    else:
        if residual > max(left, _LOST * size):
            raise NotConverged(f"covariance of the noise: {_MOST_STEPS} steps leave a relative residual of {residual / size:.2g}")
    return (np.stack(basis[: len(weights)]).T @ weights).reshape(source.shape)


def _radius(start: Array, feedback: Callable[[Array], Array]) -> float:
    """The spectral radius of the feedback, by its powers: for messages, nothing is decided by it."""
    value, noise = 0.0, start / np.linalg.norm(start)
    for _ in range(30):
        noise = feedback(noise)
        value = float(np.linalg.norm(noise))
        if value == 0:
            break
        noise = noise / value
    return value
