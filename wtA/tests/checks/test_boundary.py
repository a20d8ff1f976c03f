"""The time-uniform boundary: it is where the mixture reaches 1/alpha, the mixture is a supermartingale, and neither is loose."""

from __future__ import annotations

import math

import mpmath
import numpy as np
import pytest
from scipy.stats import binom

from symfed.checks.boundary import Boundary, empirical_bernstein, sub_exponential


def mixture(boundary: Boundary, s: float, v: float) -> mpmath.mpf:
    """M at S = s and V = v, with 30 digits, from its definition."""
    with mpmath.workdps(30):
        pairs = zip(boundary.slopes.tolist(), boundary.costs.tolist(), strict=True)
        return mpmath.fsum(
            mpmath.mpf(5) / ((k + 5) * (k + 6)) * mpmath.exp(mpmath.mpf(slope) * s - mpmath.mpf(cost) * v)
            for k, (slope, cost) in enumerate(pairs)
        )


@pytest.mark.parametrize("alpha", [0.5, 0.025, 5e-10, 1e-200])
@pytest.mark.parametrize("make", [empirical_bernstein, lambda alpha: sub_exponential(alpha, 0.0)], ids=["bounded", "gaussian"])
def test_it_is_where_the_mixture_reaches_1_over_alpha_and_never_short_of_it(make, alpha: float) -> None:
    boundary = make(alpha)
    clock = np.array([0.0, 1e-3, 1.0, 30.0, 1e4, 1e9])
    for v, u in zip(clock.tolist(), boundary(clock).tolist(), strict=True):
        assert mixture(boundary, u, v) >= 1 / alpha
        assert mixture(boundary, u * (1 - 1e-9), v) < 1 / alpha


def test_the_weights_are_at_most_one_in_all() -> None:
    boundary = empirical_bernstein(0.1)
    assert 0.8 < mixture(boundary, 0.0, 0.0) < 1  # 1 - 5/45


@pytest.mark.parametrize("guess", [0.0, 0.1, 0.5, 1.0])
def test_every_slope_of_the_bernstein_boundary_makes_a_supermartingale(guess: float) -> None:
    # two values low < high in [0, 1] with probabilities p, 1-p: the extreme points among all laws with the same mean
    boundary = empirical_bernstein(0.1)
    low, high, p = np.meshgrid([0.0, 0.2, 0.5], [0.6, 0.9, 1.0], np.linspace(0.001, 0.999, 41))
    mean = p * low + (1 - p) * high
    for sign in (1, -1):
        for slope, cost in zip(boundary.slopes, boundary.costs, strict=True):
            growth = sum(weight * np.exp(sign * slope * (x - mean) - cost * (x - guess) ** 2) for weight, x in ((p, low), (1 - p, high)))
            assert growth.max() <= 1 + 1e-15  # a handful of roundings, 2^-53 each


def test_the_slopes_of_the_bernstein_boundary_are_no_less_than_they_may_be() -> None:
    # with costs 5 percent smaller, or an interval 5 percent longer than declared, the steepest slope is no supermartingale any more
    boundary = empirical_bernstein(0.1)
    slope, cost = boundary.slopes[0], boundary.costs[0]

    def growth(cost: float, span: float) -> float:
        """E exp(slope (X - mean) - cost (X - guess)^2) where X is the guess, and a whole span below it once in a thousand times."""
        rare = 1e-3
        return (1 - rare) * math.exp(slope * rare * span) + rare * math.exp(slope * (rare - 1) * span - cost * span**2)

    assert growth(cost, 1.0) <= 1
    assert growth(0.95 * cost, 1.0) > 1
    assert growth(cost, 1.05) > 1


@pytest.mark.parametrize("tail", [0.0, 0.1, 4.0])
def test_sub_exponential_slopes_stay_where_the_assumption_is_made(tail: float) -> None:
    boundary = sub_exponential(0.01, tail)
    assert (boundary.slopes * tail <= 1).all()
    assert (boundary.costs == boundary.slopes**2 / 2).all()
    # with a light tail the steepest slope is the best one for a single observation
    assert tail == 4.0 or boundary.slopes[0] == pytest.approx(math.sqrt(2 * math.log(100)), rel=1e-15)


def test_it_is_crossed_ever_with_nearly_the_declared_probability() -> None:
    # Gaussian sums whose clock grows by 5 percent a step, over fifteen decades; alpha is used up by all times together, so that part of
    # it is left for later and part is lost between the steps
    alpha, runs = 0.1, 4000
    boundary, clock = sub_exponential(alpha, 0.0), 1.05 ** np.arange(700)
    steps = np.random.default_rng(0).standard_normal((runs, clock.size)) * np.sqrt(np.diff(clock, prepend=0.0))
    crossed = int((np.cumsum(steps, axis=1) >= boundary(clock)).any(axis=1).sum())
    # the test itself raises a false alarm with probability below 1e-6
    assert binom.isf(1 - 1e-6, runs, alpha / 3) <= crossed <= binom.isf(1e-6, runs, alpha)


def test_it_grows_like_the_law_of_the_iterated_logarithm() -> None:
    clock = 10.0 ** np.arange(3, 21)
    relative = empirical_bernstein(0.025)(clock) / np.sqrt(clock * np.log(np.log(clock)))
    assert (relative < 3).all()
    assert relative[-1] < relative[0]
    # the square root of the logarithm itself would have grown by 2.6 in that window
    plain = empirical_bernstein(0.025)(clock) / np.sqrt(clock)
    assert plain[-1] / plain[0] < 1.2


def test_many_readings_give_what_single_ones_give() -> None:
    boundary, clock = empirical_bernstein(1e-9), np.linspace(0, 1e5, 20_001)
    some = [0, 1, 8191, 8192, 20_000]
    assert np.array_equal(boundary(clock)[some], np.concatenate([boundary(clock[k : k + 1]) for k in some]))
