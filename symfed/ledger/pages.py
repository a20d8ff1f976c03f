"""The texts that a reader sees of a claim beside its verdict: the printed statement, its reading, and the course of the proof.

Kept in the ledger's rows, so that showing a claim needs neither the claim nor SymPy, and shows the reading that the verdict belongs to.
"""

from __future__ import annotations

from typing import Any

from symfed.checks.budget import number_of_tests
from symfed.checks.growth import orders
from symfed.core.claim import Claim, Lemma
from symfed.ledger.transcription import conditions_text, transcription


def printed(claim: Claim) -> dict[str, Any]:
    """The printed statement and the notes on it; empty entries are left out. Nothing of the proof is written out."""
    shown = {
        "says": claim.says,
        "place": claim.printed.place,
        "printed": claim.printed.tex.strip(),
        "extraction": claim.printed.extraction,
        "consequence": str(claim.erratum.consequence) if claim.erratum else "",
        "effect": claim.erratum.says if claim.erratum else "",
        "power": claim.erratum.power if claim.erratum and claim.erratum.power > 1 else 0,
        "differs": dict(claim.differs),
    }
    return {name: value for name, value in shown.items() if value}


def page(claim: Claim) -> dict[str, Any]:
    """The claim as texts; what is empty is left out. `tests` is the number of statistical tests that are made for it."""
    lines, original = claim.under.lines, claim.restates or ""
    of = f" ({original})" if original and not original.startswith(f"{claim.printed.source}-") else ""  # the lines are another document's
    shown = {
        **printed(claim),
        "read as": "" if claim.lemmas and isinstance(claim.statement, dict) else _reading_text(claim),
        "ranges": str(claim.ranges),
        "conditions": {name: " ".join(lines[name].split()) + of if lines.get(name) else "" for name in map(str, claim.under.conditions)},
        "lemmas": [_lemma_page(lemma, alone=not claim.lemmas) for lemma in claim.proof],
        "follows": [{"step": step.describe()} | ({"in words": True} if step.in_words else {}) for step in claim.follows],
        "tests": number_of_tests([claim]),
    }
    return {name: value for name, value in shown.items() if value}


def _reading_text(stated: Claim | Lemma) -> str:
    text = transcription(stated.statement)
    return f"O({text})" if orders(stated.statement, stated.checks) else text


def _lemma_page(lemma: Lemma, alone: bool) -> dict[str, Any]:
    """A lemma; `alone`: it is the statement of the claim, which stands there already."""
    shown = {
        "name": lemma.name,
        "says": lemma.says,
        "read as": "" if alone else _reading_text(lemma),
        "given": conditions_text(lemma.given),
        "assumes": "" if lemma.assumes is None else conditions_text(lemma.assumes) or "no condition",
        "checks": [check.method for check in lemma.checks],
        "wrong": list(lemma.wrong),
    }
    return {name: value for name, value in shown.items() if value}
