"""`symfed proofs`: what the kernel read of a claim, or where it stops."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from symfed.cli import main
from symfed.ledger import Claims
from symfed.prove.claim import LINES
from symfed.theorems import Apply


def test_the_statement_is_shown_with_all_that_it_holds_under() -> None:
    shown = CliRunner().invoke(main, ["proofs", "symfed-eq44", "--jobs", "1"])
    assert shown.exit_code == 0, shown.output
    first, statement, *under = shown.stdout.splitlines()
    assert "taken for granted: before(G, Index(0), theta_w)" in first
    assert statement.startswith("  (all c: Client. all n: Index. E(fun w: Outcome.")  # the first of a chain's two relations
    assert "  where before(G, Index(0), theta_w)" in under


def test_a_proof_that_is_not_read_says_where_it_stops_and_that_this_is_new(monkeypatch: pytest.MonkeyPatch) -> None:
    (theorem,) = {step.theorem.name for step in Claims()["symfed-cocoercivity"].follows if isinstance(step, Apply)}
    monkeypatch.delitem(LINES, theorem)
    shown = CliRunner().invoke(main, ["proofs", "symfed-cocoercivity", "--jobs", "1", "--anew"])
    assert shown.exit_code == 1
    assert f"no lines for {theorem}" in shown.stdout
