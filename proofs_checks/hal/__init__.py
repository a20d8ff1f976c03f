"""Statements of the preprint of 10 January 2025, main text, and its appendix on extrapolation."""

from dataclasses import replace
from typing import Any

import sympy as sp

from proofs_checks.hal.causes import CAUSES
from symfed.core.claim import Claim
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed, Source

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


def at(place: str, claim: Claim) -> Printed:
    """Where the preprint prints what a claim says, letter for letter."""
    return Printed(SOURCE.key, place, claim.printed.tex)


def judged_again(claim: Claim, claim_id: str, place: str, conditions: Domain, **changed: Any) -> Claim:
    """What both versions print alike, under the conditions that the preprint prints."""
    return replace(claim, id=claim_id, printed=at(place, claim), under=conditions, **changed)
