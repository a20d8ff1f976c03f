"""Errata: what holds; the slips by which the rest falls, every place with its slip; typos and remarks apart; in three formats."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable
from dataclasses import replace

import pytest

from symfed import ledger
from symfed.cli.errata import FORMATS as COMMAND_FORMATS
from symfed.core.erratum import TYPO, Cause, Consequence, Erratum
from symfed.core.errors import UnknownName
from symfed.core.source import Source, sources
from symfed.core.verdict import Tier
from symfed.ledger.row import Row
from symfed.report.errata import FORMATS, Errata, documents, errata, write
from symfed.report.errata import entries as slips_of
from symfed.report.errata.comparison import Turn, comparison
from symfed.report.errata.consequence import is_result, is_step
from symfed.report.errata.html import html
from symfed.report.errata.latex import latex
from symfed.report.errata.markdown import markdown
from symfed.report.errata.witness import sentences
from symfed.report.pieces import statement
from symfed.report.prose import with_tex_formulas
from symfed.report.recorded import recorded

MakeRow = Callable[..., Row]


@pytest.fixture(scope="module")
def committed() -> list[Row]:
    return [recorded(row) for row in ledger.load()]


@pytest.fixture(scope="module")
def all_errata(committed: list[Row]) -> list[Errata]:
    return [errata(committed, key) for key in documents()]


def test_every_statement_that_falls_is_there_exactly_once(committed: list[Row], all_errata: list[Errata]) -> None:
    for found in all_errata:
        fallen = [row.id for row in committed if row.source == found.source.key and row.verdict in (Tier.REFUTED, Tier.IMPRECISE)]
        assert sorted(name for entry in found.entries for name in entry.ids) == sorted(fallen)
        assert found.hold + found.defined + found.fall <= found.judged
        assert {name for slip in found.slips for entry in slip.entries for name in entry.ids} == set(fallen)
        assert len(found.slips) == sum(len(found.of(kind)) for kind in ("result", "proof", "typo", "remark"))
        assert not any(entry.consequence is Consequence.NOT_SETTLED for entry in found.entries), (
            "of each step a reader has said what follows"
        )


def test_what_changes_a_result_comes_down_to_a_dozen_slips(all_errata: list[Errata]) -> None:
    for found in all_errata:
        assert len(found.of("result")) <= 14
    published = next(found for found in all_errata if found.source.key == "aistats")
    assert all(slip.cause for slip in published.of("result"))


def test_a_correction_that_supposes_more_than_is_printed_says_so(committed: list[Row], all_errata: list[Errata]) -> None:
    condition = "Lipschitz third derivatives near"
    supposes = {row.id for row in committed if any(condition in name for name in row.conditions)}
    found = [slip for one in all_errata for slip in one.of("result") if slip.lead.held and slip.lead.held.id in supposes]
    assert "The sign of b_s" in {slip.cause.name for slip in found if slip.cause}
    for slip in found:
        assert "Lipschitz" in slip.says + slip.lead.row.missing, slip.lead.ids


def test_an_instance_shows_the_slip_that_it_stands_with(all_errata: list[Errata]) -> None:
    """A statement may be false for two reasons; the instance against it is of one of them."""
    seen = {(one.source.key, slip.cause.name): slip.seen.row.id for one in all_errata for slip in one.of("result") if slip.cause}
    assert seen["iccopt", "Long rounds in the remainder"] == "iccopt-fedavg-covariance"  # gamma H = 1 as gamma tends to 0
    assert seen["iccopt", "Third derivatives that are bounded, and not Lipschitz"] == "iccopt-fedavg-bias-expansion"
    assert seen["hal", "The step sizes of Theorem 5"] == "hal-thm5-proof"
    assert seen["aistats", "The step sizes of Theorem 5"] == "aistats-thm5-step-condition"


def test_every_numbered_lemma_is_among_the_results(all_errata: list[Errata]) -> None:
    for found in all_errata:
        if found.source.key in ("aistats", "hal"):
            assert {f"Lemma {number}" for number in range(1, 10)} <= {name for name, _ in found.results}


def test_a_main_result_that_stands_is_named_first(all_errata: list[Errata]) -> None:
    slides = next(found for found in all_errata if found.source.key == "flta")
    said = markdown(slides).split("## What holds")[1].lstrip()
    assert said.startswith("- Main Result: stands, once mended among the slips below (proved given ")


def test_causes_have_names_and_name_claims(committed: list[Row]) -> None:
    causes = [cause for source in sources().values() for cause in source.causes]
    assert not {name for cause in causes for name in cause.claims} - {row.id for row in committed}
    assert len({cause.name for cause in causes}) == len(causes)
    for cause in causes:
        assert bool(cause.claims) or any(cause.words in row.missing for row in committed), cause.name


def test_what_matters_most_to_an_author_is_read_first(all_errata: list[Errata]) -> None:
    published = next(found for found in all_errata if found.source.key == "aistats")
    text = markdown(published)
    assert [slip.lead.row.id for slip in published.of("result")][:2] == ["aistats-thm2-exact-bias", "aistats-thm3-bias"]
    assert "Theorem 1; Theorem 6; Corollary 1" in text[: text.index("## What to correct")]
    assert text[: text.index("### 1. The sign of the bias on quadratics")].count("\n") < 60
    parts = ("## What holds", "## What to correct", "## Slips whose results stand", "## Typos", "## Remarks", "## The two versions")
    assert sorted(parts, key=text.index) == list(parts)
    assert r"left side $\frac{1}{7}$, right side $\frac{1}{8}$" in text, "not their squares"


def test_no_sentence_is_cut_at_dots_that_stand_for_numbers(row: MakeRow) -> None:
    found = errata([row("aistats-x", Tier.REFUTED, place="Lemma 6", says="Products over l = h .. H-1 lack one. It is added.")], "aistats")
    assert found.entries[0].line == "Products over $l = h$ .. $H - 1$ lack one"


def test_what_the_extraction_lost_is_nobodys_mistake(row: MakeRow) -> None:
    lost = row("aistats-a", Tier.PROVED, extraction="a minus sign was lost")
    wrong = row("aistats-b", Tier.REFUTED, extraction="a bar was lost")
    found = errata([lost, wrong], "aistats")
    assert [entry.ids for entry in found.entries] == [("aistats-b",)]
    assert "a bar was lost" in markdown(found)


def test_an_entry_has_what_an_author_needs(rows: list[Row]) -> None:
    (entry,) = errata(rows, "aistats").entries
    text = markdown(errata(rows, "aistats"))
    assert entry.held is not None
    assert entry.held.id == "symfed-thm4"
    assert text.index("## Remarks") < text.index("Section 4: What aistats-thm4 says.")  # a section proves nothing
    step = [one if one.id != "aistats-thm4" else replace(one, place="Theorem 4") for one in rows]
    text = markdown(errata(step, "aistats"))
    assert r"*Seen at Theorem 4:* $\gamma = \frac{1}{4}$, $H = 2$" in text
    assert "*It should read (proved):* as printed, as follows: What symfed-thm4 says." in text  # a row made by hand has the same TeX
    assert "`aistats-thm4`, `symfed-thm4`" in text


def test_missing_words_stand_in_the_line(row: MakeRow) -> None:
    rows = [row("aistats-a", Tier.IMPRECISE, missing="friends & foes > 1", corrected="symfed-a"), row("symfed-a", source="symfed")]
    found = errata(rows, "aistats")
    assert found.entries[0].line == "needs friends & foes > 1"
    assert r"holds with: friends \& foes \textgreater{} 1" in latex(found)
    assert "holds with: friends &amp; foes &gt; 1" in html(found)


def test_our_own_false_statements_are_no_errata_of_anybody(row: MakeRow) -> None:
    rows = [row("symfed-a", Tier.REFUTED, source="symfed")]
    for key in documents():
        assert not errata(rows, key).entries
    for write_it in (markdown, latex, html):
        assert "Nothing was found" in write_it(errata(rows, "flta"))
    with pytest.raises(UnknownName, match="known are"):
        errata(rows, "symfed")


@pytest.mark.parametrize(("place", "consequence"), [("Lemma 6", Consequence.RESULT), ("proof of Lemma 6", Consequence.NOT_SETTLED)])
def test_without_a_readers_word_a_result_is_affected_and_nothing_else_settled(row: MakeRow, place: str, consequence: Consequence) -> None:
    assert errata([row("aistats-x", Tier.REFUTED, place=place)], "aistats").entries[0].consequence is consequence


def test_a_readers_word_comes_first(row: MakeRow) -> None:
    found = errata([row("aistats-x", Tier.REFUTED, place="Lemma 6", page={"consequence": "typo", "effect": "(23) has gamma^2"})], "aistats")
    assert [slip.kind for slip in found.slips] == ["typo"]
    assert "## Typos\n\n- Lemma 6: (23) has ${\\gamma}^{2}$\n" in markdown(found)


CAUSE = Cause("A sign", "It is minus.", ("aistats-x", "hal-x"), "smooth noise")


def test_places_that_fall_by_one_slip_are_one_entry_by_weight(row: MakeRow, monkeypatch: pytest.MonkeyPatch) -> None:
    known = {key: Source(key, key, "", key.upper(), 2025, causes=(CAUSE,) if key == "aistats" else ()) for key in ("aistats", "hal")}
    monkeypatch.setattr(slips_of, "sources", lambda: known)
    rows = [
        row("aistats-a", Tier.REFUTED, place="Theorem 9"), row("aistats-b", Tier.IMPRECISE, place="Theorem 2", missing="smooth noise, too"),
        row("aistats-x", Tier.REFUTED, place="Theorem 3"), row("aistats-y", Tier.REFUTED, place="Section 5", restates="aistats-x"),
        row("hal-x", Tier.REFUTED, source="hal", place="Theorem 1"),
    ]  # fmt: skip
    first, second = slips_of.slips(rows, "aistats", slips_of.entries(rows, "aistats"))
    assert (first.name, [entry.ids for entry in first.entries]) == ("A sign", [("aistats-x", "aistats-y"), ("aistats-b",)])
    assert (first.elsewhere, first.says) == ((("hal", 1),), "It is minus.")
    assert second.name == "Theorem 9", "false too, and in fewer places"


def test_the_word_for_a_witness_of_squares() -> None:
    assert Erratum(TYPO, "a root", power=2).power == 2
    assert sentences({"left": "1/49", "right": "1/64"}, 2) == (r"left side $\frac{1}{7}$, right side $\frac{1}{8}$",)
    squares = sentences({"left": "[1/9, 4/9]", "right": "[2/9, 2/9]"}, 2)
    assert squares == (r"the squares of both sides: left $\frac{4}{9}$, right $\frac{2}{9}$ (number 2 of 2)",)


def test_what_is_printed_twice_is_one_entry(row: MakeRow) -> None:
    rows = [row("aistats-x", Tier.REFUTED, place="Theorem 2"), row("aistats-a", Tier.REFUTED, place="Proposition 5", restates="aistats-x")]
    (entry,) = errata(rows, "aistats").entries
    assert (entry.ids, entry.place) == (("aistats-x", "aistats-a"), "Theorem 2; Proposition 5")


def test_hostile_texts_are_escaped(row: MakeRow) -> None:
    page = {"consequence": "local slip", "effect": "<script>alert(1)</script> 50% of x_1 & $"}
    found = errata(
        [row("aistats-x", Tier.REFUTED, says="<b>|a|</b>", place="<i>#1</i>", tex=r"a<b>c \text{<script>}", page=page)], "aistats"
    )
    shown = html(found)
    assert "<script" not in shown
    assert "<i>" not in shown
    assert r"\textless{}script" in latex(found)
    assert r"50\% of" in latex(found)
    assert r"\<script\>" in markdown(found)


def test_pages_are_well_formed(all_errata: list[Errata]) -> None:
    for found in all_errata:
        shown = html(found)
        assert "<script" not in shown
        ET.fromstring(re.sub(r"<(meta|link)([^>]*)>", r"<\1\2/>", shown.removeprefix("<!DOCTYPE html>\n")))
        tex = latex(found)
        assert tex.count("$") % 2 == 0
        assert not [line for line in tex.splitlines() if line.startswith("instance = ") and len(line) > 140]
        assert len(re.findall(r"\\begin\{", tex)) == len(re.findall(r"\\end\{", tex))
        assert tex.isascii() or set(filter(lambda c: not c.isascii(), tex)) <= set("öéà")
        for line in markdown(found).splitlines():
            assert not line.startswith("|") or len(re.findall(r"(?<!\\)\|", line)) in (3, 4, 5)


def test_the_committed_ledger_compares_two_versions(committed: list[Row]) -> None:
    found = comparison(committed, "hal")
    assert found is not None
    assert found == comparison(committed, "aistats")
    assert comparison(committed, "flta") is None
    earlier = {row.id for row in committed if row.source == found.earlier.key}
    assert earlier == {change.ids[0] for change in found.changes if change.fate is not Turn.LATER}
    later = {name for change in found.changes for name in (change.ids if change.fate is Turn.LATER else change.ids[1:])}
    assert later == {row.id for row in committed if row.source == found.later.key}


@pytest.mark.parametrize(
    ("before", "after", "fate"),
    [
        (Tier.REFUTED, Tier.PROVED, Turn.MENDED),
        (Tier.REFUTED, Tier.IMPRECISE, Turn.IN_PART),
        (Tier.SUPPORTED, Tier.REFUTED, Turn.BROKEN),
        (Tier.IMPRECISE, Tier.IMPRECISE, Turn.BOTH_WRONG),
        (Tier.PROVED, Tier.SUPPORTED, Turn.BOTH_HOLD),
        (Tier.NOT_CHECKED, Tier.PROVED, Turn.UNDECIDED),
    ],
)
def test_what_became_of_a_statement(row: MakeRow, before: Tier, after: Tier, fate: Turn) -> None:
    earlier = row("hal-x", before, source="hal", tex="a", page={"differs": {"aistats-x": "b for a"}})
    found = comparison([earlier, row("aistats-x", after, tex="b"), row("aistats-y")], "hal")
    assert found is not None
    assert found.counts == {fate: 1, Turn.LATER: 1}
    assert (found.changes[0].ids, found.changes[0].differs) == (("hal-x", "aistats-x"), "b for a")


def test_either_version_may_say_what_differs(row: MakeRow) -> None:
    later = row("aistats-x", tex="x", page={"differs": {"hal-x": "a minus there"}})
    found = comparison([row("hal-x", Tier.REFUTED, source="hal", tex="y"), later], "hal")
    assert found is not None
    assert [(change.ids, change.differs) for change in found.changes] == [(("hal-x", "aistats-x"), "in the earlier, a minus there")]


def test_pairs_are_found_without_a_word(row: MakeRow) -> None:
    rows = [
        row("aistats-x", tex="x"), row("aistats-y", tex="y"), row("aistats-z", tex="z", restates="symfed-z"),
        row("hal-x", source="hal", tex="u", restates="aistats-x"), row("hal-y", source="hal", tex=" y"),
        row("hal-z", source="hal", tex="w", restates="symfed-z"), row("hal-u", source="hal", tex="v"),
        row("hal-v", Tier.REFUTED, source="hal", tex="t", corrected="aistats-x"),
    ]  # fmt: skip
    found = comparison(rows, "aistats")
    assert found is not None
    assert {change.ids for change in found.changes} == {
        ("hal-x", "aistats-x"),
        ("hal-y", "aistats-y"),
        ("hal-z", "aistats-z"),
        ("hal-u",),
        ("hal-v", "aistats-x"),
    }


def test_files_of_all_formats(rows: list[Row]) -> None:
    assert tuple(FORMATS) == COMMAND_FORMATS
    assert set(write([errata(rows, "hal")])) == {"hal.md", "hal.tex", "hal.html"}


def test_words_are_taken_out_of_formulas() -> None:
    (line,) = statement(r"\left(a\text{ in }b\right)\text{ for all }c")
    assert line.text == r"$\left(a\text{ in }b\right)$ for all $c$"
    assert with_tex_formulas("(1 - gamma*mu)^(H*t), C at theta*.") == r"${\left(1 - \gamma \, \mu\right)}^{H \, t}$, C at $\theta^{\star}$."
    (line,) = statement(r"a\le b;\ \text{and }c\quad\rightarrow\quad\Big\{d\Big\}")
    assert line.text == r"$a\le b;$ and $c\ \rightarrow\ \Big\{d\Big\}$"


def test_nothing_of_a_printed_statement_is_lost(committed: list[Row]) -> None:
    aside = re.compile(r"\\text(?![a-z])|\\q?quad(?![a-z])|\\[ ,;:!]|[\s${}]")
    for row in committed:
        assert aside.sub("", "".join(block.text for block in statement(row.tex))) == aside.sub("", row.tex), row.id


def test_places_with_one_line_share_a_point(row: MakeRow) -> None:
    word = {"consequence": "typo", "effect": "a plus for a minus"}
    found = errata([row(f"aistats-{name}", Tier.REFUTED, place=f"equation ({name})", page=word) for name in "12"], "aistats")
    assert "\n\n- equation (1); equation (2): a plus for a minus\n" in markdown(found)


@pytest.mark.parametrize(("place", "kind", "step", "result"), [
    ("Appendix B.6, 'Global updates'", "identity", True, False),
    ("Appendix A, Theorem 5 restated", "identity", False, True),
    ("equation (7)", "definition", True, False),
    ("Section 4", "definition", False, False),
    ("Section 7", "rate", False, True),
    ("Theorem 3", "assumption", False, True),
])  # fmt: skip
def test_what_is_a_step_and_what_a_result(row: MakeRow, place: str, kind: str, step: bool, result: bool) -> None:
    one = row("aistats-x", place=place, kind=kind)
    assert (is_step(one), is_result(one)) == (step, result)


def test_an_instance_with_parts_names_them() -> None:
    (line,) = sentences({"clients": "(a = 1, g = -1), (a = 2, g = 1)"})
    assert line == r"clients ($a = 1$, $g = -1$), ($a = 2$, $g = 1$) (at $\theta^{\star}$ gradient g, second derivative a)"


def test_numbers_that_nobody_reads_are_cut() -> None:
    assert sentences({"left": f"1/{10**30 + 1}", "right": "-7/3"}) == (r"left side 1e-30..., right side $-\frac{7}{3}$",)
