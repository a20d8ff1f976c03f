"""Noise that comes back: the solution, what a residual can do to it, and the refusal where it grows."""

from __future__ import annotations

import numpy as np
import pytest

from symfed.core.errors import NotConverged
from symfed.reference.exact import contour_noise
from symfed.reference.exact.contour_noise import settled_noise
from symfed.reference.exact.moments import NoContraction

RNG = np.random.default_rng(3)
MAPS = RNG.normal(size=(4, 2, 3, 3))
SOURCE = np.stack([np.outer(v, v) for v in RNG.normal(size=(4, 3))])


def returned(noise):
    """A positive map that mixes four clients."""
    mixed = noise + noise.mean(axis=0)
    return np.stack([sum(M @ mixed[c] @ M.T for M in MAPS[c]) for c in range(4)])


MATRIX = np.stack([returned(unit).ravel() for unit in np.eye(36).reshape(36, 4, 3, 3)], axis=1)
RADIUS = float(np.abs(np.linalg.eigvals(MATRIX)).max())


@pytest.mark.parametrize("radius", [0.01, 0.5, 0.999])
def test_the_noise_is_the_solution_of_the_linear_system(radius):
    share = radius / RADIUS
    found = settled_noise(SOURCE, lambda noise: share * returned(noise))
    wanted = np.linalg.solve(np.eye(36) - share * MATRIX, SOURCE.ravel()).reshape(SOURCE.shape)
    # rounding of a system with condition about 1 / (1 - radius)
    np.testing.assert_allclose(found.noise, wanted, atol=1e-13 / (1 - radius) * abs(wanted).max())
    assert found.residual <= 1e-12 * np.linalg.norm(wanted)
    # a source that is off by the identity moves the noise by twice the unit at most
    moved = np.linalg.solve(np.eye(36) - share * MATRIX, np.stack([np.eye(3)] * 4).ravel()).reshape(SOURCE.shape)
    assert np.linalg.eigvalsh(2 * found.unit - moved).min() >= 0


@pytest.mark.parametrize("radius", [1.0, 1.001, 3.0])
def test_noise_that_grows_is_refused(radius):
    share = radius / RADIUS
    with pytest.raises(NoContraction, match=f"has no second moment: noise of covariance one comes back as {radius:.6g}, must be < 1"):
        settled_noise(SOURCE, lambda noise: share * returned(noise))


def test_the_unit_is_checked_and_not_believed(monkeypatch):
    monkeypatch.setattr(contour_noise, "_solve_by_gmres", lambda source, feedback, left: np.array(source))
    with pytest.raises(NoContraction):  # the identity is positive, but 1 - 0.9 is less than a half
        settled_noise(SOURCE, lambda noise: 0.9 * noise)


def test_no_noise_stays_none():
    assert not settled_noise(0 * SOURCE, lambda noise: 0.1 * returned(noise) / RADIUS).noise.any()


def test_no_convergence_is_said(monkeypatch):
    monkeypatch.setattr(contour_noise, "_MOST_STEPS", 3)
    with pytest.raises(NotConverged, match="3 steps leave a relative residual of 0"):
        settled_noise(SOURCE, lambda noise: 0.9 * returned(noise) / RADIUS)
