"""Errata: every statement that falls, once, with what it should read; nothing else; in three formats."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from symfed import ledger
from symfed.checks.lemma import Found
from symfed.cli.errata import FORMATS as COMMAND_FORMATS
from symfed.core.erratum import Consequence
from symfed.core.errors import UnknownName
from symfed.core.verdict import Tier
from symfed.ledger.row import Row
from symfed.report.errata import FORMATS, Errata, documents, errata, write
from symfed.report.errata.comparison import Turn, comparison
from symfed.report.errata.consequence import is_result, is_step
from symfed.report.errata.html import html
from symfed.report.errata.latex import latex
from symfed.report.errata.letters import lettered
from symfed.report.errata.markdown import markdown
from symfed.report.errata.pieces import lines
from symfed.report.errata.witness import sentences
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
        assert found.hold + found.fall <= found.judged


def test_what_the_extraction_lost_is_nobodys_mistake(row: MakeRow) -> None:
    lost = row("aistats-a", Tier.PROVED, extraction="a minus sign was lost")
    wrong = row("aistats-b", Tier.REFUTED, extraction="a bar was lost")
    found = errata([lost, wrong], "aistats")
    assert [entry.ids for entry in found.entries] == [("aistats-b",)]
    assert "a bar was lost" in markdown(found)


def test_an_entry_has_what_an_author_needs(rows: list[Row]) -> None:
    (entry,) = errata(rows, "aistats").entries
    text = markdown(errata(rows, "aistats"))
    assert entry.false
    assert entry.correction is not None
    assert (entry.correction.id, entry.correction.verdict) == ("symfed-thm4", "proved")
    assert entry.witness == (r"$\gamma$ = 1/4, H = 2",)
    assert text.index("Section 4") < text.index("### Section 4")  # in the table, then in the entry
    assert "as printed: What symfed-thm4 says." in text  # a row made by hand has the same TeX
    assert "`aistats-thm4`, `symfed-thm4`" in text


def test_missing_words_stand_in_the_line(row: MakeRow) -> None:
    found = errata([row("aistats-a", Tier.IMPRECISE, missing="for H > 1 & N > 1")], "aistats")
    assert found.entries[0].line == "needs: for H > 1 & N > 1"
    assert r"needs: for H \textgreater{} 1 \& N" in latex(found)
    assert "needs: for H &gt; 1 &amp; N" in html(found)


def test_our_own_false_statements_are_no_errata_of_anybody(row: MakeRow) -> None:
    rows = [row("symfed-a", Tier.REFUTED, source="symfed")]
    for key in documents():
        assert not errata(rows, key).entries
    for write_it in (markdown, latex, html):
        assert "Nothing was found" in write_it(errata(rows, "flta"))
    with pytest.raises(UnknownName, match="known are"):
        errata(rows, "symfed")


@pytest.mark.parametrize(
    ("place", "others", "consequence"),
    [
        ("Lemma 6", (), Consequence.RESULT),
        ("proof of Lemma 6", ("Lemma 6",), Consequence.LOCAL_SLIP),
        ("proof of Lemma 6", ("Lemma 16",), Consequence.NOT_SETTLED),
        ("Equation (23)", (), Consequence.NOT_SETTLED),
    ],
)
def test_a_consequence_follows_from_the_graph(row: MakeRow, place: str, others: tuple[str, ...], consequence: Consequence) -> None:
    rows = [row("aistats-x", Tier.REFUTED, place=place), *(row(f"aistats-{n}", place=name) for n, name in enumerate(others))]
    assert errata(rows, "aistats").entries[0].standing.consequence is consequence


def test_what_rests_on_the_repaired_step_makes_it_local(row: MakeRow) -> None:
    step = row("aistats-x", Tier.REFUTED, place="Equation (23)", corrected="symfed-x")
    rows = [step, row("symfed-x", source="symfed"), row("symfed-y", source="symfed", uses=("symfed-x",))]
    last = row("aistats-z", place="Lemma 6", uses=("symfed-y",))
    assert errata(rows, "aistats").entries[0].standing.consequence is Consequence.NOT_SETTLED
    standing = errata([*rows, last], "aistats").entries[0].standing
    assert (standing.consequence, standing.stands) == (Consequence.LOCAL_SLIP, (("Lemma 6", "proved"),))


def test_a_readers_word_comes_first(row: MakeRow) -> None:
    found = errata([row("aistats-x", Tier.REFUTED, place="Lemma 6", page={"consequence": "typo", "effect": "(23) has gamma^2"})], "aistats")
    assert found.counts == {Consequence.TYPO: 1}
    assert found.entries[0].effect == r"(23) has $\gamma^{2}$"
    assert r"| typo | (23) has $\gamma^{2}$ |" in markdown(found)


def test_what_is_printed_twice_is_one_entry(row: MakeRow) -> None:
    rows = [row("aistats-x", Tier.REFUTED, place="Theorem 2"), row("aistats-a", Tier.REFUTED, place="Proposition 5", restates="aistats-x")]
    (entry,) = errata(rows, "aistats").entries
    assert (entry.ids, entry.place) == (("aistats-x", "aistats-a"), "Theorem 2; Proposition 5")


def test_an_argument_is_printed_once(row: MakeRow) -> None:
    steps = {f"step {n}": f"so {n} follows from what was said [machine]" for n in range(5)}
    first, second = (row(f"aistats-{n}", Tier.REFUTED, place=f"Theorem {n}", found=(_found(steps | more),)) for n, more in _TWO)
    found = errata([first, second], "aistats").entries
    assert len(found[0].witness) == 5
    assert found[1].witness == ("The argument of Theorem 1, and then:", "and one more step")


_TWO = ((1, {}), (2, {"step 6": "and one more step"}))


def _found(witness: dict[str, str]) -> Found:
    from symfed.core.verdict import Evidence, Outcome

    return Found("statement", None, "false", (Evidence("search", Outcome.FAILS, Tier.SUPPORTED, "false", witness),))


def test_hostile_texts_are_escaped(row: MakeRow) -> None:
    page = {"consequence": "typo", "effect": "<script>alert(1)</script> 50% of x_1 & $"}
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
        assert len(re.findall(r"\\begin\{", tex)) == len(re.findall(r"\\end\{", tex))
        assert tex.isascii() or set(filter(lambda c: not c.isascii(), tex)) <= set("öéà")
        for line in markdown(found).splitlines():
            assert not line.startswith("|") or len(re.findall(r"(?<!\\)\|", line)) in (5, 6)


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
    (line,) = lines(r"\left(a\text{ in }b\right)\text{ for all }c")
    assert [run.text for run in line] == [r"\left(a\text{ in }b\right)", " for all ", "c"]
    assert lettered("(1 - gamma mu)^(H t), C at theta*.") == r"(1 - $\gamma$ $\mu$)$^{H t}$, C at $\theta^{\star}$."


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


def test_numbers_that_nobody_reads_are_cut() -> None:
    assert sentences({"left": f"1/{10**30 + 1}", "right": "-7/3"}) == ("left side 1e-30..., right side -7/3",)
