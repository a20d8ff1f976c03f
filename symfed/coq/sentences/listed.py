"""The claims whose proofs in steps Coq accepted, as proofs_checks/kernel/sentences.json keeps them, a line each."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from symfed.coq.folder import committed_folder
from symfed.core.files import read_entries, write_whole
from symfed.core.repeated import compact

#: theorem: a digest of it. fingerprint: of the claim. lent: what the theorem takes for granted besides the page and the claim's conditions.
Listed = dict[str, Any]


def list_path() -> Path:
    return committed_folder() / "sentences.json"


def listed() -> dict[str, Listed]:
    """The list by id; none where there is no file. Raises SymfedError for what is no list of entries."""
    return read_entries(list_path(), ": symfed coq --sentences --commit writes it", dict)


def save_list(found: Mapping[str, Listed]) -> None:
    """Write the list, sorted by id; the file appears whole or not at all."""
    lines = (f"{compact(name)}:{compact(entry)}" for name, entry in sorted(found.items()))
    write_whole(list_path(), "{\n" + ",\n".join(lines) + "\n}\n")


def spare(found: Mapping[str, Listed], taken: Mapping[str, Any], ids: Collection[str] = ()) -> list[str]:
    """Entries, of these claims or of all, that cannot have been read: symfed's kernel accepts no proof with these premises.

    >>> given = {"lent": ["l"], "open": []}
    >>> spare({"a": {"lent": []}, "b": {"lent": ["l"]}, "c": {"lent": []}}, {"b": given, "c": given})
    ['a', 'c']
    """
    names = [name for name in found if not ids or name in ids]
    given = {name: {*taken[name]["lent"], *taken[name]["open"]} for name in names if name in taken}
    return [name for name in names if name not in given or given[name] != {*found[name].get("lent", ())}]


def mark_of(row: Mapping[str, Any], found: Mapping[str, Listed], shown: Callable[[str], bool] = lambda name: False) -> str:
    """The share of a row that Coq accepted as sentences; "" where that was another statement. `shown` tells whether a premise is accepted.

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
