"""Rows are counted once, by source, part and verdict."""

from __future__ import annotations

from symfed import ledger
from symfed.core.verdict import HOLDING, Tier
from symfed.ledger.row import Row
from symfed.report.coverage import coverage, table
from symfed.report.errata import documents, errata
from symfed.report.recorded import recorded
from symfed.report.summary import headline


def test_every_row_is_counted_once_and_once_in_the_sum() -> None:
    rows = ledger.load()
    parts = coverage([recorded(row) for row in rows])
    for total in (len(rows), sum(row["verdict"] == "REFUTED" for row in rows)):
        name = None if total == len(rows) else "REFUTED"
        counts = {part["source"]: 0 for part in parts}
        for part in parts:
            counts[part["source"]] += part["rows"] if name is None else part["verdicts"].get(name, 0)
        assert counts.pop("all") == sum(counts.values()) == total


def test_an_assumption_counts_in_no_sum_of_what_holds() -> None:
    rows = [recorded(row) for row in ledger.load()]
    assumed = [row for row in rows if row.kind == "assumption" and row.verdict in HOLDING]
    assert {row.id for row in assumed} >= {"aistats-A2-heterogeneity", "hal-a3", "argo-lsa-oracle"}
    for key in documents():
        parts = [part for part in coverage(rows) if part["source"] == key]
        stand = sum(part["verdicts"].get(tier, 0) for part in parts for tier in HOLDING)
        assert errata(rows, key).hold == stand - sum(part["assumptions"] for part in parts)
        assert errata(rows, key).defined == sum(part["verdicts"].get(Tier.DEFINED, 0) + part["assumptions"] for part in parts)
        assert not {row.id for _, group in errata(rows, key).results for row in group} & {row.id for row in assumed}
    supported = sum(row.verdict is Tier.SUPPORTED for row in rows)
    assert f"{supported} supported ({sum(row.verdict is Tier.SUPPORTED for row in assumed)} assumptions among them)" in headline(rows)


def test_steps_stand_apart(rows: list[Row]) -> None:
    parts = {(part["source"], part["part"]): part for part in coverage(rows)}
    assert parts["aistats", "statements"]["verdicts"] == {Tier.PROVED: 2, Tier.REFUTED: 1}
    assert parts["aistats", "statements"]["corrected"] == 1
    assert ("aistats", "steps") not in parts
    assert table(list(parts.values())).splitlines()[1].split() == ["aistats", "statements", "3", "2", "1", "0", "1", "0"]
    assert table([]) == "source  part  rows  corrected  assumptions"
