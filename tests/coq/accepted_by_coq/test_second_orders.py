"""Coq accepts FedLSA's second orders from the rule's own steps, and refuses wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.coq.coq import OF_THE_REALS
from symfed.coq.tensors.second_orders import second_terms
from symfed.ledger.discovery import discover
from tests.coq.compiled import judge, write

#: For a file, half a minute on a processor of its own.
SECONDS = 500.0


def test_they_are_accepted(folder: Path) -> None:
    claims = discover()
    lemmas = [*claims["symfed-fedlsa-second-order"].proof[:2], *claims["symfed-fedlsa-extrapolated-bias"].proof]
    told = [second_terms(f"{k} {lemma.name}", lemma.statement, "", lemma.checks[0].gap) for k, lemma in enumerate(lemmas)]
    judgement = judge(write(folder, "second_orders", told), SECONDS)
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


@pytest.mark.parametrize("wrong", ["square of the mean", "(H-1)²"])
def test_wrong_ones_are_refused(wrong: str, folder: Path) -> None:
    lemma = discover()["symfed-fedlsa-second-order"].proof[0]
    judgement = judge(write(folder, "wrong_second_order", [second_terms("wrong", lemma.wrong[wrong], "", lemma.checks[0].gap)]), SECONDS)
    assert not judgement.accepted
    assert "not a valid field equation" in judgement.messages
