"""The kernels' own sigmoid: its range, its accuracy, and what it does with numbers that are none."""

from __future__ import annotations

import platform
import re

import mpmath
import numpy as np
import pytest
from numba import njit

from symfed.reference.simulation.kernels.lane_math import LANE, sigmoid


@njit(**LANE)
def sigmoids(values):
    out = np.empty_like(values)
    for k in range(len(values)):
        out[k] = sigmoid(values[k])
    return out


def test_the_ends_of_the_range():
    assert sigmoids(np.array([-np.inf, -1e300, -800.0, -711.0])).tolist() == [0.0] * 4
    assert sigmoids(np.array([37.0, 800.0, 1e300, np.inf])).tolist() == [1.0] * 4
    assert sigmoids(np.array([0.0, -0.0])).tolist() == [0.5, 0.5]


def test_nan_stays_nan():
    assert np.isnan(sigmoids(np.array([np.nan, 0.0, np.nan]))).tolist() == [True, False, True]


@pytest.mark.parametrize(("low", "high"), [(-708, -40), (-40, 40), (-1, 1), (40, 800)])
def test_accuracy_is_a_few_units_in_the_last_place(low, high):
    x = np.linspace(low, high, 3001)
    with mpmath.workdps(40):
        truth = [1 / (1 + mpmath.exp(-mpmath.mpf(float(v)))) for v in x]
        worst = max(abs(mpmath.mpf(float(y)) - t) / np.spacing(float(t)) for y, t in zip(sigmoids(x), truth, strict=True))
    # 13 operations of the polynomial, of which the last few count; y - k log 2 loses up to |y| 2^-53, k being exact; 1 +, 1 / one each
    assert worst <= 4


def test_between_the_last_normal_number_and_the_end_it_is_off_by_less_than_a_normal_number():
    x = np.linspace(-711, -708, 301)
    assert (abs(sigmoids(x) - np.exp(x)) <= 2.3e-308).all()  # the smallest normal double is 2.2e-308


def test_it_runs_as_vectors():
    sigmoids(np.zeros(8))
    (text,) = sigmoids.inspect_asm().values()
    vectors = {"x86_64": r"\bv?(?:mulpd|fmadd\d+pd)\b", "AMD64": r"\bv?(?:mulpd|fmadd\d+pd)\b"}.get(
        platform.machine(), r"\bfm(?:ul|la)\b.*\.2d"
    )
    assert re.search(vectors, text)
    assert not re.search(r"\bcallq?\s+\**exp", text)
