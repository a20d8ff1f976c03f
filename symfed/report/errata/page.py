"""A page of errata as blocks, the same in every format: results, corrections, then slips, typos and remarks, and other documents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.report.badges import BADGES
from symfed.report.errata.comparison import Turn, Versions, place_with_verdict
from symfed.report.errata.consequence import is_false
from symfed.report.errata.document import Errata
from symfed.report.errata.entries import ErrataEntry, ErrataSlip, verdict_strength
from symfed.report.errata.witness import sentences
from symfed.report.pieces import Block, statement
from symfed.report.prose import with_tex_formulas
from symfed.report.snippet import snippet

if TYPE_CHECKING:
    from symfed.ledger.row import Row

_ORDER = "{}What is false comes before what lacks a condition, more places before fewer. Each is one slip, with all places that fall by it."


def page(found: Errata, apart: bool = False) -> Iterator[Block]:
    """The blocks of a page. `apart`: places and evidence of each slip are in an appendix; otherwise they follow the slip."""
    yield Block("title", f"Errata: {found.source.title}")
    yield Block("paragraph", f"{found.source.authors}. {found.source.venue}.")
    yield Block("paragraph", found.headline)
    if found.results:
        yield Block("part", "What holds", "holds")
        if found.numbered:
            cells: dict[tuple[str, str], list[str]] = {}
            for name, rows in found.results:
                cells.setdefault(_result_columns(name, rows, found), []).append(name)
            table = tuple(("; ".join(names), *two) for two, names in cells.items())
            yield Block("table", items=("result", "holds", "does not hold as printed"), rows=table)
        else:
            mended = [(entry.place, entry.held) for slip in found.of("proof") for entry in slip.entries]
            stands = [f"{place}: stands, once mended among the slips below ({verdict_strength(held)})" for place, held in mended if held]
            holds = [f"{said}: {'; '.join(map(place_with_verdict, rows))}" for said, rows in found.results]
            yield Block("points", items=(*stands, *holds))
        words = dict.fromkeys(row.verdict for _, rows in found.results for row in rows if not is_false(row))
        listed = " Each claim lists these steps (symfed show)." if Tier.PROVED_GIVEN in words else ""
        yield Block("paragraph", " ".join(f"{BADGES[word].word.capitalize()}: {BADGES[word].meaning}." for word in words) + listed)
    if not found.entries:
        yield Block("paragraph", "Nothing was found to be false or imprecise as printed.")
    if found.of("result"):
        yield Block("part", "What to correct", "causes")
        yield Block("paragraph", _ORDER.format("Theorems come before propositions before lemmas. " * found.numbered))
        for number, slip in enumerate(found.of("result"), 1):
            yield from _cause(number, slip, apart)
    if apart and found.of("result"):
        yield Block("part", "Appendix: the places of each, and how to see it")
        for number, slip in enumerate(found.of("result"), 1):
            yield Block("entry", f"{number}. {slip.name}")
            yield from _evidence(slip)
    yield from _lesser_slips(found)
    if found.readings:
        yield Block("part", "Read as meant", "readings")
        yield Block("paragraph", "Signs that the text at hand lacks or mistakes; whether the document has them is for its authors to see.")
        yield Block("points", items=tuple(f"{place}: {said}" for place, said in found.readings))
    if found.versions:
        yield from _versions(found.versions)
    if found.shared:
        yield Block("part", "The same in other documents", "others")
        yield Block("table", items=("here", "there"), rows=found.shared)


def _cause(number: int, slip: ErrataSlip, apart: bool) -> Iterator[Block]:
    yield Block("entry", f"{number}. {slip.name}", slip.lead.ids[0])
    yield Block("paragraph", slip.says)
    yield Block("paragraph", "", f"Printed, {slip.lead.row.place}")
    yield from statement(slip.lead.row.tex)
    yield from _corrected_blocks(slip.lead)
    if not apart:
        yield from _evidence(slip)
    elif others := dict.fromkeys(place for entry in slip.entries for place in entry.places if place != slip.lead.row.place):
        yield Block("paragraph", "; ".join(others), "By the same slip")


def _evidence(slip: ErrataSlip) -> Iterator[Block]:
    """The other places of a slip, and an instance that shows it, with code."""
    row, same = slip.seen.row, tuple(f"{place}: the same" for place in slip.lead.places[1:])
    if others := same + _grouped_places(slip.entries[1:], slip.lead.line):
        yield Block("points", items=others)
    if seen := sentences(row.witness or {}, row.page.get("power", 1)):
        yield Block("paragraph", seen[0] if len(seen) == 1 else "", f"Seen at {row.place}")
        if len(seen) > 1:
            yield Block("points", items=seen)
    if run := snippet(row.public()):
        yield Block("code", run)
    if slip.elsewhere:
        counted = (f"{sources()[key].venue} ({number} place{'s' * (number > 1)})" for key, number in slip.elsewhere)
        yield Block("paragraph", "; ".join(counted), "Also in")
    yield Block("claims", items=tuple(dict.fromkeys(name for entry in slip.entries for name in _references(entry))))


def _grouped_places(entries: Sequence[ErrataEntry], known: str = "") -> tuple[str, ...]:
    """The places of entries with their errors, grouped by equal errors; the error `known` is omitted."""
    told: dict[str, list[str]] = {}
    for entry in entries:
        told.setdefault(entry.line, []).append(entry.place)
    return tuple("; ".join(dict.fromkeys(places)) + f": {line}" * (line != known) for line, places in told.items())


def _lesser_slips(found: Errata) -> Iterator[Block]:
    if found.of("proof"):
        yield Block("part", "Slips whose results stand", "slips")
    for slip in found.of("proof"):
        yield Block("entry", slip.name, slip.lead.ids[0])
        if slip.cause:
            yield Block("paragraph", slip.says)
        for entry in slip.entries:
            yield Block("paragraph", entry.line, entry.place if slip.cause else "")
            yield from statement(entry.row.tex)
            yield from _corrected_blocks(entry)
            yield Block("claims", items=_references(entry))
    if found.of("typo"):
        yield Block("part", "Typos", "typos")
        yield Block("points", items=_grouped_places([entry for slip in found.of("typo") for entry in slip.entries]))
    if found.of("remark"):
        yield Block("part", "Remarks", "remarks")
    for slip in found.of("remark"):
        if slip.cause:
            yield Block("paragraph", f"{slip.name}. {slip.says}")
        yield Block(
            "points",
            items=tuple(f"{entry.place}: {with_tex_formulas(entry.row.says)} {_missing_words(entry)}".strip() for entry in slip.entries),
        )


def _missing_words(entry: ErrataEntry) -> str:
    told = f"It holds with: {with_tex_formulas(entry.row.missing)}" if entry.row.missing else entry.effect
    return f"{told.rstrip('.')} ({verdict_strength(entry.held)})." if told and entry.held else told


def _corrected_blocks(entry: ErrataEntry) -> Iterator[Block]:
    """The corrected statement, and the strength of its verdict."""
    if (held := entry.held) is None:
        yield Block("paragraph", "no corrected statement is known that holds.", "It should read")
    elif "".join(held.tex.split()) != "".join(entry.row.tex.split()):
        yield Block("paragraph", "", f"It should read ({verdict_strength(held)})")
        yield from statement(held.tex)
        if entry.row.missing:
            yield Block("paragraph", with_tex_formulas(entry.row.missing), "With")
    else:
        words = f"with {entry.row.missing}" if entry.row.missing else f"as follows: {held.says}"
        yield Block("paragraph", with_tex_formulas(f"as printed, {words}"), f"It should read ({verdict_strength(held)})")


def _references(entry: ErrataEntry) -> tuple[str, ...]:
    """The ids of the claims behind an entry, the corrected statement's last."""
    return entry.ids + ((entry.held.id,) if entry.held else ())


