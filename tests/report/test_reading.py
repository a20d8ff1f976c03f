"""Statements as mathematics: every construct by its TeX, every claim that has one, and sentences."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
import sympy as sp

from symfed.checks import CounterexampleSearch
from symfed.checks.expansion import Expansion
from symfed.checks.induction import Induction
from symfed.core.domain import Class, Domain
from symfed.core.symbols import H, L, gamma, mu
from symfed.ledger import Claims
from symfed.reference.exact import stationary_exact
from symfed.report.expression_tex import NotSpelt, Speller, expression, name_tex
from symfed.report.program_tex import TexProgram
from symfed.report.prose import prose
from symfed.report.reading import reading, readings
from symfed.strategies import jet_cases
from symfed.theorems.vocabulary import E, Mean, Norm, Outer, Vector


def tex(written: str) -> str:
    return Speller().tex(expression(written))


@pytest.mark.parametrize(
    ("written", "spelt"),
    [
        ("-gamma*mu + 1", r"1 - \gamma \, \mu"),
        ("(a + b)*c", r"\left(a + b\right) \, c"),
        ("a - (b + c)", r"a - \left(b + c\right)"),
        ("a - (-b)*c/2", r"a + \frac{b \, c}{2}"),
        ("x**(1/2)", r"\sqrt{x}"),
        ("gamma**(3/2)", r"{\gamma}^{3/2}"),
        ("(x + y)**2", r"{\left(x + y\right)}^{2}"),
        ("(x**2)**3", r"{\left({x}^{2}\right)}^{3}"),
        ("1*x + 0", "x"),
        ("-x*3", r"-x \cdot 3"),
        ("Norm(x)**2 <= y", r"{\left\| x \right\|}^{2} \le y"),
        ("Outer(x - y, z)", r"\left(x - y\right) \otimes z"),
        ("Outer(x, x)", r"x^{\otimes 2}"),
        ("sum(f(k) for k in range(n))", r"\sum_{0 \le k < n} f\left(k\right)"),
        ("a[k][h]", "{a}_{k, h}"),
        ("{a: b, c: 1}", r"\left(a = b,\; c = 1\right)"),
        ("{k: a for k in b}", r"\left(k \mapsto a\right)_{k \in b}"),
        ("lambda - 1", r"\lambda - 1"),
    ],
)
def test_an_expression_keeps_its_meaning_in_tex(written: str, spelt: str) -> None:
    assert tex(written) == spelt


def test_what_has_no_spelling_is_refused() -> None:
    for written in ("a.b", "a << b"):
        with pytest.raises(NotSpelt):
            tex(written)
    assert reading(print) is None  # a builtin has no text


def test_names_say_whose_they_are() -> None:
    assert name_tex("hess_c") == r"\nabla^2 f_{c}"
    assert name_tex("theta_star_c") == r"\theta_{c}^{\star}"
    assert name_tex("grad_cw") == r"\nabla F_{c}^{\omega}"


def helper(p: Any, power: int = 2) -> Any:
    """The square."""
    return p.hessian**power


def statement(p: Any, gamma: Any, H: Any, share: int = 1, sign: int = -1, also: bool = False) -> Any:
    """What is stated."""
    if also:
        gamma = 2 * gamma
    total = 0 * gamma
    for _ in range(H):
        total = total + share * helper(p)
    return sign * p.solve(p.hessian, p.mean(p.gradients)) + total


def test_parameters_of_wrong_variants_are_not_seen() -> None:
    program = TexProgram(statement)
    first, second = program.parts
    lines = [line.tex for line in first.lines]
    assert lines == [
        r"\mathrm{total} \leftarrow 0",
        r"\text{for } H \text{ times} \text{:}",
        r"\mathrm{total} \leftarrow \mathrm{total} + \mathrm{helper}",
        r"\mathrm{total} - \nabla^2 f(\theta^\star)^{-1} \left\langle \nabla f_c(\theta^\star) \right\rangle",
    ]
    assert [line.depth for line in first.lines] == [0, 0, 1, 0]
    assert (second.name, second.says) == (r"\mathrm{helper}", "The square.")
    assert second.lines[0].tex == r"{\nabla^2 f(\theta^\star)}^{2}"
    assert r"\nabla f_c(\theta^\star)" in program.meanings


def mean(values: Any) -> Any:
    return sum(values) / len(values)


def row(*pairs: Any) -> Any:
    """Pairs (left, right) as two arrays."""
    return tuple(np.array(side, dtype=object) for side in zip(*pairs, strict=True))


class Told:
    """What an instance tells."""

    def __init__(self, i: Any, sign: int = 1) -> None:
        centre = i.quadratic().optimum
        self.noise = [sign * i.gradient(0, z, centre) for z in i.samples]


def in_rows(i: Any, sign: int = -1) -> Any:
    """Of all samples together, and of each."""
    r, law = Told(i, sign), stationary_exact("fedavg", i, i.gamma, i.H)
    return row((mean([value**2 for value in r.noise]), law), *[(v, i.L) for v in r.noise])


def in_a_list(i: Any, factor: int = 2) -> Any:
    rows = []
    for z in i.samples:
        rows.append((i.mu, factor * z))
    return row(*rows)


def spoken(statement: Any) -> list[list[str]]:
    """The lines of a statement's blocks, a bound, as they are seen."""
    found = reading(statement, (CounterexampleSearch(jet_cases, relation="<="),))
    assert found is not None
    return [
        [re.sub(r"<[^>]+>", "", str(part)).replace("\xa0", " ") for part in (block.name, *(line for _, line in block.lines))]
        for block in found.blocks
    ]


