"""The counterexamples of long rounds and long steps, run without their proofs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

from proofs_checks.iccopt import long_rounds
from symfed.checks.growth import Counterexample
from symfed.core.errors import UnstableStep
from symfed.core.symbols import gamma, t, zeta1
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import iterates, stationary_exact

COUNTEREXAMPLES = ("long_step", "equal_hessians_apart", "whole_covariance", "beyond_first_order", "slow_controls")


@pytest.mark.parametrize("name", COUNTEREXAMPLES)
def test_every_step_checks(name: str) -> None:
    shown: Counterexample = getattr(long_rounds, name)()
    assert shown.broken() == ""
    assert any(step.holds is not None for step in shown.steps)


def test_a_long_step_has_no_stationary_law() -> None:
    with pytest.raises(UnstableStep):
        stationary_exact("sgd", QuadraticProblem([[[1]]], [[0]], [[1]]), 3, 1)


@pytest.mark.parametrize("G", [1, 11])
def test_clients_with_equal_second_order_measure(G: int) -> None:
    problem = QuadraticProblem([[[1]], [[3]]], np.array([[Fraction(-G)], [Fraction(G, 3)]], dtype=object))
    assert problem.optimum[0] == 0
    limit = stationary_exact("fedavg_deterministic", problem, Fraction(1, 4), 2).mean[0]
    assert limit**2 == sp.Rational(str(long_rounds.equal_hessians_apart().bound.subs(zeta1, G)))
    assert ((problem.jets.hessians - problem.jets.hessian) ** 2).sum() / 2 == 1


@pytest.mark.parametrize("H", [100, 400])
def test_as_many_steps_as_one_over_gamma(H: int) -> None:
    problem = QuadraticProblem([[[1]], [[2]]], np.array([[-1.0], [0.5]]))
    limit = float(stationary_exact("fedavg_deterministic", problem, 1 / H, H).mean[0])
    assert limit**2 > float(long_rounds.whole_covariance().bound)
    first = -(H - 1) / H / 6
    coefficient = problem.jets.mean(problem.jets.apply(problem.jets.hessians - problem.jets.hessian, problem.jets.gradients)) / 1.5
    assert first == pytest.approx((H - 1) / (2 * H) * float(coefficient[0]), rel=1e-14)  # three roundings
    assert limit - first > float(long_rounds.beyond_first_order().bound)
    assert gamma not in long_rounds.whole_covariance().bound.free_symbols


def test_control_variates_are_slower_than_the_printed_rate() -> None:
    problem = QuadraticProblem([[[1]], [[Fraction(1, 2)]]], [[-1], [2]])
    path = iterates("scaffold", problem, 1, 8, 40, [0])[:, 0]
    bound = long_rounds.slow_controls().bound
    assert all(path[k] ** 2 >= sp.Rational(bound.subs(t, k)) for k in range(1, 41))
    printed = 128 * (7 / 8) ** (8 * 40)
    assert float(path[40]) ** 2 > 1e6 * printed
