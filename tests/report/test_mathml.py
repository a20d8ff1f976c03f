"""Formulas for the page: MathML where the converter can be trusted, the raw TeX where not."""

from __future__ import annotations

import pytest

from symfed.ledger import load, whole
from symfed.report.mathml import NotConvertible, render, to_mathml


def test_a_formula_becomes_mathml() -> None:
    answer = to_mathml(r"\frac{\gamma}{2}")
    assert answer.startswith("<math")
    assert "<mfrac>" in answer


@pytest.mark.parametrize(
    "tex",
    [
        r"\nosuchcommand{x}",
        r"\left( a",
        "x_1_2",
        r"a & b",
        r"\text{<script>alert(1)</script>}",
        r"\text{<b>bold</b>}",
        r"\text{a & b}",
    ],
)
def test_what_cannot_be_trusted_is_refused_and_shown_as_source(tex: str) -> None:
    with pytest.raises(NotConvertible):
        to_mathml(tex)
    shown = render(tex.replace("&", r"\&"))
    assert "<script" not in shown
    assert "<b>" not in shown


def test_letters_of_another_script_are_characters() -> None:
    assert all(letter in to_mathml(r"\mathbb E\,\mathbf A\mathcal C(x)") for letter in "𝔼𝐀𝒞")


def test_links_and_styles_do_not_pass() -> None:
    answer = to_mathml(r"\href{javascript:alert(1)}{x}\style{position:fixed}{y}\class{badge}{z}")
    assert "javascript" not in answer
    assert "style=" not in answer
    assert "class=" not in answer


def test_raw_tex_is_escaped() -> None:
    assert render(r"\nosuchcommand <i>") == '<div class="formula" tabindex="0"><code class="tex">\\nosuchcommand &lt;i&gt;</code></div>'


def test_prose_with_formulas_in_it() -> None:
    shown = render(r"Assume A1 & let $\gamma \le 1/L$. Then $$x = y \\ z = w$$ holds.")
    assert shown.count("<math") == 3
    assert "Assume A1 &amp; let " in shown
    assert shown.count('display="block"') == 2


@pytest.mark.parametrize(("tex", "blocks"), [(r"a = b. $$ We then $$c = d$$", 2), (r"for $x$ we have $$\theta = 1", 1)])
def test_a_statement_cut_out_of_a_display_is_closed(tex: str, blocks: int) -> None:
    assert render(tex.replace("a = b", r"\theta = b")).count('display="block"') == blocks


def test_aligned_lines_become_a_table_and_broken_lines_become_lines() -> None:
    assert "<mtable" in render(r"a &= b \\ &= c")
    assert "<mtable" in render(r"\begin{aligned} a &= b \\ &= c \end{aligned}")
    assert render(r"a = b \\ b = c").count("<math") == 2


def test_large_delimiters_are_themselves() -> None:
    for tex, left, right in ((r"\Big\{x\Big\}", "{", "}"), (r"\bigl\langle x\bigr\rangle", "⟨", "⟩"), (r"\Bigg\|x\Bigg\|", "‖", "‖")):
        answer = to_mathml(tex)
        assert f">{left}</mo><mi>x</mi>" in answer
        assert f">{right}</mo>" in answer
    assert ">{<" in to_mathml(r"\Big\lbrace x")


def test_every_committed_statement_is_shown_as_mathematics() -> None:
    assert [row["id"] for row in load() if 'class="tex"' in render(whole(row)["page"].get("printed", ""))] == []


def test_nothing_becomes_nothing() -> None:
    assert render("  ") == ""
