"""Which proofs in steps the kernel accepts: lines that are at hand are read, and where they are not this claim's, others are found."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symfed.core.claim import Claim
from symfed.kernel.forms import forget_forms
from symfed.kernel.terms import KernelRefusal
from symfed.prove.claim import Translation
from symfed.prove.named import NotSaid
from symfed.prove.reading import Acceptance, read


def accepted(claim: Claim, premises: Mapping[str, Claim], lines: Mapping[str, Any] | None = None) -> Acceptance:
    """The claim's proof in steps. Raises NotSaid with the first step that has no lines, or that the kernel refuses.

    lines: those of a proof that was found before, which spare the search; where they are not of this claim, it is searched for.
    """
    if not claim.follows:
        raise NotSaid("no proof in steps")
    if lines is not None:
        try:
            return read(claim, premises, lines)
        except NotSaid:  # they are of another claim, or of this one as it was
            return read(claim, premises, found(claim, premises))
    return read(claim, premises, found(claim, premises))


def found(claim: Claim, premises: Mapping[str, Claim]) -> Mapping[str, Any]:
    """The lines of a claim's proof, searched for. Raises NotSaid."""
    forget_forms()  # the order of unknowns decides which certificate is found
    translation = Translation(claim, premises)
    try:
        translation.run()
        return translation.proof.data(short=True)
    except (KernelRefusal, RecursionError) as wrong:
        raise NotSaid(f"{type(wrong).__name__}: {wrong}") from None
