"""The expansions against references on problems that nobody chose."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed import reference
from symfed.derive.expansion import coefficients
from symfed.formulas import fedavg_bias, fedavg_covariance, fedavg_fixed_point, fedavg_quadratic_covariance
from symfed.models.arrays import to_float
from symfed.models.problems import LogisticProblem
from symfed.models.problems.problem import Problem
from symfed.strategies import any_size, quadratic_problems

TINY = flint.fmpq(1, 10**6)  # exact arithmetic: nothing is lost to rounding


def unit_of_length(problem: Problem) -> float:
    """How far gradients and noise can push a client: the scale of every coefficient once gamma is measured in 1/L."""
    gradients, noise = to_float(problem.gradients), to_float(problem.noise_covariance)
    return float(np.abs(gradients).max() + np.sqrt(np.abs(noise).max())) / problem.mu


@given(any_size(quadratic_problems, dims=(1, 2), clients=(1, 3)), st.integers(1, 5))
def test_quadratics_have_the_second_order_that_the_remainder_promises(problem: Any, H: int) -> None:
    step = TINY / (int(problem.L) + 1)
    law = reference.stationary("fedavg", problem, step, H)
    assert (fedavg_fixed_point(problem, step, H, backend="exact") == law.mean - problem.optimum).all()
    assert (fedavg_quadratic_covariance(problem, step, H, backend="exact") == law.second_moment).all()
    length = unit_of_length(problem)
    for formula, quantity, truth, unit in (
        (fedavg_bias, "bias", law.mean - problem.optimum, length),
        (fedavg_covariance, "second_moment", law.second_moment, length**2),
    ):
        miss = (truth - formula(problem, step, H, backend="exact")) / step**2
        second = coefficients("fedavg", problem.jets, quantity, 2, H)[1]
        # the next coefficient weighs (gamma L H) <= 5e-6 of this one's scale, with a constant far below 200
        assert np.abs(to_float(miss - second)).max() <= 1e-3 * problem.L**2 * H**2 * (problem.L / problem.mu) ** 2 * unit


@st.composite
def logistic_problems(draw: Any) -> LogisticProblem:
    """One or two unequal clients with one to three samples each, d = 1."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=2))
    features = [[[draw(st.integers(-2, 2))] for _ in range(n)] for n in sizes]
    labels = [[draw(st.sampled_from((-1, 1))) for _ in range(n)] for n in sizes]
    return LogisticProblem(features, labels, draw(st.sampled_from((Fraction(1, 2), 1))))


@settings(max_examples=10)
@given(logistic_problems(), st.integers(1, 4), st.sampled_from((1, 2)))
def test_logistic_regression_agrees_with_quadrature_to_the_remainder(problem: LogisticProblem, H: int, order: int) -> None:
    step = 1 / (1000 * problem.L)
    law = reference.stationary("fedavg", problem, step, H, method="quadrature")
    length, ratio = unit_of_length(problem), problem.L / problem.mu
    for formula, truth, unit in ((fedavg_bias, law.mean - problem.optimum, length), (fedavg_covariance, law.second_moment, length**2)):
        miss = np.abs(formula(problem, step, H, order=order) - truth).max()
        # every neglected power brings gamma L H, every division by <a> at most L/mu
        # 1e-14: the quadrature and the optimum are computed in double precision
        assert miss <= ratio**2 * (step * problem.L * H) ** (order + 1) * unit + 1e-14
