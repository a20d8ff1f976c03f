"""The stationary law in small dimension without sampling."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import ScalarProblem
from symfed.reference import stationary
from symfed.reference.galerkin import stationary_galerkin
from tests.reference.helpers import RotatedProduct, label

FIRST = ScalarProblem([[theta**2 / 2 + sp.log(sp.cosh(theta - 1)), theta**2 / 2 - theta], [theta**2 / 3 + sp.log(sp.cosh(theta + 1))]])
SECOND = ScalarProblem([[theta**2 - theta, theta**2 + theta / 2], [theta**2 / 2 + sp.log(1 + sp.exp(theta)), theta**2 / 2]])
PRODUCT = RotatedProduct(FIRST, SECOND)
LINE = sf.LogisticProblem([[[1], [2], [-1]], [[3], [-2]]], [[1, -1, 1], [-1, 1]], Fraction(1, 5))
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
DAMPED = sf.Algorithm(
    "damped", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3
)


@pytest.mark.parametrize(("gamma", "H", "agreement"), [(0.02, 1, 1e-11), (0.02, 5, 1e-10), (0.1, 3, 1e-6)])
def test_rotated_product_of_two_scalar_problems(gamma, H, agreement):
    # agreement: what the fitted polynomials can hold at this width of the law; the estimated error must cover it too
    law = stationary("fedavg", PRODUCT, gamma, H)
    one, two = (stationary("fedavg", p, gamma, H) for p in (FIRST, SECOND))
    R = PRODUCT.R
    mean = R.T @ np.array([one.mean[0], two.mean[0]])
    # u and v are driven by independent samples: their second moment about theta* is the product of the biases
    cross = (one.mean[0] - FIRST.optimum[0]) * (two.mean[0] - SECOND.optimum[0])
    second = R.T @ np.array([[one.second_moment[0, 0], cross], [cross, two.second_moment[0, 0]]]) @ R
    assert law.method == "quadrature"
    assert np.abs(law.mean - mean).max() < agreement
    assert np.abs(law.second_moment - second).max() < agreement
    assert (np.abs(law.mean - mean) <= 2 * law.error + 1e-12).all()


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", FEDPROX, DAMPED], ids=label)
def test_agrees_with_the_one_dimensional_quadrature(algorithm):
    law, truth = stationary_galerkin(algorithm, LINE, 0.05, 3), stationary(algorithm, LINE, 0.05, 3)
    assert np.abs(law.mean - truth.mean).max() < 1e-10
    assert np.abs(law.second_moment - truth.second_moment).max() < 1e-10


def test_montecarlo_agrees_in_two_dimensions():
    rng = np.random.default_rng(5)
    problem = sf.LogisticProblem([rng.normal(size=(5, 2)) for _ in range(3)], [[1, -1, 1, 1, -1]] * 3, 0.2)
    law = stationary("fedavg", problem, 0.1, 3)
    chance = stationary("fedavg", problem, 0.1, 3, method="montecarlo", seed=1, budget=3_000_000)
    # five standard errors: false alarm 6e-7 for each of five numbers
    assert (np.abs(chance.mean - law.mean) < 5 * chance.error).all()
    assert (np.abs(chance.second_moment - law.second_moment) < 5 * chance.second_moment_error).all()


def test_a_law_too_wide_for_polynomials_is_no_answer_and_auto_samples_instead():
    # conflicting labels keep the optimum near zero, where the sigmoid bends within a twentieth
    line = sf.LogisticProblem([[[20], [-20], [15]]], [[1, 1, -1]], 5)
    plane = sf.LogisticProblem([[[20, 0], [-20, 0], [0, 20], [0, -20], [15, 15]]], [[1, 1, 1, 1, -1]], 5)
    for problem in (line, plane):
        with pytest.raises(NotConverged, match="differ by"):
            stationary_galerkin("fedavg", problem, 1 / problem.L, 2)
    assert stationary("fedavg", plane, 1 / plane.L, 2, budget=10_000).method == "montecarlo"


@pytest.mark.parametrize("gamma", [0.05, 0.1])
def test_the_estimated_error_covers_the_true_one(gamma):
    law, truth = stationary_galerkin("fedavg", LINE, gamma, 3, degree=10), stationary("fedavg", LINE, gamma, 3)
    assert 1e-13 < np.abs(law.mean - truth.mean)[0] <= law.error[0]  # the first: large enough to be no rounding


def test_errors():
    four = sf.LogisticProblem([np.eye(4)], [[1, 1, -1, -1]], 1)
    with pytest.raises(InvalidInput, match="d <= 3"):
        stationary("fedavg", four, 0.1, 1, method="quadrature")
    with pytest.raises(InvalidInput, match="in dimension one only"):
        stationary("fedavg", PRODUCT, 0.1, 1, method="quadrature", digits=30)
    with pytest.raises(InvalidInput, match="degree = 2"):
        stationary_galerkin("fedavg", LINE, 0.1, 1, degree=2)
