"""The verdict of a formula, looked up in the ledger when the formula is shown: a formula does not know its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from symfed.core.verdict import Tier
from symfed.report.badges import BADGES

#: The words for statements that do not hold as printed.
_FALLEN = {Tier.REFUTED: "refuted as printed", Tier.IMPRECISE: "imprecise as printed"}
_NAMED = 3  # claims: more are counted
_COMMENTS = {"c": "//", "latex": "%"}


@dataclass(frozen=True)
class FormulaVerdict:
    """The verdict of a formula by the claims that state it: `sentence` for a reader, `falls` if it does not hold as printed.

    `claims` are pairs of id and tier, for those in the ledger.
    """

    sentence: str
    falls: bool
    claims: tuple[tuple[str, Tier], ...]

    def as_comment(self, text: str, language: str) -> str:
        """LaTeX or code with the verdict as a comment line: above it, but below LaTeX that holds, whose first line is to be pasted."""
        line = f"{_COMMENTS.get(language.lower(), '#')} verdict: {' '.join(self.sentence.split())}"
        return f"{text.rstrip()}\n{line}" if language.lower() == "latex" and not self.falls else f"{line}\n{text}"


def formula_verdict(formula: Mapping[str, Any], rows: Mapping[str, Mapping[str, Any]]) -> FormulaVerdict:
    """The verdict of a formula, an entry of `symfed.report.formula_texts.load`, from rows of the ledger by id.

    `prints` are the claims of which the formula is the printed statement, `claims` these and those that state the same expression,
    `instead` the correct formula.
    """
    claims = tuple((name, Tier(rows[name]["tier"])) for name in formula["claims"] if name in rows)
    fallen = [name for name in formula["prints"] if name in rows and Tier(rows[name]["verdict"]) in _FALLEN]
    if fallen:
        said = "; ".join(_verdict_of_false(name, rows) for name in fallen)
        instead = f"; what symfed derives: `{formula['instead']}`" if formula["instead"] else ""
        return FormulaVerdict(f"{said}{instead}", True, claims)
    if missing := [name for name in formula["prints"] if name not in rows]:
        return FormulaVerdict(f"stated by claim {', '.join(missing)}, which is not in this ledger", False, claims)
    return FormulaVerdict(_verdict_of_true(claims), False, claims)


def links(name: str) -> Mapping[str, Any]:
    """The stored links of a formula to claims, by its name; empty for one without a page."""
    from symfed.report.formula_texts import load

    return next((one for one in load() if one["name"] == name), {"claims": [], "prints": [], "instead": ""})


def committed_verdict(name: str) -> FormulaVerdict:
    """The verdict of a formula by the committed ledger, which may not exist yet."""
    from symfed.ledger.store import NoLedger, load

    try:
        return formula_verdict(links(name), {row["id"]: row for row in load()})
    except NoLedger:
        return FormulaVerdict("not known, as no ledger is committed", False, ())


def _verdict_of_false(name: str, rows: Mapping[str, Mapping[str, Any]]) -> str:
    row = rows[name]
    words = f", the words that are missing: {row['missing']}" if row["missing"] else ""
    corrected = row["corrected"]
    tier = f" ({BADGES[Tier(rows[corrected]['tier'])].word})" if corrected in rows else ""
    holds = f"; claim {corrected}{tier} says what holds" if corrected else ""
    return f"{_FALLEN[Tier(row['verdict'])]}, claim {name}{words}{holds}"


def _verdict_of_true(claims: Iterable[tuple[str, Tier]]) -> str:
    found = Counter(tier for _, tier in claims)
    if not found:
        return "no claim states this formula"
    doubted = [name for name, tier in claims if tier in (Tier.REFUTED, Tier.CORRECTED, Tier.IMPRECISE)]
    counts = ", ".join(f"{found[tier]} {BADGES[tier].word}" for tier in Tier if found[tier])
    more = f" and {len(doubted) - _NAMED} more" if len(doubted) > _NAMED else ""
    named = f"; as printed it does not hold in {', '.join(doubted[:_NAMED])}{more}" if doubted else ""
    return f"this expression is stated by {sum(found.values())} claims: {counts}{named}"
