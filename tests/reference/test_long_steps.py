"""Steps above 1/L of the worst sample: taken with a warning where a law exists, refused where it is known not to, naming the limit."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, LongStep, UnstableStep
from symfed.reference import stationary

ROWS = [[[1.0, 0.0], [0.0, 3.0], [0.5, 0.5]], [[1.0, 1.0], [0.0, -2.0]]]
REGRESSION = sf.LeastSquaresProblem(ROWS, [[1.0, 0.0, 2.0], [1.0, -1.0]], 0.1)
CLASSES = sf.LogisticProblem(ROWS, [[1, -1, 1], [1, -1]], 0.1)


@pytest.fixture(autouse=True)
def _loud() -> object:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield


def run(problem: sf.LinearProblem | sf.LogisticProblem, gamma: float, algorithm: str = "fedavg") -> sf.reference.Simulation:
    return sf.simulate(algorithm, problem, gamma, 3, 2000, replicas=256, burn_in=100, seed=6)


def test_up_to_the_worst_sample_nothing_is_said() -> None:
    sf.simulate("fedavg", REGRESSION, 1 / REGRESSION.L, 3, 5)


def test_a_long_step_warns_once_where_it_was_called_and_meets_the_exact_law() -> None:
    gamma = 2 / REGRESSION.L
    with pytest.warns(LongStep, match=r"gamma = 0.2198: above 1/L = 0.1099 of the worst sample; the theory's bounds") as told:
        found = run(REGRESSION, gamma)
    assert [one.filename for one in told] == [__file__]
    law = stationary("fedavg", REGRESSION, gamma, 3)
    assert law.method == "exact"
    assert np.abs((found.mean - law.mean) / found.mean_error).max() < 4.5  # two normal numbers: 1.4e-5


def test_linear_problems_refuse_what_has_no_law_and_name_the_limit() -> None:
    with pytest.raises(UnstableStep, match=r"gamma = 3.0: a round of H = 3 steps does not contract: .* stable up to gamma = 0\.\d+"):
        sf.simulate("fedavg", REGRESSION, 3, 3, 5)
    with pytest.raises(UnstableStep, match=r"has no second moment: it grows by .* a round; stable up to gamma = 0\.\d+") as refused:
        sf.simulate("fedavg", REGRESSION, 0.4, 3, 5)
    limit = float(str(refused.value).split("= ")[-1])
    stationary("fedavg", REGRESSION, 0.99 * limit, 3, method="exact")
    with pytest.raises(UnstableStep, match="no second moment"):
        stationary("fedavg", REGRESSION, 1.02 * limit, 3, method="exact")
    with pytest.warns(LongStep):
        sf.simulate("fedavg", REGRESSION, 0.99 * limit, 3, 5)
    with pytest.raises(UnstableStep):
        sf.simulate("fedavg", REGRESSION, 1.02 * limit, 3, 5)
    # a batch makes longer steps stable
    with pytest.warns(LongStep):
        sf.simulate("fedavg", REGRESSION.minibatch(3), 1.02 * limit, 3, 5)
    quiet = sf.QuadraticProblem([[[1]], [[3]]], [[0], [1]])
    with pytest.warns(LongStep):
        sf.simulate("fedavg", quiet, 0.6, 1, 5)  # mean Hessian 2: one step contracts below 1
    with pytest.raises(UnstableStep, match=r"stable up to gamma = 1$"):
        sf.simulate("fedavg", quiet, 1.01, 1, 5)


def test_the_limit_of_a_linear_problem_is_that_of_its_matrices() -> None:
    listed = sf.LinearProblem(REGRESSION.matrices, REGRESSION.vectors)
    for problem in (REGRESSION, listed, REGRESSION.minibatch(2), listed.minibatch(2)):
        with pytest.raises(UnstableStep, match="has no second moment") as refused:
            sf.simulate("sgd", problem, 1.99 / np.linalg.eigvalsh(problem.hessian)[-1], 1, 5)  # contracts in the mean, hardly
        limit = float(str(refused.value).split("= ")[-1])
        with pytest.raises(UnstableStep):
            stationary("sgd", problem, 1.02 * limit, 1)
        assert stationary("sgd", problem, 0.99 * limit, 1).method == "exact"


def test_a_problem_that_no_step_is_known_to_contract_is_decided_by_its_rounds() -> None:
    turning = sf.LinearProblem([[[[0, 1], [-1, 0]]], [[[2, 0], [0, 2]]]], [[[1, 0]], [[0, 1]]])
    assert turning.L == float("inf")
    with pytest.warns(LongStep, match="no step is known to contract"):
        sf.simulate("fedavg", turning, 0.1, 2, 5)
    with pytest.raises(UnstableStep):
        sf.simulate("fedavg", turning, 5, 2, 5)


def test_bounded_gradients_keep_the_iterates_up_to_twice_the_ridge() -> None:
    gamma, G = 15.0, 3.0  # gamma l2 = 1.5, gamma L = 35; rows are at most 3 long
    with pytest.warns(LongStep):
        found = sf.simulate("fedavg", CLASSES, gamma, 3, 300, replicas=20, record=1, start=[0, 0])
    assert np.linalg.norm(found.trajectory, axis=-1).max() <= gamma * G / (1 - abs(1 - gamma * 0.1))  # the ball of the docstring
    with pytest.raises(UnstableStep, match=r"does not contract: .* stable up to gamma = 20$"):
        sf.simulate("fedavg", CLASSES, 20.5, 3, 5)
    with pytest.warns(LongStep):
        law = stationary("fedavg", CLASSES, 1, 3, method="montecarlo", budget=50_000)
    assert law.variance_reduction is None


def test_what_is_only_allowed_is_no_law() -> None:
    curve = sf.ScalarProblem([["theta**2 + cos(theta)/2"], ["(theta - 1)**2"]])
    with pytest.warns(LongStep):
        sf.simulate("fedavg", curve, 1.1 / curve.L, 2, 5)
    for problem, algorithm in ((curve, "fedavg"), (CLASSES, "scaffold")):
        with pytest.raises(InvalidInput, match="must satisfy gamma <= 1/L"):
            stationary(algorithm, problem, 1, 2, method="montecarlo")
    assert stationary("fedavg", sf.LeastSquaresProblem([[[1], [3]]], [[1, 0]]), Fraction(1, 8), 2).rigorous


def test_second_moments_that_were_not_looked_at_are_no_law(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = REGRESSION, 2 / REGRESSION.L, 3
    assert stationary("fedavg_deterministic", *asked, method="exact").method == "exact"
    monkeypatch.setattr("symfed.reference.simulation.long_steps._QUICK", 0)
    with pytest.raises(InvalidInput, match="must satisfy gamma <= 1/L"):
        stationary("fedavg", *asked, method="montecarlo")
    with pytest.warns(LongStep):
        sf.simulate("fedavg", *asked, 5)
