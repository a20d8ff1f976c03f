"""Linear stochastic approximation: its optimum, jets and constants against their definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.jets import Jets
from symfed.models.rings import BALLS, FLOATS

THIRD, HALF = Fraction(1, 3), Fraction(1, 2)
MATRICES = [[[[2, 1], [-1, 1]], [[1, 0], [3, 2]]], [[[1, HALF], [0, 3]], [[4, 1], [1, 1]], [[2, -2], [2, 2]]]]
VECTORS = [[[1, 0], [2, -1]], [[0, 3], [1, 1], [-2, THIRD]]]
WEIGHTS = [[THIRD, 1 - THIRD], [HALF, Fraction(1, 3), Fraction(1, 6)]]
PLANE = sf.LinearProblem(MATRICES, VECTORS, WEIGHTS)


def floats(value: Any) -> Any:
    return [np.array(v, dtype=float) for v in value]


def weighted(c: int, values: list[Any]) -> Any:
    return sum((flint.fmpq(w.numerator, w.denominator) * v for w, v in zip(map(Fraction, WEIGHTS[c]), values, strict=True)), 0 * values[0])


def all_parts(jets: Jets) -> list[Any]:
    return [*jets.derivatives, *chain.from_iterable(jets.cumulants)]


def field(c: int, z: int, x: Any) -> Any:
    """A_c(z) x - b_c(z) from the numbers above."""
    A, b = (np.array([[Fraction(v) for v in row] for row in rows]) for rows in (MATRICES[c][z], [VECTORS[c][z]]))
    exact = np.vectorize(lambda v: flint.fmpq(v.numerator, v.denominator), otypes=[object])
    return exact(A) @ x - exact(b)[0]


def test_the_mean_field_vanishes_at_the_optimum():
    total = sum(weighted(c, [field(c, z, PLANE.optimum) for z in range(len(WEIGHTS[c]))]) for c in range(2))
    assert (total == 0).all()
    assert (PLANE.gradients == [weighted(c, [field(c, z, PLANE.optimum) for z in range(len(WEIGHTS[c]))]) for c in range(2)]).all()
    assert PLANE.exact
    assert PLANE.dim == PLANE.num_clients == 2
    # rows of the mean matrix are derivatives of the field's components: not the other way round
    unit = np.array([flint.fmpq(1), flint.fmpq(0)])
    assert (PLANE.hessians[0] @ unit == weighted(0, [field(0, z, unit) - field(0, z, 0 * unit) for z in range(2)])).all()


def noise_covariance(c: int, x: Any) -> Any:
    values = [field(c, z, x) for z in range(len(WEIGHTS[c]))]
    mean = weighted(c, values)
    return weighted(c, [np.multiply.outer(v - mean, v - mean) for v in values])


@pytest.mark.parametrize("c", [0, 1])
def test_noise_moments_and_their_derivatives(c):
    jets, x = PLANE.jets, PLANE.optimum
    steps = [np.array([flint.fmpq(int(i == k)) for i in range(2)]) for k in range(2)]
    at, values = noise_covariance(c, x), [field(c, z, x) for z in range(len(WEIGHTS[c]))]
    mean = weighted(c, values)
    assert (jets.noise_covariance[c] == at).all()
    third = weighted(c, [np.multiply.outer(np.multiply.outer(v - mean, v - mean), v - mean) for v in values])
    assert (jets.noise_cumulant[c] == third).all()
    # the covariance is quadratic in x: differences give its derivatives exactly
    for k in range(2):
        slope = (noise_covariance(c, x + steps[k]) - noise_covariance(c, x - steps[k])) / 2
        assert (jets.noise_derivative[c][:, :, k] == slope).all()
        for j in range(2):
            bend = noise_covariance(c, x + steps[k] + steps[j]) - noise_covariance(c, x + steps[k]) - noise_covariance(c, x + steps[j]) + at
            assert (jets.noise_second_derivative[c][:, :, k, j] == bend).all()


def test_in_one_dimension_it_is_the_scalar_problem_of_the_integrated_field():
    x = sp.Symbol("x")
    slopes, shifts = [[1, 3], [2, HALF]], [[0, 4], [1, -1]]
    linear = sf.LinearProblem([[[[a]] for a in row] for row in slopes], [[[b] for b in row] for row in shifts], WEIGHTS[:1] * 2)
    losses = [[sp.Rational(a) * x**2 / 2 - b * x for a, b in zip(*pair, strict=True)] for pair in zip(slopes, shifts, strict=True)]
    scalar = sf.ScalarProblem(losses, WEIGHTS[:1] * 2)
    for mine, value in zip(all_parts(linear.jets), all_parts(scalar.jets), strict=True):
        # twenty digits rounded to double
        np.testing.assert_allclose(mine.astype(float), value, rtol=1e-14, atol=1e-14)
    assert abs(scalar.mu - linear.mu) + abs(scalar.L - linear.L) < 1e-8  # the scalar problem's are good to 1e-9


def test_gradients_of_samples_and_their_means_agree_on_every_ring():
    random = np.random.default_rng(0)
    x, z = random.standard_normal((5, 2, 2)), random.integers(0, 2, (5, 2))
    got = PLANE.sample_gradients(x, z)
    for r in range(5):
        for c in range(2):
            np.testing.assert_allclose(got[r, c], PLANE.sample_gradient(c, z[r, c], list(x[r, c]), FLOATS), atol=1e-14)
    means = [sum(float(w) * PLANE.sample_gradients(x, np.full((5, 2), k))[:, c] for k, w in enumerate(WEIGHTS[c])) for c in range(2)]
    np.testing.assert_allclose(PLANE.mean_gradients(x), np.stack(means, axis=1), atol=1e-14)  # a few roundings of numbers below 10
    ball = PLANE.sample_gradient(1, 2, [flint.arb(1) / 3, flint.arb(1)], BALLS)
    assert ball[1].contains(flint.fmpq(7, 3))  # 2/3 + 2 - 1/3


def test_optimum_to_any_digits_and_of_floats_as_they_are():
    with mpmath.workdps(40):
        for value, exact in zip(PLANE.optimum_to(30), PLANE.optimum, strict=True):
            assert abs(value - mpmath.mpf(int(exact.p)) / int(exact.q)) < mpmath.mpf(10) ** -35
    tenth = sf.LinearProblem([[[[1.0]]]], [[[0.1]]])
    assert tenth.optimum_to(60)[0] == mpmath.mpf(0.1)
    assert not tenth.exact
    assert tenth.weights[0][0] == flint.fmpq(1)


def test_one_float_makes_all_floats():
    for problem in (
        sf.LinearProblem(MATRICES, [[[1.0, 0], [2, -1]], VECTORS[1]], WEIGHTS),
        sf.LinearProblem(MATRICES, VECTORS, [[0.25, 0.75], WEIGHTS[1]]),
    ):
        assert {a.dtype for a in (*problem.matrices, *problem.vectors, problem.optimum, problem.hessians)} == {np.dtype(float)}
        assert problem.jets.noise_covariance.dtype == float


def test_symmetric_samples_have_the_constants_of_their_losses():
    A = [[[[2, 0], [0, 1]], [[0, 0], [0, 5]]], [[[3, 1], [1, 3]]]]
    problem = sf.LinearProblem(A, [[[0, 0]] * 2, [[0, 0]]])
    assert (problem.mu, problem.L) == (1, 5)
    assert problem.check_step(Fraction(1, 5)) == flint.fmpq(1, 5)


def test_symmetric_samples_of_either_sign_are_treated_like_any_others():
    # E A² = diag(5, 5) against E A = diag(2, 1): more than the largest eigenvalue, 3
    problem = sf.LinearProblem([[[[3, 0], [0, -1]], [[1, 0], [0, 3]]]], [[[0, 0]] * 2])
    assert (problem.mu, problem.L) == (1, 5)


def test_other_constants_are_the_sharp_ones_of_a_step_in_mean_square():
    gamma, A, W = 1 / PLANE.L, [floats(a) for a in MATRICES], [floats(w) for w in WEIGHTS]
    parts, squares = [], []
    for c in range(2):
        mean = sum(w * a for w, a in zip(W[c], A[c], strict=True))
        parts.append((mean + mean.T) / 2)
        squares.append(sum(w * a.T @ a for w, a in zip(W[c], A[c], strict=True)))
        step = sum(w * (np.eye(2) - gamma * a).T @ (np.eye(2) - gamma * a) for w, a in zip(W[c], A[c], strict=True))
        assert np.linalg.eigvalsh(step)[-1] <= 1 - gamma * PLANE.mu + 1e-14
    assert min(np.linalg.eigvalsh(part)[0] for part in parts) == pytest.approx(PLANE.mu, rel=1e-14)
    tight = [np.linalg.eigvalsh(PLANE.L * part - square)[0] for part, square in zip(parts, squares, strict=True)]
    assert min(tight) == pytest.approx(0, abs=1e-12)  # rounding of numbers below 100


def test_a_client_that_is_not_dissipative_has_no_step_but_an_exact_law():
    # eigenvalues 1 and 1, but symmetric part with eigenvalue 1 - 3/2
    skew = sf.LinearProblem([[[[1, 3], [0, 1]]]], [[[1, 0]]])
    assert skew.mu == pytest.approx(-0.5)
    assert skew.L == np.inf
    with pytest.raises(InvalidInput, match=r"gamma = 0.1: no step size is known to contract.*mu = -0.5 <= 0; use stationary"):
        skew.check_step(0.1)
    assert (sf.reference.stationary("sgd", skew, Fraction(1, 10), 1).mean == [1, 0]).all()
