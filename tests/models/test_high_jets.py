"""Jets of higher order, against symbolic differentiation of cumulants written out and against exact differences."""

from __future__ import annotations

from itertools import pairwise, product
from math import comb, factorial
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.models.jets import Jets, parts_for_order
from symfed.models.problems import Problem, noise_jets
from symfed.models.rings import BIG_FLOATS, derivatives_at

x = sp.Symbol("x")
THIRD = sp.Rational(1, 3)
WEIGHTS = [sp.Rational(1, 2), THIRD, sp.Rational(1, 6)]
LOSSES = [sp.log(1 + sp.exp(x)) + x**2, sp.cosh(x - 1) + x**2 / 3, sp.sqrt(1 + x**2) + sp.exp(x / 2)]
SCALAR = sf.ScalarProblem([LOSSES], [WEIGHTS])
TURN = np.array([[1.0, -0.5], [0.3, 2.0], [-1.0, 0.7], [0.2, 0.4]])
LOGISTIC = sf.LogisticProblem([TURN, TURN[:3] + 0.2], [[1, -1, 1, 1], [-1, 1, 1]], 0.2)
LINEAR = sf.LinearProblem([[[[3, 1], [0, 2]], [[5, 0], [2, 4]], [[2, 1], [1, 3]]]], [[[1, 0], [2, -1], [0, 3]]])
PLANE = sf.QuadraticProblem([[[2, 1], [1, 3]]], [[1, 0]], [[1, 0], [0, 2]])


def cumulant(weights: Any, errors: Any, k: int) -> Any:
    """By the formulas of the textbooks, in central moments."""
    m = [sum(w * e**n for w, e in zip(weights, errors, strict=True)) for n in range(7)]
    return {
        2: m[2],
        3: m[3],
        4: m[4] - 3 * m[2] ** 2,
        5: m[5] - 10 * m[2] * m[3],
        6: m[6] - 15 * m[4] * m[2] - 10 * m[3] ** 2 + 30 * m[2] ** 3,
    }[k]


def test_a_scalar_problem_has_the_derivatives_of_its_written_cumulants() -> None:
    digits, order = 30, 5
    jets = SCALAR.jets_to(digits, order)
    slopes = [sp.diff(loss, x) for loss in LOSSES]
    mean = sum(w * s for w, s in zip(WEIGHTS, slopes, strict=True))
    with mpmath.workdps(digits + 20):
        at = {x: sp.Float(str(SCALAR.optimum_to(digits + 15)[0]), digits + 20)}

        def same(found: list[Any], expected: sp.Expr) -> None:
            """Numbers are an expression and its derivatives, each taken from the one before."""
            for number in found:
                value = mpmath.mpf(str(sp.N(expected.subs(at), digits + 15)))
                assert abs(number.item() - value) <= mpmath.mpf(10) ** -digits * (1 + abs(value))
                expected = sp.diff(expected, x)

        same([jets.derivative(m) for m in range(1, 2 * order + 2)], mean)
        for k in range(2, order + 2):
            same([jets.cumulant(k, j) for j in range(2 * order + 3 - 2 * k)], cumulant(WEIGHTS, [s - mean for s in slopes], k))


@pytest.mark.parametrize("problem", [LINEAR, LOGISTIC], ids=["linear", "logistic"])
def test_noise_in_the_plane_is_that_of_its_samples_along_every_direction(problem: Any) -> None:
    """v.e(theta* + s u) has scalar cumulants in s, whose Taylor coefficients mpmath finds by differences at 120 digits."""
    order, client = 3, 0
    jets = problem.jets_to(60, order) if problem is LOGISTIC else problem.jets_to_order(order)
    u, v = (2, -1), (1, 3)
    with mpmath.workdps(120):
        start, weights = problem.optimum_to(110), [BIG_FLOATS(w) for w in problem.weights[client]]

        def errors(s: Any) -> list[Any]:
            point = [a + s * b for a, b in zip(start, u, strict=True)]
            values = [problem.sample_gradient(client, z, point, BIG_FLOATS) for z in range(len(weights))]
            along = [sum(a * b for a, b in zip(v, value, strict=True)) for value in values]
            mean = sum(w * a for w, a in zip(weights, along, strict=True))
            return [a - mean for a in along]

        for k in range(2, order + 2):
            for j in range(2 * order + 3 - 2 * k):
                tensor = jets.cumulant(k, j)[client]
                for direction in [v] * k + [u] * j:
                    tensor = np.tensordot(np.array(direction, dtype=tensor.dtype), tensor, 1)
                expected = mpmath.diff(lambda s, k=k: cumulant(weights, errors(s), k), 0, j)
                found = BIG_FLOATS(tensor.item() if hasattr(tensor, "item") else tensor)
                # sixty digits of entries below 10^6, contracted with numbers whose products stay below 10^6
                assert abs(found - expected) <= mpmath.mpf(10) ** -48


def test_derivatives_of_a_logistic_problem_are_those_of_its_scalar_twin() -> None:
    rows, order = [sp.Rational(1), sp.Rational(-3, 2), sp.Rational(4)], 5
    logistic = sf.LogisticProblem([[[row] for row in rows]], [[1, 1, -1]], sp.Rational(1, 5))
    losses = [sp.log(1 + sp.exp(-y * row * x)) + x**2 / 10 for row, y in zip(rows, (1, 1, -1), strict=True)]
    mine, twin = logistic.jets_to(60, order), sf.ScalarProblem([losses]).jets_to(60, order)
    parts = zip([mine.derivatives, *mine.cumulants], [twin.derivatives, *twin.cumulants], strict=True)
    with mpmath.workdps(75):
        for left, right in ((a, b) for pair in parts for a, b in zip(*pair, strict=True)):
            # sixty digits are stated for each, and the largest number is 4^11 times a derivative of the sigmoid, below 10^10
            assert all(abs(x - y) <= mpmath.mpf(10) ** -49 for x, y in zip(left.flat, right.flat, strict=True))


