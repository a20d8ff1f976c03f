"""Claims and printed statements refuse to be half made."""

from __future__ import annotations

from typing import Any

import pytest

from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import SOURCES, Printed
from symfed.core.verdict import Evidence, Outcome, Tier


class Nod:
    """A check that holds for everything; good enough to be carried by a claim."""

    method = "nod"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        return Evidence(self.method, Outcome.HOLDS, Tier.SUPPORTED, "nodded")


PRINTED = Printed("aistats", "Theorem 1", r"\theta")


def claim(**changes: Any) -> Claim:
    whole: dict[str, Any] = {
        "id": "aistats.test",
        "kind": "identity",
        "says": "one is one",
        "printed": PRINTED,
        "expect": Tier.PROVED,
        "statement": 1,
        "checks": (Nod(),),
    }
    return Claim(**{**whole, **changes})


def test_a_whole_claim_is_accepted() -> None:
    assert claim().under.relations == ()
    assert claim(checks=(), statement=None, reason="an experiment without its data").reason


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"kind": "feeling"}, "kind 'feeling'"),
        ({"checks": ()}, "neither checks nor a reason"),
        ({"statement": None}, "no statement to examine"),
        ({"missing": "if the losses are convex"}, "no claim that states them"),
    ],
)
def test_half_a_claim_is_refused_by_name(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as caught:
        claim(**changes)
    assert "aistats.test" in str(caught.value)


def test_missing_words_need_a_claim_that_states_them() -> None:
    assert claim(missing="if the losses are convex", corrected="symfed.test").corrected == "symfed.test"


def test_printed_statements_come_from_a_known_source() -> None:
    with pytest.raises(ValueError, match=r"'nature' is not one of .*aistats"):
        Printed("nature", "p. 1", "")


def test_sources_are_filed_under_their_own_key() -> None:
    assert all(key == source.key and source.title and source.authors for key, source in SOURCES.items())
