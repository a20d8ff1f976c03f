"""The errata of one document: how much of it was judged, the entries, and the other version beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from symfed.core.erratum import Consequence
from symfed.core.errors import unknown_name
from symfed.core.source import Source, sources
from symfed.core.verdict import HOLDING
from symfed.report.errata.comparison import Versions, comparison
from symfed.report.errata.consequence import falls, is_step
from symfed.report.errata.entries import ORDER, ErrataEntry, entries

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: The key of what is stated by this project itself, which is nobody's document.
_OURS = "symfed"
#: What the consequences mean, for the reader of a page.
MEANINGS = {
    Consequence.RESULT: "a stated result changes",
    Consequence.NOT_SETTLED: "a step or a definition falls, and what follows for the results that stand on it is not settled",
    Consequence.LOCAL_SLIP: "a step, a display or a definition is wrong, and the results that stand on it survive",
    Consequence.TYPO: "a slip of writing, which the same document contradicts where it uses what is meant",
}


@dataclass(frozen=True)
class Errata:
    """What does not hold as printed in one document. `judged` counts its statements and `steps` the steps of its proofs among them."""

    source: Source
    judged: int
    steps: int
    hold: int
    fall: int
    entries: tuple[ErrataEntry, ...]
    comparison: Versions | None

    @property
    def counts(self) -> dict[Consequence, int]:
        """How many entries there are of each consequence that occurs."""
        found = [entry.standing.consequence for entry in self.entries]
        return {consequence: found.count(consequence) for consequence in ORDER if consequence in found}

    @property
    def headline(self) -> str:
        """A sentence on what was judged and what fell."""
        others = self.judged - self.hold - self.fall
        rest = f", {others} could not be decided or have nothing for a machine to check" if others else ""
        steps = f" ({self.steps} in displays or steps of proofs)" if self.steps else ""
        return f"{self.judged} places were judged{steps}: {self.hold} hold, {self.fall} do not hold as printed{rest}."


def documents() -> tuple[str, ...]:
    """The keys of the documents that have errata: all sources but our own."""
    return tuple(key for key in sources() if key != _OURS)


def errata(rows: Sequence[Row], key: str) -> Errata:
    """The errata of one document from the rows of the ledger. Raises UnknownName for a key that is no document's."""
    if key not in documents():
        raise unknown_name("source", key, documents(), see="`symfed sources`")
    mine = [row for row in rows if row.source == key]
    return Errata(
        source=sources()[key],
        judged=len(mine),
        steps=sum(map(is_step, mine)),
        hold=sum(row.verdict in HOLDING for row in mine),
        fall=sum(map(falls, mine)),
        entries=entries(rows, key),
        comparison=comparison(rows, key),
    )


def as_data(found: Errata) -> dict[str, Any]:
    """The errata as JSON data: texts have formulas between dollar signs, `printed` and `reads` are TeX."""
    return {
        "source": found.source.key,
        "judged": found.judged,
        "steps": found.steps,
        "hold": found.hold,
        "fall": found.fall,
        "entries": [
            {
                "ids": list(entry.ids),
                "place": entry.place,
                "line": entry.line,
                "printed": entry.printed,
                "says": entry.says,
                "missing": entry.missing,
                "corrected": entry.correction.id if entry.correction else None,
                "reads": entry.correction.tex if entry.correction else "",
                "witness": list(entry.witness),
                "consequence": str(entry.standing.consequence),
                "effect": entry.standing.says,
            }
            for entry in found.entries
        ],
        "changes": [
            {
                "ids": list(change.ids),
                "earlier": change.earlier,
                "later": change.later,
                "differs": change.differs,
                "verdicts": list(change.verdicts),
                "change": str(change.fate),
            }
            for change in (found.comparison.changes if found.comparison else ())
        ],
    }
