"""What is kept of a matrix, and what readers see of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symfed import mutants
from symfed.cli import main
from symfed.core.errors import SymfedError
from symfed.mutants import load, save, sound, summary, tabulate
from symfed.mutants.judges import family
from symfed.mutants.matrix import SOUND, Ending, Result
from symfed.report.page import build_pages
from symfed.report.trials import mutant_table

RESULTS = [
    Result("f", SOUND, "", {"units (x)": Ending.STOOD, "identity (x)": Ending.STOOD}),
    Result("f", "sign", "1", {"units (x)": Ending.STOOD, "identity (x)": Ending.KILLED}),
    Result("f", "sign", "2", {"units (x)": Ending.UNDECIDED, "identity (x)": Ending.KILLED}),
    Result("f", "factor <2>", "1", {"units (x)": Ending.STOOD, "identity (x)": Ending.STOOD}),
    Result("f", "transposed", "1", {"identity (x)": Ending.STOOD}, "it is symmetric"),
]
SURVIVING = tabulate(RESULTS)
KILLED = tabulate([*RESULTS[:3], RESULTS[4]])


def test_counts() -> None:
    assert (SURVIVING["variants"], SURVIVING["killed"], SURVIVING["crashes"], SURVIVING["false_alarms"]) == (3, 2, 0, 0)
    assert SURVIVING["kinds"]["sign"] == {"identity": [2, 2], "units": [0, 2]}
    assert SURVIVING["subjects"]["f"] == {"variants": 3, "killed": 2, "checks": {"identity (x)": [2, 3], "units (x)": [0, 3]}}
    assert [s["kind"] for s in SURVIVING["survivors"]] == ["factor <2>"]
    assert SURVIVING["equivalents"] == [["f", "transposed", "1", "it is symmetric"]]


def test_only_full_kills_without_alarms_are_sound() -> None:
    assert sound(KILLED)
    assert not sound(SURVIVING)
    assert not sound(KILLED | {"clean": {"runs": 10, "alarms": 1, "undecided": 0}})
    assert sound(KILLED | {"clean": {"runs": 10, "alarms": 0, "undecided": 1}})


def test_a_kill_of_what_means_the_same_is_a_false_alarm() -> None:
    assert tabulate([Result("f", "sign", "1", {"units (x)": Ending.KILLED}, "the same")])["false_alarms"] == 1


def test_a_table_is_stored_and_found_again(tmp_path: Path) -> None:
    where = save(KILLED, tmp_path / "mutants.json")
    assert load(where) == KILLED
    with pytest.raises(SymfedError, match="no committed mutant matrix"):
        load(tmp_path / "absent.json")


def test_roads_of_a_remainder_are_told_apart() -> None:
    methods = ("order of the remainder (quadrature, d = 1)", "order of the remainder (certified law, d = 1)", "symbolic identity (d = 1)")
    assert [family(m) for m in methods] == [
        "order of the remainder, quadrature",
        "order of the remainder, certified law",
        "symbolic identity",
    ]


def test_the_page_shows_kinds_survivors_and_reasons_and_escapes_them() -> None:
    page = build_pages([], SURVIVING)["variants.html"]
    assert summary(SURVIVING) in page
    assert "factor &lt;2&gt;" in page
    assert "It is symmetric." in page
    assert "<td>2 of 2</td>" in page
    assert 'class="some">0 of 2' in page
    assert mutant_table(SURVIVING)["columns"] == ["identity", "units"]
    assert "section:mutants" not in build_pages([])["variants.html"]


def test_the_command_writes_the_table_and_its_exit_code_says_whether_it_is_sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    monkeypatch.setattr(mutants, "judge_all", lambda **options: RESULTS)
    found = CliRunner().invoke(main, ["mutants", "--jobs", "1", "--json", str(target)])
    assert found.exit_code == 1
    assert "survives: f: factor <2>, 1" in found.output
    assert load(target) == SURVIVING
    monkeypatch.setattr(mutants, "judge_all", lambda **options: [*RESULTS[:3], RESULTS[4]])
    assert CliRunner().invoke(main, ["mutants", "--jobs", "1"]).exit_code == 0
