"""A certificate of what real arithmetic sees to follow is exact, and rests on no more facts than it needs; what is false has none."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp

from symfed.coq.arithmetic import inference
from symfed.coq.arithmetic.certificates import Given, Letters, Polynomial, SumOfProducts, search, times
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, mu
from symfed.theorems.vocabulary import Norm, Quantity, Vector

SHORT = {"step": gamma * L <= 1, "order": sp.Le(mu, L, evaluate=False)}
x, y = Vector("kernel_x"), Vector("kernel_y")


def test_a_theorem_speaks_of_letters_and_needs_what_it_needs() -> None:
    facts = SHORT | {"near": sp.Le(Norm(x), Norm(y) / 2, evaluate=False), "idle": sp.Le(Norm(y), 7, evaluate=False)}
    found = inference("twice", sp.Le(2 * Norm(x), Norm(y), evaluate=False), facts)
    assert found.facts == ("near",)
    assert [str(letter) for letter in found.letters] == ["[Norm(kernel_x)]", "[Norm(kernel_y)]"]
    assert found.theorem.statement() == "forall (a1 : R) (a2 : R), 0 <= a1 -> 0 <= a2 -> a1 <= a2 / 2 -> 2 * a1 <= a2"


def test_facts_stand_in_the_order_in_which_they_are_given() -> None:
    found = inference("small", sp.Le((1 - gamma * mu) ** H, 1, evaluate=False), dict(reversed(SHORT.items())))
    assert found.facts == ("order", "step")
    assert found.theorem.conditions == ("(1 <= H)%nat", "0 < L", "0 < gamma", "0 < mu", "mu <= L", "L * gamma <= 1")


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


@pytest.mark.parametrize(
    "goal",
    [
        gamma * mu <= sp.Rational(1, 2),
        (1 - gamma * mu) ** H < sp.Rational(1, 2),
        sp.Ge(1 - 2 * gamma * mu, 0, evaluate=False),
        sp.Eq(gamma * mu, 1),
    ],
)
def test_what_does_not_follow_is_refused(goal: sp.core.relational.Relational) -> None:
    with pytest.raises(InvalidInput, match="no certificate is found"):
        inference("false", goal, SHORT)


def test_a_condition_that_is_dropped_is_missed() -> None:
    with pytest.raises(InvalidInput, match="no certificate is found"):
        inference("loose", sp.Le((1 - gamma * mu) ** H, 1, evaluate=False), {"order": SHORT["order"]})


def test_what_has_no_text_in_coq_is_said() -> None:
    with pytest.raises(InvalidInput, match="is no sum of products of counts"):
        inference("real", sp.Le((1 - gamma * mu) ** (1 / gamma), 1, evaluate=False), SHORT)


def test_multipliers_are_the_products_of_the_certificate() -> None:
    near, far = Quantity("kernel_near"), Quantity("kernel_far")
    facts = SHORT | {"shrunk": sp.Le(near, (1 - gamma * mu) * far, evaluate=False)}
    found = inference("told", sp.Le(L * near, L * far, evaluate=False), facts, {"shrunk": L})
    assert "Rmult_le_pos" in str(found.theorem)
