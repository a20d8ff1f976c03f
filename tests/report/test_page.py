"""The page: one file, no network, every claim, nothing of a row taken for HTML."""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from symfed.core.errors import InvalidInput
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.ledger import Fate, Need, Row
from symfed.report.edition import Edition, edition
from symfed.report.entries import file_of
from symfed.report.page import build_pages
from symfed.report.summary import total_sentences
from symfed.report.trials import variant_table
from tests.pieces import pieces
from tests.report.conftest import found

VOID = {"meta", "input", "br", "hr", "img", "link"}
EDITION = Edition("1.2.3", "2026-02-03")
FORMULA = {
    "name": "rate",
    "says": "The rate of one step.",
    "call": "rate(gamma, mu)",
    "shown": r"1 - \gamma \mu",
    "remark": "",
    "domain": "L*gamma <= 1",
    "remainder": "none: the formula is exact",
    "source": "",
    "texts": {"Python": "def rate(gamma, mu):\n    return 1 - gamma*mu", "C": "double rate(double gamma, double mu)"},
    "claims": ["aistats-eq1", "gone"],
    "prints": [],
    "instead": "",
}
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


def build(rows: list[Row], formulas: Sequence[Mapping[str, Any]] = (), mutants: Mapping[str, Any] | None = None) -> dict[str, str]:
    return build_pages(rows, mutants, formulas, EDITION)


def claim_page(rows: list[Row], claim_id: str) -> str:
    """The page of one claim."""
    return build(rows)[file_of(claim_id)]


def html_of(pages: dict[str, str]) -> dict[str, str]:
    return {name: text for name, text in pages.items() if name.endswith(".html")}


def test_pages_load_nothing_but_each_other_and_every_link_arrives(rows: list[Row]) -> None:
    pages = build(rows, [FORMULA])
    written = set(pages)
    anchors = {name: Reader(text).values("id") for name, text in html_of(pages).items()}
    for name, text in html_of(pages).items():
        reader = Reader(text)
        outside = re.sub(r'xmlns="http://www\.w3\.org/(1998/Math/MathML|2000/svg)"', "", text)
        assert "http://" not in outside
        assert "https://" not in outside
        assert not {"img", "iframe", "object", "embed", "base"} & {tag for tag, _ in reader.elements}
        assert len(anchors[name]) == len(set(anchors[name]))
        for link in [*reader.values("href"), *reader.values("src")]:
            if link in ("data:,",) or link.startswith(("?", "index.html?")):
                continue
            path, _, anchor = link.partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
            assert target in written, f"{name} leads to {target}"
            # the graph finds its claims by name, in the script
            assert not anchor or target == "claims_graph.html" or anchor in anchors[target], f"{name} leads to {link}"
    assert "@import" not in pages["report.css"]
    assert "url(" not in pages["report.css"]


def test_every_claim_has_a_page_and_a_place_in_the_list(rows: list[Row]) -> None:
    pages = build(rows)
    assert {row.id for row in rows} <= set(Reader(pages["index.html"]).values("id"))
    for row in rows:
        assert f'href="../index.html#{row.id}"' in pages[file_of(row.id)]
        assert f'href="{file_of(row.id)}"' in pages["index.html"]


def test_every_page_can_be_walked_without_eyes_and_without_a_mouse(rows: list[Row]) -> None:
    for name, text in html_of(build(rows, [FORMULA])).items():
        reader = Reader(text)
        tags = [tag for tag, _ in reader.elements]
        assert tags.count("main") == tags.count("h1") == tags.count("header") == 1, name
        assert ("html", {"lang": "en"}) in reader.elements
        assert ("a", {"class": "skip", "href": "#main"}) in reader.elements
        ids = set(reader.values("id"))
        assert set(" ".join(reader.values("aria-labelledby")).split()) <= ids
        for tag, attributes in reader.elements:
            if tag == "th":
                assert attributes.get("scope") in ("row", "col"), name
            if tag in ("pre", "svg") or "scroll" in (attributes.get("class") or "").split():
                assert tag == "svg" or attributes.get("tabindex") == "0", f"{name}: what scrolls is reached by keyboard"


