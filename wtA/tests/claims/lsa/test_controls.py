"""Rounds with control variates on random matrices: the mean over draws against its own recursion, and what the cases hold."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
from hypothesis import given, settings

from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.symfed.lsa.controls import (
    ControlledLinearRound,
    after_a_round,
    controlled_linear_rounds,
    mean_square,
    noisy_linear_rounds,
)


def by_moments(i: ControlledLinearRound) -> Any:
    """mean_c E|x_c|² with x_c = end + y_c, from E x and E x x' of each client after each step x <- (1 - gamma A) x - y/H."""
    N, n, d, _ = i.matrices.shape
    total, eye = flint.fmpq(0), np.array([[flint.fmpq(int(j == k)) for k in range(d)] for j in range(d)], dtype=object)
    for samples, y in zip(i.matrices, i.shifts, strict=True):
        first, second, push = i.start, np.outer(i.start, i.start), y / i.H
        for _ in range(i.H):
            steps = [eye - i.gamma * A for A in samples]
            moved = sum(S @ first for S in steps) / n
            second = sum(S @ second @ S.T for S in steps) / n - np.outer(moved, push) - np.outer(push, moved) + np.outer(push, push)
            first = moved - push
        total += np.trace(second) + 2 * first @ y + y @ y
    return total / N


@settings(max_examples=10, deadline=None)
@given(noisy_linear_rounds(2, 2))
def test_the_mean_over_draws_is_that_of_the_moments(case: ControlledLinearRound) -> None:
    assert after_a_round("scafflsa", case) == by_moments(case) == after_a_round("scaffold", case)


@settings(max_examples=20, deadline=None)
@given(controlled_linear_rounds(2, 3))
def test_cases_have_the_constants_they_state(case: ControlledLinearRound) -> None:
    A, step = case.matrices.astype(float)[:, 0], float(case.gamma)
    slowest = max(np.linalg.norm(np.eye(2) - step * A_c, 2) ** 2 for A_c in A)
    assert slowest <= 1 - step * float(case.decay) + 1e-12  # rounding of an eigenvalue of size one
    assert max(np.linalg.norm(A_c, 2) ** 2 for A_c in A) <= float(case.squared_length) * (1 + 1e-12)
    assert not case.shifts.sum(axis=0).any()
    assert case.decay >= 0


def test_two_equal_clients_that_turn() -> None:
    """The difference of their control variates is turned and multiplied by |r|² = 1.0025."""
    one, zero, share = flint.fmpq(1), flint.fmpq(0), flint.fmpq(1, 5)
    A = np.array([[[3 * share, -4 * share], [4 * share, 3 * share]]], dtype=object)
    case = ControlledLinearRound(np.stack([A, A]), np.array([zero, zero]), np.array([[one, zero], [-one, zero]]), one, 4)
    assert (case.decay, case.squared_length) == (flint.fmpq(1, 5), 1)
    assert after_a_round("scafflsa", case) == flint.fmpq(401, 400) * mean_square(case.start, case.shifts)


def test_the_printed_rule_does_something_else() -> None:
    one = flint.fmpq(1)
    case = ControlledLinearRound(np.full((2, 1, 1, 1), one), np.array([0 * one]), np.array([[one], [-one]]), one / 2, 2)
    assert after_a_round("scafflsa", case) == flint.fmpq(1, 16)  # r = 1 - (1 + 1/2)/2
    assert after_a_round(scafflsa_as_printed, case) > 1
