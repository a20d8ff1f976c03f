"""Scalar problems: optimum, jets, certified curvature, and an interval that the iterates cannot leave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from symfed.models.problems import ScalarProblem
from symfed.models.rings import BIG_FLOATS

x = sp.Symbol("x")
SAMPLES = [[x**2 / 2 + sp.log(1 + sp.exp(x)), x**2 - x, sp.cosh(x - 1)], [x**2 / 3 + sp.exp(x) / 5, (x + 2) ** 2]]
WEIGHTS = [[Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], [Fraction(1, 4), Fraction(3, 4)]]
PROBLEM = ScalarProblem(SAMPLES, WEIGHTS)
DIGITS = 30

#: mpmath.diff works at several times the precision asked for and loses a part of it, order by order.
DIFFERENCE_SLACK = mpmath.mpf(10) ** (8 - DIGITS)


def loss(client: int, sample: int) -> Any:
    """The loss through SymPy's own printer, so not through the evaluator under test."""
    return sp.lambdify(x, SAMPLES[client][sample], "mpmath")


def expectation(client: int, values: list[Any]) -> Any:
    weights = [mpmath.mpf(w.numerator) / w.denominator for w in WEIGHTS[client]]
    return mpmath.fsum(w * v for w, v in zip(weights, values, strict=True))


def errors(client: int, point: Any) -> list[Any]:
    slopes = [mpmath.diff(loss(client, z), point) for z in range(len(SAMPLES[client]))]
    return [slope - expectation(client, slopes) for slope in slopes]


def test_the_optimum_is_where_the_mean_gradient_vanishes() -> None:
    with mpmath.workdps(DIGITS):
        (point,) = PROBLEM.optimum_to(DIGITS)
        total = [expectation(c, [mpmath.diff(loss(c, z), point) for z in range(len(SAMPLES[c]))]) for c in range(2)]
        assert abs(sum(total)) < DIFFERENCE_SLACK
        assert float(point) == PROBLEM.optimum[0]
    low, high = PROBLEM.interval
    assert low < PROBLEM.optimum[0] < high


@pytest.mark.parametrize("client", [0, 1])
@pytest.mark.parametrize(
    ("name", "order"), [("gradients", 1), ("hessians", 2), ("third_derivatives", 3), ("fourth_derivatives", 4), ("fifth_derivatives", 5)]
)
def test_derivatives_of_the_loss(client: int, name: str, order: int) -> None:
    precise = PROBLEM.jets_to(DIGITS)
    with mpmath.workdps(DIGITS + 15):
        (point,) = PROBLEM.optimum_to(DIGITS)
        expected = expectation(client, [mpmath.diff(loss(client, z), point, order) for z in range(len(SAMPLES[client]))])
        assert abs(getattr(precise, name)[client].item() - expected) < DIFFERENCE_SLACK
        # one rounding to float64
        assert getattr(PROBLEM.jets, name)[client].item() == pytest.approx(float(expected), rel=2.0**-51, abs=1e-16)


@pytest.mark.parametrize("client", [0, 1])
def test_moments_of_the_noise_and_their_derivatives(client: int) -> None:
    precise = PROBLEM.jets_to(DIGITS)
    with mpmath.workdps(DIGITS + 15):
        (point,) = PROBLEM.optimum_to(DIGITS)

        def variance(at: Any) -> Any:
            return expectation(client, [e * e for e in errors(client, at)])

        expected = {
            "noise_covariance": variance(point),
            "noise_derivative": mpmath.diff(variance, point),
            "noise_second_derivative": mpmath.diff(variance, point, 2),
            "noise_cumulant": expectation(client, [e**3 for e in errors(client, point)]),
        }
        for name, value in expected.items():
            assert abs(getattr(precise, name)[client].item() - value) < DIFFERENCE_SLACK, name


def test_jets_have_the_axes_of_dimension_one() -> None:
    ranks = {"gradients": 1, "hessians": 2, "third_derivatives": 3, "fourth_derivatives": 4, "fifth_derivatives": 5}
    for name, rank in ranks.items():
        assert getattr(PROBLEM.jets, name).shape == (2,) + (1,) * rank
    assert (PROBLEM.num_clients, PROBLEM.dim) == (2, 1)


