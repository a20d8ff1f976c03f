"""The ledger as one HTML file that needs no network: all claims, their lemmas and steps, the dependency graph, the wrong variants."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

import symfed
from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.ledger import Fate, fully_verified
from symfed.mutants.table import summary
from symfed.report.badges import BADGES
from symfed.report.graph import dependency_graph
from symfed.report.mathml import render
from symfed.report.recorded import Recorded
from symfed.report.search import PLACES, SHORT, keys
from symfed.report.snippet import NO_INSTANCE, snippet
from symfed.report.summary import count, headline, totals, verified_with_all_used

if TYPE_CHECKING:
    from symfed.core.verdict import Evidence
    from symfed.ledger.row import Row

NO_CONDITION = r"\text{no condition"


@dataclass(frozen=True)
class Entry:
    """A row with what only all rows together can tell. `premises` are the claims it uses, with their tiers where these were judged.

    `lemmas` pairs what the ledger keeps of each with the evidence of the run; a row of the committed ledger has none.
    """

    row: Row
    printed: Markup
    domain: Markup
    fully: bool
    premises: tuple[tuple[str, Tier | None], ...]
    used_by: tuple[str, ...]
    corrects: tuple[str, ...]
    restated_by: tuple[str, ...]
    paste: str
    places: str
    lemmas: tuple[tuple[Mapping[str, Any], tuple[Evidence, ...]], ...]


@dataclass(frozen=True)
class VariantTable:
    """What became of the wrong variants of each source: sources down, "by hand" and fates across, numbers in the cells.

    `blurred` names, by claim and lemma, the variants that held on every instance although they differ from the statement.
    """

    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[int, ...]], ...]
    blurred: tuple[tuple[str, str, tuple[str, ...]], ...]


def variant_table(rows: Sequence[Row]) -> VariantTable:
    """Counts over the rows; what restates another row is counted with that one only."""
    judged = [row for row in rows if not row.restates]
    columns = ("by hand", *map(str, Fate))
    by_source = {key: [row.variants for row in judged if row.source == key] for key in sorted({row.source for row in judged})}
    lines = tuple((key, tuple(sum(found.get(c, 0) for found in variants) for c in columns)) for key, variants in by_source.items())
    blurred = [(row.id, lemma["name"], tuple(lemma.get("not told apart", ()))) for row in judged for lemma in row.public()["lemmas"]]
    return VariantTable(columns, tuple(line for line in lines if any(line[1])), tuple(entry for entry in blurred if entry[2]))


def _lemmas(row: Row) -> tuple[tuple[Mapping[str, Any], tuple[Evidence, ...]], ...]:
    kept = row.public()["lemmas"]
    evidence = [found.evidence for found in row.found] or [()] * len(kept)
    return tuple(zip(kept, evidence, strict=True))


def _entries(rows: Sequence[Row], fully: Collection[str]) -> list[Entry]:
    tiers = {row.id: row.tier for row in rows}
    users, corrects, restated = defaultdict(list), defaultdict(list), defaultdict(list)
    for row in rows:
        for used in row.uses:
            users[used].append(row.id)
        corrects[row.corrected].append(row.id)
        restated[row.restates].append(row.id)
    return [
        Entry(
            row=row,
            printed=render(row.tex),
            # a domain without relations has no formula, but it may have words, which only its text holds
            domain=Markup("") if not row.domain_tex or row.domain_tex.startswith(NO_CONDITION) else render(row.domain_tex),
            fully=row.id in fully,
            premises=tuple((used, tiers.get(used)) for used in row.uses),
            used_by=tuple(users[row.id]),
            corrects=tuple(corrects[row.id]),
            restated_by=tuple(restated[row.id]),
            places=" ".join(sorted(keys(row.id, row.place))),
            lemmas=_lemmas(row),
            paste=snippet(row.public()),
        )
        for row in rows
    ]


@dataclass(frozen=True)
class MutantTable:
    """The mutant matrix for the page: kinds down, checks across, (killed, shown) in the cells."""

    headline: str
    columns: tuple[str, ...]
    lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]
    survivors: Sequence[Mapping[str, Any]]
    equivalents: Sequence[Sequence[str]]


def mutant_table(table: Mapping[str, Any]) -> MutantTable:
    """From what `symfed.mutants.load` answers; (0, 0) where nothing of a kind was shown to a check."""
    columns = tuple(sorted({column for cells in table["kinds"].values() for column in cells}))
    lines = tuple((kind, tuple(tuple(cells.get(column, (0, 0))) for column in columns)) for kind, cells in table["kinds"].items())
    return MutantTable(summary(table), columns, lines, table["survivors"], table["equivalents"])


def build_page(rows: Sequence[Row], mutants: Mapping[str, Any] | None = None) -> str:
    """The text of the page, with the mutant matrix where one is given. Deterministic; every text of a row is escaped."""
    rows = sorted(rows, key=lambda row: row.id)
    fully = fully_verified(rows)
    environment = Environment(
        loader=PackageLoader("symfed.report", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    entries = _entries(rows, fully)
    found = Counter(row.verdict for row in rows)
    keys = sorted({row.source for row in rows})
    groups = [(key, sources().get(key), [entry for entry in entries if entry.row.source == key]) for key in keys]
    return environment.get_template("page.html").render(
        headline=headline(rows),
        fully=verified_with_all_used(len(fully)),
        counts=[(tier, found[tier]) for tier in Tier if found[tier]],
        groups=groups,
        ids={row.id for row in rows},
        badges=BADGES,
        graph=dependency_graph(rows, fully),
        variants=variant_table(rows),
        totals=totals(rows),
        mutants=mutant_table(mutants) if mutants else None,
        refuted=(Tier.REFUTED, Tier.IMPRECISE, Tier.ERROR),
        count=count,
        no_instance=NO_INSTANCE,
        committed=symfed.__version__ if rows and all(isinstance(row, Recorded) for row in rows) else "",
        numbered=PLACES.pattern,
        short=json.dumps(SHORT),
    )
