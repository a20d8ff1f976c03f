"""Logistic problems: optimum and jets against the loss itself, differentiated numerically at many digits."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import symfed as sf
from symfed.models.arrays import Array
from symfed.models.problems import LogisticProblem
from symfed.models.rings import BIG_FLOATS, FLOATS

FEATURES = [[[1, 2], [3, -1], [1, 1]], [[0, -1], [2, 1]]]
SIGNS = [[1, -1, 1], [-1, 1]]
PROBLEM = LogisticProblem(FEATURES, SIGNS, 0.25)
DIGITS = 40

#: The jets are float64 sums of a few terms below 100, at an optimum good to 1e-16 times a condition number below 10.
JET_SLACK = 1e-12

Function = Callable[..., Any]


def losses(client: int) -> list[Function]:
    """The sample losses, from the class's definition and nothing else."""

    def one(row: list[int], sign: int) -> Function:
        def loss(*x: Any) -> Any:
            score = sum(a * v for a, v in zip(row, x, strict=True))
            return mpmath.log(1 + mpmath.exp(-sign * score)) + mpmath.mpf(1) / 8 * sum(v * v for v in x)

        return loss

    return [one(row, sign) for row, sign in zip(FEATURES[client], SIGNS[client], strict=True)]


def mean(values: list[Any]) -> Any:
    return sum(values) / len(values)


