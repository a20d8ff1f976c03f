"""The data of a claim's page: its row, its links to other rows, and the texts to be copied."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from markupsafe import Markup

from symfed.core.verdict import Tier
from symfed.report.badges import status_label
from symfed.report.edition import Edition, bibtex
from symfed.report.mathml import render
from symfed.report.prose import with_tex_formulas
from symfed.report.search import keys
from symfed.report.snippet import snippet

if TYPE_CHECKING:
    from symfed.ledger.row import Row


def file_of(claim_id: str) -> str:
    """The address of a claim's page in the report: a function of the id alone, inside the folder for every id.

    >>> file_of("thm2"), file_of("../a")
    ('claims/thm2.html', 'claims/..=2Fa.html')
    """
    return f"claims/{quote(claim_id, safe='').replace('%', '=')}.html"


def entries(rows: Sequence[Row], fully: Collection[str], of: Edition) -> list[SimpleNamespace]:
    """What the page of each row shows beside the row, in order; `fully` are the ids that are verified with everything they use.

    `premises` and `used_by` are pairs of a claim and its tier, None if it was not judged.
    """
    named = {row.id: row for row in rows}
    tiers = {row.id: row.tier for row in rows}
    users, corrects, restated = defaultdict(list), defaultdict(list), defaultdict(list)
    for row in rows:
        for used in row.uses:
            users[used].append(row.id)
        corrects[row.corrected].append(row.id)
        restated[row.restates].append(row.id)

    def entry(row: Row) -> SimpleNamespace:
        public, correction = row.public(), named.get(row.corrected or "")
        return SimpleNamespace(
            row=row,
            printed=render(row.tex),
            ranges=row.page.get("ranges", ""),
            fully=row.id in fully,
            falls=row.verdict in (Tier.REFUTED, Tier.IMPRECISE),
            wrong=_error_sentence(row, correction),
            premises=[(used, tiers.get(used)) for used in row.uses],
            used_by=[(user, tiers.get(user)) for user in users[row.id]],
            corrects=corrects[row.id],
            correction=correction,
            reads=render(correction.tex) if correction and correction.tex else Markup(""),
            restated_by=restated[row.id],
            paste=snippet(public),
            witness_json=json.dumps(public["witness"], ensure_ascii=False),
            places=" ".join(sorted(keys(row.id, row.place))),
            words=f"{row.id} {status_label(row.verdict, row.tier)} {row.place} {row.says}".lower(),
            bibtex=bibtex(row, of),
            lemmas=_lemmas(row, public["lemmas"]),
        )

    return [entry(row) for row in rows]


def _error_sentence(row: Row, correction: Row | None) -> str:
    """The error of a false statement, in a sentence: its missing words, a reader's erratum, the corrected statement, or the reason."""
    said = f"It lacks: {row.missing}" if row.missing else row.page.get("effect", "")
    said = said or (f"{row.says} It should read: {correction.says}".lstrip() if correction else row.why)
    begins = said[:1] if with_tex_formulas(said).startswith("$") else said[:1].upper()  # "h for H" begins in a symbol
    return begins + said[1:].rstrip(".") + "."


def _lemmas(row: Row, kept: Sequence[Mapping[str, Any]]) -> list[SimpleNamespace]:
    """What the page shows of each lemma: its record in the ledger, the evidence of the run (a committed row has none), and its texts.

    `variants` are the named ones: (name, origin, fate); `fates` counts those generated from the text.
    """
    told = {lemma["name"]: lemma for lemma in row.page.get("lemmas", ())}
    return [
        SimpleNamespace(
            found=lemma,
            evidence=found.evidence if found else (),
            says=told.get(lemma["name"], {}).get("says", ""),
            read_as=told.get(lemma["name"], {}).get("read as", ""),
            variants=[
                *((name, "by hand", f"rejected by {by or 'nothing'}") for name, by in lemma.get("wrong", {}).items()),
                *((name, "from the text", str(fate)) for name, fate in (found.fates if found else {}).items()),
            ],
            fates=(fates := lemma.get("variants", {})),
            counted=f"{len(lemma.get('wrong', ()))} by hand, {sum(fates.values())} made from its text",
        )
        for lemma, found in zip(kept, row.found or (None,) * len(kept), strict=True)
    ]
