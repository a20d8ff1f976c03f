"""Expansions as statements, read on problems."""

from __future__ import annotations

from dataclasses import replace

import flint
import mpmath
import numpy as np
import pytest

from proofs_checks.symfed.any_dimension import cubic_truth, second_order
from symfed.checks.series import Derived, derived, jets_of, typed
from symfed.core.symbols import C, ClientMean, H, N, a, g, gamma
from symfed.derive.expansion import coefficients, expand
from symfed.strategies import JetCase, draw, jet_cases
from symfed.strategies.standard import heterogeneous_quadratics, heterogeneous_scalars, logistic_planes

STEP = flint.fmpq(1, 7)


def test_a_derived_series_is_exact_where_the_problem_is() -> None:
    plane = heterogeneous_quadratics()[1]
    first, second = coefficients("fedavg", plane.jets_to_order(2), "second_moment", 2, 3)
    assert (derived(Derived("fedavg", "second_moment", 2), plane, STEP, 3) == first * STEP + second * STEP**2).all()


@pytest.mark.parametrize("changes", [{"changed": ((2, flint.fmpq(3)),)}, {"more_steps": 1}, {"more_clients": 1}, {"order": 1}])
def test_every_wrong_variant_differs(changes: dict) -> None:
    plane, right = heterogeneous_quadratics()[1], Derived("fedavg", "second_moment", 2)
    assert not (derived(replace(right, **changes), plane, STEP, 3) == derived(right, plane, STEP, 3)).any()


def test_a_changed_coefficient_is_the_only_one_that_changes() -> None:
    plane, right = heterogeneous_quadratics()[1], Derived("fedavg", "bias", 2)
    dropped = replace(right, changed=((2, flint.fmpq(0)),))
    assert (derived(dropped, plane, STEP, 3) == derived(replace(right, order=1), plane, STEP, 3)).all()


def test_the_engine_on_a_problem_and_its_formula_in_averages_agree() -> None:
    problem = heterogeneous_scalars()[1]
    with mpmath.workdps(60):
        one = derived(Derived("fedavg", "bias", 2), problem, STEP, 3).item()
        other = mpmath.mpf(typed(expand("fedavg", "bias", 2), problem, STEP, 3).item())
        assert abs(one - other) < mpmath.mpf("1e-55")  # some hundred roundings of 1e-60


def test_averages_are_those_of_the_clients() -> None:
    problem = heterogeneous_scalars()[1]
    p = jets_of(problem, 2)
    with mpmath.workdps(60):
        wanted = (p.hessians.ravel() * p.gradients.ravel()).sum() / 3 * 5 / 7 - p.noise_covariance.ravel().sum() / 9
        found = typed(H * gamma * ClientMean(a * g) - ClientMean(C) / N, problem, STEP, 5)
        assert abs(mpmath.mpf(found.item()) - wanted) < mpmath.mpf("1e-58")


def test_problems_in_dimension_one_are_read_to_more_digits_than_any_reference_has() -> None:
    problem = heterogeneous_scalars()[0]
    with mpmath.workdps(110):
        fine = problem.jets_to(100).hessians.sum() / 2
        assert abs(mpmath.mpf(typed(ClientMean(a), problem, STEP, 1).item()) - fine) < mpmath.mpf("1e-75")  # 80 digits, of the optimum


def test_floats_stay_floats() -> None:
    assert derived(Derived("fedavg", "bias", 1), logistic_planes()[0], STEP, 2).dtype == np.dtype(float)


@pytest.mark.parametrize("d", [1, 2])
def test_the_coefficient_of_the_square_is_read_off(d: int) -> None:
    case: JetCase = draw(jet_cases(d, 2), 12)[-1]
    known = cubic_truth("fedavg_deterministic", "bias")(case)
    found = second_order(lambda p, gamma, H: gamma * p.gradients[0] + gamma**2 * known, case)
    assert (found == known).all()
