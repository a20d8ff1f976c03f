"""The best rule for a budget: predictions against the exact finite average on quadratics, and choices that can be foreseen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from symfed.core.errors import InvalidInput
from symfed.formulas import best_extrapolation, compare_extrapolations
from symfed.formulas.extrapolation import Choice, _Model
from symfed.models.problems import LogisticProblem, QuadraticProblem
from symfed.reference.exact import Combination
from symfed.reference.exact.combination import ErrorLaw

START = [3.0, -2.0]


def clients(noise: float, apart: float) -> QuadraticProblem:
    """Three clients in the plane whose optima are `apart` from each other."""
    hessians = [[[2, 1], [1, 3]], [[1, 0], [0, 2]], [[3, -1], [-1, 1]]]
    return QuadraticProblem(hessians, apart * np.array([[0, 1], [4, 2], [-1, 0]]), noise * np.eye(2))


def exact(problem: Any, choice: Choice) -> ErrorLaw:
    runs = Combination("fedavg", problem, [run[:2] for run in choice.runs], [run[2] for run in choice.runs], choice.shared)
    return runs.averaged(choice.rounds, START, choice.burn_in)


@pytest.mark.parametrize(("noise", "apart"), [(1, 0), (1, 1), (0.01, 3)])
def test_predictions_are_exact_but_for_the_bias_cut_short(noise: float, apart: float) -> None:
    problem = clients(noise, apart)
    for choice in compare_extrapolations(problem, 200, 2000, START):
        law = exact(problem, choice)
        # (1 - slope)^-2 < 10^4 magnifies some hundred roundings of 10^-16
        assert choice.variance == pytest.approx(float(np.trace(law.covariance)), rel=1e-9)
        miss = float(np.linalg.norm(choice.bias - law.bias))
        assert miss <= choice.margin + 1e-9, "the margin covers what the series leaves out here"
        assert law.mean_squared <= choice.mean_squared * (1 + 1e-9) + 1e-12


@pytest.mark.parametrize(
    ("noise", "apart", "budget", "rule"),
    [
        (1, 0, (200, 2000), "plain"),  # nothing to extrapolate, and two runs have half the rounds each
        (1, 1, (1000, 10000), "two_point"),  # long rounds without their bias
        (1e-4, 1, (300, 3000), "plain"),  # hardly any noise: rounds of one step are right without averaging
    ],
)
def test_the_best_rule_is_the_one_with_the_smallest_exact_error(noise: float, apart: float, budget: Any, rule: str) -> None:
    problem = clients(noise, apart)
    choices = compare_extrapolations(problem, *budget, START)
    errors = [exact(problem, choice).mean_squared for choice in choices]
    assert choices[0].rule == rule
    assert errors[0] == min(errors)
    if rule == "two_point":
        assert choices[0].shared


def test_another_step_is_no_better() -> None:
    problem = clients(1, 1)
    choice = best_extrapolation(problem, 1000, 10000, START)
    here = exact(problem, choice).mean_squared
    for factor in (0.25, 0.5, 2, 4):
        there = exact(problem, replace(choice, gamma=factor * choice.gamma)).mean_squared
        # the margin leans towards small steps: by less than a hundredth of the error where the bias is a hundredth of it
        assert there > here * 0.99


def test_the_step_is_where_the_model_is_smallest() -> None:
    problem = clients(1, 1)
    model = _Model(problem, np.array(START), 3)
    for choice in compare_extrapolations(problem, 1000, 10000, START, local_steps=[8], sharing=[True]):
        for factor in (0.9, 1.1):
            assert model.predicted(replace(choice, gamma=factor * choice.gamma)).mean_squared > choice.mean_squared


def test_every_run_stays_in_the_domain_of_fedavg() -> None:
    problem = clients(1e-6, 0)  # with ten rounds the largest steps are the best
    for choice in compare_extrapolations(problem, 10, 40, START):
        for gamma, H, _ in choice.runs:
            # a unit or two of rounding
            assert gamma * problem.L <= 1 + 1e-12
            assert gamma * problem.mu * H <= 1 + 1e-12


def test_budgets_are_kept() -> None:
    for choice in compare_extrapolations(clients(1, 1), 101, 1500, START, local_steps=[3, 5]):
        assert choice.rounds * len(choice.runs) <= 101
        assert choice.rounds * sum(H for _, H, _ in choice.runs) <= 1500
        assert choice.H in (3, 5)


def test_it_serves_problems_that_are_not_quadratic() -> None:
    problem = LogisticProblem([[[1.0, 0.5], [-1.0, 2.0]], [[0.3, -1.0]]], [[1, -1], [1]], 0.5)
    choice = best_extrapolation(problem, 400, 4000, START, rules=("plain", "two_point"))
    assert 0 < choice.mean_squared < 0.1
    assert choice.gamma * problem.L <= 1


def test_bad_budgets_are_refused() -> None:
    with pytest.raises(InvalidInput, match="rounds"):
        best_extrapolation(clients(1, 1), 0, 10, START)
    with pytest.raises(InvalidInput, match="local_steps"):
        best_extrapolation(clients(1, 1), 10, 10, START, local_steps=[0])
    with pytest.raises(InvalidInput, match="start"):
        best_extrapolation(clients(1, 1), 10, 10, [1.0])
    with pytest.raises(InvalidInput, match="burn_in"):
        best_extrapolation(clients(1, 1), 10, 10, START, burn_in=1)
    with pytest.raises(InvalidInput, match="rules"):
        best_extrapolation(clients(1, 1), 10, 10, START, rules=("four_point",))
    with pytest.raises(InvalidInput, match="too small a budget"):
        best_extrapolation(clients(1, 1), 1, 10, START, rules=("two_point",))
