"""The vocabulary of a claim file: what is said, where it is printed, under which conditions, by which lemmas, and what is expected."""

from symfed.core.claim import Claim, InWords, Lemma, ProofStep, again, crosscheck, standalone_lemma
from symfed.core.domain import ANYWHERE, Class, Domain, stands
from symfed.core.erratum import LOCAL_SLIP, RESULT, TYPO, Cause, Erratum
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.source import Printed, Source, printed_at
from symfed.core.verdict import Evidence, Tier

__all__ = [
    "ANYWHERE",
    "EVERYTHING",
    "LOCAL_SLIP",
    "ONE_DIMENSION",
    "RESULT",
    "TYPO",
    "Cause",
    "Claim",
    "Class",
    "Domain",
    "Erratum",
    "Evidence",
    "InWords",
    "Lemma",
    "Printed",
    "ProofStep",
    "Scope",
    "Source",
    "Tier",
    "again",
    "crosscheck",
    "printed_at",
    "standalone_lemma",
    "stands",
]
