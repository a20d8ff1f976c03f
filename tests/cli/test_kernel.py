"""Theorems are written where one asks for them; without Coq one line says how to get it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from symfed.cli import main
from symfed.coq import accepted
from symfed.coq.coq import Judgement
from tests.cli.made_ledger import Invoke


def test_a_name_that_is_not_known_is_refused_before_any_work(invoke: Invoke, tmp_path: Path) -> None:
    done = invoke("export", "aistats-eq2", "--coq", tmp_path / "theorems", "--jobs", "1")
    assert done.exit_code == 2
    assert "aistats-eq1" in done.stderr
    assert not (tmp_path / "theorems").exists()


def test_what_is_not_exported_is_counted_by_reason(invoke: Invoke, tmp_path: Path) -> None:
    done = invoke("export", "--coq", tmp_path / "theorems", "--jobs", "1")
    assert done.exit_code == 0
    assert done.stdout.splitlines()[0] == "4 claims: 0 theorems, which are 0 of 4 lemmas and proofs."
    assert sum(int(line.split()[0]) for line in done.stdout.splitlines()[1:]) == 4
    written = sorted(path.relative_to(tmp_path / "theorems").as_posix() for path in (tmp_path / "theorems").rglob("*.v"))
    assert "library/Prelude.v" in written
    assert [name for name in written if not name.startswith("library/")] == []
    assert "-R . Symfed" in (tmp_path / "theorems" / "_CoqProject").read_text()


def test_a_proof_that_is_said_to_refute_is_not_passed(monkeypatch: pytest.MonkeyPatch) -> None:
    table, name = accepted.load(), "aistats-lem6-cube-identity"
    held = table["claims"][name]
    closed = Judgement(True, "Closed under the global context")
    monkeypatch.setattr("symfed.coq.building.build", lambda folder, texts, *_: dict.fromkeys(texts, closed))
    monkeypatch.setattr("symfed.coq.coq.version", lambda: table["coq"])
    monkeypatch.setattr(accepted, "load", lambda: table)
    assert CliRunner().invoke(main, ["coq", name, "--jobs", "1"]).exit_code == 0
    held["refutes"] = True
    passed = CliRunner().invoke(main, ["coq", name, "--jobs", "1"])
    assert (passed.exit_code, f"changed: {name}: refutes in accepted.json" in passed.stdout) == (1, True)


def test_the_file_of_a_claim_is_printed_without_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    shown = CliRunner().invoke(main, ["coq", "--show", "aistats-lem6-cube-identity", "hal-thm6-sum-h", "--jobs", "1"])
    assert (shown.exit_code, "\nTheorem aistats_lem6_cube_identity :\n" in shown.stdout) == (0, True)
    assert "See aistats-thm7-sum-h, which says the same and has the theorems." in shown.stdout


def test_files_are_read_where_one_asks_for_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read = {}

    def build(folder: Path, texts: dict[str, str], *_: object) -> dict[str, Judgement]:
        read[folder] = texts
        return dict.fromkeys(texts, Judgement(True, "Closed under the global context"))

    monkeypatch.setattr("symfed.coq.building.build", build)
    monkeypatch.setattr("symfed.coq.coq.version", lambda: accepted.load()["coq"])
    name = "aistats-lem6-cube-identity"
    assert CliRunner().invoke(main, ["coq", name, "--jobs", "1", "--to", str(tmp_path)]).exit_code == 0
    assert {folder: [*texts] for folder, texts in read.items()} == {tmp_path: ["aistats/aistats_lem6_cube_identity.v"]}


def test_one_claim_is_not_committed_with_another_coq(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.coq.coq.version", lambda: "9.1")
    refused = CliRunner().invoke(main, ["coq", "aistats-lem6-cube-identity", "--commit"])
    assert (refused.exit_code, "this is Coq 9.1" in refused.stderr) == (2, True)


@pytest.mark.parametrize("arguments", [("coq",), ("coq", "--commit")])
def test_without_coq_one_line_says_how_to_get_it(invoke: Invoke, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    done = invoke(*arguments)
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "apt install coq" in done.stderr


def test_the_old_name_warns_and_does_the_same(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _: None)
    old, new = invoke("kernel"), invoke("coq")
    assert old.exit_code == new.exit_code
    assert "is called symfed coq now" in old.stderr
    assert old.stdout == new.stdout
