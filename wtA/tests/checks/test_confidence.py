"""Confidence sequences: the mean is inside at all times at once, whatever the law and however one stops; and they are not wide."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import binom

from symfed.checks.boundary import empirical_bernstein, sub_exponential
from symfed.checks.confidence import BoundedMean, ConfidenceSequence, SubExponentialMean
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array

ALPHA, RUNS, LENGTH = 0.1, 400, 200
Draw = Callable[[np.random.Generator, int], Array]

#: A sound sequence misses more often than this with probability below 1e-6.
MOST = int(binom.isf(1e-6, RUNS, ALPHA))


def coin(p: float) -> Draw:
    return lambda random, size: (random.random(size) < p).astype(float)


def drifting_law(random: np.random.Generator, size: int) -> Array:
    """Mean 1/2 at every step, but wide and narrow in turn: independent, not alike."""
    return 0.5 + np.where(np.arange(size) % 2, 0.5, 0.01) * random.choice([-1.0, 1.0], size)


def doubling_spread(random: np.random.Generator, size: int) -> Array:
    """Mean 1/2 given the past, but the spread depends on the last value: a martingale, not independent."""
    signs = random.choice([-1.0, 1.0], size)
    return 0.5 + signs * np.where(np.concatenate([[1.0], signs[:-1]]) > 0, 0.5, 0.02)


def misses(make: Callable[[], ConfidenceSequence], draw: Draw, mean: float, length: int = LENGTH) -> int:
    """In how many runs the mean is outside at some time. This is the worst of all rules for stopping, the best liar's included."""
    count = 0
    for run in range(RUNS):
        lows, highs = make().path(draw(np.random.default_rng([7, run]), length))
        count += bool(((lows > mean) | (highs < mean)).any())
    return count


BOUNDED = {
    "fair coin": (coin(0.5), 0.5),
    "rare event": (coin(0.01), 0.01),
    "rare miss": (coin(0.99), 0.99),
    "near both ends": (lambda random, size: random.beta(0.1, 0.3, size), 0.25),
    "unlike": (drifting_law, 0.5),
    "dependent": (doubling_spread, 0.5),
}


@pytest.mark.parametrize("law", BOUNDED)
def test_a_bounded_mean_is_inside_at_all_times(law: str) -> None:
    draw, mean = BOUNDED[law]
    assert misses(lambda: BoundedMean(0, 1, ALPHA), draw, mean) <= MOST


SUB_EXPONENTIAL = {
    "normal": (1.0, 0.0, lambda random, size: 3 + random.standard_normal(size), 3.0),
    "signs": (1.0, 0.0, lambda random, size: random.choice([-1.0, 1.0], size), 0.0),
    "squares of normals": (2.0, 4.0, lambda random, size: random.standard_normal(size) ** 2, 1.0),
}


@pytest.mark.parametrize("law", SUB_EXPONENTIAL)
def test_a_sub_exponential_mean_is_inside_at_all_times(law: str) -> None:
    scale, tail, draw, mean = SUB_EXPONENTIAL[law]
    assert misses(lambda: SubExponentialMean(scale, ALPHA, tail), draw, mean, 1000) <= MOST
    # with a scale far too small the same test sees misses: it can fail
    assert misses(lambda: SubExponentialMean(scale / 4, ALPHA, tail / 4), draw, mean, 1000) > MOST


def test_stopping_where_it_looks_worst_does_not_help() -> None:
    # the next batch is small when the claim is nearly excluded and large when it is not; stop at the first exclusion
    excluded = 0
    for run in range(RUNS):
        random, sequence = np.random.default_rng([8, run]), BoundedMean(0, 1, ALPHA)
        for _ in range(25):
            low, high = sequence.feed(coin(0.1)(random, 1 if min(0.1 - sequence.low, sequence.high - 0.1) < 0.1 else 40))
            if not low <= 0.1 <= high:
                excluded += 1
                break
    assert excluded <= MOST


