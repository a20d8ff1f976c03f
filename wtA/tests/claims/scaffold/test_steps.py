"""Numbers of local steps: rational ends, exact ceilings, bounds from below; transcriptions against the formulas of that name."""

from __future__ import annotations

import math

import flint
import pytest
import sympy as sp

from proofs_checks.symfed.scaffold import attained
from proofs_checks.symfed.scaffold.printed_bound import algebraic, exponential, printed_steps
from proofs_checks.symfed.scaffold.steps import ceiling_of_root, one_less_inverse_e, step_cases
from symfed.core.symbols import H
from symfed.formulas import optimal_local_steps_printed, scaffold_contraction_printed
from symfed.strategies import draw


def test_one_less_inverse_e_lies_between_its_ends() -> None:
    low, high = one_less_inverse_e()
    exact = 1 - flint.arb(-1).exp()
    assert exact > low
    assert exact < high
    assert high - low < flint.fmpq(1, 10**6)


def test_ceilings_of_roots() -> None:
    for value in (flint.fmpq(1, 3), flint.fmpq(1), flint.fmpq(5, 2), flint.fmpq(16), flint.fmpq(33, 2)):
        n = ceiling_of_root(value, value)
        assert n**2 >= value
        assert n == 1 or (n - 1) ** 2 < value
    with pytest.raises(ValueError, match="too near an integer"):
        ceiling_of_root(flint.fmpq(9), flint.fmpq(91, 10))


def test_cases_are_within_their_domain() -> None:
    assert all(0 < case.gamma * case.L <= 1 and case.mu <= case.L for case in draw(step_cases(1, 1), 30))


def test_what_the_slides_print_is_transcribed_alike() -> None:
    assert scaffold_contraction_printed.expr == sp.Max(exponential(H), algebraic())
    for case in draw(step_cases(1, 1), 10):
        numbers = (float(case.gamma), float(case.mu), float(case.L))
        assert printed_steps(case) == optimal_local_steps_printed(*numbers)
        assert printed_steps(case) == math.ceil(math.sqrt(2 * (1 - math.exp(-1)) / (numbers[0] ** 2 * numbers[1] * numbers[2])))


@pytest.mark.parametrize("name", ["rounds_by_accuracy", "rounds_by_condition", "gained_on_fedavg", "not_gained_on_fedavg"])
def test_lower_bounds_have_sound_steps(name: str) -> None:
    lower = getattr(attained, name)()
    assert lower.broken() == ""
    assert any(step.holds for step in lower.steps)