@given(st.floats(0, 1))
def test_curvature_bounds_hold_on_the_interval(where: float) -> None:
    low, high = PROBLEM.interval
    point = mpmath.mpf(low) + mpmath.mpf(where) * (mpmath.mpf(high) - mpmath.mpf(low))
    with mpmath.workdps(DIGITS):
        for c, client in enumerate(SAMPLES):
            curvatures = [mpmath.diff(loss(c, z), point, 2) for z in range(len(client))]
            assert max(curvatures) <= PROBLEM.L
            assert expectation(c, curvatures) >= PROBLEM.mu


def test_curvature_bounds_are_tight() -> None:
    # minimisers at -1 and 1; F'' = 1 + 3 x^2 peaks at the ends, and cosh + 1/2 is lowest at zero
    problem = ScalarProblem([[(x - 1) ** 2 / 2, (x + 1) ** 2 / 2], [x**2 / 2 + x**4 / 4], [sp.cosh(x) + x**2 / 4]])
    assert problem.interval == pytest.approx((-1, 1), abs=1e-8)  # widened by a relative 1e-9 on purpose
    assert problem.L == pytest.approx(4, abs=1e-7)  # slope 6 of F'' times that widening
    assert problem.mu == pytest.approx(1, rel=2e-9)  # the bound's own target is a relative 1e-9


@given(where=st.floats(0, 1), fraction=st.floats(0, 1, exclude_min=True), client=st.integers(0, 1), data=st.data())
def test_no_step_leaves_the_interval(where: float, fraction: float, client: int, data: st.DataObject) -> None:
    sample = data.draw(st.integers(0, len(SAMPLES[client]) - 1))
    with mpmath.workdps(DIGITS):
        low, high = (mpmath.mpf(edge) for edge in PROBLEM.interval)
        start = low + mpmath.mpf(where) * (high - low)
        (slope,) = PROBLEM.sample_gradient(client, sample, [start], BIG_FLOATS)
        assert low <= start - fraction / mpmath.mpf(PROBLEM.L) * slope <= high


@pytest.mark.parametrize("optima", [("-1/2", "-3/4"), ("1/2", "3/4"), ("3", "5"), ("0", "-5")])
def test_the_interval_is_that_between_the_minimisers(optima: tuple[str, str]) -> None:
    places = [sp.Rational(text) for text in optima]
    problem = ScalarProblem([[(x - place) ** 2] for place in places])
    assert problem.interval == pytest.approx((float(min(places)), float(max(places))), abs=1e-8)


def test_the_interval_is_not_much_wider_than_it_must_be() -> None:
    # the outermost minimisers are -2, of (x + 2)^2, and 1, of cosh(x - 1)
    low, high = PROBLEM.interval
    assert (low, high) == pytest.approx((-2, 1), abs=1e-8)
    assert low < -2
    assert high > 1


def test_a_longer_step_does_leave_it() -> None:
    problem = ScalarProblem([[(x - 1) ** 2, (x + 1) ** 2]])  # interval (-1, 1), L = 2
    (slope,) = problem.sample_gradient(0, 1, [mpmath.mpf(1)], BIG_FLOATS)
    assert 1 - slope * mpmath.mpf(3) / 2 / mpmath.mpf(problem.L) < problem.interval[0]


def test_weights_default_to_uniform_and_may_be_floats() -> None:
    assert [str(w) for w in ScalarProblem([[x**2, x**2 + x]]).weights[0]] == ["1/2", "1/2"]
    floats = ScalarProblem([[x**2, x**2 + x]], [[0.1, 0.9]])
    assert floats.optimum[0] == pytest.approx(-0.45, abs=1e-15)  # 2 x + 0.9 = 0, one rounding


def test_many_points_at_once() -> None:
    points = np.linspace(-2, 1, 8).reshape(4, 2, 1)
    drawn = np.array([[0, 1], [1, 0], [2, 1], [0, 0]])
    singles, means = PROBLEM.sample_gradients(points, drawn), PROBLEM.mean_gradients(points)
    for r in range(4):
        for c in range(2):
            slopes = [PROBLEM.sample_gradient(c, z, [mpmath.mpf(points[r, c, 0])], BIG_FLOATS)[0] for z in range(len(SAMPLES[c]))]
            # elementary functions of numbers below 10, each good to an ulp or two
            assert singles[r, c, 0] == pytest.approx(float(slopes[drawn[r, c]]), abs=1e-14)
            assert means[r, c, 0] == pytest.approx(float(expectation(c, slopes)), abs=1e-14)


def test_an_optimum_at_zero_is_zero() -> None:
    assert ScalarProblem([[sp.cosh(x)], [x**2 + x], [x**2 - x]]).optimum[0] == 0.0
