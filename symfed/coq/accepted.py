"""What Coq accepted, as it is kept in proofs_checks/kernel/accepted.json and shown to readers.

An entry says of a claim which theorems were accepted, of which text, and what is left out. It holds for a row only while the claim is
the one that was exported (its fingerprint), and the file that was accepted stands there with the library that it rests on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from symfed.coq.coq import OF_THE_REALS, Judgement
from symfed.coq.folder import Texts, claims_of, committed_folder, hashes
from symfed.coq.sentences.listed import Listed, listed, mark_of
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.core.repeated import in_lines, read_spelt, shortened

if TYPE_CHECKING:
    from symfed.coq.claim import ClaimFile, Part

Entry = dict[str, Any]
Table = dict[str, Any]


def committed_path() -> Path:
    return committed_folder() / "accepted.json"


def entry(file: ClaimFile, of: str, fingerprint: str, judgement: Judgement | None) -> Entry:
    """What is kept of a claim. `of` is the hash of its file; `judgement` is None where there was nothing to judge.

    whole: every lemma that bears the claim is a theorem and so is the proof that puts them together, or one instance refutes it.
    parts: lemmas, and the proof, each with the kind of check, its theorems, and what they fall short of. assumed: axioms beyond those of
    the reals. A claim without a theorem has no file.
    """
    if file.restates:
        return {"fingerprint": fingerprint, "see": file.restates}
    full = [part for part in file.parts if part.theorems and not part.short]
    return {
        "file": file.path if file.theorems else "",
        "hash": of,
        "fingerprint": fingerprint,
        "refutes": file.refutes,
        "whole": bool(full) if file.refutes else bool(file.parts) and len(full) == len(file.parts),
        "parts": {part.of: _part(part) for part in file.parts},
        "assumed": sorted(judgement.assumes - OF_THE_REALS) if judgement else [],
    }


def _part(part: Part) -> dict[str, Any]:
    told = {
        "kind": part.kind,
        "theorems": [theorem.name for theorem in part.theorems],
        "short": part.short,
        "refused": dict(part.refused),
    }
    return {name: value for name, value in told.items() if value}


def theorems(held: Mapping[str, Any]) -> list[str]:
    """The theorems of an entry, in their order."""
    return [name for part in held.get("parts", {}).values() for name in part.get("theorems", ())]


def left(held: Mapping[str, Any]) -> dict[str, str]:
    """What an entry falls short of, by lemma."""
    return {of: part["short"] for of, part in held.get("parts", {}).items() if "short" in part}


def refused(held: Mapping[str, Any]) -> dict[str, str]:
    """The theorems of an entry that Coq did not accept, and its reasons."""
    return {name: why for part in held.get("parts", {}).values() for name, why in part.get("refused", {}).items()}


def texts(files: Iterable[ClaimFile], table: Mapping[str, Any]) -> dict[str, str]:
    """What is to be written, by path: claims that have theorems, and those that restate one which has, here or in the table."""
    files = list(files)
    proved = {claim for claim, held in table["claims"].items() if theorems(held)} - {file.id for file in files}
    proved |= {file.id for file in files if file.theorems}
    return {file.path: file.text for file in files if file.id in proved or file.restates in proved}


def again(entries: Mapping[str, Entry], judged: Mapping[str, Judgement], of: Mapping[str, str]) -> dict[str, Entry]:
    """Committed entries as Coq finds them now; `judged` and `of`, the hashes, are by file. `why` says what became of one."""

    def now(held: Entry) -> Entry:
        if not theorems(held):
            return held
        judgement = judged.get(held["file"])
        if judgement is None:
            return held | _NOTHING | {"why": f"{held['file']} is not there"}
        if not judgement.accepted:
            return held | _NOTHING | {"why": f"Coq does not accept it: {judgement.messages}"}
        if of[held["file"]] != held["hash"]:
            return held | _NOTHING | {"why": f"{held['file']}, or what it requires, is not what was accepted"}
        return held | {"assumed": sorted(judgement.assumes - OF_THE_REALS)}

    return {claim: now(held) for claim, held in entries.items()}


def statement(text: str, name: str) -> str:
    """A theorem of a file, without its proof; nothing where the file has none of this name.

    >>> statement("Theorem one :\\n  1 = 1.\\nProof.\\n  reflexivity.\\nQed.\\n", "one")
    'Theorem one :\\n  1 = 1.'
    """
    found = re.search(rf"^ *((?:Theorem|Lemma|Corollary|Example) {re.escape(name)}\b.*?\.)\s*^ *Proof", text, re.MULTILINE | re.DOTALL)
    return found[1] if found else ""


_SCRIPT = re.compile(r"(?<=\nProof\.\n).*?(?=\nQed\.\n)", re.DOTALL)
#: A sentence of a script that begins like a command, or an attribute of one.
_COMMAND = re.compile(r"(?:^|\.\s)[\s\d:\[\]{}*+-]*[A-Z#]")


def stated(text: str) -> str:
    """What a file says: all but scripts of tactics, which another version of a solver may find otherwise.

    A script with a command among its tactics stays: it could leave the theorem unproved, or give its name to something else.

    >>> stated("Theorem one :\\n  1 = 1.\\nProof.\\n  reflexivity.\\nQed.\\n")
    'Theorem one :\\n  1 = 1.\\nProof.\\n\\nQed.\\n'
    """
    return _SCRIPT.sub(lambda found: found[0] if "(*" in found[0] or _COMMAND.search(found[0]) else "", text)


def stale(files: Iterable[ClaimFile], table: Mapping[str, Any], committed: Texts) -> list[str]:
    """What claims say today and their committed files do not, a line each."""

    def same(file: ClaimFile) -> bool:
        names = [theorem.name for theorem in file.theorems]
        ours, theirs = expected.get(file.path), committed.get(file.path)
        if ours is None or theirs is None:
            return ours is theirs
        return stated(ours) == stated(theirs) and names == theorems(table["claims"].get(file.id, {}))

    today = [file.without(refused(table["claims"].get(file.id, {}))) for file in files]
    expected = texts(today, table)
    return [f"{file.id}: its theorems are not what is committed (symfed coq {file.id} --commit)" for file in today if not same(file)]


def forged(files: Iterable[ClaimFile], table: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]], whole: bool) -> list[str]:
    """Entries of the table that are not those of their claims and rows today, a line each; `whole`: of all claims, so that none is over.

    What Coq says of a file that is there, its hash and what it assumes, is not looked at here.
    """
    found, today = list[str](), {file.id: file for file in files}
    for name, file in today.items():
        held, row = table["claims"].get(name, {}), rows[name]
        anew = entry(file.without(refused(held)), "", row["fingerprint"], None)
        anew |= {key: held[key] for key in ("hash", "assumed") if anew.get("file") and key in held}
        if wrong := [key for key in dict.fromkeys((*anew, *held)) if key not in held or key not in anew or held[key] != anew[key]]:
            found.append(f"{name}: {', '.join(wrong)} in accepted.json is not what the claim says (symfed coq {name} --commit)")
        elif not _on_its_side(held, row):
            found.append(f"{name}: Coq's theorems {'refute' if held['refutes'] else 'prove'} what the ledger says to be {row['verdict']}")
    return found + [f"{name}: is in accepted.json, and no claim" for name in table["claims"] if whole and name not in today]


#: The verdicts against a statement as it is printed: those of `symfed.recheck`, which `symfed show` would import flint for.
REFUTING = frozenset({"REFUTED", "IMPRECISE", "CORRECTED"})


def _on_its_side(held: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    """Whether theorems that refute stand beside a verdict that does, and others beside one that does not."""
    return "see" in held or held["refutes"] == (row["verdict"] in REFUTING)


_NOTHING: Entry = {"parts": {}, "whole": False}


def lost(now: Mapping[str, Entry], before: Mapping[str, Entry]) -> list[str]:
    """What was accepted and is no more, a line each."""
    found = []
    for claim, old in before.items():
        new = now.get(claim, _NOTHING | {"why": "it is no longer among the claims"})
        if "why" in new or "see" in old:
            found += [f"{claim}: {new['why']}"] if "why" in new else []
            continue
        found += [f"{claim}: {theorem} is no longer accepted" for theorem in theorems(old) if theorem not in theorems(new)]
        found += [f"{claim} is no longer whole"] if old["whole"] and not new["whole"] else []
        found += [f"{claim} assumes {axiom}, too" for axiom in new["assumed"] if axiom not in old["assumed"]]
        found += [f"{claim} does not assume {axiom}" for axiom in old["assumed"] if axiom not in new["assumed"]]
    return found


def summary(entries: Iterable[Entry], coq: str) -> str:
    """How much was accepted, in a sentence."""
    own = [held for held in entries if "see" not in held]
    whole = [held for held in own if held["whole"]]
    refuted = sum(held["refutes"] for held in whole)
    number = sum(len(theorems(held)) for held in own)
    return f"Coq {coq} accepts {number} theorems: of {len(own)} claims {len(whole) - refuted} are whole, {refuted} refuted."


def load(path: Path | None = None) -> Table:
    """The committed table, empty where there is none. Raises SymfedError for one that `save` cannot have written."""
    where = path or committed_path()
    if not where.exists():
        return {"coq": "", "claims": {}}
    held = read_spelt(where, _REMEDY)
    claims = held.get("claims") if isinstance(held, dict) else None
    if isinstance(claims, dict) and all(isinstance(kept, dict) for kept in claims.values()):
        held["claims"] = {name: kept if "see" in kept else _ABSENT | kept for name, kept in claims.items()}
    if wrong := _complaint(held):
        raise SymfedError(f"{where.name}: {wrong}{_REMEDY}")
    table: Table = held
    return table


_REMEDY = ": symfed coq --commit writes it"
#: What an entry holds, by kind: of a claim, and of one that restates another.
_OWN = {"file": str, "hash": str, "fingerprint": str, "refutes": bool, "whole": bool, "parts": dict, "assumed": list}
_RESTATED = {"fingerprint": str, "see": str}


def _complaint(table: Any) -> str:
    """What is wrong with the form of a table, naming the entry; nothing where it is in order."""
    if not isinstance(table, dict) or set(table) != {"coq", "claims"} or not isinstance(table["claims"], dict):
        return 'must hold {"coq": ..., "claims": {...}} and nothing else'
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
    return write_whole(path or committed_path(), in_lines({"coq": coq, "texts": texts, "claims": short}))


#: What is meant where a line has no such field.
_ABSENT: Entry = {"file": "", "hash": "", "refutes": False, "whole": False, "assumed": []}


def _kept(held: Entry) -> Entry:
    return {name: value for name, value in held.items() if name not in _ABSENT or value != _ABSENT[name]}


@lru_cache(maxsize=1)
def _standing() -> Mapping[str, str]:
    """The hashes of the files that stand there."""
    return hashes(claims_of(committed_folder()))


def mark(row: Mapping[str, Any], table: Mapping[str, Any]) -> str:
    """What to say of a row: Coq's version and how much of the claim it accepted; nothing where that was another statement.

    A row that restates another one has that one's mark. A proof as sentences is whole if what it takes is: its own lemmas are theorems of
    the claim's file, and its premises are whole themselves.
    """
    held = table["claims"].get(row["id"])
    if held is None or held["fingerprint"] != row["fingerprint"]:
        return ""
    if "see" in held:
        other = table["claims"].get(held["see"])
        return mark({**row, "id": held["see"], "fingerprint": other["fingerprint"]}, table) if other else ""
    of_file = amount(held) if held["file"] and _on_its_side(held, row) and _standing().get(held["file"]) == held["hash"] else ""
    as_sentences = "" if of_file in ("whole", "refuted") else mark_of(row, _listed(), lambda name: _shown(name, held, row, table))
    said = as_sentences if as_sentences.startswith("whole") else ", ".join(filter(None, (of_file, as_sentences)))
    return f"Coq {table['coq']}: {said}" if said else ""


def _shown(name: str, held: Entry, row: Mapping[str, Any], table: Mapping[str, Any]) -> bool:
    """Whether a lemma of an entry, or another claim, has been accepted as it is taken."""
    if own := held["parts"].get(name):
        return "theorems" in own and "short" not in own
    other = name.split("/")[0]
    premise = table["claims"].get(other)
    return premise is not None and "whole" in mark({**row, "id": other, "fingerprint": premise["fingerprint"]}, table)


@lru_cache(maxsize=1)
def _listed() -> Mapping[str, Listed]:
    return listed()


def amount(held: Entry) -> str:
    """How much of a claim was accepted.

    >>> amount({"refutes": False, "whole": False, "parts": {"one": {"theorems": ["one"]}, "two": {"short": "searched"}}})
    '1 of 2 lemmas'
    """
    if held["refutes"]:
        return "refuted"
    if held["whole"]:
        return "whole"
    done = sum("theorems" in part and "short" not in part for part in held["parts"].values())
    return f"{done} of {len(held['parts'])} lemma{'s' * (len(held['parts']) > 1)}"
