"""Exact runs and rounds with control variates: what they keep, against rounds done by hand, and what the strategies promise."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np

from proofs_checks.symfed.scaffold.eigenvalues import eigenvalues, weighted_square
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates
from symfed.strategies import draw, sampled
from symfed.strategies.control_variates import (
    RoundCase,
    balanced_runs,
    by_rule,
    controlled_runs,
    round_cases,
    rounds_with_memory,
    stacked_end,
)

ONE, HALF = flint.fmpq(1), flint.fmpq(1, 2)


def rationals(nested: object) -> np.ndarray:
    return np.vectorize(flint.fmpq, otypes=[object])(np.array(nested))


def two_clients(H: int = 1) -> RoundCase:
    """f_1 = x^2/2, f_2 = (x - 3)^2: theta* = 2, gradients there 2 and -2."""
    problem = QuadraticProblem([[[1]], [[2]]], [[0], [3]])
    return RoundCase(problem, HALF, H, ONE, 2 * ONE, rationals([0]), rationals([[1], [-1]]))


def test_a_round_by_hand() -> None:
    case = two_clients()
    # steps to 0 - (0 + 1)/2 = -1/2 and 0 - (-6 - 1)/2 = 7/2, mean 3/2, drifts -2 and 2, over gamma H = 1/2: -4 and 4
    assert by_rule("scaffold", case).tolist() == [[3 * HALF], [-3], [3]]
    assert case.gradients.tolist() == [[2], [-2]]
    e, y = case.deviations(case.state)
    assert (e.tolist(), y.tolist()) == ([-2], [[3 * HALF], [-3 * HALF]])
    # mean of x^2 with x = e + y = -1/2 and -7/2, on curvatures 1 and 2
    assert weighted_square(case, case.state, lambda curvature: curvature) == (HALF**2 + 2 * (7 * HALF) ** 2) / 2


def test_points_are_those_of_the_reference() -> None:
    for case in draw(round_cases(2, 3), 5):
        started = replace(case, control_variates=0 * case.control_variates)
        for rounds in (1, 2):
            reference = iterates("scaffold", case.problem, case.gamma, case.H, rounds, case.start)[-1]
            assert (by_rule("scaffold", started, rounds)[0] == reference).all()


def test_an_algorithm_without_memory_keeps_its_control_variates() -> None:
    assert by_rule("fedavg", two_clients())[1:].tolist() == [[1], [-1]]


def test_cases_are_what_they_promise() -> None:
    for long in (False, True):
        for case in draw(round_cases(2, 3, long=long), 20):
            assert (case.control_variates.sum(axis=0) == 0).all()
            assert all(case.mu <= value <= case.L for value in eigenvalues(case))
            assert (1 < case.gamma * case.L < 2) if long else (case.gamma * case.L <= 1)
    assert any((case.control_variates.sum(axis=0) != 0).any() for case in draw(round_cases(2, 3, zero_sum=False), 20))
    for case in draw(round_cases(2, 3, homogeneous=True), 5):
        assert (case.problem.hessian_matrices == case.problem.hessian_matrices[0]).all()


def test_the_sum_of_the_control_variates_is_kept():
    for i in draw(controlled_runs(2, 3, rounds=2), 10):
        _, xi = rounds_with_memory("scaffold", i.run, i.control_variates)
        assert (xi.sum(axis=0) == i.control_variates.sum(axis=0)).all()


def test_without_memory_it_is_the_run_without_control_variates():
    for i in draw(controlled_runs(1, 2, rounds=2), 10):
        x, xi = rounds_with_memory("fedavg", i.run, i.control_variates)
        assert (x == sampled.by_rule("fedavg", i.run)).all()
        assert (xi == i.control_variates).all()


def test_a_control_variate_shifts_its_clients_gradient():
    """One round of Scaffold is one of FedAvg on losses with xi_c added to every gradient."""
    for i in draw(controlled_runs(2, 2), 10):
        shifted = replace(i.run, vectors=i.run.vectors - i.control_variates[:, None, :])
        assert (stacked_end("scaffold")(i)[0] == sampled.by_rule(get_algorithm("fedavg"), shifted)).all()


def test_balanced_runs_have_two_starts_with_sum_zero_and_short_rounds():
    drawn = draw(balanced_runs(2, 3), 20)
    assert all((xi.sum(axis=0) == 0).all() for i in drawn for xi in (i.control_variates, i.other[1]))
    assert all(i.run.gamma * i.run.H * i.run.L <= 1 and 0 < i.mu <= i.run.L for i in drawn)
    assert any((np.asarray(i.other[1]) != i.control_variates).any() for i in drawn)
