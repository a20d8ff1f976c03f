"""Named theorems applied once, in Coq: to vectors and numbers that are written otherwise than they are said, and with wrong constants."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symfed.coq import judge, write
from symfed.coq.coq import OF_THE_REALS
from symfed.coq.glue.parts import Whole
from symfed.coq.glue.proof import glued
from symfed.core.claim import Claim
from symfed.core.domain import ANYWHERE
from symfed.core.symbols import gamma
from symfed.ledger.discovery import discover
from symfed.theorems import Apply
from symfed.theorems.norms import cauchy_schwarz, inner_adds, operator_norm
from symfed.theorems.randomness import polarisation, sum_with
from symfed.theorems.theorem import Theorem
from symfed.theorems.vocabulary import AnyVector, Norm, Vector, grad, hess

CLAIMS = discover()
u, v, w = (Vector(letter) for letter in ("one_vector", "another_vector", "third_vector"))
x, y = AnyVector("x"), AnyVector("y")


def once(name: str, theorem: Theorem, **arguments: Any) -> Claim:
    """A claim that is what a theorem concludes."""
    step = Apply(theorem, "the step", **arguments)
    statement = theorem.apply(**arguments)[1]
    return replace(CLAIMS["symfed-telescoping"], id=name, says=name, follows=(step,), statement=statement, under=ANYWHERE, uses=())


ONCE = (
    once("polarisation-of-gradients", polarisation, u=grad(x) - grad(y), v=hess(x) * (y - x), factor=gamma / 3),
    once("polarisation-of-letters", polarisation, u=u - 2 * w, v=2 * v - 2 * w, factor=gamma),
    once("means-of-products", cauchy_schwarz, x=2 * Norm(grad(x)), y=gamma * Norm(grad(y) - u)),
    once("the-second-of-two", inner_adds, u=u - w, v=grad(x) - u, w=2 * w),
    once("the-first-of-two", sum_with, u=u - w, v=grad(x) - u, w=2 * w),
    once("a-matrix-applied", operator_norm, matrix=hess(x) - hess(y), v=2 * x - 2 * y),
)


VALLEY = CLAIMS["symfed-scaffold-faster-up-to-best"]
#: A claim, a text in its theorem, and what makes it false.
WRONG = {
    "an inner product": (ONCE[1], "4 * norm", "3 * norm"),
    "means": (ONCE[2], "<= 4 *", "<= 3 *"),
    "a maximum": (VALLEY, "(INR H + INR h + 1)", "(INR H + INR h)"),
}


def test_what_is_written_otherwise_is_the_same(folder: Path) -> None:
    judgement = judge(write(folder, "once", [glued(claim, CLAIMS) for claim in (*ONCE, VALLEY)]))
    assert judgement.accepted, judgement.messages
    assert judgement.assumes <= OF_THE_REALS


@pytest.mark.parametrize("wrong", WRONG)
def test_another_constant_is_refused(wrong: str, folder: Path) -> None:
    claim, old, new = WRONG[wrong]
    whole = glued(claim, CLAIMS)
    before, found, after = whole.text.rpartition(f"Theorem {whole.name} :")
    flat = " ".join(after.split())
    assert old in flat
    altered = Whole(whole.name, before + found + " " + flat.replace(old, new, 1), whole.steps, whole.assumes)
    assert not judge(write(folder, f"wrong_{whole.name}", [altered])).accepted