@pytest.mark.parametrize("problem", [LINEAR, PLANE])
def test_exact_problems_have_exact_jets_of_any_order(problem: Problem) -> None:
    jets, order = problem.jets_to_order(3), 3
    assert jets.order == order
    derivatives, cumulants = parts_for_order(order)
    assert [part.shape for part in jets.derivatives] == [(1,) + (2,) * m for m in range(1, derivatives + 1)]
    for k, (top, parts) in enumerate(zip(cumulants, jets.cumulants, strict=True), start=2):
        assert [part.shape for part in parts] == [(1,) + (2,) * (k + j) for j in range(top + 1)]
    everything = [*jets.derivatives, *(part for parts in jets.cumulants for part in parts)]
    assert all(isinstance(entry, flint.fmpq) for part in everything for entry in part.flat)


def test_gaussian_noise_has_no_cumulant_but_its_covariance() -> None:
    jets = PLANE.jets_to_order(3)
    assert (jets.cumulant(2)[0] == [[1, 0], [0, 2]]).all()
    assert not any(part.any() for k, parts in enumerate(jets.cumulants) for j, part in enumerate(parts) if (k, j) != (0, 0))
    assert not any(part.any() for part in jets.derivatives[2:])


def test_noise_tensors_are_symmetric_in_the_noise_and_in_the_directions() -> None:
    tensor = LINEAR.jets_to_order(3).cumulant(3, 2)[0]
    for i, j, k, m, n in product(range(2), repeat=5):
        assert tensor[i, j, k, m, n] == tensor[k, i, j, n, m]


def test_the_usual_jets_are_those_of_order_two() -> None:
    for problem in (SCALAR, LOGISTIC, LINEAR, PLANE):
        assert problem.jets.order == 2
        low, high = problem.jets, problem.jets_to_order(3)
        assert all(np.allclose(a, b, rtol=1e-14) for a, b in zip(map(_float, low.derivatives), map(_float, high.derivatives), strict=False))


def _float(array: Any) -> Any:
    return array.astype(float)


def test_series_of_an_expression() -> None:
    with mpmath.workdps(40):
        point = mpmath.mpf(1) / 3
        values = derivatives_at(1 / (1 + x), x, point, 21, 40)
        assert all(abs(v / (factorial(m) * (-1) ** m * (1 + point) ** (-m - 1)) - 1) < mpmath.mpf(10) ** -38 for m, v in enumerate(values))
        assert derivatives_at(x**3, x, point, 5, 40)[4:] == [0, 0]
        for f, g in pairwise([sp.sinh(x), sp.cosh(x), sp.sinh(x)]):
            shifted = derivatives_at(f, x, point, 12, 40)[1:]
            assert all(abs(a - b) < mpmath.mpf(10) ** -38 for a, b in zip(shifted, derivatives_at(g, x, point, 11, 40), strict=True))
        t = derivatives_at(sp.tanh(x), x, point, 6, 40)
        square = [sum(comb(m, i) * t[i] * t[m - i] for i in range(m + 1)) for m in range(6)]
        assert all(abs(t[m + 1] - ((m == 0) - square[m])) < mpmath.mpf(10) ** -36 for m in range(6))
    with pytest.raises(InvalidInput, match="Abs"):
        derivatives_at(sp.Abs(x), x, mpmath.mpf(1), 3, 20)


@pytest.mark.parametrize("order", [0, -1, True, 1.5, "2"])
def test_an_order_is_a_positive_integer(order: Any) -> None:
    for ask in (SCALAR.jets_to_order, LINEAR.jets_to_order, lambda k: SCALAR.jets_to(20, k)):
        with pytest.raises(InvalidInput, match="order"):
            ask(order)


def test_what_cannot_be_held_is_refused_by_its_size() -> None:
    with pytest.raises(InvalidInput, match=r"order = 13: .*d = 2.*1\.34e\+08"):
        PLANE.jets_to_order(13)


def test_jets_name_what_they_do_not_hold() -> None:
    jets = LINEAR.jets
    with pytest.raises(InvalidInput, match=r"derivative 6.*1 to 5"):
        jets.derivative(6)
    for k, j in ((4, 0), (2, 3), (1, 0), (2, -1)):
        with pytest.raises(InvalidInput, match=f"derivative {j} of noise cumulant {k}"):
            jets.cumulant(k, j)
    assert (jets.derivative(5) == jets.fifth_derivatives).all()
    few = Jets.of(*jets.derivatives[:3], jets.noise_covariance)
    assert few.order == 1
    assert few.fourth_derivatives is few.noise_derivative is few.noise_cumulant is None
    with pytest.raises(InvalidInput, match="without the one before"):
        Jets.of(*jets.derivatives[:3], jets.noise_covariance, fifth_derivatives=jets.fifth_derivatives)


def test_samples_multiplied_in_blocks_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = LINEAR.jets
    monkeypatch.setattr(noise_jets, "_AT_ONCE", 8)
    blockwise = sf.LinearProblem(LINEAR.matrices, LINEAR.vectors).jets
    assert all((a == b).all() for one, two in zip(whole.cumulants, blockwise.cumulants, strict=True) for a, b in zip(one, two, strict=True))
