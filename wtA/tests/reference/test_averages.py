"""Standard errors that are honest: they cover the truth as often as they say, in time and across replicas."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import binom, t

import symfed as sf
from symfed.models.problems import LinearProblem
from symfed.reference import simulate, stationary
from symfed.reference.simulation.plan import BATCHES

FALSE_ALARM = 1e-9

# gamma = 0.3 and curvature 1: a step keeps 0.7 of the distance
LINE = sf.QuadraticProblem([[[1]]], [[2]], [[1]])
PLANE = sf.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]], [[[1, 1], [1, 1]], [[2, 0], [0, 1]]])
CURVED = sf.LogisticProblem([[[1], [2], [-1]], [[3], [-2]]], [[1, -1, 1], [1, 1]], 0.25)
LINEAR = LinearProblem([[[[1, 1], [-1, 1]], [[1, 0], [0, 2]]], [[[2, 0], [0, 1]]]], [[[1, 2], [0, 1]], [[1, 0]]], [[0.25, 0.75], [1]])


def test_batch_means_cover_the_truth():
    # three steps a round keep 0.343: a batch of 40 rounds has a variance that is off by 2 %, an interval whose coverage is off by 0.2 %
    truth, inside, count = stationary("fedavg", LINE, 0.3, 3), 0, 300
    width = t.isf(0.05, BATCHES - 1)
    for seed in range(count):
        run = simulate("fedavg", LINE, 0.3, 3, BATCHES * 40 + 10, burn_in=10, seed=seed, engine="compiled", threads=1)
        inside += abs(run.mean[0] - truth.mean[0]) <= width * run.mean_error[0]
    assert binom.ppf(FALSE_ALARM, count, 0.898) <= inside <= binom.isf(FALSE_ALARM, count, 0.902)


def test_errors_that_take_rounds_for_independent_would_not():
    # the states' own spread over the square root of their number is too small by sqrt((1 + a)/(1 - a)) = 2.4, a = 0.7
    truth, inside, count = stationary("sgd", LINE, 0.3, 1), 0, 100
    for seed in range(count):
        states = simulate("sgd", LINE, 0.3, 1, 1000, seed=seed, record=1, engine="compiled", threads=1).trajectory[:, 0, 0]
        inside += abs(states.mean() - truth.mean[0]) <= t.isf(0.05, 999) * states.std() / np.sqrt(len(states))
    assert inside < binom.ppf(FALSE_ALARM, count, 0.898)


def test_a_single_replica_and_few_rounds():
    run = simulate("fedavg", PLANE, 0.1, 2, 17, record=1, burn_in=3)
    assert np.isfinite(run.mean_error).all()
    batches = run.trajectory[4:, 0]  # fewer kept rounds than batches: every round is one
    np.testing.assert_allclose(run.mean_error, batches.std(axis=0, ddof=1) / np.sqrt(14), rtol=1e-12)  # a few dozen roundings
    assert np.isnan(simulate("fedavg", PLANE, 0.1, 3, 1).mean_error).all()


@pytest.mark.parametrize("engine", ["numpy", "compiled"])
def test_batches_of_unequal_length_average_to_the_mean_of_all_rounds(engine):
    run = simulate("fedavg", PLANE, 0.1, 2, 101, record=1, burn_in=2, engine=engine)
    np.testing.assert_allclose(run.mean, run.trajectory[3:, 0].mean(axis=0), rtol=1e-13)  # 99 additions of numbers near one
    edges = [2 + 99 * k // BATCHES for k in range(BATCHES + 1)]
    means = np.array([run.trajectory[begin + 1 : end + 1, 0].mean(axis=0) for begin, end in pairwise(edges)])
    np.testing.assert_allclose(run.mean_error, means.std(axis=0, ddof=1) / np.sqrt(BATCHES), rtol=1e-11)  # the spread is a tenth of a mean


CASES = [("fedavg", PLANE), ("fedavg", CURVED), ("fedavg", LINEAR), ("fedavg_deterministic", CURVED)]


@pytest.mark.parametrize(("algorithm", "problem"), CASES, ids=["quadratic", "logistic", "linear", "full gradients"])
def test_kernels_find_the_stationary_law(algorithm, problem):
    gamma, H, replicas, d = 0.1, 3, 256, problem.dim
    run = simulate(algorithm, problem, gamma, H, 1600, replicas=replicas, burn_in="auto", seed=5, engine="compiled")
    truth = stationary(algorithm, problem, gamma, H)
    assert truth.method != "montecarlo"
    limit = t.isf(FALSE_ALARM / (d + d * d) / 2, replicas - 1)
    # besides chance: rounding, which a chain forgets within 1/(gamma mu) <= 40 steps of a dozen roundings
    rounding = 40 * 12 * 2.0**-53
    assert (abs(run.mean - truth.mean) <= limit * run.mean_error + rounding).all()
    assert (abs(run.second_moment - truth.second_moment) <= limit * run.second_moment_error + rounding).all()
    wrong = stationary(algorithm, problem, gamma, H - 1)  # power: another number of local steps is told apart
    apart = np.append(
        abs(run.mean - wrong.mean) / (run.mean_error + rounding),
        abs(run.second_moment - wrong.second_moment) / (run.second_moment_error + rounding),
    )
    assert apart.max() > limit
