"""What a check found, and what follows from several of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class Tier(StrEnum):
    """The strength of a verdict; see docs/verdicts.md."""

    PROVED = "PROVED"
    ENCLOSED = "ENCLOSED"
    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    CORRECTED = "CORRECTED"
    IMPRECISE = "IMPRECISE"
    OPEN = "OPEN"
    UNDECIDED = "UNDECIDED"
    NOT_CHECKED = "NOT_CHECKED"
    ERROR = "ERROR"


#: Weakest first: a claim is as strong as the strongest check that holds.
HOLDING = (Tier.SUPPORTED, Tier.ENCLOSED, Tier.PROVED)


class Outcome(StrEnum):
    """Three-valued: unknown is never a pass."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Evidence:
    """What one check found about one statement.

    `strength` is the tier that a holding outcome earns. `witness` is an instance, as text, and is required of a failing one. A failure
    with `refutes` false says that this check does not accept the statement (a slope is too small, multipliers do not add up, a
    confidence interval excludes it) without an exact instance against it. `rejected` maps each negative control to whether this check
    saw through it. `part` names the part of the statement that was looked at, where it has several.

    A statistical test declares `false_alarm`, the probability that it fails a true statement; others compute, and have none. `power`
    maps negative controls to a lower confidence bound, at 95%, of the probability that the test rejects them, measured on draws that
    the verdict did not use.
    """

    method: str
    outcome: Outcome
    strength: Tier
    summary: str
    witness: Mapping[str, str] | None = None
    instances: int = 0
    rejected: Mapping[str, bool] = field(default_factory=dict)
    refutes: bool = True
    part: str = ""
    false_alarm: float = 0.0
    power: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.strength not in HOLDING:
            raise ValueError(f"strength {self.strength} is not one of {[str(t) for t in HOLDING]}")
        if self.outcome is Outcome.FAILS and not self.witness:
            raise ValueError(f"{self.method}: a refutation needs a witness")


@dataclass(frozen=True)
class Verdict:
    """The word for a claim, its strength and the reason.

    `verdict` says what became of the printed words; `tier` is the same word, save that a refuted claim whose corrected
    statement holds has tier CORRECTED.
    """

    verdict: Tier
    tier: Tier
    why: str


def weigh(evidence: tuple[Evidence, ...], controls: tuple[str, ...], statistical: bool = False) -> tuple[Tier, str]:
    """The tier that a set of evidence earns on its own, before corrected statements are looked at.

    Only an exact instance refutes, save for a statistical claim, which falls at its declared false-alarm probability.

    Every part of a statement must hold. A check counts only if it rejected at least one negative control; every control must be rejected
    by some check.
    """
    failing = [e for e in evidence if e.outcome is Outcome.FAILS]
    refuting = [e for e in failing if e.refutes or statistical]
    if refuting:
        return Tier.REFUTED, refuting[0].summary
    if failing:
        return Tier.UNDECIDED, f"not accepted, and no exact instance against it: {failing[0].summary}"
    sighted = [e for e in evidence if any(e.rejected.values())]
    survivors = [name for name in controls if not any(e.rejected.get(name) for e in evidence)]
    if survivors:
        return Tier.ERROR, f"negative controls survived every check: {', '.join(survivors)}"
    blind = [e.method for e in evidence if e not in sighted]
    if blind:
        return Tier.ERROR, f"rejected no negative control, so proves nothing: {', '.join(blind)}"
    holding = [e for e in sighted if e.outcome is Outcome.HOLDS]
    undecided = {e.part for e in evidence if e.part} - {e.part for e in holding}
    if undecided:
        return Tier.UNDECIDED, f"no check decided the part: {', '.join(sorted(undecided))}"
    if not holding:
        return Tier.UNDECIDED, "; ".join(e.summary for e in evidence) or "no check was run"
    best = max(holding, key=lambda e: HOLDING.index(e.strength))
    unknown = [e for e in evidence if e.outcome is Outcome.UNKNOWN]
    note = f" ({len(unknown)} further check(s) undecided)" if unknown else ""
    return best.strength, best.summary + note
