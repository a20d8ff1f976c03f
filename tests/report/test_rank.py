"""The important before the trivial, in the list, on the first page and in the graph."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from click.testing import CliRunner

from symfed.cli import main
from symfed.core.verdict import Tier
from symfed.ledger import Row, load
from symfed.report.edition import Edition
from symfed.report.graph import results_graph
from symfed.report.page import build_pages
from symfed.report.rank import STEPS, by_rank, mentioned_result, place_of, results


@pytest.mark.parametrize(
    ("kind", "place", "rank", "result"),
    [
        ("expansion", "Theorem 2, third display", 0, ("thm", 2)),
        ("inequality", "Proposition 5", 1, ("prop", 5)),
        ("expansion", "Table 1, row Homogeneous", 3, ("table", 1)),
        ("rate", "slide 'Main result'", 5, None),
        ("assumption", "Assumption 1", 7, None),
        ("assumption", "Theorem 1", 0, ("thm", 1)),
        ("definition", "Theorem 1", 7, None),
        ("identity", "remark after Theorem 2", STEPS - 1, None),
        ("identity", "proof of Theorem 2", STEPS, None),
        ("identity", "equation (53)", STEPS, None),
        ("inequality", "Lemma 4, and the last display of its proof", 4, ("lem", 4)),
        ("identity", "Appendix B.5, before (52)", STEPS, None),
    ],
)
def test_place_and_kind_give_the_rank(kind: str, place: str, rank: int, result: tuple[str, int] | None) -> None:
    found = place_of(kind, place)
    assert (found.rank, found.result) == (rank, result)


def test_results_come_before_remarks_before_steps_of_every_document() -> None:
    rows = by_rank(load())
    for source in {row["source"] for row in rows}:
        ranks = [place_of(row["kind"], row["page"]["place"]).rank for row in rows if row["source"] == source]
        assert ranks == sorted(ranks)
    assert [row["source"] for row in rows][-1] == "symfed"
    assert rows[0]["id"] != min(row["id"] for row in rows)


def test_a_result_is_as_weak_as_its_weakest_part(row: Callable[..., Row]) -> None:
    parts = [
        row("x-thm2", place="Theorem 2"),
        row("x-thm2-b", Tier.REFUTED, place="Theorem 2, bound"),
        row("x-s", place="proof of Theorem 2"),
    ]
    (found,) = results(parts)
    assert (found.id, found.tier, len(found.rows)) == ("aistats Theorem 2", parts[1].tier, 2)
    assert mentioned_result("what Theorem 2 and Lemma 1 say") == ""


def test_a_line_between_results_goes_through_what_lies_between(row: Callable[..., Row]) -> None:
    rows = [
        row("x-lem1", place="Lemma 1"),
        row("x-step", place="proof of Theorem 2", uses=("x-lem1",)),
        row("x-thm2", place="Theorem 2", uses=("x-step",)),
        row("x-cor3", place="Corollary 3", uses=("x-thm2", "x-lem1")),
    ]
    lines = re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', results_graph(results(rows), rows))
    assert sorted(lines) == [
        ("aistats Lemma 1", "aistats Theorem 2"),
        ("aistats Theorem 2", "aistats Corollary 3"),
    ]


def test_a_card_says_what_is_wrong_and_not_the_false_sentence_as_a_fact(row: Callable[..., Row]) -> None:
    rows = [
        row("x-thm2", Tier.REFUTED, place="Theorem 2", says="The sky is green.", page={"effect": "blue for green"}),
        row("x-thm3", Tier.IMPRECISE, place="Theorem 3", says="It rains.", missing="in autumn"),
        row("x-thm4", Tier.REFUTED, place="Theorem 4", says="Down is up.", corrected="x-thm1"),
        row("x-thm1", place="Theorem 1", says="Down is down."),
        row("x-lem7", Tier.REFUTED, place="Lemma 7", says="A round.", page={"effect": "h for H"}),
    ]
    pages = build_pages(rows, of=Edition("1.2.3", "2026-02-03"))
    assert "<strong>What is wrong (result affected):</strong>" in pages["claims/x-thm4.html"], "of a result, if no reader says less"
    page = pages["index.html"]
    cards = dict(re.findall(r'<li class="claim [^>]*id="([^"]+)".*?<span class="says">(.*?)</span>\n</li>', page, re.DOTALL))
    assert "Blue for green. <span" in cards["x-thm2"]
    assert "As printed: The sky is green." in cards["x-thm2"]
    assert "It lacks: in autumn." in cards["x-thm3"]
    assert "It should read: Down is down." in cards["x-thm4"]
    assert "As printed" not in cards["x-thm1"]
    assert "<mi>h</mi>" in cards["x-lem7"].partition(" for ")[0], "no capital, which is another symbol"
    table = page[page.index('id="found"') : page.index('id="all"')]
    assert [name for name in re.findall(r'scope="row"[^>]*><a[^>]*>([^<]+)', table)] == [*(f"Theorem {n}" for n in range(1, 5)), "Lemma 7"]
    assert "Blue for green" in table
    assert "The sky is green" not in table


def test_the_list_on_the_command_line_has_the_same_order() -> None:
    answer = CliRunner().invoke(main, ["list", "--json"])
    assert [row["id"] for row in json.loads(answer.stdout)] == [row["id"] for row in by_rank(load())]
