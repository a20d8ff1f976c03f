"""The ledger in a few sentences, for the terminal and for the top of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from symfed.core.verdict import Tier
from symfed.ledger import Fate, Need
from symfed.report.badges import BADGES
from symfed.report.rank import is_sound_assumption

if TYPE_CHECKING:
    from symfed.ledger import Change
    from symfed.ledger.row import Row


def count(number: int, thing: str, things: str = "") -> str:
    """A number with its noun.

    >>> count(1, "claim"), count(2, "claim")
    ('1 claim', '2 claims')
    """
    return f"{number} {thing}" if number == 1 else f"{number} {things or thing + 's'}"


def headline(rows: Sequence[Row]) -> str:
    """The number of claims, and of each verdict that occurs, in a sentence; assumptions, which state nothing, are named apart."""
    if not rows:
        return "No claims"
    found = Counter(row.verdict for row in rows)
    corrected = sum(row.verdict is Tier.REFUTED and row.tier is Tier.CORRECTED for row in rows)
    assumed = Counter(row.verdict for row in rows if is_sound_assumption(row))
    parts = []
    for tier in Tier:
        if not found[tier]:
            continue
        words = f"{found[tier]} {BADGES[tier].word}"
        if tier is Tier.REFUTED:
            words += f" as printed ({corrected} with a corrected statement that holds)"
        if assumed[tier]:
            words += f" ({count(assumed[tier], 'assumption')} among them)"
        parts.append(words)
    return f"{count(len(rows), 'claim')}: {', '.join(parts)}"


def verified_with_all_used(number: int) -> str:
    """A sentence on the number of claims that are proved together with all their premises."""
    return f"Proved together with all that they rest on: {count(number, 'claim')}"


def total_sentences(rows: Sequence[Row], trials: bool = True) -> list[str]:
    """Sentences on the evidence behind the verdicts: steps in words, wrong variants and conditions. Duplicates count once.

    trials: all variants were shown and all conditions dropped in this run, none taken from the ledger.
    """
    judged = {row.restates or row.id: row for row in sorted(rows, key=lambda row: not row.restates)}.values()
    given = [row for row in judged if row.tier is Tier.PROVED_GIVEN]
    sentences = []
    if given:
        steps = count(sum(len(row.words) for row in given), "step")
        sentences.append(f"Proved given words: {count(len(given), 'statement')} (what is printed twice counts once), {steps} in words.")
    shown: Counter[str] = Counter()
    for row in judged:
        shown.update(row.variants)
    written = shown.pop("by hand", 0)
    if written or shown:
        made = f"{shown.total()} made from the statements" + (f" ({_fate_counts(Fate, shown)})" if shown else "")
        sentences.append(f"Wrong variants shown: {written} by hand, {made}.")
    needs = Counter(str(need) for row in judged for need in row.conditions.values())
    if needs:
        sentences.append(f"Conditions dropped in turn: {_fate_counts(Need, needs)}.")
    if not trials and (written or shown or needs):
        sentences.append(
            "Of claims that are as they were, variants and conditions are as this code committed them; --trials tries them again."
        )
    return sentences


def _fate_counts(words: type[Fate] | type[Need], counts: Counter[str]) -> str:
    return ", ".join(f"{counts[str(word)]} {word}" for word in words if counts[str(word)])


def closing_line(rows: Sequence[Row], changes: Sequence[Change], committed_now: bool = False, deeper: bool = False) -> str:
    """The headline, and a comparison of the rows with the committed ledger."""
    verdicts = sum(change.of_verdict for change in changes)
    others = len(changes) - verdicts
    if not changes:
        ending = "every verdict as committed" if deeper else "every row as committed"
    else:
        told = [count(verdicts, "verdict")] * bool(verdicts) + [f"{count(others, 'row')} with the committed verdict"] * bool(others)
        ending = f"{' and '.join(told)} changed from the committed ledger"
        ending += ", now committed" if committed_now else ""
    if deeper:
        ending += " (compared in verdict, tier, fingerprint, premises and missing words only: other budgets give other counts)"
    return f"{headline(rows)}; {ending}."
