"""`--json`: one JSON value with the documented keys on standard output, and nothing else there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.cli.made_ledger import FakeLedger, Invoke

ANSWERS = {
    "list": ["list"],
    "show ID": ["show", "aistats-thm4"],
    "formula NAME": ["formula", "scaffold_contraction_printed"],
    "expand": ["expand", "fedavg", "bias"],
    "formulas": ["formulas"],
    "algorithms": ["algorithms"],
    "sources": ["sources"],
    "errata --source KEY": ["errata", "--source", "aistats"],
    "check": ["check", "gamma*mean(C)/(2*N*mean(a))", "sgd", "second_moment"],
    "plan": ["plan", "clients.csv", "--client", "site", "--target", "y", "--loss", "least_squares", "--rounds", "2", "--gradients", "4"],
    "worst-case": ["worst-case", "scaffold", "--gamma", "1", "--H", "2", "--mu", "1/2", "--L", "3/4"],
    "recheck": ["recheck", "hal-A3"],
}
CLIENTS = "site,x,y\na,1,2\na,2,3\na,0,1\nb,1,1\nb,3,2\nb,0,0\n"


@pytest.fixture(scope="module")
def documented(root: Path) -> dict[str, set[str]]:
    """The keys of each command's objects, from the table of the command line's page."""
    table = re.findall(r"^\| (`symfed .*?) \| [^|]* \| (`.*`) \|$", (root / "docs" / "command_line.md").read_text(encoding="utf-8"), re.M)
    return {name: set(re.findall(r"`(\w+)`", keys)) for names, keys in table for name in re.findall(r"`(?:symfed )?(.*?)`", names)}


def test_every_command_with_json_is_documented_and_tried(documented: dict[str, set[str]], invoke: Invoke) -> None:
    from symfed.cli import main

    with_json = {name for name, command in main.commands.items() if any(option.name == "as_json" for option in command.params)}
    assert with_json == {name.split()[0] for name in documented}
    assert documented.keys() == ANSWERS.keys()


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answer_has_the_documented_keys(
    name: str, invoke: Invoke, documented: dict[str, set[str]], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("clients.csv").write_text(CLIENTS)
    result = invoke(*ANSWERS[name], "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    answer: Any = json.loads(result.stdout)
    objects = answer if isinstance(answer, list) else [answer]
    assert objects
    assert all(set(one) == documented[name] for one in objects)


def test_formulas_as_data(invoke: Invoke) -> None:
    bias = json.loads(invoke("expand", "fedavg", "bias", "--json").stdout)
    assert bias["expr"] == "gamma*((H - 1)*mean(a*g)/(2*mean(a)) - mean(C)*mean(b)/(4*N*mean(a)**2))"
    assert bias["letters"].keys() >= {"gamma", "H", "N", "a", "b", "C", "g"}
    tensors = json.loads(invoke("expand", "fedavg", "bias", "--dim", "2", "--json").stdout)
    assert tensors["expr"] is None
    assert tensors["latex"] != bias["latex"]
    printed = json.loads(invoke("formula", "scaffold_contraction_printed", "--json").stdout)
    assert printed["derived"] == "scaffold_contraction"
    function = json.loads(invoke("formula", "optimal_local_steps", "--json").stdout)
    assert function.keys() == {"name", "call", "says"}
    assert function["call"].startswith("optimal_local_steps(gamma, mu, L")
    assert invoke("expand", "fedavg", "bias", "--json", "--latex").exit_code == 2


def test_an_empty_list_is_json_too(invoke: Invoke) -> None:
    assert json.loads(invoke("list", "--verdict", "OPEN", "--json").stdout) == []


def test_show_gives_the_row_and_who_refers_to_it(invoke: Invoke, fake: FakeLedger) -> None:
    assert fake.committed is not None
    row = next(row for row in fake.committed if row["id"] == "aistats-thm4")
    assert json.loads(invoke("show", "aistats-thm4", "--json").stdout) == row | {"used_by": [], "corrects": [], "kernel": ""}
    assert json.loads(invoke("show", "aistats-eq1", "--json").stdout)["used_by"] == ["aistats-thm4", "symfed-thm4"]
    assert json.loads(invoke("show", "symfed-thm4", "--json").stdout)["corrects"] == ["aistats-thm4"]
    fake.committed = []
    unjudged = json.loads(invoke("show", "aistats-thm4", "--json").stdout)
    assert (unjudged["verdict"], unjudged["tier"]) == (None, None)


def test_a_refusal_prints_no_json(invoke: Invoke) -> None:
    result = invoke("show", "aistats-thm5", "--json")
    assert (result.exit_code, result.stdout) == (2, "")


def test_letters_survive_an_output_that_cannot_hold_them(invoke: Invoke, fake: FakeLedger, monkeypatch: pytest.MonkeyPatch) -> None:
    assert fake.committed is not None
    fake.committed[0]["page"]["place"] = "Section θ"
    assert "Section θ" in invoke("list", "--json").stdout
    monkeypatch.setattr("click.testing._NamedTextIOWrapper.encoding", "ascii", raising=False)
    result = invoke("list", "--json")
    assert result.stdout.isascii()
    assert json.loads(result.stdout)[0]["place"] == "Section θ"
