"""The closed lists of words that stand in claims and in rows of the ledger; reading them needs no SymPy."""

from __future__ import annotations

from enum import StrEnum

KINDS = ("algorithm", "assumption", "definition", "identity", "inequality", "expansion", "rate", "limit", "statistical")


class Fate(StrEnum):
    """What became of a variant that was made from the statement's own text."""

    REJECTED = "rejected"  # a check fails it
    UNPROVED = "unproved"  # no check fails it, but what decides the lemma does not decide it: with it the lemma falls
    TRUE = "true"  # an exact check proves it too
    SAME = "same"  # equal to the statement on every instance that was looked at
    HELD = "held"  # it differs from the statement, and no check tells them apart: the lemma would stand with it, too
    UNREADABLE = "unreadable"  # what decides the lemma cannot read it, so that nothing is said of it


class Need(StrEnum):
    """What becomes of a lemma without one of its conditions."""

    NEEDED = "needed"  # an instance outside refutes it
    USED = "used"  # the exact check that decided it does not decide it any more; the proof that was found rests on it
    IDLE = "idle"  # nothing changes
    IN_WORDS = "in words"  # no machine can tell
