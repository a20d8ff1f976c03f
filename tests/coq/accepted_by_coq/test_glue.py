"""Coq accepts proofs by named theorems, assumes no axiom for them, and refuses statements that say more than their steps."""

from __future__ import annotations

from pathlib import Path

import pytest

from symfed.coq import judge, write
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.glue.parts import Whole
from symfed.coq.glue.proof import glued
from symfed.ledger.discovery import discover

CLAIMS = discover()
#: One of each kind: sequences and induction, means, definitions and Jensen, what is introduced, the spectral theorem.
ROWS = ("symfed-telescoping", "aistats-eq60-jensen3", "symfed-scaffold-rests", "symfed-average-drift", "symfed-first-order-constant")


@pytest.mark.parametrize("row", ROWS)
def test_a_proof_is_accepted(row: str, folder: Path) -> None:
    judgement = judge(write(folder, row.replace("-", "_"), [glued(CLAIMS[row], CLAIMS)]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


#: A text in the theorem and what makes it false, or what leaves out what it rests on.
WRONG = {
    "half the terms": (
        "symfed-telescoping",
        "product_M h x - product_M_primed h x)%vec = swapped h x.",
        "product_M h x)%vec = swapped h x.",
    ),
    "a smaller constant": ("aistats-eq60-jensen3", "12 * norm", "11 * norm"),
    "another sign": ("symfed-scaffold-rests", "(- grad_c c theta_star)%vec) ->", "(grad_c c theta_star)%vec) ->"),
    "a quarter": (
        "symfed-first-order-constant",
        "norm (b_h) / 2 <= zeta1 * (L - mu) / (2 * mu)",
        "norm (b_h) / 2 <= zeta1 * (L - mu) / (3 * mu)",
    ),
    "no spectral theorem": ("symfed-first-order-constant", "spectral V ->", "True ->"),
    "not quadratic": ("symfed-scaffold-rests", "quadratic N hess_c ->", "True ->"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_variant_is_refused(wrong: str, folder: Path) -> None:
    row, old, new = WRONG[wrong]
    whole = glued(CLAIMS[row], CLAIMS)
    before, found, after = whole.text.partition(f"Theorem {whole.name} :")
    assert old in after
    altered = Whole(whole.name, before + found + after.replace(old, new, 1), whole.steps, whole.assumes)
    assert not judge(write(folder, f"wrong_{wrong.replace(' ', '_')}", [altered])).accepted
