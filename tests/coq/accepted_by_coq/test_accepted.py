"""Coq's kernel accepts lemmas of each kind, assumes nothing but the reals, and refuses their wrong variants."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from symfed.coq.coq import OF_THE_REALS
from symfed.coq.reals.refutations import refutation
from symfed.coq.reals.statements import theorem
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput
from symfed.ledger import load
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

#: A claim and a lemma of it, by kind of proof.
LEMMAS = (
    ("symfed-scaffold-short-rounds-constant", "near"),  # certificates of non-negative multipliers
    ("symfed-scaffold-short-rounds-constant", "between sum"),
    ("symfed-squared-triangle", "statement"),
    ("symfed-scaffold-drift-norm", "one step"),
    ("aistats-eq60-jensen3", "one coordinate"),
    ("flta-recovers-proxskip", "1 - 1/H <= 1 - H gamma lambda"),
    ("flta-regime-1-faster", "another step"),
    ("symfed-scaffold-short-rounds-constant", "between"),  # signs
    ("symfed-scaffold-short-rounds-constant", "far sum"),
    ("symfed-scaffold-short-rounds-constant", "one local step"),
    ("symfed-scaffold-short-rounds-constant", "kernels"),  # identities
    ("symfed-scaffold-regimes", "statement"),
    ("aistats-thm5-decomposition", "one coordinate"),
    ("aistats-table1-heterogeneous-het", "statement"),  # in client means
    ("symfed-scaffold-factors", "H (r - 1) <= -1"),  # inductions
    ("symfed-scaffold-rate-reached", "q(mu) <= 1/(1 + gamma mu H)"),
    ("symfed-scaffold-factors", "q <= 1 - gamma a"),
    ("symfed-scaffold-factors", "H (1 - r(a)) <= H (1 - r(mu))"),
)
#: Refuted by a rational point, in letters; the last two by two clients.
REFUTED = (
    "hal-bs-def",
    "hal-table1-homogeneous",
    "aistats-eq61-by-prop4",
    "argo-quadratic-first-order",
    "hal-table1-heterogeneous-het",
)


@lru_cache(maxsize=1)
def claims() -> dict[str, Claim]:
    return discover()


def of(claim: str, lemma: str) -> tuple[Claim, Lemma]:
    return claims()[claim], claims()[claim].lemma(lemma)


def exported(claim: Claim, lemma: Lemma, statement: object) -> CoqTheorem:
    return theorem(f"{claim.id} {lemma.name}", statement, lemma.checks[0], lemma.under(claim.under))


@pytest.mark.parametrize(("claim", "lemma"), LEMMAS)
def test_a_lemma_is_accepted(claim: str, lemma: str, folder: Path) -> None:
    whole, part = of(claim, lemma)
    judgement = judge(write(folder, "lemma", [exported(whole, part, part.statement)]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


@pytest.mark.parametrize(("claim", "lemma"), LEMMAS)
def test_a_wrong_variant_is_refused(claim: str, lemma: str, folder: Path) -> None:
    whole, part = of(claim, lemma)
    judgement = judge(write(folder, "wrong", [exported(whole, part, next(iter(part.wrong.values())))]))
    assert not judgement.accepted
    assert "Error" in judgement.messages


@pytest.mark.parametrize("dropped", range(4))
def test_a_condition_that_is_used_cannot_be_dropped(dropped: int, folder: Path) -> None:
    whole, part = of("symfed-scaffold-short-rounds-constant", "near")
    under = part.under(whole.under).without((part.given.relations[0], *part.given.relations[3:6])[dropped])
    assert not judge(write(folder, "dropped", [theorem("near", part.statement, part.checks[0], under)])).accepted


@pytest.mark.parametrize("claim", REFUTED)
def test_a_witness_refutes_in_coq_too(claim: str, folder: Path) -> None:
    whole = claims()[claim]
    part, witness = whole.proof[0], {row["id"]: row for row in load()}[claim]["witness"]
    there = refutation(claim, part.statement, part.checks[0], part.under(whole.under), witness)
    judgement = judge(write(folder, "refuted", [there]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


def test_a_point_outside_or_a_true_statement_refutes_nothing(folder: Path) -> None:
    part = claims()["hal-table1-homogeneous"].proof[0]
    point = {"C": "1", "N": "1", "a": "1", "b": "1", "gamma": "1"}
    there = refutation("nothing", part.statement, part.checks[0], ANYWHERE, point | {"gamma": "-1"})
    assert not judge(write(folder, "nothing", [there])).accepted
    with pytest.raises(InvalidInput, match="is no point"):
        refutation("nothing", part.statement, part.checks[0], ANYWHERE, point | {"b": "0"})


def test_what_is_admitted_is_an_assumption(folder: Path) -> None:
    path = folder / "admitted.v"
    path.write_text(
        "Require Import Reals.\nAxiom sure : (0 = 1)%R.\nLemma so : (0 = 1)%R. Proof. exact sure. Qed.\nPrint Assumptions so.\n"
    )
    judgement = judge(path)
    assert judgement.accepted
    assert "sure" in judgement.assumes
