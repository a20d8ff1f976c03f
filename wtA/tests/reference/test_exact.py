"""Exact moments of affine rules on quadratics."""

from __future__ import annotations

import itertools
from fractions import Fraction

import flint
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.reference import expected_squared_distance, iterates, stationary
from tests.reference.helpers import fedavg_matrix_form, label, moments_by_iteration

HESSIANS = [[[2, 1], [1, 3]], [[1, 0], [0, 5]], [[3, -1], [-1, 2]]]
OPTIMA = [[1, 0], [0, 1], [-2, 3]]
NOISE = [[[1, 0], [0, 1]], [[2, 1], [1, 1]], [[0, 0], [0, 4]]]
PLANE = sf.QuadraticProblem(HESSIANS, OPTIMA, NOISE)
TENTH = Fraction(1, 10)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
DAMPED = sf.Algorithm(
    "damped", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3
)


def test_autoregression_of_order_one_has_its_textbook_variance():
    a, sigma2 = Fraction(3), Fraction(5, 7)
    line = sf.QuadraticProblem([[[a]]], [[Fraction(1, 3)]], [[sigma2]])
    law = stationary("fedavg", line, TENTH, 1)
    assert law.mean[0] == flint.fmpq(1, 3)
    expected = TENTH * sigma2 / (a * (2 - TENTH * a))
    assert law.second_moment[0, 0] == flint.fmpq(expected.numerator, expected.denominator)
    assert law.rigorous
    assert law.method == "exact"


@pytest.mark.parametrize("H", [1, 2, 7])
def test_agrees_with_the_matrix_form_iterated(H):
    law = stationary("fedavg", PLANE, TENTH, H)
    M, v, Q = fedavg_matrix_form(np.array(HESSIANS, float), np.array(OPTIMA, float), np.array(NOISE, float), 0.1, H)
    mean, covariance = moments_by_iteration(M, v, Q, 400)  # spectral radius <= 0.9: 400 rounds leave 1e-18
    bias = mean - PLANE.optimum.astype(float)
    # a few hundred roundings of numbers below 10
    np.testing.assert_allclose(law.mean.astype(float), mean, atol=1e-12)
    np.testing.assert_allclose(law.second_moment.astype(float), covariance + np.outer(bias, bias), atol=1e-12)


def test_float_problem_takes_the_same_road():
    floats = sf.QuadraticProblem(np.array(HESSIANS, float), np.array(OPTIMA, float), np.array(NOISE, float))
    exact, law = stationary("fedavg", PLANE, TENTH, 3), stationary("fedavg", floats, 0.1, 3)
    assert law.mean.dtype == float
    assert not law.rigorous
    np.testing.assert_allclose(law.mean, exact.mean.astype(float), atol=1e-12)
    np.testing.assert_allclose(law.second_moment, exact.second_moment.astype(float), atol=1e-12)


@pytest.mark.parametrize("rounds", [1, 2])
def test_expected_distance_by_enumeration_of_every_noise_path(rounds):
    # client noise is +-v_c with probability one half, covariance v_c v_c': 2^(N H rounds) equally likely paths, exact rationals
    v, start, H = [[1, 2], [0, 3]], [1, -1], 2
    problem = sf.QuadraticProblem(HESSIANS[:2], OPTIMA[:2], [[[1, 2], [2, 4]], [[0, 0], [0, 9]]])
    point = [Fraction(1, 2), Fraction(0)]
    total = Fraction(0)
    signs = list(itertools.product((1, -1), repeat=2 * H * rounds))
    for sign in signs:
        draw = iter(sign)
        theta = [Fraction(s) for s in start]
        for _ in range(rounds):
            ends = []
            for A, c, noise in zip(HESSIANS, OPTIMA, v, strict=False):
                x = theta
                for _ in range(H):
                    s = next(draw)
                    g = [sum(A[i][j] * (x[j] - c[j]) for j in range(2)) + s * noise[i] for i in range(2)]
                    x = [x[i] - TENTH * g[i] for i in range(2)]
                ends.append(x)
            theta = [(ends[0][i] + ends[1][i]) / 2 for i in range(2)]
        total += sum((theta[i] - point[i]) ** 2 for i in range(2))
    expected = total / len(signs)
    got = expected_squared_distance("fedavg", problem, TENTH, H, rounds, start, point)
    assert got[-1] == flint.fmpq(expected.numerator, expected.denominator)
    assert len(got) == rounds + 1