def test_a_refuted_claim_shows_its_witness_its_evidence_and_where_it_is_corrected(rows: list[Row]) -> None:
    part = claim_page(rows, "aistats-thm4")
    assert "✘ refuted" in part
    assert "✎ corrected" in part
    assert re.search(r"<code>gamma</code></th><td><math.*<mn>1</mn>.*<mn>4</mn>", part)
    assert "<strong>As printed, and false:</strong>" in part
    assert "{&#34;gamma&#34;: &#34;1/4&#34;, &#34;H&#34;: &#34;2&#34;}" in part
    assert 'href="../claims/symfed-thm4.html"' in part
    assert re.search(r"What symfed-thm4 says\.<[^>]*>\s*<math", part)  # what is true stands beside what is false
    assert "counterexample" in part
    assert "12 instances" in part


def test_printed_formula_and_transcription_stand_side_by_side(rows: list[Row]) -> None:
    part = claim_page(rows, "aistats-eq1")
    assert "<math" in part
    assert "<mfrac>" in part
    assert "gamma*(H - 1)/2*b" in part
    assert re.search(r'Used by</h3><ul><li><a class="id" href="../claims/aistats-thm1.html">', part)
    assert "Wrong variants: 2 by hand, 3 made from its text" in part
    assert '<th scope="row">sign</th><td>by hand</td><td>rejected by identity</td>' in part
    assert '<th scope="row">3 x 1.1</th><td>from the text</td><td>rejected</td>' in part
    assert "Made from its text: 2 rejected, 1 held" in part
    assert "Not told apart on these instances: without b" in part
    assert re.search(r"<mi>γ</mi><mo>≤</mo><mn>1</mn></mrow></math></th><td>needed \(false on an instance without it\)</td>", part)


def test_a_claim_can_be_cited_and_the_pages_are_the_same_on_every_day(rows: list[Row], monkeypatch: pytest.MonkeyPatch) -> None:
    part = claim_page(rows, "aistats-thm4")
    assert "@misc{symfed:aistats-thm4," in part
    assert "howpublished = {Python package symfed, version 1.2.3: \\texttt{symfed show aistats-thm4}}" in part
    assert "note = {Section 4: refuted, corrected, 2026-02-03}" in part
    assert "symfed 1.2.3, 2026-02-03" in part
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert edition().date == "2023-11-14"
    assert build_pages(rows) == build_pages(rows[::-1])
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "yesterday")
    with pytest.raises(InvalidInput, match="SOURCE_DATE_EPOCH"):
        edition()


def test_the_date_is_that_of_the_ledgers_commit_or_of_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    ledger = tmp_path / "ledger.json"
    ledger.write_text("{}")
    os.utime(ledger, (86400, 86400))
    assert edition(ledger).date == "1970-01-02"
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    day = {"GIT_COMMITTER_DATE": "2001-02-03T04:05:06Z"}
    for arguments in (["init", "-q"], ["add", "ledger.json"], ["commit", "-q", "-m", "rows"]):
        subprocess.run([*git, *arguments], check=True, env={**os.environ, **day})
    assert edition(ledger).date == "2001-02-03"


@pytest.mark.parametrize("claim_id", ["../../out", "a/b", "..", "a?b#c%2F", "CON:1", 'q"<x>'])
def test_no_id_leads_out_of_the_folder(row: Callable[..., Row], claim_id: str) -> None:
    assert re.fullmatch(r"claims/[\w.=~-]+\.html", file_of(claim_id))
    Reader(claim_page([row(claim_id)], claim_id))


def test_a_formula_has_texts_to_copy_and_the_claims_that_state_it(rows: list[Row]) -> None:
    trial: dict[str, Any] = {"variants": 3, "killed": 3, "checks": {"units": [1, 3]}}
    mutants: dict[str, Any] = {"kinds": {}, "subjects": {"rate": trial}, "survivors": [], "equivalents": []}
    mutants |= {"variants": 3, "killed": 3, "false_alarms": 0, "crashes": 0}
    page = build(rows, [FORMULA], mutants)["formulas/rate.html"]
    for words in ("return 1 - gamma*mu", "double rate", "<dt>Domain</dt><dd><math", "none: the formula is exact", "3 of 3 wrong variants"):
        assert words in page
    assert 'href="../claims/aistats-eq1.html"' in page
    assert "gone" not in page
    assert 'href="../formulas/rate.html"' in build(rows, [FORMULA])[file_of("aistats-eq1")]


