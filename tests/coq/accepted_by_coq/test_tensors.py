"""Coq accepts identities in every dimension, with all that a proof of another tensor would be refused for."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.tensors import theorem_in_every_dimension
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

#: A claim, a lemma and a wrong variant of it: a first order, an exact mean, a mean round.
LEMMAS = (
    ("aistats-table1-heterogeneous-stoch", "statement", "transposed third-derivative contraction"),
    ("aistats-thm4-variance", "statement", "1/N dropped"),
    ("argo-fedlsa-bias", "statement", "H + 1"),
    ("argo-fedlsa-gammabar", "statement", "transposed"),
)


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    return discover()


def theorems(claim: str, name: str, wrong: str) -> tuple[CoqTheorem, CoqTheorem]:
    lemma = claims()[claim].lemma(name)
    check = next(check for check in lemma.checks if isinstance(check, IdentityInEveryDimension))
    right, other = (theorem_in_every_dimension(claim, said, check, claims()[claim].under) for said in (lemma.statement, lemma.wrong[wrong]))
    return right, other


@pytest.mark.parametrize(("claim", "name", "wrong"), LEMMAS)
def test_a_lemma_is_accepted_and_its_wrong_variant_is_not(claim: str, name: str, wrong: str, folder: Path) -> None:
    right, other = theorems(claim, name, wrong)
    judgement = judge(write(folder, "tensors", [right]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS
    refused = judge(write(folder, "wrong_tensors", [other]))
    assert not refused.accepted
    assert "Error" in refused.messages
