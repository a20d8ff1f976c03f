"""A condition that no accepted proof needs is found, and one that is needed is not."""

from __future__ import annotations

from pathlib import Path

from symfed.checks import SignCheck
from symfed.coq.building import build
from symfed.coq.claim import exported
from symfed.coq.idle import idle
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma, mu
from symfed.core.verdict import Tier


def test_idle_conditions_are_told_from_those_that_are_used(folder: Path) -> None:
    claim = Claim(
        "some-sign", "inequality", "What it says.", Printed("made", "(1)", "x"), Tier.PROVED,
        Domain((gamma * mu <= 1, gamma * L <= 1)), (gamma * mu, 1 + gamma), checks=(SignCheck(),),
    )  # fmt: skip
    file = exported(claim)
    assert build(folder, {file.path: file.text})[file.path].accepted
    assert idle(claim, file, folder) == {"gamma*mu <= 1": False, "L*gamma <= 1": True}
