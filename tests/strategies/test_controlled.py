"""Runs with control variates: what they keep, and what the strategies promise."""

from dataclasses import replace

import numpy as np

from symfed.models.algorithms import get_algorithm
from symfed.strategies import draw
from symfed.strategies.controlled import (
    balanced_runs,
    controlled_runs,
    rounds_with_memory,
    stacked_end,
)
from symfed.strategies.sampled import by_rule


def test_the_sum_of_the_control_variates_is_kept():
    for i in draw(controlled_runs(2, 3, rounds=2), 10):
        _, xi = rounds_with_memory("scaffold", i.run, i.controls)
        assert (xi.sum(axis=0) == i.controls.sum(axis=0)).all()


def test_without_memory_it_is_the_run_without_control_variates():
    for i in draw(controlled_runs(1, 2, rounds=2), 10):
        x, xi = rounds_with_memory("fedavg", i.run, i.controls)
        assert (x == by_rule("fedavg", i.run)).all()
        assert (xi == i.controls).all()


def test_a_control_variate_shifts_its_clients_gradient():
    """One round of Scaffold is one of FedAvg on losses with xi_c added to every gradient."""
    for i in draw(controlled_runs(2, 2), 10):
        shifted = replace(i.run, vectors=i.run.vectors - i.controls[:, None, :])
        assert (stacked_end("scaffold")(i)[0] == by_rule(get_algorithm("fedavg"), shifted)).all()


def test_balanced_runs_have_two_starts_with_sum_zero_and_short_rounds():
    drawn = draw(balanced_runs(2, 3), 20)
    assert all((xi.sum(axis=0) == 0).all() for i in drawn for xi in (i.controls, i.other[1]))
    assert all(i.run.gamma * i.run.H * i.run.L <= 1 and 0 < i.mu <= i.run.L for i in drawn)
    assert any((np.asarray(i.other[1]) != i.controls).any() for i in drawn)
