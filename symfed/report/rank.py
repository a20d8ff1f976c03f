"""Order statements by importance: results of the main text, then unnumbered statements, then remarks, then steps of proofs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symfed.core.verdict import HOLDING, Tier
from symfed.report.search import PLACES, SHORT, place_keys

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: Numbered results in order of importance; assumptions and definitions come after all results.
RESULTS = ("thm", "prop", "cor", "table", "lem")
_REMARK = re.compile(r"remark|\brem\b|after |before |comment|experiment|conclusion|example|figure|\bused\b|question|summary", re.IGNORECASE)
_LATER = re.compile(r"\bsteps? behind\b|\brestated\b", re.IGNORECASE)
#: The short forms of places that prove something, as in `symfed.report.search`.
NUMBERED = ("thm", "prop", "lem", "cor")
_STATED = ("definition", "algorithm")
_DEFINED = ("assumption", *_STATED)
UNNUMBERED = len(RESULTS)
#: The source of statements that are in no document.
OURS = "symfed"
#: The rank from which a statement is a step of a proof.
STEPS = 9


@dataclass(frozen=True)
class RankedPlace:
    """The place of a statement: its rank, and the numbered result that it is a part of, such as ("thm", 2)."""

    rank: int
    result: tuple[str, int] | None


def names_step(place: str) -> bool:
    """True if a place is a step or a display of a proof: it names a proof, only equations, or only an appendix.

    >>> names_step("Appendix B.4, proof of Theorem 3"), names_step("equation (53)")
    (True, True)
    >>> names_step("Lemma 4, and the last display of its proof"), names_step("slide 'Optimal Local Steps'")
    (False, False)
    """
    keys = place_keys(place)
    if re.search("(?<!of its )proof", place, re.IGNORECASE) or (keys and all(key.startswith("eq") for key in keys)):
        return True
    return "appendix" in place.lower() and not any(key.startswith(NUMBERED) for key in keys)


def place_of(kind: str, place: str) -> RankedPlace:
    """The rank of a statement, from its kind and its printed place.

    >>> place_of("expansion", "Theorem 2, third display"), place_of("identity", "proof of Proposition 5").rank
    (RankedPlace(rank=0, result=('thm', 2)), 9)
    >>> place_of("inequality", "Lemma 4, and the last display of its proof")
    RankedPlace(rank=4, result=('lem', 4))
    """
    found = [(SHORT.get(word, word), number) for word, number in PLACES.findall(place.lower())]
    begins = PLACES.match(place.lower()) is not None  # "what Theorem 4 leaves" is no part of it
    named = [(word, int(number)) for word, number in found if begins and word in RESULTS and number.isdigit()]
    if names_step(place) or _LATER.search(place):
        return RankedPlace(STEPS, None)
    if _REMARK.search(place) and not place.lower().startswith(("theorem", "table")):
        return RankedPlace(STEPS - 1, None)
    if named and "appendix" not in place.lower() and kind not in _STATED:  # what a result supposes is a part of it
        return RankedPlace(RESULTS.index(named[0][0]), named[0])
    return RankedPlace(UNNUMBERED + 2 * (kind in _DEFINED), None)


def _row_place(row: Row | Mapping[str, Any]) -> RankedPlace:
    if isinstance(row, Mapping):
        return place_of(row.get("kind", ""), row.get("page", {}).get("place", ""))
    return place_of(row.kind, row.place)


def by_rank(rows: Iterable[Any]) -> list[Any]:
    """Rows of the ledger sorted by document, with this project's own at the end, then by rank, number and id."""
    return sorted(rows, key=_sort_key)


def _sort_key(row: Any) -> tuple[Any, ...]:
    place = _row_place(row)
    name, source = (row["id"], row["source"]) if isinstance(row, Mapping) else (row.id, row.source)
    return (
        source == OURS,
        source,
        place.rank,
        place.result[1] if place.result else 0,
        [int(part) if part.isdigit() else 0 for part in re.split(r"(\d+)", name)],
        name,
    )


@dataclass(frozen=True)
class NumberedResult:
    """A numbered result of a document with all rows that state a part of it; `tier` is the weakest of theirs."""

    source: str
    name: str
    rows: tuple[Row, ...]
    tier: Tier

    @property
    def id(self) -> str:
        return f"{self.source} {self.name}"


_LONG = {"thm": "Theorem", "prop": "Proposition", "cor": "Corollary", "table": "Table", "lem": "Lemma"}
_WORST = (Tier.ERROR, Tier.REFUTED, Tier.CORRECTED, Tier.IMPRECISE, Tier.UNDECIDED, Tier.OPEN, Tier.SUPPORTED, Tier.ENCLOSED)


def results(rows: Sequence[Row]) -> list[NumberedResult]:
    """The numbered results of the documents, theorems before lemmas; rows that restate another one are included."""
    found: dict[tuple[str, int, int], list[Row]] = {}
    for row in rows:
        place = place_of(row.kind, row.place)
        if place.result is not None and row.source != OURS:
            found.setdefault((row.source, place.rank, place.result[1]), []).append(row)
    return [
        NumberedResult(
            source, f"{_LONG[RESULTS[rank]]} {number}", tuple(by_rank(several)), min((row.tier for row in several), key=_weakness)
        )
        for (source, rank, number), several in sorted(found.items())
    ]


def mentioned_result(place: str) -> str:
    """The one numbered result that a place names; "" if it names none, or several.

    >>> mentioned_result("the remainder of Theorem 1"), mentioned_result("Theorems 1 and Lemma 2"), mentioned_result("Section 3")
    ('Theorem 1', '', '')
    """
    found = {(SHORT.get(word, word), number) for word, number in PLACES.findall(place.lower())}
    named = [f"{_LONG[word]} {number}" for word, number in found if word in _LONG and number.isdigit()]
    return named[0] if len(named) == 1 else ""


def is_sound_assumption(row: Row) -> bool:
    """True for an assumption that stands: it states nothing, so that it counts in no sum of what holds."""
    return row.kind == "assumption" and row.verdict in HOLDING


def _weakness(tier: Tier) -> int:
    return _WORST.index(tier) if tier in _WORST else len(_WORST) + (tier is Tier.PROVED)