def test_constant_and_alternating_observations() -> None:
    # no spread at all: only the linear term 2/0.9 (log(2/alpha) + ...)/n is left, for both ends about 1/n
    low, high = BoundedMean(0, 1, 1e-9).feed(np.full(10_000, 0.3))
    assert low < 0.3 < high < low + 0.006
    lows, highs = BoundedMean(-1, 1, 1e-9).path(np.tile([-1.0, 1.0], 5000))
    assert (lows < 0).all()
    assert (highs > 0).all()


@pytest.mark.parametrize("alpha", [0.05, 1e-9, 1e-11])
@pytest.mark.parametrize("spread", [0.5, 0.05, 0.01])
def test_it_is_narrower_than_the_union_over_batches_that_it_replaced(alpha: float, spread: float) -> None:
    for batches, batch in ((1, 1000), (15, 20_000), (60, 5000)):
        n, log_term = batches * batch, np.log(4 * batches * (batches + 1) / alpha)
        union = spread * np.sqrt(2 * log_term / n) + 7 * log_term / (3 * (n - 1))
        low, high = BoundedMean(0, 1, alpha).feed(0.5 + spread * np.tile([-1.0, 1.0], n // 2))
        assert (high - low) / 2 <= union


def test_the_price_for_all_times_against_one_fixed_time() -> None:
    for n, hoeffding_most, bernstein_most in ((100, 2, 1), (1000, 1.35, 1), (10_000, 1.15, 1), (100_000, 1.15, 1.1)):
        low, high = BoundedMean(0, 1, 1e-9).feed(np.tile([0.0, 1.0], n // 2))
        log_term = np.log(2 / 1e-9)
        hoeffding = np.sqrt(log_term / (2 * n))
        bernstein = np.sqrt(np.log(4e9) / (2 * n)) + 7 * np.log(4e9) / (3 * (n - 1))  # Maurer and Pontil, both sides
        half = (high - low) / 2
        assert hoeffding < half < hoeffding_most * hoeffding  # a fair coin: Hoeffding's best case
        assert half < bernstein_most * bernstein
    # where the spread is a tenth of its most, Hoeffding's interval is five times as wide
    low, high = BoundedMean(0, 1, 1e-9).feed(0.5 + 0.05 * np.tile([-1.0, 1.0], 50_000))
    assert (high - low) / 2 < hoeffding / 5


@pytest.mark.parametrize("n", [1, 2, 5, 100])
def test_the_radius_is_the_boundary_at_the_clock_and_half_of_alpha(n: int) -> None:
    x = np.random.default_rng(n).random(n) * 6 + 2  # in [2, 8]
    clock, seen = Fraction(0), Fraction(0)
    for i, value in enumerate((Fraction(v) for v in x.tolist()), start=1):
        y = (value - 5) / 6
        clock, seen = clock + (y - seen / i) ** 2, seen + y
    radius = 6 * float(empirical_bernstein(0.01)(np.array([float(clock)]))[0]) / n
    sequence = BoundedMean(2, 8, 0.02)
    low, high = sequence.feed(x)
    mean = float(5 + 6 * seen / n)
    assert low == pytest.approx(max(2.0, mean - radius), rel=1e-11)  # sums of n <= 100 terms err by less than 1e-13 of them
    assert high == pytest.approx(min(8.0, mean + radius), rel=1e-11)
    assert sequence.mean == pytest.approx(mean, rel=1e-13)
    assert low <= max(2.0, mean - radius)
    assert high >= min(8.0, mean + radius)


def test_the_sub_exponential_radius_is_the_boundary_at_n() -> None:
    low, high = SubExponentialMean(3.0, 0.02, tail=1.5).feed(np.arange(10))
    radius = 3 * float(sub_exponential(0.01, 0.5)(np.array([10.0]))[0]) / 10
    assert (low, high) == (pytest.approx(4.5 - radius, rel=1e-11), pytest.approx(4.5 + radius, rel=1e-11))


def test_batches_add_up_and_every_look_is_kept() -> None:
    x = np.random.default_rng(0).random(300)
    at_once, in_parts, watched = (BoundedMean(0, 1, 0.1) for _ in range(3))
    at_once.feed(x)
    intervals = [in_parts.feed(part) for part in (x[:1], x[1:2], x[2:100], x[100:])]
    lows, highs = watched.path(x)
    assert at_once.count == in_parts.count == watched.count == 300
    # the same sums in the same order; the parts looked more often, so they may only be narrower
    assert at_once.low <= in_parts.low <= watched.low == lows[-1]
    assert at_once.high >= in_parts.high >= watched.high == highs[-1]
    assert (np.diff(lows) >= 0).all()
    assert (np.diff(highs) <= 0).all()
    assert [low for low, _ in intervals] == sorted(low for low, _ in intervals)


def test_a_batch_remembers_what_came_before_it() -> None:
    # far from the middle of the interval, so that a guess that forgets would be far off
    x = np.random.default_rng(0).random(300) * 0.1
    at_once, in_parts = BoundedMean(0, 1, 0.1), BoundedMean(0, 1, 0.1)
    at_once.feed(x)
    for part in (x[:100], x[100:]):
        in_parts.feed(part)
    assert in_parts.high == pytest.approx(at_once.high, rel=1e-12)  # three hundred additions in another order


def test_the_first_batch_may_hold_one_observation() -> None:
    assert BoundedMean(0, 1, 0.1).feed(0.5) == (0.0, 1.0)
    low, high = SubExponentialMean(1.0, 0.1).feed([0.5])
    assert -3 < low < 0.5 < high < 4


def test_rounding_never_excludes_the_truth() -> None:
    # all observations are the same number: exactly, the mean is that number, however far from zero
    for value in (0.1, 1 / 3, 1e8 + 0.1, -1e8 / 3):
        sequence = BoundedMean(value, value + 1e-6, 0.5)
        for _ in range(5):
            low, high = sequence.feed(np.full(20_000, value))
            assert low <= value <= high
    # the mean of numbers that are neighbours at 2^26 lies between two of them: rounding to the nearer end would exclude it
    base, ulp = 2.0**26, 2.0**-26
    for ups, mean in ((1, 30.25), (3, 30.75)):
        low, high = BoundedMean(base, base + 100 * ulp, 0.5).feed(base + ulp * np.tile([31] * ups + [30] * (4 - ups), 10_000))
        assert (low - base) / ulp <= mean <= (high - base) / ulp
    # spread 1e-7 of the offset: without centring, the clock would be lost in sums of squares near 1e20
    low, high = BoundedMean(1e8, 1e8 + 1, 1e-9).feed(1e8 + np.tile([0.0, 1.0], 20_000))
    near = BoundedMean(0, 1, 1e-9).feed(np.tile([0.0, 1.0], 20_000))
    assert high - low == pytest.approx(near[1] - near[0], abs=2e-7)  # either end goes outward by 4*2^-52*1e8 = 0.9e-7


@pytest.mark.parametrize("value", [-0.01, 1.01, np.nan, np.inf])
def test_an_observation_outside_its_range_is_refused(value: float) -> None:
    with pytest.raises(InvalidInput, match=r"batch = .*an observation left \[0\.0, 1\.0\]"):
        BoundedMean(0, 1, 0.1).feed([0.5, value])


def test_what_is_refused() -> None:
    for alpha in (0.0, -1e-9, 0.6, np.nan):
        with pytest.raises(InvalidInput, match="alpha"):
            BoundedMean(0, 1, alpha)
        with pytest.raises(InvalidInput, match="alpha"):
            SubExponentialMean(1.0, alpha)
    for ends in ((1, 1), (1, 0), (0, np.inf), (np.nan, 1)):
        with pytest.raises(InvalidInput, match="low, high"):
            BoundedMean(*ends, 0.1)
    with pytest.raises(InvalidInput, match="scale"):
        SubExponentialMean(0.0, 0.1)
    with pytest.raises(InvalidInput, match="tail"):
        SubExponentialMean(1.0, 0.1, tail=-1.0)
    with pytest.raises(InvalidInput, match="finite"):
        SubExponentialMean(1.0, 0.1).feed([np.inf])
    with pytest.raises(InvalidInput, match="at least one"):
        BoundedMean(0, 1, 0.1).feed([])
