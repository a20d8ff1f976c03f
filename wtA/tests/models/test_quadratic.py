"""Quadratic problems: exactness, the optimum, jets that are what the loss says."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.models.problems import QuadraticProblem

A = [[[2, 1], [1, 3]], [[1, 0], [0, 5]]]
CENTRES = [[1, 0], [0, 1]]


def test_the_optimum_solves_the_normal_equations_exactly() -> None:
    problem = QuadraticProblem(A, CENTRES)
    # sum_c A_c = [[3, 1], [1, 8]] and sum_c A_c theta_c = (2, 6), worked by hand
    assert problem.optimum.tolist() == [flint.fmpq(10, 23), flint.fmpq(16, 23)]
    assert problem.gradients.sum(axis=0).tolist() == [0, 0]
    assert (problem.num_clients, problem.dim, problem.exact) == (2, 2, True)


@pytest.mark.parametrize(
    ("optima", "noise", "exact"),
    [
        (CENTRES, None, True),
        ([[Fraction(1, 3), 0], [sp.Rational(1, 7), 1]], [[1, 0], [0, Fraction(1, 2)]], True),
        (np.array(CENTRES), None, True),
        ([[0.5, 0], [0, 1]], None, False),
        (CENTRES, [[1.0, 0], [0, 1]], False),
        ([[sp.sqrt(2), 0], [0, 1]], None, False),
    ],
)
def test_one_float_makes_the_problem_float(optima: object, noise: object, exact: bool) -> None:
    problem = QuadraticProblem(A, optima, noise)
    assert problem.exact is exact
    kinds = {value.dtype == object for value in (problem.optimum, problem.gradients, problem.hessians, problem.noise_covariance)}
    assert kinds == {exact}


def test_float_and_exact_problems_agree() -> None:
    exact, floats = QuadraticProblem(A, CENTRES, [[2, 1], [1, 1]]), QuadraticProblem(A, CENTRES, [[2.0, 1], [1, 1]])
    for name in ("gradients", "hessians", "third_derivatives", "noise_covariance"):
        # entries below 10 from a two by two solve of condition number 3: a few roundings
        np.testing.assert_allclose(getattr(exact.jets, name).astype(float), getattr(floats.jets, name), rtol=0, atol=1e-14)


def test_jets_are_the_derivatives_of_the_loss() -> None:
    problem = QuadraticProblem(A, CENTRES, [[2, 1], [1, 1]])
    u, v = sp.symbols("u v")
    for c in range(2):
        shift = sp.Matrix([u, v]) - sp.Matrix(CENTRES[c])
        loss = (shift.T * sp.Matrix(A[c]) * shift)[0] / 2
        at = {u: sp.Rational(10, 23), v: sp.Rational(16, 23)}
        assert [sp.diff(loss, s).subs(at) for s in (u, v)] == [sp.Rational(int(g.p), int(g.q)) for g in problem.gradients[c]]
        assert [[sp.diff(loss, s, r) for s in (u, v)] for r in (u, v)] == A[c]
    assert not problem.third_derivatives.any()
    assert not problem.jets.noise_cumulant.any()
    assert problem.noise_covariance.tolist() == [[[2, 1], [1, 1]]] * 2


def test_noise_may_differ_between_clients() -> None:
    problem = QuadraticProblem(A, CENTRES, [[[1, 0], [0, 0]], [[0, 0], [0, 4]]])
    assert problem.jets.noise.tolist() == [[flint.fmpq(1, 2), 0], [0, 2]]


def test_mu_and_L_are_the_extreme_eigenvalues_of_any_client() -> None:
    problem = QuadraticProblem([[[2, 1], [1, 2]], [[4, 0], [0, 3]]], CENTRES)
    assert problem.mu == pytest.approx(1, abs=1e-14)  # eigenvalues 1, 3 and 3, 4; LAPACK is backward stable
    assert problem.L == pytest.approx(4, abs=1e-14)


@pytest.mark.parametrize("gamma", [flint.fmpq(1, 5), Fraction(1, 5), sp.Rational(1, 5), 0.2, flint.fmpq(1, 10**20)])
def test_step_sizes_up_to_one_over_L_are_accepted_in_their_own_kind(gamma: object) -> None:
    accepted = QuadraticProblem([[[5]]], [[0]]).check_step(gamma)
    assert isinstance(accepted, float if isinstance(gamma, float) else flint.fmpq)
    assert float(accepted) == float(gamma)  # type: ignore[arg-type]


def test_gradients_of_many_points_at_once() -> None:
    problem = QuadraticProblem(A, CENTRES)
    points = np.arange(12, dtype=float).reshape(3, 2, 2)
    for r in range(3):
        for c in range(2):
            expected = np.array(A[c]) @ (points[r, c] - CENTRES[c])
            assert problem.mean_gradients(points)[r, c].tolist() == expected.tolist()
