"""Variants are made from the text of what stands there, change one thing each, and run on the numbers of the original."""

from __future__ import annotations

from typing import Any

import flint
import pytest
import sympy as sp

from symfed.checks.variants import definition, scaled, variants
from symfed.core.symbols import ClientMean, H, L, a, gamma, mu, zeta1


def named(statement: Any) -> dict[str, Any]:
    return {variant.name: variant.statement for variant in variants(statement)}


def test_an_expression_varies_constants_exponents_letters_and_terms() -> None:
    made = named(3 * gamma**2 * mu + L)
    assert made["3 x 0.9"] == sp.Rational(27, 10) * gamma**2 * mu + L
    assert made["exponent 2 - 1"] == 3 * gamma * mu + L
    assert made["mu and L exchanged"] == 3 * gamma**2 * L + mu
    assert made["without L"] == 3 * gamma**2 * mu
    assert made["one gamma less"] == (3 * gamma**2 * mu + L) / gamma


def test_powers_with_a_symbolic_exponent_and_half_powers() -> None:
    made = named((1 - gamma * mu) ** H)
    assert made["exponent H + 1"] == (1 - gamma * mu) ** (H + 1)
    assert named(gamma ** sp.Rational(3, 2))["exponent 3/2 - 1/2"] == gamma


def test_means_of_squares_become_squared_means() -> None:
    assert named(ClientMean(a**2) * zeta1)["squared mean of a"] == ClientMean(a) ** 2 * zeta1


def test_pairs_and_relations_vary_on_either_side() -> None:
    assert named((gamma * mu, gamma * L))["right, whole x 0.9"] == (gamma * mu, gamma * L * sp.Rational(9, 10))
    relation = named(sp.Le(gamma * mu, L, evaluate=False))["left, whole x 1.1"]
    assert relation == sp.Le(gamma * mu * sp.Rational(11, 10), L, evaluate=False)


def test_nothing_to_vary() -> None:
    assert variants("a sentence") == variants(None) == variants({"a": 1}) == []
    assert named(sp.S.Zero) == {}


def bound(i: Any, constant: int = 2) -> Any:
    """A bound of three factors and an offset."""
    total = i.mean(i.gradients**2)
    return total * i.mu**2, constant * (i.gamma * (i.H - 1)) ** 2 * i.L + 5


class Numbers:
    gradients, mu, gamma, H, L = flint.fmpq(3), flint.fmpq(1), flint.fmpq(1, 2), 3, flint.fmpq(4)

    def mean(self, x: Any) -> Any:
        return x / 2


def test_a_function_varies_in_its_text_defaults_included() -> None:
    made = named(bound)
    left, right = bound(Numbers())
    assert (left, right) == (flint.fmpq(9, 2), 13)
    assert made["2 x 0.9"](Numbers()) == (left, flint.fmpq(9 * 8, 10) + 5)
    assert made["5 x 1.1"](Numbers())[1] == flint.fmpq(55, 10) + 8
    assert made["squared mean of i.gradients"](Numbers())[0] == flint.fmpq(9, 4)
    assert made["mu and L exchanged"](Numbers()) == (flint.fmpq(9, 2) * 16, 2 + 5)
    assert made["without 5"](Numbers())[1] == 8
    assert made["right x 0.9"](Numbers())[1] == flint.fmpq(117, 10)
    assert made["without 1"](Numbers())[1] == 2 * flint.fmpq(9, 4) * 4 + 5
    assert bound(Numbers()) == (left, right)  # the original is what it was


def outer(share: int) -> Any:
    return lambda i: (i.mu * 7, share * i.L)


def test_lambdas_and_closures_are_found_and_keep_what_they_close_over() -> None:
    inner = outer(3)
    assert definition(inner) is not None
    assert named(inner)["7 x 0.9"](Numbers()) == (flint.fmpq(63, 10), 12)


def test_what_has_no_text_has_no_variants() -> None:
    made_up: Any = eval("lambda i: 2 * i.mu")  # a test's own text
    assert variants(made_up) == []


@pytest.mark.parametrize("value", [2, flint.fmpq(2), sp.Integer(2)])
def test_a_scaled_constant_stays_exact(value: Any) -> None:
    assert str(scaled(value, 9)) == "9/5"
    assert scaled(True, 9) is True


def in_other_words(i: Any) -> Any:
    return bound(i)


def test_a_statement_that_another_function_writes_out_varies_in_its_right_side() -> None:
    left, right = bound(Numbers())
    assert named(in_other_words)["whole x 1.1"](Numbers()) == (left, right * flint.fmpq(11, 10))
