"""Evidence as it is committed: a file per claim, and beside them an entry per claim. What reads it imports no SymPy."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import symfed
from symfed.core.files import in_one_stroke, read_entries, write_whole
from symfed.core.repeated import compact

Entries = dict[str, str]
#: Claims of which a process is asked at a time.
_AT_ONCE = 8
#: A claim's id, its committed witness, and its file.
_Asked = tuple[str, Any, str]


def committed_folder() -> Path:
    """The folder of the claims' replay files."""
    return Path(str(files("proofs_checks").joinpath("replay")))


def entries_path(folder: Path) -> Path:
    """The path of the entries for the files of a folder: beside it, since all of its own files are claims'."""
    return folder.with_name("evidence.json")


def lines_path(folder: Path) -> Path:
    """The path of the lines of all proofs in the files of a folder: beside it."""
    from symfed.recheck.archive import FILE

    return folder.with_name(FILE)


def load(folder: Path) -> Entries:
    """The committed entries, none where there is no file. Raises SymfedError for what is no table of entries."""
    return read_entries(entries_path(folder), ": symfed replay --commit writes it", str)


def save(entries: Mapping[str, str], folder: Path) -> Path:
    """Write entries, sorted by id, a line each; the file appears whole or not at all."""
    lines = (f"{compact(name)}:{compact(kept)}" for name, kept in sorted(entries.items()))
    return write_whole(entries_path(folder), "{\n" + ",\n".join(lines) + "\n}\n")


def save_lines(held: Mapping[str, str], found: Mapping[str, str], path: Path) -> Path:
    """Write the lines of all proofs in these files, by id, from those that were just found or were committed before, by their digests."""
    from symfed.recheck import archive, read

    known = {**archive.committed(), **found}
    named = [part["lines"] for _, text in sorted(held.items()) for part in read(text)["parts"] if part.get("kind") == "proof"]
    lines = {one: known[one] for one in named if one in known}
    if not path.exists() or lines != archive.load(path):  # another machine may press the same lines into other bytes
        with in_one_stroke(path) as draft:
            draft.write_bytes(archive.as_bytes(lines.values()))
    return path


def missing(row: Mapping[str, Any], kept: str | None) -> str:
    """The complaint about a row whose file is missing; "" if it needs none."""
    return f"has no file: symfed replay {row['id']} --commit writes it" if kept is not None or symfed.recheck.needed(row) else ""


def said(text: str, row: Mapping[str, Any], kept: str | None) -> str:
    """The reason why a file's text is not this row's; "" if it is."""
    try:
        held = symfed.recheck.read(text)
        return symfed.recheck.complaint(held, row, kept) or _without_lines(held)
    except symfed.recheck.MALFORMED as error:
        return f"is malformed: {type(error).__name__}: {error}"


def _without_lines(held: Mapping[str, Any]) -> str:
    """The reason why the lines of a file's proof are not at hand; "" if they are."""
    from symfed.recheck.archive import FILE, committed

    absent = any(part.get("kind") == "proof" and part["lines"] not in committed() for part in held["parts"])
    return f"has a proof whose lines are not in {FILE}" if absent else ""


def unlike(asked: Sequence[_Asked], jobs: int) -> dict[str, str]:
    """By id, the difference between a file's statement and its claim's; "" where they agree."""
    from symfed.workers import workers

    parts = [asked[start : start + _AT_ONCE] for start in range(0, len(asked), _AT_ONCE)]
    found: dict[str, str] = {}
    with workers(min(jobs, max(len(parts), 1))) as pool:
        for _, some in pool.answers(_unlike, parts):
            found |= some
    return found


def _unlike(asked: Sequence[_Asked]) -> dict[str, str]:
    from symfed.evidence import unlike as differs
    from symfed.ledger.discovery import claims_at_hand

    known = claims_at_hand()
    return {name: differs(symfed.recheck.read(text), known[name], witness, known) for name, witness, text in asked}
