"""Run a claim's checks, and show each of them the claim's wrong variants."""

from __future__ import annotations

from dataclasses import replace

from symfed.checks.budget import allotted, each_share, shares
from symfed.core.claim import Claim
from symfed.core.verdict import Evidence, Outcome


def examine_claim(claim: Claim, full: bool = False, share: float | None = None) -> tuple[Evidence, ...]:
    """Every check's evidence on the claim, with `rejected`: which negative controls the check failed. Undecided is not rejected.

    The controls of a claim that a check refutes are not run: its corrected statement carries them. `full` lets the checks that know
    how to search deeper do so. `share` is the false-alarm probability of each statistical test; by default the claim's tests share
    the whole budget. A statistical test that holds also has its power on each control measured.
    """
    each = each_share([claim]) if share is None else share
    checks = [allotted(check.deepened() if full and hasattr(check, "deepened") else check, each) for check in claim.checks]
    found = [check.examine(claim.statement, claim.under) for check in checks]
    if any(evidence.outcome is Outcome.FAILS and evidence.refutes for evidence in found):
        return tuple(found)
    out = []
    for check, evidence in zip(checks, found, strict=True):
        rejected = {name: check.examine(variant, claim.under).outcome is Outcome.FAILS for name, variant in claim.controls.items()}
        power = check.power(claim.controls) if shares(check) and evidence.outcome is Outcome.HOLDS else {}
        out.append(replace(evidence, rejected=rejected, power=power))
    return tuple(out)
