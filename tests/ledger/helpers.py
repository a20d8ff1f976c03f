"""Small packages of claims, and rows made by hand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from symfed.core.check import Check
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger.judging import judge, settle
from symfed.ledger.row import Row

HEADER = '''"""Claims for a test."""

from tests.ledger.helpers import Says, claim
from symfed.core.claim import Lemma, again
from symfed.core.source import Printed
from symfed.core.verdict import Tier
'''


@dataclass(frozen=True)
class Says(Check):
    """A check whose answer is the statement: "true", "false", "doubtful", "unknown", or an error to raise."""

    method: str = "reading"
    strength: Tier = Tier.PROVED

    def examine(self, statement: Any, under: Domain) -> Evidence:
        if statement == "true":
            return Evidence(self.method, Outcome.HOLDS, self.strength, "it is so", instances=3)
        if statement == "unknown":
            return Evidence(self.method, Outcome.UNKNOWN, self.strength, "who knows")
        if statement in ("false", "doubtful"):
            refutes = statement == "false"
            return Evidence(self.method, Outcome.FAILS, self.strength, "it is not so", {"H": "2", "by": self.method}, refutes=refutes)
        raise ArithmeticError(f"cannot read {statement}")


def claim(claim_id: str, statement: Any = "true", **changes: Any) -> Claim:
    """A claim that expects to be proved, with one check and one wrong variant that it rejects."""
    whole: dict[str, Any] = {
        "kind": "identity",
        "says": f"What {claim_id} says.",
        "printed": Printed("aistats", "Section 4", r"\gamma H"),
        "expect": Tier.PROVED,
        "checks": (Says(),),
        "wrong": {"sign": "false"},
    }
    if "lemmas" in changes or statement is None:
        whole = {**whole, "checks": (), "wrong": {}}
    return Claim(claim_id, statement=statement, **{**whole, **changes})


def row(claim_id: str, statement: Any = "true", **changes: Any) -> Row:
    """The row of such a claim, before corrected statements are looked at."""
    return judge(claim(claim_id, statement, **changes))


def settled(*claims: Claim) -> list[Row]:
    """The rows of some claims together, in the given order."""
    return settle([judge(one) for one in claims], {one.id: one for one in claims})
