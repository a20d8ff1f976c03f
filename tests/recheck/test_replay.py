"""Committed evidence is accepted without SymPy; what is altered in a file is refused; a file is what its claim says today."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from symfed import ledger
from symfed.cli.recheck import committed_folder
from symfed.evidence import as_text, written
from symfed.ledger import evidence
from symfed.recheck import KINDS, TRUSTED, MalformedPart, Replayed, parts_checked, path_of, replayed

Part = dict[str, Any]


@cache
def rows() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in ledger.load()}


def held(claim_id: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path_of(committed_folder(), claim_id).read_text(encoding="utf-8"))
    return found


def again(held: dict[str, Any]) -> Replayed:
    return parts_checked(json.loads(json.dumps(held)))


def test_all_that_is_committed_is_accepted() -> None:
    known = rows()
    files = sorted(committed_folder().glob("*.json"))
    assert files
    kept = evidence.load(committed_folder())
    found = [replayed(path.read_text(encoding="utf-8"), known[path.stem], kept[path.stem]) for path in files]
    assert [f"{one.id}: {one.detail}" for one in found if not one.ok] == []


def test_every_kind_says_what_is_trusted() -> None:
    assert KINDS.keys() == TRUSTED.keys()


@pytest.mark.parametrize(
    "claim_id",
    ["aistats-thm2-exact-bias", "argo-scafflsa-rate", "hal-bs-def", "hal-thm3-condition", "symfed-telescoping", "aistats-eq60-jensen3"],
)
def test_a_file_is_what_its_claim_says_today(claim_id: str) -> None:
    claims = ledger.Claims()
    assert path_of(committed_folder(), claim_id).read_text(encoding="utf-8") == as_text(written(claims[claim_id], rows()[claim_id], claims))


def test_sympy_is_never_imported() -> None:
    program = (
        "import sys; from symfed.cli import main; main(['recheck', *sys.argv[1:]], standalone_mode=False); "
        "sys.exit(any(name in sys.modules for name in ('sympy', 'numpy', 'symfed.derive', 'symfed.checks')))"
    )
    ids = ("aistats-thm2-exact-bias", "hal-bs-def")
    ran = subprocess.run([sys.executable, "-c", program, *ids], capture_output=True, text=True, cwd=Path(__file__).parents[2])
    assert ran.returncode == 0, ran.stderr
    assert [line.split()[1] for line in ran.stdout.splitlines()[:2]] == ["whole", "whole"]


def changed(place: tuple[Any, ...], to: Any) -> Callable[[Part], None]:
    def change(part: Part) -> None:
        inner = part
        for key in place[:-1]:
            inner = inner[key]
        inner[place[-1]] = to(inner[place[-1]]) if callable(to) else to

    return change


def swapped(old: str, new: str) -> Callable[[str], str]:
    def swap(text: str) -> str:
        assert old in text
        return text.replace(old, new, 1)

    return swap


INSTANCE = [
    # the sign of the printed side: what is then said is true, and is refused as a refutation
    changed(("claimed", 0), swapped("((1 - t2)", "-((1 - t2)")),
    # a step outside the printed condition
    changed(("given", "gamma"), "3/4"),
    # a rule that never moves, one that is not affine, and one in letters that rules do not have
    changed(("laws", 0, "rule", "local_step"), "x"),
    changed(("laws", 0, "rule", "local_step"), "x - gamma * g * g"),
    changed(("laws", 0, "rule", "local_step"), "x - step * g"),
    # nothing is claimed of the instance
    changed(("claimed",), ["0 = 1"]),
    changed(("claimed",), []),
    # a name that is taken, and a number that is none
    changed(("lets", 0, 0), "gamma"),
    changed(("given", "A_1"), "0.5"),
    changed(("given", "A_1"), "0"),
]


@pytest.mark.parametrize("change", INSTANCE)
def test_an_altered_instance_is_refused(change: Callable[[Part], None]) -> None:
    file = held("aistats-thm2-exact-bias")
    file["parts"][0]["compared"] = []
    assert again(file).ok
    change(file["parts"][0])
    assert not again(file).ok


@pytest.mark.parametrize(
    ("claim_id", "change"),
    [
        ("hal-bs-def", changed(("right",), swapped("-", ""))),
        ("hal-bs-def", changed(("given", "gamma"), "-1")),
        ("hal-bs-def", changed(("sign",), "<")),
        ("hal-table1-heterogeneous-het", changed(("clients", 0, "g"), "3")),
        ("hal-table1-heterogeneous-het", changed(("given", "N"), "3")),
        ("hal-thm3-condition", changed(("right",), lambda text: f"({text})/L")),
        ("hal-thm3-condition", changed(("weights", "gamma"), 0)),
    ],
)
def test_an_altered_point_and_altered_units_are_refused(claim_id: str, change: Callable[[Part], None]) -> None:
    file = held(claim_id)
    assert again(file).ok
    change(file["parts"][0])
    assert not again(file).ok


def test_a_file_of_another_statement_and_a_malformed_one_are_refused() -> None:
    file, row, kept = held("hal-bs-def"), rows()["hal-bs-def"], evidence.load(committed_folder())["hal-bs-def"]
    assert "another statement" in replayed(json.dumps(file), {**row, "fingerprint": "0" * 16}, kept).detail
    assert "another statement" in replayed(json.dumps(file), {**row, "id": "hal-thm3-bias"}, kept).detail
    for spoilt in ("{", "[]", json.dumps({**file, "parts": [{}]}), json.dumps({**file, "parts": [{"of": "it", "kind": "words"}]})):
        assert not replayed(spoilt, row, kept).ok
        assert spoilt in ("{", "[]") or not parts_checked(json.loads(spoilt)).ok
    for gone in ("left", "given", "inside"):
        less = copy.deepcopy(file)
        del less["parts"][0][gone]
        assert not again(less).ok


def test_a_part_of_no_kind_is_malformed() -> None:
    with pytest.raises(MalformedPart):
        KINDS["instance"]({"given": {}, "laws": [], "lets": [], "inside": [], "compared": [], "claimed": []})
