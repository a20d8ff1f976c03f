"""`symfed recheck` and `symfed replay`: a line a claim, exit code 1 for what is refused or stale."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from symfed.cli import main
from symfed.cli.recheck import committed_folder, committed_rows
from symfed.evidence import as_text
from symfed.ledger import evidence
from symfed.recheck import entry

IDS = ("aistats-thm2-exact-bias", "hal-bs-def")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two claims' files, which the commands take for the committed one."""
    where = tmp_path / "replay"
    where.mkdir()
    for claim_id in IDS:
        shutil.copy(committed_folder() / f"{claim_id}.json", where)
    evidence.save({name: kept for name, kept in evidence.load(committed_folder()).items() if name in IDS}, where)
    monkeypatch.setattr("symfed.cli.recheck.committed_folder", lambda: where)
    return where


Called = Callable[..., Result]


@pytest.fixture
def called() -> Called:
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


def test_a_line_a_claim_and_a_summary(folder: Path, called: Called) -> None:
    result = called("recheck", *IDS, "aistats-exp-setup", "hal-thm2-formula")
    assert result.exit_code == 0, result.output
    assert [line.split()[:2] for line in result.stdout.splitlines()[:4]] == [
        [IDS[0], "whole"], [IDS[1], "whole"], ["aistats-exp-setup", "not"], ["hal-thm2-formula", "whole"],  # which restates the first
    ]  # fmt: skip
    assert result.stdout.splitlines()[4:] == ["4 claims replayed: 3 whole, 1 not.", "Checked: 2 instance, 1 point."]


def test_what_was_checked_is_shown(folder: Path, called: Called) -> None:
    told = called("recheck", IDS[0], "-v").stdout
    assert "false: ((1 - t2)" in told
    assert "trusted, instance: " in told
    (row,) = (row for row in committed_rows() if row["id"] == IDS[0])
    assert row["page"]["says"] in told
    (one,) = json.loads(called("recheck", IDS[0], "--json").stdout)
    assert (one["id"], one["ok"], one["extent"]) == (IDS[0], True, "whole")
    assert one["parts"][0]["given"]["gamma"] == "1/2"


def test_what_the_lines_of_a_proof_make_is_shown(called: Called) -> None:
    told = called("recheck", "symfed-cocoercivity", "-v").stdout
    assert "its lines make: all " in told
    assert "    from: " in told


def test_a_file_that_was_altered_fails(folder: Path, called: Called) -> None:
    path = folder / f"{IDS[1]}.json"
    sound = path.read_text(encoding="utf-8")
    path.write_text(re.sub('"gamma":"[^"]+"', '"gamma":"0"', sound), encoding="utf-8")
    assert path.read_text(encoding="utf-8") != sound
    result = called("recheck", *IDS)
    assert result.exit_code == 1
    assert f"{IDS[1]}" in result.stdout
    assert "FAILED" in result.stdout.splitlines()[1]
    assert "is not what its claim says and was shown to be" in result.stdout
    path.write_text("{", encoding="utf-8")
    assert called("recheck", IDS[1]).exit_code == 1
    assert called("recheck", "hal-bs-deff").exit_code == 2


def test_a_file_or_an_entry_that_is_gone_fails(folder: Path, called: Called) -> None:
    kept = evidence.load(folder)
    evidence.save({IDS[0]: kept[IDS[0]]}, folder)
    assert "has no entry" in called("recheck", IDS[1]).stdout
    (folder / f"{IDS[0]}.json").unlink()
    gone = called("recheck", IDS[0])
    assert (gone.exit_code, f"symfed replay {IDS[0]} --commit" in gone.stdout) == (1, True)
    evidence.save({}, folder)
    assert called("recheck", IDS[0]).exit_code == called("recheck", "symfed-telescoping").exit_code == 1


def test_entries_that_are_no_table_are_refused_in_a_line(folder: Path, called: Called) -> None:
    for text in ("{", "[]", '{"a": 1}', '{"a": {}, "a": {}}'):
        evidence.entries_path(folder).write_text(text, encoding="utf-8")
        refused = called("recheck", IDS[0])
        assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
        assert "evidence.json" in refused.stderr


def test_an_entry_alone_is_put_right_without_searching(folder: Path, called: Called, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.cli.recheck._texts", lambda rows, jobs: iter(()))
    before = evidence.entries_path(folder).read_text(encoding="utf-8")
    evidence.save({}, folder)
    late = called("replay")
    assert (late.exit_code, late.stdout.count("has no entry")) == (1, 2)
    assert called("replay", "--commit", "--jobs", "1").exit_code == 0
    assert evidence.entries_path(folder).read_text(encoding="utf-8") == before


def test_replay_names_a_file_that_was_forged_with_its_entry(folder: Path, called: Called, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "aistats-lem6-cube-identity"
    path, kept = folder / f"{name}.json", evidence.load(committed_folder())[name]
    shutil.copy(committed_folder() / path.name, path)
    evidence.save({name: kept}, folder)
    monkeypatch.setattr("symfed.ledger.evidence.committed_folder", lambda: folder)
    held = json.loads(path.read_text(encoding="utf-8"))
    held["parts"][0] |= {"left": "0", "right": "0"}
    path.write_text(as_text(held), encoding="utf-8")
    assert called("recheck", name).exit_code == 1
    evidence.save({name: entry(held, "PROVED")}, folder)
    assert called("recheck", name).exit_code == 0  # it cannot know: the entry says so, too
    forged = called("replay", name, "--jobs", "1")  # what the claim says is written down anew
    assert (forged.exit_code, "is not what is committed" in forged.stdout) == (1, True)


def test_files_are_compared_and_written(folder: Path, called: Called, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [row for row in committed_rows() if row["id"] in IDS]  # of these alone: whoever names none has all that are late
    monkeypatch.setattr("symfed.cli.recheck.committed_rows", lambda: rows)
    assert called("replay", *IDS, "--jobs", "1").exit_code == 0
    path = folder / f"{IDS[1]}.json"
    committed = path.read_text(encoding="utf-8")
    path.write_text(committed + "\n", encoding="utf-8")
    stale = called("replay", IDS[1], "--jobs", "1")
    assert (stale.exit_code, "is not what is committed" in stale.stdout) == (1, True)
    changed = committed.replace('"fingerprint":"', '"fingerprint":"0')
    path.write_text(changed, encoding="utf-8")
    late = called("replay", "--jobs", "1")
    assert (late.exit_code, f"{IDS[1]}: is not what is committed" in late.stdout) == (1, True)
    assert IDS[0] not in late.stdout
    written = called("replay", IDS[1], "--jobs", "1", "--commit")
    assert (written.exit_code, path.read_text(encoding="utf-8")) == (0, committed)
