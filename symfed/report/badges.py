"""Badges of statuses: every status has a word and a symbol besides its colour."""

from __future__ import annotations

from dataclasses import dataclass

from symfed.core.verdict import Tier
from symfed.core.vocabulary import Fate, Need


@dataclass(frozen=True)
class Badge:
    """The badge of one status: a symbol, a word, a line of explanation, and its rich style."""

    symbol: str
    word: str
    meaning: str
    style: str


BADGES: dict[Tier, Badge] = {
    Tier.PROVED: Badge(
        "✔",
        "proved",
        "every lemma is decided by an exact procedure, for all that the statement ranges over, and no step is in words",
        "bold green",
    ),
    Tier.PROVED_GIVEN: Badge("✓", "proved given", "proved, given the listed steps in words, which a reader must accept", "green"),
    Tier.ENCLOSED: Badge("◉", "enclosed", "certified by ball arithmetic over a stated box", "green4"),
    Tier.SUPPORTED: Badge("≈", "supported", "held on a finite number of exact or simulated instances", "cyan"),
    Tier.REFUTED: Badge("✘", "refuted", "false as printed, with a witness", "bold red"),
    Tier.CORRECTED: Badge("✎", "corrected", "false as printed; the linked corrected statement holds", "magenta"),
    Tier.IMPRECISE: Badge("△", "imprecise", "true only with words that the source leaves out", "yellow"),
    Tier.OPEN: Badge("?", "open", "a conjecture, with the best evidence both ways", "blue"),
    Tier.DEFINED: Badge("≝", "defined", "a definition or an algorithm: well posed, and used as it is defined", "bright_blue"),
    Tier.UNDECIDED: Badge("…", "undecided", "the budget ran out before a decision", "bright_black"),
    Tier.NOT_CHECKED: Badge("–", "not checked", "nothing in it for a machine to check, with the reason", "bright_black"),
    Tier.ERROR: Badge("⚠", "error", "a bug in a check, not a finding about the source", "bold white on red"),
}

#: The fate of a lemma without one of its conditions, in words that need no legend.
NEEDS: dict[Need, str] = {
    Need.NEEDED: "needed (false on an instance without it)",
    Need.USED: "used (by what proves it on record)",
    Need.IDLE: "idle (nothing changed without it)",
    Need.IN_WORDS: "in words (no machine can drop it)",
}

#: The fate of a wrong variant that was generated from the text of a statement.
FATES: dict[Fate, str] = {
    Fate.REJECTED: "a check fails on it, as it should",
    Fate.UNPROVED: "no check fails on it, but what proves the lemma does not prove it",
    Fate.TRUE: "it is true as well, and proved",
    Fate.SAME: "it agrees with the statement on every instance looked at",
    Fate.HELD: "it differs from the statement, and no instance told the two apart: of lemmas that are sampled and not proved",
    Fate.UNREADABLE: "what decides the lemma cannot read it",
}


def status_label(verdict: str, tier: str) -> str:
    """The label of a verdict and, if it differs, of its tier.

    >>> status_label("REFUTED", "CORRECTED")
    '✘ refuted, ✎ corrected'
    """
    parts = [BADGES[Tier(verdict)]] + ([BADGES[Tier(tier)]] if tier != verdict else [])
    return ", ".join(f"{badge.symbol} {badge.word}" for badge in parts)
