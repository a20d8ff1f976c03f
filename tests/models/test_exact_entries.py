"""A single entry of what a person gets to see exactly goes with all the numbers that people have."""

from __future__ import annotations

import copy
import math
import operator
import pickle
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.models.arrays import Exact, as_array, exact_face, rational
from symfed.models.problems import QuadraticProblem

RATIONALS = st.fractions(min_value=-100, max_value=100, max_denominator=1000)
OPERATIONS = (operator.add, operator.sub, operator.mul, operator.truediv)
COMPARISONS = (operator.lt, operator.le, operator.gt, operator.ge, operator.eq, operator.ne)


def entry(value: Fraction) -> Any:
    return exact_face(as_array("x", [str(value)], ("d",)))[0]


@pytest.mark.parametrize("operation", OPERATIONS)
@given(x=RATIONALS, y=RATIONALS.filter(bool))
def test_exact_beside_exact_numbers(operation: Callable[[Any, Any], Any], x: Fraction, y: Fraction) -> None:
    truth = operation(x, y)
    for other in (entry(y), y, flint.fmpq(y.numerator, y.denominator), *([int(y)] if y.denominator == 1 else [])):
        found = operation(entry(x), other)
        assert type(found) is Exact
        assert Fraction(str(found)) == truth
    assert Fraction(str(operation(x, entry(y)))) == truth


@pytest.mark.parametrize("operation", OPERATIONS)
@given(x=RATIONALS.filter(bool), y=st.floats(0.1, 10))
def test_a_float_beside_a_float(operation: Callable[[Any, Any], Any], x: Fraction, y: float) -> None:
    for other in (y, np.float64(y)):
        assert operation(entry(x), other) == operation(float(x), y)
        assert operation(other, entry(x)) == operation(y, float(x))


@pytest.mark.parametrize("compare", COMPARISONS)
@given(x=RATIONALS, y=st.one_of(RATIONALS, st.floats(allow_nan=True)))
def test_comparisons_are_exact(compare: Callable[[Any, Any], bool], x: Fraction, y: Any) -> None:
    assert compare(entry(x), y) is compare(x, y)
    assert compare(y, entry(x)) is compare(y, x)


def test_equal_numbers_have_one_hash() -> None:
    assert len({entry(Fraction(1, 2)), 0.5, Fraction(1, 2), flint.fmpq(1, 2)}) == 1


def test_what_else_people_do_with_a_number() -> None:
    x = entry(Fraction(4, 9))
    assert (x**2, x**0.5, np.sqrt(x), math.sqrt(x)) == (Fraction(16, 81), 2 / 3, Fraction(2, 3), 2 / 3)
    assert np.sqrt(entry(Fraction(1, 2))) == 0.5**0.5
    assert f"{x:.2f} {x}" == "0.44 4/9"
    assert x + Decimal("0.5") == Fraction(17, 18)
    assert x + 1j == 4 / 9 + 1j
    assert sp.Rational(1, 9) + x == x + sp.Rational(1, 9) == sp.Rational(5, 9)
    assert isinstance(x + flint.arb(1), flint.arb)
    for again in (pickle.loads(pickle.dumps(x)), copy.deepcopy(x)):
        assert type(again) is Exact
        assert again == x
    assert type(rational(x)) is flint.fmpq  # engines calculate with flint's own


def test_whatever_is_taken_out_of_a_face() -> None:
    problem = QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]], noise=[[1, 0], [0, 1]])
    x, A = problem.optimum, problem.hessian
    for single in (
        *x,
        x[0],
        x.sum(),
        x @ x,
        x.mean(),
        x.max(),
        x.item(1),
        A[0, 1],
        A[0][1],
        A.trace(),
        sum(x),
        problem.gradients[0, 0],
        -x[0],
        abs(x[0]),
        A.tolist()[0][0],
    ):
        assert type(single) is Exact
        assert isinstance(operator.sub(single, 0.1), float)
    assert all(type(value) is flint.fmpq for value in np.asarray(x))
    for mixed in (np.outer(x, x) - 0.5, np.stack([x, np.ones(2)]), np.concatenate([x, [0.5]]), A.std(axis=0)):
        assert mixed.dtype == float
    assert np.concatenate([x, x]).dtype == np.outer(x, x).dtype == object
    assert [problem.noise_covariance[0, 0, 0] * 0.5, (problem.hessians * 0.5).dtype] == [0.5, float]


def test_an_entry_is_a_rational_to_python() -> None:
    entry = QuadraticProblem([[[2]], [[3]]], [[0], [1]]).optimum[0]
    assert Fraction(entry) == entry
    assert (type(entry.numerator), type(entry.denominator)) == (int, int)