def channel(part: str) -> float:
    value = int(part, 16) / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def luminance(colour: str) -> float:
    red, green, blue = (channel(colour[k : k + 2]) for k in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_colour_of_text_stands_out_from_its_ground_in_light_and_dark() -> None:
    light, dark = (dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", block)) for block in re.findall(r":root \{([^}]*)\}", stylesheet()))
    assert light.keys() == dark.keys()
    for theme in (light, dark):
        for name in theme.keys() - {"paper", "raised", "line"}:
            for ground in ("paper", "raised"):
                one, other = sorted((luminance(theme[name]), luminance(theme[ground])))
                wanted = 3 if name == "control" else 4.5  # WCAG 2.1, AA: outlines of controls, and text
                assert (other + 0.05) / (one + 0.05) >= wanted, (name, ground)


def stylesheet() -> str:
    return files("symfed.report").joinpath("report.css").read_text(encoding="utf-8")


def test_motion_is_only_for_those_who_do_not_mind_it() -> None:
    css = stylesheet()
    assert "animation" not in css
    for line in css.splitlines():
        assert "transition" not in line or "prefers-reduced-motion: no-preference" in line


def test_a_statistical_test_shows_its_level_and_its_power(row: Callable[..., Row]) -> None:
    tested = Evidence("test", Outcome.HOLDS, Tier.SUPPORTED, "near", false_alarm=1e-9, power={"sign": 0.86, "half": 0.5})
    part = claim_page([row("a-1", Tier.SUPPORTED, found=(found(Tier.SUPPORTED, tested),))], "a-1")
    assert "sign is rejected with probability at least 0.86, half is rejected with probability at least 0.5 (each with 95%" in part
    assert "Probability of a false alarm: at most 1e-09" in part
    assert "false alarm" not in claim_page([row("a-1")], "a-1")


def test_missing_words_and_extraction_are_shown(row: Callable[..., Row]) -> None:
    page = claim_page([row("a-1", Tier.IMPRECISE, missing="for long rounds", extraction="a bar was lost")], "a-1")
    for words in ("for long rounds", "a bar was lost", "As printed, where words are missing"):
        assert words in page


def test_lemmas_are_shown_one_by_one_and_steps_in_words_are_counted(row: Callable[..., Row]) -> None:
    lemmas = (found(name="drift"), found(Tier.SUPPORTED, name="noise", part="d = 1"), found(name="again", crosscheck=True))
    given = row("a-1", Tier.PROVED_GIVEN, found=lemmas, steps=("Jensen, of drift",), words=("as is seen", "by symmetry"))
    part = claim_page([given], "a-1")
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
    part = claim_page(rows, "a-1")
    assert "printed: Theorem 1, line 2" in part
    assert re.search(r'Rests on</h3><ul><li><a class="id" href="../claims/b-1.html">b-1</a> <span class="badge s-PROVED_GIVEN"', part)
    assert 'See <a class="id" href="../claims/c-1.html">' in part


def test_what_is_printed_twice_links_both_ways_and_counts_once(row: Callable[..., Row]) -> None:
    rows = [row("a-1"), row("b-1", restates="a-1")]
    assert "judged once for both" in claim_page(rows, "b-1")
    assert 'Printed also as</dt><dd><a class="id" href="../claims/b-1.html">' in claim_page(rows, "a-1")
    assert total_sentences(rows) == total_sentences(rows[:1])


def test_the_top_of_the_page_counts_words_variants_and_conditions(row: Callable[..., Row]) -> None:
    rows = [row("a-1", Tier.PROVED_GIVEN, words=("x", "y")), row("b-1", Tier.PROVED_GIVEN, words=("z",)), row("c-1")]
    page = build(rows)["index.html"]
    for sentence in (
        "Proved given words: 2 statements (what is printed twice counts once), 3 steps in words.",
        "Wrong variants shown: 6 by hand, 9 made from the statements (6 rejected, 3 held).",
        "Conditions dropped in turn: 3 needed.",
    ):
        assert sentence in page


@pytest.mark.parametrize("field", ["says", "why", "place", "extraction", "transcription", "domain", "missing", "kind", "source"])
def test_text_of_a_row_is_never_taken_for_html(row: Callable[..., Row], field: str) -> None:
    pages = html_of(build([row("a-1", **{field: ATTACK})]))
    for page in pages.values():
        harmless(page)
    assert "alert(&#39;x&#39;)" in pages[file_of("a-1")]
    assert "{{ 7*7 }}" in pages[file_of("a-1")]


@pytest.mark.parametrize("field", ["tex", "domain", "says", "why", "missing", "extraction"])
def test_tex_of_a_row_is_never_taken_for_html(row: Callable[..., Row], field: str) -> None:
    for attack in (ATTACK, rf"\text{{{ATTACK}}}", f"${ATTACK}$ {ATTACK}"):
        harmless(claim_page([row("a-1", **{field: attack})], "a-1"))


def test_text_of_lemmas_steps_and_conditions_is_escaped(row: Callable[..., Row]) -> None:
    failing = Evidence(ATTACK, Outcome.FAILS, Tier.PROVED, ATTACK, {ATTACK: ATTACK}, 1)
    holding = Evidence(ATTACK, Outcome.HOLDS, Tier.SUPPORTED, ATTACK, power={ATTACK: 0.5})
    texts: dict[str, Any] = {"why": ATTACK, "part": ATTACK, "wrong": {ATTACK: ATTACK}, "fates": {ATTACK: Fate.HELD}}
    texts |= {"conditions": {ATTACK: Need.IDLE}}
    both = (found(None, failing, name=ATTACK, **texts), found(Tier.SUPPORTED, holding, **{**texts, "name": ATTACK + "2"}))
    rows = [row("a-1", Tier.REFUTED, found=both, steps=(ATTACK,), words=(ATTACK,), lines={ATTACK: ATTACK}, see=(ATTACK,))]
    for page in html_of(build(rows)).values():
        harmless(page)


def test_text_of_a_formula_is_escaped() -> None:
    texts = {"claims": [], "prints": [], "instead": "", "texts": {ATTACK: ATTACK}, "name": "f"}
    for page in html_of(build([], [{**dict.fromkeys(FORMULA, ATTACK), **texts}])).values():
        harmless(page)


def harmless(page: str) -> None:
    """Well nested, with no script but the report's own."""
    assert [attrs for tag, attrs in Reader(page).elements if tag == "script"] in (
        [{"src": "report.js", "defer": None}],
        [{"src": "../report.js", "defer": None}],
    )


@pytest.mark.parametrize("tier", list(Tier))
def test_every_verdict_has_a_word_and_a_symbol_beside_its_colour(row: Callable[..., Row], tier: Tier) -> None:
    part = claim_page([row("a-1", tier)], "a-1")
    badge = re.search(rf'class="badge s-{tier}" title="[^"]+">(\S+) ([a-z ]+)<', part)
    assert badge is not None


def test_an_empty_ledger_and_a_single_row_make_whole_pages(row: Callable[..., Row]) -> None:
    empty = build([])
    for page in html_of(empty).values():
        Reader(page)
    assert "The ledger is empty." in empty["index.html"]
    assert "No claims." in empty["index.html"]
    assert "There is nothing to draw." in empty["graph.html"]
    assert "1 claim: 1 proved." in build([row("a-1")])["index.html"]


def test_links_to_claims_that_were_not_run_stay_plain_words(row: Callable[..., Row]) -> None:
    page = claim_page([row("a-1", Tier.REFUTED, uses=("elsewhere",), corrected="elsewhere-too")], "a-1")
    assert "elsewhere-too" in page
    assert "claims/elsewhere" not in page


def test_words_of_a_domain_without_relations_are_not_lost(row: Callable[..., Row]) -> None:
    assert "quadratic clients" in claim_page([row("a-1", domain="quadratic clients")], "a-1")


def test_the_page_does_not_depend_on_the_order_of_the_rows(rows: list[Row]) -> None:
    assert build(rows) == build(rows[::-1])


def test_variants_are_counted_by_source_and_fate(rows: list[Row]) -> None:
    table = variant_table(rows)
    assert table["columns"] == ("by hand", "rejected", "unproved", "true", "same", "held", "unreadable")
    assert table["lines"] == [("aistats", [4, 4, 0, 0, 0, 2, 0]), ("symfed", [2, 2, 0, 0, 0, 1, 0])]
    assert table["blurred"][0] == ("aistats-eq1", "statement", ["without b"])
    assert "3 lemmas with variants that were not told apart" in build(rows)["variants.html"]


def test_a_page_of_many_rows_is_built_in_no_time(row: Callable[..., Row]) -> None:
    many = [row(f"a-{k}", uses=(f"a-{k - 1}",) if k % 3 else (), see=("a-0",)) for k in range(700)]
    assert pieces(lambda: build(many)) < 100
