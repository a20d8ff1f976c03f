"""The sequential test keeps its promise: it may look after every batch and is still wrong at most with probability alpha."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from scipy.stats import binom

from symfed.checks import BoundedMean, SequentialTest
from symfed.checks.power import at_least
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput, SymfedError
from symfed.core.verdict import Outcome, Tier
from symfed.models.arrays import Array

ALPHA, REPETITIONS = 0.2, 200
Sampler = Callable[[np.random.Generator, int], Array]


def coin(probability: float) -> Sampler:
    return lambda random, size: (random.random(size) < probability).astype(float)


def beta(random: np.random.Generator, size: int) -> Array:
    return random.beta(2, 6, size)  # mean 1/4


def sequential(sampler: Sampler, seed: int = 0, offset: float = 0.0, batch: int = 50, slack: float = 0.0, **changes: Any) -> SequentialTest:
    """A test of the mean of `offset` plus a variable in [0, 1]."""
    more: dict[str, Any] = {"resolution": 0.0, "false_alarm": ALPHA, "batches": 25, **changes}
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
    # tiny batches: thirty looks, the first of them at two draws
    assert rejections(sampler, mean, batch=2, batches=30) <= MOST
    # at the edge of the slack the claim is still allowed
    assert rejections(sampler, mean + 0.1, slack=0.1) <= MOST


@pytest.mark.parametrize("batches", [1, 2, 5])
def test_it_fails_just_outside_the_confidence_sequence_and_the_slack(batches: int) -> None:
    sequence = BoundedMean(0, 1, ALPHA)
    for _ in range(batches):
        low, high = sequence.feed(np.tile([0.0, 0.4], 100))
    for slack in (0.0, 0.05):
        test = sequential(lambda random, size: np.tile([0.0, 0.4], 100), batches=batches, slack=slack)
        for end, outward in ((low - slack, -1e-9), (high + slack, 1e-9)):
            assert test.examine(end - outward, ANYWHERE).outcome is Outcome.UNKNOWN
            assert test.examine(end + outward, ANYWHERE).outcome is Outcome.FAILS


def test_the_first_batch_may_be_a_single_draw() -> None:
    assert sequential(coin(0.5), batch=1, batches=400, resolution=0.2).examine(0.5, ANYWHERE).outcome is Outcome.HOLDS


def test_far_from_zero_the_variance_is_not_lost_to_rounding() -> None:
    # sums of squares near 1e20 have a spacing of 2^14: without centring, the variance 1/4 comes out as 0 or as nonsense
    assert rejections(coin(0.5), 1e8 + 0.5, offset=1e8, batch=400) <= MOST


def test_a_claim_that_is_off_is_found_out() -> None:
    # 1250 draws of a coin: twice the radius is below 0.2 (tests/checks/test_confidence.py)
    assert rejections(coin(0.5), 0.7) == REPETITIONS
    found = sequential(coin(0.5)).examine(0.7, ANYWHERE)
    witness = dict(found.witness or {})
    assert (found.strength, found.refutes) == (Tier.SUPPORTED, False)
    assert witness["claimed"] == "0.7"
    assert witness["false alarm"] == "0.2"
    low, high = (float(end) for end in witness["interval"].strip("[]").split(", "))
    assert low < float(witness["mean"]) < high < 0.7
    assert int(witness["samples"]) == found.instances


def test_what_holds_is_within_resolution_of_the_truth() -> None:
    outcomes = [sequential(coin(0.5), seed, resolution=0.1).examine(claimed, ANYWHERE) for seed in range(50) for claimed in (0.5, 0.71)]
    held = [evidence.outcome is Outcome.HOLDS for evidence in outcomes]
    assert sum(held[::2]) >= 50 - int(binom.isf(1e-6, 50, ALPHA))
    # accepted at 0.71, the claim lies within two radii of 0.1 of a mean of 0.5 only if the interval missed: probability alpha
    assert sum(held[1::2]) <= int(binom.isf(1e-6, 50, ALPHA))


def test_undecided_when_the_batches_run_out_and_decided_with_four_times_as_many() -> None:
    # the radius is 0.060 after 500 draws and 0.030 after 2000
    short = sequential(coin(0.5), resolution=0.04, batches=10, repetitions=3)
    assert short.examine(0.5, ANYWHERE).outcome is Outcome.UNKNOWN
    assert (short.deepened().batches, short.deepened().repetitions) == (40, 30)
    assert short.deepened().examine(0.5, ANYWHERE).outcome is Outcome.HOLDS


@pytest.mark.parametrize("value", [-0.01, 1.01, np.nan])
def test_a_sample_outside_the_interval_is_an_error_of_ours(value: float) -> None:
    outside = sequential(lambda random, size: np.full(size, value), resolution=1.0)
    with pytest.raises(InvalidInput, match=r"left \[0\.0, 1\.0\]"):
        outside.examine(0.5, ANYWHERE)


def test_the_statement_is_read_as_a_number() -> None:
    halved = replace(sequential(coin(0.5), resolution=0.1), reading=lambda statement: statement() / 2)
    assert halved.examine(lambda: 1.0, ANYWHERE).outcome is Outcome.HOLDS
    assert halved.examine(lambda: 0.2, ANYWHERE).outcome is Outcome.FAILS


def test_the_same_evidence_twice() -> None:
    for claimed in (0.5, 0.8):
        test = sequential(coin(0.5), resolution=0.1)
        assert test.examine(claimed, ANYWHERE) == test.examine(claimed, ANYWHERE)


def test_no_number_is_no_value_that_holds() -> None:
    assert sequential(coin(0.5), resolution=1.0).examine(np.nan, ANYWHERE).outcome is Outcome.FAILS


def test_batches_that_are_not_drawn_alike_are_an_error_of_ours() -> None:
    moving = SequentialTest(
        sample=lambda k: np.full(1000, float(k > 2)), reading=float, interval=lambda: (0, 1), slack=lambda: 0.0, resolution=0.0
    )
    with pytest.raises(SymfedError, match="number 3 have no common mean"):
        moving.examine(0.005, ANYWHERE)


def test_its_evidence_declares_its_share_and_its_method_does_not_depend_on_it() -> None:
    test = sequential(beta, resolution=0.1)
    smaller = test.allotted(1e-4)
    assert (test.examine(0.25, ANYWHERE).false_alarm, smaller.examine(0.25, ANYWHERE).false_alarm) == (ALPHA, 1e-4)
    assert test.method == smaller.method == "sequential test (Monte Carlo)"
    assert test.shares == 1
    # less probability for an alarm asks for more draws
    assert smaller.examine(0.25, ANYWHERE).instances > test.examine(0.25, ANYWHERE).instances


def test_power_is_the_frequency_of_rejections_in_runs_of_their_own() -> None:
    test = sequential(coin(0.5), batch=20, batches=10, repetitions=60)
    variants = {"far": 0.9, "near": 0.64, "true": 0.5}
    power = test.power(variants)
    counts = {}
    for name, claimed in variants.items():
        # the same repetitions one by one: batches 11 to 20, 21 to 30, ...
        runs = (replace(test, sample=lambda k, r=r: test.sample(k + 10 * r)) for r in range(1, 61))
        counts[name] = sum(run.examine(claimed, ANYWHERE).outcome is Outcome.FAILS for run in runs)
    assert power == {name: at_least(count, 60) for name, count in counts.items()}
    assert power["far"] == at_least(60, 60)
    assert 0 < power["near"] < power["far"]
    assert power["true"] < ALPHA


def test_power_does_not_look_at_the_draws_of_the_verdict() -> None:
    seen: list[int] = []

    def sample(k: int) -> Array:
        seen.append(k)
        return np.zeros(10)

    SequentialTest(sample, float, lambda: (0, 1), lambda: 0.0, 0.0, batches=4, repetitions=3).power({"wrong": 0.5})
    assert seen == list(range(5, 17))


def test_a_witness_is_replayed_at_the_level_that_it_was_found_at() -> None:
    test = sequential(coin(0.5))
    witness = test.examine(0.7, ANYWHERE).witness or {}
    # at this level, 5000 draws could not tell 0.5 from 0.7: log(1e300) = 690, and sqrt(690/10000) = 0.26
    assert test.allotted(1e-300).replay(0.7, witness, ANYWHERE) == ""
    assert "written down was 0.7" in test.replay(0.8, witness, ANYWHERE)
    assert "undecided" in test.replay(0.5, {**witness, "claimed": "0.5"}, ANYWHERE)
