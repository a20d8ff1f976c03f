"""The stationary law in two and three dimensions without sampling."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem, ScalarProblem
from symfed.reference import stationary
from symfed.reference.quadrature import expectation, stationary_quadrature
from symfed.reference.quadrature.solve import SIZES
from tests.reference.helpers import RotatedProduct, label

FIRST = ScalarProblem([[theta**2 / 2 + sp.log(sp.cosh(theta - 1)), theta**2 / 2 - theta], [theta**2 / 3 + sp.log(sp.cosh(theta + 1))]])
SECOND = ScalarProblem([[theta**2 - theta, theta**2 + theta / 2], [theta**2 / 2 + sp.log(1 + sp.exp(theta)), theta**2 / 2]])
PRODUCT = RotatedProduct(FIRST, SECOND)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
DAMPED = sf.Algorithm(
    "damped", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3
)
# rows of two clients' features for one coordinate; a sample moves one coordinate only, the other one sees a row of zeros
ROWS, OTHER_ROWS = ([[1], [-2]], [[2], [1]]), ([[3], [1]], [[-1], [2]])
LABELS = [[1, 1, -1, 1], [1, -1, -1, -1]]
L2 = Fraction(1, 2)


def marginals(algorithm, gamma, H, digits):
    """Mean and second moment about theta* of the rotated product, from its two independent parts."""
    u, v = (stationary(algorithm, p, gamma, H, digits=digits) for p in (FIRST, SECOND))
    with mpmath.workdps(digits + 10):
        R = np.array([[mpmath.mpf(3) / 5, mpmath.mpf(4) / 5], [-mpmath.mpf(4) / 5, mpmath.mpf(3) / 5]], dtype=object)
        mean = np.array([u.mean[0], v.mean[0]])
        cross = (mean[0] - FIRST.optimum_to(digits)[0]) * (mean[1] - SECOND.optimum_to(digits)[0])
        second = np.array([[u.second_moment[0, 0], cross], [cross, v.second_moment[0, 0]]])
        return R.T @ mean, R.T @ second @ R


def assert_within(law, mean, second, digits):
    """To `digits` digits of the spread, and no further off than the law itself says."""
    with mpmath.workdps(60):
        spread = mpmath.sqrt(second[0, 0] + second[1, 1])
        rounding = spread * mpmath.mpf(10) ** -digits / 100  # answers carry five digits more than were asked for
        for got, truth, error, unit in (
            (law.mean, mean, law.error, spread),
            (law.second_moment, second, law.second_moment_error, spread**2),
        ):
            assert np.max(abs(got - truth)) < mpmath.mpf(10) ** -digits * unit
            assert np.max(abs(got - truth)) <= np.max(error) + rounding


CASES = [
    ("fedavg", Fraction(1, 50), 1),
    ("fedavg", Fraction(1, 20), 3),
    (FEDPROX, Fraction(1, 30), 2),
    (DAMPED, Fraction(1, 30), 2),
    ("fedavg_deterministic", Fraction(1, 20), 2),
]


@pytest.mark.parametrize(("algorithm", "gamma", "H"), CASES, ids=label)
def test_rotated_product_of_two_scalar_problems(algorithm, gamma, H):
    law = stationary(algorithm, PRODUCT, gamma, H, digits=14)
    assert law.method == "quadrature"
    assert_within(law, *marginals(algorithm, gamma, H, 25), digits=14)


def test_block_diagonal_logistic_has_the_marginals_of_its_blocks():
    features = [
        np.array([[*a, 0] for a in rows] + [[0, *b] for b in others], dtype=object) for rows, others in zip(ROWS, OTHER_ROWS, strict=True)
    ]
    law = stationary("fedavg", sf.LogisticProblem(features, LABELS, L2), Fraction(1, 50), 3, digits=14)
    blocks = (
        sf.LogisticProblem([[*rows, [0], [0]] for rows in ROWS], LABELS, L2),
        sf.LogisticProblem([[[0], [0], *rows] for rows in OTHER_ROWS], LABELS, L2),
    )
    for k, block in enumerate(blocks):
        truth = stationary("fedavg", block, Fraction(1, 50), 3, digits=25)
        spread = mpmath.sqrt(truth.second_moment[0, 0])
        assert abs(law.mean[k] - truth.mean[0]) < mpmath.mpf(10) ** -14 * spread
        assert abs(law.second_moment[k, k] - truth.second_moment[0, 0]) < mpmath.mpf(10) ** -14 * spread**2


@pytest.mark.parametrize("d", [2, 3])
def test_multiplicative_noise_agrees_with_exact(d):
    # one sample of each client is symmetric, the other one is not
    rng = np.random.default_rng(3)
    skew = [rng.integers(-1, 2, size=(d, d)) for _ in range(2)]
    matrices = [[3 * np.eye(d, dtype=int) + S + S.T, 3 * np.eye(d, dtype=int) + S - S.T] for S in skew]
    problem = LinearProblem(matrices, rng.integers(-2, 3, size=(2, 2, d)))
    gamma = Fraction(1, int(problem.L) + 1)
    law, truth = (stationary("fedavg", problem, gamma, 3, method=m, digits=n) for m, n in (("quadrature", 20), ("exact", None)))
    assert law.method == "quadrature"
    assert truth.method == "exact"
    with mpmath.workdps(40):
        for got, exact in ((law.mean, truth.mean), (law.second_moment, truth.second_moment)):
            for one, other in zip(got.flat, exact.flat, strict=True):
                assert abs(one - mpmath.mpf(int(other.p)) / int(other.q)) < 1e-22


def test_one_local_step_leaves_no_mean_gradient():
    # E of the summed client gradients vanishes for sgd with one step; written without the problem's own code
    problem = sf.LogisticProblem([[[1, 2], [-1, 1]], [[2, -1], [1, 1]]], [[1, -1], [1, 1]], L2)

    def slope(x, y):
        rows = [(-1, -2), (-1, 1), (-2, 1), (-1, -1)]  # minus label times feature
        return sum(a / (1 + (-(a * x + b * y)).exp()) for a, b in rows) / 4 + x / 2

    assert abs(expectation("sgd", problem, Fraction(1, 50), 1, slope, digits=14)) < 1e-15


def test_floats_reach_twelve_digits():
    law = stationary("fedavg", PRODUCT, 0.05, 3)
    assert law.mean.dtype == float
    assert np.max(law.error) < 1e-12 * np.sqrt(np.trace(law.second_moment))
    truth, _ = marginals("fedavg", 0.05, 3, 25)
    assert np.max(abs(law.mean - truth)) < 1e-15  # the mean is of order one: a few units in the last place


def test_montecarlo_agrees_in_two_dimensions():
    rng = np.random.default_rng(5)
    problem = sf.LogisticProblem([rng.normal(size=(5, 2)) for _ in range(3)], [[1, -1, 1, 1, -1]] * 3, 0.2)
    law = stationary("fedavg", problem, 0.05, 3)
    chance = stationary("fedavg", problem, 0.05, 3, method="montecarlo", seed=1, budget=3_000_000)
    # five standard errors: false alarm 6e-7 for each of five numbers
    assert (np.abs(chance.mean - law.mean) < 5 * chance.error).all()
    assert (np.abs(chance.second_moment - law.second_moment) < 5 * chance.second_moment_error).all()


def test_errors():
    four = sf.LogisticProblem([np.eye(4)], [[1, 1, -1, -1]], 1)
    with pytest.raises(InvalidInput, match="d <= 3"):
        stationary("fedavg", four, 0.1, 1, method="quadrature")
    bent = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g / (1 + x * x))
    with pytest.raises(InvalidInput, match="not affine"):
        stationary(bent, PRODUCT, 0.1, 1, method="quadrature")


def test_a_law_too_wide_for_polynomials_is_no_answer_and_auto_samples_instead(monkeypatch):
    # conflicting labels keep the optimum near zero, where the sigmoid bends within a twentieth; degree 12 settles it as 18 does
    monkeypatch.setitem(SIZES, 2, (7, 12))
    plane = sf.LogisticProblem([[[20, 0], [-20, 0], [0, 20], [0, -20], [15, 15]]], [[1, 1, 1, 1, -1]], 5)
    with pytest.raises(NotConverged, match="digits of the spread"):
        stationary_quadrature("fedavg", plane, 1 / plane.L, 2)
    assert stationary("fedavg", plane, 1 / plane.L, 2, budget=10_000).method == "montecarlo"
