"""Exponential stability: rates, radii and limits against their definitions, and the error where there is none."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.arrays import Array
from symfed.models.problems import LinearProblem
from symfed.strategies import linear_problems, td_problems

FEW = settings(max_examples=15, suppress_health_check=list(HealthCheck))
ROUNDING = 1e-12  # eigenvalues of matrices of at most ten rows with entries below 100: 100 * 10 * 2^-53, conditioned by less than ten


def one_dimensional(*slopes: Any) -> LinearProblem:
    return LinearProblem([[[[a]] for a in slopes]], [[[0] for _ in slopes]])


def second_moments(problem: LinearProblem, gamma: float, client: int, steps: int) -> Array:
    """E[Gamma' Gamma] of k = `steps` factors, by listing all products."""
    d, products = problem.dim, [(1.0, np.eye(problem.dim))]
    for _ in range(steps):
        products = [
            (share * float(w), (np.eye(d) - gamma * A.astype(float)) @ product)
            for share, product in products
            for w, A in zip(problem.weights[client], problem.matrices[client], strict=True)
        ]
    return sum(share * product.T @ product for share, product in products)


@pytest.mark.parametrize("d", [1, 2, 3])
@given(data=st.data())
@FEW
def test_growth_is_that_of_all_products_and_the_rate_bounds_it(d: int, data: st.DataObject) -> None:
    problem: LinearProblem = data.draw(linear_problems(d, 2, (1, 2)))
    gamma = float(problem.largest_steps.min()) / data.draw(st.sampled_from([2, 4, 10]))
    found = problem.stability(gamma)
    growth = found.growth(3)
    for c in range(2):
        for k in range(4):
            listed = np.linalg.eigvalsh(second_moments(problem, gamma, c, k))[-1]
            assert growth[c, k] == pytest.approx(listed, abs=ROUNDING)
            assert growth[c, k] <= (1 - gamma * found.rates[c]) ** k + ROUNDING
        assert growth[c, 1] == pytest.approx(1 - gamma * found.rates[c], abs=ROUNDING), "the rate is the largest one"
    assert found.rate == min(found.rates)


@given(linear_problems(2, 1, 2))
@FEW
def test_radii_are_the_growth_of_long_products(problem: LinearProblem) -> None:
    found = problem.stability(float(problem.largest_steps[0]) * 0.75)
    before, after = found.growth(400)[0, [200, 400]]
    # in dimension two a Jordan block is at most a cube: k³ for the map of symmetric matrices, 2³ for twice as many steps
    assert found.radii[0] ** 200 / 8 <= after / before <= found.radii[0] ** 200 * 8


@pytest.mark.parametrize("strategy", [linear_problems(2, 2, (1, 2)), linear_problems(2, 2, (1, 2), stable=False), td_problems(2, 2)])
@given(data=st.data())
@FEW
def test_the_limit_parts_what_shrinks_from_what_grows(strategy: Any, data: st.DataObject) -> None:
    problem: LinearProblem = data.draw(strategy)
    limit = problem.largest_steps.min()
    if limit > 0:
        inside = problem.stability(Fraction(limit) * Fraction(99, 100))  # decided exactly
        assert inside.radii.max() < 1
        assert (inside.limits == problem.largest_steps).all()
    with pytest.raises(UnstableStep):
        problem.stability(Fraction(limit) * Fraction(101, 100) if limit > 0 else Fraction(1, 100))


def test_limits_that_are_known() -> None:
    # E(1 - gamma A)² = 1 - 2 gamma E A + gamma² E A² < 1 below 2 E A / E A²
    assert one_dimensional(1, 3).largest_steps == pytest.approx([4 / 5])
    assert one_dimensional(1).largest_steps == pytest.approx([2])
    # a rotation by omega beside a decay of 1: |1 - gamma (1 + i omega)| < 1 below 2 / (1 + omega²)
    spiral = LinearProblem([[[[1, -2], [2, 1]]]], [[[0, 0]]])
    assert spiral.largest_steps == pytest.approx([2 / 5])
    assert LinearProblem([[[[0, 1], [-1, 0]]]], [[[0, 1]]]).largest_steps.tolist() == [0]


def test_the_limit_itself_is_refused_exactly() -> None:
    problem = one_dimensional(1, 3)
    assert problem.stability(Fraction(79999, 100000)).radii[0] < 1
    with pytest.raises(UnstableStep, match=r"gamma = Fraction\(4, 5\): must be below 0.8, or client 0's second moments grow: .* radius 1,"):
        problem.stability(Fraction(4, 5))
    assert one_dimensional(1.0).stability(1.999).radii[0] < 1
    with pytest.raises(UnstableStep, match="must be below 2"):
        one_dimensional(1.0).stability(2.001)
    # radii nearer to one than floats can tell
    slow, stuck = (LinearProblem([[[[a, 0], [0, Fraction(1, 10**30)]]]], [[[0, 0]]]) for a in (1, 2))
    assert slow.stability(1).radii.tolist() == [1]
    with pytest.raises(UnstableStep):
        stuck.stability(1)


def test_products_can_shrink_after_they_have_grown() -> None:
    skew = LinearProblem([[[[1, 3], [0, 1]]]], [[[1, 0]]]).stability(Fraction(1, 10))
    assert skew.rate < 0
    assert skew.radii == pytest.approx([0.81])
    growth = skew.growth(60)[0]
    assert growth[1] > 1
    assert growth[10] > growth[1]
    assert growth[60] < 0.01


def test_the_client_that_is_unstable_is_named() -> None:
    two = LinearProblem([[[[1]]], [[[5]]]], [[[0]], [[0]]])
    with pytest.raises(UnstableStep, match=r"gamma = 0.5: must be below 0.4, or client 1's"):
        two.stability(0.5)
    wrong_way = LinearProblem([[[[4]]], [[[-1]]]], [[[0]], [[0]]])
    with pytest.raises(UnstableStep, match=r"no step size is stable for client 1: .* real part -1, must be > 0"):
        wrong_way.stability(0.1)
    # together they are: the mean matrix is 3/2
    assert sf.reference.stationary("sgd", wrong_way, Fraction(1, 10), 1).mean.tolist() == [0]


@pytest.mark.parametrize(("gamma", "rule"), [(0, "must be positive"), (-1, "must be positive"), (float("nan"), "finite"), ("a", "real")])
def test_step_sizes_that_are_none(gamma: Any, rule: str) -> None:
    with pytest.raises(InvalidInput, match=rule):
        one_dimensional(1).stability(gamma)


@pytest.mark.parametrize("steps", [-1, 1.5, True])
def test_numbers_of_steps_that_are_none(steps: Any) -> None:
    with pytest.raises(InvalidInput, match=r"steps = .*: must be a non-negative integer"):
        one_dimensional(1).stability(1).growth(steps)


def test_clients_own_optima() -> None:
    problem = LinearProblem([[[[2]], [[4]]], [[[-1]]]], [[[3], [3]], [[5]]])
    assert problem.client_optima.tolist() == [[1], [-5]]
    with pytest.raises(InvalidInput, match=r"matrices\[1\] = \[\[0\]\]: the client's mean matrix must not be singular"):
        LinearProblem([[[[1]]], [[[0]]]], [[[1]], [[1]]]).client_optima  # noqa: B018
