"""Find claims by typed words: "Theorem 2", "thm2", "table 1"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from symfed.report.badges import status_label

#: Words for a numbered place, with the short form in ids.
SHORT = {
    "theorem": "thm", "proposition": "prop", "lemma": "lem", "corollary": "cor", "equation": "eq", "eqn": "eq", "remark": "rem",
    "assumption": "a", "section": "sec", "appendix": "app", "figure": "fig", "table": "table", "tab": "table", "definition": "def",
}  # fmt: skip
#: Also used by the page's script, so that it must mean the same in JavaScript.
PLACES = re.compile(rf"\b({'|'.join(sorted({*SHORT, *SHORT.values()}, key=lambda word: (-len(word), word)))})s?\.?[ -]*\(?(\w?\d+)\b\)?")


def place_keys(said: str) -> set[str]:
    """The numbered places that a text names, in short form.

    >>> sorted(place_keys("Theorem 2 and equation (3)")), place_keys("aistats-thm2-exact-bias"), place_keys("Lemma A")
    (['eq3', 'thm2'], {'thm2'}, set())
    """
    return {SHORT.get(word, word) + number for word, number in PLACES.findall(said.lower())}


def keys(claim_id: str, place: str) -> set[str]:
    """The search keys of a claim: the numbered places in its id and of its printed statement."""
    return place_keys(claim_id) | place_keys(place)


def find(rows: Iterable[Mapping[str, Any]], typed: str) -> list[Mapping[str, Any]]:
    """The rows at every numbered place typed that contain every other typed word, ignoring case; verdicts are words, too.

    >>> rows = [{"id": "x-thm2-bias", "page": {"place": "Theorem 2", "says": ""}}, {"id": "x-thm20", "page": {"place": "", "says": ""}}]
    >>> [row["id"] for row in find(rows, "Theorem 2")], [row["id"] for row in find(rows, "thm20")]
    (['x-thm2-bias'], ['x-thm20'])
    """
    places, words = place_keys(typed), PLACES.sub(" ", typed.lower()).split()

    def fits(row: Mapping[str, Any]) -> bool:
        page = row.get("page", {})
        status = status_label(row["verdict"], row["tier"]) if "tier" in row else ""
        text = f"{row['id']} {status} {page.get('place', '')} {page.get('says', '')}".lower()
        return places <= keys(row["id"], page.get("place", "")) and all(word in text for word in words)

    return [row for row in rows if fits(row)]
