"""`symfed recheck` and `symfed replay`: a line a claim, exit code 1 for what is refused or stale."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from symfed.cli import main
from symfed.cli.recheck import committed_folder

IDS = ("aistats-thm2-exact-bias", "hal-bs-def")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two claims' files, which the commands take for the committed one."""
    where = tmp_path / "replay"
    where.mkdir()
    for claim_id in IDS:
        shutil.copy(committed_folder() / f"{claim_id}.json", where)
    monkeypatch.setattr("symfed.cli.recheck.committed_folder", lambda: where)
    return where


Called = Callable[..., Result]


@pytest.fixture
def called() -> Called:
    return lambda *arguments: CliRunner().invoke(main, list(arguments))


def test_a_line_a_claim_and_a_summary(folder: Path, called: Called) -> None:
    result = called("recheck", *IDS, "symfed-telescoping", "hal-thm2-formula")
    assert result.exit_code == 0, result.output
    assert [line.split()[:2] for line in result.stdout.splitlines()[:4]] == [
        [IDS[0], "whole"], [IDS[1], "whole"], ["symfed-telescoping", "not"], ["hal-thm2-formula", "whole"],  # which restates the first
    ]  # fmt: skip
    assert result.stdout.splitlines()[4:] == ["4 claims replayed: 3 whole, 1 not.", "Checked: 2 instance, 1 point."]


def test_what_was_checked_is_shown(folder: Path, called: Called) -> None:
    told = called("recheck", IDS[0], "-v").stdout
    assert "false: ((1 - t2)" in told
    assert "trusted, instance: " in told
    (one,) = json.loads(called("recheck", IDS[0], "--json").stdout)
    assert (one["id"], one["ok"], one["extent"]) == (IDS[0], True, "whole")
    assert one["parts"][0]["given"]["gamma"] == "1/2"


def test_a_file_that_was_altered_fails(folder: Path, called: Called) -> None:
    path = folder / f"{IDS[1]}.json"
    path.write_text(path.read_text(encoding="utf-8").replace('"gamma": "1/10"', '"gamma": "0"'), encoding="utf-8")
    result = called("recheck", *IDS)
    assert result.exit_code == 1
    assert f"{IDS[1]}" in result.stdout
    assert "FAILED" in result.stdout.splitlines()[1]
    assert "lies outside the condition gamma > 0" in result.stdout
    path.write_text("{", encoding="utf-8")
    assert called("recheck", IDS[1]).exit_code == 1
    assert called("recheck", "hal-bs-deff").exit_code == 2


def test_files_are_compared_and_written(folder: Path, called: Called) -> None:
    assert called("replay", *IDS, "--jobs", "1").exit_code == 0
    path = folder / f"{IDS[1]}.json"
    committed = path.read_text(encoding="utf-8")
    path.write_text(committed + "\n", encoding="utf-8")
    stale = called("replay", IDS[1], "--jobs", "1")
    assert (stale.exit_code, "is not what is committed" in stale.stdout) == (1, True)
    changed = committed.replace('"fingerprint": "', '"fingerprint": "0')
    path.write_text(changed, encoding="utf-8")
    late = called("replay")
    assert (late.exit_code, f"{IDS[1]}: was written for another statement" in late.stdout) == (1, True)
    assert IDS[0] not in late.stdout
    written = called("replay", IDS[1], "--jobs", "1", "--commit")
    assert (written.exit_code, path.read_text(encoding="utf-8")) == (0, committed)
