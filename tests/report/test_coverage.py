"""Rows are counted once, by source, part and verdict."""

from __future__ import annotations

from symfed import ledger
from symfed.core.verdict import Tier
from symfed.ledger.row import Row
from symfed.report.coverage import coverage, table
from symfed.report.recorded import recorded


def test_every_row_is_counted_once_and_once_in_the_sum() -> None:
    rows = ledger.load()
    parts = [part.public() for part in coverage([recorded(row) for row in rows])]
    for total in (len(rows), sum(row["verdict"] == "REFUTED" for row in rows)):
        name = None if total == len(rows) else "REFUTED"
        counts = {part["source"]: 0 for part in parts}
        for part in parts:
            counts[part["source"]] += part["rows"] if name is None else part["verdicts"].get(name, 0)
        assert counts.pop("all") == sum(counts.values()) == total


def test_steps_stand_apart(rows: list[Row]) -> None:
    parts = {(part.source, part.part): part for part in coverage(rows)}
    assert parts["aistats", "statements"].verdicts == {Tier.PROVED: 2, Tier.REFUTED: 1}
    assert parts["aistats", "statements"].corrected == 1
    assert ("aistats", "steps") not in parts
    assert table(list(parts.values())).splitlines()[1].split() == ["aistats", "statements", "3", "2", "1", "0", "1"]
    assert table([]) == "source  part  rows  corrected"
