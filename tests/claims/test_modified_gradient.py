"""The second coefficient of a round, and of the flow it is compared with, against rounds at a tiny step."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest

from proofs_checks.symfed.modified_gradient import away_from_the_optimum, flow_to_second_order, round_to_second_order
from symfed.models.jets import Jets
from symfed.strategies import JetCase

TINY = flint.fmpq(1, 10**12)


def exact(entries: list[Any]) -> np.ndarray:
    return np.vectorize(lambda v: flint.fmpq(int(v)), otypes=[object])(np.array(entries))


def case(H: int) -> JetCase:
    """Two clients in the plane with cubic losses."""
    third = exact([[[[1, 2], [2, -1]], [[2, -1], [-1, 3]]], [[[0, 1], [1, 1]], [[1, 1], [1, -2]]]])
    hessians = exact([[[3, 1], [1, 2]], [[2, -1], [-1, 4]]])
    gradients, noise = exact([[1, -2], [-1, 2]]), exact([[[0] * 2] * 2] * 2)
    return JetCase(Jets.of(gradients, hessians, third, noise), H)


def walked(p: Jets, H: int) -> np.ndarray:
    """(end - start + gamma H grad f)/gamma² for one round of the cubic losses, at a step so small that its error is of size 1e-10."""
    x = 0 * p.gradients
    for _ in range(H):
        bend = np.einsum("cijk,cj,ck->ci", p.third_derivatives, x, x) / 2
        x = x - TINY * (p.gradients + p.apply(p.hessians, x) + bend)
    return (p.mean(x) + TINY * H * p.mean(p.gradients)) / TINY**2


@pytest.mark.parametrize("H", [1, 2, 5])
def test_the_second_coefficient_of_a_round(H: int) -> None:
    gap = round_to_second_order(case(H)) - walked(away_from_the_optimum(case(H)), H)
    assert all(abs(float(v)) < 1e-8 for v in gap)  # gamma times a third coefficient, which is below 10^4 here
    assert any(v != 0 for v in round_to_second_order(case(2)))


def test_away_from_the_optimum_the_taylor_polynomial_is_followed() -> None:
    p, q = case(1).jets, away_from_the_optimum(case(1))
    one = np.array([flint.fmpq(1)] * 2, dtype=object)
    assert (q.gradients == p.gradients + p.hessians @ one + np.einsum("cijk,j,k->ci", p.third_derivatives, one, one) / 2).all()
    assert (q.hessians == p.hessians + p.third_derivatives @ one).all()
    assert (q.mean(q.gradients) != 0).any()


def test_one_local_step_is_gradient_descent_and_its_flow() -> None:
    descent = lambda p, H: p.apply(p.hessian, p.mean(p.gradients)) / 2  # noqa: E731  # a field in one line
    assert (flow_to_second_order(descent, case(1)) == round_to_second_order(case(1))).all()
    assert (flow_to_second_order(descent, case(2)) != round_to_second_order(case(2))).any()
