"""Proofs in steps that the kernel accepts: given lines are checked, and where they are not this claim's, others are searched for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symfed.core.claim import Claim
from symfed.kernel.forms import forget_forms
from symfed.kernel.terms import KernelRefusal
from symfed.prove.claim import Translation
from symfed.prove.named import NoProof
from symfed.prove.reading import Acceptance, read


def accepted(claim: Claim, premises: Mapping[str, Claim], lines: Mapping[str, Any] | None = None) -> Acceptance:
    """The claim's proof in steps. Raises NoProof with the first step that has no lines, or that the kernel rejects.

    lines: those of an earlier proof, which save the search; if they are not a proof of this claim, one is searched for.
    """
    if not claim.follows:
        raise NoProof("no proof in steps")
    if lines is not None:
        try:
            return read(claim, premises, lines)
        except NoProof:  # they prove another claim, or an earlier form of this one
            return read(claim, premises, find_lines(claim, premises))
    return read(claim, premises, find_lines(claim, premises))


def find_lines(claim: Claim, premises: Mapping[str, Claim]) -> Mapping[str, Any]:
    """Search for the lines of a claim's proof. Raises NoProof."""
    forget_forms()  # the order of unknowns decides which certificate is found
    translation = Translation(claim, premises)
    try:
        translation.run()
        return translation.proof.data(short=True)
    except (KernelRefusal, RecursionError) as wrong:
        raise NoProof(f"{type(wrong).__name__}: {wrong}") from None
