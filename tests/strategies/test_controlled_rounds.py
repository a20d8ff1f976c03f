"""Exact rounds of Scaffold, by hand and against other roads."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np
import pytest

from proofs_checks.flta.conserved import conserved_mean
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates
from symfed.strategies import draw
from symfed.strategies.controlled_rounds import (
    RoundCase,
    by_rule,
    certain_sign,
    decrease,
    eigenvalues,
    eigenvalues_outside,
    round_cases,
    spectral_parts,
    weighted_square,
)

ONE, HALF = flint.fmpq(1), flint.fmpq(1, 2)


def rationals(nested: object) -> np.ndarray:
    return np.vectorize(flint.fmpq, otypes=[object])(np.array(nested))


def two_clients(H: int = 1) -> RoundCase:
    """f_1 = x^2/2, f_2 = (x - 3)^2: theta* = 2, gradients there 2 and -2."""
    problem = QuadraticProblem([[[1]], [[2]]], [[0], [3]])
    return RoundCase(problem, HALF, H, ONE, 2 * ONE, rationals([0]), rationals([[1], [-1]]))


def test_a_round_by_hand() -> None:
    case = two_clients()
    # steps to 0 - (0 + 1)/2 = -1/2 and 0 - (-6 - 1)/2 = 7/2, mean 3/2, drifts -2 and 2, over gamma H = 1/2: -4 and 4
    assert by_rule("scaffold", case).tolist() == [[3 * HALF], [-3], [3]]
    assert case.gradients.tolist() == [[2], [-2]]
    e, y = case.deviations(case.state)
    assert (e.tolist(), y.tolist()) == ([-2], [[3 * HALF], [-3 * HALF]])
    # mean of x^2 with x = e + y = -1/2 and -7/2, on curvatures 1 and 2
    assert weighted_square(case, case.state, lambda curvature: curvature) == (HALF**2 + 2 * (7 * HALF) ** 2) / 2


def test_points_are_those_of_the_reference() -> None:
    for case in draw(round_cases(2, 3), 5):
        started = replace(case, controls=0 * case.controls)
        for rounds in (1, 2):
            reference = iterates("scaffold", case.problem, case.gamma, case.H, rounds, case.start)[-1]
            assert (by_rule("scaffold", started, rounds)[0] == reference).all()


def test_an_algorithm_without_memory_keeps_its_control_variates() -> None:
    assert by_rule("fedavg", two_clients())[1:].tolist() == [[1], [-1]]


def test_cases_are_what_they_promise() -> None:
    for long in (False, True):
        for case in draw(round_cases(2, 3, long=long), 20):
            assert (case.controls.sum(axis=0) == 0).all()
            assert all(case.mu <= value <= case.L for value in eigenvalues(case))
            assert (1 < case.gamma * case.L < 2) if long else (case.gamma * case.L <= 1)
    assert any((case.controls.sum(axis=0) != 0).any() for case in draw(round_cases(2, 3, zero_sum=False), 20))
    for case in draw(round_cases(2, 3, homogeneous=True), 5):
        assert (case.problem.hessian_matrices == case.problem.hessian_matrices[0]).all()


def test_spectral_parts() -> None:
    A = rationals([[2, 1], [1, 2]])
    parts = spectral_parts(A)
    assert sorted(value for value, _ in parts) == [1, 3]
    assert (sum(value * projection for value, projection in parts) == A).all()
    assert all((projection @ projection == projection).all() for _, projection in parts)
    assert [(value, projection.tolist()) for value, projection in spectral_parts(rationals([[2, 0], [0, 2]]))] == [(2, [[1, 0], [0, 1]])]
    with pytest.raises(ValueError, match="not rational"):
        spectral_parts(rationals([[1, 1], [1, 2]]))


def test_signs_are_certain_or_nothing() -> None:
    assert [certain_sign(flint.arb(x)) for x in (-2, 0, 3)] == [-1, 0, 1]
    assert certain_sign(flint.arb(0, 1)) == certain_sign(flint.arb("nan")) == 0


def test_loss_of_equal_clients_is_what_their_factors_say() -> None:
    # A = 1, gamma = 1/2, H = 2: q = 1/4, r = 1 - (3/4)/1 = 1/4: V falls by exactly 1/16
    problem = QuadraticProblem([[[1]], [[1]]], [[0], [2]])
    case = RoundCase(problem, HALF, 2, ONE, ONE, rationals([3]), rationals([[1], [-1]]))
    assert [decrease(case, flint.fmpq(k, 160), lambda _: ONE) for k in (9, 10, 11)] == [1, 0, -1]
    assert (eigenvalues_outside(case, flint.fmpq(1, 4)), eigenvalues_outside(case, flint.fmpq(1, 5))) == (0, 2)
    # N - 1 times r = 5/12, and q = 1/8
    longer = replace(case, H=3, problem=QuadraticProblem([[[1]]] * 3, [[0], [2], [1]]))
    radii = (flint.fmpq(1, 9), flint.fmpq(1, 2), flint.fmpq(3, 5))
    assert [eigenvalues_outside(longer, radius) for radius in radii] == [3, 0, 0]
    assert eigenvalues_outside(longer, flint.fmpq(2, 5)) == 2


def test_the_state_that_is_never_left() -> None:
    shown = conserved_mean()
    assert shown.broken() == ""
    assert sum(step.holds is not None for step in shown.steps) == 2
