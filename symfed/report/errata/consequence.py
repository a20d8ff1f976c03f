"""What follows from a statement that falls: a reader's word, or what the graph of claims tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from symfed.core.erratum import Consequence
from symfed.core.verdict import HOLDING, Tier
from symfed.report.badges import BADGES
from symfed.report.search import place_keys

if TYPE_CHECKING:
    from symfed.ledger.row import Row

FALLEN = (Tier.REFUTED, Tier.IMPRECISE)
#: The short forms of places that are results, as `symfed.report.search` has them.
_RESULTS = ("thm", "prop", "lem", "cor")
#: A place with one of these words stands near a result, and is not the result.
_NEAR = ("proof", "remark", "after", "used")


def falls(row: Row) -> bool:
    """Whether a statement does not hold as printed."""
    return row.verdict in FALLEN


def is_step(row: Row) -> bool:
    """Whether a statement is a step or a display of a proof: its place names a proof, equations alone, or a mere appendix."""
    keys, place = place_keys(row.place), row.place.lower()
    if "proof" in place or (keys and all(key.startswith("eq") for key in keys)):
        return True
    return "appendix" in place and not any(key.startswith(_RESULTS) for key in keys)


def is_result(row: Row) -> bool:
    """Whether a statement is a result, or a condition or definition within one; a definition that stands by itself is none."""
    if is_step(row):
        return False
    return row.kind not in ("definition", "assumption", "algorithm") or any(key.startswith(_RESULTS) for key in place_keys(row.place))


@dataclass(frozen=True)
class Standing:
    """The consequence of a slip, a sentence for it where a reader wrote one, and what was looked at, with the word of its verdict."""

    consequence: Consequence
    says: str = ""
    stands: tuple[tuple[str, str], ...] = ()
    fallen: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Graph:
    """Rows, and which rest on which."""

    rows: Sequence[Row]

    @cached_property
    def users(self) -> dict[str, list[Row]]:
        found: dict[str, list[Row]] = defaultdict(list)
        for row in self.rows:
            for premise in row.uses:
                found[premise].append(row)
        return found

    def resting_on(self, claim_id: str) -> list[Row]:
        """The rows that rest on a claim, through any number of others, sorted by id."""
        found: dict[str, Row] = {}
        ahead = [claim_id]
        while ahead:
            for row in self.users.get(ahead.pop(), ()):
                if row.id not in found:
                    found[row.id] = row
                    ahead.append(row.id)
        return [found[name] for name in sorted(found)]

    def conclusions(self, row: Row) -> list[Row]:
        """The results in whose proof a step stands, as its place names them."""
        named = {key for key in place_keys(row.place) if key.startswith(_RESULTS)}
        return [
            other
            for other in self.rows
            if other.source == row.source
            and named & place_keys(other.place)
            and not is_step(other)
            and not any(word in other.place.lower() for word in _NEAR)
        ]

    def standing(self, row: Row) -> Standing:
        """What follows from the fall of a statement.

        A reader's word comes first. Without one, a result that falls is a result affected; a step, or a definition that is no part of a
        result, is a local slip if every result that its place names holds, or if rows of its document that hold rest on the repaired
        one; else nothing is settled.
        """
        result = is_result(row)
        looked_at = {} if result else {other.id: other for other in self.conclusions(row)}
        if row.corrected and not result:
            looked_at |= {other.id: other for other in self.resting_on(row.corrected) if other.source == row.source and other.id != row.id}
        stands = _places(other for other in looked_at.values() if other.verdict in HOLDING)
        fallen = _places(other for other in looked_at.values() if falls(other))
        if word := row.page.get("consequence"):
            return Standing(Consequence(word), row.page.get("effect", ""), stands, fallen)
        if result:
            return Standing(Consequence.RESULT)
        settled = bool(stands) and not fallen
        return Standing(Consequence.LOCAL_SLIP if settled else Consequence.NOT_SETTLED, "", stands, fallen)


def _places(rows: object) -> tuple[tuple[str, str], ...]:
    """Places with the words of their verdicts, results before steps, each place once."""
    found = sorted(rows, key=lambda row: (is_step(row), row.id))  # type: ignore[call-overload]
    return tuple(dict.fromkeys((row.place, BADGES[row.verdict].word) for row in found))
