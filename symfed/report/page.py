"""The ledger as one HTML file that needs no network: all claims, their evidence, the dependency graph, the controls."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from symfed.core.source import SOURCES
from symfed.core.verdict import Tier
from symfed.ledger import fully_verified
from symfed.mutants.table import summary
from symfed.report.badges import BADGES
from symfed.report.graph import dependency_graph
from symfed.report.mathml import render
from symfed.report.summary import count, headline, verified_with_all_used

if TYPE_CHECKING:
    from symfed.ledger.row import Row

NO_CONDITION = r"\text{no condition"


@dataclass(frozen=True)
class Entry:
    """A row with what only all rows together can tell."""

    row: Row
    printed: Markup
    domain: Markup
    fully: bool
    used_by: tuple[str, ...]
    corrects: tuple[str, ...]


@dataclass(frozen=True)
class ControlTable:
    """For every negative control and every check method: in how many of how many examinations it was rejected."""

    methods: tuple[str, ...]
    lines: tuple[tuple[str, tuple[tuple[int, int], ...]], ...]


def control_table(rows: Sequence[Row]) -> ControlTable:
    """Controls down, methods across; (0, 0) where a control was never shown to a method.

    A method is counted under its name alone: what follows in brackets, the scope of one examination, does not split it.
    """
    shown: Counter[tuple[str, str]] = Counter()
    rejected: Counter[tuple[str, str]] = Counter()
    for evidence in (evidence for row in rows for evidence in row.evidence):
        method = evidence.method.partition(" (")[0]
        for control, seen in evidence.rejected.items():
            shown[control, method] += 1
            rejected[control, method] += seen
    methods = tuple(sorted({method for _, method in shown}))
    controls = sorted({control for control, _ in shown})
    return ControlTable(methods, tuple((c, tuple((rejected[c, m], shown[c, m]) for m in methods)) for c in controls))


def _entries(rows: Sequence[Row], fully: Collection[str]) -> list[Entry]:
    return [
        Entry(
            row=row,
            printed=render(row.tex),
            # a domain without relations has no formula, but it may have words, which only its text holds
            domain=Markup("") if row.domain_tex.startswith(NO_CONDITION) else render(row.domain_tex),
            fully=row.id in fully,
            used_by=tuple(other.id for other in rows if row.id in other.uses),
            corrects=tuple(other.id for other in rows if other.corrected == row.id),
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
    groups = [(key, SOURCES.get(key), [entry for entry in entries if entry.row.source == key]) for key in keys]
    return environment.get_template("page.html").render(
        headline=headline(rows),
        fully=verified_with_all_used(len(fully)),
        counts=[(tier, found[tier]) for tier in Tier if found[tier]],
        groups=groups,
        ids={row.id for row in rows},
        badges=BADGES,
        graph=dependency_graph(rows, fully),
        controls=control_table(rows),
        mutants=mutant_table(mutants) if mutants else None,
        refuted=(Tier.REFUTED, Tier.IMPRECISE, Tier.ERROR),
        count=count,
    )
