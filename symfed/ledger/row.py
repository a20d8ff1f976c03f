"""One line of the ledger: a claim, its evidence and its verdict, as a reader needs them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symfed.core.verdict import Evidence, Outcome, Tier


@dataclass(frozen=True)
class Row:
    """A claim with its verdict. `public` is what ledger.json keeps: no times, no hosts, no dates."""

    id: str
    source: str
    kind: str
    verdict: Tier
    tier: Tier
    why: str
    corrected: str | None
    uses: tuple[str, ...]
    says: str
    place: str
    tex: str
    extraction: str
    transcription: str
    domain: str
    domain_tex: str
    missing: str
    reduction: str
    evidence: tuple[Evidence, ...]
    expect: Tier
    controls: tuple[str, ...]
    seconds: float = 0.0

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(evidence.method for evidence in self.evidence)

    @property
    def witness(self) -> Mapping[str, str] | None:
        """Of the first check that refutes; failing that, of the first that does not accept."""
        failing = sorted((e for e in self.evidence if e.outcome is Outcome.FAILS), key=lambda e: not e.refutes)
        return failing[0].witness if failing else None

    @property
    def false_alarm(self) -> float:
        """The probability that chance makes some check of this claim contradict it, were it true: its share of the run's."""
        return sum(evidence.false_alarm for evidence in self.evidence)

    @property
    def power(self) -> Mapping[str, float]:
        """For each negative control that a statistical test saw: a lower bound of the probability that the best of them rejects it."""
        best: dict[str, float] = {}
        for evidence in self.evidence:
            for control, bound in evidence.power.items():
                best[control] = max(bound, best.get(control, 0.0))
        return best

    @property
    def fingerprint(self) -> str:
        """Changes when the statement, its domain, its checks or its controls do; a verdict belongs to one fingerprint."""
        parts = (self.tex, self.transcription, self.domain, *self.methods, *self.controls)
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]

    def public(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "source": self.source,
            "kind": self.kind,
            "verdict": str(self.verdict),
            "tier": str(self.tier),
            "methods": list(self.methods),
            "witness": dict(self.witness) if self.witness else None,
            "corrected": self.corrected,
            "uses": list(self.uses),
            "why": self.why,
            "fingerprint": self.fingerprint,
            "missing": self.missing,
            "false_alarm": self.false_alarm,
            "power": dict(self.power),
        }
