"""What a simulation and a stationary law have in common, and that exact values go with floats, NumPy and JSON."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from symfed.core.errors import InvalidInput
from symfed.models.arrays import ExactArray, exact_face
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference import simulate, stationary
from symfed.reference.result import Stationary

FIELDS = ("mean", "mean_error", "error", "bias", "bias_error", "second_moment", "second_moment_error", "covariance", "covariance_error")


def plane() -> QuadraticProblem:
    return QuadraticProblem([[[1, 0], [0, 2]], [[3, 0], [0, 1]]], [[0, 0], [4, 1]], noise=[["0.1", 0], [0, 1]])


def test_the_second_thing_that_anybody_types() -> None:
    problem = plane()
    run = simulate("fedavg", problem, 0.1, 5, 100)
    law = stationary("fedavg", problem, "0.1", 5)
    for difference in (run.mean - problem.optimum, run.bias):
        assert difference.dtype == float
    assert (problem.optimum - run.mean).dtype == float
    assert (run.mean - law.mean).dtype == float
    assert law.bias.dtype == object
    assert list(law.mean - problem.optimum) == list(law.bias)


@pytest.mark.parametrize("name", FIELDS)
def test_both_answers_have_the_same_fields(name: str) -> None:
    problem = plane()
    shape = (2,) if name in ("mean", "mean_error", "error", "bias", "bias_error") else (2, 2)
    for answer in (simulate("fedavg", problem, 0.1, 2, 20, replicas=4), stationary("fedavg", problem, 0.1, 2)):
        assert getattr(answer, name).shape == shape


def test_the_covariance_is_about_the_mean() -> None:
    law = stationary("fedavg", plane(), "0.1", 2)
    bias = [Fraction(str(x)) for x in law.bias]
    for i in range(2):
        for j in range(2):
            assert Fraction(str(law.covariance[i, j])) == Fraction(str(law.second_moment[i, j])) - bias[i] * bias[j]


def test_errors_of_bias_and_covariance_cover_those_of_the_moments() -> None:
    exact = Stationary(np.array([3.0]), np.array([[2.0]]), np.array([0.5]), "stated", False, np.array([[0.25]]), optimum=np.array([2.0]))
    assert exact.covariance == 1.0
    # mean in [2.5, 3.5], second moment in [1.75, 2.25]: the covariance is in [1.75 - 1.5², 2.25 - 0.5²]
    assert exact.covariance_error == 0.25 + 2 * 0.5 + 0.25
    assert exact.bias_error == 0.5


def test_digits_are_kept() -> None:
    problem = ScalarProblem([["theta**2/2", "theta**2 + theta/3"], ["exp(theta) + theta**2"]])
    law = stationary("fedavg", problem, "0.05", 2, method="enclosure", digits=25)
    with mpmath.workdps(60):
        again = law.mean[0] - problem.optimum_to(50)[0]
        assert abs(law.bias[0] - again) <= law.bias_error[0]
        assert law.bias_error[0] < mpmath.mpf(10) ** -25


def test_an_answer_without_theta_star_says_so() -> None:
    law = Stationary(np.zeros(1), np.zeros((1, 1)), np.zeros(1), "stated", False)
    with pytest.raises(InvalidInput, match="is not known to this answer"):
        _ = law.bias
    assert "bias" not in law.as_dict()
    assert repr(law) == "Stationary(mean=[0], mean_error=[0], method='stated', rigorous=False)"


def test_answers_are_short_to_read_whatever_d() -> None:
    wide = QuadraticProblem([np.eye(50)] * 2, [np.zeros(50), np.ones(50)])
    for answer in (simulate("fedavg", wide, 0.1, 2, 10), stationary("fedavg", wide, 0.1, 2)):
        assert len(repr(answer)) < 300
        assert "50 in all" in repr(answer)
    assert repr(stationary("fedavg", QuadraticProblem([[[1]], [[3]]], [[0], [4]]), "0.25", 2)) == (
        "Stationary(mean=[30/11], mean_error=[0], bias=[-3/11], method='exact', rigorous=True)"
    )


def test_answers_go_to_json_and_back_exactly() -> None:
    law = stationary("fedavg", plane(), "0.1", 5)
    again = json.loads(json.dumps(law.as_dict()))
    assert [Fraction(x) for x in again["bias"]] == [Fraction(str(x)) for x in law.bias]
    run = simulate("fedavg", plane(), 0.1, 5, 50)
    assert np.array_equal(json.loads(json.dumps(run.as_dict()))["mean"], run.mean)


def test_exact_arrays_go_with_numpy() -> None:
    x = exact_face(np.array([flint.fmpq(1, 3), flint.fmpq(2)], dtype=object))
    assert isinstance(x + x, ExactArray)
    assert list(2 * x - x) == list(x)
    for mixed in (x + 0.5, 0.5 + x, x * np.ones(2), np.ones(2) - x, np.add(x, [0.5, 0.5]), np.exp(x), x @ np.eye(2), x / np.float64(2)):
        assert type(mixed) is np.ndarray
        assert mixed.dtype == float
    assert np.linalg.norm(x) == pytest.approx(np.sqrt(1 / 9 + 4))
    assert np.allclose(x, [1 / 3, 2])
    assert list(x < 1.0) == [True, False]
    assert list(x == np.array([0.5, 2.0])) == [False, True]
    assert type(x.astype(float)) is np.ndarray
    assert repr(x) == "array([1/3, 2], dtype=object)"
    assert list(pickle.loads(pickle.dumps(x))) == list(copy.deepcopy(x)) == list(x)


def test_rationals_are_never_rounded_beside_other_exact_numbers() -> None:
    x = exact_face(np.array([flint.fmpq(1, 3)], dtype=object))
    ball = x + np.array([flint.arb(1)], dtype=object)
    assert isinstance(ball[0], flint.arb)
    with pytest.raises(TypeError):
        x + np.array([mpmath.mpf(1)], dtype=object)


def test_a_float_is_not_written_into_rationals() -> None:
    x = exact_face(np.array([flint.fmpq(1, 3)], dtype=object))
    with pytest.raises(TypeError):
        x += 0.5
    assert list(x) == [flint.fmpq(1, 3)]
