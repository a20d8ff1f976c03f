"""Transcriptions whose arithmetic errs in one place."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest

from symfed.derive.symbolic_jets import SymbolicJets
from symfed.models.jets import Jets
from symfed.mutants.wrong_jets import FIELDS, OPERATIONS, SLIPS, calls_of, with_slip, wrong_transcriptions
from symfed.strategies import draw, jets


@pytest.fixture(scope="module")
def p() -> Jets:
    """Jets in dimension three with three clients that differ."""
    drawn: Jets = draw(jets(3, 3), 12)[-1]
    return drawn


def bias(p: Any, gamma: Any, H: Any) -> Any:
    return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def test_calls_are_counted_through_what_they_call() -> None:
    assert dict(calls_of(bias)) == {"solve": 1, "mean": 3, "hessians": 3, "apply": 1, "gradients": 1}


def test_an_operation_errs_in_one_call_and_in_no_other(p: Jets) -> None:
    wrong = with_slip(p, "apply", lambda right, A, v: 2 * right.apply(A, v), call=2)
    vector = p.gradients
    first, second, third = (wrong.apply(p.hessians, vector) for _ in range(3))
    assert (first == third).all()
    assert (second == 2 * first).all()


def test_what_is_derived_from_a_wrong_field_errs_with_it(p: Jets) -> None:
    wrong = with_slip(p, "hessians", lambda right, A: 2 * A, call=None)
    assert (wrong.hessian == 2 * p.hessian).all()
    assert (wrong.gradients == p.gradients).all()
    assert wrong.N == p.N


def test_the_sound_jets_are_left_alone(p: Jets) -> None:
    before = bias(p, flint.fmpq(1), 2)
    for variant in wrong_transcriptions(bias):
        variant.statement(p, flint.fmpq(1), 2)
    assert (bias(p, flint.fmpq(1), 2) == before).all()


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.name}: {slip.kind}")
def test_every_slip_touches_something_that_transcriptions_ask_for(slip: Any) -> None:
    assert slip.name in FIELDS + OPERATIONS


@pytest.mark.parametrize("name", ["lyapunov", "contract"])
def test_some_variants_are_the_truth_in_dimension_one_alone(name: str, p: Jets) -> None:
    """Those are what instances in dimensions two and three are for."""

    def statement(p: Any, gamma: Any, H: Any) -> Any:
        return p.contract(p.third_derivative, p.lyapunov(p.hessian, p.noise))

    q = SymbolicJets()
    same_on_symbols = [v for v in wrong_transcriptions(statement) if not v.needs_arrays and v.where.startswith(name)]
    sly = [v for v in same_on_symbols if v.statement(q, 1, 1) == statement(q, 1, 1)]
    assert any(not np.array_equal(v.statement(p, 1, 1), statement(p, 1, 1)) for v in sly)
