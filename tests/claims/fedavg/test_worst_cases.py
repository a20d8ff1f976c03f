"""FedAvg's worst clients by another road: they are of the class, at rest, and as far from the optimum as a distance between conics says."""

from __future__ import annotations

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize_scalar

from proofs_checks.symfed.fedavg.whole_class.clients import mirrored, tilt, wedge, wedges
from proofs_checks.symfed.fedavg.whole_class.distance import next_point, over_quadratics, spread, squared_distance
from proofs_checks.symfed.fedavg.whole_class.one_client import numbers
from proofs_checks.symfed.fedavg.whole_class.quadratics import lies_within, tilted_pairs
from proofs_checks.symfed.fedavg.whole_class.refuted import no_farther, resting
from proofs_checks.symfed.scaffold.contraction import q, r

ONE = flint.fmpq(1)
points = st.lists(st.integers(-40, 40).map(lambda k: flint.fmpq(k, 16)), min_size=2, max_size=2).map(lambda v: np.array(v, dtype=object))


def test_z_by_hand() -> None:
    assert abs(tilt(0 * ONE) ** 2 - ONE / 2) < ONE / 2**78  # q = 0: z = 1/sqrt 2
    assert abs(tilt(flint.fmpq(35, 72)) - flint.fmpq(4, 5)) < ONE / 2**78


@given(st.integers(0, len(wedges()) - 1), points, points, st.sampled_from([1, -1]))
def test_wedges_are_smooth_and_strongly_convex(which: int, x: np.ndarray, y: np.ndarray, side: int) -> None:
    first, image = mirrored(wedges()[which]).clients
    case = first if side == 1 else image
    d, g = x - y, case.gradient(x) - case.gradient(y)
    assert (g - case.mu * d) @ (case.L * d - g) >= 0
    assert all(v == 0 for v in case.gradient(np.array([0 * ONE, 0 * ONE], dtype=object)))


@pytest.mark.parametrize(("H", "mu"), [(2, ONE / 10), (3, ONE / 3), (4, ONE / 1000), (9, ONE / 2), (12, ONE / 100)])
def test_mirror_images_are_at_rest(H: int, mu: flint.fmpq) -> None:
    pair = mirrored(wedge(H, mu, step=ONE / 2))
    assert pair.first.gamma * pair.first.L == 1
    moved = next_point(pair) - np.array(pair.first.e, dtype=object)
    assert max(map(abs, moved)) < ONE / 2**60  # z and sin(2 phi) are within 2^-80, a step adds up to H of them times 1/(1 - z)
    s, sigma, z, _ = numbers(pair.first)
    assert abs(squared_distance(s, sigma, z) * spread(pair) - 1) < ONE / 2**60
    c = pair.first
    quadratics = c.H**2 * spread(pair) * (r(c.gamma, H, c.L) - r(c.gamma, H, c.mu)) ** 2 / (4 * (1 - q(c.gamma, H, c.mu)))
    assert abs(1 / quadratics - over_quadratics(z)) < ONE / 2**55
    assert 1 < over_quadratics(z) < flint.fmpq(4, 3)


@pytest.mark.parametrize("mu", [0.01, 0.1, 0.5, 0.9])
def test_two_steps_by_geometry(mu: float) -> None:
    # H = 2, gamma = L = 1: u_1 = v + (0, Y/2), v in the disc over (0, 0) to (1 - mu, 0);
    # then <e, u_2> is at most c u_1x + c |u_1|, which is 1
    c = (1 - mu) / 2

    def half_length(a: float) -> float:
        return float(np.sqrt(((1 - c * a) / c) ** 2 - a**2) - np.sqrt(max(c**2 - (a - c) ** 2, 0)))

    best = minimize_scalar(half_length, bounds=(0, 2 * c), method="bounded", options={"xatol": 1e-12}).fun
    s, sigma, z, _ = numbers(wedge(2, flint.fmpq(round(mu * 100), 100)))
    found = float(squared_distance(s, sigma, z)) ** 0.5
    assert found == pytest.approx(1 / best, rel=1e-9)  # a minimum is flat: 1e-12 in a is far less in its value


def test_exactly_at_rest_and_farther_than_quadratics() -> None:
    for pair in resting():
        assert all(next_point(pair) == np.array(pair.first.e, dtype=object))
        left, right = no_farther(pair)
        assert left > right * flint.fmpq(26, 25)


def test_tilted_quadratics_attain_theirs() -> None:
    for case in tilted_pairs()[-3:]:
        left, right = lies_within(case)
        assert 0 <= 1 - left / right < ONE / 2**60
