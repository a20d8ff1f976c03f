"""The same rows from a Dask cluster; an address where none answers is one line, before any work."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from distributed import LocalCluster

from symfed import mutants
from symfed.cli import main
from symfed.ledger import Claims, load, run

CLAIM = "symfed-telescoping"
NOBODY = "tcp://127.0.0.1:9"


@pytest.fixture(scope="module")
def scheduler(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a cluster of two processes on this machine, on ports that happen to be free."""
    folder = tmp_path_factory.mktemp("dask")
    with LocalCluster(
        n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=":0", local_directory=str(folder), silence_logs=50
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_finds_what_this_process_finds(scheduler: str, tmp_path: Path) -> None:
    target = tmp_path / "rows.json"
    result = CliRunner().invoke(main, ["verify", CLAIM, "--scheduler", scheduler, "--json", str(target)])
    assert result.exit_code in (0, 1), result.output
    (there,) = json.loads(target.read_text(encoding="utf-8"))["rows"]
    (here,) = run({CLAIM: Claims()[CLAIM]}, committed=load())
    assert there == json.loads(json.dumps(here.public()))


@pytest.mark.parametrize("command", [["verify", CLAIM], ["mutants"]])
def test_an_address_without_a_scheduler_is_one_line_and_exit_2(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.workers._PATIENCE", "300ms")
    monkeypatch.setattr("symfed.mutants.matrix._subjects", lambda package: {})
    result = CliRunner().invoke(main, [*command, "--scheduler", NOBODY])
    assert (result.exit_code, result.stdout) == (2, "")
    assert len(result.stderr.splitlines()) == 1
    assert f"scheduler = {NOBODY!r}: no Dask scheduler answers there" in result.stderr


def test_the_address_reaches_the_mutants(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: dict[str, Any] = {}
    monkeypatch.setattr(mutants, "judge_all", lambda **options: asked.update(options) or [])
    CliRunner().invoke(main, ["mutants", "--scheduler", NOBODY, "--jobs", "3"])
    assert (asked["scheduler"], asked["jobs"]) == (NOBODY, 3)
