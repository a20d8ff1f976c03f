"""The committed ledger: what it says of every claim, and that it speaks of the claims as they are.

`symfed verify` judges every claim anew and compares every field with the committed ledger; CI runs it beside these tests. Here its answer
is read, not made a second time: the fingerprints tie it to the content of the claims, and a sample is judged anew.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest

from symfed.checks import Certificate, CounterexampleSearch, SignCheck, SymbolicIdentity
from symfed.core.claim import Claim
from symfed.core.verdict import HOLDING, Tier
from symfed.ledger import compare, discover, load, recheck, run
from symfed.ledger.fingerprint import fingerprint

REFUTED_SIGNS = ("hal-table1-homogeneous", "hal-table1-heterogeneous-stoch", "hal-table1-heterogeneous-het")
#: Checks that answer within a second or two, and how many claims that have no others are judged anew.
QUICK, SAMPLE, SEED = (SymbolicIdentity, SignCheck, Certificate, CounterexampleSearch), 12, 13

Rows = Mapping[str, Mapping[str, Any]]


@cache
def committed() -> Rows:
    return {row["id"]: row for row in load()}


def not_the_claims_of_today(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    for claim_id in sorted(rows.keys() ^ claims.keys()):
        yield f"{claim_id}: {'no such claim' if claim_id in rows else 'was never judged'}"
    for claim_id, claim in claims.items():
        if claim_id in rows and rows[claim_id]["fingerprint"] != fingerprint(claim):
            yield f"{claim_id}: its content has changed since it was judged"


def unexpected(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    """Verdicts that are not the expected ones, and errors, which nobody may expect."""
    for claim_id, row in rows.items():
        if claim_id in claims and row["verdict"] != claims[claim_id].expect:
            yield f"{claim_id}: expected {claims[claim_id].expect}, got {row['verdict']} ({row['tier']}): {row['why']}"
        if row["verdict"] == Tier.ERROR:
            yield f"{claim_id}: ERROR, a bug of ours: {row['why']}"


def wrong_signs_of_table_1(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    """The preprint has three signs of its Table 1 wrong; the published version has them right."""
    cells = {claim_id: row for claim_id, row in rows.items() if "-table1" in claim_id}
    if sum(claim_id.startswith("aistats-") for claim_id in cells) < 8:
        yield f"Table 1 of the published version has cells that are not on trial: {sorted(cells)}"
    for claim_id, row in cells.items():
        refuted = claim_id in REFUTED_SIGNS
        if refuted != (row["verdict"] == Tier.REFUTED) or (not refuted and row["verdict"] not in HOLDING):
            yield f"Table 1, {claim_id}: {row['verdict']}"
        if refuted and (row["tier"] != Tier.CORRECTED or row["corrected"] != claim_id.replace("hal", "aistats")):
            yield f"Table 1, {claim_id}: not corrected by the published cell"


def blind_lemmas(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    """Wrong variants that no check rejected, and lemmas of claims that stand without any variant that fails."""
    for row in rows.values():
        for lemma in row["lemmas"]:
            wrong, fates = lemma.get("wrong", {}), lemma.get("variants", {})
            for name in (name for name, method in wrong.items() if not method):
                yield f"{row['id']}, {lemma['name']}: the wrong variant {name!r} survived"
            if lemma["tier"] and not wrong and not fates.get("rejected") and not fates.get("unproved"):
                yield f"{row['id']}, {lemma['name']}: stands without a single variant that falls"


def strong_words(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    """PROVED with words, PROVED_GIVEN without, and claims that are stronger than a lemma or a premise of theirs."""
    strength = {tier: rank for rank, tier in enumerate(map(str, HOLDING))}
    for row in rows.values():
        if row["tier"] in (Tier.PROVED, Tier.PROVED_GIVEN) and bool(row["words"]) != (row["tier"] == Tier.PROVED_GIVEN):
            inherited = any(rows[used]["tier"] == Tier.PROVED_GIVEN for used in row["uses"] if used in rows)
            if row["words"] or not inherited:
                yield f"{row['id']}: {row['tier']} with {len(row['words'])} steps in words"
        if row["tier"] in strength:
            below = [lemma["tier"] for lemma in row["lemmas"] if not lemma.get("crosscheck")]
            below += [rows[used]["tier"] for used in row["uses"] if used in rows]
            for tier in below:
                if strength.get(tier or "", -1) < strength[row["tier"]]:
                    yield f"{row['id']}: {row['tier']}, but it rests on something {tier}"


def unprinted_conditions(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    """A source's row on a premise whose condition neither its own conditions nor a case that a lemma supposes says is IMPRECISE."""
    for row in rows.values():
        supposed = {says for lemma in claims[row["id"]].proof for member in lemma.given.classes for says in member.closure()}
        for word in row["words"] if row["source"] != "symfed" else ():
            if word.startswith("the condition of ") and word.partition(": ")[2] not in supposed:
                yield f"{row['id']}: rests on {word}"


def refutations_without_witness(rows: Rows, claims: Mapping[str, Claim]) -> Iterator[str]:
    for row in rows.values():
        if row["verdict"] in (Tier.REFUTED, Tier.IMPRECISE) and not row["witness"]:
            yield f"{row['id']}: refuted without an instance"


@pytest.mark.parametrize(
    "question",
    [
        not_the_claims_of_today,
        unexpected,
        wrong_signs_of_table_1,
        blind_lemmas,
        strong_words,
        unprinted_conditions,
        refutations_without_witness,
    ],
    ids=lambda question: question.__name__,
)
def test_the_committed_ledger_has_no(question: Any) -> None:
    complaints = list(question(committed(), discover()))
    assert not complaints, "\n".join(["", *complaints])


def test_a_sample_judged_anew_is_as_committed_in_every_field() -> None:
    claims = discover()
    quick = [c.id for c in claims.values() if c.proof and all(isinstance(check, QUICK) for lemma in c.proof for check in lemma.checks)]
    chosen = {claim_id: claims[claim_id] for claim_id in random.Random(SEED).sample(quick, SAMPLE)}
    rows = list(committed().values())
    changes = compare(run(chosen, committed=rows), rows, partial=True)
    assert not changes, "\n".join(["", *(change.describe() for change in changes)])


def test_every_committed_witness_refutes_again() -> None:
    failed = [f"{replay.id}: {replay.detail}" for replay in recheck() if not replay.ok]
    assert not failed, "\n".join(["", *failed])
