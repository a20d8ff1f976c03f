"""Kernels of TD learning gather rows where those of other linear problems gather matrices: same draws, same numbers, same law."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from symfed.models.markov import MarkovRewardProcess, garnet, random_features
from symfed.models.problems import LinearProblem
from symfed.models.problems.td import TDProblem
from symfed.reference import simulate, stationary, stream
from symfed.reference.simulation.kernels.gradients import gradient_of
from symfed.reference.simulation.vectorised import Vectorised
from tests.reference.engines import MINE, assert_close, compiled, plan, same_bits
from tests.reference.helpers import label

#: Clients of 6 and 9 samples with different moves, odd weights and rewards; the third state has no features.
WALKS = TDProblem(
    [
        MarkovRewardProcess([[0, 0.7, 0, 0.3], [0.2, 0.3, 0.5, 0], [0, 0, 0.1, 0.9], [1, 0, 0, 0]], [1.0, -2, 0.5, 3], 0.8),
        MarkovRewardProcess(
            [[0.1, 0.2, 0.3, 0.4], [0.6, 0, 0.4, 0], [0.5, 0.5, 0, 0], [0, 0.3, 0, 0.7]], np.arange(16.0).reshape(4, 4) / 8, 0.8
        ),
    ],
    [[1, 0.5, -0.25], [0, 1, 0.3], [0, 0, 0], [0.2, 0, 1]],
)
#: The same matrices, vectors and probabilities: drawn alike, and nothing is known of rows.
MATRICES = LinearProblem(WALKS.matrices, WALKS.vectors, WALKS.weights)


@pytest.mark.parametrize("algorithm", ["fedlsa", "scafflsa", "fedavg_deterministic", MINE], ids=label)
def test_rows_give_what_matrices_give(algorithm):
    numpy = Vectorised(plan(algorithm, MATRICES))
    numpy.advance(10)
    assert_close(compiled(plan(algorithm, WALKS)), numpy)


@pytest.mark.parametrize("algorithm", ["sgd", "lsa"])
def test_one_step_a_round(algorithm):
    numpy = Vectorised(plan(algorithm, MATRICES, H=1))
    numpy.advance(10)
    assert_close(compiled(plan(algorithm, WALKS, H=1), lanes=8), numpy)


def test_a_table_of_values_has_a_number_for_each_state():
    coin = TDProblem([MarkovRewardProcess([[0.5, 0.5], [1, 0]], [1, 0], 0.5)], [[1.0], [0.5]])
    numpy = Vectorised(plan("fedlsa", coin))
    numpy.advance(10)
    assert_close(compiled(plan("fedlsa", coin)), numpy)


@pytest.mark.parametrize("algorithm", ["fedlsa", "scafflsa"])
def test_threads_and_chunks_change_no_bit(algorithm):
    chosen = plan(algorithm, WALKS, replicas=200, H=500)  # milliseconds of work, so that threads do meet
    one = compiled(chosen)
    assert same_bits(one, compiled(chosen, threads=2))
    assert same_bits(one, compiled(chosen, threads=3))
    assert same_bits(one, compiled(chosen, until=(1, 2, 5, 10)))
    assert not same_bits(one, compiled(plan(algorithm, WALKS, replicas=200, H=2)))


def test_rows_that_clients_share_are_stored_once():
    draw = stream(0, "test of TD kernels")
    environments = garnet(draw, 12, 2, 2, 0.9, num_environments=20, heterogeneity=0.5)
    problem = TDProblem(environments, random_features(draw, 12, 8))
    gradient = gradient_of(problem, full=False)
    moves = {(*u, *v) for left, right in zip(problem.left, problem.right, strict=True) for u, v in zip(left, right, strict=True)}
    samples = sum(len(rewards) for rewards in problem.sample_rewards)
    assert samples > 20 * 12
    assert len(moves) <= 12 * 4
    assert gradient.width == 3
    assert len(gradient.table) <= 3 * samples + 8 * (12 + len(moves))


#: Rational: small enough for the exact law of the rule with memory.
SMALL = TDProblem(
    [
        MarkovRewardProcess([[0, 1], [Fraction(1, 3), Fraction(2, 3)]], [1, -1], Fraction(1, 2)),
        MarkovRewardProcess([[Fraction(1, 2), Fraction(1, 2)], [1, 0]], [0, 2], Fraction(1, 2)),
    ],
    [[1, 0], [Fraction(1, 2), 1]],
)


def apart(simulated: str, exact: str) -> float:
    """The largest distance from the exact moments in standard errors."""
    known = stationary(exact, SMALL, Fraction(1, 5), 4, method="exact")
    found = simulate(simulated, SMALL, 0.2, 4, 400, 1024, burn_in=60, seed=3, engine="compiled")
    of_mean = abs(found.mean - known.mean.astype(float)) / found.mean_error
    of_second = abs(found.second_moment - known.second_moment.astype(float)) / found.second_moment_error
    return float(max(of_mean.max(), of_second.max()))


@pytest.mark.parametrize("algorithm", ["fedlsa", "scafflsa"])
def test_the_simulated_law_is_the_exact_one(algorithm):
    # twelve Gaussian comparisons: beyond 6 with probability 3e-8. A round leaves 0.79 of the mean distance: 60 rounds leave 7e-7
    assert apart(algorithm, algorithm) < 6


def test_the_other_rule_has_another_law():
    assert apart("scafflsa", "fedlsa") > 6
    assert apart("fedlsa", "scafflsa") > 6
