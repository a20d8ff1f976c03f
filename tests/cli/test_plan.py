"""`symfed plan`: a table on standard output, or JSON; files refused before any work."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from symfed.cli import main


@pytest.fixture
def clients(tmp_path: Path) -> Path:
    random = np.random.default_rng(0)
    X = random.normal(size=(60, 2))
    y = (X @ [1.0, -1.0] + random.logistic(size=60) > 0).astype(int)
    np.savez(tmp_path / "clients.npz", X=X, y=y, ids=np.arange(60) % 3)
    return tmp_path / "clients.npz"


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["plan", *map(str, arguments)])


def test_a_table_and_a_picture(clients: Path, tmp_path: Path) -> None:
    found = run(clients, "--rounds", 10, "--gradients", 100, "--picture", tmp_path / "plan.svg")
    assert found.exit_code == 0, found.output
    assert "scaffold" in found.stdout
    assert "Run " in found.stdout
    assert (tmp_path / "plan.svg").stat().st_size > 1000


def test_json_and_nothing_else(clients: Path) -> None:
    found = run(clients, "--accuracy", 0.5, "--measure", "relative", "--gradients", 100, "--json")
    assert json.loads(found.stdout)["recommended"]["method"] in ("fedavg", "fedavg+rr", "scaffold")
    assert found.stderr == ""


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--picture", "no such folder/plan.png"), "does not exist"),
        (("--picture", "plan.txt"), "must end in"),
        (("--rounds", "0"), "--rounds"),
        (("--accuracy", "-1"), "accuracy"),
        (("--target", "z"), "z"),
    ],
)
def test_bad_usage_is_said_in_a_line(clients: Path, option: tuple[str, str], said: str) -> None:
    found = run(clients, *option)
    assert found.exit_code == 2
    assert said in found.stderr
    assert found.stdout == ""


def test_columns_are_chosen_by_name(tmp_path: Path) -> None:
    rows = "".join(f"{k % 2},{k % 3},{(-1) ** k * k % 7},{k % 5},{k % 4 // 2}\n" for k in range(40))
    (tmp_path / "clients.csv").write_text("site,a b,c,d,y\n" + rows)
    for names in (["a b"], ["a b", "d"]):
        chosen = [part for name in names for part in ("--feature", name)]
        found = run(tmp_path / "clients.csv", "--client", "site", "--target", "y", "--rounds", 2, "--gradients", 4, *chosen)
        assert f"{len(names)} parameters" in found.stdout
