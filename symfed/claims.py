"""The vocabulary of a claim file: what is said, where it is printed, under which conditions, by which lemmas, and what is expected."""

# ruff: noqa: F401  imported so that claim files import from one place
from symfed.core.claim import Claim, InWords, Lemma, ProofStep, again, crosscheck, standalone_lemma
from symfed.core.domain import ANYWHERE, Class, Domain, stands
from symfed.core.erratum import LOCAL_SLIP, RESULT, TYPO, Cause, Erratum
from symfed.core.scope import EVERYTHING, ONE_DIMENSION, Scope
from symfed.core.source import Printed, Source, printed_at
from symfed.core.verdict import Evidence, Tier