def test_names_of_helpers_stand_for_what_they_mean() -> None:
    own, told = spoken(in_rows)
    assert own[1].startswith("r=Told(-1)".replace("-", "−"))
    assert own[-2:] == ["∑value∈noisevalue2|noise|≤law", "v≤Lfor v∈noise"]  # pairs are relations, and a mean is a formula
    assert told[0] == "Told(sign)"
    assert told[1:] == ["noise=(sign∇F0z(θ⋆))z∈𝒵"]
    found = reading(in_rows)
    assert found is not None
    assert any("Stationary mean" in meaning for _, meaning in found.legend)  # of the library's functions the legend tells
    assert spoken(lambda i: in_a_list(i, factor=3))[0][-1] == "for each (u,v)∈rows: u≤v"
    assert "rows←(rows,(μ,3z))" in spoken(lambda i: in_a_list(i, factor=3))[0]


def test_every_argument_of_a_helper_is_shown() -> None:
    """`row` takes any number of pairs: all of them are on the page of the claim that gives it three."""
    own = readings(Claims()["hal-lemma8-third-root"])[""].blocks[0]
    assert [re.sub(r"<[^>]+>", "", str(line)) for _, line in own.lines][-3:] == ["after≤product", "product≤sixth", "after≤root"]


def both_sides(i: Any) -> Any:
    return i.gamma, i.L


def test_a_statement_with_two_sides_is_their_relation() -> None:
    found = reading(both_sides, (CounterexampleSearch(jet_cases, relation="<="),))
    assert found is not None
    assert "≤" in str(found.blocks[0].lines[0][1])
    assert {meaning for _, meaning in found.legend} == {"step size", "smoothness constant"}


def test_the_letters_of_a_rule_are_not_those_at_the_optimum() -> None:
    from symfed.models.algorithms import get_algorithm

    found = reading(get_algorithm("scaffold"))
    assert found is not None
    meanings = {re.sub(r"<[^>]+>", "", str(letter)): meaning for letter, meaning in found.legend}
    assert meanings["g"] == "the gradient that it takes there"
    assert {"x", "ξ", "γ"} <= set(meanings)


def test_a_bound_by_induction_has_both_sides() -> None:
    def bound(n: Any) -> Any:
        return gamma * mu * n

    found = reading(bound, (Induction(lambda n: 1 - (1 - gamma * mu) ** n, 1 - gamma * mu, gamma * mu),))
    assert found is not None
    shown = re.sub(r"<[^>]+>", "", str(found.blocks[0].lines[0][1]))
    assert "≤" in shown
    assert shown.count("H") == 2


def test_an_expansion_has_its_remainder_and_no_empty_field() -> None:
    fixed, free = (reading(Expansion(gamma * H, gamma**2, held)) for held in ((H,), ()))
    assert fixed is not None
    assert free is not None
    last = [str(line[1]) for line in fixed.blocks[0].lines]
    assert "<mi>O</mi>" in last[0]
    assert "fixed" in last[1]
    assert "bounded" in str(free.blocks[0].lines[1][1])


def test_an_order_that_falls_is_shown_as_one_and_the_best_possible_as_it_is() -> None:
    from symfed.ledger.pages import page

    claims = Claims()
    assert page(claims["aistats-prop3-stationary"])["read as"] == "O(1)"
    assert "<mi>O</mi>" in str(readings(claims["aistats-prop3-stationary"])[""].blocks[0].lines[0][1])
    assert {lemma["read as"] for lemma in page(claims["symfed-scaffold-communication"])["lemmas"]} == {"log(1/epsilon)", "sqrt(kappa)"}


