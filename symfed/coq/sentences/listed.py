"""The claims whose proofs in steps Coq accepted, as proofs_checks/kernel/sentences.json keeps them, a line each."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from symfed.coq.folder import committed_folder
from symfed.core.files import write_whole
from symfed.core.repeated import compact

#: theorem: a digest of it. fingerprint: of the claim. lent: what the theorem takes for granted besides the page and the claim's conditions.
Listed = dict[str, Any]


def list_path() -> Path:
    return committed_folder() / "sentences.json"


def listed() -> dict[str, Listed]:
    """The list by id; none where there is no file."""
    found: dict[str, Listed] = json.loads(list_path().read_text(encoding="utf-8")) if list_path().exists() else {}
    return found


def save_list(found: Mapping[str, Listed]) -> None:
    """Write the list, sorted by id; the file appears whole or not at all."""
    lines = (f"{compact(name)}:{compact(entry)}" for name, entry in sorted(found.items()))
    write_whole(list_path(), "{\n" + ",\n".join(lines) + "\n}\n")


def mark_of(row: Mapping[str, Any], found: Mapping[str, Listed], shown: Callable[[str], bool] = lambda name: False) -> str:
    """How much of a row Coq accepted as sentences; nothing where that was another statement. `shown`: whether it has what a proof takes.

    >>> entry = {"theorem": "0", "fingerprint": "1", "lent": []}
    >>> mark_of({"id": "a", "fingerprint": "1"}, {"a": entry})
    'whole, from sentences of the page'
    >>> mark_of({"id": "a", "fingerprint": "1"}, {"a": entry | {"lent": ["lemma"]}})
    'the proof, given lemma'
    """
    entry = found.get(row["id"])
    if entry is None or entry["fingerprint"] != row["fingerprint"]:
        return ""
    missing = [name for name in entry["lent"] if not shown(name)]
    return f"the proof, given {', '.join(missing)}" if missing else "whole, from sentences of the page"
