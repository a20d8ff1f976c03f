"""Coq accepts identities between products of matrices, refuses their wrong variants, and combines equations between vectors."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from symfed.checks.free_algebra import FreeIdentity
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.words import theorem
from symfed.core.claim import Claim, Lemma
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

#: A local step, in a space of vectors with matrices that act on them: what is known of its parts, and a combination of it.
SPACE = """From Symfed Require Import Words.
Theorem combined (L : Linear) (A : matrix L) (theta : nat -> vector L) (gradient centre : vector L) (gamma : R) (h : nat) :
  theta (S h) = v_add L (theta h) (v_opp L (v_scale L gamma gradient)) ->
  gradient = act L A (v_add L (theta h) (v_opp L centre)) ->
  v_add L (theta (S h)) (v_opp L centre) = act L (m_add L (m_one L) (m_opp L (m_scale L gamma A))) (v_add L (theta h) (v_opp L centre)).
Proof. intros step known. less_in L 1 step. less_in L (SIGN gamma) known. words. Qed.
Theorem in_front (L : Linear) (A B : matrix L) (x y z : vector L) :
  act L A (v_add L x y) = z -> act L (m_mul L B A) x = v_add L (act L B z) (v_opp L (act L (m_mul L B A) y)).
Proof. intros known. less_in L FACTOR known. words. Qed.
"""


def identities() -> Iterator[tuple[Claim, Lemma, FreeIdentity]]:
    """Every lemma that is one, of claims that say something of their own."""
    for claim in discover().values():
        for lemma in claim.proof if not claim.restates else ():
            yield from ((claim, lemma, check) for check in lemma.checks if isinstance(check, FreeIdentity))


def test_every_identity_is_accepted(folder: Path) -> None:
    told = [theorem(f"{claim.id} {lemma.name}", lemma.statement, check, lemma.under(claim.under)) for claim, lemma, check in identities()]
    judgement = judge(write(folder, "identities", told))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS
    assert len(told) > 20


def test_wrong_variants_are_refused(folder: Path) -> None:
    told = [
        theorem("wrong", statement, check, lemma.under(claim.under))
        for claim, lemma, check in identities()
        for statement in lemma.wrong.values()
    ]
    assert len(told) > 40
    for one in told[::8]:  # each is a run of Coq
        judgement = judge(write(folder, "variant", [one]))
        assert not judgement.accepted
        assert "Error" in judgement.messages


@pytest.mark.parametrize(
    ("sign", "factor", "accepted"), [("-", "B", True), ("1 *", "B", False), ("- 2 *", "B", False), ("-", "A", False), ("-", "1", False)]
)
def test_equations_are_combined(sign: str, factor: str, accepted: bool, folder: Path) -> None:
    path = write(folder, "combined", [])
    path.write_text(SPACE.replace("SIGN", sign).replace("FACTOR", factor))
    judgement = judge(path)
    assert judgement.accepted == accepted
    assert accepted or "a word is left over" in judgement.messages
