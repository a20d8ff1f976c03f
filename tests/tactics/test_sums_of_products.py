"""A sum of products that shows a sign is exact, and what is false has none."""

from __future__ import annotations

from fractions import Fraction

from symfed.tactics.sums_of_products import Given, Letters, Polynomial, SumOfProducts, search, times


def test_a_certificate_is_an_identity() -> None:
    # a b - 1 from a >= 2 and b >= 1, with letters a, b: 2 (b - 1) + b (a - 2) + 1
    one = Fraction(1)
    goal: Polynomial = {(1, 1): one, (0, 0): -one}
    facts = [Given({(1, 0): one, (0, 0): Fraction(-2)}), Given({(0, 1): one, (0, 0): -one})]
    found = search(goal, facts, Letters((1, 1)), strict=True)
    assert isinstance(found, SumOfProducts)
    left: dict[tuple[int, ...], Fraction] = {}
    unit: Polynomial = {(0, 0): one}
    for sign, parts, start in ((1, found.terms, unit), (-1, found.factors, goal)):
        for part in parts:
            product = times({part.monomial: sign * part.coefficient}, start)
            for k in part.facts:
                product = times(product, facts[k].value)
            for monomial, value in product.items():
                left[monomial] = left.get(monomial, Fraction(0)) + value
    assert not any(left.values())
    assert found.terms[0].coefficient > 0


def test_what_is_no_more_than_possible_has_no_certificate() -> None:
    assert search({(1,): Fraction(1), (0,): Fraction(-1)}, [], Letters((1,))) is None
    assert search({(1,): Fraction(1)}, [], Letters((0,)), strict=True) is None
