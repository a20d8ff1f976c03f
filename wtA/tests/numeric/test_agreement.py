"""All backends on the same points, each held to a bound that its rounding cannot pass."""

from __future__ import annotations

import ctypes
import random
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from symfed.formulas import fedavg_bias, fedavg_contraction
from symfed.numeric import compile_expression, get_backend
from symfed.numeric.balls import holds
from symfed.numeric.c_loops import library
from symfed.numeric.source_code import source_code
from tests.numeric.helpers import FLOATING, Case, available, cases, rounding_bounds

CASES = cases()
EVERY = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
POINTS = 100


def exact_values(case: Case, points: list[tuple[Any, ...]]) -> list[flint.fmpq]:
    function = compile_expression(case.expression, case.arguments, "exact")
    return [function(*point) for point in points]


def misses(found: Any, truth: list[flint.fmpq]) -> np.ndarray:
    """Distances of doubles from rationals, taken exactly."""
    return np.array([float(abs(flint.fmpq(*float(f).as_integer_ratio()) - t)) for f, t in zip(found, truth, strict=True)])


@EVERY
@pytest.mark.parametrize("backend", FLOATING)
def test_doubles_are_as_near_the_truth_as_their_rounding_allows(case: Case, backend: str) -> None:
    if not available(backend):
        return  # `available` has checked that its absence is said
    points = case.points(POINTS, seed=1)
    columns = [np.array([float(v) for v in column]) for column in zip(*points, strict=True)]
    found = compile_expression(case.expression, case.arguments, backend)(*columns)
    assert (misses(found, exact_values(case, points)) <= rounding_bounds(case, points)).all()


@EVERY
def test_the_bound_is_no_wide_net(case: Case) -> None:
    points = case.points(POINTS, seed=1)
    scale = np.array([abs(float(v)) for v in exact_values(case, points)])
    # a single-precision evaluation would miss by 2^-24: the median bound sees one a thousand times as good
    assert np.median(rounding_bounds(case, points) / scale) < 2.0**-34


@EVERY
def test_mpmath_is_nearer_by_the_digits_asked_for(case: Case) -> None:
    points = case.points(20, seed=2)
    function = compile_expression(case.expression, case.arguments, "mpmath", digits=30)
    with mpmath.workdps(60):
        for point, truth, bound in zip(points, exact_values(case, points), rounding_bounds(case, points), strict=True):
            # 30 digits and 15 to spare against the 16 of a double; the last rounding is 1e-30 of the value, the bound at least 1e-16 of it
            assert abs(function(*point) - mpmath.mpf(int(truth.p)) / int(truth.q)) <= bound * 1e-13


@EVERY
@pytest.mark.parametrize("digits", [None, 15, 50])
def test_balls_hold_the_exact_value(case: Case, digits: int | None) -> None:
    points = case.points(POINTS, seed=3)
    function = compile_expression(case.expression, case.arguments, "ball", digits=digits)
    for point, truth in zip(points, exact_values(case, points), strict=True):
        ball = function(*point)
        assert holds(ball, truth)
        if digits is not None:
            assert ball.rad().fmpq() <= abs(truth) * flint.fmpq(1, 10**digits)


def test_balls_hold_the_exact_value_on_a_million_rational_points() -> None:
    """The truth is computed by hand here, in integers: neither the expression nor a backend takes part in it."""
    source = random.Random(4)
    contraction = get_backend("ball").compile(fedavg_contraction.expr, fedavg_contraction.variables)
    bias = get_backend("ball").compile(fedavg_bias.expr, tuple(fedavg_bias.arguments().values()))
    draw, fmpq, missed = source.getrandbits, flint.fmpq, 0
    for _ in range(800_000):
        bits = draw(40)
        step, curvature, H = fmpq(1 + (bits & 1023), 1024 + (bits >> 10 & 1023)), fmpq(1 + (bits >> 20 & 255), 257), 1 + (bits >> 30 & 31)
        missed += not holds(contraction(step, H, curvature, 1), (1 - step * curvature) ** H)
    for _ in range(200_000):
        bits = draw(64)
        a, C, b, ag = (fmpq((bits >> k & 255) - shift, 7 + (bits >> k + 3 & 31)) for k, shift in ((0, -1), (8, 0), (16, 128), (24, 100)))
        step, H, N = fmpq(1, 1 + (bits >> 32 & 1023)), 1 + (bits >> 42 & 63), 1 + (bits >> 48 & 31)
        truth = step * (fmpq(H - 1, 2) * ag / a - C * b / (4 * N * a * a))
        missed += not holds(bias(step, H, N, C, a, b, ag), truth)
    assert missed == 0


@EVERY
@pytest.mark.parametrize("language", ["c", "python"])
def test_exported_code_computes_the_same(case: Case, language: str) -> None:
    if language == "c" and not available("c"):
        return  # `available` has checked that its absence is said
    names = {f"argument_{k}": argument for k, argument in enumerate(case.arguments)}
    text, points = source_code("f", case.expression, names, language), case.points(POINTS, seed=5)
    if language == "python":
        scope: dict[str, Any] = {}
        exec(text, scope)  # the text is our own
        function = scope["f"]
    else:
        function = library(f"#include <math.h>\n{text}\n", ("-O2",)).f
        function.argtypes, function.restype = [ctypes.c_double] * len(names), ctypes.c_double
    found = [function(*map(float, point)) for point in points]
    assert (misses(found, exact_values(case, points)) <= rounding_bounds(case, points)).all()
