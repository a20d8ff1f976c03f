"""A statement with several parts, each under the check that suits it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from symfed.checks.budget import allotted, shares
from symfed.core.claim import Check
from symfed.core.domain import Domain
from symfed.core.verdict import Evidence


@dataclass(frozen=True)
class Part:
    """Examines `statement[name]`; the statement and its negative controls are mappings from part names to transcriptions."""

    name: str
    check: Check

    @property
    def method(self) -> str:
        return self.check.method

    @property
    def shares(self) -> int:
        """How many statistical tests the part's check makes."""
        return shares(self.check)

    def allotted(self, false_alarm: float) -> Part:
        """The same part, its check at this false-alarm probability."""
        return replace(self, check=allotted(self.check, false_alarm))

    def power(self, variants: Mapping[str, Any]) -> dict[str, float]:
        """That of the part's check, which makes statistical tests, on this part of each variant."""
        check: Any = self.check
        measured: dict[str, float] = check.power({name: variant[self.name] for name, variant in variants.items()})
        return measured

    def deepened(self) -> Part:
        """The same part under the deeper search, where its check has one."""
        return replace(self, check=self.check.deepened()) if hasattr(self.check, "deepened") else self

    def replay(self, statement: Any, witness: Mapping[str, str], under: Domain) -> str | None:
        """What the part's check says of a written witness, if it can say anything."""
        answer: str | None = self.check.replay(statement[self.name], witness, under) if hasattr(self.check, "replay") else None
        return answer

    def examine(self, statement: Any, under: Domain) -> Evidence:
        return replace(self.check.examine(statement[self.name], under), part=self.name)
