"""Evidence of checks, and its strength: a claim has the minimum along its proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from symfed.core.scope import EVERYTHING, Scope


class Tier(StrEnum):
    """The strength of a verdict; see docs/verdicts.md."""

    PROVED = "PROVED"
    PROVED_GIVEN = "PROVED_GIVEN"
    ENCLOSED = "ENCLOSED"
    SUPPORTED = "SUPPORTED"
    REFUTED = "REFUTED"
    CORRECTED = "CORRECTED"
    IMPRECISE = "IMPRECISE"
    OPEN = "OPEN"
    DEFINED = "DEFINED"
    UNDECIDED = "UNDECIDED"
    NOT_CHECKED = "NOT_CHECKED"
    ERROR = "ERROR"


#: Weakest first. A claim is as strong as the weakest step of its proof.
HOLDING = (Tier.SUPPORTED, Tier.ENCLOSED, Tier.PROVED_GIVEN, Tier.PROVED)

#: The tiers that a single check can earn: steps in words belong to claims.
EARNED = (Tier.SUPPORTED, Tier.ENCLOSED, Tier.PROVED)


def weakest(tiers: tuple[Tier, ...]) -> Tier:
    """The weakest of several tiers that hold.

    >>> str(weakest((Tier.PROVED, Tier.SUPPORTED)))
    'SUPPORTED'
    """
    return min(tiers, key=HOLDING.index)


class Outcome(StrEnum):
    """Three-valued: unknown is never a pass."""

    HOLDS = "holds"
    FAILS = "fails"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Evidence:
    """The evidence of one check about one statement.

    `strength` is the tier that a holding outcome earns for what the check `covers`: dimensions, numbers of clients and of local steps. A
    `witness` is an instance, as text, and is required of a failing outcome. A failure with `refutes` false says that this check does not
    accept the statement (a slope is too small, multipliers do not add up, a confidence interval excludes it) without an exact instance
    against it. `needed` names the assumptions without which the check would not have decided, where it can tell. `instances` counts
    different instances on which not both sides vanish.

    A statistical test declares `false_alarm`, the probability that it fails a true statement; others compute, and have none. `power`
    maps wrong variants to a lower confidence bound, at 95%, of the probability that the test rejects them, measured on draws that
    the verdict did not use.
    """

    method: str
    outcome: Outcome
    strength: Tier
    summary: str
    witness: Mapping[str, str] | None = None
    instances: int = 0
    refutes: bool = True
    covers: Scope = EVERYTHING
    needed: tuple[str, ...] = ()
    false_alarm: float = 0.0
    power: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.strength not in EARNED:
            raise ValueError(f"strength {self.strength} is not one of {[str(t) for t in EARNED]}")
        if self.outcome is Outcome.FAILS and not self.witness:
            raise ValueError(f"{self.method}: a refutation needs a witness")

    @property
    def holds(self) -> bool:
        return self.outcome is Outcome.HOLDS

    @property
    def fails(self) -> bool:
        return self.outcome is Outcome.FAILS
