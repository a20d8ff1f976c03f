"""The page: one file, no network, every claim, nothing of a row taken for HTML."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger import Fate, Need, Row
from symfed.report.page import build_page, variant_table
from symfed.report.summary import totals
from tests.report.conftest import found

VOID = {"meta", "input", "br", "hr", "img", "link"}
ATTACK = "<script>alert('x')</script> & \"quoted\" {{ 7*7 }}"


class Reader(HTMLParser):
    """Collects elements and checks that they nest."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def values(self, attribute: str) -> list[str]:
        return [value for _, attrs in self.elements if (value := attrs.get(attribute)) is not None]


def claim_part(page: str, claim_id: str) -> str:
    """The HTML of one claim."""
    found = re.search(rf'<details class="claim [^>]*id="{claim_id}".*?</div>\n</details>', page, re.DOTALL)
    assert found is not None
    return found[0]


def test_it_is_one_file_that_loads_nothing(rows: list[Row]) -> None:
    page = build_page(rows)
    reader = Reader(page)
    outside = re.sub(r'xmlns="http://www\.w3\.org/(1998/Math/MathML|2000/svg)"', "", page)
    assert "http://" not in outside
    assert "https://" not in outside
    assert not reader.values("src")
    assert all(link.startswith("#") for link in reader.values("href"))
    assert not {"link", "img", "iframe", "object", "embed", "base"} & {tag for tag, _ in reader.elements}
    assert "@import" not in page
    assert "url(" not in page


def test_every_claim_has_an_anchor_and_every_link_arrives(rows: list[Row]) -> None:
    reader = Reader(build_page(rows))
    anchors = reader.values("id")
    assert len(anchors) == len(set(anchors))
    assert {row.id for row in rows} <= set(anchors)
    assert {link.removeprefix("#") for link in reader.values("href")} <= set(anchors)


def test_a_refuted_claim_shows_its_witness_its_evidence_and_where_it_is_corrected(rows: list[Row]) -> None:
    part = claim_part(build_page(rows), "aistats-thm4")
    assert "✘ refuted" in part
    assert "✎ corrected" in part
    assert re.search(r"<code>gamma</code></th><td><code>1/4</code>", part)
    assert 'href="#symfed-thm4"' in part
    assert "counterexample" in part
    assert "12 instances" in part
    assert " open>" in part.splitlines()[0]


def test_printed_formula_and_transcription_stand_side_by_side(rows: list[Row]) -> None:
    part = claim_part(build_page(rows), "aistats-eq1")
    assert "<math" in part
    assert "<mfrac>" in part
    assert "gamma*(H - 1)/2*b" in part
    assert 'Used by</dt><dd><a class="id" href="#aistats-thm1">' in part
    assert "Wrong variants by hand: sign (rejected by identity); factor 2 (rejected by identity)" in part
    assert "Variants of its text: 2 rejected, 1 held" in part
    assert "Not told apart on these instances: without b" in part
    assert re.search(r"<code>L\*gamma &lt;= 1</code></th><td>needed</td>", part)


def test_a_statistical_test_shows_its_level_and_its_power(row: Callable[..., Row]) -> None:
    tested = Evidence("test", Outcome.HOLDS, Tier.SUPPORTED, "near", false_alarm=1e-9, power={"sign": 0.86, "half": 0.5})
    part = claim_part(build_page([row("a-1", Tier.SUPPORTED, found=(found(Tier.SUPPORTED, tested),))]), "a-1")
    assert "sign is rejected with probability at least 0.86, half is rejected with probability at least 0.5 (each with 95%" in part
    assert "Probability of a false alarm: at most 1e-09" in part
    assert "false alarm" not in claim_part(build_page([row("a-1")]), "a-1")


def test_missing_words_and_extraction_are_shown(row: Callable[..., Row]) -> None:
    page = build_page([row("a-1", Tier.IMPRECISE, missing="for H above 1", extraction="a bar was lost")])
    for words in ("for H above 1", "a bar was lost"):
        assert words in page


def test_lemmas_are_shown_one_by_one_and_steps_in_words_are_counted(row: Callable[..., Row]) -> None:
    lemmas = (found(name="drift"), found(Tier.SUPPORTED, name="noise", part="d = 1"), found(name="again", crosscheck=True))
    given = row("a-1", Tier.PROVED_GIVEN, found=lemmas, steps=("Jensen, of drift",), words=("as is seen", "by symmetry"))
    part = claim_part(build_page([given]), "a-1")
    assert "✓ proved given" in part
    for words in (
        "<strong>drift</strong>",
        "proved for a part only: d = 1",
        "a cross-check: nothing rests on it",
        "<li>Jensen, of drift</li>",
        "2 steps in words, which a reader must accept",
        "<li>by symmetry</li>",
    ):
        assert words in part


def test_a_condition_shows_its_line_and_a_premise_its_tier(row: Callable[..., Row]) -> None:
    rows = [row("a-1", lines={"L*gamma <= 1": "Theorem 1, line 2"}, uses=("b-1",), see=("c-1",)), row("b-1", Tier.PROVED_GIVEN), row("c-1")]
    part = claim_part(build_page(rows), "a-1")
    assert "printed: Theorem 1, line 2" in part
    assert re.search(r'Rests on</dt><dd><a class="id" href="#b-1">b-1</a> <span class="badge s-PROVED_GIVEN"', part)
    assert 'See</dt><dd><a class="id" href="#c-1">' in part


