"""Fixed points by doubling: against other roads, at the edge of stability, and in a large dimension."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.core.errors import UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.models.rings import FLOATS
from symfed.reference import stationary
from symfed.reference.exact.additive_noise import composed, repeated
from symfed.reference.exact.laws import affine_round
from symfed.reference.exact.moments import NoContraction, fixed_point, half, lift, solve_half, spectral_norm
from symfed.reference.setting import prepare
from symfed.reference.streams import stream

EPS = 2.0**-52


def recursion(d: int, radius: float, seed: int = 0):
    """A matrix of that spectral radius that is not normal, a shift and a covariance."""
    random = stream(seed, "recursion for a test", d)
    M, B = random.standard_normal((2, d, d))
    return M * (radius / np.abs(np.linalg.eigvals(M)).max()), random.standard_normal(d), B @ B.T


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 6), st.sampled_from([0.0, 0.5, 0.9, 0.999]), st.integers(0, 10**6))
def test_agrees_with_the_linear_system(d, radius, seed):
    M, v, Q = recursion(d, radius, seed)
    law = fixed_point(M, v, Q)
    (direct,) = solve_half(lift(M), Q)
    # sums of d products in each road, a dozen of them in the doubling, times the condition
    slack = 12 * d * EPS * law.covariance_condition * np.linalg.norm(law.covariance)
    assert np.linalg.norm(law.covariance - direct) <= slack
    mean_slack = 12 * d * EPS * law.vector_condition * np.linalg.norm(law.vector)
    assert np.linalg.norm(law.vector - np.linalg.solve(np.eye(d) - M, v)) <= mean_slack


def test_symmetric_recursion_of_large_dimension_against_its_eigenvectors():
    random = stream(0, "symmetric recursion for a test")
    axes = np.linalg.qr(random.standard_normal((200, 200)))[0]
    values = np.linspace(0, 0.99, 200)
    M, Q = (axes * values) @ axes.T, np.diag(np.arange(200.0))
    law = fixed_point(M, np.ones(200), Q)
    expected = axes @ ((axes.T @ Q @ axes) / (1 - np.multiply.outer(values, values))) @ axes.T
    # 1 / (1 - 0.99²) = 50 times the rounding of a few products of dimension 200
    np.testing.assert_allclose(law.covariance, expected, atol=50 * 200 * EPS * np.abs(expected).max())
    assert np.linalg.norm(M @ law.covariance @ M.T + Q - law.covariance) < 20 * EPS * np.linalg.norm(law.covariance)
    # both conditions are attained by symmetric positive semi-definite matrices, here to the few per cent of the estimated norms
    assert law.vector_condition == pytest.approx(100, rel=0.2)
    assert law.covariance_condition == pytest.approx(1 / (1 - 0.99**2), rel=0.2)
    assert law.vector_condition <= 100 * (1 + 1e-9)


def test_powers_that_do_not_vanish_are_refused():
    turn = np.array([[0.0, -1.0], [1.0, 0.0]])
    for M in (turn, 1.001 * turn, np.array([[1.0, 1.0], [0.0, 1.0]]), np.array([[1e200]]), np.array([[-1.0]])):
        with pytest.raises(NoContraction, match="does not contract: spectral radius"):
            fixed_point(M, np.ones(len(M)), np.eye(len(M)))
    almost = fixed_point(np.array([[1 - 2.0**-40]]), np.ones(1), np.eye(1))
    assert almost.vector[0] == pytest.approx(2.0**40, rel=1e-3)  # 2^40 roundings of 2^-53
    hill = fixed_point(np.array([[0.5, 1e8], [0.0, 0.5]]), np.ones(2), np.eye(2))  # powers grow to 1e8 before they fall
    assert hill.vector[0] == pytest.approx(2 + 4e8, rel=1e-12)


def test_an_unstable_float_problem_names_gamma():
    line = sf.QuadraticProblem([[[1.0]]], [[0.0]], [[1.0]])
    with pytest.raises(UnstableStep, match=r"gamma = 2: a round of H = 1 steps does not contract: spectral radius 1, must be < 1"):
        stationary("fedavg", line, 2, 1)


def test_spectral_norm_from_below():
    M = recursion(30, 0.9)[0]
    largest = np.linalg.norm(M, 2)
    assert 0.8 * largest <= spectral_norm(M) <= largest * (1 + 1e-12)
    assert spectral_norm(np.zeros((3, 3))) == 0


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 13])
def test_repeated_steps_are_steps_one_after_the_other(n):
    random = stream(1, "steps for a test")
    G, U, S = random.integers(-2, 3, (2, 3, 3)), random.integers(-2, 3, (2, 3, 4)), random.integers(-2, 3, (2, 3, 3))
    matrices, columns, covariance = np.stack([np.eye(3, dtype=int)] * 2), 0 * U, 0 * S
    for _ in range(n):  # integers: exact
        matrices, columns, covariance = G @ matrices, G @ columns + U, G @ covariance @ G.transpose(0, 2, 1) + S
    for got, expected in zip(repeated((G, U, S), n, composed), (matrices, columns, covariance), strict=True):
        assert (got == expected).all()


def test_a_problem_of_dimension_five_hundred_has_a_residual_at_rounding_level():
    random = stream(2, "large problem for a test")
    B, C = random.standard_normal((2, 2, 500, 500)) / 20
    hessians = B @ B.transpose(0, 2, 1) + 0.1 * np.eye(500)
    problem = sf.QuadraticProblem(hessians, random.standard_normal((2, 500)), C @ C.transpose(0, 2, 1))
    law = affine_round(prepare(get_algorithm("fedavg"), 0.1, 10, FLOATS), problem, problem.optimum)
    moments, M = law.moments, law.matrix
    assert np.linalg.norm(M @ moments.covariance @ M.T + law.noise - moments.covariance) < 20 * EPS * np.linalg.norm(moments.covariance)
    assert moments.covariance_error < 1e-9 * np.abs(moments.covariance).max()
    # a client's round moves theta by (1 - (1 - gamma A_c)^H) (theta_c - theta), and these add up to nothing at the mean
    powers = [np.linalg.matrix_power(np.eye(500) - 0.1 * A, 10) for A in hessians]
    left = sum(np.eye(500) - P for P in powers)
    right = sum((np.eye(500) - P) @ (c - problem.optimum) for P, c in zip(powers, problem.optima, strict=True))
    assert np.linalg.norm(np.linalg.solve(left, right) - moments.mean) <= 2 * moments.mean_error  # an error of each road


def test_half_vectorisation_is_a_congruence():
    random = stream(3, "maps for a test")
    T, X = random.integers(-3, 4, (5, 2, 3)), random.integers(-3, 4, (3, 3))
    X = X + X.T
    for one, row in zip(T, lift(T), strict=True):
        assert (row @ half(X) == half(one @ X @ one.T)).all()
