"""Claims are found by what people type."""

from __future__ import annotations

import pytest

from symfed.ledger import load
from symfed.report.page import build_pages
from symfed.report.recorded import recorded
from symfed.report.search import find, place_keys

COMMITTED = load()


@pytest.mark.parametrize("typed", ["Theorem 2", "thm2", "THM 2", "theorem2", "Thm. 2", "theorem (2)"])
def test_spellings_of_one_place_find_the_same_claims(typed: str) -> None:
    found = {row["id"] for row in find(COMMITTED, typed)}
    assert {"aistats-thm2-exact-bias", "hal-thm2-formula"} <= found
    assert found == {row["id"] for row in find(COMMITTED, "theorem 2")}


@pytest.mark.parametrize(
    ("typed", "claim_id"), [("table 1", "aistats-table1"), ("hal eq. (9)", "hal-eq9"), ("Lemma 9 hal", "hal-lemma9"), ("A3", "hal-a3")]
)
def test_a_place_finds_what_stands_there(typed: str, claim_id: str) -> None:
    assert claim_id in {row["id"] for row in find(COMMITTED, typed)}


def test_another_number_is_another_place() -> None:
    row = {"id": "x-thm20", "page": {"place": "Theorem 20", "says": "True."}}
    assert find([row], "Theorem 2") == []
    assert find([row], "theorem 20 true") == [row]
    assert place_keys("no number of a theorem") == set()


def test_a_verdict_is_a_word() -> None:
    found = {row["id"] for row in find(COMMITTED, "aistats refuted")}
    assert found >= {row["id"] for row in COMMITTED if row["verdict"] == "REFUTED" and row["source"] == "aistats"}


def test_nothing_typed_finds_all_in_order() -> None:
    assert find(COMMITTED, "") == COMMITTED


def test_the_page_has_the_same_keys() -> None:
    page = build_pages([recorded(row) for row in COMMITTED if row["id"] == "hal-thm2-formula"])["index.html"]
    assert 'data-places="thm2"' in page
    assert "data-numbered=" in page
