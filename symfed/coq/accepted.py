"""The table of what Coq accepted, proofs_checks/kernel/accepted.json, written here and shown to readers.

Files of claims are built when Coq reads them, and are not committed. An entry has the hash of what a claim's file said when Coq accepted
it, its theorems, and what is left out. It holds for a row only while the claim is the one that was written out (its fingerprint) and the
library is the one that Coq read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symfed.coq.coq import OF_THE_REALS, Judgement
from symfed.coq.folder import committed_folder, digest, library
from symfed.coq.sentences.listed import Listed, listed, mark_of, stale
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.core.repeated import in_lines, read_with_texts, shortened

if TYPE_CHECKING:
    from symfed.coq.claim import ClaimFile

#: The name and the kind of a proof by named theorems, among lemmas.
THE_PROOF = "the proof"
Entry = dict[str, Any]
Table = dict[str, Any]


def committed_path() -> Path:
    return committed_folder() / "accepted.json"


def entry(file: ClaimFile, fingerprint: str, judgement: Judgement | None) -> Entry:
    """The entry of a claim. `judgement` is Coq's judgement of its file, None where it has no theorem.

    whole: every lemma that bears the claim is a theorem and so is the proof that puts them together, or one instance refutes it.
    parts: lemmas, and the proof, each with the kind of check, its theorems, and what they fall short of. assumed: axioms beyond those of
    the reals. hash: of what the file says.
    """
    if file.restates:
        return {"fingerprint": fingerprint, "see": file.restates}
    full = [part for part in file.parts if part.theorems and not part.short]
    parts = {
        part.of: {"kind": part.kind, "theorems": [each.name for each in part.theorems], "short": part.short, "refused": dict(part.refused)}
        for part in file.parts
    }
    return {
        "hash": digest(stated(file.text)) if file.theorems else "",
        "fingerprint": fingerprint,
        "refutes": file.refutes,
        "whole": bool(full) if file.refutes else bool(file.parts) and len(full) == len(file.parts),
        "parts": {of: {name: value for name, value in told.items() if value} for of, told in parts.items()},
        "assumed": sorted(judgement.assumes - OF_THE_REALS) if judgement else [],
    }


@lru_cache(maxsize=1)
def library_now() -> str:
    """A hash of the library, all files by hand together."""
    return digest(*library().values())


def theorems(held: Mapping[str, Any]) -> list[str]:
    """The theorems of an entry, in their order."""
    return [name for part in held.get("parts", {}).values() for name in part.get("theorems", ())]


def left(held: Mapping[str, Any]) -> dict[str, str]:
    """The lemmas of an entry that are not accepted in full, with the reason for each."""
    return {of: part["short"] for of, part in held.get("parts", {}).items() if "short" in part}


def refused(held: Mapping[str, Any]) -> dict[str, str]:
    """The theorems of an entry that Coq did not accept, and its reasons."""
    return {name: why for part in held.get("parts", {}).values() for name, why in part.get("refused", {}).items()}


def stated(text: str) -> str:
    """The text of a file without its scripts of tactics, which another version of a solver may find otherwise.

    >>> stated("Theorem one :\\n  1 = 1.\\nProof.\\n  reflexivity.\\nQed.\\n")
    'Theorem one :\\n  1 = 1.\\nProof.\\n\\nQed.\\n'
    """
    return re.sub(r"(?<=\nProof\.\n).*?(?=\nQed\.\n)", "", text, flags=re.DOTALL)


def changes(
    now: Mapping[str, Entry], table: Mapping[str, Any], coq: str, rows: Mapping[str, Mapping[str, Any]], whole: bool = False
) -> list[str]:
    """A line for each entry that, made anew, differs from the table's, or contradicts the ledger's verdict.

    coq: the version that read them. whole: they are of all claims, so that the table may hold no other.
    """
    found = elsewhere(table, coq)
    for name, anew in now.items():
        if lines := list(_entry_differences(table["claims"].get(name, {}), anew)):
            found += [f"{name}: {line}" for line in lines]
        elif name in rows and not _agrees_with_row(anew, rows[name]):
            found.append(
                f"{name}: Coq's theorems {'refute' if anew['refutes'] else 'prove'} what the ledger says to be {rows[name]['verdict']}"
            )
    return found + [f"{name}: is in accepted.json, and no claim" for name in table["claims"] if whole and name not in now]


def elsewhere(table: Mapping[str, Any], coq: str) -> list[str]:
    """A line for each of Coq and library that is not the one the table was written with; an empty list where both are."""
    found = [] if table["coq"] == coq else [f"accepted.json is what Coq {table['coq']} said, and this is Coq {coq}"]
    return found + ([] if table["library"] == library_now() else ["the library is not the one that Coq read for accepted.json"])


def _entry_differences(held: Entry, anew: Entry) -> Iterator[str]:
    """The differences between an entry of the table and one made anew, each as a sentence."""
    if not held:
        yield "it is not in accepted.json"
        return
    reasons, there = refused(anew), theorems(anew)
    if gone := [name for name in theorems(held) if name not in there]:
        yield from (f"{name} is not accepted: {reasons.get(name, 'the claim has no such theorem')}" for name in gone)
        return
    more = [axiom for axiom in anew.get("assumed", ()) if axiom not in held.get("assumed", ())]
    yield from (f"it assumes {axiom}, too" for axiom in more)
    differ = [key for key in dict.fromkeys((*anew, *held)) if key not in held or key not in anew or held[key] != anew[key]]
    if "hash" in differ:
        yield "its file, made anew, is not the one that Coq accepted"
    if wrong := [key for key in differ if key != "hash" and not (key == "assumed" and more)]:
        yield f"{', '.join(wrong)} in accepted.json is not what the claim says"


#: The verdicts against a statement as it is printed: those of `symfed.recheck`, which `symfed show` would import flint for.
REFUTING = frozenset({"REFUTED", "IMPRECISE", "CORRECTED"})


def _agrees_with_row(held: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Return whether an entry and its row agree: theorems that refute go with a refuting verdict, others with one that holds."""
    return "see" in held or held["refutes"] == (row["verdict"] in REFUTING)


