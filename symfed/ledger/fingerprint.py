"""A short text that changes with the content of a claim."""

from __future__ import annotations

import hashlib

from symfed.core.claim import Claim
from symfed.ledger.transcription import transcription


def fingerprint(claim: Claim) -> str:
    """PROVISIONAL: statement, domain and methods."""
    parts = (claim.printed.tex, transcription({lemma.name: lemma.statement for lemma in claim.proof}), str(claim.under))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]
