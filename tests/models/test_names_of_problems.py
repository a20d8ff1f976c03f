"""A problem's names: what people try first is answered with what it is called, and a failing property with its own error."""

from __future__ import annotations

import copy
import pickle

import pytest

from symfed.models.problems import QuadraticProblem
from symfed.models.problems.problem import ELSEWHERE


@pytest.mark.parametrize(
    ("tried", "meant"),
    [
        ("theta_star", "did you mean optimum?"),
        ("mean_hessian", "did you mean hessian?"),
        ("heterogeneity", "did you mean gradients"),
        ("N", "did you mean num_clients?"),
        ("third_derivative", "did you mean third_derivatives"),
        ("zzz", "has no 'zzz'$"),
    ],
)
def test_names_that_people_try_are_answered(tried: str, meant: str) -> None:
    problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]])
    assert not hasattr(problem, tried)
    with pytest.raises(AttributeError, match=meant):
        getattr(problem, tried)
    assert pickle.loads(pickle.dumps(problem)).num_clients == copy.deepcopy(problem).num_clients == 2


def test_a_property_that_fails_says_why() -> None:
    class Broken(QuadraticProblem):
        @property
        def L(self) -> float:
            return [].nothing  # type: ignore[attr-defined,no-any-return]  # the error must come through

    with pytest.raises(AttributeError, match="'list' object has no attribute 'nothing'"):
        _ = Broken([[[1]]], [[0]]).L


def test_what_is_named_exists() -> None:
    problem = QuadraticProblem([[[1]], [[3]]], [[0], [4]])
    for words in ELSEWHERE.values():
        assert hasattr(problem, words.split()[0])
