"""What is kept: whole files, the same bytes every time, and every difference from them reported."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symfed.core.errors import SymfedError
from symfed.core.verdict import Tier
from symfed.ledger import Change, Row, compare, load, save
from symfed.ledger.run import settle
from tests.ledger.helpers import row


def ledger() -> list[Row]:
    return settle(
        [row("c", uses=("a",)), row("b", "false", corrected="c", expect=Tier.REFUTED), row("a", corrected="c", missing="convexité")]
    )


def committed(rows: list[Row]) -> list[dict[str, Any]]:
    """What the file would hold."""
    return [found.public() for found in rows]


def test_what_is_saved_can_be_loaded_and_is_sorted(tmp_path: Path) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    rows = load(where)
    assert [found["id"] for found in rows] == ["a", "b", "c"]
    assert rows[1] == {
        "id": "b",
        "source": "aistats",
        "kind": "identity",
        "verdict": "REFUTED",
        "tier": "CORRECTED",
        "methods": ["reading"],
        "witness": {"H": "2", "by": "reading"},
        "corrected": "c",
        "uses": [],
        "why": "it is not so",
        "fingerprint": next(r.fingerprint for r in ledger() if r.id == "b"),
        "missing": "",
        "false_alarm": 0.0,
        "power": {},
    }
    assert compare(ledger(), rows) == []


def test_the_bytes_do_not_depend_on_order_time_or_place(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    one = save(ledger(), tmp_path / "ledger.json").read_bytes()
    slower = [replace(found, seconds=found.seconds + 1) for found in reversed(ledger())]
    assert save(slower, tmp_path / "elsewhere" / "other.json").read_bytes() == one
    assert one.endswith(b"\n")
    assert "convexité" in one.decode("utf-8")


def test_no_dates_times_or_paths_are_kept(tmp_path: Path) -> None:
    text = save(ledger(), tmp_path / "ledger.json").read_text(encoding="utf-8")
    assert not re.search(r"\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}", text)
    assert not [word for word in (str(tmp_path), str(Path.cwd()), "seconds") if word in text]
    assert set().union(*map(set, json.loads(text)["rows"])) == set(committed(ledger())[0])


@pytest.mark.parametrize("broken", ["write_text", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    before, write = where.read_bytes(), Path.write_text

    def half(self: Path, *args: Any, **more: Any) -> int:
        if broken == "write_text":
            write(self, '{"rows": [', encoding="utf-8")
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, broken, half)
        with pytest.raises(OSError, match="full"):
            save(ledger()[:1], where)
    assert where.read_bytes() == before
    assert list(tmp_path.iterdir()) == [where]


def test_a_row_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    before = where.read_bytes()
    with pytest.raises(TypeError):
        save([replace(ledger()[0], why=object())], where)  # type: ignore[arg-type]
    assert where.read_bytes() == before


def test_a_missing_ledger_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(SymfedError, match="symfed verify --commit"):
        load(tmp_path / "ledger.json")


@pytest.mark.parametrize(("before", "after"), [("true", "unknown"), ("unknown", "true"), ("true", "gibberish"), ("false", "true")])
def test_a_verdict_that_changes_is_reported_in_either_direction(before: str, after: str) -> None:
    old, new = row("a", before), row("a", after)
    (change,) = compare([new], committed([old]))
    assert change == Change("a", str(old.verdict), str(new.verdict))
    assert change.describe() == f"a: was {old.verdict}, now {new.verdict}"


def test_a_tier_that_changes_under_the_same_verdict_is_reported() -> None:
    alone, repaired = row("b", "false"), replace(row("b", "false"), tier=Tier.CORRECTED)
    (gained,) = compare([repaired], committed([alone]))
    (lost,) = compare([alone], committed([repaired]))
    assert gained.describe() == "b: was REFUTED, now REFUTED (CORRECTED)"
    assert lost.describe() == "b: was REFUTED (CORRECTED), now REFUTED"


def test_another_witness_for_the_same_verdict_is_no_change() -> None:
    found = row("b", "false")
    assert compare([found], [{**found.public(), "witness": {"H": "3", "by": "reading"}}]) == []


def test_the_fingerprint_follows_the_statement_and_not_the_verdict() -> None:
    found = row("b", "false")
    assert replace(found, verdict=Tier.ERROR, why="else").fingerprint == found.fingerprint
    assert replace(found, transcription="else").fingerprint != found.fingerprint


def test_new_and_vanished_claims_are_reported() -> None:
    rows = ledger()
    (new,) = compare(rows, committed(rows[:-1]))
    (gone,) = compare(rows[:-1], committed(rows))
    assert new.describe() == "a: new, PROVED"
    assert gone.describe() == "a: was PROVED, no longer exists"


def test_a_partial_run_misses_nothing_that_it_did_not_run() -> None:
    rows = ledger()
    assert compare(rows[:1], committed(rows), partial=True) == []
    assert [change.id for change in compare([row("c", "unknown")], committed(rows), partial=True)] == ["c"]
