"""The replay file of a claim: a part for each lemma that bears it, or the witness that refutes it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.verdict import Tier
from symfed.kernel.replay.refutations import refutation
from symfed.recheck import KINDS, Malformed, Part

_REFUTED = (Tier.REFUTED, Tier.IMPRECISE, Tier.CORRECTED)


def written(claim: Claim, row: Mapping[str, Any], known: Mapping[str, Claim]) -> dict[str, Any]:
    """The file of a claim as data, of its committed row; every part in it was checked as it was written.

    `known` holds its premises by id. What cannot be said is left out, and the part says why.
    """
    refutes = claim.expect in _REFUTED
    bearing = [lemma for lemma in claim.proof if not lemma.crosscheck]
    parts = [_refuted(lemma, claim, row["witness"]) for lemma in bearing] if refutes else []
    if refutes:  # one refutation is enough, and what holds at the witness is no part of it
        parts = [part for part in parts if "kind" in part] or parts
    return {"id": claim.id, "fingerprint": row["fingerprint"], "says": claim.says, "refutes": refutes, "parts": parts}


def _refuted(lemma: Lemma, claim: Claim, witness: Mapping[str, Any] | None) -> Part:
    if not witness:
        return {"of": lemma.name, "why": "no witness is committed"}
    under: Domain = lemma.under(claim.under)
    reasons = []
    for check in lemma.checks:
        try:
            return _sound({"of": lemma.name, **refutation(lemma.statement, check, under, witness)})
        except InvalidInput as refused:
            reasons.append(f"{refused.rule}")
    return {"of": lemma.name, "why": reasons[0] if reasons else "nothing decides it"}


def _sound(part: Part) -> Part:
    """The part, which must be accepted. Raises InvalidInput with the reason where it is not: it is then left out."""
    try:
        wrong = KINDS[part["kind"]](part)
    except Malformed as error:
        wrong = str(error)
    if wrong:
        raise InvalidInput("part", part["of"], f"is not accepted: {wrong}")
    return part


def as_text(held: Mapping[str, Any]) -> str:
    """The file, the same on every machine."""
    return json.dumps(held, indent=1, ensure_ascii=False) + "\n"