def summary(entries: Iterable[Entry], coq: str) -> str:
    """The number of theorems and claims that Coq accepted, as a sentence."""
    own = [held for held in entries if "see" not in held]
    whole = [held for held in own if held["whole"]]
    refuted = sum(held["refutes"] for held in whole)
    number = sum(len(theorems(held)) for held in own)
    return f"Coq {coq} accepts {number} theorems: of {len(own)} claims {len(whole) - refuted} are whole, {refuted} refuted."


def load(path: Path | None = None) -> Table:
    """The committed table, empty where there is none. Raises SymfedError for one that `save` cannot have written."""
    where = path or committed_path()
    if not where.exists():
        return {"coq": "", "library": "", "claims": {}}
    held = read_with_texts(where, _REMEDY)
    claims = held.get("claims") if isinstance(held, dict) else None
    if isinstance(claims, dict) and all(isinstance(kept, dict) for kept in claims.values()):
        held["claims"] = {name: kept if "see" in kept else _ABSENT | kept for name, kept in claims.items()}
    if wrong := _form_error(held):
        raise SymfedError(f"{where.name}: {wrong}{_REMEDY}")
    table: Table = held
    return table


_REMEDY = ": symfed coq --commit writes it"
#: The fields of an entry and their types: of a claim, and of one that restates another.
_OWN = {"hash": str, "fingerprint": str, "refutes": bool, "whole": bool, "parts": dict, "assumed": list}
_RESTATED = {"fingerprint": str, "see": str}


def _form_error(table: Any) -> str:
    """The error in the form of a table, naming the entry; "" where the form is correct."""
    if not isinstance(table, dict) or set(table) != {"coq", "library", "claims"} or not isinstance(table["claims"], dict):
        return 'must hold {"coq": ..., "library": ..., "claims": {...}} and nothing else'
    for name, held in table["claims"].items():
        form = _RESTATED if isinstance(held, dict) and "see" in held else _OWN
        if not isinstance(held, dict) or held.keys() != form.keys() or any(type(held[key]) is not kind for key, kind in form.items()):
            return f"{name} is no entry of {', '.join(form)}"
        if not all(isinstance(part, dict) for part in held.get("parts", {}).values()):
            return f"{name} has a part that is none"
    return ""


def save(claims: Mapping[str, Entry], coq: str, path: Path | None = None) -> Path:
    """Write the table, a line a claim, without what is empty; the file appears whole or not at all."""
    texts, short = shortened({name: _kept(held) for name, held in sorted(claims.items())})
    return write_whole(path or committed_path(), in_lines({"coq": coq, "library": library_now(), "texts": texts, "claims": short}))


#: Defaults of fields that a line lacks.
_ABSENT: Entry = {"hash": "", "refutes": False, "whole": False, "assumed": []}


def _kept(held: Entry) -> Entry:
    form = _RESTATED if "see" in held else _OWN
    return {name: held[name] for name in form if name not in _ABSENT or held[name] != _ABSENT[name]}


def mark(row: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """The mark of a row: Coq's version and how much of the claim it accepted; "" where that was another statement.

    A row that restates another one has that one's mark. A proof as sentences is whole if what it takes is: its own lemmas are theorems of
    the claim's file, and its premises are whole themselves.
    """
    held = table["claims"].get(row["id"])
    if held is None or held["fingerprint"] != row["fingerprint"]:
        return ""
    if "see" in held:
        other = table["claims"].get(held["see"])
        return mark({**row, "id": held["see"], "fingerprint": other["fingerprint"]}, table) if other else ""
    of_file = accepted_share(held) if held["hash"] and _agrees_with_row(held, row) and table["library"] == library_now() else ""
    as_sentences = "" if of_file in ("whole", "refuted") else mark_of(row, _listed(), lambda name: _is_accepted(name, held, row, table))
    said = as_sentences if as_sentences.startswith("whole") else ", ".join(filter(None, (of_file, as_sentences)))
    return f"Coq {table['coq']}: {said}" if said else ""


def _is_accepted(name: str, held: Entry, row: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Return whether a lemma of an entry, or another claim, has been accepted in full."""
    if own := held["parts"].get(name):
        return "theorems" in own and "short" not in own
    other = name.split("/")[0]
    premise = table["claims"].get(other)
    return premise is not None and "whole" in mark({**row, "id": other, "fingerprint": premise["fingerprint"]}, table)


@lru_cache(maxsize=1)
def _listed() -> Mapping[str, Listed]:
    return {} if stale() else listed()


def accepted_share(held: Entry) -> str:
    """The share of a claim that was accepted, in words; "" where it is none. The proof that puts lemmas together is no lemma.

    >>> accepted_share({"refutes": False, "whole": False, "parts": {"one": {"theorems": ["one"]}, "two": {"short": "searched"}}})
    '1 of 2 lemmas'
    """
    if held["refutes"] or held["whole"]:
        return "refuted" if held["refutes"] else "whole"
    lemmas = [part for part in held["parts"].values() if part.get("kind") != THE_PROOF]
    done = sum("theorems" in part and "short" not in part for part in lemmas)
    return f"{done} of {len(lemmas)} lemma{'s' * (len(lemmas) > 1)}" if done else ""
