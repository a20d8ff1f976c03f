"""Wrong variants of expressions: every rule does what its kind says, nothing is written twice."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.core.symbols import C, ClientMean, H, N, a, b, g, gamma
from symfed.mutants.rewriting import KINDS, everywhere, wrong_expressions

BIAS = gamma * ((H - 1) * ClientMean(a * g) / (2 * ClientMean(a)) - ClientMean(C) * ClientMean(b) / (4 * N * ClientMean(a) ** 2))


def of_kind(kind: str, expression: sp.Expr) -> set[sp.Expr]:
    return {variant.statement for variant in wrong_expressions(expression) if variant.kind == kind}


@pytest.mark.parametrize(
    ("kind", "expression", "expected"),
    [
        ("H for H-1", gamma * (H - 1), gamma * H),
        ("H off by one", gamma * H, gamma * (H - 1)),
        ("1/N dropped", gamma / N, gamma),
        ("1/N dropped", gamma / N**2, gamma / N),
        ("1/N added", gamma * (H + gamma), gamma * (H / N + gamma)),
        ("sign", gamma + H, gamma - H),
        ("factor 2", gamma + H, 2 * gamma + H),
        ("factor 1.01", gamma * H, sp.Rational(101, 100) * gamma * H),
        ("one gamma more", gamma + H, gamma**2 + H),
        ("one gamma less", gamma + H, 1 + H),
        ("product of means", ClientMean(a * b), ClientMean(a) * ClientMean(b)),
        ("product of means", ClientMean(a**2), ClientMean(a) ** 2),
        ("mean of products", H * ClientMean(a) * ClientMean(b), H * ClientMean(a * b)),
        ("mean of products", ClientMean(a) ** -2, 1 / ClientMean(a**2)),
        ("gradients and Hessians swapped", ClientMean(a**2 * g), ClientMean(a * g**2)),
        ("power of a mean", gamma / ClientMean(a), gamma / ClientMean(a) ** 2),
        ("term dropped", gamma + H, gamma),
    ],
)
def test_each_kind_makes_what_it_says(kind: str, expression: sp.Expr, expected: sp.Expr) -> None:
    assert expected in of_kind(kind, expression)


def test_every_kind_finds_something_to_get_wrong() -> None:
    tried = BIAS + gamma**2 * ClientMean(a**2 * g) * ClientMean(C)
    assert {variant.kind for variant in wrong_expressions(tried)} == set(KINDS)


def test_no_variant_is_the_expression_or_occurs_twice() -> None:
    statements = [variant.statement for variant in wrong_expressions(BIAS)]
    assert BIAS not in statements
    assert len(set(statements)) == len(statements)


def test_one_place_is_changed_at_a_time() -> None:
    twice = list(everywhere(H * (H - 1), lambda node: [H + 1] if node == H else []))
    assert set(twice) == {(H + 1) * (H - 1), H**2}


def test_what_divides_by_zero_is_no_formula() -> None:
    assert not [v for v in wrong_expressions(1 / (1 - ClientMean(a))) if v.statement.has(sp.zoo, sp.nan)]
