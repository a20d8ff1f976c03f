"""What a terminal shows of an expression is the expression, however long, and takes no longer than its derivation."""

from __future__ import annotations

import re

import pytest
import sympy as sp

import symfed as sf
from symfed.core.symbols import TABLE, ClientMean
from symfed.core.written import written
from symfed.formulas import all_formulas
from tests.pieces import pieces

LETTERS = {name: info.symbol for name, info in TABLE.items()} | {
    "ClientMean": ClientMean,
    "Max": sp.Max,
    "Min": sp.Min,
    "exp": sp.exp,
    "sqrt": sp.sqrt,
    "ceiling": sp.ceiling,
}


def read(text: str) -> sp.Expr:
    means = re.sub("<([^<>]*)>", r"ClientMean(\1)", text)
    return eval(f"({means})", dict(LETTERS))  # the text is our own


@pytest.mark.parametrize("name", all_formulas())
def test_a_formula_can_be_read_back(name: str) -> None:
    expression = all_formulas()[name].expr
    assert sp.expand(read(written(expression)) - expression) == 0 or sp.simplify(read(written(expression)) - expression) == 0


@pytest.mark.parametrize(("algorithm", "quantity", "order"), [("fedavg", "bias", 3), ("scaffold", "second_moment", 2)])
def test_an_expansion_can_be_read_back(algorithm: str, quantity: str, order: int) -> None:
    expression = sf.expand(algorithm, quantity, order).expr
    text = written(expression)
    assert sp.expand(read(text) - expression) == 0
    assert max(map(len, text.splitlines())) < 140


def test_thousands_of_terms_are_written_at_once() -> None:
    expression = sf.expand("fedavg", "bias", 4).expr
    assert pieces(lambda: written(expression)) < 10  # SymPy's own printer takes forty
    assert written(expression).count("\n") > 2500
