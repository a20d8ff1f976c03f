"""The legend of a witness: names that no document has are told, and nothing is told of one that has none of them."""

from __future__ import annotations

import pytest

from symfed.ledger import load
from symfed.report.claim import claim_fields
from symfed.report.meanings import legend


@pytest.mark.parametrize(
    ("claim_id", "told"),
    [
        ("hal-thm3-bias", "C variance of the noise"),
        ("aistats-prop6-round", "draws: the samples drawn"),
        ("aistats-prop6-leading", "Dm the m-th derivative at theta*"),
        ("aistats-thm2-exact-bias", ""),
    ],
)
def test_a_committed_witness_has_the_legend_that_its_names_need(claim_id: str, told: str) -> None:
    rows = load()
    where = dict(claim_fields(next(row for row in rows if row["id"] == claim_id), rows))["where"]
    assert told in where if told else where == ""


def test_the_slides_letter_is_told_where_a_condition_alone_has_it() -> None:
    assert "gamma: eta as printed" in legend((), "H*L**2*gamma <= decay")
    assert legend(("gamma", "H"), "L*gamma <= 1") == ""
