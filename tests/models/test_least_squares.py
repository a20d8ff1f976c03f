"""Ridge regression is a linear problem whose matrices are never stored: jets, gradients and laws are those of the matrices, exactly."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.jets import ContractedJets
from symfed.models.rings import FLOATS, RATIONALS
from symfed.reference import stationary

RANDOM = np.random.default_rng(5)
ROWS = [RANDOM.integers(-3, 4, (n, 2)) for n in (3, 5, 4)]
TARGETS = [RANDOM.integers(-3, 4, len(rows)) for rows in ROWS]
EXACT = sf.LeastSquaresProblem(ROWS, TARGETS, "1/10")
FLOAT = sf.LeastSquaresProblem([rows.astype(float) for rows in ROWS], TARGETS, 0.1)


def as_linear(problem: sf.LeastSquaresProblem) -> sf.LinearProblem:
    """From the definition: A(z) = a a' + l2, b(z) = y a."""
    eye = np.eye(problem.dim, dtype=int)
    matrices = [[np.multiply.outer(a, a) + problem.l2 * eye for a in rows] for rows in problem.features]
    vectors = [[y * a for a, y in zip(rows, ys, strict=True)] for rows, ys in zip(problem.features, problem.targets, strict=True)]
    return sf.LinearProblem(matrices, vectors)


def test_everything_is_that_of_the_linear_problem_exactly() -> None:
    other = as_linear(EXACT)
    assert EXACT.exact
    assert (EXACT.optimum == other.optimum).all()
    mine, theirs = EXACT.jets_to_order(2), other.jets_to_order(2)
    for one, two in zip(mine.derivatives, theirs.derivatives, strict=True):
        assert (one == two).all()
    for parts, others in zip(mine.cumulants, theirs.cumulants, strict=True):
        assert all((one == two).all() for one, two in zip(parts, others, strict=True))
    assert (EXACT.jets.noise_derivative != 0).any()
    assert not (EXACT.third_derivatives != 0).any()
    assert EXACT.mu == pytest.approx(other.mu, rel=1e-14)
    assert EXACT.L == pytest.approx(other.L, rel=1e-14)
    law, same = (stationary("fedavg", problem, Fraction(1, 50), 3) for problem in (EXACT, other))
    assert (law.second_moment == same.second_moment).all()
    assert law.rigorous


def test_gradients_of_samples_and_clients_agree() -> None:
    x = RANDOM.normal(size=(1, 3, 2))
    numbers = [np.arange(len(rows)) for rows in ROWS]
    draws = [np.stack([z if c == k else 0 * z for k in range(3)], axis=1) for c, z in enumerate(numbers)]
    every = [FLOAT.sample_gradients(np.repeat(x, len(z), axis=0), z)[:, c] for c, z in enumerate(draws)]
    np.testing.assert_allclose(FLOAT.mean_gradients(x)[0], [np.mean(each, axis=0) for each in every], rtol=1e-13)
    np.testing.assert_allclose(FLOAT.sample_gradient(1, 4, list(x[0, 1]), FLOATS), every[1][4], rtol=1e-13)
    at = list(EXACT.optimum)
    found = np.array([[EXACT.sample_gradient(c, z, at, RATIONALS) for z in range(3)] for c in (0,)])
    assert (found.mean(axis=1)[0] == EXACT.gradients[0]).all()


def test_the_simulation_meets_the_exact_law_and_both_engines_agree() -> None:
    law = stationary("fedavg", EXACT, Fraction(1, 30), 3)
    run = sf.simulate("fedavg", FLOAT, 1 / 30, 3, 3000, replicas=256, burn_in="auto", seed=1, engine="compiled")
    errors = np.concatenate([run.mean - law.mean, (run.second_moment - law.second_moment)[np.triu_indices(2)]]).astype(float)
    spreads = np.concatenate([run.mean_error, run.second_moment_error[np.triu_indices(2)]])
    assert np.abs(errors / spreads).max() < 4.5  # five normal numbers: false alarm with probability 3e-5
    plain, compiled = (sf.simulate("fedavg", FLOAT, 1 / 30, 3, 50, replicas=9, engine=engine) for engine in ("numpy", "compiled"))
    np.testing.assert_allclose(plain.second_moment, compiled.second_moment, rtol=1e-12)


def test_high_dimension_holds_no_cube() -> None:
    rows = [RANDOM.normal(size=(40, 70)) for _ in range(2)]
    problem = sf.LeastSquaresProblem(rows, [a[:, 0] + RANDOM.normal(size=40) for a in rows], 0.5)
    assert isinstance(problem.jets, ContractedJets)
    drawn = np.stack([problem.sample_gradients(np.tile(problem.optimum, (1, 2, 1)), np.full((1, 2), z))[0] for z in range(40)])
    for c in range(2):
        np.testing.assert_allclose(problem.noise_covariance[c], np.cov(drawn[:, c].T, bias=True), atol=1e-12)
    assert not problem.third_derivative_contracted(np.eye(70)).any()
    small = sf.formulas.fedavg_bias(problem, 0.001, 5)
    middle = (problem.hessians @ problem.gradients[..., None])[..., 0].mean(axis=0)
    np.testing.assert_allclose(small, 0.001 * 2 * np.linalg.solve(problem.hessian, middle), rtol=1e-9)  # gamma (H - 1)/2 A⁻¹ <A g>
    with pytest.raises(InvalidInput, match="'derivative 1 of noise cumulant 2': is not held"):
        sf.formulas.fedavg_quadratic_second_moment(problem, 0.001, 5)  # noise is not additive here
    with pytest.raises(InvalidInput, match=r'a matrix of every sample, .* numbers at d = 300.*use method="montecarlo"'):
        _ = sf.LeastSquaresProblem([RANDOM.normal(size=(1200, 300))], [np.ones(1200)], 1.0).matrices


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([], [], 1), "features = .*at least one client"),
        ((ROWS, TARGETS[:2], 1), "targets = 2: must hold one entry per client, as features does"),
        ((ROWS, [TARGETS[0], TARGETS[1], TARGETS[2][:2]], 1), r"targets\[2\] = \(2,\): must have shape \(n_c,\) = \(4,\)"),
        ((ROWS, TARGETS, -1), "l2 = -1: must not be negative"),
        (([[[1, 1]]], [[0]], 0), "the mean matrix over all clients must not be singular"),
        (([[[1, float("nan")]]], [[0]], 1), r"features\[0\]\[0, 1\] = nan: must be finite"),
        (([np.zeros((0, 2))], [[]], 1), r"features\[0\] = .*is an empty client"),
    ],
)
def test_bad_arguments_are_named(arguments: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        sf.LeastSquaresProblem(*arguments)


def test_a_client_without_curvature_of_its_own_has_no_automatic_burn_in() -> None:
    flat = sf.LeastSquaresProblem([[[1.0, 0.0]], [[0.0, 1.0]]], [[1.0], [2.0]], 0)
    assert flat.mu == 0
    with pytest.raises(InvalidInput, match="burn_in = 'auto': no rate is known: a client's mu is 0; give a number of rounds"):
        sf.simulate("fedavg", flat, 0.1, 2, 10, burn_in="auto")
