"""Boxes hold what they are cut to."""

from __future__ import annotations

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.algorithms import get_algorithm
from symfed.models.rings import FLOATS
from symfed.reference import simulate
from symfed.reference.quadrature.chebyshev import balls
from symfed.reference.quadrature.projection import Box, Surroundings, invariant_interval
from symfed.reference.setting import prepare

LINE = sf.LogisticProblem([[[1], [-2]], [[2], [1]]], [[1, 1], [1, -1]], 0.5)
PLANE = sf.LogisticProblem([[[1, 2], [-2, 0]], [[2, 1], [1, -1]]], [[1, 1], [1, -1]], 0.5)


def inside(box, theta):
    """The largest coordinate of points (k, d)."""
    return float(np.abs((theta - box.origin) @ np.linalg.inv(box.scale).T).max())


def test_coordinates_invert_points():
    box = Box(np.array([1.0, 2.0]), np.array([[0.5, 0.25], [-0.5, 1.0]]))
    u = balls([[0.5, -1.0], [1.0, 0.25]])
    assert (abs(box.coordinates(box.points(u)) - u) < 1e-14).all()
    assert box.size == pytest.approx(np.sqrt(0.25 + 0.0625 + 0.25 + 1))


@pytest.mark.parametrize("problem", [LINE, PLANE])
@pytest.mark.parametrize("H", [1, 20])
def test_six_deviations_hold_a_simulated_law(problem, H):
    server, clients = Surroundings(prepare(get_algorithm("fedavg"), 0.05, H, FLOATS), problem).boxes(6.0)
    run = simulate("fedavg", problem, 0.05, H, 400, replicas=20, burn_in=100, record=20, seed=3)
    theta = run.trajectory[5:].reshape(-1, problem.dim)
    assert inside(server, theta) < 1
    # and is not much too wide: a share of the law lies beyond a quarter of it
    assert inside(server, theta) > 0.25
    for c, box in enumerate(clients):
        own = np.stack([problem.optimum] * problem.num_clients)
        for _ in range(H):
            own = own - 0.05 * problem.mean_gradients(own[None])[0]
        assert inside(box, own[c][None]) < 1


def test_the_interval_is_the_hull_of_minimisers():
    low, high = invariant_interval(LINE)
    gradients = [lambda x, a=a: a / (1 + np.exp(-a * x)) + 0.5 * x for a in (-1, 2, -2, 1)]
    assert max(g(low) for g in gradients) == pytest.approx(0, abs=1e-8)
    assert min(g(high) for g in gradients) == pytest.approx(0, abs=1e-8)
    wide = Surroundings(prepare(get_algorithm("fedavg"), 1 / LINE.L, 50, FLOATS), LINE).boxes(6.0)
    assert {float(box.scale[0, 0]) for box in (wide[0], *wide[1])} == {(high - low) / 2}
    with pytest.raises(InvalidInput, match="no minimiser"):
        invariant_interval(sf.LinearProblem([[[[1]], [[0]]]], [[[0], [1]]]))
