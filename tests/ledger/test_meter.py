"""Where time goes is measured around the checks, and changes nothing of what they find."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import Any

import flint
from rich.console import Console

from symfed.checks import CounterexampleSearch, SequentialTest
from symfed.core.domain import Domain
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Evidence, Tier
from symfed.ledger import discover, judge, run
from symfed.report.profile import tables
from symfed.strategies import instances
from tests.ledger.conftest import MakePackage
from tests.ledger.helpers import Says, claim

BURNT = 0.05


@dataclass(frozen=True)
class Slow(Says):
    """Takes its time for variants only."""

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if statement != "true":
            until = time.process_time() + BURNT
            while time.process_time() < until:
                pass
        return super().examine(statement, under)


def bound(instance: Any) -> tuple[Any, Any]:
    return instance.gamma * instance.L, flint.fmpq(1)


def wrong_bound(instance: Any) -> tuple[Any, Any]:
    return instance.gamma * instance.L, flint.fmpq(1, 9)


SEARCHED = claim(
    "a",
    bound,
    expect=Tier.SUPPORTED,
    under=Domain((gamma * L <= 1,)),
    checks=(CounterexampleSearch(instances, relation="<=", sizes=((1, 1),), examples=40),),
    wrong={"a ninth": wrong_bound},
)


def test_a_profile_changes_nothing_else_of_the_row() -> None:
    for one in (SEARCHED, claim("b"), claim("c", "false"), claim("d", "gibberish"), claim("e", None, reason="says nothing")):
        assert judge(one, profile=True).public() == judge(one).public()
        assert judge(one).spent == {}


def test_time_is_booked_by_kind_of_check_and_by_what_is_put_to_it() -> None:
    row = judge(claim("a", checks=(Slow("reading (slow)"), Says("looking")), wrong={"sign": "false"}), profile=True)
    assert set(row.spent) == {(kind, account) for kind in ("reading", "looking") for account in ("statement", "variants")}
    assert row.spent["reading", "variants"][1] == 1
    assert row.spent["reading", "variants"][0] >= BURNT > row.spent["reading", "statement"][0]
    assert row.seconds >= row.spent["reading", "variants"][0]


def test_conditions_have_an_account_and_a_deeper_check_is_timed_too() -> None:
    row = judge(SEARCHED, full=True, profile=True)
    spent = row.spent
    assert row.tier is Tier.SUPPORTED
    assert {account for _, account in spent} == {"statement", "variants", "conditions"}
    assert {kind for kind, _ in spent} == {"exact counterexample search"}


def test_a_test_that_draws_keeps_its_share() -> None:
    coin = SequentialTest(lambda k: [float(k % 2)] * 50, float, lambda: (0, 1), lambda: 0.0, resolution=0.2, repetitions=4)
    drawn = claim("a", 0.5, kind="statistical", expect=Tier.SUPPORTED, checks=(coin,), wrong={"far": 0.9})
    assert judge(drawn, share=1e-3, profile=True).false_alarm == judge(drawn, share=1e-3).false_alarm


def test_processes_hand_their_accounts_back(package: MakePackage) -> None:
    name = package(claims='a, b = claim("a"), claim("b")\n', more='from tests.ledger.helpers import claim\nc = claim("c")\n')
    rows = run(discover(name), jobs=2, package=name, profile=True)
    assert all(row.spent["reading", "statement"][1] == 1 for row in rows)


def test_the_tables_add_up_and_count_what_is_judged_once() -> None:
    row = replace(judge(SEARCHED), seconds=4.0, spent={("search", "statement"): (1.0, 2), ("identity", "variants"): (2.0, 5)})
    console = Console(width=160)
    with console.capture() as captured:
        for table in tables([row, replace(row, id="again", restates="a", seconds=0.0)]):
            console.print(table)
    shown = captured.get()
    lines = [line.split() for line in shown.splitlines()]
    assert "CPU seconds by kind of check (4.0 in all)" in shown
    assert ["identity", "0.00", "2.00", "0.00", "2.00", "50%", "5"] in lines
    assert ["all", "checks", "1.00", "2.00", "0.00", "3.00", "75%"] in lines
    assert ["steps,", "making", "variants,", "rows", "1.00", "25%"] in lines
    (claimed,) = [line for line in lines if line[:1] == ["a"]]
    assert claimed[1:6] == ["1.00", "2.00", "0.00", "4.00", "100%"]
    assert "The 1 longest of 1 claims" in shown
