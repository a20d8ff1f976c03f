"""Statements that are made false: where the true one is a theorem of Coq, the altered one is refused, or cannot be written at all."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from symfed.coq.accepted import THE_PROOF
from symfed.coq.claim import exported
from symfed.coq.theorem import CoqTheorem
from symfed.core.errors import InvalidInput
from tests.alterations.altered import Altered, claims, in_place
from tests.alterations.test_altered import ALTERED
from tests.coq.compiled import judge, write

#: So many of some hundred, by a seed: a file of Coq takes a second.
SAMPLE, SEED = 16, 20


def theorem_of(altered: Altered, false: bool) -> CoqTheorem | None:
    """The theorem of what is altered, as it is or made false; None where there is none, or only for a part of what is said."""
    claim = in_place(altered) if false else claims()[altered.claim]
    if altered.lemma and claim.lemmas:
        claim = replace(claim, lemmas=(claim.lemma(altered.lemma),), statement=None, follows=())  # no other is written
    known = {name: claims()[name] for name in claim.uses}
    parts = {part.of: part for part in exported(claim, known=known).parts}
    part = parts.get(altered.lemma or (THE_PROOF if claim.follows else "statement"))
    return part.theorems[0] if part and part.theorems and "alone" not in part.short else None


def felt() -> Iterator[tuple[Altered, CoqTheorem]]:
    """Alterations of what is a theorem, in the order of a seed, with the false theorem where it can be written.

    A remainder and a condition in words stand in no theorem: what they make false reads as the true one does.
    """
    for altered in random.Random(SEED).sample(ALTERED, len(ALTERED)):
        true = theorem_of(altered, false=False)
        if true is None:
            continue
        try:
            false = theorem_of(altered, false=True)
        except InvalidInput:
            continue
        if false is not None and str(false) != str(true):
            yield altered, false


def test_what_is_made_false_is_refused(folder: Path) -> None:
    tried = 0
    for altered, false in felt():
        verdict = judge(write(folder, f"altered_{tried}", [false]), 60)
        assert not verdict.accepted, str(altered)
        tried += 1
        if tried == SAMPLE:
            break
    assert tried == SAMPLE
