"""Expressions on any number system: rationals enter exactly, functions keep to their range."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.models.rings import BALLS, BIG_FLOATS, FLOATS, Ring, evaluate

x = sp.Symbol("x")
RINGS = [FLOATS, BALLS, BIG_FLOATS]


@pytest.mark.parametrize("ring", RINGS, ids=lambda ring: ring.name)
def test_sigmoid_keeps_to_its_range(ring: Ring) -> None:
    # a polynomial exp without a range check gives sigmoid(-800) = 1, and unscaled data gets there
    sigmoid = ring.functions["sigmoid"]
    low, high = (float(ring.constant(flint.fmpq(0)) + sigmoid(ring.constant(flint.fmpq(s)))) for s in (-800, 800))
    assert 0 <= low < 1e-300
    assert 1 - 1e-300 <= high <= 1
    assert float(sigmoid(ring.constant(flint.fmpq(0)))) == 0.5


def test_sigmoid_of_extreme_arrays_warns_of_nothing() -> None:
    with np.errstate(all="raise", under="ignore"):
        values = FLOATS.functions["sigmoid"](np.array([-1e308, -800.0, 0.0, 800.0, 1e308]))
    assert values.tolist() == [0.0, 0.0, 0.5, 1.0, 1.0]


def test_a_third_enters_a_ball_type_whole() -> None:
    # printed as Python's 1/3 it would be a float, and the ball would exclude the truth
    ball = evaluate(x / 3, {x: flint.arb(1)}, BALLS)
    middle, radius = (Fraction(int(m)) * Fraction(2) ** int(e) for m, e in (ball.mid().man_exp(), ball.rad().man_exp()))
    assert 0 < abs(middle - Fraction(1, 3)) <= radius


def test_a_third_enters_mpmath_at_its_precision() -> None:
    with mpmath.workdps(60):
        assert abs(3 * evaluate(sp.Rational(1, 3) * x, {x: mpmath.mpf(1)}, BIG_FLOATS) - 1) < mpmath.mpf(10) ** -58


@pytest.mark.parametrize("ring", RINGS, ids=lambda ring: ring.name)
@pytest.mark.parametrize(
    "expression",
    [
        x**2 / 3 - 2 / x + x**-3,
        sp.sqrt(1 + x**2) + (1 + x**2) ** sp.Rational(-3, 2),
        sp.exp(-x) + sp.log(1 + sp.exp(x)),
        sp.sin(x) * sp.cos(x) + sp.atan(x),
        sp.tanh(x) + sp.sinh(x) / sp.cosh(x),
        sp.Integer(7),
    ],
    ids=str,
)
def test_all_rings_agree_with_sympy(expression: sp.Expr, ring: Ring) -> None:
    point = sp.Rational(5, 4)  # a binary fraction: the same point in every ring
    expected = float(expression.subs(x, point).evalf(30))
    got = float(evaluate(expression, {x: ring.constant(flint.fmpq(5, 4))}, ring))
    # fewer than 20 roundings of 2^-53 each, on numbers below 10
    assert abs(got - expected) < 20 * 10 * 2.0**-53


@pytest.mark.parametrize(
    ("expression", "rule"),
    [
        (sp.Float("0.1") * x, "holds a decimal number; write Rational"),
        (sp.gamma(x), "function gamma is not known to balls"),
        (x ** sp.Rational(1, 3), "only integer and half-integer powers"),
        (x * sp.Symbol("y"), "has no value; the values given are for ['x']"),
    ],
)
def test_what_a_ring_cannot_do_is_refused(expression: sp.Expr, rule: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        evaluate(expression, {x: flint.arb(1)}, BALLS)
    assert rule in str(caught.value)
