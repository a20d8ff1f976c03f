"""Long expansions in TeX: what is written is what was derived, term by term, and a page can show it."""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable
from typing import Any

import flint
import pytest
import sympy as sp

import symfed as sf
from symfed.core import symbols as table
from symfed.core.symbols import ClientMean, H, N, gamma, rho
from symfed.formulas.averages_in_tex import Summand, aligned_rows, by_powers, written
from tests.pieces import pieces

TEX = {sp.latex(s): s for s in (gamma, H, N, rho, *(info.symbol for info in table.TABLE.values() if info.per_client))}
TOKEN = re.compile(
    r"\\left\(|\\right\)|\\[Bb]igg?[lr][()\[\]]|\\frac|\\langle|\\rangle|\d+|[-+{}^]|m_\{\d+\}|\\bar\{x\}"
    + "".join(rf"|{re.escape(rf'{bar}{{{tex}}}')}" for tex in TEX for bar in (r"\overline", r"\bar"))
    + "".join(f"|{re.escape(tex)}" for tex in sorted(TEX, key=len, reverse=True))
)
PRIME = 2**61 - 1
OPENING = {r"\left(": r"\right)", r"\Bigl(": r"\Bigr)", r"\biggl[": r"\biggr]", "{": "}"}


class Reader:
    """Reads a sum in TeX back. `leaf` gives the value of a symbol or a letter; `number` that of an integer, `mean` that of an average."""

    def __init__(self, tex: str, leaf: Callable[[str], Any], number: Callable[[int], Any], mean: Callable[[sp.Expr], Any]) -> None:
        text = re.sub(r"\\begin\{aligned\}|\\end\{aligned\}|\\\\\n|&|\\quad|\\,|\s+", " ", tex)
        self.tokens = deque(TOKEN.findall(text))
        assert "".join(self.tokens) == text.replace(" ", ""), "something is written that the reader does not know"
        self.leaf, self.number, self.mean = leaf, number, mean

    def sum(self, end: str = "") -> Any:
        total = self.number(0)
        while self.tokens and self.tokens[0] != end:
            sign = self.number(-1 if self.tokens[0] == "-" else 1)
            if self.tokens[0] in "+-":
                self.tokens.popleft()
            total = total + sign * self.product(end)
        if end:
            self.tokens.popleft()
        return total

    def product(self, end: str) -> Any:
        value = self.number(1)
        while self.tokens and self.tokens[0] not in ("+", "-", end):
            value = value * self.power()
        return value

    def power(self) -> Any:
        token = self.tokens.popleft()
        if token in OPENING:
            base = self.sum(OPENING[token])
        elif token == r"\frac":
            self.tokens.popleft()
            base = self.sum("}")
            self.tokens.popleft()
            base = base / self.sum("}")
        elif token == r"\langle":
            inner = Reader("", TEX.__getitem__, sp.Integer, lambda mean: mean)
            inner.tokens = self.tokens
            base = self.mean(ClientMean(inner.sum(r"\rangle")))
        elif token.isdigit():
            base = self.number(int(token))
        else:
            base = self.leaf(token)
        if self.tokens and self.tokens[0] == "^":
            _, _, exponent, _ = (self.tokens.popleft() for _ in range(4))
            return base ** int(exponent)
        return base


def number(value: int) -> flint.nmod:
    return flint.nmod(value, PRIME)


def rational(value: sp.Rational) -> flint.nmod:
    return number(int(value.p)) / number(int(value.q))


