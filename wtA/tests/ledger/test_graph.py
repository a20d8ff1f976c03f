"""Chains of claims are as strong as their weakest link."""

from __future__ import annotations

from symfed.core.claim import InWords
from symfed.core.verdict import Tier
from symfed.ledger import fully_verified
from tests.ledger.helpers import Says, claim, row, settled


def test_a_chain_is_verified_only_if_all_of_it_is() -> None:
    rows = [
        row("a"),
        row("b", uses=("a",)),
        row("c", uses=("b",)),
        row("weak", "unknown"),
        row("d", uses=("weak",)),
        row("e", uses=("c", "d")),
    ]
    assert fully_verified(rows) == {"a", "b", "c"}


def test_only_proofs_and_enclosures_are_firm() -> None:
    strengths = {str(tier): row(str(tier), checks=(Says(strength=tier),)) for tier in (Tier.PROVED, Tier.ENCLOSED, Tier.SUPPORTED)}
    strengths["given"] = row("given", follows=(InWords("as every reader sees"),))
    assert strengths["given"].tier is Tier.PROVED_GIVEN
    others = [
        row("false", "false"),
        *settled(claim("open", expect=Tier.OPEN)),
        row("error", "gibberish"),
        row("none", None, reason="no data"),
    ]
    assert fully_verified([*strengths.values(), *others]) == {"PROVED", "ENCLOSED"}


def test_what_was_not_run_verifies_nothing() -> None:
    assert fully_verified([row("b", uses=("a",))]) == set()
