"""Which reference answers."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem
from symfed.models.rings import FLOATS
from symfed.reference import stationary
from symfed.reference.setting import prepare
from symfed.reference.stationary import METHODS

TENTH = Fraction(1, 10)
QUADRATIC = sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]], [[1]])
LINE = sf.LogisticProblem([[[1], [-2]], [[2], [1]]], [[1, 1], [1, -1]], Fraction(1, 2))
PLANE = sf.LogisticProblem([[[1, 0], [0, 1]]], [[1, -1]], Fraction(1, 2))
SPACE = sf.LogisticProblem([np.eye(4)], [[1, 1, -1, -1]], 1)
LINEAR = LinearProblem([[[[1, 0], [0, 2]], [[2, 1], [0, 1]]]], [[[1, 0], [0, 1]]])
MANY = sf.LogisticProblem([np.tile([[1, 0], [0, 1]], (501, 1))], [[1, -1] * 501], 1)
BENT = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g / (1 + x * x))

CHOICES = [
    ("fedavg", QUADRATIC, "exact", True),
    ("fedavg", LINEAR, "exact", True),
    ("fedavg", LINE, "quadrature", False),
    ("fedavg", PLANE, "quadrature", False),
    (BENT, LINE, "quadrature", False),
    ("scaffold", LINE, "quadrature", False),
    ("scaffold", QUADRATIC, "exact", True),
    ("scaffold", PLANE, "montecarlo", False),
    (BENT, PLANE, "montecarlo", False),
    (BENT, QUADRATIC, "montecarlo", False),
    ("fedavg", SPACE, "montecarlo", False),
    ("fedavg", MANY, "montecarlo", False),
]


@pytest.mark.parametrize(("algorithm", "problem", "method", "rigorous"), CHOICES)
def test_auto_takes_the_strongest_that_fits_and_says_which(algorithm, problem, method, rigorous):
    law = stationary(algorithm, problem, TENTH / 2, 2, budget=1000)
    assert (law.method, law.rigorous) == (method, rigorous)
    assert law.error.shape == law.mean.shape == (problem.dim,)


@pytest.mark.parametrize("digits", [None, 10])
def test_an_enclosure_must_be_asked_for_and_holds_the_quadrature(digits):
    proved = stationary("fedavg", LINE, TENTH, 2, method="enclosure", digits=digits)
    law = stationary("fedavg", LINE, TENTH, 2, digits=25)
    assert (proved.method, proved.rigorous) == ("enclosure", True)
    with mpmath.workdps(40):
        assert abs(proved.mean[0] - law.mean[0]) <= proved.error[0] + law.error[0]
        assert abs(proved.second_moment[0, 0] - law.second_moment[0, 0]) <= proved.second_moment_error[0, 0] + law.second_moment_error[0, 0]
    # of the interval, which is shorter than ten; and no effort wasted
    assert 10.0 ** (-5 - (digits or 15)) < proved.error[0] < 10.0 ** (1 - (digits or 15))


def test_a_rule_that_bends_leaves_its_own_law_alone():
    # one client, one step: E h(x - gamma g/(1 + x²)) = E h(x); for h = x that is E[g/(1 + x²)] = 0
    from symfed.reference.quadrature import expectation

    problem = sf.LogisticProblem([[[1], [-2]]], [[1, 1]], Fraction(1, 2))

    def step(x):
        gradient = sum(a / (1 + (-a * x).exp()) for a in (-1, 2)) / 2 + x / 2
        return gradient / (1 + x * x)

    assert abs(expectation(BENT, problem, TENTH, 1, step)) < 1e-15


@pytest.mark.parametrize("method", ["exact", "enclosure", "quadrature"])
def test_what_does_not_apply_is_refused(method):
    problem = QUADRATIC if method == "exact" else LINE
    with pytest.raises(InvalidInput, match=r"^problem = |control variates"):
        stationary("scaffold", LINE if method == "exact" else PLANE, TENTH, 2, method=method)
    with pytest.raises(InvalidInput, match=r"^problem = "):
        stationary("fedavg", LINE if method == "exact" else QUADRATIC, TENTH, 2, method=method)
    with pytest.raises(InvalidInput, match="must be one of auto, exact, enclosure, quadrature, montecarlo"):
        stationary("fedavg", problem, TENTH, 2, method="guess")


def test_where_nothing_applies_it_says_why_for_each():
    parts = (
        "exact: .* not affine",
        "enclosure: .* asked for",
        "quadrature: .* d <= 3, here d = 4",
        "montecarlo: gamma = 9.0: a round of H = 2 steps does not contract: .*; stable up to gamma = 2",
    )
    why = r"\. ".join(parts)
    with pytest.raises(InvalidInput, match=rf"^method = 'auto': no method applies\. {why}"):
        stationary("fedavg", SPACE, 9, 2)


def test_the_table_tells_which_methods_apply():
    setting = prepare(get_algorithm("fedavg"), TENTH, 2, FLOATS)
    assert [name for name, obstacle in METHODS.items() if obstacle(LINE, setting) is None] == ["quadrature", "montecarlo"]
    assert [name for name, obstacle in METHODS.items() if obstacle(QUADRATIC, setting) is None] == ["exact", "montecarlo"]
