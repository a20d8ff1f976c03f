"""Statements of the preprint of 10 January 2025: what it prints as the published version does, what differs, and what is its own.

A row's first line says which claim it repeats, its id, where it stands and under which conditions; what differs follows. The files
are in the order of the document: `main_text`, with a file for what has functions of its own, and `proofs` for the appendices.
"""

from dataclasses import replace
from typing import Any

import sympy as sp

from proofs_checks.hal.causes import CAUSES
from symfed.claims import Claim, Class, Domain, Printed, Source, Tier, again

SOURCE = Source(
    "hal",
    "Refined Analysis of Federated Averaging's Bias and Federated Richardson-Romberg Extrapolation",
    "Paul Mangold, Alain Durmus, Aymeric Dieuleveut, Sergey Samsonov, Eric Moulines",
    "HAL preprint, version 1 of 10 January 2025",
    2025,
    became="aistats",
    causes=CAUSES,
)


def under(place: str, *conditions: sp.Basic | Class) -> Domain:
    """Relations and classes that the preprint prints at a place."""
    classes = tuple(one for one in conditions if isinstance(one, Class))
    return Domain(tuple(one for one in conditions if not isinstance(one, Class)), classes, {str(one): place for one in conditions})


def printed_again(claim: Claim, claim_id: str, place: str, **differences: Any) -> Claim:
    """What the preprint prints at a place and claims as another claim does, and is judged with it."""
    return differing(again(claim, claim_id, Printed(SOURCE.key, place, claim.printed.tex)), **differences)


def judged_again(claim: Claim, claim_id: str, place: str, conditions: Domain | None = None, **differences: Any) -> Claim:
    """What the preprint prints at a place as another claim, under its own conditions, and is judged by itself."""
    printed = Printed(SOURCE.key, place, claim.printed.tex)
    here = replace(claim, id=claim_id, printed=printed, under=claim.under if conditions is None else conditions, differs={})
    return differing(here, **differences)


def differing(claim: Claim, tex: str = "", extraction: str = "", **fields: Any) -> Claim:
    """A claim of the preprint with another text, or other fields than the one that it repeats."""
    return replace(claim, printed=replace(claim.printed, tex=tex or claim.printed.tex, extraction=extraction), **fields)


def misprinted(claim: Claim, **differences: Any) -> Claim:
    """A slip of the preprint: false, tried by checks of the claim that it repeats, without its proof, variants and premises.

    `differs` names the claim that has it right, or `corrected` does.
    """
    bare: dict[str, Any] = {"wrong": {}, "lemmas": (), "follows": (), "uses": (), "see": (), "missing": "", "expect": Tier.REFUTED}
    right = {"corrected": next(iter(differences.get("differs", ())), "")}
    return differing(claim, **(bare | right | differences))
