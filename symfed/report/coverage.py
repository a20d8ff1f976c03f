"""The number of rows of each document by verdict: its statements and, separately, the displays and steps of its proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symfed.core.verdict import Tier
from symfed.report.errata.consequence import is_step
from symfed.report.rank import is_sound_assumption
from symfed.report.terminal import in_columns

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: The parts of a document: statements (False) and steps (True).
PARTS = {False: "statements", True: "steps"}


def coverage(rows: Sequence[Row]) -> list[dict[str, Any]]:
    """The parts that have rows, by source, followed by the sums over all sources: source, part, and numbers of rows.

    `verdicts`: those of each verdict that occurs; `corrected`: those refuted as printed whose corrected statement holds; `assumptions`:
    sound ones, which are among the proved, enclosed and supported, and count in no sum of what holds.
    """
    keys = sorted({row.source for row in rows})
    parts = [(key, step, [row for row in rows if row.source == key and is_step(row) is step]) for key in keys for step in PARTS]
    sums = [("all", step, [row for row in rows if is_step(row) is step]) for step in PARTS]
    return [_counted(source, PARTS[step], found) for source, step, found in [*parts, *sums] if found]


def _counted(source: str, part: str, rows: Sequence[Row]) -> dict[str, Any]:
    verdicts = Counter(row.verdict for row in rows)
    return {
        "source": source,
        "part": part,
        "rows": len(rows),
        "verdicts": {str(tier): verdicts[tier] for tier in Tier if verdicts[tier]},
        "corrected": sum(row.verdict is Tier.REFUTED and row.tier is Tier.CORRECTED for row in rows),
        "assumptions": sum(map(is_sound_assumption, rows)),
    }


def table(parts: Sequence[Mapping[str, Any]]) -> str:
    """A text table with a column for each verdict that some row has.

    >>> verdicts = {"PROVED": 2, "REFUTED": 1}
    >>> print(table([{"source": "x", "part": "steps", "rows": 3, "verdicts": verdicts, "corrected": 1, "assumptions": 0}]))
    source  part   rows  PROVED  REFUTED  corrected  assumptions
    x       steps     3       2        1          1            0
    """
    found = [tier for tier in Tier if any(tier in part["verdicts"] for part in parts)]
    flat = [{**part, **part["verdicts"]} for part in parts]
    heads = ["source", "part", "rows", *map(str, found), "corrected", "assumptions"]
    return in_columns([heads, *([str(part.get(head, 0)) for head in heads] for part in flat)], numbers=2)
