"""Run the checks of many claims, in parallel, and turn the evidence into rows."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from symfed.checks.budget import FALSE_ALARM, each_share
from symfed.checks.controls import examine_claim
from symfed.core.claim import Claim
from symfed.core.verdict import HOLDING, Evidence, Tier, weigh
from symfed.ledger.discovery import discover
from symfed.ledger.row import Row
from symfed.ledger.transcription import transcription
from symfed.workers import workers

Progress = Callable[[Row, int, int], None]


def judge(claim: Claim, full: bool = False, share: float | None = None) -> Row:
    """Run one claim's checks. A check that raises makes the verdict ERROR, which is a bug of ours and never a finding.

    `share` is the false-alarm probability of each statistical test; by default the claim's tests share the budget of a whole run.
    """
    started = time.perf_counter()
    evidence: tuple[Evidence, ...] = ()
    if not claim.checks:
        tier, why = Tier.NOT_CHECKED, claim.reason
    else:
        try:
            evidence = examine_claim(claim, full, share)
            tier, why = weigh(evidence, tuple(claim.controls), claim.kind == "statistical")
        except Exception as error:
            tier, why = Tier.ERROR, f"{type(error).__name__}: {error}"
    if claim.expect is Tier.OPEN and tier in HOLDING:
        tier, why = Tier.OPEN, f"a conjecture; so far {tier}: {why}"
    return Row(
        id=claim.id,
        source=claim.printed.source,
        kind=claim.kind,
        verdict=tier,
        tier=tier,
        why=why,
        corrected=claim.corrected or None,
        uses=claim.uses,
        says=claim.says,
        place=claim.printed.place,
        tex=claim.printed.tex,
        extraction=claim.printed.extraction,
        transcription=transcription(claim.statement),
        domain=str(claim.under),
        domain_tex=claim.under.latex(),
        missing=claim.missing,
        reduction=claim.reduction,
        evidence=evidence,
        expect=claim.expect,
        controls=tuple(claim.controls),
        seconds=time.perf_counter() - started,
    )


def settle(rows: list[Row]) -> list[Row]:
    """Second pass: a refuted row whose corrected statement holds is CORRECTED, or IMPRECISE where only words were missing."""
    tiers = {row.id: row.tier for row in rows}
    out = []
    for row in rows:
        repaired = row.corrected is not None and tiers.get(row.corrected) in HOLDING
        if row.verdict is Tier.REFUTED and repaired and row.missing:
            row = replace(row, verdict=Tier.IMPRECISE, tier=Tier.IMPRECISE, why=f"needs: {row.missing}. As printed {row.why}")
        elif row.verdict is Tier.REFUTED and repaired:
            row = replace(row, tier=Tier.CORRECTED)
        out.append(row)
    return out


def _judge_by_id(claim_id: str, package: str, full: bool, share: float) -> Row:
    return judge(_claims(package)[claim_id], full, share)


_CLAIMS: dict[str, dict[str, Claim]] = {}


def _claims(package: str) -> dict[str, Claim]:
    """One discovery per worker process."""
    if package not in _CLAIMS:
        _CLAIMS[package] = discover(package)
    return _CLAIMS[package]


def run(
    claims: Mapping[str, Claim],
    jobs: int = 1,
    on_row: Progress | None = None,
    package: str = "proofs_checks",
    full: bool = False,
    false_alarm: float = FALSE_ALARM,
) -> list[Row]:
    """Rows of the given claims, sorted by id, and of the corrected statements that they link to.

    With jobs > 1, worker processes discover `package` again and judge by id. `on_row(row, done, total)` is called as each ends.
    `full` lets checks search deeper. `false_alarm` is the probability that a run of all claims contradicts a true statement by chance;
    it is split evenly over the statistical tests of all claims of `package`, run or not, and of the given ones.
    Raises InvalidInput unless 0 < false_alarm <= 1/2.
    """
    wanted = sorted(set(claims) | {c.corrected for c in claims.values() if c.corrected})
    known = {**_claims(package), **claims}
    share = each_share(known.values(), false_alarm)

    def here(claim_id: str) -> Row:
        return judge(known[claim_id], full, share)

    elsewhere = partial(_judge_by_id, package=package, full=full, share=share)
    rows: list[Row] = []
    with workers(jobs) as pool:
        for _, row in pool.answers(here if jobs == 1 else elsewhere, wanted):
            rows.append(row)
            if on_row is not None:
                on_row(row, len(rows), len(wanted))
    return settle(sorted(rows, key=lambda row: row.id))
