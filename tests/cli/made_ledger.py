"""A small ledger made by hand: four claims, their rows, and what stands in for the ledger behind the command line."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from click.testing import Result

from symfed import ledger
from symfed.core.check import Check
from symfed.core.claim import Claim, InWords
from symfed.core.domain import Class, Domain
from symfed.core.source import Printed
from symfed.core.symbols import L, gamma
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger.judging import judge, settle
from symfed.ledger.row import Row

Invoke = Callable[..., Result]


@dataclass(frozen=True)
class Sees(Check):
    """A check with a fixed answer: true statements hold."""

    method: str = "reading"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if statement == "true":
            return Evidence(self.method, Outcome.HOLDS, Tier.PROVED, "it is so", instances=3)
        return Evidence(self.method, Outcome.FAILS, Tier.PROVED, "it is not so", {"H": "2"})


def claim(claim_id: str, statement: str | None = "true", source: str = "aistats", **more: Any) -> Claim:
    printed = Printed(source, f"Section of\n {claim_id}", r"\gamma H")
    more = {"expect": Tier.PROVED, "checks": (Sees(),), "wrong": {"sign": "false"}, **more}
    return Claim(claim_id, "identity", f"What {claim_id} says.", printed, statement=statement, **more)


CLAIMS = {
    c.id: c
    for c in (
        claim("aistats-eq1"),
        claim(
            "aistats-thm4",
            "false",
            expect=Tier.REFUTED,
            corrected="symfed-thm4",
            uses=("aistats-eq1",),
            under=Domain((gamma * L <= 1,), (Class("smooth losses"),), {"L*gamma <= 1": "for $\\gamma L \\le 1$"}),
        ),
        claim("hal-A3", None, source="hal", checks=(), wrong={}, reason="an assumption states no fact", expect=Tier.NOT_CHECKED),
        claim("symfed-thm4", source="symfed", uses=("aistats-eq1",), see=("hal-A3",), follows=(InWords("as is seen"),)),
    )
}
ROWS = settle([judge(c) for c in CLAIMS.values()], CLAIMS)


class MadeClaims(dict[str, Claim]):
    """What stands in for the claims that are found one by one."""

    def __init__(self) -> None:
        super().__init__(CLAIMS)
        self.written = self.names = frozenset(CLAIMS)


@dataclass
class FakeLedger:
    """What the ledger was asked for, and what it answers."""

    committed: list[dict[str, Any]] | None
    asked: dict[str, Any]
    sealed: bool = False

    def seal(self) -> None:
        self.sealed = True

    def load(self) -> list[dict[str, Any]]:
        if self.committed is None:
            raise ledger.NoLedger("there is no committed ledger yet")
        return self.committed

    def run(self, claims: Mapping[str, Claim], jobs: int = 1, on_row: Any = None, **more: Any) -> list[Row]:
        self.asked = {"ids": sorted(claims), "jobs": jobs, **more}
        wanted = set(claims) | {c.corrected for c in claims.values() if c.corrected}
        tiers = {row["id"]: Tier(row["tier"]) for row in more.get("committed", ())}
        rows = settle([judge(CLAIMS[claim_id]) for claim_id in sorted(wanted)], CLAIMS, tiers)
        for done, row in enumerate(rows, start=1):
            on_row(row, done, len(rows))
        return rows
