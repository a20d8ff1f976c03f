"""What the comparison with a framework rests on: batch means of rounds that remember, and a limit that all comparisons share."""

from __future__ import annotations

import numpy as np
from scipy import stats

from benchmarks.flower.compare import BATCHES, FALSE_ALARM, batch_means, limit


def test_errors_of_batch_means_are_those_of_rounds_that_remember() -> None:
    """The mean squared t of 400 chains with a memory of ten rounds is that of Student's t, (B - 1)/(B - 3), to four standard errors."""
    memory, chains, length = 10.0, 400, 100 * BATCHES
    q, random = np.exp(-1 / memory), np.random.default_rng(0)
    values = np.empty((length, chains))
    values[0] = random.normal(size=chains) / np.sqrt(1 - q * q)
    for t in range(1, length):
        values[t] = q * values[t - 1] + random.normal(size=chains)
    mean, error = batch_means(values, memory)
    squares = (mean / error) ** 2
    freedom = BATCHES - 1
    expected, spread = freedom / (freedom - 2), np.sqrt((stats.t.moment(4, freedom) - (freedom / (freedom - 2)) ** 2) / chains)
    assert abs(squares.mean() - expected) < 4 * spread
    # without the correction the chains' memory would show
    independent = values[-length:].reshape(BATCHES, -1, chains).mean(axis=1).std(axis=0, ddof=1) / np.sqrt(BATCHES)
    assert np.all(error > 1.04 * independent)


def test_rounds_that_fill_no_batch_are_left_out_at_the_start() -> None:
    values = np.concatenate([np.full(7, 1e9), np.arange(3.0 * BATCHES)])
    assert batch_means(values, 0.1)[0] == np.arange(3.0 * BATCHES).mean()


def test_the_limit_shares_the_false_alarm() -> None:
    assert np.isclose(2 * 40 * stats.t.sf(limit(40), BATCHES - 1), FALSE_ALARM)
