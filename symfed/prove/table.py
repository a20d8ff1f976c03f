"""The committed table of proofs that the kernel accepts: for each claim what its proof proves, and what it assumes."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from symfed.core.claim import Claim
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.core.repeated import in_lines, read_with_texts, shortened
from symfed.kernel.page import SENTENCES
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.prove.reading import Acceptance

#: For an accepted claim the result of `entry`; for another one where its proof "stops", and the fingerprint that it had then.
Entry = dict[str, Any]
_LONGEST = 160  # characters of a reason


def path() -> Path:
    return Path(str(files("proofs_checks").joinpath("proofs.json")))


def load() -> dict[str, Entry]:
    """The committed entries; none where there is no file. Raises SymfedError for a file that is no table of entries."""
    remedy = ": symfed proofs --commit writes it"
    held = read_with_texts(path(), remedy) if path().exists() else {"claims": {}}
    entries = held.get("claims") if isinstance(held, dict) else None
    if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
        raise SymfedError(f"{path().name} must hold an entry for each claim{remedy}")
    try:
        listed = dict(enumerate(held.get("sentences", [])))
        return {name: _with_sentences(entry, listed.__getitem__) for name, entry in entries.items()}
    except (KeyError, TypeError) as error:
        raise SymfedError(f"{path().name} names a sentence that it does not list: {error}{remedy}") from None


def save(entries: Mapping[str, Entry]) -> None:
    """Write entries; the file is replaced atomically."""
    write_whole(path(), as_text(entries))


def as_text(entries: Mapping[str, Entry]) -> str:
    """The file of these entries, sorted by id, a line each; sentences have numbers there, since most proofs rest on dozens of the same."""
    names = sorted({name for entry in entries.values() for name in entry.get("sentences", ())})
    texts, claims = shortened({name: _with_sentences(entry, names.index) for name, entry in sorted(entries.items())})
    return in_lines({"texts": texts, "sentences": names, "claims": claims})


def _with_sentences(entry: Entry, told: Callable[[Any], Any]) -> Entry:
    return {name: list(map(told, value)) if name == "sentences" else value for name, value in entry.items()}


def entry(found: Acceptance) -> Entry:
    """The table entry of a proof: what it assumes, the names of the page's sentences that it rests on, and a digest.

    The digest is of its statement, its open hypotheses, and these sentences as on the page: a sentence made stronger changes it.
    """
    said = "\n".join((found.statement, *found.under, *(f"{name}: {SENTENCES[name][0]}" for name in found.sentences))).encode()
    return {
        "says": hashlib.sha256(said).hexdigest()[:16],
        "lent": list(found.lent),
        "open": list(found.open),
        "sentences": list(found.sentences),
    }


def alike(one: Entry | None, other: Entry | None) -> bool:
    """Return whether two entries agree; entries of proofs that stop all do."""
    if one is None or other is None or "stops" in one or "stops" in other:
        return (one is None or "stops" in one) == (other is None or "stops" in other)
    return one == other


def stops(kept: Any, fingerprint: str) -> str:
    """Where the proof of a claim with this fingerprint is known to stop; empty where it is not known to."""
    return kept.get("stops", "") if isinstance(kept, dict) and kept.get("of") == fingerprint else ""


def taken(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries of claims that are accepted."""
    return {name: entry for name, entry in entries.items() if "stops" not in entry}


def judged(claim: Claim, known: Mapping[str, Claim], kept: Entry | None, fingerprint: str, anew: bool = False) -> Entry:
    """The entry of a claim. kept: its earlier entry, reused if the same claim stopped. anew: search for its lines."""
    if stops(kept, fingerprint) and kept is not None:
        return kept
    try:
        return entry(accepted(claim, {name: known[name] for name in claim.uses}, None if anew else lines_of(claim.id)))
    except NoProof as why:
        return {"stops": str(why)[:_LONGEST] or "unsaid", "of": fingerprint}
