"""The required contents of the evidence of a claim: an entry per claim, kept beside the files and written from the claims themselves.

An entry is a digest of the tier that the evidence bears, on which side it is, and all that its parts say. A file is a claim's where the
ledger's row and the entry both say so: right parts alone could be those of another claim, or some of them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symfed.recheck.archive import digest

Part = dict[str, Any]
#: The errors of reading a file that is no evidence at all.
MALFORMED = (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError)
#: The name of the part that puts lemmas together.
THE_PROOF = "the proof"
#: The beginning of words of a row that are no step: an assumption that no condition states.
SUPPOSED = "supposed: "
#: The beginning of words for a condition of a premise that only a reader can see to follow.
UNREAD = "the condition of "
#: Verdicts and tiers of rows whose evidence is against the statement as it is printed.
REFUTING = frozenset({"REFUTED", "IMPRECISE", "CORRECTED"})
#: The keys of a file; no others are allowed.
KEYS = ("id", "fingerprint", "refutes", "parts")


def read(text: str) -> Any:
    """Parse JSON in which no name occurs twice in one object. Raises ValueError."""
    return json.loads(text, object_pairs_hook=_unique_keys)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands twice")
    return found


def entry(held: Mapping[str, Any], tier: str) -> str:
    """The entry of a file that bears a tier: a hash that changes with every statement of the file's parts.

    >>> entry({"refutes": False, "parts": [{"of": "one", "kind": "identity", "left": "0", "right": "0"}]}, "PROVED")
    '90504228538b110d'
    """
    said = [tier, held["refutes"], held["parts"]]
    return digest(json.dumps(said, ensure_ascii=False))


def needed(row: Mapping[str, Any]) -> list[str]:
    """The names of the parts that a proof of a row has: lemmas that bear it, in their order, and what puts them together."""
    bearing = [lemma["name"] for lemma in row["lemmas"] if not lemma.get("crosscheck")]
    steps_in_words = any(not words.startswith((SUPPOSED, UNREAD)) for words in row["words"])
    puts_together = (row["steps"] or steps_in_words) and THE_PROOF not in bearing
    return [*bearing, *[THE_PROOF] * puts_together]


def complaint(held: Mapping[str, Any], row: Mapping[str, Any], kept: str | None) -> str:
    """Return why a file is not the evidence of this row with all its parts; "" if it is. `kept` is the row's entry, None without one."""
    if wrong := _wrong_claim(held, row) or _wrong_side(held, row) or _wrong_names(held, row):
        return wrong
    if kept is None:
        return "has no entry that says what the claim's parts are"
    return "" if kept == entry(held, row["tier"]) else f"is not what its claim says and was shown to be {row['tier']}"


def _wrong_claim(held: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    if held["id"] != row["id"] or held["fingerprint"] != row["fingerprint"]:
        return "was written for another statement: write it anew"
    return "" if tuple(held) == KEYS and isinstance(held["refutes"], bool) else f"is malformed: a file has {', '.join(KEYS)}"


def _wrong_side(held: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return the error if a refutation goes with a verdict that holds, or the other way round; else ""."""
    verdict, tier = row["verdict"], row["tier"]
    if verdict != tier and (verdict, tier) != ("REFUTED", "CORRECTED"):
        return f"is of a row whose verdict {verdict} has the tier {tier}"
    if held["refutes"] != (tier in REFUTING):
        return f"{'refutes' if held['refutes'] else 'proves'} what the ledger says to be {tier}"
    return ""


def _wrong_names(held: Mapping[str, Any], row: Mapping[str, Any]) -> str:
    """Return the error in the names of the parts, or "". One refutation is enough; a proof has all."""
    found, names = [part["of"] for part in held["parts"]], needed(row)
    if stray := [name for name in found if name not in names]:
        return f"has a part {stray[0]}, which is no lemma of the claim"
    if held["refutes"]:
        return "" if found and found == [name for name in names if name in found] else "refutes nothing, or says a lemma twice"
    if missing := [name for name in names if name not in found]:
        return f"has no part for {missing[0]}"
    return "" if found == names else "has its lemmas in another order, or twice"
