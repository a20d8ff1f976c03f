"""Compare a document with the version that replaced it, statement by statement, and find statements shared with other documents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from symfed.core.source import Source, sources
from symfed.core.verdict import HOLDING, Tier
from symfed.report.badges import BADGES
from symfed.report.errata.consequence import is_false, is_step
from symfed.report.errata.entries import natural_key
from symfed.report.prose import with_tex_formulas
from symfed.report.rank import OURS

if TYPE_CHECKING:
    from symfed.ledger.row import Row


class Turn(StrEnum):
    """The change of a statement from one version to the next."""

    MENDED = "mended"
    IN_PART = "mended in part"  # false before, and now true with words that are missing
    BROKEN = "newly wrong"
    BOTH_WRONG = "wrong in both"
    BOTH_HOLD = "holds in both"
    UNDECIDED = "not decided"
    EARLIER = "judged in the earlier alone"
    LATER = "judged in the later alone"


#: Verdicts from false to true; undecided ones are not listed.
_GRADE = {Tier.REFUTED: 0, Tier.IMPRECISE: 1, **dict.fromkeys((*HOLDING, Tier.DEFINED), 2)}


@dataclass(frozen=True)
class VersionChange:
    """A statement in both versions: places, words of verdicts, the difference, and the change; an empty place if it is absent."""

    ids: tuple[str, ...]
    earlier: str
    later: str
    differs: str
    verdicts: tuple[str, str]
    fate: Turn

    @property
    def became(self) -> str:
        """The verdicts of both versions and the change, as text."""
        return f"{' / '.join(self.verdicts)}: {self.fate}" if len({*self.verdicts}) > 1 else f"{self.fate} ({self.verdicts[0]})"


@dataclass(frozen=True)
class Versions:
    """Two versions of a document, and the changes of statements, grouped by kind."""

    earlier: Source
    later: Source
    changes: tuple[VersionChange, ...]

    @property
    def counts(self) -> dict[Turn, int]:
        found = Counter(change.fate for change in self.changes)
        return {fate: found[fate] for fate in Turn if found[fate]}

    @property
    def told(self) -> tuple[VersionChange, ...]:
        """The changes that a table lists: statements that one version alone has right, and others that a reader noted to differ."""
        always, else_if_said = (Turn.MENDED, Turn.IN_PART, Turn.BROKEN), (Turn.BOTH_WRONG, Turn.BOTH_HOLD)
        return tuple(c for c in self.changes if c.fate in always or (c.differs and c.fate in else_if_said))


def comparison(rows: Sequence[Row], key: str) -> Versions | None:
    """The comparison that includes a document, as the earlier or the later version; None if it has no other version."""
    known = sources()
    pair = next((s for s in known.values() if s.became and key in (s.key, s.became)), None)
    if pair is None or pair.became not in known:
        return None
    before = [row for row in rows if row.source == pair.key]
    after = [row for row in rows if row.source == pair.became]
    pairs = {row.id: counterparts(row, after) for row in before}
    changes = [_change(row, pairs[row.id]) for row in before]
    met = {row.id for found in pairs.values() for row in found}
    changes += [
        VersionChange((row.id,), "", row.place, "", ("", BADGES[row.verdict].word), Turn.LATER) for row in after if row.id not in met
    ]
    changes.sort(key=lambda change: ([*Turn].index(change.fate), natural_key(change.earlier or change.later), change.ids))
    return Versions(pair, known[pair.became], tuple(changes))


def counterparts(row: Row, after: Sequence[Row]) -> tuple[Row, ...]:
    """The rows of the later version that make the same statement.

    Those that either claim lists in `differs`; if there are none, those with the same original; if none, those printed with the
    same TeX, or else the statement that corrects this one.
    """
    if named := tuple(other for other in after if other.id in row.page.get("differs", {}) or row.id in other.page.get("differs", {})):
        return named
    common = {row.id, row.restates or row.id}
    if restated := tuple(other for other in after if common & {other.id, other.restates or other.id}):
        return restated
    tex = "".join(row.tex.split())
    alike = tuple(other for other in after if "".join(other.tex.split()) == tex)
    return alike or tuple(other for other in after if other.id == row.corrected)


def _change(row: Row, found: tuple[Row, ...]) -> VersionChange:
    grades = [_GRADE.get(other.verdict) for other in found]
    mine = _GRADE.get(row.verdict)
    later = min((grade for grade in grades if grade is not None), default=None)
    if not found:
        fate = Turn.EARLIER
    elif mine is None or later is None:
        fate = Turn.UNDECIDED
    elif later == 2:
        fate = Turn.BOTH_HOLD if mine == 2 else Turn.MENDED
    elif mine == 2:
        fate = Turn.BROKEN
    else:
        fate = Turn.IN_PART if mine < later else Turn.BOTH_WRONG
    words = sorted({other.verdict for other in found}, key=lambda verdict: (_GRADE.get(verdict, 3), verdict))
    clauses = [row.page.get("differs", {}).get(other.id, "") for other in found]
    clauses += [f"in the earlier, {clause}" for other in found if (clause := other.page.get("differs", {}).get(row.id))]
    differs = "; ".join(dict.fromkeys(filter(None, clauses)))
    places = "; ".join(dict.fromkeys(other.place for other in found))
    verdicts = (BADGES[row.verdict].word, ", ".join(BADGES[verdict].word for verdict in words))
    return VersionChange((row.id, *(other.id for other in found)), row.place, places, with_tex_formulas(differs), verdicts, fate)


def versions_of(key: str) -> set[str]:
    """The keys of a document's other versions."""
    return {one.key for one in sources().values() if one.became == key} | {sources()[key].became} - {""}


def shared(rows: Sequence[Row], key: str) -> tuple[tuple[str, str], ...]:
    """Pairs of places, here and in other documents (not versions of it), of a shared statement that is false in one of them.

    Rows share a statement if they have a common original or correction; steps of proofs are excluded.
    """
    groups: dict[str, list[Row]] = {}
    kept = sources().keys() - versions_of(key) - {OURS}
    for row in rows:
        if row.source in kept and not is_step(row):
            for name in filter(None, dict.fromkeys((row.id, row.restates, row.corrected))):
                groups.setdefault(name, []).append(row)
    told: dict[tuple[str, str], None] = {}
    for group in groups.values():
        keys = sorted({row.source for row in group} - {key})
        if keys and any(row.source == key for row in group) and any(map(is_false, group)):
            told[
                _places_with_verdicts(group, key),
                "; ".join(f"{sources()[other].venue}: {_places_with_verdicts(group, other)}" for other in keys),
            ] = None
    return tuple(sorted(told, key=lambda pair: natural_key(pair[0])))


def place_with_verdict(row: Row) -> str:
    """The place of a statement and the word of its verdict."""
    return f"{row.place} ({BADGES[row.verdict].word})"


def _places_with_verdicts(rows: Sequence[Row], key: str) -> str:
    return "; ".join(dict.fromkeys(place_with_verdict(row) for row in rows if row.source == key))
