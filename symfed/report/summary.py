"""The ledger in one sentence, for the terminal and for the top of the page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from symfed.core.verdict import Tier
from symfed.report.badges import BADGES

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
    """How many claims, and what became of them; verdicts that nothing has are left out."""
    if not rows:
        return "No claims"
    found = Counter(row.verdict for row in rows)
    corrected = sum(row.verdict is Tier.REFUTED and row.tier is Tier.CORRECTED for row in rows)
    parts = []
    for tier in Tier:
        if not found[tier]:
            continue
        words = f"{found[tier]} {BADGES[tier].word}"
        if tier is Tier.REFUTED:
            words += f" as printed ({corrected} with a corrected statement that holds)"
        parts.append(words)
    return f"{count(len(rows), 'claim')}: {', '.join(parts)}"


def verified_with_all_used(number: int) -> str:
    """How many claims are verified through and through."""
    return f"{count(number, 'claim')} {'is' if number == 1 else 'are'} verified together with everything used on the way"


def closing(rows: Sequence[Row], changes: Sequence[Change], committed_now: bool = False) -> str:
    """The headline, and how the verdicts compare with the committed ledger."""
    if not changes:
        ending = "every verdict as committed"
    else:
        ending = f"{count(len(changes), 'verdict')} changed from the committed ledger"
        ending += ", now committed" if committed_now else ""
    return f"{headline(rows)}; {ending}."
