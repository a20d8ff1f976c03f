"""The consequence of a false statement, by a reader's erratum or else by its place; and the weight of a place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from symfed.core.erratum import Consequence
from symfed.core.verdict import Tier
from symfed.report.rank import NUMBERED, OURS, names_step
from symfed.report.search import place_keys

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: A place that begins with one is the result itself, or a part of it.
RESULT_NAME = re.compile(r"(Theorem|Proposition|Corollary|Table|Lemma|Remark) \d+")
#: Theorems weigh most, then propositions, then lemmas, then all other results, then steps.
_WEIGHTS = {"Theorem": 0, "Proposition": 1, "Corollary": 1, "Table": 1, "Lemma": 2}


def is_false(row: Row) -> bool:
    """True if a statement does not hold as printed."""
    return row.verdict in (Tier.REFUTED, Tier.IMPRECISE)


def is_step(row: Row) -> bool:
    """True if a statement is a step or a display of a proof."""
    return names_step(row.place)


def is_result(row: Row) -> bool:
    """True if a statement is a result, or a condition or definition within one; not for a separate definition."""
    if is_step(row):
        return False
    return row.kind not in ("definition", "assumption", "algorithm") or any(key.startswith(NUMBERED) for key in place_keys(row.place))


def is_remark(row: Row) -> bool:
    """True if a statement is a remark on a result, or in a section outside of results."""
    return row.place.lower().startswith(("remark after", "section"))


def place_rank(row: Row) -> int:
    """The rank of a statement's place; the most important place has the smallest rank."""
    name = RESULT_NAME.match(row.place)
    return 4 if is_step(row) else _WEIGHTS.get(name[1], 3) if name else 3


def consequence(row: Row) -> Consequence:
    """The consequence of a false statement: a reader's erratum; without one RESULT for a result, else NOT_SETTLED."""
    word = row.page.get("consequence")
    return Consequence(word) if word else Consequence.RESULT if is_result(row) else Consequence.NOT_SETTLED


def reach(row: Row) -> str:
    """The extent of an error in a document, for its page: its consequence, "remark" for a remark, "" where no reader has settled it."""
    if not is_false(row) or row.source == OURS:
        return ""
    found = consequence(row)
    if found is Consequence.RESULT and is_remark(row):
        return "remark"
    return "" if found is Consequence.NOT_SETTLED else found.value
