"""Ten thousand tests of true statements.

What this shows: at 1/20 the rate of alarms is below the level, at 1e-9 there is none. It is far below (one alarm in ten thousand): at a
hundred draws the interval still pays for the range, and most of the level is kept for later times. That the level is nearly used up over
all times together is shown on Gaussian sums in test_boundary.py.
What it cannot show: none in 10,000 says no more than that the probability is below 3e-4 (95% confidence). That it is below 1e-9 is what
the proof says, whose parts (the supermartingale, the boundary, the rounding) have tests of their own.
"""

from __future__ import annotations

from collections.abc import Callable

import flint
import numpy as np
import pytest
from scipy.stats import binom

from symfed.checks import SequentialTest
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Outcome
from symfed.models.arrays import Array
from symfed.reference.quadrature import stationary_quadrature
from symfed.reference.simulation import simulate
from symfed.strategies.standard import heterogeneous_scalars

RUNS, BATCHES, BATCH = 10_000, 3, 32
GAMMA, H, ROUNDS = 0.5, 2, 8
Draws = Callable[[int, int], Array]

#: A sound test at level 1/20 raises more alarms than this with probability below 1e-6.
MOST = int(binom.isf(1e-6, RUNS, 0.05))


def alarms(draws: Array, interval: tuple[float, float], mean: float, slack: float, false_alarm: float) -> int:
    """draws: (runs, batches, batch)."""
    count = 0
    for batches in draws:
        test = SequentialTest(
            sample=lambda k, batches=batches: batches[k - 1],
            reading=float,
            interval=lambda: interval,
            slack=lambda: slack,
            resolution=0.0,
            batches=len(batches),
            false_alarm=false_alarm,
        )
        count += test.examine(mean, ANYWHERE).outcome is Outcome.FAILS
    return count


@pytest.mark.parametrize(("false_alarm", "most"), [(0.05, MOST), (1e-9, 0)])
def test_a_synthetic_sampler(false_alarm: float, most: int) -> None:
    random = np.random.default_rng(0)
    probability = random.choice([0.02, 0.3, 0.5, 0.97], (RUNS, 1, 1))
    draws = (random.random((RUNS, BATCHES, BATCH)) < probability).astype(float)
    found = [alarms(draws[(probability == p).ravel()], (0.0, 1.0), p, 0.0, false_alarm) for p in (0.02, 0.3, 0.5, 0.97)]
    assert sum(found) <= most


@pytest.fixture(scope="module")
def chain() -> Array:
    """FedAvg from theta*, eight rounds, as many copies as the tests look at: (runs, batches, batch)."""
    run = simulate("fedavg", heterogeneous_scalars()[0], GAMMA, H, ROUNDS, replicas=RUNS * BATCHES * BATCH, record=ROUNDS, seed=11)
    assert run.trajectory is not None
    return run.trajectory[-1, :, 0].reshape(RUNS, BATCHES, BATCH)


@pytest.mark.parametrize(("false_alarm", "most"), [(0.05, MOST), (1e-9, 0)])
def test_a_simulated_chain_against_quadrature(chain: Array, false_alarm: float, most: int) -> None:
    problem = heterogeneous_scalars()[0]
    mean = float(stationary_quadrature("fedavg", problem, flint.fmpq(1, 2), H, digits=20).mean[0])
    low, high = problem.interval
    left_of_the_start = (1 - GAMMA * problem.mu) ** (H * ROUNDS) * (high - low)
    assert alarms(chain, (low, high), mean, left_of_the_start, false_alarm) <= most


def test_a_statement_that_is_off_raises_them() -> None:
    # the same machinery, the mean off by a quarter of the interval: seen nearly always at 1/20
    draws = (np.random.default_rng(1).random((200, 8, 50)) < 0.5).astype(float)
    assert alarms(draws, (0.0, 1.0), 0.75, 0.0, 0.05) > 190
