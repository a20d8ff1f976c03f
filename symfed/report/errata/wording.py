"""What a page of errata says beside its entries, in the same words in every format."""

from __future__ import annotations

from symfed.report.errata.comparison import Turn, Versions
from symfed.report.errata.entries import ErrataEntry

COLUMNS = ("place", "what is printed, or what it needs", "consequence", "what follows")
CHANGES = ("earlier", "later", "what differs in the later", "verdicts", "which is right")
#: Beyond this many places a sentence names no more.
_FEW = 4

_MEANS = {
    Turn.MENDED: "wrong in the earlier version, and right in the later",
    Turn.IN_PART: "false in the earlier version; true in the later with words that it lacks",
    Turn.BROKEN: "right in the earlier version, and wrong in the later",
    Turn.UNDECIDED: "not decided in one of them",
    Turn.EARLIER: "of no judged statement of the later is it said that it is the same",
}


def facts(entry: ErrataEntry) -> list[tuple[str, str]]:
    """What is said of an entry, name and text, in the order of a page; formulas stand between dollar signs. Printed TeX is not among it."""
    standing = entry.standing
    said = [
        ("Consequence", f"{standing.consequence}" + (f": {entry.effect}" if entry.effect else "")),
        ("Stands", _listed(standing.stands)),
        ("Falls, too", _listed(standing.fallen)),
        ("In words", entry.says if entry.missing else ""),
        ("Text extraction", entry.reading),
    ]
    return [(name, text) for name, text in said if text]


def lead(entry: ErrataEntry) -> str:
    """What an entry begins with: the missing words, or all that the claim says of the statement."""
    return entry.line if entry.missing else entry.says


def short(entry: ErrataEntry) -> tuple[str, str, str, str]:
    """An entry's line in the table: COLUMNS; what follows is the reader's sentence, or what was looked at."""
    stands = _listed(entry.standing.stands[:2])
    return entry.place, entry.line, str(entry.standing.consequence), entry.effect or (f"stands: {stands}" if stands else "")


def reads(entry: ErrataEntry) -> str:
    """How the corrected statement is introduced; nothing is known where there is none."""
    if entry.correction is None:
        return "no corrected statement is known that holds"
    held = entry.correction
    introduced = "" if not held.same else "as printed, with the missing words: " if entry.missing else "as printed: "
    return f"{introduced}{held.says} ({held.verdict})"


def references(entry: ErrataEntry) -> tuple[str, ...]:
    """The ids of the claims behind an entry, the corrected statement's last."""
    return (*entry.ids, *((entry.correction.id,) if entry.correction else ()))


def count_line(found: Versions) -> str:
    """How many statements met which fate."""
    told = (f"{number} {fate}" + (f" ({_MEANS[fate]})" if fate in _MEANS else "") for fate, number in found.counts.items())
    return "; ".join(told) + "."


def others(found: Versions) -> list[tuple[str, str]]:
    """What a table of changes leaves out, name and places: wrong in both and printed alike, not decided, in one version only."""
    kinds = [
        ("Wrong in both, and printed alike", [change for change in found.alone(Turn.BOTH_WRONG) if not change.differs]),
        *((str(fate).capitalize(), list(found.alone(fate))) for fate in (Turn.UNDECIDED, Turn.EARLIER, Turn.LATER)),
    ]
    return [(name, "; ".join(dict.fromkeys(c.earlier or c.later for c in changes))) for name, changes in kinds if changes]


def _listed(places: tuple[tuple[str, str], ...]) -> str:
    told = ", ".join(f"{place} ({word})" for place, word in places[:_FEW])
    return told + (f", and {len(places) - _FEW} more" if len(places) > _FEW else "")
