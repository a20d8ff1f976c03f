"""FedLSA's formulas on matrices that are neither symmetric nor commute, against rounds walked in fractions and the exact law."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed import reference
from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas import (
    expand,
    fedavg_bias,
    fedavg_quadratic_second_moment,
    fedlsa_bias,
    fedlsa_bias_bound,
    fedlsa_bias_first_order,
    fedlsa_second_moment,
)
from symfed.models.arrays import identity, is_symmetric, solve
from symfed.strategies import linear_problems
from symfed.tensors.diagrams.evaluate import evaluate
from symfed.tensors.diagrams.form import tensor_form
from tests.formulas.helpers import entries

#: Two samples a client; the means are [[3, 3/2], [-3/2, 3]], [[5/2, 5/2], [-1/2, 5]] and [[5/2, 5/2], [-1/2, 4]].
TURNING = sf.LinearProblem(
    [
        [[[3, 2], [-1, 4]], [[3, 1], [-2, 2]]],
        [[[2, 3], [0, 5]], [[3, 2], [-1, 5]]],
        [[[2, 2], [-1, 4]], [[3, 3], [0, 4]]],
    ],
    [[[1, 2], [0, 3]], [[5, -1], [2, 2]], [[-3, 0], [1, -4]]],
)
STEP = Fraction(1, 20)


def walked(problem: sf.LinearProblem, step: Any, steps: int) -> Any:
    """The fixed point less theta*: H steps on the clients' mean systems, as a matrix and a vector collected in a loop."""
    eye = identity(problem.dim, problem.mean_matrices)
    slope, shift = 0 * eye, 0 * problem.optimum
    for A, b in zip(problem.mean_matrices, problem.mean_vectors, strict=True):
        along, aside = eye, 0 * problem.optimum
        for _ in range(steps):
            along, aside = along - step * (A @ along), aside - step * (A @ aside - b)
        slope, shift = slope + along / problem.num_clients, shift + aside / problem.num_clients
    return solve(eye - slope, shift) - problem.optimum


def test_the_example_has_what_it_takes() -> None:
    A = TURNING.mean_matrices
    assert not any(map(is_symmetric, A))
    assert (A[0] @ A[1] != A[1] @ A[0]).any()


@settings(max_examples=20, deadline=None)
@given(linear_problems(2, 2), st.integers(1, 4))
def test_bias_is_the_fixed_point_of_the_walk(problem: sf.LinearProblem, steps: int) -> None:
    step = flint.fmpq(1, 20)
    assert entries(fedlsa_bias(problem, step, steps, backend="exact", check=False)) == entries(walked(problem, step, steps))


@pytest.mark.parametrize("H", [1, 2, 5])
def test_bias_is_that_of_the_exact_law_under_multiplicative_noise(H: int) -> None:
    law = reference.stationary("fedlsa", TURNING, STEP, H)
    assert law.method == "exact"
    assert entries(fedlsa_bias(TURNING, STEP, H, backend="exact")) == entries(law.mean - TURNING.optimum)
    assert (H > 1) == any(value != 0 for value in law.mean - TURNING.optimum)


def test_bias_by_its_printed_form() -> None:
    """(I - mean Gamma_c)^-1 mean (I - Gamma_c)(theta_c* - theta*) with Gamma_c = (I - eta A_c)^H, in floats."""
    A, b = TURNING.mean_matrices.astype(float), TURNING.mean_vectors.astype(float)
    powers = np.stack([np.linalg.matrix_power(np.eye(2) - A_c / 20, 4) for A_c in A])
    away = np.stack([np.linalg.solve(A_c, b_c) for A_c, b_c in zip(A, b, strict=True)]) - TURNING.optimum.astype(float)
    pull = np.mean([(np.eye(2) - power) @ v for power, v in zip(powers, away, strict=True)], axis=0)
    # a solve of condition below 10 on a dozen numbers below 10
    assert np.linalg.solve(np.eye(2) - powers.mean(axis=0), pull) == pytest.approx(fedlsa_bias(TURNING, 0.05, 4), abs=1e-13)


