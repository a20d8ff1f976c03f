"""Run a claim's checks, and show each of them the claim's wrong variants."""

from __future__ import annotations

from dataclasses import replace

from symfed.core.claim import Claim
from symfed.core.verdict import Evidence, Outcome


def examine_claim(claim: Claim, full: bool = False) -> tuple[Evidence, ...]:
    """Every check's evidence on the claim, with `rejected`: which negative controls the check failed. Undecided is not rejected.

    The controls of a claim that a check refutes are not run: its corrected statement carries them. `full` lets the checks that know
    how to search deeper do so.
    """
    checks = [check.deepened() if full and hasattr(check, "deepened") else check for check in claim.checks]
    found = [check.examine(claim.statement, claim.under) for check in checks]
    if any(evidence.outcome is Outcome.FAILS and evidence.refutes for evidence in found):
        return tuple(found)
    out = []
    for check, evidence in zip(checks, found, strict=True):
        rejected = {name: check.examine(variant, claim.under).outcome is Outcome.FAILS for name, variant in claim.controls.items()}
        out.append(replace(evidence, rejected=rejected))
    return tuple(out)
