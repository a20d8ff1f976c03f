"""What is timed computes the same thing, and the command says what it measured."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import expansion
from benchmarks.cases import Averages, Case, Run, cases, logistic, quadratic
from benchmarks.measure import rotate
from benchmarks.simulation import agree, contestants


@pytest.mark.parametrize("case", [logistic(2, "scaffold"), quadratic(2, "fedavg")], ids=lambda case: case.name)
def test_every_contestant_finds_the_same_mean(case: Case) -> None:
    runs = {name: contestant.prepare(case) for name, contestant in contestants(case).items()}
    assert {"symfed", "NumPy loop", "NumPy vectorised"} <= set(runs)
    assert all(apart < 9 for apart in agree(case, runs).values())


def test_a_contestant_that_computes_something_else_is_stopped() -> None:
    case = quadratic(2, "fedavg")
    field = contestants(case)
    sound = field["symfed"].prepare(case)

    def shifted(replicas: int, rounds: int, seed: int) -> Averages:
        found = sound(replicas, rounds, seed)
        return Averages(found.mean + 20 * found.error, found.error)

    others = {name: field[name].prepare(case) for name in ("symfed", "symfed, two threads")}
    assert agree(case, others)
    runs: dict[str, Run] = {**others, "shifted": shifted}
    with pytest.raises(AssertionError, match="shifted is"):
        agree(case, runs)


def test_cases_are_those_that_are_promised() -> None:
    names = [case.name for case in cases()]
    assert names == [
        f"{kind} {algorithm}" for kind in ("logistic d=2", "logistic d=20", "quadratic d=2") for algorithm in ("fedavg", "scaffold")
    ]
    assert all(case.problem.num_clients == 10 for case in cases())
    rows = logistic(2, "fedavg").rows
    assert rows is not None
    assert not np.allclose(rows[0], rows[1]), "clients differ"


def test_rotation_begins_with_another_one_each_round() -> None:
    seen: list[str] = []
    rotate({name: (lambda _, name=name: seen.append(name)) for name in "abc"}, 3)
    assert "".join(seen) == "abcbcacab"


def test_the_command_writes_json(root: Path, tmp_path: Path) -> None:
    file = tmp_path / "figures.json"
    command = [sys.executable, "-m", "benchmarks", "--section", "references", "--only", "exact", "--rounds", "1", "--json", str(file)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    found = json.loads(file.read_text())
    assert {"exact, additive noise, d <= 3", "exact, multiplicative noise, d <= 3"} == {r["task"] for r in found["references"]}
    assert all(record["cpu_seconds"] > 0 for record in found["references"])


def test_expansions_are_timed_as_a_user_calls_them() -> None:
    found = {record["task"]: record["cpu_seconds"] for record in expansion.measure(1, "fedavg bias, order 4", lambda text: None)}
    ways = ("in a fresh process", "again")
    assert list(found) == [f"fedavg bias, order 4, {touch}, {way}" for way in ways for touch in ("expr", "latex", "page")]
    assert all(seconds > 0 for seconds in found.values())
    # what docs/expansions.md promises, with room for a busy machine; 5, 20 and 25 seconds before
    assert found["fedavg bias, order 4, expr, in a fresh process"] < 3
    assert found["fedavg bias, order 4, latex, in a fresh process"] < 2
    assert found["fedavg bias, order 4, page, in a fresh process"] < 2
