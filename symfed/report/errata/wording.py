"""What a page of errata says beside its entries, in the same words in every format."""

from __future__ import annotations

from symfed.report.errata.comparison import Turn, Versions
from symfed.report.errata.entries import ErrataEntry

COLUMNS = ("place", "what does not hold", "consequence")
CHANGES = ("earlier", "later", "what differs in the later", "verdicts", "which is right")
#: Beyond this many places a sentence names no more.
_FEW = 4

_MEANS = {
    Turn.MENDED: "wrong in the earlier version, and right in the later",
    Turn.IN_PART: "false in the earlier version; true in the later with words that it lacks",
    Turn.BROKEN: "right in the earlier version, and wrong in the later",
    Turn.BOTH_WRONG: "does not hold in either",
    Turn.BOTH_HOLD: "holds in both",
    Turn.UNDECIDED: "not decided in one of them",
    Turn.EARLIER: "stands in the earlier version alone",
    Turn.LATER: "stands in the later version alone",
}


def facts(entry: ErrataEntry) -> list[tuple[str, str]]:
    """What is said of an entry, name and text, in the order of a page; formulas stand between dollar signs. Printed TeX is not among it."""
    standing = entry.standing
    stands, fallen = _listed(standing.stands), _listed(standing.fallen)
    said = [
        ("Consequence", f"{standing.consequence}" + (f": {entry.effect}" if entry.effect else "")),
        ("What stands", stands),
        ("What falls, too", fallen),
        ("In words", entry.says if entry.says != entry.line else ""),
        ("Text extraction", entry.reading),
        ("Missing words", entry.missing if entry.missing and f"needs: {entry.missing}" != entry.line else ""),
    ]
    return [(name, text) for name, text in said if text]


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
    return "; ".join(f"{number} {fate} ({_MEANS[fate]})" for fate, number in found.counts.items()) + "."


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
