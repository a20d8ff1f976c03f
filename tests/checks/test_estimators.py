"""Estimators made of several runs: every reading, against what it stands for."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest

from symfed.checks.estimators import Limit, on_draws, on_expansions, on_first_orders, on_laws, on_means
from symfed.checks.instances.cases import heterogeneous_quadratics, heterogeneous_scalars
from symfed.checks.instances.sampled import by_rule, sampled_runs
from symfed.checks.joint_runs import JointVariance
from symfed.checks.readings import first_order_truth, reference_bias
from symfed.core.symbols import theta
from symfed.derive.expansion import expand
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import Instance, draw, jet_cases

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
    assert on_expansions(one_run) == theta + expand("fedavg", "bias", 1)
    case = draw(jet_cases(2, 2), 5)[-1]
    assert list(on_first_orders(one_run, case)) == list(first_order_truth("fedavg", "bias")(case))
    run = draw(sampled_runs(2, 2, rounds=2), 5)[-1]
    assert list(on_draws(one_run, run)) == list(by_rule("fedavg", run))


def test_step_size_and_local_steps_reach_the_runs_that_they_are_meant_for() -> None:
    problem = heterogeneous_quadratics()[0]
    means = [stationary_exact("fedavg", problem, g, H).mean for g, H in ((2 * GAMMA, 2), (GAMMA, 4))]
    wanted = list(5 * means[0] - 3 * means[1])
    assert list(on_means(both_ways, Instance(problem, GAMMA, 2, 1, 3))) == wanted == list(on_laws(both_ways, problem, GAMMA, 2))


def test_the_error_of_the_laws_counts_once_for_every_weight() -> None:
    problem = heterogeneous_scalars()[0]
    one, two, more = (reference_bias("fedavg").floor(problem, g, H) for g, H in ((GAMMA, 2), (2 * GAMMA, 2), (GAMMA, 4)))
    assert Limit().floor(problem, GAMMA, 2) == 3 * max(one, two)
    assert Limit(weights=5, largest=(1, 2)).floor(problem, GAMMA, 2) == 5 * max(one, more)


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
