"""The false statements of a document, without duplicates, and the slips that make them false, in the order of their weight."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from symfed.core.erratum import Cause, Consequence
from symfed.core.source import sources
from symfed.core.verdict import HOLDING, Tier
from symfed.report.badges import BADGES
from symfed.report.errata.consequence import consequence, is_false, is_remark, place_rank
from symfed.report.prose import with_tex_formulas

if TYPE_CHECKING:
    from symfed.ledger.row import Row

#: What matters most to a reader of the document comes first.
ORDER = (Consequence.RESULT, Consequence.NOT_SETTLED, Consequence.LOCAL_SLIP, Consequence.TYPO)
#: Not after two dots, which denote an omission.
_SENTENCE = re.compile(r"(?<=[^.]\.) (?=[A-Z('])")


@dataclass(frozen=True)
class ErrataEntry:
    """A false statement, by its rows, the most important place first; and the row of its correction, if there is one."""

    rows: tuple[Row, ...]
    held: Row | None

    @property
    def row(self) -> Row:
        return self.rows[0]

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(row.id for row in self.rows)

    @property
    def places(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(row.place for row in self.rows))

    @property
    def place(self) -> str:
        return "; ".join(self.places)

    @property
    def consequence(self) -> Consequence:
        return min(map(consequence, self.rows), key=ORDER.index)

    @property
    def effect(self) -> str:
        """A reader's sentence on the consequence."""
        return next((with_tex_formulas(row.page["effect"]) for row in self.rows if row.page.get("effect")), "")

    @property
    def line(self) -> str:
        """The error in a phrase: a reader's, the missing words, or the first sentence of the claim."""
        row = self.row
        return self.effect or (f"needs {with_tex_formulas(row.missing)}" if row.missing else with_tex_formulas(first_sentence(row.says)))

    @property
    def weight(self) -> tuple[int, int, bool]:
        """The sort key: changed results before slips and typos; theorems before propositions before lemmas; false before imprecise."""
        return ORDER.index(self.consequence), place_rank(self.row), self.row.verdict is not Tier.REFUTED


@dataclass(frozen=True)
class ErrataSlip:
    """One slip and the entries it makes false, the most important first.

    `elsewhere`: other documents with it, and the number of places. `heavier`: the entries of slips before this one, and `led`
    those that lead them: what makes these false need not be this slip.
    """

    cause: Cause | None
    entries: tuple[ErrataEntry, ...]
    elsewhere: tuple[tuple[str, int], ...] = ()
    heavier: tuple[ErrataEntry, ...] = ()
    led: tuple[ErrataEntry, ...] = ()

    @property
    def lead(self) -> ErrataEntry:
        return self.entries[0]

    @property
    def seen(self) -> ErrataEntry:
        """The entry whose instance shows this slip: the first that no heavier slip makes false, too, or else that leads none."""
        alone = [entry for entry in self.entries if entry not in self.heavier]
        return (alone or [entry for entry in self.entries if entry not in self.led] or [self.lead])[0]

    @property
    def name(self) -> str:
        return with_tex_formulas(self.cause.name) if self.cause else self.lead.place

    @property
    def says(self) -> str:
        """A description of the error."""
        return with_tex_formulas(self.cause.says if self.cause else self.lead.row.says)

    @property
    def kind(self) -> str:
        """The kind of the slip: "result" if one changes, "proof" if its results hold, "typo", or "remark" if nothing else is affected."""
        gravest = self.lead.consequence
        remarks = all(is_remark(entry.row) for entry in self.entries if entry.consequence is gravest)
        return {Consequence.LOCAL_SLIP: "proof", Consequence.TYPO: "typo"}.get(gravest, "remark" if remarks else "result")

    @property
    def weight(self) -> tuple[tuple[int, int, bool], int, int, list[tuple[int, str]]]:
        """The sort key: the weight of the most important entry, the number of places of that weight, the number of all places."""
        equals = sum(place_rank(entry.row) == place_rank(self.lead.row) for entry in self.entries)
        return self.lead.weight, -equals, -len(self.entries), natural_key(self.lead.place)


def entries(rows: Sequence[Row], source: str) -> tuple[ErrataEntry, ...]:
    """The entries of a document, sorted by weight."""
    named = {row.id: row for row in rows}
    groups: dict[str, list[Row]] = {}
    for row in sorted(
        (row for row in rows if row.source == source and is_false(row)), key=lambda row: (place_rank(row), bool(row.restates), row.id)
    ):
        groups.setdefault(row.restates or row.id, []).append(row)
    held = ((group, named.get(group[0].corrected or "")) for group in groups.values())
    found = (ErrataEntry(tuple(group), other if other and other.verdict in HOLDING else None) for group, other in held)
    return tuple(sorted(found, key=lambda entry: (entry.weight, natural_key(entry.place))))


def verdict_strength(row: Row) -> str:
    """The word of a verdict, with the number of steps in words."""
    given = f" {len(row.words)} step{'s' * (len(row.words) > 1)} in words" if row.words and row.verdict is Tier.PROVED_GIVEN else ""
    return BADGES[row.verdict].word + given


def first_sentence(said: str) -> str:
    return _SENTENCE.split(said, maxsplit=1)[0].rstrip(".")


def slips(rows: Sequence[Row], source: str, found: Sequence[ErrataEntry]) -> tuple[ErrataSlip, ...]:
    """The slips of a document, the most important first. An entry belongs to each cause that makes it false, or is a slip of its own."""
    fallen = [row for row in rows if is_false(row) and row.source in sources()]
    made, alone = [], list(found)
    for cause in (cause for one in sources().values() for cause in one.causes):
        ids = {row.id: row.source for row in fallen if _falls_by(row, cause)}
        if mine := tuple(entry for entry in found if set(entry.ids) & set(ids)):
            there = [key for key in ids.values() if key != source]
            made.append(ErrataSlip(cause, mine, tuple((key, there.count(key)) for key in sorted(set(there)))))
            alone = [entry for entry in alone if entry not in mine]
    ordered = sorted((*made, *(ErrataSlip(None, (entry,)) for entry in alone)), key=lambda slip: slip.weight)
    before = [ordered[:place] for place in range(len(ordered))]
    return tuple(
        replace(slip, heavier=tuple(entry for one in heavier for entry in one.entries), led=tuple(one.lead for one in heavier))
        for slip, heavier in zip(ordered, before, strict=True)
    )


def _falls_by(row: Row, cause: Cause) -> bool:
    return row.id in cause.claims or row.restates in cause.claims or bool(cause.words and cause.words in row.missing)


def natural_key(text: str) -> list[tuple[int, str]]:
    """A sort key with numbers by value: Theorem 2 comes before Theorem 10."""
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", text.lower())]
