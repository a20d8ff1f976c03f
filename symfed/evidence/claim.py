"""The replay file of a claim: a part for each lemma that bears it, or the witness that refutes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symfed.core.check import Check
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.repeated import compact
from symfed.core.verdict import Tier
from symfed.evidence.lemmas import lemma_part
from symfed.evidence.proofs import proof_part
from symfed.evidence.refutations import refutation
from symfed.evidence.search import is_sought
from symfed.recheck import KINDS, REFUTING, THE_PROOF, MalformedPart, Part
from symfed.recheck.archive import digest


def written(claim: Claim, row: Mapping[str, Any], known: Mapping[str, Claim]) -> dict[str, Any]:
    """The file of a claim as data, of its committed row; every part in it was checked as it was written.

    `known` holds its premises by id. What cannot be said is left out, and the part says why.
    """
    parts = [found[0] for found in possible_parts(claim, row["witness"], known)]
    return {"id": claim.id, "fingerprint": row["fingerprint"], "refutes": refutes(claim), "parts": parts}


def refutes(claim: Claim) -> bool:
    """Return whether the evidence is against the statement as it is printed."""
    return claim.expect in REFUTING


def possible_parts(claim: Claim, witness: Mapping[str, Any] | None, known: Mapping[str, Claim]) -> list[list[Part]]:
    """For each part of a claim the parts that its checks can give, the most complete first."""
    bearing = [lemma for lemma in claim.proof if not lemma.crosscheck]
    if not refutes(claim):
        return [*(_proof_parts(lemma, claim) for lemma in bearing), *([[_steps_part(claim, known)]] if claim.follows else [])]
    parts = [_refutation_part(lemma, claim, witness) for lemma in bearing]
    # one refutation is enough, and what holds at the witness is no part of it
    return [[part] for part in parts if "kind" in part] or [[part] for part in parts]


def _refutation_part(lemma: Lemma, claim: Claim, witness: Mapping[str, Any] | None) -> Part:
    if not witness:
        return {"of": lemma.name, "why": "no witness is committed"}
    under: Domain = lemma.under(claim.under)
    reasons = []
    for check in lemma.checks:
        try:
            return _checked_part({"of": lemma.name, **refutation(lemma.statement, check, under, witness)})
        except InvalidInput as refused:
            reasons.append(_refusal_reason(refused, check))
    return {"of": lemma.name, "why": reasons[0] if reasons else "nothing decides it"}


def _proof_parts(lemma: Lemma, claim: Claim) -> list[Part]:
    exact = [check for check in lemma.checks if check.strength is Tier.PROVED]
    if not exact:
        return [{"of": lemma.name, "why": "searched or simulated, which proves nothing"}]
    reasons, found = list[str](), list[Part]()
    for check in exact:
        try:
            found.append(_checked_part({"of": lemma.name, **lemma_part(lemma.statement, check, lemma.under(claim.under), claim.ranges)}))
        except InvalidInput as refused:
            reasons.append(_refusal_reason(refused, check))
    if not found:
        return [{"of": lemma.name, "why": reasons[0]}]
    return [_with_terms(part, found) for part in sorted(found, key=lambda part: "short" in part)]


def _with_terms(part: Part, others: Sequence[Part]) -> Part:
    """The part; a bound with the identity of its terms and the derived ones, where it is among the others."""
    terms = next((other for other in others if other["kind"] == "tensors"), None)
    if part["kind"] != "bound" or terms is None:
        return part
    return part | {"terms": {key: value for key, value in terms.items() if key not in ("of", "short")}}


def _steps_part(claim: Claim, known: Mapping[str, Claim]) -> Part:
    try:
        return _checked_part({"of": THE_PROOF, **proof_part(claim, known)})
    except InvalidInput as refused:
        return {"of": THE_PROOF, "why": refused.rule}


def _refusal_reason(refused: InvalidInput, check: Check) -> str:
    """Why something is left out, without what is particular to one claim."""
    return f"{check.method.split(' (')[0]} {refused.rule}"


def _checked_part(part: Part) -> Part:
    """The part, which must be accepted where its certificates are searched for. Raises InvalidInput with the reason where it is not."""
    if is_sought(part):
        return part
    try:
        wrong = KINDS[part["kind"]](part)
    except MalformedPart as error:
        wrong = str(error)
    if wrong:
        raise InvalidInput("part", part["of"], f"is not accepted: {wrong}")
    return part


def lines_in(held: Mapping[str, Any]) -> dict[str, str]:
    """The lines of the proofs in a file that was just written, by their digests."""
    return {digest(part["lines"]): part["lines"] for part in held["parts"] if part.get("kind") == "proof"}


def as_text(held: Mapping[str, Any]) -> str:
    """The file, the same on every machine: a part a line, where it has steps a step a line; the lines of a proof by their digest."""
    proofs = [part | {"lines": digest(part["lines"])} if part.get("kind") == "proof" else part for part in held["parts"]]
    lines = [f" {compact(key)}:{compact(value)}," for key, value in held.items() if key != "parts"]
    parts = ",\n".join(map(_in_lines, proofs))
    return "\n".join(["{", *lines, f' "parts":[\n{parts}]', "}"]) + "\n"


def _in_lines(part: Mapping[str, Any]) -> str:
    def entry(key: str, value: Any) -> str:
        if value and (key in ("steps", "known", "lets") or (key in ("left", "right") and isinstance(value, list))):
            return f"{compact(key)}:[\n" + ",\n".join(f"  {compact(one)}" for one in value) + "]"
        return f"{compact(key)}:{compact(value)}"

    return " {" + ",".join(entry(key, value) for key, value in part.items()) + "}"
