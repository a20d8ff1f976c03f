"""The replay file of a claim: its parts are checked one after the other, and how much of the claim they cover.

A file says everything in text: the claim and the fingerprint of the statement that was written down, and a part for each lemma, with what
is to be checked or the reason why nothing is. A refutation is whole with one part, a proof with all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symfed.recheck.contents import MALFORMED, Part, complaint, read
from symfed.recheck.expressions import MalformedPart, NotDefined
from symfed.recheck.growth import growth, in_words, steps
from symfed.recheck.identities import identity, induction, words
from symfed.recheck.inequalities import inequality
from symfed.recheck.proofs import premises_taken, proof, says
from symfed.recheck.refutations import instance, point, units
from symfed.recheck.remainders import bound, remainder, resting
from symfed.recheck.tensors import tensors, unequal_tensors

_CHECKERS = (
    instance, point, units, inequality, identity, words, induction, tensors, unequal_tensors, growth, steps, remainder, bound, proof,
)  # fmt: skip
#: By kind, the checker of a part, a function of that name: it returns "" or the error.
KINDS: dict[str, Callable[[Part], str]] = {check.__name__.replace("_", " "): check for check in _CHECKERS}

#: The trusted parts beside this package, flint and Python: a sentence for each kind.
TRUSTED = {
    "instance": "that the two sides are what the statement says of such an instance",
    "point": "that the two sides are the statement and its truth, as transcribed and derived",
    "units": "the unit of each letter",
    "identity": "that the two sides are the statement and what was derived",
    "words": "that the two sides are what the transcription says of matrices",
    "tensors": "that the two sides are the statement and what was derived, functions of matrices in letters of their strands",
    "unequal tensors": "that the two sides are the statement and what was derived",
    "growth": "the instance, that parts of a step are the algebra of its words, the definition or inequality that a step names, and that "
    "the steps lead to the bound",
    "steps": "the instance, that parts of a step are the algebra of its words, and the definition or inequality that a step names",
    "induction": "the signs of letters, and what is known of powers and roots",
    "remainder": "the theorem that is named, with the conditions that it needs, and that terms are the statement's and the derived ones",
    "bound": "what the bound's letters are made of, which of them solve equations, and the transcription: its own file has the proof",
    "proof": "premises, the page of sentences, and that the statement and the conditions in the kernel's words are the claim's",
    "inequality": "the signs of letters (norms, means and expectations among them), and what is known of powers and roots",
}


@dataclass(frozen=True)
class Checked:
    """A part: its lemma, its kind ("" if left out), the error in it, the reason why it is left out, the claim whose theorem is used."""

    of: str
    kind: str
    wrong: str = ""
    left: str = ""
    by: str = ""


@dataclass(frozen=True)
class Replayed:
    """A claim: its parts, and the error in the file as a whole."""

    id: str
    parts: tuple[Checked, ...]
    refutes: bool = False
    wrong: str = ""

    @property
    def ok(self) -> bool:
        return not self.wrong and not any(part.wrong for part in self.parts)

    @property
    def extent(self) -> str:
        """FAILED, whole, in part, or not at all."""
        done = [bool(part.kind) and not part.left for part in self.parts]
        if not self.ok:
            return "FAILED"
        whole = any(done) if self.refutes else bool(done) and all(done)
        return "whole" if whole else "in part" if any(part.kind for part in self.parts) else "not"

    @property
    def detail(self) -> str:
        """The parts that were checked, counted by kind, and the parts that were not, with the reason; or the errors."""
        if self.wrong:
            return self.wrong
        if bad := [f"{part.of}: {part.wrong}" for part in self.parts if part.wrong]:
            return "; ".join(bad)
        kinds = [part.kind for part in self.parts if part.kind]
        told = [f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds)]
        told += [f"by {name}" for name in dict.fromkeys(part.by for part in self.parts) if name]
        if self.extent != "whole":
            told += [f"not {part.of}: {part.left}" for part in self.parts if part.left]
        return "; ".join(told)


#: The proof in another claim's file, by id; None if it is not replayed whole, or has no proof by steps.
ProofOf = Callable[[str], Part | None]


def replayed(text: str, row: Mapping[str, Any], kept: str | None, proof_of: ProofOf | None = None) -> Replayed:
    """Check a replay file from scratch: it must belong to the ledger's row with all its parts, as its entry says, and each must be right.

    `proof_of` another claim is what its own file proves (`proof_in`): a bound that it does not hold is replayed in part.
    """
    try:
        held = read(text)
        wrong = complaint(held, row, kept)
    except MALFORMED as error:
        wrong = _malformed_message(error)
    return Replayed(row["id"], (), wrong=wrong) if wrong else parts_checked(held, proof_of)


def parts_checked(held: Mapping[str, Any], proof_of: ProofOf | None = None) -> Replayed:
    """Check the parts of a file by themselves: right parts may still be those of another claim, or not all of this one (`replayed`)."""
    try:
        lemmas = {part["of"]: part for part in held["parts"]}
        parts = tuple(_checked_part(part, lemmas, proof_of) for part in held["parts"])
        return Replayed(held["id"], parts, held["refutes"])
    except MALFORMED as error:
        return Replayed(str(held["id"]), (), wrong=_malformed_message(error))


def _malformed_message(error: Exception) -> str:
    return f"is malformed: {type(error).__name__}: {error}"


def proof_in(text: str, row: Mapping[str, Any], kept: str | None) -> Part | None:
    """The proof in a replay file; None where the claim is not replayed whole, or has no proof by steps."""
    if replayed(text, row, kept).extent != "whole":
        return None
    return next((part for part in read(text)["parts"] if part.get("kind") == "proof"), None)


def _checked_part(part: Mapping[str, Any], lemmas: Mapping[str, Part], proof_of: ProofOf | None) -> Checked:
    of = str(part["of"])
    if "why" in part:
        return Checked(of, "", left=str(part["why"]))
    if part["kind"] not in KINDS:
        raise MalformedPart(f"{part['kind']!r:.40} is no kind of part")
    try:
        wrong = KINDS[part["kind"]](dict(part))
        short = premises_taken(part, lemmas) if part["kind"] == "proof" else str(part.get("short", ""))
        if part["kind"] == "bound" and proof_of is not None and not wrong:
            short = short or resting(part, proof_of(part["claim"]))
        short = in_words(part) if part["kind"] in ("growth", "steps") else short
        return Checked(of, part["kind"], wrong, short, str(part.get("claim") or part.get("theorem", "")))
    except NotDefined as error:
        return Checked(of, part["kind"], wrong=str(error))


def path_of(folder: Path, claim_id: str) -> Path:
    return folder / f"{claim_id}.json"


def statement(part: Part) -> list[str]:
    """The statement of a part, line by line, as it stands in its file."""
    if part["kind"] == "instance":
        lets = [f"{name} := {text}" for name, text in part["lets"]]
        given = ", ".join(f"{name} = {text}" for name, text in part["given"].items())
        laws = [f"{', '.join(law.get('mean', []))}: the stationary law of {law['name']}, H = {law['H']}" for law in part["laws"]]
        return [f"at {given}", *laws, *lets, *(f"false: {text}" for text in part["claimed"])]
    said = [f"{name}: {told}" for name, told in part.items() if name not in ("of", "kind")]
    return [*said, *says(part)] if part["kind"] == "proof" else said