def agree(tex: str, expression: sp.Expr, legend: list[str]) -> bool:
    """Whether both have the same value modulo a large prime, where every symbol and every average is drawn at random."""
    drawn = random.Random(7)
    values: dict[sp.Expr, int] = {}

    def value(expression: sp.Expr) -> flint.nmod:
        return number(values.setdefault(expression, drawn.randrange(1, PRIME)))

    letters: dict[str, flint.nmod] = {}
    for letter, mean in re.findall(r"(m_\{\d+\}) = (\\langle .*?\\rangle)", " ".join(legend)):
        letters[letter] = Reader(mean, lambda _: None, number, value).sum()

    def leaf(token: str) -> flint.nmod:
        if token in letters:
            return letters[token]
        barred = re.fullmatch(r"\\(?:bar|overline)\{(.*)\}", token)
        return value(ClientMean(TEX[barred[1]]) if barred else TEX[token])

    read = Reader(tex, leaf, number, value).sum()
    at = {symbol: sp.Integer(int(value(symbol))) for symbol in (H, rho)}
    total = number(0)
    for power, terms in by_powers(expression):
        for term in terms:
            product = rational(term.number * sp.Mul(*term.scale).xreplace(at)) * value(gamma) ** power * value(N) ** term.clients
            for mean, exponent in term.averages:
                product *= value(mean) ** exponent
            total += product
    return bool(read == total)


@pytest.mark.parametrize(
    ("rule", "quantity", "order"),
    [
        ("fedavg", "bias", 2), ("fedavg", "bias", 3), ("fedavg", "bias", 4), ("fedavg", "second_moment", 3), ("fedprox", "bias", 2),
        ("scaffold", "bias", 3), ("sgd", "second_moment", 4), ("fedavg_deterministic", "bias", 4),
    ],
)  # fmt: skip
def test_what_is_written_is_what_was_derived(rule: str, quantity: str, order: int) -> None:
    formula = sf.expand(rule, quantity, order)
    tex = written(by_powers(formula.expr))
    assert tex.left_out == 0
    assert agree(aligned_rows(tex.rows), formula.expr, tex.legend)
    assert formula.latex() == aligned_rows([*tex.rows, *tex.legend])
    assert not agree(aligned_rows(tex.rows), formula.expr + gamma * ClientMean(table.C), tex.legend), "the reader agrees with anything"
    if order < 4:
        terms = [gamma**k * sp.Add(*map(multiplied, own)) for k, own in by_powers(formula.expr)]
        assert sp.expand(sp.Add(*terms) - formula.expr) == 0


def multiplied(term: Summand) -> sp.Expr:
    return term.number * N**term.clients * sp.Mul(*term.scale, *[mean**e for mean, e in term.averages])


def test_lines_fit_a_page() -> None:
    formula = sf.expand("fedavg", "bias", 3)
    assert len(formula.latex().splitlines()) > 30
    assert max(map(len, formula.latex().splitlines())) < 1500, "a line in TeX, commands included"
    assert r"\left(H - 1\right)^{3} \Bigl(" in formula.latex(), "collected by what depends on H"


def test_a_notebook_counts_what_it_does_not_show() -> None:
    formula = sf.expand("fedavg", "bias", 4)
    page = formula._repr_markdown_()
    assert r"+ \gamma^{4} \, (\text{2279 terms}) + O(\gamma^{5})" in page
    assert "2279 terms are counted here and not shown" in page
    assert len(page) < 30_000
    assert len(formula._repr_latex_()) < 30_000
    short = sf.expand("fedavg", "bias", 3)
    assert short.remark() == ""
    assert short.equation() in short._repr_markdown_()
    assert short.equation().endswith("+ O(\\gamma^{4})\n\\end{aligned}")


def test_the_fourth_order_is_derived_and_written_while_one_waits() -> None:
    formula = sf.expand("fedavg", "bias", 4)
    # three pieces and one; 45 and 240 when the whole was expanded once more and left to SymPy's printer
    assert pieces(lambda: formula.expr) < 20
    assert pieces(formula.latex) < 10
    assert len(formula.expr.args) == 4
    assert len(formula.latex()) < 200_000


def test_letters_are_explained() -> None:
    formula = sf.expand("fedavg", "bias", 4)
    tex = written(by_powers(formula.expr))
    used = set(re.findall(r"m_\{\d+\}", " ".join(tex.rows)))
    assert used == set(re.findall(r"(m_\{\d+\}) =", " ".join(tex.legend)))
    assert r"\bar{x} = \langle x \rangle" in tex.legend[0]
    assert "langle" not in " ".join(tex.rows)
