"""Rows made by hand: a proved one that another uses, a refuted one and the statement that corrects it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from symfed.checks.lemma import Fate, Found, Need
from symfed.core.verdict import HOLDING, Evidence, Outcome, Tier
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
        "missing": "",
        "see": (),
        "found": (found(verdict if verdict in HOLDING else Tier.PROVED),),
        "steps": (),
        "words": (),
        "expect": verdict,
    }
    return Row(**{**fields, **changes})


def found(tier: Tier | None = Tier.PROVED, *evidence: Evidence, **changes: Any) -> Found:
    """What was found about one lemma: by default that a check holds and rejected two variants by hand."""
    held = Evidence("identity", Outcome.HOLDS, Tier.SUPPORTED if tier is Tier.SUPPORTED else Tier.PROVED, "zero", None, 3)
    fields: dict[str, Any] = {
        "name": "statement",
        "why": "the difference is zero",
        "evidence": evidence or (held,),
        "wrong": {"sign": "identity", "factor 2": "identity"},
        "fates": {"whole x 0.9": Fate.REJECTED, "3 x 1.1": Fate.REJECTED, "without b": Fate.HELD},
        "conditions": {"L*gamma <= 1": Need.NEEDED},
    }
    return Found(tier=tier, **{**fields, **changes})


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
            found=(found(None, failing, wrong={}, fates={}, conditions={}),),
            why="the printed sign is the opposite of the true one",
        ),
        make_row("symfed-thm4", Tier.PROVED, source="symfed", uses=("aistats-thm1",)),
        make_row("hal-A3", Tier.NOT_CHECKED, source="hal", found=(), transcription="", why="an assumption states no fact"),
    ]
