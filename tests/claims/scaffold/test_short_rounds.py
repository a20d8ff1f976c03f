"""Scaffold where gamma H L <= 1: the proof's inequalities against numbers, the cases against closed forms."""

from __future__ import annotations

from dataclasses import replace

import flint
import numpy as np
import pytest
import sympy as sp

from proofs_checks.symfed.scaffold import short_rounds as short
from proofs_checks.symfed.scaffold.speedup_proof import unknowns
from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates
from symfed.strategies import Instance, draw
from symfed.strategies.control_variates import RoundCase

F = flint.fmpq


def factors(x: float, H: int) -> tuple[float, float]:
    """q and r of a curvature with gamma a H = x."""
    q = (1 - x / H) ** H
    return q, 1 - (1 - q) / x


@pytest.mark.parametrize("H", [1, 2, 7, 50])
def test_the_inequality_is_what_the_proof_needs(H: int) -> None:
    left, right = (sp.lambdify(unknowns(), side) for side in short.bounded_below())
    for x_mu, x in ((0.02, 0.02), (0.02, 1.0), (0.4, 0.7), (1.0, 1.0)):
        (q_mu, r_mu), (q, r) = factors(x_mu, H), factors(x, H)
        assert q <= q_mu
        assert r_mu <= r <= min(q, 3 / 8) + 1e-12  # r and q lose some 1e-14 by cancellation where x is small
        for angle in np.linspace(0, np.pi, 9):
            z = np.exp(1j * angle)
            w = float(short.CONSTANT) * (1 - r_mu) / (1 - q_mu) * (z + q_mu) / (z - r_mu)
            had = (np.conj(w) * (z - q) / (z - r)).real
            assert had >= 1
            cleared = (1 - q_mu) * abs(z - r_mu) ** 2 * abs(z - r) ** 2
            values = (q, r, 0.0, q_mu, r_mu, 0.0, (1 - np.cos(angle)) / 2)
            assert left(*values) == pytest.approx(cleared, abs=1e-12)  # a dozen roundings of numbers below 10
            assert right(*values) == pytest.approx(cleared * had, abs=1e-12)


def test_the_multipliers_use_all_that_is_known() -> None:
    left, right = short.bounded_below()
    terms = short.terms()
    assert sp.expand(right - left - sum(m * a for m, a in terms)) == 0
    for k in range(len(terms)):
        rest = [m * a for j, (m, a) in enumerate(terms) if j != k]
        assert sp.expand(right - left - sum(rest)) != 0


def alone(curvature: int, H: int, gamma: Array) -> Instance:
    return Instance(QuadraticProblem([[[curvature]]], [[0]], [[[3]]]), gamma, H, F(curvature), F(curvature))


@pytest.mark.parametrize("H", [1, 3])
def test_one_client_is_sgd(H: int) -> None:
    left, right = short.variance(alone(2, H, F(1, 2 * H)))
    assert left == F(1, 2 * H) * 3 / (2 * (2 - F(1, H)))
    assert right == F(1, 2 * H) * 3 / 2
    assert (left == right) is (H == 1)


def test_cases_are_short_and_start_from_zero_controls() -> None:
    assert all(i.gamma * i.H * i.L <= 1 for i in draw(short.short(2, 2), 10))
    drawn = draw(short.from_zero(2, 2), 10)
    assert all(case.gamma * case.H * case.L <= 1 and not case.control_variates.any() for case in drawn)
    assert {(case.start == case.problem.optimum).all() for case in drawn} == {True, False}


def test_the_transient_is_that_of_the_iterates() -> None:
    for case in draw(short.from_zero(1, 2), 6):
        path = iterates("scaffold", case.problem, case.gamma, case.H, 2, case.start)
        left, right = short.transient(case, rounds=2)
        assert left == ((path[-1] - case.problem.optimum) ** 2).sum()
        assert short.transient(case, rounds=2, constant=8)[1] == 2 * right


def test_the_whole_rate_begins_with_the_start_and_ends_with_the_law() -> None:
    for i in draw(short.noisy_runs(1, 2), 4):
        left, right = short.whole_rate(i, rounds=2)
        gap = ((i.extra["start"] - i.problem.optimum) ** 2).sum()
        assert left[0] == gap
        quiet = replace(i, problem=QuadraticProblem(i.problem.hessian_matrices, i.problem.optima))
        noise = right - short.whole_rate(quiet, rounds=2)[1]
        assert all(noise == short.variance(i, 6)[1])


def test_without_noise_and_from_the_optimum_heterogeneity_is_left() -> None:
    problem = QuadraticProblem([[[1]], [[2]]], [[2], [-1]])  # theta* = 0, gradients -2 and 2, zeta^2 = 4
    i = Instance(problem, F(1, 6), 3, F(1), F(2), {"start": problem.optimum})
    left, right = short.whole_rate(i, rounds=2)
    path = iterates("scaffold", problem, F(1, 6), 3, 2, [0])[:, 0]
    assert all(left == path**2)
    assert path[1] != 0
    assert right[0] == 4 * F(1, 2) ** 2 * 4
    zeros = np.array([[F(0)]] * 2, dtype=object)
    case = RoundCase(problem, F(1, 6), 3, F(1), F(2), problem.optimum, zeros)
    assert short.transient(case, rounds=2) == (left[-1], right[-1])
