"""Tries the packages of an environment: an exact law, a simulation of it, an expansion, and claims that different checks decide."""

from __future__ import annotations

import sys
from fractions import Fraction

import symfed as sf
from symfed import ledger

#: A sign that is printed wrong and what corrects it, a certificate, a search over draws, inequalities that solvers decide.
CLAIMS = ("hal-table1-homogeneous", "hal-thm6", "symfed-rr-mse", "symfed-scaffold-common-noise", "flta-regime-1-bound")


def main() -> int:
    """Other packages draw other instances, so that only verdicts are compared with those of the committed ledger."""
    problem = sf.QuadraticProblem(hessians=[[[1]], [[3]]], optima=[[0], [1]], noise=[[1]])
    law = sf.reference.stationary("fedavg", problem, Fraction(1, 10), 4)
    run = sf.simulate("fedavg", problem, 0.1, 4, rounds=400, replicas=256, burn_in=50)
    apart = abs(float(law.mean[0]) - run.mean[0]) / run.mean_error[0]
    assert apart < 6, f"the simulated mean is {apart:.1f} standard errors from the exact one"
    assert sf.expand("fedavg", "bias", order=1).expr != 0
    rows, known = ledger.load(), ledger.discover()
    committed = {row["id"]: row["verdict"] for row in rows}
    found = {row.id: str(row.verdict) for row in ledger.run({name: known[name] for name in CLAIMS}, committed=rows)}
    for name in CLAIMS:
        print(f"{name}: {found[name]}, committed {committed[name]}")
    return int(any(found[name] != committed[name] for name in CLAIMS))


if __name__ == "__main__":
    sys.exit(main())
