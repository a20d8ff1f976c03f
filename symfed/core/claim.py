"""A claim: what a source says, how we read it, where it should hold, and the checks that may decide it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.source import Printed
from symfed.core.verdict import Evidence, Tier

KINDS = ("algorithm", "assumption", "definition", "identity", "inequality", "expansion", "rate", "limit", "statistical")


class Check(Protocol):
    """A method of deciding. `examine` must be deterministic and must be able to fail."""

    @property
    def method(self) -> str: ...

    def examine(self, statement: Any, under: Domain) -> Evidence: ...


@dataclass(frozen=True)
class Claim:
    """One statement on trial, in reading order.

    `statement` is our transcription for the machine; `controls` are wrong variants of it, by name, that the checks must reject.
    `corrected` names the claim that states it rightly. `missing` holds the words the source leaves out: with it, a statement that
    falls as printed is IMPRECISE instead of REFUTED. `reason` says why a statement has nothing for a machine to check.
    `reduction` is the textbook step, if any, between what is decided and what is claimed.
    """

    id: str
    kind: str
    says: str
    printed: Printed
    expect: Tier
    statement: Any = None
    under: Domain = ANYWHERE
    uses: tuple[str, ...] = ()
    checks: tuple[Check, ...] = ()
    controls: Mapping[str, Any] = field(default_factory=dict)
    corrected: str = ""
    missing: str = ""
    reason: str = ""
    reduction: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(f"claim {self.id}: kind {self.kind!r} is not one of {KINDS}")
        if not self.checks and not self.reason:
            raise ValueError(f"claim {self.id}: has neither checks nor a reason for having none")
        if self.checks and self.statement is None:
            raise ValueError(f"claim {self.id}: has checks but no statement to examine")
        if self.missing and not self.corrected:
            raise ValueError(f"claim {self.id}: names missing words but no claim that states them and is checked")
