"""The mark of what Coq accepted, in the list and on the page of a claim, with the theorems that Coq read; none for other rows."""

from __future__ import annotations

from symfed.core.verdict import Tier
from symfed.report.claim import claim_fields
from symfed.report.edition import Edition
from symfed.report.entries import file_of
from symfed.report.kernel import Accepted, sentence
from symfed.report.page import build_pages
from tests.report.conftest import MakeRow

COQ = {
    "a": Accepted("Coq 8.16.1: whole", True, "a", ["a", "a_again"], {}),
    "b": Accepted("Coq 8.16.1: 1 of 2 lemmas", False, "a", ["one"], {"two": "searched & <simulated>"}),
}


def test_the_mark_stands_where_coq_accepted_and_nowhere_else(row: MakeRow) -> None:
    pages = build_pages([row(name, Tier.PROVED) for name in "abc"], of=Edition("1.2.3", "2026-02-03"), kernel=COQ)
    index = pages["index.html"]
    assert index.count(">kernel<") == 1
    assert index.count(">kernel, in part<") == 1
    assert "theorems of 2 of 3 rows" in index
    assert ">kernel<" not in pages[file_of("c")]
    assert "Coq" not in pages[file_of("c")]


def test_the_page_names_theorems_and_says_what_prints_them(row: MakeRow) -> None:
    pages = build_pages([row(name, Tier.PROVED) for name in "ab"], of=Edition("1.2.3", "2026-02-03"), kernel=COQ)
    assert "<code>a</code>, <code>a_again</code>" in pages[file_of("a")]
    assert "<code>symfed coq --show a</code>" in pages[file_of("b")]  # which restates it
    assert "two: searched &amp; &lt;simulated&gt;" in pages[file_of("b")]


def test_a_report_without_coq_says_nothing_of_it(row: MakeRow) -> None:
    assert "kernel" not in build_pages([row("a", Tier.PROVED)], of=Edition("1.2.3", "2026-02-03"))["index.html"]
    assert sentence({}, 1) == ""


def test_the_terminal_shows_the_mark(row: MakeRow) -> None:
    told = dict(claim_fields(row("a", Tier.PROVED).public() | {"page": {}}, [], "Coq 8.16.1: whole"))
    assert told["kernel"] == "Coq 8.16.1: whole"
