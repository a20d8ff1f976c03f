"""Derivatives at a general point, against the jets at the optimum and against each other."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.formulas.modified_gradient import point_derivatives
from symfed.models.problems.problem import Problem

x = sp.Symbol("x")
PROBLEMS: dict[str, Problem] = {
    "quadratic": sf.QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]]),
    "linear": sf.LinearProblem([[[[2, 1], [0, 1]], [[4, 0], [1, 3]]], [[[1, 0], [0, 1]]]], [[[1, 1], [0, 2]], [[3, 4]]]),
    "scalar": sf.ScalarProblem(
        [[x**2 + sp.log(sp.cosh(x)), x**2], [(x - 1) ** 2 + sp.exp(x) / 5]], [[Fraction(1, 3), Fraction(2, 3)], [1]]
    ),
    "logistic": sf.LogisticProblem([[[1.5, 2], [0, -1], [2, 1]], [[1, -1], [-2, 1]]], [[1, -1, 1], [1, -1]], 0.2),
}


@pytest.mark.parametrize("name", PROBLEMS)
def test_at_the_optimum_they_are_the_jets(name: str) -> None:
    problem = PROBLEMS[name]
    found = point_derivatives(problem, problem.optimum, 5)
    jets = problem.jets
    expected = (jets.gradients, jets.hessians, jets.third_derivatives, jets.fourth_derivatives, jets.fifth_derivatives)
    for mine, theirs in zip(found[1:], expected, strict=True):
        assert mine.shape == theirs.shape
        assert np.allclose(mine, theirs.astype(float), rtol=1e-12, atol=1e-12)  # rounding, and theta* itself good to 1e-15


@pytest.mark.parametrize("name", PROBLEMS)
def test_each_is_the_slope_of_the_one_before(name: str) -> None:
    problem = PROBLEMS[name]
    theta = np.linspace(0.4, -0.3, problem.dim)
    with mpmath.workdps(40):
        h = mpmath.mpf(10) ** -12
        here = point_derivatives(problem, theta, 5, "mpmath")
        for axis in range(problem.dim):
            shift = h * np.eye(problem.dim, dtype=int)[axis]
            ahead, behind = (point_derivatives(problem, theta + s * shift, 5, "mpmath") for s in (1, -1))
            for m in range(1 if name == "linear" else 0, 5):
                # a central difference: h² times a derivative of order 100
                assert (abs((ahead[m] - behind[m]) / (2 * h) - here[m + 1][..., axis]) < 1e-21).all()


@pytest.mark.parametrize("name", PROBLEMS)
def test_gradients_are_those_of_the_simulation(name: str) -> None:
    problem = PROBLEMS[name]
    theta = np.full(problem.dim, 0.7)
    simulated = problem.mean_gradients(np.tile(theta, (1, problem.num_clients, 1)))[0]
    assert np.allclose(point_derivatives(problem, theta, 1)[1], simulated, rtol=1e-14, atol=1e-14)  # a few operations


def test_far_out_nothing_overflows() -> None:
    values = point_derivatives(PROBLEMS["logistic"], [800.0, -900.0], 3)
    assert all(np.isfinite(table).all() for table in values)


def test_exact_data_stay_exact() -> None:
    values = point_derivatives(PROBLEMS["linear"], [Fraction(1, 3), 2], 2, "exact")
    third = flint.fmpq(1, 3)
    assert values[1].tolist() == [[3 * third + 2 * flint.fmpq(1, 2) - flint.fmpq(1, 2), third / 2 + 4 - flint.fmpq(3, 2)], [third - 3, -2]]


def test_refusals() -> None:
    with pytest.raises(InvalidInput, match="not exact"):
        point_derivatives(sf.QuadraticProblem([[[1.5]]], [[0]]), [1], 2, "exact")
    with pytest.raises(InvalidInput, match="shape"):
        point_derivatives(PROBLEMS["quadratic"], 1.0, 2)
