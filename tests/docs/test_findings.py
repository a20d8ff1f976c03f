"""Numbers in prose are those of the committed ledger, and what the headlines call false, trivial or right is so in its rows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symfed.ledger import load

ROWS = {row["id"]: row for row in load()}
#: A clause of the findings, the claims behind it, and their verdict.
HEADLINES = [
    ("Theorem 2's exact formula has the wrong sign", ("aistats-thm2-exact-bias", "hal-thm2-formula"), "REFUTED"),
    ("its bound and its expansion do not feel it", ("aistats-thm2-bound", "aistats-thm2-bias-expansion"), "PROVED"),
    ("Proposition 2's identity misses a factor", ("aistats-prop2-identity", "hal-prop2-identity"), "REFUTED"),
    ("its bound holds", ("aistats-prop2-bound", "hal-prop2-bound"), "PROVED"),
    ("Proposition 5's half of Theorem 2's bound is real", ("symfed-prop5-bound",), "PROVED"),
    ("Lemma 8 has ζ for L²ζ²", ("aistats-lem8-moment6", "hal-lemma8"), "REFUTED"),
    ("the orders that are drawn from it hold", ("aistats-lem8-orders",), "PROVED"),
    ("(57)'s 1/(2N) for 1/2", ("aistats-eq57-bias",), "REFUTED"),
    ("a γ³H² that a recursion", ("aistats-B5-variance-recursion",), "REFUTED"),
    ("Theorems 3 and 4 falls with b_s", ("hal-bs-def", "hal-thm3-bias", "hal-thm4-bias"), "REFUTED"),
    ("The table's minus for the heterogeneity bias", ("hal-table1-heterogeneous-het",), "REFUTED"),
    ("as Theorem 1 has the plus", ("hal-thm1", "aistats-thm1-bias"), "PROVED"),
    ("needs more than bounded third derivatives", ("aistats-thm3-bias", "aistats-thm4-bias"), "IMPRECISE"),
    ("needs a noise covariance that is smooth", ("aistats-thm2-variance-expansion",), "IMPRECISE"),
]


@pytest.mark.parametrize("page", ["README.md", "docs/findings.md"])
def test_statements_are_counted_and_not_typed(root: Path, page: str) -> None:
    ours = sum(row["source"] == "symfed" for row in ROWS.values())
    said = re.search(r"(\d+) statements,\s+and (\d+) of our own", (root / page).read_text(encoding="utf-8"))
    assert said is not None
    assert [int(number) for number in said.groups()] == [len(ROWS) - ours, ours], page


@pytest.mark.parametrize(("clause", "ids", "verdict"), HEADLINES)
def test_a_headline_says_what_its_rows_say(root: Path, clause: str, ids: tuple[str, ...], verdict: str) -> None:
    assert clause in " ".join((root / "docs" / "findings.md").read_text(encoding="utf-8").split())
    assert [ROWS[name]["verdict"] for name in ids] == [verdict] * len(ids)