def _result_columns(name: str, rows: Sequence[Row], found: Errata) -> tuple[str, str]:
    """The parts of a result that hold, by strength, and those that are false, by the number of their slip."""
    parts = [(row, re.sub(r"^and .*", "", row.place.removeprefix(name).strip(" ,")) or row.kind) for row in rows]  # "Lemma 9 and Section 1"
    words: dict[str, list[str]] = {}
    for row, part in parts:
        if not is_false(row):
            words.setdefault(BADGES[row.verdict].word, []).append(part)
    whole = len(words) == 1 and not any(map(is_false, rows))
    holds = "; ".join(word if whole else f"{', '.join(held)}: {word}" for word, held in words.items())
    return holds, "; ".join(f"{part}: {_slip_reference(row, found)}" for row, part in parts if is_false(row))


def _slip_reference(row: Row, found: Errata) -> str:
    entry = next(entry for entry in found.entries if row in entry.rows)
    numbers = [f"{number}" for number, slip in enumerate(found.of("result"), 1) if entry in slip.entries]
    held = f" ({verdict_strength(entry.held)})" if entry.held else ""
    where = f"in {' and '.join(numbers)}" if numbers else "among the slips"
    return f"false, corrected {where}{held}" if row.verdict is Tier.REFUTED else f"with the condition {where}{held}"


def _versions(found: Versions) -> Iterator[Block]:
    yield Block("part", "The two versions", "versions")
    told = f"Earlier: {found.earlier.venue}. Later: {found.later.venue}. Counted are the statements that were judged in either."
    yield Block("paragraph", told)
    yield Block("paragraph", "; ".join(f"{number} {fate}" for fate, number in found.counts.items()) + ". In part: words are missing still.")
    if found.told:
        heads = ("earlier", "later", "what differs in the later", "what became of it")
        yield Block("table", items=heads, rows=tuple((c.earlier, c.later, c.differs, c.became) for c in found.told))
    untold = [change for change in found.changes if change.fate is Turn.BOTH_WRONG and not change.differs]
    if alike := [c.earlier if c.later == c.earlier else f"{c.earlier} (later: {c.later})" for c in untold]:
        yield Block("paragraph", "; ".join(dict.fromkeys(alike)) + ".", "Wrong in both, and printed alike")