def test_what_is_printed_twice_links_both_ways_and_counts_once(row: Callable[..., Row]) -> None:
    rows = [row("a-1"), row("b-1", restates="a-1")]
    page = build_page(rows)
    assert "judged once for both" in claim_part(page, "b-1")
    assert 'Printed also as</dt><dd><a class="id" href="#b-1">' in claim_part(page, "a-1")
    assert totals(rows) == totals(rows[:1])


def test_the_top_of_the_page_counts_words_variants_and_conditions(row: Callable[..., Row]) -> None:
    rows = [row("a-1", Tier.PROVED_GIVEN, words=("x", "y")), row("b-1", Tier.PROVED_GIVEN, words=("z",)), row("c-1")]
    page = build_page(rows)
    for sentence in (
        "Proved given 2 statements, with 3 steps in words in all.",
        "Wrong variants shown: 6 by hand, 9 made from the statements (6 rejected, 3 held).",
        "Conditions dropped in turn: 3 needed.",
    ):
        assert sentence in page


@pytest.mark.parametrize("field", ["says", "why", "place", "extraction", "transcription", "domain", "missing", "kind", "source"])
def test_text_of_a_row_is_never_taken_for_html(row: Callable[..., Row], field: str) -> None:
    page = build_page([row("a-1", **{field: ATTACK})])
    Reader(page)
    assert page.count("<script>") == 1
    assert "alert(&#39;x&#39;)" in page
    assert "{{ 7*7 }}" in page


@pytest.mark.parametrize("field", ["tex", "domain_tex"])
def test_tex_of_a_row_is_never_taken_for_html(row: Callable[..., Row], field: str) -> None:
    for attack in (ATTACK, rf"\text{{{ATTACK}}}", f"${ATTACK}$ {ATTACK}"):
        page = build_page([row("a-1", **{field: attack})])
        Reader(page)
        assert page.count("<script>") == 1


def test_text_of_lemmas_steps_and_conditions_is_escaped(row: Callable[..., Row]) -> None:
    failing = Evidence(ATTACK, Outcome.FAILS, Tier.PROVED, ATTACK, {ATTACK: ATTACK}, 1)
    holding = Evidence(ATTACK, Outcome.HOLDS, Tier.SUPPORTED, ATTACK, power={ATTACK: 0.5})
    texts: dict[str, Any] = {"why": ATTACK, "part": ATTACK, "wrong": {ATTACK: ATTACK}, "fates": {ATTACK: Fate.HELD}}
    texts |= {"conditions": {ATTACK: Need.IDLE}}
    both = (found(None, failing, name=ATTACK, **texts), found(Tier.SUPPORTED, holding, **{**texts, "name": ATTACK + "2"}))
    page = build_page([row("a-1", Tier.REFUTED, found=both, steps=(ATTACK,), words=(ATTACK,), lines={ATTACK: ATTACK}, see=(ATTACK,))])
    Reader(page)
    assert page.count("<script>") == 1


@pytest.mark.parametrize("tier", list(Tier))
def test_every_verdict_has_a_word_and_a_symbol_beside_its_colour(row: Callable[..., Row], tier: Tier) -> None:
    part = claim_part(build_page([row("a-1", tier)]), "a-1")
    badge = re.search(rf'class="badge s-{tier}" title="[^"]+">(\S+) ([a-z ]+)<', part)
    assert badge is not None


def test_an_empty_ledger_and_a_single_row_make_whole_pages(row: Callable[..., Row]) -> None:
    empty = build_page([])
    Reader(empty)
    assert "The ledger is empty." in empty
    assert "No claims." in empty
    assert "1 claim: 1 proved." in build_page([row("a-1")])


def test_links_to_claims_that_were_not_run_stay_plain_words(row: Callable[..., Row]) -> None:
    page = build_page([row("a-1", Tier.REFUTED, uses=("elsewhere",), corrected="elsewhere-too")])
    assert "elsewhere-too" in page
    assert 'href="#elsewhere' not in page


def test_words_of_a_domain_without_relations_are_not_lost(row: Callable[..., Row]) -> None:
    page = build_page([row("a-1", domain="quadratic clients", domain_tex=r"\text{no condition on the parameters}")])
    assert "quadratic clients" in page
    assert "no condition" not in page


def test_the_page_does_not_depend_on_the_order_of_the_rows(rows: list[Row]) -> None:
    assert build_page(rows) == build_page(rows[::-1])


def test_variants_are_counted_by_source_and_fate(rows: list[Row]) -> None:
    table = variant_table(rows)
    assert table.columns == ("by hand", "rejected", "unproved", "true", "same", "held", "unreadable")
    assert table.lines == (("aistats", (4, 4, 0, 0, 0, 2, 0)), ("symfed", (2, 2, 0, 0, 0, 1, 0)))
    assert table.blurred[0] == ("aistats-eq1", "statement", ("without b",))
    assert "3 lemmas with variants that were not told apart" in build_page(rows)


def test_a_page_of_many_rows_is_built_in_no_time(row: Callable[..., Row]) -> None:
    many = [row(f"a-{k}", uses=(f"a-{k - 1}",) if k % 3 else (), see=("a-0",)) for k in range(450)]
    started = time.process_time()
    build_page(many)
    assert time.process_time() - started < 15
