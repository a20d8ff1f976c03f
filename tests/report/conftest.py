"""Rows made by hand: a proved one that another uses, a refuted one and the statement that corrects it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger.row import Row

MakeRow = Callable[..., Row]


def make_row(claim_id: str, verdict: Tier = Tier.PROVED, **changes: Any) -> Row:
    fields: dict[str, Any] = {
        "id": claim_id,
        "source": "aistats",
        "kind": "identity",
        "verdict": verdict,
        "tier": verdict,
        "why": "the difference is zero",
        "corrected": None,
        "uses": (),
        "says": f"What {claim_id} says.",
        "place": "Section 4",
        "tex": r"\bar\theta - \theta^\star = \frac{\gamma(H-1)}{2} b",
        "extraction": "",
        "transcription": "gamma*(H - 1)/2*b",
        "domain": "L*gamma <= 1",
        "domain_tex": r"L \gamma \leq 1",
        "missing": "",
        "reduction": "",
        "evidence": (Evidence("identity", Outcome.HOLDS, Tier.PROVED, "zero", None, 3, {"sign": True, "factor 2": False}),),
        "expect": verdict,
        "controls": ("sign", "factor 2"),
    }
    return Row(**{**fields, **changes})


@pytest.fixture
def row() -> MakeRow:
    """Makes one row: `row("some-id", Tier.PROVED, why="...")`."""
    return make_row


@pytest.fixture
def rows() -> list[Row]:
    failing = Evidence("counterexample", Outcome.FAILS, Tier.SUPPORTED, "fails at H = 2", {"gamma": "1/4", "H": "2"}, 12)
    return [
        make_row("aistats-eq1", Tier.PROVED),
        make_row("aistats-thm1", Tier.PROVED, uses=("aistats-eq1",)),
        make_row(
            "aistats-thm4",
            Tier.REFUTED,
            tier=Tier.CORRECTED,
            uses=("aistats-thm1",),
            corrected="symfed-thm4",
            evidence=(failing,),
            why="the printed sign is the opposite of the true one",
        ),
        make_row("symfed-thm4", Tier.PROVED, source="symfed", uses=("aistats-thm1",)),
        make_row("hal-A3", Tier.NOT_CHECKED, source="hal", evidence=(), transcription="", why="an assumption states no fact"),
    ]
