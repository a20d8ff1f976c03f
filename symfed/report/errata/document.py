"""The errata of one document: results that hold, slips that make the others false, intended readings, and related documents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from symfed.core.errors import unknown_name
from symfed.core.source import Source, sources
from symfed.core.verdict import HOLDING, Tier
from symfed.report.errata.comparison import Versions, comparison, shared, versions_of
from symfed.report.errata.consequence import RESULT_NAME, is_false, is_step, place_rank
from symfed.report.errata.entries import ErrataEntry, ErrataSlip, entries, first_sentence, natural_key, slips
from symfed.report.errata.witness import sentences
from symfed.report.prose import with_tex_formulas
from symfed.report.rank import OURS, is_sound_assumption

if TYPE_CHECKING:
    from symfed.ledger.row import Row


@dataclass(frozen=True)
class Errata:
    """The statements that do not hold as printed in one document. `judged` counts its statements, `steps` the steps of proofs among them.

    `defined` are definitions, algorithms and assumptions that are sound, which do not count among those that `hold`.

    `results` are its numbered results by weight, each with the rows that state it; without numbers, the statements that hold.
    """

    source: Source
    judged: int
    steps: int
    hold: int
    defined: int
    fall: int
    numbered: bool
    results: tuple[tuple[str, tuple[Row, ...]], ...]
    entries: tuple[ErrataEntry, ...]
    slips: tuple[ErrataSlip, ...]
    readings: tuple[tuple[str, str], ...]
    versions: Versions | None
    shared: tuple[tuple[str, str], ...]

    def of(self, kind: str) -> tuple[ErrataSlip, ...]:
        """The slips of a kind."""
        return tuple(slip for slip in self.slips if slip.kind == kind)

    @property
    def headline(self) -> str:
        """The counts of judged and of false statements, in two sentences."""
        others = self.judged - self.hold - self.defined - self.fall
        steps = f" ({self.steps} in displays or steps of proofs)" if self.steps else ""
        parts = [f"{self.hold} hold", f"{self.fall} do not hold as printed"]
        parts += [f"{self.defined} are definitions or assumptions that are sound"] * (self.defined > 0)
        parts += [f"{others} could not be decided or {'has' if others == 1 else 'have'} nothing for a machine to check"] * (others > 0)
        kinds = {"result": "that change a stated result", "proof": "whose results stand", "typo": "of writing", "remark": "in remarks"}
        slips = ", ".join(f"{len(self.of(kind))} {words}" for kind, words in kinds.items() if self.of(kind))
        told = f"{self.judged} places were judged{steps}: {', '.join(parts)}."
        return f"{told} What falls comes down to {len(self.slips)} slips: {slips}." if slips else told


def documents() -> tuple[str, ...]:
    """The keys of the documents that have errata: all sources except this project itself."""
    return tuple(key for key in sources() if key != OURS)


def asked(rows: Iterable[Mapping[str, Any]], keys: Iterable[str]) -> set[str]:
    """The ids of the committed rows that errata of these documents show in full: theirs, other versions', and the corrections of both."""
    shown = {name for key in keys for name in (key, *versions_of(key))}
    mine = [row for row in rows if row["source"] in shown]
    return {row["id"] for row in mine} | {row["corrected"] for row in mine if row["corrected"]}


def errata(rows: Sequence[Row], key: str) -> Errata:
    """The errata of one document from the rows of the ledger. Raises UnknownName for an unknown key."""
    if key not in documents():
        raise unknown_name("source", key, documents(), see="`symfed sources`")
    mine = [row for row in rows if row.source == key]
    results = [row for row in mine if not is_step(row) and row.kind not in ("definition", "algorithm") and (is_false(row) or _holds(row))]
    numbered = any(RESULT_NAME.match(row.place) for row in results)
    found = entries(rows, key)
    return Errata(
        source=sources()[key],
        judged=len(mine),
        steps=sum(map(is_step, mine)),
        hold=sum(map(_holds, mine)),
        defined=sum(row.verdict is Tier.DEFINED or is_sound_assumption(row) for row in mine),
        fall=sum(map(is_false, mine)),
        numbered=numbered,
        results=_results(results, numbered),
        entries=found,
        slips=slips(rows, key, found),
        readings=tuple(dict.fromkeys((row.place, with_tex_formulas(row.extraction)) for row in mine if row.extraction)),
        versions=comparison(rows, key),
        shared=shared(rows, key),
    )


def _holds(row: Row) -> bool:
    return row.verdict in HOLDING and not is_sound_assumption(row)


def _results(rows: Sequence[Row], numbered: bool) -> tuple[tuple[str, tuple[Row, ...]], ...]:
    groups: dict[str, list[Row]] = {}
    for row in sorted(rows, key=lambda row: (place_rank(row) * numbered, natural_key(row.place))):
        name = RESULT_NAME.match(row.place)
        if name or not (numbered or is_false(row)):
            groups.setdefault(name[0] if name else with_tex_formulas(first_sentence(row.says)), []).append(row)
    return tuple((name, tuple(group)) for name, group in groups.items())


def as_data(found: Errata) -> dict[str, Any]:
    """The errata as JSON data: texts with formulas between dollar signs; `printed` and `reads` are TeX."""
    return {
        "source": found.source.key,
        **{name: getattr(found, name) for name in ("judged", "steps", "hold", "fall")},
        "causes": [{"name": slip.name, "says": slip.says, "ids": [name for e in slip.entries for name in e.ids]} for slip in found.slips],
        "entries": [
            {name: getattr(entry, name) for name in ("ids", "place", "line", "consequence", "effect")}
            | {"says": with_tex_formulas(entry.row.says), "missing": with_tex_formulas(entry.row.missing), "printed": entry.row.tex}
            | {"corrected": entry.held and entry.held.id, "reads": entry.held.tex if entry.held else ""}
            | {"witness": sentences(entry.row.witness or {}, entry.row.page.get("power", 1))}
            for entry in found.entries
        ],
        "changes": [
            {"change" if name == "fate" else name: value for name, value in asdict(change).items()}
            for change in (found.versions.changes if found.versions else ())
        ],
    }
