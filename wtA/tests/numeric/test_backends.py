"""Every backend computes the same numbers, in its own number system, and says what it cannot do."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput, UnknownName
from symfed.core.symbols import ClientMean, H, a, g, gamma, mu
from symfed.numeric import backends, compile_expression

MEANS = (ClientMean(a * g), ClientMean(a))
EXPRESSION = gamma * (H - 1) * MEANS[0] / (3 * MEANS[1]) + (1 - gamma * mu) ** (2 * H) / 7
ARGUMENTS = (gamma, H, mu, *MEANS)
POINT = (Fraction(1, 10), 3, 1, 2, 3)
VALUE = Fraction(1, 10) * 2 * 2 / 9 + Fraction(9, 10) ** 6 / 7  # the expression at the point, by hand


def test_every_file_that_names_a_backend_is_found() -> None:
    assert set(backends()) >= {"exact", "float64", "mpmath"}


def test_float64_equals_the_hand_computed_value() -> None:
    # six operations on numbers below one: rounding stays below 1e-14
    assert compile_expression(EXPRESSION, ARGUMENTS)(*POINT) == pytest.approx(float(VALUE), abs=1e-14)


def test_exact_equals_the_hand_computed_value() -> None:
    value = compile_expression(EXPRESSION, ARGUMENTS, "exact")(*POINT)
    assert isinstance(value, flint.fmpq)
    assert value == flint.fmpq(VALUE.numerator, VALUE.denominator)


def test_exact_takes_the_larger_and_divides_by_zero_aloud() -> None:
    compiled = compile_expression(sp.Max((1 - gamma) ** H, 1 / (H - 1)), (gamma, H), "exact")
    assert compiled(Fraction(1, 2), 4) == flint.fmpq(1, 3)
    assert compiled(3, 4) == 16
    with pytest.raises(ZeroDivisionError):
        compiled(Fraction(1, 2), 1)


def test_mpmath_gives_the_digits_asked_for() -> None:
    # a third printed as Python's 1/3 would stop at 16 digits
    value = compile_expression(EXPRESSION, ARGUMENTS, "mpmath", digits=50)(*POINT)
    with mpmath.workdps(60):
        truth = mpmath.mpf(VALUE.numerator) / VALUE.denominator
        assert abs(value - truth) < mpmath.mpf(10) ** -50


def test_mpmath_leaves_the_global_precision_alone() -> None:
    before = mpmath.mp.dps
    compile_expression(EXPRESSION, ARGUMENTS, "mpmath", digits=50)(*POINT)
    assert mpmath.mp.dps == before


@pytest.mark.parametrize("backend", ["float64", "mpmath", "exact"])
def test_arrays_broadcast(backend: str) -> None:
    steps = np.array([Fraction(1, 10), Fraction(1, 5), Fraction(1, 2)], dtype=object)
    rounds = np.array([[1], [4]], dtype=object)
    values = compile_expression(EXPRESSION, ARGUMENTS, backend)(steps, rounds, *POINT[2:])
    assert values.shape == (2, 3)
    single = compile_expression(EXPRESSION, ARGUMENTS, backend)(Fraction(1, 2), 4, *POINT[2:])
    # one rounding apart at most: NumPy's vectorised power may differ from its scalar one in the last digit
    assert abs(float(values[1, 2]) - float(single)) <= 1e-15


def test_float64_broadcasts_where_the_expression_is_constant() -> None:
    assert compile_expression(sp.Integer(2), (gamma, H))([0.1, 0.2, 0.3], 1).shape == (3,)


def test_an_integer_may_be_raised_to_a_negative_power() -> None:
    assert compile_expression(1 / mu**2, (mu,))(2) == 0.25


def test_exact_refuses_a_float_and_says_what_to_write() -> None:
    with pytest.raises(InvalidInput, match=r"gamma = 0\.1: must be rational.*Fraction\(1, 10\)"):
        compile_expression(EXPRESSION, ARGUMENTS, "exact")(0.1, *POINT[1:])


def test_exact_refuses_a_fractional_exponent_value() -> None:
    with pytest.raises(InvalidInput, match=r"H .*must be an integer"):
        compile_expression(EXPRESSION, ARGUMENTS, "exact")(Fraction(1, 10), Fraction(1, 2), *POINT[2:])


def test_exact_refuses_a_root() -> None:
    with pytest.raises(InvalidInput, match="not rational"):
        compile_expression(sp.sqrt(mu), (mu,), "exact")


def test_exact_refuses_a_decimal_in_the_expression() -> None:
    with pytest.raises(InvalidInput, match="decimal"):
        compile_expression(mu * sp.Float("0.1"), (mu,), "exact")(2)


def test_an_unknown_backend_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownName, match=r"'exact', 'float64'.*did you mean 'float64'"):
        compile_expression(EXPRESSION, ARGUMENTS, "float46")


def test_a_symbol_without_a_value_is_named() -> None:
    with pytest.raises(InvalidInput, match="also depends on mu"):
        compile_expression(EXPRESSION, (gamma, H, *MEANS))