def orders(axes: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(axes.count(k) for k in range(2))


def compare(jet: Array, rank: int, function: Callable[[tuple[int, ...]], Any]) -> None:
    for axes in product(range(2), repeat=rank):
        assert abs(float(function(axes)) - jet[axes]) < JET_SLACK, axes


def at_optimum() -> tuple[Any, ...]:
    return tuple(PROBLEM.optimum_to(DIGITS))


@pytest.mark.parametrize("client", [0, 1])
@pytest.mark.parametrize(
    ("name", "rank"),
    [("gradients", 1), ("hessians", 2), ("third_derivatives", 3), ("fourth_derivatives", 4), ("fifth_derivatives", 5)],
)
def test_derivatives_of_the_loss(client: int, name: str, rank: int) -> None:
    with mpmath.workdps(DIGITS):
        point, samples = at_optimum(), losses(client)
        known: dict[tuple[int, ...], Any] = {}
        for order in {orders(axes) for axes in product(range(2), repeat=rank)}:
            known[order] = mean([mpmath.diff(loss, point, order) for loss in samples])
        compare(getattr(PROBLEM.jets, name)[client], rank, lambda axes: known[orders(axes)])


@pytest.mark.parametrize("client", [0, 1])
def test_moments_of_the_noise_and_their_derivatives(client: int) -> None:
    def gradient(z: int, i: int, *x: Any) -> Any:
        return PROBLEM.sample_gradient(client, z, list(x), BIG_FLOATS)[i]

    def moment(indices: tuple[int, ...], *x: Any) -> Any:
        samples = range(len(FEATURES[client]))
        centre = {i: mean([gradient(z, i, *x) for z in samples]) for i in set(indices)}
        return mean([mpmath.fprod(gradient(z, i, *x) - centre[i] for i in indices) for z in samples])

    def slope(axes: tuple[int, ...]) -> Any:
        return mpmath.diff(lambda *x: moment(axes[:2], *x), point, orders(axes[2:]))

    with mpmath.workdps(DIGITS):
        point = at_optimum()
        compare(PROBLEM.noise_covariance[client], 2, lambda axes: moment(axes, *point))
        compare(PROBLEM.jets.noise_cumulant[client], 3, lambda axes: moment(axes, *point))
        compare(PROBLEM.jets.noise_derivative[client], 3, slope)
        compare(PROBLEM.jets.noise_second_derivative[client], 4, slope)


@pytest.mark.parametrize("client", [0, 1])
def test_sample_gradients_are_those_of_the_losses(client: int) -> None:
    with mpmath.workdps(DIGITS):
        point = (mpmath.mpf("0.3"), mpmath.mpf("-1.7"))
        for z, loss in enumerate(losses(client)):
            expected = [mpmath.diff(loss, point, order) for order in ((1, 0), (0, 1))]
            got = PROBLEM.sample_gradient(client, z, list(point), BIG_FLOATS)
            # mpmath.diff keeps half of the extra digits that it works with
            assert all(abs(a - b) < mpmath.mpf(10) ** (5 - DIGITS) for a, b in zip(got, expected, strict=True))


def test_the_optimum_is_where_the_mean_gradient_vanishes() -> None:
    with mpmath.workdps(DIGITS):
        point = at_optimum()
        total = [
            mean([mean([PROBLEM.sample_gradient(c, z, list(point), BIG_FLOATS)[i] for z in range(len(SIGNS[c]))]) for c in range(2)])
            for i in range(2)
        ]
        assert all(abs(value) < mpmath.mpf(10) ** (2 - DIGITS) for value in total)
        assert np.abs(PROBLEM.optimum - np.array([float(v) for v in point])).max() < JET_SLACK
    assert np.abs(PROBLEM.gradients.sum(axis=0)).max() < JET_SLACK


def test_many_points_at_once() -> None:
    points = np.linspace(-2, 2, 3 * 2 * 2).reshape(3, 2, 2)
    drawn = np.array([[0, 1], [2, 0], [1, 1]])
    singles, means = PROBLEM.sample_gradients(points, drawn), PROBLEM.mean_gradients(points)
    for r in range(3):
        for c in range(2):
            one = [np.array(PROBLEM.sample_gradient(c, z, list(points[r, c]), FLOATS)) for z in range(len(SIGNS[c]))]
            # the same formula in another order of summation: a few roundings of numbers below 10
            np.testing.assert_allclose(singles[r, c], one[drawn[r, c]].astype(float), rtol=0, atol=1e-14)
            np.testing.assert_allclose(means[r, c], np.mean(one, axis=0).astype(float), rtol=0, atol=1e-14)


@given(st.tuples(*[st.floats(-30, 30)] * 2))
def test_mu_and_L_bound_every_sample_hessian(point: tuple[float, float]) -> None:
    for rows, signs in zip(FEATURES, SIGNS, strict=True):
        for row, sign in zip(np.array(rows, dtype=float), signs, strict=True):
            p = FLOATS.functions["sigmoid"](-sign * row @ np.array(point))
            eigenvalues = np.linalg.eigvalsh(np.outer(row, row) * p * (1 - p) + 0.25 * np.eye(2))
            # two by two symmetric: errors of a few 2^-53 of the norm
            assert PROBLEM.mu - 1e-14 <= eigenvalues[0]
            assert eigenvalues[1] <= PROBLEM.L + 1e-14


def test_probabilities_are_uniform_and_exact() -> None:
    assert [str(w) for client in PROBLEM.weights for w in client] == ["1/3"] * 3 + ["1/2"] * 2


def test_unscaled_data_still_has_an_optimum() -> None:
    # scores reach the hundreds on the way: sigmoid must neither overflow nor fold over
    rows = [[[800, 3], [-750, 1]], [[600, -2], [20, 900]]]
    problem = LogisticProblem(rows, [[1, -1], [1, -1]], 0.01)
    with np.errstate(over="raise", invalid="raise"):
        total = problem.gradients.mean(axis=0)
    # the stopping rule of `optimum`
    assert np.linalg.norm(total) <= 1e-10 * (problem.L + 1)
    assert np.isfinite(problem.third_derivatives).all()


def test_rounding_of_the_loss_does_not_stop_newton_early() -> None:
    # near the optimum the loss is flat to 2^-53 long before its gradient is small
    problem = LogisticProblem([[[2], [2], [1]]], [[1, -1, 1]], 1)
    # a sum of four numbers below 3
    assert abs(problem.gradients.mean()) <= 1e-15


def test_long_jets_round_to_the_short_ones_in_the_plane() -> None:
    draw = np.random.default_rng(0)
    features, labels = [draw.normal(size=(4, 2)) for _ in range(2)], [draw.choice([-1, 1], 4) for _ in range(2)]
    problem = sf.LogisticProblem(features, labels, 0.1)
    long, short = problem.jets_to(30), problem.jets_to_order(2)
    for left, right in zip([*long.derivatives, *sum(long.cumulants, ())], [*short.derivatives, *sum(short.cumulants, ())], strict=True):
        # the short ones are sums of a few dozen doubles below ten, at an optimum good to 1e-15
        np.testing.assert_allclose(left.astype(float), right, atol=1e-12)
