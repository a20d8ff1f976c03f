"""The counterexamples against exact laws at small step sizes."""

import flint
import pytest
import sympy as sp

from proofs_checks.iccopt.laws import kinked_controls, long_rounds, opposite_sign
from symfed.core.symbols import gamma
from symfed.models.problems import QuadraticProblem
from symfed.reference.exact import stationary_exact


@pytest.mark.parametrize("counterexample", [opposite_sign, kinked_controls, long_rounds])
def test_every_step_checks(counterexample):
    assert counterexample().broken() == ""


def bound(counterexample, step):
    return flint.fmpq(1, int(1 / counterexample().bound.subs(gamma, sp.Rational(1, step))))


@pytest.mark.parametrize("step", [4, 64, 1024])
def test_the_slides_covariance_is_off_by_the_bound(step):
    size = flint.fmpq(1, step)
    law = stationary_exact("scaffold", QuadraticProblem([[[1]], [[3]]], [[0], [0]], [[[1]], [[1]]]), size, 1)
    assert law.controls.cross[0, 0, 0] + size / 8 >= bound(opposite_sign, step)


@pytest.mark.parametrize("steps", [8, 16, 32])
def test_long_rounds_leave_a_multiple_of_gamma(steps):
    size = flint.fmpq(1, 2 * steps)
    law = stationary_exact("scaffold", QuadraticProblem([[[1]], [[flint.fmpq(1, 4)]]], [[0], [0]], [[[0]], [[1]]]), size, steps)
    assert law.second_moment[0, 0] - size / 5 >= bound(long_rounds, 2 * steps)
