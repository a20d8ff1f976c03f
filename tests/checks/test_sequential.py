"""The sequential test keeps its promise: it may look after every batch and is still wrong at most with probability alpha."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from symfed.checks import SequentialTest
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome, Tier
from symfed.models.arrays import Array

ALPHA, REPETITIONS = 0.2, 400
Sampler = Callable[[np.random.Generator, int], Array]


def coin(probability: float) -> Sampler:
    return lambda random, size: (random.random(size) < probability).astype(float)


def beta(random: np.random.Generator, size: int) -> Array:
    return random.beta(2, 6, size)  # mean 1/4


def sequential(sampler: Sampler, seed: int = 0, offset: float = 0.0, batch: int = 50, slack: float = 0.0, **changes: Any) -> SequentialTest:
    """A test of the mean of `offset` plus a variable in [0, 1]."""
    more: dict[str, Any] = {"resolution": 0.0, "alpha": ALPHA, "batches": 25, **changes}
    return SequentialTest(
        sample=lambda k: offset + sampler(np.random.default_rng([seed, k]), batch),
        reading=float,
        interval=lambda: (offset, offset + 1),
        slack=lambda: slack,
        **more,
    )


def rejections(sampler: Sampler, claimed: float, **changes: Any) -> int:
    tests = (sequential(sampler, seed, **changes) for seed in range(REPETITIONS))
    return sum(test.examine(claimed, ANYWHERE).outcome is Outcome.FAILS for test in tests)


#: If false alarms have probability at most alpha, a sound test exceeds this number with probability below 1e-6.
MOST = int(binom.isf(1e-6, REPETITIONS, ALPHA))


@pytest.mark.parametrize(("sampler", "mean"), [(coin(0.5), 0.5), (coin(0.02), 0.02), (beta, 0.25)], ids=["fair coin", "rare event", "beta"])
def test_false_alarms_stay_below_alpha_although_every_batch_is_looked_at(sampler: Sampler, mean: float) -> None:
    # tiny batches: sixty looks, the first of them at two draws
    assert rejections(sampler, mean, batch=2, batches=60) <= MOST
    # at the edge of the slack the claim is still allowed
    assert rejections(sampler, mean + 0.1, slack=0.1) <= MOST


@pytest.mark.parametrize("values", [np.full(20, 0.5), np.tile([0.0, 1.0], 10)], ids=["constant", "alternating"])
@pytest.mark.parametrize("batches", [1, 2, 5])
def test_the_radius_is_the_empirical_bernstein_bound_of_its_look(values: Array, batches: int) -> None:
    n, share = 20 * batches, ALPHA / (batches * (batches + 1))
    variance = float(np.tile(values, batches).var(ddof=1))
    # Maurer and Pontil, Theorem 4, with half of the look's share of alpha on either side
    radius = np.sqrt(2 * variance * np.log(2 / (share / 2)) / n) + 7 * np.log(2 / (share / 2)) / (3 * (n - 1))
    test = sequential(lambda random, size: values, batches=batches)
    # earlier looks have larger radii, so only the last one can tell these two apart
    assert test.examine(0.5 + 0.999 * radius, ANYWHERE).outcome is Outcome.UNKNOWN
    assert test.examine(0.5 + 1.001 * radius, ANYWHERE).outcome is Outcome.FAILS


def test_far_from_zero_the_variance_is_not_lost_to_rounding() -> None:
    # sums of squares near 1e20 have a spacing of 2^14: without centring, the variance 1/4 comes out as 0 or as nonsense
    assert rejections(coin(0.5), 1e8 + 0.5, offset=1e8, batch=400) <= MOST


def test_a_claim_that_is_off_is_found_out() -> None:
    # 1250 draws of a coin: the radius is at most sqrt(l/(2n)) + 7 l/(3n) with l = log(4*650/0.2) = 9.5, so 0.08
    assert rejections(coin(0.5), 0.7) == REPETITIONS
    found = sequential(coin(0.5)).examine(0.7, ANYWHERE)
    witness = dict(found.witness or {})
    assert (found.strength, found.refutes) == (Tier.SUPPORTED, False)
    assert witness["claimed"] == "0.7"
    assert abs(float(witness["mean"]) - 0.7) > float(witness["radius"])
    assert int(witness["samples"]) == found.instances


def test_what_holds_is_within_resolution_of_the_truth() -> None:
    outcomes = [sequential(coin(0.5), seed, resolution=0.1).examine(claimed, ANYWHERE) for seed in range(50) for claimed in (0.5, 0.71)]
    held = [evidence.outcome is Outcome.HOLDS for evidence in outcomes]
    assert sum(held[::2]) >= 50 - int(binom.isf(1e-6, 50, ALPHA))
    # accepted at 0.71, the claim lies within two radii of 0.1 of a mean of 0.5 only if the interval missed: probability alpha
    assert sum(held[1::2]) <= int(binom.isf(1e-6, 50, ALPHA))


def test_undecided_when_the_batches_run_out_and_decided_with_four_times_as_many() -> None:
    # radius sqrt(2 V l/n) + 7 l/(3n) with V = 1/4: 0.12 after 500 draws (l = 7.7), 0.06 after 2000 (l = 10.4)
    short = sequential(coin(0.5), resolution=0.08, batches=10)
    assert short.examine(0.5, ANYWHERE).outcome is Outcome.UNKNOWN
    assert short.deepened().batches == 40
    assert short.deepened().examine(0.5, ANYWHERE).outcome is Outcome.HOLDS


@pytest.mark.parametrize("value", [-0.01, 1.01, np.nan])
def test_a_sample_outside_the_interval_is_an_error_of_ours(value: float) -> None:
    outside = sequential(lambda random, size: np.full(size, value), resolution=1.0)
    with pytest.raises(ValueError, match=r"left \[0\.0, 1\.0\]"):
        outside.examine(0.5, ANYWHERE)


def test_the_statement_is_read_as_a_number() -> None:
    halved = replace(sequential(coin(0.5), resolution=0.1), reading=lambda statement: statement() / 2)
    assert halved.examine(lambda: 1.0, ANYWHERE).outcome is Outcome.HOLDS
    assert halved.examine(lambda: 0.2, ANYWHERE).outcome is Outcome.FAILS


def test_the_same_evidence_twice() -> None:
    for claimed in (0.5, 0.8):
        test = sequential(coin(0.5), resolution=0.1)
        assert test.examine(claimed, ANYWHERE) == test.examine(claimed, ANYWHERE)


def test_the_method_names_its_false_alarm_probability() -> None:
    assert "false-alarm probability 0.2" in sequential(beta).method
