"""Estimators made of several runs: every reading, against what it stands for."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import flint
import numpy as np
import pytest

from proofs_checks.aistats.estimators import THETA_STAR, JointVariance, Limit, on_draws, on_expansions, on_laws, on_means
from symfed.core.errors import InvalidInput
from symfed.core.symbols import gamma
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, draw
from symfed.strategies.sampled import by_rule, sampled_runs
from symfed.strategies.standard import heterogeneous_quadratics
from symfed.tensors.normal import is_zero
from symfed.tensors.truths import derived_form

GAMMA = flint.fmpq(1, 12)


def one_run(theta: Any, gamma: Any, H: Any) -> Any:
    return theta(gamma, H)


def both_ways(theta: Any, gamma: Any, H: Any) -> Any:
    return 5 * theta(2 * gamma, H) - 3 * theta(gamma, 2 * H)


def test_one_run_is_what_a_run_yields_in_every_reading() -> None:
    problem = heterogeneous_quadratics()[1]
    law = stationary_exact("fedavg", problem, GAMMA, 3)
    assert list(on_means(one_run, Instance(problem, GAMMA, 3, 1, 4))) == list(law.mean)
    assert list(on_laws(one_run, problem, GAMMA, 3)) == list(law.mean)
    assert is_zero(on_expansions(one_run) - THETA_STAR - derived_form("fedavg", "bias"))
    run = draw(sampled_runs(2, 2, rounds=2), 5)[-1]
    assert list(on_draws(one_run, run)) == list(by_rule("fedavg", run))


def test_step_size_and_local_steps_reach_the_runs_that_they_are_meant_for() -> None:
    problem = heterogeneous_quadratics()[0]
    means = [stationary_exact("fedavg", problem, g, H).mean for g, H in ((2 * GAMMA, 2), (GAMMA, 4))]
    wanted = list(5 * means[0] - 3 * means[1])
    assert list(on_means(both_ways, Instance(problem, GAMMA, 2, 1, 3))) == wanted == list(on_laws(both_ways, problem, GAMMA, 2))


def test_an_expansion_scales_with_the_step_size_and_keeps_the_number_of_local_steps() -> None:
    bias = derived_form("fedavg", "bias")
    said = on_expansions(lambda theta, gamma, H: 5 * theta(2 * gamma, H) - 3 * theta(gamma / 2, H))
    assert is_zero(said - 2 * THETA_STAR - bias * 10 + bias * 3 / 2)
    assert not is_zero(said - bias * 10 + bias * 3 / 2)
    for run in (both_ways, lambda theta, g, H: theta(g + 1, H), lambda theta, g, H: theta(gamma**2, H)):
        with pytest.raises(InvalidInput, match="must be at a multiple of gamma and at H"):
            on_expansions(run)


def test_draws_are_the_same_at_every_step_size() -> None:
    run = draw(sampled_runs(1, 2, rounds=2), 5)[-1]
    ends = [by_rule("fedavg", replace(run, gamma=k * run.gamma)) for k in (1, 2)]
    assert any(ends[0] != ends[1])
    assert list(on_draws(lambda theta, g, H: 5 * theta(2 * g, H) - 3 * theta(g, H), run)) == list(5 * ends[1] - 3 * ends[0])


def test_the_error_of_the_laws_counts_once_for_every_weight(monkeypatch: pytest.MonkeyPatch) -> None:
    errors = {(1, 2): 1.0, (2, 2): 7.0, (1, 4): 8.0}
    monkeypatch.setattr("proofs_checks.aistats.estimators._LAW", SimpleNamespace(error=lambda problem, g, H: errors[int(g), H]))
    problem, one = heterogeneous_quadratics()[0], flint.fmpq(1)
    assert Limit().error(problem, one, 2) == 3 * 7.0
    assert Limit(weights=5, largest=(1, 2)).error(problem, one, 2) == 5 * 8.0
    errors[1, 2] = 9.0
    assert Limit(weights=5, largest=(1, 2)).error(problem, one, 2) == 5 * 9.0


def test_a_limit_is_the_optimum_and_what_is_stated_beside_it() -> None:
    problem = heterogeneous_quadratics()[1]
    assert list(Limit()(problem, GAMMA, 2)) == list(problem.optimum)
    shifted = Limit(rest=lambda p, gamma, H: gamma * H * p.gradients[0])(problem, GAMMA, 2)
    assert list(shifted) == list(problem.optimum + 2 * GAMMA * problem.jets.gradients[0])


@pytest.mark.parametrize("H", [1, 3])
def test_independent_runs_add_their_variances_and_equal_noise_cancels_in_averages(H: int) -> None:
    problem = heterogeneous_quadratics()[1]
    covariances = []
    for g in (GAMMA, 2 * GAMMA):
        law = stationary_exact("fedavg", problem, g, H)
        bias = law.mean - problem.optimum
        covariances.append(law.second_moment - np.multiply.outer(bias, bias))
    total = np.trace(4 * covariances[0] + covariances[1])
    assert JointVariance(shared=False, averaged=False)(problem, GAMMA, H) == total
    # on one quadratic client an average of gradients is A (average - theta*) up to the ends of the run, at every step size
    alone = QuadraticProblem([[[3]]], [[1]], [[[2]]])
    assert JointVariance(shared=True, averaged=True)(alone, GAMMA, 1) == flint.fmpq(2, 9)
    assert JointVariance(shared=False, averaged=True)(alone, GAMMA, 1) == flint.fmpq(10, 9)
