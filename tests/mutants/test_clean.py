"""Checks on what is true."""

from __future__ import annotations

import pytest

from symfed.core.verdict import Outcome
from symfed.mutants import clean
from symfed.mutants.clean import clean_run, clean_runs
from symfed.mutants.of_formulas import formulas, with_expression
from symfed.mutants.references import EMPTY_ON_QUADRATICS

TURNS = 26  # formulas that a random quadratic can contradict
COUNT = TURNS * 6


def test_no_check_contradicts_what_is_true() -> None:
    found = clean_runs(COUNT)
    # none is undecided: clients that share nothing leave no average zero, and so small step sizes leave no slope unsettled (see `clean`)
    assert found == {"runs": COUNT, "alarms": 0, "undecided": 0}


def test_every_formula_has_its_turn() -> None:
    assert len(set(formulas()) - set(EMPTY_ON_QUADRATICS)) == TURNS


def test_a_wrong_formula_alarms(monkeypatch: pytest.MonkeyPatch) -> None:
    doubled = {name: with_expression(formula, 2 * formula.expr) for name, formula in formulas().items()}
    monkeypatch.setattr(clean, "formulas", lambda: doubled)
    assert sum(clean_run(number, 0) is Outcome.FAILS for number in range(2 * TURNS)) >= TURNS


def test_the_same_run_twice() -> None:
    assert clean_runs(2 * TURNS) == clean_runs(2 * TURNS)
