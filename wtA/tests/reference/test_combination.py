"""The joint chain of several runs: against single runs, every path of coin flips, and what is known on paper."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import flint
import numpy as np
import pytest

from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithm import Algorithm
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.exact.combination import Combination

LINE = QuadraticProblem([[[1]], [[2]], [[4]]], [[3], [-1], [2]], [[[1]], [[3]], [[2]]])
PLANE = QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 2]]], [[0, 1], [4, 2]], [[[2, 0], [0, 1]], [[1, 1], [1, 2]]])
TENTH = Fraction(1, 10)
TWO = [(TENTH, 3), (2 * TENTH, 3)]


def pulled(x: Any, g: Any, x_start: Any, gamma: Any, rho: Any) -> Any:
    return x - gamma * (g + rho * (x - x_start))


PROX = Algorithm("prox", local_step=pulled, server_step=lambda x_mean, x_start: (x_mean + x_start) / 2, hyper=("rho",)).bind(rho=2)


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", PROX], ids=["fedavg", "fedavg_deterministic", "prox"])
@pytest.mark.parametrize("problem", [LINE, PLANE], ids=["d = 1", "d = 2"])
@pytest.mark.parametrize("shared", [True, False])
def test_one_run_of_many_is_a_run(algorithm: Any, problem: Any, shared: bool) -> None:
    for r, (gamma, H) in enumerate(runs := [(TENTH, 2), (TENTH / 3, 4)]):
        alone = stationary_exact(algorithm, problem, gamma, H)
        picked = Combination(algorithm, problem, runs, [int(k == r) for k in range(2)], shared).stationary()
        assert (picked.bias == alone.mean - problem.optimum).all()
        assert (picked.second_moment == alone.second_moment).all()


def test_the_same_run_twice_is_one_run_if_it_shares_its_noise() -> None:
    alone = Combination("fedavg", PLANE, [TWO[0]], [1], shared=False)
    for weights in ([Fraction(1, 2)] * 2, [2, -1]):
        twins = Combination("fedavg", PLANE, [TWO[0]] * 2, weights, shared=True)
        assert (twins.averaged(5, [1, 0]).second_moment == alone.averaged(5, [1, 0]).second_moment).all()
        assert (twins.round.noise[:2, 2:] == alone.round.noise).all()


def by_paths(runs: Any, weights: Any, rounds: int, burn_in: int, start: int) -> tuple[flint.fmpq, flint.fmpq]:
    """E and E² of the averaged sum minus theta* on two clients with noise +1 or -1, shared: every path, each followed step by step."""
    slopes, centres, flips = (1, 2), (0, 3), max(H for _, H in runs)
    star, first, second, paths = flint.fmpq(2), flint.fmpq(0), flint.fmpq(0), 0
    for path in product((-1, 1), repeat=2 * flips * rounds):
        noise, value = np.array(path).reshape(rounds, flips, 2), flint.fmpq(0)
        for (gamma, H), weight in zip(runs, weights, strict=True):
            x, average = flint.fmpq(start), flint.fmpq(0)
            for t in range(rounds):
                average += x if t >= burn_in else 0
                ends = []
                for c in range(2):
                    y = x
                    for h in range(H):
                        y -= gamma * (slopes[c] * (y - centres[c]) + int(noise[t, h, c]))
                    ends.append(y)
                x = (ends[0] + ends[1]) / 2
            value += weight * average / (rounds - burn_in)
        first, second, paths = first + value - star, second + (value - star) ** 2, paths + 1
    return first / paths, second / paths


@pytest.mark.parametrize("other", [(flint.fmpq(1, 4), 2), (flint.fmpq(1, 8), 1)], ids=["twice the step", "fewer local steps"])
@pytest.mark.parametrize("burn_in", [0, 1])
def test_finite_averages_against_every_path(other: Any, burn_in: int) -> None:
    problem = QuadraticProblem([[[1]], [[2]]], [[0], [3]], [[1]])
    runs, weights = [(flint.fmpq(1, 8), 2), other], [2, -1]
    found = Combination("fedavg", problem, runs, weights, shared=True).averaged(3, [1], burn_in)
    first, second = by_paths(runs, weights, 3, burn_in, 1)
    assert found.bias[0] == first
    assert found.second_moment[0, 0] == second == found.mean_squared


def test_independent_runs_add_their_variances() -> None:
    single = [Combination("fedavg", PLANE, [run], [1], shared=False) for run in TWO]
    both = Combination("fedavg", PLANE, TWO, [2, -1], shared=False)
    for law in (lambda c: c.stationary().covariance, lambda c: c.averaged(4, [0, 0]).covariance, lambda c: c.long_run_covariance()):
        assert (law(both) == 4 * law(single[0]) + law(single[1])).all()
    assert (Combination("fedavg", PLANE, TWO, [2, -1], shared=True).stationary().covariance != both.stationary().covariance).all()


@pytest.mark.parametrize("shared", [True, False])
def test_long_averages_have_the_long_run_covariance(shared: bool) -> None:
    runs = Combination("fedavg", PLANE, [(0.05, 3), (0.1, 3)], [2, -1], shared)
    limit = runs.long_run_covariance()
    for rounds in (500, 1000):
        miss = np.abs(rounds * runs.averaged(rounds, [0.0, 0.0], burn_in=0).covariance - limit).max() / np.abs(limit).max()
        # one run misses by 2/(1 - r) < 2 * 7 rounds of T, start included; the weights 4 + 1 + 4 may cancel down to 1, hence 9 times that
        assert miss < 9 * 14 / rounds


def test_weights_that_do_not_sum_to_one_move_theta() -> None:
    moved = Combination("fedavg", PLANE, TWO, [2, 1], shared=True)
    parts = [stationary_exact("fedavg", PLANE, *run).mean for run in TWO]
    assert (moved.stationary().bias == 2 * parts[0] + parts[1] - PLANE.optimum).all()


def test_bad_combinations_are_refused() -> None:
    with pytest.raises(InvalidInput, match="weights"):
        Combination("fedavg", LINE, TWO, [1], shared=True)
    with pytest.raises(InvalidInput, match="burn_in"):
        Combination("fedavg", LINE, TWO, [2, -1], shared=True).averaged(3, [0], burn_in=3)
    with pytest.raises(UnstableStep, match="runs"):
        Combination("fedavg", LINE, [(TENTH, 1), (2, 1)], [2, -1], shared=True).stationary()
