"""The table of proofs that the kernel accepts, as it is committed: for each claim what it proves, and what it takes for granted."""

from __future__ import annotations

import base64
import hashlib
import zlib
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

from symfed.core.claim import Claim
from symfed.core.errors import SymfedError
from symfed.core.files import write_whole
from symfed.core.repeated import in_lines, read_spelt, shortened
from symfed.prove.accepted import Acceptance, accepted
from symfed.prove.named import NotSaid

#: Of a claim that is accepted what `entry` says; of another one where its proof "stops", and the fingerprint that it had then.
Entry = dict[str, Any]
_NEXT = ";"
_LONGEST = 160  # characters of a reason


def path() -> Path:
    return Path(str(files("proofs_checks").joinpath("proofs.json")))


def load() -> dict[str, Entry]:
    """The committed entries; none where there is no file. Raises SymfedError for what is no table of entries."""
    remedy = ": symfed proofs --commit writes it"
    held = read_spelt(path(), remedy) if path().exists() else {"claims": {}}
    entries = held.get("claims") if isinstance(held, dict) else None
    if not isinstance(entries, dict) or not all(isinstance(entry, dict) for entry in entries.values()):
        raise SymfedError(f"{path().name} must hold an entry for each claim{remedy}")
    return {name: entry | {"found": _unpacked(entry["found"])} if "found" in entry else entry for name, entry in entries.items()}


def save(entries: Mapping[str, Entry]) -> None:
    """Write entries; the file appears whole or not at all."""
    write_whole(path(), as_text(entries))


def as_text(entries: Mapping[str, Entry]) -> str:
    """The file of these entries, sorted by id, a line each."""
    short = {name: entry | {"found": _packed(entry["found"])} if "found" in entry else entry for name, entry in sorted(entries.items())}
    texts, claims = shortened(short)
    return in_lines({"texts": texts, "claims": claims})


def _packed(found: str) -> str:
    """What searches found, which nobody reads, as a short text."""
    return base64.b85encode(zlib.compress(found.encode(), 9)).decode()


def _unpacked(text: str) -> str:
    return zlib.decompress(base64.b85decode(text)).decode()


def entry(found: Acceptance) -> Entry:
    """What is kept of a proof: a digest of its statement and its open hypotheses, what it takes for granted, and the page's sentences.

    Also what its searches found, as one text: the certificates of its arithmetic, which differ from one solver's version to another.
    """
    said = "\n".join((found.statement, *found.under)).encode()
    return {
        "says": hashlib.sha256(said).hexdigest()[:16],
        "lent": list(found.lent),
        "open": list(found.open),
        "sentences": list(found.sentences),
        "found": _NEXT.join(found.found),
    }


def recalled(kept: Any) -> tuple[str, ...] | None:
    """What the searches of an entry's proof found; None where it does not say."""
    text = kept.get("found") if isinstance(kept, dict) else None
    return tuple(text.split(_NEXT)) if isinstance(text, str) else None


def alike(one: Entry | None, other: Entry | None) -> bool:
    """Whether two entries say the same, whatever certificates were found."""
    if one is None or other is None or "stops" in one or "stops" in other:
        return (one is None or "stops" in one) == (other is None or "stops" in other)
    return one | {"found": ""} == other | {"found": ""}


def stops(kept: Any, fingerprint: str) -> str:
    """Where the proof of a claim with this fingerprint is known to stop; nothing where that is not known."""
    return kept.get("stops", "") if isinstance(kept, dict) and kept.get("of") == fingerprint else ""


def taken(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries of claims that are accepted."""
    return {name: entry for name, entry in entries.items() if "stops" not in entry}


def judged(claim: Claim, known: Mapping[str, Claim], kept: Entry | None, fingerprint: str) -> Entry:
    """The entry of a claim. kept: its entry before, whose certificates are tried first, and whose refusal of the same claim stands."""
    if stops(kept, fingerprint) and kept is not None:
        return kept
    try:
        found = accepted(claim, {name: known[name] for name in claim.uses}, recalled(kept))
        found.data()
    except NotSaid as why:
        return {"stops": str(why)[:_LONGEST] or "unsaid", "of": fingerprint}
    return entry(found)
