"""The matrix itself: complete, as committed, and able to fail."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.checks import RemainderOrder
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence
from symfed.mutants import judge_all, load, sound, subjects, tabulate
from symfed.mutants.matrix import SOUND, Ending, Result, judge_subject
from symfed.mutants.of_formulas import formulas
from symfed.mutants.references import REFERENCES, TRUTHS
from symfed.mutants.subject import Judge, Subject, Variant

#: Cheap subjects of every sort: an exact rate, a fixed point, a second order, a transcription.
FEW = ("fedavg_contraction", "fedavg_fixed_point", "sgd_second_moment_order_2", "aistats-table1-homogeneous")


@pytest.fixture(scope="module")
def results() -> list[Result]:
    return judge_all(FEW)


def test_every_formula_has_a_reference() -> None:
    assert set(REFERENCES) | set(TRUTHS) == set(formulas())


def test_the_committed_matrix_is_about_what_there_is_and_is_sound() -> None:
    committed = load()
    assert set(committed["subjects"]) == set(subjects())
    assert committed["variants"] >= 500
    assert sound(committed)
    assert committed["clean"]["runs"] >= 10_000
    assert committed["clean"]["alarms"] == 0


def test_a_fresh_run_gives_what_is_committed(results: list[Result]) -> None:
    fresh, committed = tabulate(results), load()
    assert fresh["subjects"] == {name: committed["subjects"][name] for name in FEW}
    assert fresh["equivalents"] == [entry for entry in committed["equivalents"] if entry[0] in FEW]


def test_every_kill_is_a_judgement(results: list[Result]) -> None:
    assert not [result for result in results if Ending.CRASHED in result.fates.values()]
    assert all(result.killed for result in results if result.kind != SOUND and not result.same)
    assert not any(result.killed for result in results if result.kind == SOUND or result.same)


def weakened(name: str) -> Subject:
    """The subject before checks that would accept almost anything: remainders need not shrink."""
    subject = subjects()[name]
    judges = [judge for judge in subject.judges() if isinstance(judge.check, RemainderOrder)]
    return replace(subject, judges=lambda: tuple(Judge(replace(judge.check, order=0), judge.sees) for judge in judges))


def test_a_weak_check_lets_variants_through_and_the_matrix_says_so() -> None:
    table = tabulate(judge_subject(weakened("sgd_second_moment")))
    assert table["killed"] == 0 < table["variants"] == len(table["survivors"])
    assert not sound(table)


class Crashing(Check):
    """A check that knows only how to fall over."""

    method = "crashing"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        raise RuntimeError("no judgement")


def test_a_crash_kills_nothing_and_is_counted() -> None:
    subject = replace(subjects()["sgd_second_moment"], judges=lambda: (Judge(Crashing()),))
    table = tabulate(judge_subject(subject))
    assert table["killed"] == 0
    assert table["crashes"] == table["variants"] + 1  # and the statement itself
    assert not sound(table)


def test_a_check_that_contradicts_the_truth_is_a_false_alarm() -> None:
    subject = subjects()["sgd_second_moment"]
    strict = [replace(judge.check, order=5) for judge in subject.judges() if isinstance(judge.check, RemainderOrder)]
    table = tabulate(judge_subject(replace(subject, judges=lambda: (Judge(strict[0]),))))
    assert table["killed"] == table["variants"]
    assert table["false_alarms"] == 1
    assert not sound(table)


def test_a_variant_that_agrees_is_listed_with_its_reason_and_not_counted() -> None:
    formula = subjects()["sgd_second_moment"]
    twin = Variant("sign", "1", replace(formula.statement, derive=lambda: sp.factor(sp.expand(formula.statement.expr))))
    table = tabulate(judge_subject(replace(formula, variants=lambda: (twin,))))
    assert table["variants"] == 0
    assert table["equivalents"] == [["sgd_second_moment", "sign", "1", "the same expression, written differently"]]


def test_a_variant_that_no_check_can_see_is_left_out() -> None:
    subject = replace(subjects()["sgd_second_moment"], judges=lambda: (Judge(Crashing(), lambda variant: False),))
    assert judge_subject(subject) == []
