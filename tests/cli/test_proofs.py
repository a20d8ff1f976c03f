"""`symfed proofs`: what the kernel read of a claim, or where it stops."""

from __future__ import annotations

from click.testing import CliRunner

from symfed.cli import main


def test_the_statement_is_shown_with_all_that_it_holds_under() -> None:
    shown = CliRunner().invoke(main, ["proofs", "symfed-eq44", "--jobs", "1"])
    assert shown.exit_code == 0, shown.output
    first, statement, *under = shown.stdout.splitlines()
    assert "taken for granted: before(G, Index(0), theta_w)" in first
    assert statement.startswith("  (all c: Client. all n: Index. E(fun w: Outcome.")  # the first of a chain's two relations
    assert "  where before(G, Index(0), theta_w)" in under


def test_a_proof_that_is_not_read_says_where_it_stops() -> None:
    shown = CliRunner().invoke(main, ["proofs", "aistats-lem8-ck-subadd", "--jobs", "1"])
    assert (shown.exit_code, shown.stdout.startswith("aistats-lem8-ck-subadd: not accepted: ")) == (0, True)