def refused(i: Any) -> Any:
    try:
        return i.gamma / i.H
    except ZeroDivisionError:
        return 0


def test_another_value_where_the_first_fails_is_not_left_out_in_silence() -> None:
    assert reading(refused) is None


def test_quantities_of_any_dimension_and_what_their_letters_mean() -> None:
    x_c, y = Vector("reading_x_c", "a client's point"), Vector("reading_y", "the other point")
    found = reading(sp.Le(Norm(Mean(x_c) - y) ** 2, E(Norm(y) ** 2) + mu * L))
    assert found is not None
    meanings = [meaning for _, meaning in found.legend]
    assert {"a client's point", "the other point", "strong convexity constant", "smoothness constant"} <= set(meanings)
    assert any("average over clients" in meaning for meaning in meanings)
    assert reading(Outer(y, y)) is not None


@pytest.mark.parametrize(
    ("said", "formulas"),
    [
        ("gamma <= 1/(90 L), a bound", ["γ≤190L"]),
        ("In general gamma (H-1)/2 b_h is left", ["γ(H−1)2bh"]),
        ("4*sqrt(2)*3**(3/4)*gamma**(5/4)/(45*pi**(5/2))", ["42·33/4γ5/445π5/2"]),
        ("definition: Eq(S_cw(0, x), x)", ["Scω(0,x)=x"]),
        ("theta* and theta_c*", ["θ⋆", "θc⋆"]),
        ("third derivatives of a well-posed problem, 12 in 2018", []),
        ("f'''(theta*) = 0", ["θ⋆"]),
        ("u_{n+1} <= rho u_n", ["un+1≤ρun"]),
        ("|u - v|^2 and <u, v>", ["|u−v|2", "⟨u,v⟩"]),
        ("Theorem 3, A1", []),
        ("M for K, h for H, client d's; a step", ["M", "K", "h", "H", "d"]),
        ("(d) of T. Smith, i.e. the d-th; aistats-lem7-H-iterations, shape (d, d)", ["d", "d", "d"]),
        ("plus gamma/N AC (A_c - A) + C", ["γN", "(Ac−A)+C"]),
        ("A^c(Z) - b", ["Ac"]),
        ("Theorem 2's gamma mu H <= 1, zeta_{*,1}", ["γμH≤1", "ζ⋆,1"]),
        ("gamma^2 H/N C(theta*) and tau~^2", ["γ2HNC(θ⋆)", "τ~2"]),
        ("r - q = (1 - q)(1 - 1/(gamma a H))", ["r−q=(1−q)", "1−1", "γ", "H"]),
        ("losses F^0 = 0 and F^1 = theta^2/2, to gamma^1", ["F0=0", "F1=θ22", "γ"]),
        ("every cell but the N/A is a row; N/A_c", ["NAc"]),
        ("rho(H+1), gamma(1-q), log(1/epsilon)/log 2", ["ρ(H+1)", "γ(1−q)", "log(1ϵ)"]),
    ],
)
def test_sentences_have_their_formulas_typeset_and_keep_their_words(said: str, formulas: list[str]) -> None:
    shown = str(prose(said))
    found = re.findall(r"<math.*?</math>", shown)
    assert [re.sub(r"<[^>]+>", "", part).replace(" ", "") for part in found] == formulas
    words = re.sub(r"<math.*?</math>", "", shown)
    assert "<" not in words


def test_names_between_backticks_stay_as_they_are() -> None:
    assert prose("see `step_h H`") == "see <code>step_h H</code>"


def test_conditions_that_are_sentences_are_typeset() -> None:
    shown = str(prose(str(Domain((gamma * L <= 1,), (Class("E|eps_c(theta)|^2 <= tau^2"),)))))
    assert shown.count("<math") >= 2


def test_every_claim_is_mathematics() -> None:
    claims, left = Claims(), []
    for name in sorted(claims)[::7]:
        claim = claims[name]
        spelt = readings(claim)
        stated = {lemma.name for lemma in claim.lemmas if lemma.statement is not None} | ({""} if claim.statement is not None else set())
        left += [(name, one) for one in stated - spelt.keys()]
        for one in spelt.values():
            assert not any('class="tex"' in line for block in one.blocks for _, line in block.lines), name
    assert left == []
