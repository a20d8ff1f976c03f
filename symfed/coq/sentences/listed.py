"""The proofs in steps that Coq read as sentences, as proofs_checks/kernel/sentences.json keeps them, a line each: accepted and refused."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import Any

from symfed.coq.folder import committed_folder, digest
from symfed.core.errors import SymfedError
from symfed.core.files import read_json, write_whole
from symfed.core.repeated import in_lines

#: theorem: a digest of it. fingerprint: of the claim. lent: what the theorem takes for granted besides the page and the claim's conditions.
Listed = dict[str, Any]
#: The types of the fields of the file. library: the hash that `library_now` had. refused: a reason for each claim.
_FORM = {"library": str, "accepted": dict, "refused": dict}
#: The fields of an accepted proof, in the order of its list in the file.
_COLUMNS = ("theorem", "fingerprint", "lent")


def list_path() -> Path:
    return committed_folder() / "sentences.json"


def library_now() -> str:
    """A hash of the files by hand that proofs are compiled with."""
    return digest(*(path.read_text(encoding="utf-8") for path in sorted(Path(__file__).parent.glob("*.v"))))


def _load() -> dict[str, Any]:
    """The fields of the file, empty where there is none. Raises SymfedError for a file that `save_list` cannot have written."""
    remedy = ": symfed coq --sentences --commit writes it"
    found = read_json(list_path(), remedy) if list_path().exists() else {field: kind() for field, kind in _FORM.items()}
    formed = isinstance(found, dict) and {field: type(held) for field, held in found.items()} == _FORM
    rows = found["accepted"].values() if formed else ()
    if (
        not formed
        or any(not isinstance(row, list) or [*map(type, row)] != [str, str, list] for row in rows)
        or {*map(type, found["refused"].values())} - {str}
    ):
        raise SymfedError(f"{list_path().name} must hold library, and an entry for each claim in accepted or refused{remedy}")
    return found


def listed() -> dict[str, Listed]:
    """The proofs that Coq accepted, by id. Raises SymfedError for a file of another form."""
    return {name: dict(zip(_COLUMNS, row, strict=True)) for name, row in _load()["accepted"].items()}


def refusals() -> dict[str, str]:
    """Why Coq refuses a proof that symfed's kernel accepts, or why it cannot be written, by id. Raises SymfedError as `listed` does."""
    return dict(_load()["refused"])


def stale() -> list[str]:
    """A line that the library has changed since Coq read the proofs; none where it is the same."""
    return [] if _load()["library"] == library_now() else ["the library is not the one that Coq read for sentences.json"]


def save_list(accepted: Mapping[str, Listed], refused: Mapping[str, str]) -> None:
    """Write the lists, sorted by id, with today's library; the file appears whole or not at all."""
    rows = {name: [entry[column] for column in _COLUMNS] for name, entry in sorted(accepted.items())}
    lists = {"accepted": rows, "refused": dict(sorted(refused.items()))}
    write_whole(list_path(), in_lines({"library": library_now(), **lists}))


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
