"""The ledger as HTML pages that need no network: a list, a page for each claim and formula, the graph, the wrong variants."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from symfed.core.source import sources
from symfed.core.verdict import Tier
from symfed.ledger import fully_verified
from symfed.report.badges import BADGES, FATES, NEEDS
from symfed.report.edition import Edition, edition
from symfed.report.entries import entries, file_of
from symfed.report.errata import documents, errata, write
from symfed.report.errata.consequence import reach
from symfed.report.errata.html import body
from symfed.report.formula_verdict import formula_verdict
from symfed.report.graph import dependency_graph, results_graph
from symfed.report.kernel import Accepted, sentence
from symfed.report.mathml import render
from symfed.report.prose import prose
from symfed.report.rank import OURS, UNNUMBERED, by_rank, place_of, results
from symfed.report.reading import TypesetReading
from symfed.report.recorded import Recorded
from symfed.report.search import PLACES, SHORT
from symfed.report.summary import count, headline, total_sentences, verified_with_all_used
from symfed.report.trials import mutant_table, variant_table

if TYPE_CHECKING:
    from symfed.ledger.row import Row

PAGES = {
    "index.html": "Claims",
    "errata.html": "Errata",
    "graph.html": "Graph",
    "formulas.html": "Formulas",
    "variants.html": "Wrong variants",
}
#: One script for all pages: each part does nothing if its own element is missing.
SCRIPTS = ("filter.js", "copy.js", "walk.js")
#: TeX beyond this length makes a picture that nobody reads; it stands below to be copied.
LONGEST = 3000
_ID = re.compile(r"[\w-]+")


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("symfed.report", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters |= {"prose": prose, "linked": linked}
    environment.globals |= {"badges": BADGES, "needs": NEEDS, "fates": FATES, "count": count, "file_of": file_of, "places": PAGES}
    return environment


def build_pages(
    rows: Iterable[Row],
    mutants: Mapping[str, Any] | None = None,
    formulas: Sequence[Mapping[str, Any]] = (),
    of: Edition | None = None,
    kernel: Mapping[str, Accepted] | None = None,
    readings: Mapping[str, Mapping[str, TypesetReading]] | None = None,
) -> dict[str, str]:
    """Every file of the report by its path in the folder, with the mutant matrix and the formulas if these are given.

    `formulas` are texts from `symfed.report.formula_texts.load`, `kernel` Coq's results and `readings` the typeset statements, by id of
    the claim. Deterministic; every text of a row is escaped.
    """
    rows, of, kernel = sorted(rows, key=lambda row: row.id), of or edition(), kernel or {}
    fully = fully_verified(rows)
    all_entries = entries(rows, fully, of)
    named = {entry.row.id: entry for entry in all_entries}
    tiers = {row.id: row.tier for row in rows}
    found_rows = {row.id: {part: getattr(row, part) for part in ("verdict", "tier", "corrected", "missing")} for row in rows}
    verdicts = {formula["name"]: formula_verdict(formula, found_rows) for formula in formulas}
    stated_by = {name: list(verdict.claims) for name, verdict in verdicts.items()}
    same = {claim: [name for name, found in stated_by.items() if (claim, tiers[claim]) in found] for claim in tiers}
    found = Counter(row.verdict for row in rows)
    ordered = [named[row.id] for row in by_rank(rows)]
    keys = list(dict.fromkeys(entry.row.source for entry in ordered))
    groups = [(key, sources().get(key), [entry for entry in ordered if entry.row.source == key]) for key in keys]
    wrongs = [errata(rows, key) for key in keys if key in documents()]
    committed = bool(rows) and all(isinstance(row, Recorded) for row in rows)
    common = {"ids": set(tiers), "kernel": kernel, "readings": readings or {}, "edition": of, "committed": committed}

    def page(here: str, title: str, template: str = "", **told: Any) -> str:
        root, form = "../" * here.count("/"), _environment().get_template(template or here)
        return form.render(here=here, root=root, title=f"{title} · symfed", **common, **told)

    pages = {
        "index.html": page(
            "index.html",
            "The ledger",
            headline=headline(rows),
            fully=verified_with_all_used(len(fully)),
            totals=[*total_sentences(rows), *filter(None, [f"{said}." if (said := sentence(kernel, len(rows))) else ""])],
            counts=[(tier, found[tier]) for tier in Tier if found[tier]],
            groups=groups,
            found=[(key, sources().get(key), lines) for key, lines in _findings(rows, named).items()],
            documents=documents(),
            numbered=PLACES.pattern,
            short=json.dumps(SHORT),
        ),
        "graph.html": page("graph.html", "The graph", results=results_graph(results(rows), rows)),
        "claims_graph.html": page("claims_graph.html", "All claims", graph=dependency_graph(rows, fully)),
        "errata.html": page("errata.html", "Errata", "errata_list.html", listed=wrongs),
        "variants.html": page("variants.html", "Wrong variants", variants=variant_table(rows), mutants=mutants and mutant_table(mutants)),
        "formulas.html": page("formulas.html", "Formulas", formulas=formulas, verdicts=verdicts),
    }
    for entry in all_entries:
        row = entry.row
        here, source = file_of(row.id), sources().get(row.source)
        own = {"formulas": same[row.id], "documents": documents(), "reach": reach(row)}
        pages[here] = page(here, row.id, "claim.html", entry=entry, source=source, **own)
    for formula in formulas:
        here, name = f"formulas/{formula['name']}.html", formula["name"]
        verdict = verdicts[name]
        texts = {language: verdict.as_comment(text, language) for language, text in formula["texts"].items()}
        shown = render(formula["shown"]) if len(formula["shown"]) < LONGEST else ""
        told = {"claims": stated_by[name], "verdict": verdict, "trial": (mutants or {}).get("subjects", {}).get(name)}
        pages[here] = page(here, name, "formula.html", formula={**formula, "texts": texts}, shown=shown, **told)
    for wrong in wrongs:
        here = f"errata/{wrong.source.key}.html"
        pages |= {f"errata/{name}": text for name, text in write([wrong], ("markdown", "latex")).items()}
        pages[here] = page(here, f"Errata: {wrong.source.title}", "errata.html", key=wrong.source.key, body=body(wrong, "../"))
    return pages | {"report.css": _text("report.css"), "report.js": "\n".join(map(_text, SCRIPTS))}


def _findings(rows: Sequence[Row], named: Mapping[str, SimpleNamespace]) -> dict[str, list[tuple[str, Tier, list[SimpleNamespace]]]]:
    """The numbered results by document; for a document without numbers the results that are false."""
    lines: dict[str, list[tuple[str, Tier, list[SimpleNamespace]]]] = {}
    for result in results(rows):
        lines.setdefault(result.source, []).append((result.name, result.tier, [named[row.id] for row in result.rows]))
    numbered = set(lines) | {OURS}
    for row in by_rank(rows):
        if row.source not in numbered and named[row.id].falls and place_of(row.kind, row.place).rank <= UNNUMBERED:
            lines.setdefault(row.source, []).append((row.place, row.tier, [named[row.id]]))
    return lines


def linked(said: str, ids: Collection[str], root: str) -> Markup:
    """A sentence as HTML, in which the ids of claims lead to their pages; `root` is the way to the folder of the report."""
    link = Markup('<a class="id" href="{}">{}</a>')
    return Markup(_ID.sub(lambda word: link.format(root + file_of(word[0]), word[0]) if word[0] in ids else word[0], prose(said)))


def _text(name: str) -> str:
    return files("symfed.report").joinpath(name).read_text(encoding="utf-8")
