"""What Coq reads is what SymPy meant: terms are read back and compared, and what cannot be written is refused."""

from __future__ import annotations

import re

import pytest
import sympy as sp
from hypothesis import given, reject
from hypothesis import strategies as st

from symfed.coq.printer import name, relation, symbols_of, term
from symfed.coq.reals.means import by_client
from symfed.core.errors import InvalidInput
from symfed.core.grammar import parse
from symfed.core.symbols import ClientMean, H, N, a, g, gamma, kappa, mu, t

LETTERS = {name(letter.name): letter for letter in (H, N, gamma, kappa, mu, t)}
numbers = st.integers(-4, 4).map(sp.Integer) | st.builds(sp.Rational, st.integers(-5, 5), st.integers(1, 4))
leaves = numbers | st.sampled_from(list(LETTERS.values()))
exponents = st.sampled_from([2, 3, -1, -2, H, H + 1, 2 * H + 1, H - 1, H * t, -H])


def powers(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    return base**exponent if base != 0 and not base.is_number else base


def larger(parts: st.SearchStrategy) -> st.SearchStrategy:
    return (
        st.builds(lambda x, y: x + y, parts, parts)
        | st.builds(lambda x, y: x - y, parts, parts)
        | st.builds(lambda x, y: x * y, parts, parts)
        | st.builds(powers, parts, exponents)
    )


def read_back(text: str) -> sp.Expr:
    """A term as Python reads it: of these operators each binds as tightly there as in Coq, but that a sign binds less than a power."""
    return parse(re.sub(r"INR (\w+)", r"\1", text).replace("^", "**"), LETTERS, "term")


@given(st.recursive(leaves, larger, max_leaves=8))
def test_a_term_read_back_is_the_expression(expression: sp.Expr) -> None:
    at = {letter: value for letter, value in zip(LETTERS.values(), (2, 3, sp.Rational(2, 7), 5, sp.Rational(11, 3), 4), strict=True)}
    before = expression.subs(at)
    try:
        text = term(expression)
    except InvalidInput:
        # SymPy made one power of two, with an exponent such as H - 3
        reject()
    assert not before.is_finite or read_back(text).subs(at) == before


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (1 - gamma * mu, "1 - gamma * mu"),
        ((1 - gamma * mu) ** H, "(1 - gamma * mu) ^ H"),
        ((1 - gamma * mu) ** (2 * H + 1), "(1 - gamma * mu) ^ (H * 2 + 1)"),
        (-(gamma**2), "- gamma ^ 2"),
        (sp.Rational(-3, 8) * gamma, "- 3 * gamma / 8"),
        (gamma / (mu * N), "gamma / (mu * INR N)"),
        ((sp.Rational(3, 8)) ** H, "(3 / 8) ^ H"),
        (sp.exp(-1) / 2, "exp (- 1) / 2"),
        (sp.E * sp.log(gamma), "exp 1 * ln gamma"),
        (sp.exp(-gamma * H), "exp (- gamma * INR H)"),
        (gamma / sp.sqrt(mu), "gamma / sqrt mu"),
        (mu ** sp.Rational(3, 2) * sp.sqrt(1 + mu), "(sqrt mu) ^ 3 * sqrt (mu + 1)"),
        (sp.Max(0, mu - gamma) + sp.pi, "Rmax 0 (mu - gamma) + PI"),
        (sp.Min(1, gamma, mu) ** 2, "(Rmin 1 (Rmin gamma mu)) ^ 2"),
    ],
)
def test_terms_are_readable(expression: sp.Expr, text: str) -> None:
    assert term(expression) == text


@pytest.mark.parametrize(
    "expression", [sp.gamma(gamma), sp.cbrt(gamma), gamma**mu, gamma ** (H / 2), gamma ** (H - 2), gamma ** (t - 1), sp.I]
)
def test_what_has_no_word_is_refused(expression: sp.Expr) -> None:
    with pytest.raises(InvalidInput):
        term(expression)


def test_a_relation_stands_as_it_is_written() -> None:
    assert relation(sp.Ge(1, gamma * mu, evaluate=False)) == "1 >= gamma * mu"
    with pytest.raises(InvalidInput, match="no relation"):
        relation(sp.And(gamma * mu < 1, mu < 2))


def of_clients(expression: sp.Expr) -> str:
    return term(by_client(expression, sp.S.Zero)[0])


def test_what_a_client_owns_is_a_function_of_its_number() -> None:
    assert of_clients(gamma * ClientMean(a**2 * g) / 2) == "gamma * mean N (fun c => (a c) ^ 2 * g c) / 2"
    assert of_clients(ClientMean(a) + a) == "a c0 + mean N a"
    assert of_clients(a + gamma) == "a + gamma"


def test_a_number_is_not_taken_for_a_client() -> None:
    assert of_clients(ClientMean((1 - sp.Dummy("c", real=True) * a) ** H)) == "mean N (fun c => (1 - c_ * a c) ^ H)"


def test_two_symbols_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidInput, match="this name"):
        symbols_of(sp.Dummy("x") + sp.Dummy("x"))
