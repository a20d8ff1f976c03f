"""Quadrature on the unit circle."""

from __future__ import annotations

import numpy as np
import pytest

from symfed.reference.exact.contour import contour_nodes, enough_nodes


def mean_of_product(nodes, left, other):
    """The mean over the circle of 1 / ((z - r)(conj z - s)), which is 1 / (1 - r s); left = 1 - r, other = 1 - s."""
    z_r, z_s = ((x * nodes.cosines + 1j * (2 - x) * nodes.sines) for x in (left, other))
    return (nodes.weights / (z_r * z_s.conj())).real.sum()


@pytest.mark.parametrize(("low", "high"), [(0.25, 1.0), (1e-3, 1.0), (1e-6, 50.0), (1e-9, 1e4)])
def test_products_of_poles_in_the_segment_reach_rounding_level(low, high):
    nodes = contour_nodes(low, high, enough_nodes(low, high))
    speeds = np.exp(np.linspace(np.log(low), np.log(high), 6))
    poles = 2 * speeds / (1 + speeds)  # 1 - r for (1 - r) / (1 + r) = speed
    for left in poles:
        for other in poles:
            # nodes and weights are off by the rounding of an exponent of size log(high / low), and some dozen of them count
            rounding = 64 * np.finfo(float).eps * max(1, np.log(high / low))
            assert mean_of_product(nodes, left, other) * (left + other - left * other) == pytest.approx(1, abs=rounding)


def test_the_promised_number_of_nodes_is_about_what_is_needed():
    low, high = 1e-4, 1.0
    few = contour_nodes(low, high, enough_nodes(low, high) // 4 * 2)
    error = abs(mean_of_product(few, 2 * low / (1 + low), 2 * low / (1 + low)) * 2 * low / (1 + low) * (2 - 2 * low / (1 + low)) - 1)
    assert 1e-10 < error < 1e-6  # half as many nodes: half of 37 / log(10) digits


def test_weights_are_of_a_mean_and_nodes_are_nested():
    coarse, fine = contour_nodes(1e-3, 2.0, 30), contour_nodes(1e-3, 2.0, 60)
    assert coarse.weights.sum() == pytest.approx(1, abs=1e-13)  # 31 terms
    np.testing.assert_allclose(coarse.cosines, fine.cosines[::2], atol=1e-14)
    np.testing.assert_allclose(coarse.sines, fine.sines[::2], rtol=1e-13)
    assert (coarse.sines[0], coarse.cosines[-1]) == (0, 0)  # z = 1 and z = -1
    np.testing.assert_allclose(np.hypot(coarse.cosines, coarse.sines), 1, atol=1e-15)
