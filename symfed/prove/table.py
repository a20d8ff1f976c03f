"""The table of proofs that the kernel accepts, as it is committed: for each claim what it proves, and what it takes for granted."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
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
from symfed.prove.named import NotSaid
from symfed.prove.reading import Acceptance

#: Of a claim that is accepted what `entry` says; of another one where its proof "stops", and the fingerprint that it had then.
Entry = dict[str, Any]
_LONGEST = 160  # characters of a reason


def path() -> Path:
    return Path(str(files("proofs_checks").joinpath("proofs.json")))


def load() -> dict[str, Entry]:
    """The committed entries; none where there is no file. Raises SymfedError for what is no table of entries."""
    remedy = ": symfed proofs --commit writes it"
    held = read_with_texts(path(), remedy) if path().exists() else {"claims": {}}
    entries = held.get("claims") if isinstance(held, dict) else None
    if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
        raise SymfedError(f"{path().name} must hold an entry for each claim{remedy}")
    return entries


def save(entries: Mapping[str, Entry]) -> None:
    """Write entries; the file appears whole or not at all."""
    write_whole(path(), as_text(entries))


def as_text(entries: Mapping[str, Entry]) -> str:
    """The file of these entries, sorted by id, a line each."""
    texts, claims = shortened(dict(sorted(entries.items())))
    return in_lines({"texts": texts, "claims": claims})


def entry(found: Acceptance) -> Entry:
    """What is kept of a proof: what it takes for granted, the names of the page's sentences that it rests on, and a digest.

    The digest is of its statement, its open hypotheses, and these sentences as the page says them: one that is made stronger is noticed.
    """
    said = "\n".join((found.statement, *found.under, *(f"{name}: {SENTENCES[name][0]}" for name in found.sentences))).encode()
    return {
        "says": hashlib.sha256(said).hexdigest()[:16],
        "lent": list(found.lent),
        "open": list(found.open),
        "sentences": list(found.sentences),
    }


def alike(one: Entry | None, other: Entry | None) -> bool:
    """Whether two entries say the same; of proofs that stop, that they do."""
    if one is None or other is None or "stops" in one or "stops" in other:
        return (one is None or "stops" in one) == (other is None or "stops" in other)
    return one == other


def stops(kept: Any, fingerprint: str) -> str:
    """Where the proof of a claim with this fingerprint is known to stop; nothing where that is not known."""
    return kept.get("stops", "") if isinstance(kept, dict) and kept.get("of") == fingerprint else ""


def taken(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries of claims that are accepted."""
    return {name: entry for name, entry in entries.items() if "stops" not in entry}


def judged(claim: Claim, known: Mapping[str, Claim], kept: Entry | None, fingerprint: str, anew: bool = False) -> Entry:
    """The entry of a claim. kept: its entry before, whose refusal of the same claim stands. anew: its lines are searched for."""
    if stops(kept, fingerprint) and kept is not None:
        return kept
    try:
        return entry(accepted(claim, {name: known[name] for name in claim.uses}, None if anew else lines_of(claim.id)))
    except NotSaid as why:
        return {"stops": str(why)[:_LONGEST] or "unsaid", "of": fingerprint}
