"""Markov reward processes against their definitions."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
from hypothesis import given, settings

from symfed.models.markov import MarkovRewardProcess, classes
from symfed.strategies import markov_processes

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@given(markov_processes((1, 4)))
@settings(max_examples=25)
def test_the_stationary_law_is_one_and_the_value_solves_bellmans_equation(process: MarkovRewardProcess) -> None:
    law, value = process.stationary_law, process.value_function
    assert (law @ process.transition == law).all()
    assert law.sum() == 1
    assert all(p > 0 for p in law)
    assert (value == process.rewards + process.discount * (process.transition @ value)).all()


def test_the_value_is_the_sum_of_discounted_rewards() -> None:
    # from 0: 1 + 0/2 + 1/4 + 0 + 1/16 ... = 4/3; from 1 half of that
    there_and_back = MarkovRewardProcess([[0, 1], [1, 0]], [1, 0], HALF)
    assert there_and_back.value_function.tolist() == [flint.fmpq(4, 3), flint.fmpq(2, 3)]
    # rewards in the long run: the value under the stationary law is the mean reward over 1 - discount
    lazy = MarkovRewardProcess([[HALF, HALF, 0], [0, HALF, HALF], [1, 0, 0]], [3, -1, 5], Fraction(9, 10))
    law = lazy.stationary_law
    assert law.tolist() == [flint.fmpq(2, 5), flint.fmpq(2, 5), flint.fmpq(1, 5)]
    assert law @ lazy.value_function == 10 * (law @ lazy.rewards)


def test_a_reward_of_the_move_counts_by_its_mean() -> None:
    process = MarkovRewardProcess([[THIRD, 1 - THIRD], [1, 0]], [[3, 6], [7, 100]], 0)
    assert process.rewards.tolist() == process.value_function.tolist() == [5, 7]
    assert process.move_rewards[:, 0].tolist() == [[3, 6], [7, 100]]


def test_a_policy_makes_a_process_of_a_decision_process() -> None:
    kernel = [[[1, 0], [0, 1]], [[HALF, HALF], [1, 0]]]
    process = MarkovRewardProcess.under_policy(kernel, [[1, 4], [0, 9]], [[THIRD, 1 - THIRD], [1, 0]], HALF)
    assert process.transition.tolist() == [[flint.fmpq(1, 3), flint.fmpq(2, 3)], [flint.fmpq(1, 2), flint.fmpq(1, 2)]]
    assert process.rewards.tolist() == [3, 0]
    assert process.moves[0].tolist() == [[flint.fmpq(1, 3), 0], [0, flint.fmpq(2, 3)]]
    # a policy that never chooses an action does not see its reward
    assert process.rewards[1] == 0


def test_one_float_makes_all_floats() -> None:
    for process in (
        MarkovRewardProcess([[0.5, 0.5], [1, 0]], [1, 0], HALF),
        MarkovRewardProcess([[HALF, HALF], [1, 0]], [1.0, 0], HALF),
        MarkovRewardProcess([[HALF, HALF], [1, 0]], [1, 0], 0.5),
    ):
        assert not process.exact
        parts = (process.moves, process.move_rewards, process.rewards, process.stationary_law, process.value_function)
        assert {part.dtype for part in parts} == {np.dtype(float)}
        # systems of two equations with entries below 2 and condition numbers below 10
        np.testing.assert_allclose(process.stationary_law, [2 / 3, 1 / 3], rtol=1e-14)
        np.testing.assert_allclose(process.value_function, [1.6, 0.8], rtol=1e-14)


@pytest.mark.parametrize(
    ("links", "found"),
    [
        ([[1]], [((0,), True)]),
        ([[0, 1, 0], [0, 0, 1], [1, 0, 0]], [((0, 1, 2), True)]),
        ([[1, 0, 0], [0, 0, 1], [0, 1, 0]], [((0,), True), ((1, 2), True)]),
        ([[0, 1, 0], [1, 0, 0], [1, 0, 1]], [((0, 1), True), ((2,), False)]),
        ([[0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1]], [((0,), False), ((1,), False), ((2,), False), ((3,), True)]),
    ],
)
def test_classes(links: list[list[int]], found: list[tuple[tuple[int, ...], bool]]) -> None:
    assert classes(np.array(links)) == found


def test_long_paths_are_followed_to_their_end() -> None:
    circle = np.roll(np.eye(33, dtype=int), 1, axis=1)
    assert classes(circle) == [(tuple(range(33)), True)]
    path = np.array(circle)
    path[32, 0], path[32, 32] = 0, 1
    assert len(classes(path)) == 33
