"""The number of rows of each document by verdict: its statements and, separately, the displays and steps of its proofs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symfed.core.verdict import Tier
from symfed.report.errata.consequence import is_step
from symfed.report.rank import is_sound_assumption
from symfed.report.terminal import in_columns

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: The parts of a document: statements (False) and steps (True).
PARTS = {False: "statements", True: "steps"}


@dataclass(frozen=True)
class Covered:
    """The rows of one part of a document by verdict.

    `corrected`: those refuted as printed whose corrected statement holds; `assumptions`: those among the proved, enclosed and supported
    that are sound assumptions, which count in no sum of what holds.
    """

    source: str
    part: str
    verdicts: Counter[Tier]
    corrected: int
    assumptions: int

    def public(self) -> dict[str, Any]:
        """The counts as JSON data, without verdicts that no row has."""
        found = {str(tier): self.verdicts[tier] for tier in Tier if self.verdicts[tier]}
        return {"source": self.source, "part": self.part, "rows": self.verdicts.total(), "verdicts": found} | {
            "corrected": self.corrected,
            "assumptions": self.assumptions,
        }


def coverage(rows: Sequence[Row]) -> list[Covered]:
    """The parts that have rows, by source, followed by the sums over all sources."""
    parts = [(key, PARTS[step], [row for row in rows if row.source == key and is_step(row) is step]) for key, step in _parts(rows)]
    sums = [("all", name, [row for row in rows if is_step(row) is step]) for step, name in PARTS.items()]
    return [_covered_part(source, part, found) for source, part, found in [*parts, *sums] if found]


def _parts(rows: Sequence[Row]) -> list[tuple[str, bool]]:
    return [(key, step) for key in sorted({row.source for row in rows}) for step in PARTS]


def _covered_part(source: str, part: str, rows: Sequence[Row]) -> Covered:
    corrected = sum(row.verdict is Tier.REFUTED and row.tier is Tier.CORRECTED for row in rows)
    return Covered(source, part, Counter(row.verdict for row in rows), corrected, sum(map(is_sound_assumption, rows)))


def table(parts: Sequence[Covered]) -> str:
    """A text table with a column for each verdict that some row has.

    >>> print(table([Covered("x", "steps", Counter({Tier.PROVED: 2, Tier.REFUTED: 1}), 1, 0)]))
    source  part   rows  PROVED  REFUTED  corrected  assumptions
    x       steps     3       2        1          1            0
    """
    found = [tier for tier in Tier if any(part.verdicts[tier] for part in parts)]
    heads = ["source", "part", "rows", *map(str, found), "corrected", "assumptions"]
    lines = [heads] + [
        [
            part.source,
            part.part,
            *map(str, (part.verdicts.total(), *(part.verdicts[tier] for tier in found), part.corrected, part.assumptions)),
        ]
        for part in parts
    ]
    return in_columns(lines, numbers=2)
