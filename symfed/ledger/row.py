"""One line of the ledger: a claim, what was found about each of its lemmas, and its verdict, as a reader needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from symfed.core.verdict import Evidence, Tier
from symfed.core.vocabulary import Fate, Need
from symfed.ledger.form import OCCASIONAL, ROW
from symfed.ledger.witness import data

if TYPE_CHECKING:
    from symfed.checks.lemma import Found

#: A condition that matters to one lemma matters to the claim.
_STRONGEST = (Need.NEEDED, Need.USED, Need.IN_WORDS, Need.IDLE)


@dataclass(frozen=True)
class Row:
    """A claim with its verdict. `public` is what ledger.json keeps: no times, no hosts, no dates.

    `words` are the steps of the proof that a reader must accept; a PROVED row has none. `fingerprint` changes with the content of the
    statement, its conditions, its lemmas, their checks and variants; a verdict belongs to one fingerprint. `page` is what a reader sees.
    `seconds` are those of the processor; `spent` says on which checks, and on what account, if that was measured.
    """

    id: str
    source: str
    kind: str
    verdict: Tier
    tier: Tier
    why: str
    corrected: str | None
    uses: tuple[str, ...]
    see: tuple[str, ...]
    says: str
    place: str
    tex: str
    extraction: str
    transcription: str
    domain: str
    missing: str
    found: tuple[Found, ...]
    steps: tuple[str, ...]
    words: tuple[str, ...]
    expect: Tier
    fingerprint: str = ""
    restates: str = ""
    stated: Mapping[str, Need] = field(default_factory=dict)
    lines: Mapping[str, str] = field(default_factory=dict)
    page: Mapping[str, Any] = field(default_factory=dict)
    seconds: float = 0.0
    spent: Mapping[tuple[str, str], tuple[float, int]] = field(default_factory=dict)

    @property
    def evidence(self) -> tuple[Evidence, ...]:
        return tuple(evidence for found in self.found for evidence in found.evidence)

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(evidence.method for evidence in self.evidence)

    @property
    def witness(self) -> Mapping[str, str] | None:
        """The witness, in texts: of the first check that refutes; failing that, of the first that does not accept."""
        failing = sorted((f.failing for f in self.found if f.failing), key=lambda e: not e.refutes)
        return failing[0].witness if failing else None

    @property
    def false_alarm(self) -> float:
        """The probability that chance makes some check of this claim contradict it, were it true: its share of the run's."""
        return sum(evidence.false_alarm for evidence in self.evidence)

    @property
    def power(self) -> Mapping[str, float]:
        """For each wrong variant that a statistical test saw: a lower bound of the probability that the best of them rejects it."""
        best: dict[str, float] = {}
        for evidence in self.evidence:
            for variant, bound in evidence.power.items():
                best[variant] = max(bound, best.get(variant, 0.0))
        return best

    @property
    def conditions(self) -> Mapping[str, Need]:
        """The need of the claim for each of its conditions: the strongest need that some lemma has of it.

        One that no lemma was judged under is idle, or in words. A claim that does not hold has nothing to need conditions for.
        """
        needs: dict[str, Need] = {}
        for found in self.found:
            for name, need in found.conditions.items():
                needs[name] = min(need, needs.get(name, need), key=_STRONGEST.index)
        return {**self.stated, **needs} if any(found.tier for found in self.found) else needs

    @property
    def variants(self) -> Mapping[str, int]:
        """The number of variants made from the statement's own text, by their fates, and of those written by a person."""
        counts = Counter(str(fate) for found in self.found for fate in found.fates.values())
        written = sum(len(found.wrong) for found in self.found)
        return {"by hand": written} | {str(fate): counts[str(fate)] for fate in Fate if counts[str(fate)]}

    def public(self) -> dict[str, Any]:
        """The row as JSON data, with the fields that `symfed.ledger.form` knows."""
        made = {
            "lemmas": [_public_lemma(found) for found in self.found],
            "witness": data(self.witness) if self.witness else None,
            "restates": self.restates or None,
        }
        return {name: made[name] if name in made else _plain(getattr(self, name)) for name in ROW}


def _plain(value: Any) -> Any:
    """A field as JSON data."""
    if isinstance(value, Mapping):
        return {name: _plain(part) for name, part in value.items()}
    return list(value) if isinstance(value, tuple) else str(value) if isinstance(value, Tier | Need) else value


def _public_lemma(found: Found) -> dict[str, Any]:
    counts = Counter(found.fates.values())
    out: dict[str, Any] = {
        "name": found.name,
        "tier": str(found.tier) if found.tier else None,
        "why": found.why,
        "methods": [evidence.method for evidence in found.evidence],
        "part": found.part,
        "crosscheck": found.crosscheck,
        "wrong": dict(found.wrong),
        "variants": {str(fate): counts[fate] for fate in Fate if counts[fate]},
        "not told apart": [name for name, fate in found.fates.items() if fate is Fate.HELD],
    }
    return {name: value for name, value in out.items() if value or name not in OCCASIONAL}
