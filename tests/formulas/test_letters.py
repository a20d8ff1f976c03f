"""Every printed formula says what its letters mean, in the table's letters and in the papers'."""

from __future__ import annotations

import re
from typing import Any

import pytest
import sympy as sp

import symfed as sf
from symfed import formulas
from symfed.core.errors import InvalidInput
from symfed.core.formula import Formula
from symfed.core.letters import OBJECTS, legend, papers_letters
from symfed.core.symbols import TABLE, ClientMean, users_own
from symfed.formulas.expansion import ExpansionFormula
from symfed.formulas.kinds import ProblemFormula

FORMULAS = formulas.all_formulas()
EVERY = pytest.mark.parametrize("formula", FORMULAS.values(), ids=FORMULAS)
EXPANDED = [("fedavg", "bias", 3), ("fedavg", "bias", 4), ("scaffold", "second_moment", 2), ("fedavg", "modified_gradient", 3)]


@EVERY
def test_the_legend_has_every_letter_and_no_other(formula: Formula) -> None:
    assert formula.legend == legend(formula.expr)
    letters = {symbol.name for symbol in formula.expr.atoms(sp.Symbol)}
    assert set(formula.legend) - {"<x>"} == letters
    assert ("<x>" in formula.legend) == formula.expr.has(ClientMean)
    assert all(formula.legend.values())


@EVERY
def test_pages_and_exported_code_carry_it(formula: Any) -> None:
    shown = formula.shown_letters()
    page = formula._repr_markdown_()
    assert all(f"${tex}$ {meaning}" in page for tex, meaning in shown.items())
    for language, comment in (("c", "//"), ("python", "#"), ("julia", "#")):
        lines = formula.code(language).splitlines()
        assert all(f"{comment} {letter}: {meaning}" in lines for letter, meaning in formula.legend.items() if letter != "<x>")


def test_a_formula_as_printed_names_the_command_that_has_its_verdict() -> None:
    named = "`symfed formula optimal_local_steps_printed` says what holds"
    assert named in sf.formulas.optimal_local_steps_printed._repr_markdown_()
    assert "*Verdict*" not in sf.formulas.fedavg_bias._repr_markdown_()


def test_orders_of_derivatives_are_said() -> None:
    said = sf.expand("fedavg", "bias", 3).legend
    assert said["b"] == "client third derivative at theta*: derivative 3 of f_c"
    assert said["f6"] == "client derivative 6 at theta*"
    assert said["C1"] == "derivative 1 of the client noise covariance at theta*"
    assert list(said)[:3] == ["gamma", "H", "N"]
    assert list(said)[-1] == "<x>"
    assert sf.expand("fedprox", "bias", 2).legend["rho"] == TABLE["rho"].meaning
    assert legend(users_own("x"))["x"] == "a parameter of the update rule"


@pytest.mark.parametrize("asked", EXPANDED, ids=str)
def test_a_long_legend_is_that_of_the_expression(asked: tuple[str, str, int]) -> None:
    formula = sf.expand(*asked)
    assert formula.legend == legend(formula.expr)


def test_tensors_are_explained_where_they_stand() -> None:
    shown = sf.expand("fedavg", "bias", 2, dim=2).shown_letters()
    assert set(shown) >= {r"\gamma", "H", "N", r"\mathbf{A}", r"\mathbf{A}_{3}", r"\mathcal{K}^{(k)}_c", r"\nabla^k f_c"}
    assert r"\mathbf{A}_{3}" not in formulas.fedavg_bias.shown_letters()
    explained = {mark for _, mark, _ in OBJECTS}
    for quantity in ("bias", "second_moment"):
        tex = sf.expand("fedavg", quantity, 2, dim=2).latex()
        commands = set(re.findall(r"\\math(?:bf|cal|rm)\{\w+\}|\\operatorname\{\w+\}", tex)) - {r"\mathrm{Id}"}
        assert commands <= explained


def in_short_letters(tex: str, formula: ExpansionFormula) -> str:
    names = papers_letters(formula.expr.atoms(ClientMean))
    for mean in sorted(formula.expr.atoms(ClientMean), key=lambda mean: -len(names[mean])):
        tex = tex.replace(names[mean], rf"\langle {sp.latex(mean.args[0])} \rangle")
    return re.sub(r"\\left\((\\langle [^()]*? \\rangle)\\right\)\^", r"\1^", tex)


@pytest.mark.parametrize("asked", EXPANDED[:1] + EXPANDED[2:3], ids=str)
def test_the_papers_letters_say_what_the_short_ones_say(asked: tuple[str, str, int]) -> None:
    formula = sf.expand(*asked)
    assert isinstance(formula, ExpansionFormula)

    def on_one_line(tex: str) -> str:
        return re.sub(r"\\begin\{aligned\}|\\end\{aligned\}|\\\\\n|&|\\quad|\s+", "", tex)

    assert on_one_line(in_short_letters(formula.latex("paper"), formula)) == on_one_line(formula.latex())


@pytest.mark.parametrize("name", [name for name, formula in FORMULAS.items() if isinstance(formula, ProblemFormula)])
def test_no_letter_of_the_table_is_left_in_the_papers_letters(name: str) -> None:
    tex = FORMULAS[name].latex("paper")
    assert "langle" not in tex
    bare = re.sub(r"\\[a-zA-Z]+|f_c|f\(|[CK]\}|_c|c=1|c'", " ", tex)
    own = {info.symbol.name for info in TABLE.values() if info.per_client}
    assert not set(re.findall(r"[a-zA-Z]\w*", bare)) & own


def test_the_papers_bias() -> None:
    assert sf.expand("fedavg", "second_moment").latex("paper") == (r"\frac{\gamma \mathcal{C}(\theta^\star)}{2 N \nabla^2 f(\theta^\star)}")
    with pytest.raises(InvalidInput, match="letters = 'greek': must be 'short' or 'paper'"):
        formulas.fedavg_bias.latex("greek")


def test_long_tensor_forms_have_a_term_or_two_a_line() -> None:
    rows = sf.expand("fedavg", "bias", 2, dim=2).latex().splitlines()[1:-1]
    assert len(rows) > 20
    # a sum stands before each term but the first
    assert all(len(re.findall(r"(?:^& (?:\\quad )?|(?<= ))[+-] \\frac\{H? ?\\gamma", row)) <= 2 for row in rows)
