"""One entry for each statement of a document that does not hold as printed; what is printed twice is one entry with both places."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symfed.core.erratum import Consequence
from symfed.core.verdict import HOLDING, Tier
from symfed.report.badges import BADGES
from symfed.report.errata.consequence import Graph, Standing, falls, is_step
from symfed.report.errata.letters import lettered
from symfed.report.errata.witness import sentences

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: The order of the entries: what matters most to a reader of the document first.
ORDER = (Consequence.RESULT, Consequence.NOT_SETTLED, Consequence.LOCAL_SLIP, Consequence.TYPO)
#: An argument that shares so many lines with an earlier one is not printed twice.
_SHARED = 3
_SENTENCE = re.compile(r"(?<=\.) (?=[A-Z(])")


@dataclass(frozen=True)
class Correction:
    """The statement that holds: what it says, its TeX, the word of its verdict; `same`: the TeX is the printed one."""

    id: str
    says: str
    tex: str
    verdict: str
    same: bool


@dataclass(frozen=True)
class ErrataEntry:
    """A statement that falls: `step` if it is no result, `false` if no missing words would save it.

    Texts have formulas between dollar signs; `printed` is TeX.
    """

    ids: tuple[str, ...]
    places: tuple[str, ...]
    step: bool
    false: bool
    printed: str
    says: str
    reading: str
    missing: str
    correction: Correction | None
    witness: tuple[str, ...]
    standing: Standing

    @property
    def place(self) -> str:
        return "; ".join(self.places)

    @property
    def effect(self) -> str:
        """The reader's sentence on the consequence, if there is one."""
        return lettered(self.standing.says)

    @property
    def line(self) -> str:
        """What does not hold: the missing words, or the first sentence of what the claim says."""
        return f"needs: {self.missing}" if self.missing else _SENTENCE.split(self.says, maxsplit=1)[0]


def entries(rows: Sequence[Row], source: str) -> tuple[ErrataEntry, ...]:
    """The entries of a document, by consequence, results before steps, then by place."""
    graph, named = Graph(rows), {row.id: row for row in rows}
    groups: dict[str, list[Row]] = {}
    for row in sorted((row for row in rows if row.source == source and falls(row)), key=lambda row: (bool(row.restates), row.id)):
        groups.setdefault(row.restates or row.id, []).append(row)
    made = [_entry(group, graph, named) for group in groups.values()]
    made.sort(key=lambda entry: (ORDER.index(entry.standing.consequence), entry.step, natural(entry.place)))
    return _shortened(made)


def _entry(group: list[Row], graph: Graph, named: dict[str, Row]) -> ErrataEntry:
    row = group[0]
    standings = [graph.standing(member) for member in group]
    held = named.get(row.corrected or "")
    correction = None
    if held is not None and held.verdict in HOLDING:
        same = "".join(held.tex.split()) == "".join(row.tex.split())
        correction = Correction(held.id, lettered(held.says), held.tex, BADGES[held.verdict].word, same)
    return ErrataEntry(
        ids=tuple(member.id for member in group),
        places=tuple(dict.fromkeys(member.place for member in group)),
        step=all(map(is_step, group)),
        false=row.verdict is Tier.REFUTED,
        printed=row.tex,
        says=lettered(row.says),
        reading=row.extraction,
        missing=lettered(row.missing),
        correction=correction,
        witness=sentences(row.witness or {}),
        standing=min(standings, key=lambda standing: ORDER.index(standing.consequence)),
    )


def _shortened(made: Sequence[ErrataEntry]) -> tuple[ErrataEntry, ...]:
    """The entries, with what a witness shares with an earlier one said by its place."""
    out: list[ErrataEntry] = []
    for entry in made:
        shared = [
            (len(common), earlier.place, common) for earlier in made[: len(out)] if (common := set(earlier.witness) & set(entry.witness))
        ]
        number, place, common = max(shared, key=lambda found: found[0], default=(0, "", set()))
        if number >= _SHARED:
            rest = tuple(line for line in entry.witness if line not in common)
            entry = replace(entry, witness=(f"The argument of {place}" + (", and then:" if rest else "."), *rest))
        out.append(entry)
    return tuple(out)


def natural(text: str) -> list[tuple[int, str]]:
    """Numbers by their value: Theorem 2 stands before Theorem 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", text.lower())]
