"""False statements that once passed, and others of every kind: each must fall when it takes the place of the true one."""

from __future__ import annotations

from collections import Counter
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from symfed.core.verdict import HOLDING, Tier
from tests.alterations import (
    by_hand,
    own_bounds,
    own_domains,
    own_others,
    own_proved,
    own_rates,
    own_remainders,
    own_statements,
    own_whole_class,
)
from tests.alterations.altered import KINDS, Altered, claims, committed, in_place, judged, still_stands

#: A file for each stretch of the printed proofs.
PROOFS = [import_module(f"tests.alterations.{file.stem}") for file in sorted(Path(__file__).parent.glob("proofs_*.py"))]
MODULES = (own_statements, own_bounds, own_rates, own_domains, own_remainders, own_others, own_proved, own_whole_class, *PROOFS)
OWN = [row for module in MODULES for row in module.ROWS]
ALTERED = sorted([*by_hand.ROWS, *OWN], key=lambda row: row.claim)
#: By claim, so that instances are drawn, and reference values computed, once.
BY_CLAIM = {name: list(rows) for name, rows in groupby(ALTERED, key=lambda row: row.claim)}
#: Of each kind, beside those by hand. Few claims are of the last three: two or three statements about an assumption can be made false, one
#: claim is statistical, and five lemmas of three claims say that a power is the best possible.
FEWEST = dict.fromkeys(KINDS, 30) | {"assumption": 12, "statistical": 5, "growth": 25}


@pytest.mark.parametrize("claim_id", BY_CLAIM)
def test_what_is_made_false_falls(claim_id: str) -> None:
    assert committed().get(claim_id, claims()[claim_id].expect) in (*HOLDING, Tier.OPEN, Tier.DEFINED), (
        f"{claim_id} does not hold unaltered"
    )
    standing = [str(row) for row in BY_CLAIM[claim_id] if still_stands(row)]
    assert not standing, "\n".join(standing)


def test_all_73_by_hand_are_here() -> None:
    """Of the 73 one may be true, and has to stand; two of the others alter two things, each of which is altered alone here."""
    assert len({*by_hand.ROWS}) == 73 - 1 + 2
    assert still_stands(by_hand.MAY_BE_TRUE)


def test_there_are_thirty_more_of_every_kind() -> None:
    counted = Counter(row.kind for row in {*OWN} - {*by_hand.ROWS})
    assert {kind: counted[kind] for kind in FEWEST if counted[kind] < FEWEST[kind]} == {}
    assert len({(row.claim, row.lemma, row.old, row.new) for row in ALTERED}) == len(ALTERED)


@pytest.mark.parametrize(
    ("claim_id", "lemma", "text"),
    [
        ("symfed-squared-triangle", "statement", "2*gram_gg"),
        ("symfed-power-bound", "statement", "H * (H - 1)"),
        ("aistats-prop1-stationary", "rounds", "**(H*t)"),
        ("aistats-prop2-bound", "", "(H - 1)"),
        ("symfed-telescoping", "one more factor", "(M - primed) * P"),
        ("symfed-rr-exponents", "statement", "3/2"),
        ("symfed-scaffold-optimal-steps", "steps", "1/4"),
    ],
)
def test_what_is_read_again_from_its_own_text_stands(claim_id: str, lemma: str, text: str) -> None:
    assert still_stands(Altered(claim_id, lemma, "statement", text, text, "the same"))


#: One of every way in which a claim falls, and one that holds on.
JUDGED = [
    Altered("symfed-power-bound", "statement", "bound", "(H - 1) / 2", "(H - 1) / 3", "an instance"),
    Altered("symfed-local-step-contraction", "statement", "bound", "-gamma*mu + 1", "-gamma*mu/2 + 1", "true"),
    Altered("symfed-rr-exponents", "statement", "rate", "3/2", "4/3", "an exact check"),
    Altered("symfed-rr-bias-square", "square of a sum", "bound", "2*_drift**2", "3*_drift**2/2", "a lemma"),
    Altered("aistats-thm5-decomposition", "", "statement", "2*theta_gamma", "theta_gamma", "a step"),
    Altered("symfed-power-bound", "statement", "domain", "gamma*mu <= 1", "", "a condition"),
]


@pytest.mark.parametrize("altered", JUDGED, ids=[f"{row.claim}: {row.why}" for row in JUDGED])
def test_a_claim_stands_where_the_ledger_says_so(altered: Altered) -> None:
    assert still_stands(altered) is (judged(in_place(altered)) in HOLDING)
