"""No page of a formula is shown without the verdict of the claims that state it."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from markupsafe import escape

from symfed.cli import main
from symfed.core.verdict import Tier
from symfed.formulas import all_formulas, all_functions
from symfed.ledger import discover, load
from symfed.report.formula_texts import load as load_formulas
from symfed.report.formula_verdict import committed_verdict, formula_verdict, links
from symfed.report.prose import prose

FALLEN = ("optimal_local_steps_printed", "scaffold_contraction_printed")
#: How a comment begins.
SIGNS = {"c": "//", "julia": "#", "numpy": "#", "python": "#"}


def printed(*arguments: str) -> str:
    return CliRunner().invoke(main, ["formula", *arguments], catch_exceptions=False).stdout


@cache
def committed_rows() -> dict[str, dict[str, Any]]:
    return {row["id"]: row for row in load()}


def sentence(name: str) -> str:
    """What the committed ledger, read once, says of a formula."""
    return formula_verdict(links(name), committed_rows()).sentence


def without_links(page: str) -> str:
    return re.sub(r'<a class="id"[^>]*>([^<]*)</a>', r"\1", page)


def test_the_claims_that_a_verdict_names_are_a_click_away(committed_report: Path) -> None:
    for name, ids in (("optimal_local_steps_printed", ("flta-h-opt", "symfed-scaffold-printed-balance")), ("fedavg_bias", ())):
        page = (committed_report / f"formulas/{name}.html").read_text(encoding="utf-8")
        lead = page[page.index("<strong>Verdict</strong>") : page.index("</p>", page.index("<strong>Verdict</strong>"))]
        assert all(f'<a class="id" href="../claims/{claim}.html">{claim}</a>' in lead for claim in ids)
    assert '<a class="id" href="claims/flta-h-opt.html">flta-h-opt</a>' in (committed_report / "formulas.html").read_text(encoding="utf-8")


def row(verdict: str, corrected: str = "", missing: str = "") -> dict[str, Any]:
    return {"verdict": verdict, "tier": verdict, "corrected": corrected, "missing": missing}


def test_every_printed_formula_is_named_by_a_claim() -> None:
    named = {name for claim in discover().values() for name in claim.formulas}
    assert named <= {*all_formulas(), *all_functions()}
    assert {name for name in all_formulas() if name.endswith("_printed")} <= named
    assert {one["name"]: set(one["prints"]) for one in load_formulas() if one["prints"]} == {
        name: {claim.id for claim in discover().values() if name in claim.formulas} for name in named
    }


def test_a_formula_of_a_source_is_not_called_exact() -> None:
    assert {str(all_formulas()[name].remainder) for name in all_formulas() if name.endswith("_printed")} == {"none is printed"}


def test_a_refuted_formula_names_its_claim_and_what_holds() -> None:
    said = committed_verdict("optimal_local_steps_printed")
    assert said.falls
    for words in ("refuted as printed, claim flta-h-opt", "symfed-scaffold-printed-balance", "what symfed derives: `optimal_local_steps`"):
        assert words in said.sentence
    said = committed_verdict("scaffold_contraction_printed")
    assert said.falls
    assert "imprecise as printed, claim flta-main-contraction, the words that are missing: " in said.sentence


@pytest.mark.parametrize("name", sorted(all_formulas()))
def test_every_page_of_the_report_begins_with_the_verdict(name: str, committed_report: Path) -> None:
    page = without_links((committed_report / f"formulas/{name}.html").read_text(encoding="utf-8"))
    said = sentence(name)
    assert page.index(f"<strong>Verdict</strong>: {prose(said)}.") < page.index('<dl class="facts">')
    assert page.count(f" verdict: {escape(said)}") == 4  # LaTeX, Python, C, Julia


def test_the_list_of_formulas_says_which_fall(committed_report: Path) -> None:
    page = without_links((committed_report / "formulas.html").read_text(encoding="utf-8"))
    assert [name for name in all_formulas() if f"{prose(sentence(name))}." in page] == sorted(FALLEN)


@pytest.mark.parametrize("name", ["fedavg_bias", "three_point_bias", *FALLEN])
def test_the_command_line_says_it(name: str) -> None:
    said = committed_verdict(name)
    assert f"verdict: {said.sentence}" in " ".join(printed(name).split())
    for language, sign in SIGNS.items():
        assert printed(name, "--code", language).startswith(f"{sign} verdict: {said.sentence}\n")
    assert json.loads(printed(name, "--json"))["verdict"] == said.sentence
    latex = printed(name, "--latex")
    assert f"% verdict: {said.sentence}\n" in latex
    assert latex.startswith("% verdict: ") == said.falls


def test_what_a_verdict_says() -> None:
    formula = {"claims": ["a", "b"], "prints": ["a"], "instead": ""}
    assert formula_verdict(formula, {"a": row("PROVED"), "b": row("REFUTED", "c")}).sentence == (
        "this expression is stated by 2 claims: 1 proved, 1 refuted; as printed it does not hold in b"
    )
    told = formula_verdict(formula, {"a": row("REFUTED", "c"), "b": row("PROVED"), "c": row("PROVED")})
    assert told.sentence == "refuted as printed, claim a; claim c (proved) says what holds"
    assert told.falls
    assert formula_verdict(formula, {"b": row("PROVED")}).sentence == "stated by claim a, which is not in this ledger"
    assert formula_verdict({**formula, "claims": [], "prints": []}, {}).sentence == "no claim states this formula"
    assert links("nothing of the kind")["claims"] == []
    assert formula_verdict(formula, {"a": row("IMPRECISE", "c", "x\n> 0")}).as_comment("1", "c").splitlines()[1:] == ["1"]
    assert formula_verdict(formula, {"a": row("PROVED")}).claims == (("a", Tier.PROVED),)
