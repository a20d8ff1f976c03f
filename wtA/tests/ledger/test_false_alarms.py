"""A run of the ledger has one probability of a false alarm, shared by all statistical tests there are, chosen or not."""

from __future__ import annotations

import pytest

from symfed.core.errors import InvalidInput
from symfed.core.verdict import Tier
from symfed.ledger import Row, discover, run
from symfed.ledger.judging import judge
from tests.ledger.conftest import MakePackage
from tests.ledger.helpers import claim

BODY = """
import numpy as np
from symfed.checks import SequentialTest

def coin(k):
    return np.tile([0.0, 1.0], 50)

TEST = SequentialTest(coin, float, lambda: (0, 1), lambda: 0.0, resolution=0.2, repetitions=4)
two = claim("two", None, kind="statistical", expect=Tier.SUPPORTED,
    lemmas=tuple(Lemma(name, 0.5, (TEST,), {"far": 0.9}) for name in ("here", "there")))
one = claim("one", 0.5, kind="statistical", expect=Tier.SUPPORTED, checks=(TEST,), wrong={"far": 0.9, "farther": 1.0})
none = claim("none")
off = claim("off", 0.9, kind="statistical", expect=Tier.REFUTED, checks=(TEST,), wrong={"far": 0.9})
"""


def by_id(rows: list[Row]) -> dict[str, Row]:
    return {row.id: row for row in rows}


def test_all_claims_together_have_the_whole_and_a_claim_the_sum_of_its_tests(package: MakePackage) -> None:
    name = package(claims=BODY)
    rows = by_id(run(discover(name), package=name))
    # four tests: two, one, off
    assert {row.id: row.false_alarm for row in rows.values()} == {"none": 0.0, "off": 2.5e-10, "one": 2.5e-10, "two": 5e-10}
    assert sum(row.false_alarm for row in rows.values()) == 1e-9
    assert (rows["one"].verdict, rows["two"].verdict, rows["off"].verdict) == (Tier.SUPPORTED, Tier.SUPPORTED, Tier.REFUTED)


def test_a_claim_is_judged_alike_alone_and_in_another_process(package: MakePackage) -> None:
    name = package(claims=BODY)
    claims = discover(name)
    for jobs in (1, 2):
        together = by_id(run(claims, jobs=jobs, package=name, false_alarm=1e-3))
        (alone,) = run({"one": claims["one"]}, jobs=jobs, package=name, false_alarm=1e-3)
        assert alone.public() == together["one"].public()
        assert alone.false_alarm == 2.5e-4


def test_committed_rows_count_the_tests_of_claims_that_are_not_imported(package: MakePackage, monkeypatch: pytest.MonkeyPatch) -> None:
    name = package(claims=BODY, more='from tests.ledger.helpers import claim\nfar = claim("far")\n')
    whole = run(discover(name), package=name, false_alarm=1e-3)
    rows = [row.public() for row in whole]
    assert {row["id"]: row["page"].get("tests", 0) for row in rows} == {"far": 0, "none": 0, "off": 1, "one": 1, "two": 2}
    one = discover(name)["one"]
    monkeypatch.setattr("symfed.ledger.discovery.discover", None)
    (alone,) = run({"one": one}, package=name, false_alarm=1e-3, committed=rows)
    assert alone.public() == by_id(whole)["one"].public()


def test_another_budget_changes_no_fingerprint(package: MakePackage) -> None:
    name = package(claims=BODY)
    small, large = (by_id(run(discover(name), package=name, false_alarm=p)) for p in (1e-9, 1e-2))
    assert {row.id: row.fingerprint for row in small.values()} == {row.id: row.fingerprint for row in large.values()}
    assert {row.methods for row in small.values()} == {row.methods for row in large.values()}
    assert large["one"].evidence[0].instances < small["one"].evidence[0].instances


def test_a_claim_of_a_session_takes_its_share_too(package: MakePackage) -> None:
    name = package(claims=BODY)
    of_the_package = discover(name)["one"]
    mine = claim("mine", 0.5, kind="statistical", checks=of_the_package.checks, wrong={"far": 0.9}, expect=Tier.SUPPORTED)
    (row,) = run({"mine": mine}, package=name, false_alarm=1e-3)
    assert row.false_alarm == 1e-3 / 5
    # judged by itself it has no one to share with
    assert judge(mine).false_alarm == 1e-9


def test_power_stands_in_the_row(package: MakePackage) -> None:
    name = package(claims=BODY)
    rows = by_id(run(discover(name), package=name))
    assert rows["one"].public()["power"] == {"far": 0.472, "farther": 0.472}  # four of four runs: 0.05^(1/4)
    assert rows["two"].public()["power"] == {"far": 0.472}
    assert rows["none"].public()["power"] == rows["off"].public()["power"] == {}


@pytest.mark.parametrize("bad", [0.0, -1.0, 1.5, float("nan"), "1e-9"])
def test_a_budget_that_is_no_probability_is_refused_before_anything_runs(package: MakePackage, bad: object) -> None:
    name = package(claims=BODY)
    seen: list[Row] = []
    with pytest.raises(InvalidInput, match="false_alarm"):
        run(discover(name), package=name, false_alarm=bad, on_row=lambda row, done, total: seen.append(row))  # type: ignore[arg-type]
    assert seen == []
