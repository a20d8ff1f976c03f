"""Garnet environments and the windy grid world."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest

from symfed.models.markov import garnet, grid_world, random_features
from symfed.reference.streams import stream

QUARTER = Fraction(1, 4)


def environments(seed: int = 0, **options: Any) -> Any:
    return garnet(stream(seed, "garnet"), 6, 2, 3, Fraction(9, 10), **{"exact": True, "num_environments": 3, **options})


def test_garnet_environments_reach_the_same_states_with_other_probabilities() -> None:
    found = environments(heterogeneity=QUARTER)
    reach = [process.moves != 0 for process in found]
    assert all((one == reach[0]).all() for one in reach)
    assert (reach[0].sum(axis=2) == 3).all()
    assert all(process.exact for process in found)
    assert (found[0].transition != found[1].transition).any()
    assert (found[0].rewards != found[1].rewards).any()
    assert (found[0].moves.sum(axis=2) == flint.fmpq(1, 2)).all()  # the uniform policy


def test_heterogeneity_is_the_share_that_is_ones_own() -> None:
    same, mixed, own = (environments(heterogeneity=share) for share in (0, QUARTER, 1))
    assert all((process.moves == same[0].moves).all() for process in same)
    assert all((process.move_rewards == same[0].move_rewards).all() for process in same)
    for base, middle, other in zip(same, mixed, own, strict=True):
        assert (4 * middle.moves == 3 * base.moves + other.moves).all()
        assert (4 * middle.move_rewards == 3 * base.move_rewards + other.move_rewards).all()


def test_the_generator_is_the_only_source_of_chance() -> None:
    one, again, other = environments(), environments(), environments(1)
    assert (one[2].moves == again[2].moves).all()
    assert (one[2].moves != other[2].moves).any()
    floats = environments(exact=False)
    # the same draws: both are multiples of 1/1000, halved
    assert np.abs(floats[2].moves - one[2].moves.astype(float)).max() < 2.0**-52


def test_a_policy_is_shared() -> None:
    found = environments(policy=[[1, 0]] * 6)  # drawn again until the first action alone connects all states
    assert all((process.moves[:, 1] == 0).all() for process in found)


def test_random_features_have_norm_one_and_are_independent() -> None:
    features = random_features(stream(0, "features"), 30, 8)
    np.testing.assert_allclose(np.linalg.norm(features, axis=1), 1, rtol=1e-15 * 8)  # eight squares and a root
    assert np.linalg.matrix_rank(features) == 8


CELLS = [[0, 0, 7], [0, 0, 0]]  # states 0 1 2 / 3 4 5


def test_the_grid_without_wind() -> None:
    calm = grid_world(CELLS, 0)
    quarter = flint.fmpq(1, 4)
    corner = [quarter * k for k in (2, 1, 0, 1, 0, 0)]  # north and west stay
    assert calm.transition[0].tolist() == corner
    assert calm.transition[4].tolist() == [quarter * k for k in (0, 1, 0, 1, 1, 1)]
    assert calm.transition[5].tolist() == [1, 0, 0, 0, 0, 0]  # the goal leads back to the start
    assert calm.rewards.tolist() == [0, 0, 7, 0, 0, 0]


def test_moves_are_in_the_order_of_the_policy() -> None:
    for action, end in enumerate([1, 5, 4, 3]):  # from 4 north, east, south (the edge), west
        chosen = [[QUARTER] * 4 for _ in range(6)]
        chosen[4] = [Fraction(1 + int(action == k), 5) for k in range(4)]
        assert grid_world(CELLS, 0, policy=chosen).transition[4, end] == flint.fmpq(2, 5)


def test_wind_overrides_the_chosen_step() -> None:
    calm, windy = grid_world(CELLS, 0), grid_world(CELLS, 0, wind="south", strength=QUARTER)
    blown = [3, 4, 5, 3, 4]
    for s, end in enumerate(blown):
        gust = np.array([int(k == end) for k in range(6)])
        assert (4 * windy.transition[s] == 3 * calm.transition[s] + gust).all()
    assert (windy.transition[5] == calm.transition[5]).all()


def test_start_and_goal_can_be_chosen() -> None:
    moved = grid_world(CELLS, 0, start=(1, 0), goal=(0, 2))
    assert moved.transition[2].tolist() == [0, 0, 0, 1, 0, 0]
    assert not grid_world([[0.0, 1.0]], 0).exact
    assert not grid_world([[0, 1]], 0, strength=0.5).exact


@pytest.mark.parametrize("wind", ["north", "east", "south", "west"])
def test_every_wind_blows_somewhere_else(wind: str) -> None:
    steps = {"north": -2, "east": 1, "south": 2, "west": -1}
    square = grid_world([[0, 0], [0, 0]], 0, wind=wind, strength=Fraction(1, 2), start=(0, 0), goal=(1, 1))
    calm = grid_world([[0, 0], [0, 0]], 0, start=(0, 0), goal=(1, 1))
    for s in range(3):
        row, column = divmod(s, 2)
        inside = {"north": row > 0, "east": column < 1, "south": row < 1, "west": column > 0}[wind]
        end = s + steps[wind] if inside else s
        assert (2 * square.transition[s] == calm.transition[s] + np.array([int(k == end) for k in range(4)])).all()
