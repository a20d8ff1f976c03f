"""Rows of the committed ledger as rows for the page: nothing is judged; texts come from the claims."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from symfed.core.verdict import Tier
from symfed.core.vocabulary import Need
from symfed.ledger.lines import whole
from symfed.ledger.row import Row
from symfed.ledger.witness import texts


@dataclass(frozen=True)
class Recorded(Row):
    """A committed row, without evidence that only a run has (times, instances, outcomes of single checks)."""

    kept: Mapping[str, Any] = field(default_factory=dict)

    @property
    def methods(self) -> tuple[str, ...]:
        return tuple(self.kept["methods"])

    @property
    def witness(self) -> Mapping[str, str] | None:
        return texts(self.kept["witness"]) if self.kept["witness"] else None

    @property
    def false_alarm(self) -> float:
        return float(self.kept["false_alarm"])

    @property
    def power(self) -> Mapping[str, float]:
        return dict(self.kept["power"])

    @property
    def conditions(self) -> Mapping[str, Need]:
        return {name: Need(need) for name, need in self.kept["conditions"].items()}

    @property
    def variants(self) -> Mapping[str, int]:
        return dict(self.kept["variants"])

    def public(self) -> dict[str, Any]:
        return dict(self.kept)


def recorded(row: Mapping[str, Any], proof: bool = True) -> Recorded:
    """A row for the page from one of `symfed.ledger.load`; proof=False omits the proof."""
    row = whole(row, proof)
    page = row["page"]
    conditions = page.get("conditions", {})
    given: dict[str, Any] = {name: row[name] for name in ("id", "source", "kind", "why", "corrected", "missing", "fingerprint")}
    given |= {name: tuple(row[name]) for name in ("uses", "see", "steps", "words")}
    given |= {name: page.get(key, "") for name, key in _ON_PAGE.items()}
    return Recorded(
        **given,
        verdict=Tier(row["verdict"]),
        tier=Tier(row["tier"]),
        expect=Tier(row["verdict"]),
        domain=", ".join(conditions) or "no condition",
        found=(),
        restates=row["restates"] or "",
        lines={name: line for name, line in conditions.items() if line},
        page=page,
        kept=row,
    )


_ON_PAGE = {"says": "says", "place": "place", "tex": "printed", "extraction": "extraction", "transcription": "read as"}
