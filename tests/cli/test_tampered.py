"""What `symfed verify` says of a committed ledger that was changed by hand."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from symfed import ledger
from symfed.cli import main
from symfed.core.errors import SymfedError
from symfed.ledger.lines import kept
from symfed.ledger.row import Row
from tests.cli.made_ledger import ROWS, FakeLedger, Invoke


@pytest.mark.parametrize(
    "name", ["why", "methods", "uses", "missing", "witness", "fingerprint", "lemmas", "words", "conditions", "variants"]
)
def test_a_changed_field_of_the_committed_ledger_exits_1_and_is_named(invoke: Invoke, fake: FakeLedger, name: str) -> None:
    forged: dict[str, Any] = {"why": "it is plain", "missing": "convexity", "fingerprint": "0" * 16, "variants": {"by hand": 9}}
    forged |= {"witness": {"H": "3"}, "conditions": {"L*gamma <= 1": "needed"}}
    assert fake.committed is not None
    fake.committed = [{**row, name: forged.get(name, [])} if row["id"] == "symfed-thm4" else row for row in fake.committed]
    result = invoke("verify")
    assert result.exit_code == 1
    assert f"changed: symfed-thm4: PROVED_GIVEN as committed, but {name} was " in result.stdout
    assert result.stdout.endswith("1 row with the committed verdict changed from the committed ledger.\n")


def test_a_deeper_run_compares_what_no_budget_changes_and_says_so(invoke: Invoke, fake: FakeLedger) -> None:
    assert fake.committed is not None
    fake.committed = [{**row, "why": "held on 7 instances"} for row in fake.committed]
    result = invoke("verify", "--full")
    assert result.exit_code == 0
    assert "compared in verdict, tier, fingerprint, premises and missing words only" in result.stdout
    fake.committed = [{**row, "uses": ["aistats-eq1", "hal-A3"]} for row in fake.committed]
    assert invoke("verify", "--full").exit_code == 1


@pytest.mark.parametrize("command", ["verify", "list", "show aistats-eq1", "recheck"])
@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda rows: [rows[0], *rows], "row aistats-eq1 stands twice"),
        (lambda rows: [{k: v for k, v in rows[0].items() if k != "why"}, *rows[1:]], "row aistats-eq1: field 'why' is missing"),
        (lambda rows: rows[::-1], "row hal-A3 stands after symfed-thm4"),
        (lambda rows: [*rows, {**rows[0], "id": "z", "uses": 3}], "row z: field 'uses' is 3, not a list of ids"),
        (lambda rows: "rows", "must hold"),
    ],
)
def test_a_malformed_ledger_is_one_line_and_exit_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, spoil: Callable[[Any], Any], said: str
) -> None:
    where = tmp_path / "ledger.json"
    where.write_text(json.dumps({"rows": spoil([kept(row.public()) for row in ROWS])}))

    def never(*_: Any, **__: Any) -> list[Row]:
        raise AssertionError("work was done before the ledger was read")

    monkeypatch.setattr("symfed.ledger.store.committed_path", lambda: where)
    monkeypatch.setattr(ledger, "discover", never)
    monkeypatch.setattr(ledger, "Claims", never)
    monkeypatch.setattr(ledger, "run", never)
    result = CliRunner().invoke(main, command.split())
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert f"ledger.json: {said}" in result.stderr


def test_a_malformed_ledger_can_be_written_anew(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    def malformed() -> list[dict[str, Any]]:
        raise SymfedError("ledger.json: row a stands twice")

    saved: list[list[Row]] = []
    monkeypatch.setattr(ledger, "load", malformed)
    monkeypatch.setattr(ledger, "save", lambda rows, path=None: saved.append(rows))
    assert invoke("verify", "--commit").exit_code == 0
    assert len(saved) == 1
    assert invoke("verify").exit_code == 2