def test_first_order_by_its_tensors() -> None:
    # gamma (H-1)/2 Abar^-1 mean A_c g_c with g_c = A_c theta* - b_c
    A, b, theta = TURNING.mean_matrices, TURNING.mean_vectors, TURNING.optimum
    drift = sum(A_c @ (A_c @ theta - b_c) for A_c, b_c in zip(A, b, strict=True)) / 3
    by_hand = solve(A.sum(axis=0) / 3, drift) * flint.fmpq(4 - 1, 2 * 20)
    assert entries(fedlsa_bias_first_order(TURNING, STEP, 4, backend="exact")) == entries(by_hand)


@pytest.mark.parametrize("order", [1, 2])
def test_remainders_shrink_as_they_say_without_symmetry(order: int) -> None:
    steps, misses = [Fraction(1, 1000 * 2**k) for k in range(3)], []
    for step in steps:
        law = reference.stationary("fedlsa", TURNING, step, 3)
        bias, moment = (expand("fedlsa", quantity, order)(TURNING, step, 3, backend="exact") for quantity in ("bias", "second_moment"))
        misses.append([float(abs(entries(bias - (law.mean - TURNING.optimum))[0])), float(abs(entries(moment - law.second_moment)[0]))])
    for larger, smaller in pairwise(misses):
        for k in range(2):
            # halving gamma divides O(gamma^(order+1)) by 2^(order+1), up to a relative O(gamma L H) = 2 percent
            assert larger[k] / smaller[k] == pytest.approx(2 ** (order + 1), rel=0.02)


@pytest.mark.parametrize("formula", [fedlsa_bias, fedlsa_bias_first_order, fedlsa_second_moment])
def test_floats_agree(formula: Any) -> None:
    # a few dozen operations on numbers below ten, and a solve of condition below ten
    assert formula(TURNING, 0.05, 4) == pytest.approx(formula(TURNING, STEP, 4, backend="exact").astype(float), abs=1e-13)


def test_covariance_solves_its_equation_without_symmetry() -> None:
    X = fedlsa_second_moment(TURNING, STEP, 4, backend="exact") * 20
    A, noise = TURNING.jets.hessian, TURNING.jets.noise
    assert entries(A @ X + X @ A.T) == entries(noise / 3)


def test_fedavg_by_name_is_not_fooled_by_matrices_without_symmetry() -> None:
    assert entries(fedavg_bias(TURNING, STEP, 4, backend="exact")) == entries(fedlsa_bias_first_order(TURNING, STEP, 4, backend="exact"))
    assert fedavg_bias(TURNING, 0.05, 4) == pytest.approx(fedlsa_bias_first_order(TURNING, STEP, 4, backend="exact").astype(float))


def test_diagrams_refuse_what_they_would_misread() -> None:
    with pytest.raises(InvalidInput, match=r"jets.hessians\[0\].*must be symmetric"):
        evaluate(tensor_form("fedavg", "bias", 1), TURNING.jets, 3)


def test_covariances_on_quadratics_still_refuse_multiplicative_noise() -> None:
    with pytest.raises(OutsideDomain, match="additive noise; here a derivative of the noise covariance is not zero"):
        fedavg_quadratic_second_moment(TURNING, 0.01, 3)


@settings(max_examples=15, deadline=None)
@given(linear_problems(2, 2, samples=1), st.integers(1, 6), st.sampled_from([5, 20, 80]))
def test_the_bound_on_the_bias_bounds_it(problem: sf.LinearProblem, H: int, inverse: int) -> None:
    A, step = problem.mean_matrices.astype(float), 1 / inverse
    decay = (1 - max(np.linalg.norm(np.eye(2) - step * A_c, 2) ** 2 for A_c in A)) / step
    if decay <= 0:
        return
    away = problem.client_optima.astype(float) - problem.optimum.astype(float)
    spread = float(np.linalg.norm(away, axis=1).mean())
    bias = np.linalg.norm(fedlsa_bias(problem, step, H, check=False))
    lengths = max(np.linalg.norm(A_c, 2) for A_c in A)
    bound = fedlsa_bias_bound(step, H, decay, lengths, spread) if spread > 0 else 0
    assert bias <= bound * (1 + 1e-9) + 1e-12  # rounding of a solve of condition below 1/(gamma decay H), gamma >= 1/80
