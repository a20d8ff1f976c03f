"""Alterations made from the statements' own text: of identities every one is false, and every one must be rejected by its lemma."""

from __future__ import annotations

from collections import Counter

import pytest

from symfed.checks import judge_lemma
from symfed.checks.lemma import Fate, Need
from symfed.checks.variants import variants
from symfed.ledger import load
from tests.alterations.altered import Altered, claims, proof_of, still_stands

#: Closed forms that a derivation equals identically: any change of a constant, an exponent, a letter or a term makes them false.
IDENTITIES = (
    "symfed-fedavg-second-order-second-moment",
    "symfed-fedavg-equal-clients-second-moment",
    "symfed-fedavg-long-rounds-noise",
    "symfed-fedavg-many-clients-second-order",
    "symfed-fedavg-many-clients-second-moment",
)
KINDS = {"constant": (" x 0.9", " x 1.1"), "exponent": ("exponent ",), "term": ("without ",), "power": ("one gamma", "one H")}
FEWEST = 30  # of each kind


def kind(name: str) -> str:
    return next((k for k, marks in KINDS.items() if any(mark in name for mark in marks)), "other")


def test_every_change_of_an_identity_is_rejected() -> None:
    seen: Counter[str] = Counter()
    for claim_id in IDENTITIES:
        claim = claims()[claim_id]
        for lemma in claim.proof:
            found = judge_lemma(lemma, claim.under, claim.ranges)
            smaller = {fate for name, fate in found.fates.items() if "smaller remainder" in name}
            assert smaller <= {Fate.REJECTED, Fate.UNPROVED}, f"{claim_id}, {lemma.name}: {found.fates}"
            terms = {name: fate for name, fate in found.fates.items() if " remainder, " not in name}
            wrong = {name: fate for name, fate in terms.items() if fate is not Fate.REJECTED}
            assert not wrong, f"{claim_id}, {lemma.name}: {wrong}"
            seen.update(kind(name) for name in terms)
    assert all(seen[k] >= FEWEST for k in ("constant", "exponent", "term")), seen


def test_conditions_are_felt_throughout_the_ledger() -> None:
    needs = [(row["id"], condition) for row in load() for condition, need in row["conditions"].items() if need in (Need.NEEDED, Need.USED)]
    assert len(needs) >= FEWEST
    assert len({claim_id for claim_id, _ in needs}) >= FEWEST


@pytest.mark.parametrize("claim_id", ["aistats-prop1-stationary", "symfed-power-bound", "flta-rho-less-than-one", "symfed-lsa-mse"])
def test_a_condition_that_is_needed_is_missed(claim_id: str) -> None:
    claim = claims()[claim_id]
    row = next(row for row in load() if row["id"] == claim_id)
    dropped = [c for c in claim.under.conditions if row["conditions"].get(str(c)) in (Need.NEEDED, Need.USED)]
    assert dropped
    for condition in dropped:
        parts = [lemma.name for lemma in claim.proof if condition in lemma.under(claim.under).conditions] + [""] * bool(claim.follows)
        felt = (not still_stands(Altered(claim_id, part, "domain", str(condition), "", "dropped")) for part in parts)
        assert any(felt), f"{claim_id} without {condition}"


def test_statements_reached_by_theorems_are_reached_as_they_are() -> None:
    """The variants of a statement that named theorems reach are reached only where they are weaker."""
    for claim_id in ("aistats-cor1-rate", "aistats-prop2-bound", "symfed-first-order-constant"):
        claim = claims()[claim_id]
        changed = {v.name: v.statement for v in variants(claim.statement)}
        smaller = [name for name in changed if name in ("right, whole x 0.9", "left, whole x 1.1", "mu and L exchanged")]
        assert len(smaller) >= 2
        reached = [name for name in smaller if proof_of(claim_id).says(changed[name])]
        assert not reached, f"{claim_id}: {reached}"
