"""Replay the committed witnesses. Those that can be rebuilt are evaluated again; only symbolic points are looked for again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symfed.core.claim import Claim
from symfed.ledger.discovery import Claims
from symfed.ledger.store import load


@dataclass(frozen=True)
class Replay:
    """One witness looked at again."""

    id: str
    ok: bool
    detail: str


def recheck(package: str = "proofs_checks") -> list[Replay]:
    """Every committed witness, put back into the statement that it refutes; raises SymfedError without a committed ledger in order."""
    rows = load()
    claims = Claims(package)
    return [_replay(row, claims.get(row["id"])) for row in rows if row["witness"]]


def _replay(row: Mapping[str, Any], claim: Claim | None) -> Replay:
    if claim is None:
        return Replay(row["id"], False, "no such claim any more")
    complaint = "no check of this claim refutes it with this witness"
    for lemma in claim.proof:
        under = lemma.under(claim.under)
        for check in lemma.checks:
            answer = check.replay(lemma.statement, row["witness"], under)
            if answer == "":
                return Replay(row["id"], True, f"refuted again by {check.method}")
            if answer is None and check.examine(lemma.statement, under).witness == row["witness"]:
                return Replay(row["id"], True, f"found again by {check.method}")
            complaint = answer or complaint
    return Replay(row["id"], False, complaint)
