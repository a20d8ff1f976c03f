"""Scaffold's moments on quadratics, whose laws are exact rational numbers: at a tiny gamma each order stands by itself, like digits."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest

from symfed.derive.expansion import coefficients, first_power, jets_order
from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem
from symfed.reference import stationary

GAMMA = flint.fmpq(1, 10**40)
#: Coefficient j + 1 times GAMMA is what coefficient j is off by: these problems have coefficients below 1e15.
SLACK = flint.fmpq(1, 10**25)

HESSIANS, NOISE = [2, 5, 1, 3, 7], [3, 1, 0, 2, 4]
PLANE = QuadraticProblem(
    [[[2, 1], [1, 3]], [[1, 0], [0, 5]], [[3, -1], [-1, 1]]],
    [[1, 0], [-1, 2], [0, 1]],
    [[[2, 1], [1, 1]], [[1, 0], [0, 3]], [[1, 0], [0, 0]]],
)
ORDERS = {
    "bias": 3, "second_moment": 3, "control_mean": 2, "control_second_moment": 2, "state_control_moment": 2, "control_cross_moment": 2,
}  # fmt: skip


def line(clients: int) -> QuadraticProblem:
    """Clients that differ in everything."""
    optima = [[c * c - 2] for c in range(clients)]
    return QuadraticProblem([[[a]] for a in HESSIANS[:clients]], optima, [[[noise]] for noise in NOISE[:clients]])


def exact_moments(problem: QuadraticProblem, gamma: Any, H: int) -> dict[str, Array]:
    law = stationary("scaffold", problem, gamma, H, method="exact")
    assert law.controls is not None
    clients = range(problem.num_clients)
    return {
        "bias": law.mean - problem.optimum,
        "second_moment": law.second_moment,
        "control_mean": law.control_mean + problem.jets.gradients,
        "control_second_moment": law.controls.own,
        "state_control_moment": law.controls.cross,
        "control_cross_moment": np.array([[law.controls.between(c, other) for other in clients] for c in clients], dtype=object),
    }


@pytest.mark.parametrize(("clients", "H"), [(1, 5), (2, 1), (2, 2), (3, 5), (5, 2)])
def test_orders_are_read_off_the_exact_law_on_a_line(clients: int, H: int) -> None:
    check_orders(line(clients), H, ORDERS)


def test_orders_are_read_off_the_exact_law_in_a_plane() -> None:
    check_orders(PLANE, 3, {"second_moment": 2, "control_second_moment": 1, "state_control_moment": 2, "control_cross_moment": 1})


def check_orders(problem: QuadraticProblem, H: int, orders: dict[str, int]) -> None:
    moments = exact_moments(problem, GAMMA, H)
    for quantity, order in orders.items():
        found = coefficients("scaffold", problem.jets_to_order(jets_order("scaffold", order, problem.dim, quantity)), quantity, order, H)
        rest = moments[quantity] / GAMMA ** first_power(quantity)
        for j, coefficient in enumerate(found):
            assert coefficient.shape == rest.shape
            assert all(abs(left - right) < SLACK for left, right in zip(rest.flat, coefficient.flat, strict=True)), (quantity, j)
            rest = (rest - coefficient) / GAMMA
