"""Balls are sound by construction: rationals exact, floats refused, and no answer where none is finite."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, mu
from symfed.numeric import compile_expression
from symfed.numeric.balls import holds, power

THIRD = flint.fmpq(1, 3)


@pytest.mark.parametrize("digits", [None, 40])
def test_a_third_is_a_third(digits: int | None) -> None:
    # printed as Python's 1/3 it would be a ball about a double, which does not hold the third at 40 digits, or any that is narrow
    ball = compile_expression(mu / 3 + sp.Rational(1, 3), (mu,), "ball", digits=digits)(0)
    assert holds(ball, THIRD)
    assert ball.rad().fmpq() <= flint.fmpq(1, 10 ** (digits or 15))


@pytest.mark.parametrize("value", [0.1, np.float64(0.1), "a tenth", None])
def test_a_float_is_refused_with_what_to_write(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"gamma = .*must be rational or a ball.*Fraction\(1, 10\)"):
        compile_expression(gamma + 1, (gamma,), "ball")(value)


def test_a_decimal_in_a_string_is_that_decimal() -> None:
    assert holds(compile_expression(gamma + 1, (gamma,), "ball")("0.1"), flint.fmpq(11, 10))


def test_a_decimal_in_the_expression_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"0\.1.*decimal"):
        compile_expression(mu * sp.Float("0.1"), (mu,), "ball")


def test_a_ball_is_answered_with_all_its_values() -> None:
    function = compile_expression((1 - gamma * mu) ** H + sp.sqrt(mu) / L, (gamma, H, mu, L), "ball")
    wide = function(flint.arb(0.25, 0.25), 3, 1, 2)
    for step in (flint.fmpq(0), flint.fmpq(1, 4), flint.fmpq(1, 2)):
        assert holds(wide, (1 - step) ** 3 + flint.fmpq(1, 2))


@pytest.mark.parametrize("exponent", [0, 1, 2, 3, 7, 10])
@pytest.mark.parametrize(("middle", "radius"), [(0, 1), (2, 1), (-1, 2)])
def test_whole_powers_hold_the_powers(exponent: int, middle: int, radius: int) -> None:
    # flint's own power is not a number where the midpoint is zero
    ball = power(flint.arb(middle, radius), exponent)
    assert ball.is_finite()
    assert all(holds(ball, (flint.fmpq(middle) + flint.fmpq(radius * k, 3)) ** exponent) for k in range(-3, 4))


def test_powers_of_other_kinds() -> None:
    assert holds(power(flint.arb(2), -3), flint.fmpq(1, 8))
    assert holds(power(flint.arb(4), flint.arb(0.5)), flint.fmpq(2))
    assert holds(compile_expression(mu ** sp.Rational(-3, 2), (mu,), "ball")(4), flint.fmpq(1, 8))


@pytest.mark.parametrize("expression", [1 / (mu - L), sp.log(mu - L), sp.sqrt(mu - L - 1), (mu - L) ** -3])
def test_what_has_no_finite_ball_is_refused(expression: sp.Expr) -> None:
    function = compile_expression(expression, (mu, L), "ball")
    with pytest.raises(InvalidInput, match="no finite ball"):
        function(2, 2)
    with pytest.raises(InvalidInput, match="no finite ball"):
        function(flint.arb("nan"), 2)


def test_cancellation_costs_precision_and_no_digits() -> None:
    tiny = Fraction(1, 10**40)
    ball = compile_expression((mu + L) ** 2 - mu**2 - 2 * mu * L, (mu, L), "ball", digits=20)(1, tiny)
    assert holds(ball, flint.fmpq(1, 10**80))
    assert ball.rel_accuracy_bits() >= 66  # 20 digits


@pytest.mark.parametrize("digits", [0, -3, 2.5])
def test_digits_are_positive_integers(digits: Any) -> None:
    with pytest.raises(InvalidInput, match=r"digits = .*positive integer"):
        compile_expression(mu, (mu,), "ball", digits=digits)(1)


def test_precision_is_left_as_it_was() -> None:
    before = flint.ctx.prec
    compile_expression(mu / 3, (mu,), "ball", digits=60)(1)
    assert flint.ctx.prec == before


def test_arrays_and_functions() -> None:
    values = compile_expression(sp.Max(mu, L, 1) + sp.Min(mu, L), (mu, L), "ball")([1, 2], [[3], [0]])
    assert values.shape == (2, 2)
    assert [int(v.unique_fmpz()) for v in values.flat] == [4, 5, 1, 2]
    truth = compile_expression(sp.exp(mu) + sp.log(1 + mu) * sp.sin(mu) - sp.pi / 7 + sp.E, (mu,), "mpmath", digits=40)(2)
    ball = compile_expression(sp.exp(mu) + sp.log(1 + mu) * sp.sin(mu) - sp.pi / 7 + sp.E, (mu,), "ball", digits=30)(2)
    with flint.ctx.workprec(200):
        # mpmath's 40 digits lie inside a ball of 30 as soon as the true value does, but for the 1e-40 that mpmath may miss
        assert abs(ball - flint.arb(mpmath.nstr(truth, 45))) < flint.arb("1e-29")


def test_a_ball_that_is_not_a_number_holds_nothing() -> None:
    assert not holds(flint.arb("nan"), THIRD)
    assert flint.arb("nan").contains(THIRD), "flint's own answer, which is why `holds` asks first"
    assert not flint.arb("0.1").contains(flint.fmpq(1, 10))
    assert holds(flint.arb("0.1"), flint.fmpq(1, 10))


def test_a_hundred_arguments_are_none_too_many() -> None:
    arguments = [sp.Dummy(f"argument{k:03d}") for k in range(100)]
    assert holds(compile_expression(sp.Add(*arguments), arguments, "ball")(*range(100)), flint.fmpq(4950))