def test_expected_distance_tends_to_the_stationary_one():
    law = stationary(FEDPROX, PLANE, TENTH, 2)
    tail = expected_squared_distance(FEDPROX, PLANE, 0.1, 2, 300, [1, 1])[-1]
    assert abs(tail - float(np.trace(law.second_moment))) < 1e-12  # contraction 0.9 a round at worst


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", FEDPROX, DAMPED], ids=label)
def test_noiseless_iterates_end_in_the_stationary_mean(algorithm):
    law = stationary(algorithm, PLANE, TENTH, 3)
    path = iterates(algorithm, PLANE, 0.1, 3, 600, [5.0, -5.0])
    np.testing.assert_allclose(path[-1], law.mean.astype(float), atol=1e-12)


def test_iterates_are_exact_on_exact_input():
    path = iterates("fedavg", sf.QuadraticProblem([[[1]], [[3]]], [[0], [4]]), Fraction(1, 4), 2, 1, [1])
    # client 1: 1 -> 3/4 -> 9/16; client 2: 1 -> 13/4 -> 61/16; mean 35/16
    assert list(path[:, 0]) == [1, flint.fmpq(35, 16)]


def test_full_gradients_have_no_noise():
    law = stationary("fedavg_deterministic", PLANE, TENTH, 3)
    bias = law.mean - PLANE.optimum
    assert (law.second_moment == np.multiply.outer(bias, bias)).all()


def test_fedprox_of_no_strength_is_fedavg():
    free = get_algorithm("fedprox").bind(rho=0)
    assert (stationary(free, PLANE, TENTH, 4).second_moment == stationary("fedavg", PLANE, TENTH, 4).second_moment).all()


def test_a_division_by_H_stays_exact():
    slow = sf.Algorithm("slow", local_step=lambda x, g, gamma, H: x - gamma * g * (1 / H))
    halved = stationary("fedavg", PLANE, TENTH / 2, 2)
    assert (stationary(slow, PLANE, TENTH, 2).mean == halved.mean).all()


def test_stability_is_decided_exactly_at_the_boundary():
    line = sf.QuadraticProblem([[[1]]], [[0]], [[1]])
    with pytest.raises(UnstableStep, match="spectral radius 1, must be < 1"):
        stationary("fedavg", line, 2, 1)
    assert stationary("fedavg", line, Fraction(2 * 10**20 - 1, 10**20), 1).rigorous


def test_a_rule_that_is_not_affine_is_refused_by_name():
    bent = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g * g)
    with pytest.raises(InvalidInput, match=r"'bent': its local step is not affine; use method=\"montecarlo\""):
        stationary(bent, PLANE, TENTH, 1, method="exact")
    ratio = sf.Algorithm("ratio", local_step=lambda x, g, gamma: x - gamma * g / x)
    with pytest.raises(InvalidInput, match="divides by zero"):
        stationary(ratio, PLANE, TENTH, 1, method="exact")


def test_errors_name_argument_and_rule():
    logistic = sf.LogisticProblem([[[1]]], [[1]], 1)
    with pytest.raises(InvalidInput, match="must be a QuadraticProblem or a LinearProblem"):
        stationary("fedavg", logistic, TENTH, 1, method="exact")
    with pytest.raises(InvalidInput, match="rho = None: fedprox needs a value"):
        stationary("fedprox", PLANE, TENTH, 1)
    with pytest.raises(InvalidInput, match="H must be 1"):
        stationary("sgd", PLANE, TENTH, 2)
    with pytest.raises(InvalidInput, match=r"start = \(3,\): must have shape"):
        iterates("fedavg", PLANE, TENTH, 1, 1, [0, 0, 0])
    with pytest.raises(InvalidInput, match="gamma = 0: must be positive"):
        stationary("fedavg", PLANE, 0, 1)
    keeper = sf.Algorithm("keeper", local_step=lambda x, g, xi, gamma: x - gamma * (g - xi), control_update=lambda xi: xi)
    with pytest.raises(InvalidInput, match="control variates"):
        stationary(keeper, PLANE, TENTH, 1, method="exact")
