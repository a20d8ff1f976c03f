"""Committed witnesses are put back into the statements that they refute; tampered ones are found out."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from symfed.core.errors import UnknownName
from symfed.ledger import Replay, discover, load, recheck, run, save
from tests.ledger.conftest import MakePackage

BODY = """
import sympy as sp
from symfed.checks import Certificate, CounterexampleSearch, GrowthCheck, SignCheck
from proofs_checks.aistats.rough import at_least_one_step
from symfed.core.domain import Domain
from symfed.core.symbols import L, N, gamma, gram_xx
from symfed.strategies import instances

def two_is_one(i):
    return i.H + i.gamma, i.gamma

found = claim("found", two_is_one, under=Domain((2 * gamma * L <= 1,)), checks=(CounterexampleSearch(instances, sizes=((1, 1),)),))
shown = claim("shown", 1 / N, checks=(GrowthCheck(at_least_one_step, "H"),))
point = claim("point", (gamma * L, sp.S.One), checks=(Certificate(((gamma, gram_xx),)), SignCheck()))
holds = claim("true")
"""

Recheck = Callable[..., dict[str, Replay]]


@pytest.fixture
def tampered(package: MakePackage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Recheck:
    """Rechecks the package above after changes to its committed witnesses: `tampered(found={"H": "2"})`."""
    name = package(claims=BODY)
    rows = load(save(run(discover(name), package=name), tmp_path / "ledger.json"))

    def again(gone: str = "", **changes: dict[str, str]) -> dict[str, Replay]:
        changed: list[dict[str, Any]] = []
        for row in rows:
            witness = {**row["witness"], **changes.get(row["id"], {})} if row["witness"] else None
            changed.append({**row, "witness": witness, "id": "gone" if row["id"] == gone else row["id"]})
        # `symfed.ledger.replay` is the function; its module is asked for by name
        monkeypatch.setattr(importlib.import_module("symfed.ledger.replay"), "load", lambda: changed)
        return {replay.id: replay for replay in recheck(name)}

    return again


def test_every_witness_refutes_again(tampered: Recheck) -> None:
    replays = tampered()
    assert sorted(replays) == ["found", "point", "shown"]
    assert all(replay.ok for replay in replays.values())
    assert replays["found"].detail.startswith("refuted again by exact counterexample search")
    assert replays["shown"].detail.startswith("refuted again by lower bound")
    assert replays["point"].detail.startswith("refuted again by certified inequality")


@pytest.mark.parametrize(
    ("claim_id", "change", "complaint"),
    [
        ("found", {"left": "7"}, "false at an exact instance"),
        ("found", {"H": "2"}, "false at an exact instance"),
        ("found", {"gamma": "1"}, "false at an exact instance"),  # outside the domain, so that another one is found
        ("shown", {"H": "0"}, "on one instance"),
        ("shown", {"lower bound": "N"}, "on one instance"),
        ("point", {"gamma": "3"}, "has a negative value at an exact point"),
    ],
)
def test_a_tampered_witness_is_found_out(tampered: Recheck, claim_id: str, change: dict[str, str], complaint: str) -> None:
    replays = tampered(**{claim_id: change})
    assert not replays[claim_id].ok
    assert replays[claim_id].detail.startswith("no check of this claim refutes it with this witness: ")
    assert complaint in replays[claim_id].detail
    assert all(replay.ok for other, replay in replays.items() if other != claim_id)


def test_a_witness_of_a_claim_that_no_longer_exists_is_reported(tampered: Recheck) -> None:
    replays = tampered(gone="shown")
    assert replays["gone"] == Replay("gone", False, "no such claim any more")


def test_progress_is_told_before_the_first_and_after_each() -> None:
    told: list[tuple[int, int]] = []
    recheck(ids=["hal-thm4-bias", "aistats-eq3-products"], on_replay=lambda done, total: told.append((done, total)))
    assert told == [(0, 2), (1, 2), (2, 2)]


def test_an_id_without_a_witness_is_refused() -> None:
    with pytest.raises(UnknownName, match="no-such-claim"):
        recheck(ids=["no-such-claim"])
    assert [replay.id for replay in recheck(ids="hal-thm4-bias")] == ["hal-thm4-bias"]
