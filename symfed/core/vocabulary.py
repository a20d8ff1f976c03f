"""The enumerations used in claims and in rows of the ledger; importing them needs no SymPy."""

from __future__ import annotations

from enum import StrEnum

KINDS = ("algorithm", "assumption", "definition", "identity", "inequality", "expansion", "rate", "limit", "statistical")


class Fate(StrEnum):
    """The fate of a variant that was generated from the statement's own text."""

    REJECTED = "rejected"  # a check fails it
    UNPROVED = "unproved"  # no check fails it, but the check that decides the lemma does not decide it: with it the lemma is unproved
    TRUE = "true"  # an exact check proves it too
    SAME = "same"  # equal to the statement on every instance that was tried
    HELD = "held"  # it differs from the statement, and no check tells them apart: the lemma would hold with it, too
    UNREADABLE = "unreadable"  # the check that decides the lemma cannot read it, so that nothing is known


class Need(StrEnum):
    """The fate of a lemma without one of its conditions."""

    NEEDED = "needed"  # an instance outside refutes it
    USED = "used"  # the exact check that decided the lemma no longer decides it; the proof that was found uses the condition
    IDLE = "idle"  # nothing changes
    IN_WORDS = "in words"  # no machine can tell
