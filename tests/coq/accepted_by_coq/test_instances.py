"""Coq accepts refutations by exact instances, accepts the corrected statements at these instances, and refuses what is false there."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from symfed.checks import CounterexampleSearch
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.instances import confirmation, refutation
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim, Lemma
from symfed.core.errors import InvalidInput
from symfed.ledger import load
from symfed.ledger.discovery import Claims
from tests.coq.compiled import judge, write

#: A fixed point, the covariance of a law without noise, an estimator of two laws, matrices, a law's second moments, sampled updates.
REFUTED = (
    "aistats-prop2-identity",
    "hal-eq7",
    "hal-remark1-estimator",
    "aistats-lem9-telescoping",
    "symfed-scaffold-mean-curvature",
    "argo-lsa-unrolled",
)
#: Refuted, and the corrected statement at the same instance.
CORRECTED = ("aistats-prop2-identity", "aistats-lem9-telescoping", "flta-cv-meaning", "argo-lsa-unrolled")


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    return {row["id"]: row for row in load()}


def claim_of(claim_id: str) -> Claim:
    return Claims("proofs_checks")[claim_id]


def searched(claim: Claim) -> tuple[Lemma, CounterexampleSearch]:
    return next((lemma, check) for lemma in claim.proof for check in lemma.checks if isinstance(check, CounterexampleSearch))


def refuted(claim: Claim, witness: Any) -> CoqTheorem:
    lemma, check = searched(claim)
    return refutation(claim.id, lemma.statement, check, lemma.under(claim.under), witness, claim.says)


@pytest.mark.parametrize("claim_id", REFUTED)
def test_a_witness_refutes(claim_id: str, folder: Path) -> None:
    judgement = judge(write(folder, "refuted", [refuted(claim_of(claim_id), rows()[claim_id]["witness"])]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


@pytest.mark.parametrize("claim_id", CORRECTED)
def test_what_is_corrected_holds_there_and_is_not_refuted(claim_id: str, folder: Path) -> None:
    """The same code, on the same instance, with the corrected statement: so it is the statement that decides."""
    corrected, witness = claim_of(claim_of(claim_id).corrected), rows()[claim_id]["witness"]
    lemma, check = searched(corrected)
    holds = confirmation(claim_id, lemma.statement, check, lemma.under(corrected.under), witness, corrected.says)
    judgement = judge(write(folder, "corrected", [holds]))
    assert judgement.accepted, judgement.messages
    with pytest.raises(InvalidInput, match="something else"):
        refuted(corrected, witness)
    # nor is the printed one accepted as true, with the script that refutes it
    false = refuted(claim_of(claim_id), witness)
    assert "~ (" in false.conclusion
    assert not judge(write(folder, "printed", [replace(false, conclusion=false.conclusion.replace("~ (", "("))])).accepted


@pytest.mark.parametrize(
    ("claim_id", "right", "wrong"),
    [
        ("aistats-prop2-identity", "exists (4 / 7)", "exists (4 / 8)"),  # another point is not kept
        ("aistats-prop2-identity", "assert (x1 = 4 / 7)", "assert (x1 = 4 / 8)"),
        ("aistats-eq7-mean-cov", "(v1 = 0)", "(v1 = 1)"),
    ],
)
def test_a_number_that_is_tampered_with_is_refused(claim_id: str, right: str, wrong: str, folder: Path) -> None:
    there = refuted(claim_of(claim_id), rows()[claim_id]["witness"])
    tampered = replace(there, script=tuple(line.replace(right, wrong) for line in there.script))
    assert tampered.script != there.script
    assert not judge(write(folder, "tampered", [tampered])).accepted
