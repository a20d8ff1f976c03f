"""The engine for control variates against all sequences of samples, walked one by one: no cumulant, no average, no order of solving."""

from __future__ import annotations

import flint
import pytest

from symfed.derive.expansion import coefficients, first_power, jets_order
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from tests.derive.control_paths import joint_moments_by_paths
from tests.derive.paths import random_problem


def _control(xi, x_end, x_next, gamma, H):  # runs on any number type
    return xi + (x_end - x_next) / (gamma * H)


def _half(x_mean, x_start):
    return (x_mean + x_start) / 2


RULES = {
    "plain": get_algorithm("scaffold"),
    "half": Algorithm(
        "half",
        local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
        control_update=lambda xi, x_end, x_start, x_next, gamma, H: xi + (x_end + x_start - 2 * x_next) / (gamma * H),
        server_step=_half,
    ),
    "pulled": Algorithm("pulled", local_step=lambda x, g, xi, x_start, gamma: x - gamma * (g + xi + x - x_start), control_update=_control),
    "square": Algorithm(
        "square", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi) * (1 + gamma * (g + xi)), control_update=_control
    ),
    "double": Algorithm(
        "double",
        local_step=lambda x, g, xi, gamma: x - 2 * gamma * (g + xi),
        control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (2 * gamma * H),
    ),
}


@pytest.mark.parametrize(
    ("rule", "d", "clients", "samples", "H", "order"),
    [
        ("plain", 1, 2, 2, 2, 3), ("plain", 1, 3, 2, 2, 2), ("plain", 1, 1, 3, 3, 2), ("plain", 1, 2, 2, 3, 2), ("plain", 2, 2, 2, 2, 1),
        ("half", 1, 2, 2, 2, 2), ("pulled", 1, 2, 2, 2, 2), ("square", 1, 2, 2, 2, 2), ("double", 1, 2, 2, 2, 2),
    ],
)  # fmt: skip
def test_every_moment_of_every_order(rule: str, d: int, clients: int, samples: int, H: int, order: int) -> None:
    algorithm = RULES[rule]
    problem = random_problem(d, clients, samples, 3 if d == 1 else 2, seed=10 * d + H)
    walked = joint_moments_by_paths(algorithm, problem, order, H)
    zero, compared = flint.fmpq(0), 0
    for quantity in ("bias", "second_moment", "control_mean", "control_second_moment", "state_control_moment", "control_cross_moment"):
        # control variates of degree two are known to one order less
        top = order - 1 if quantity in ("control_second_moment", "control_cross_moment") else order
        jets = problem.jets(jets_order(algorithm, top, quantity=quantity)) if top else None
        for n, found in enumerate(coefficients(algorithm, jets, quantity, top, H), start=first_power(quantity)) if jets else ():
            for where, value in _entries(quantity, d, clients).items():
                assert found[where] == walked.get((*value, n), zero), (quantity, n, where)
                compared += 1
    assert compared > 3


def _entries(quantity: str, d: int, clients: int) -> dict[tuple[int, ...], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Where an entry of a quantity is in its array, and which moment of the free variables it is."""
    last = range(clients - 1)

    def at(state: tuple[int, ...], learnt: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        places = [c * d + i for c, i in learnt]
        return tuple(state.count(i) for i in range(d)), tuple(places.count(k) for k in range(d * (clients - 1)))

    each = range(d)
    if quantity == "bias":
        return {(i,): at((i,), ()) for i in each}
    if quantity == "second_moment":
        return {(i, j): at((i, j), ()) for i in each for j in each}
    if quantity == "control_mean":
        return {(c, i): at((), ((c, i),)) for c in last for i in each}
    if quantity == "state_control_moment":
        return {(c, i, j): at((i,), ((c, j),)) for c in last for i in each for j in each}
    if quantity == "control_second_moment":
        return {(c, i, j): at((), ((c, i), (c, j))) for c in last for i in each for j in each}
    return {(c, e, i, j): at((), ((c, i), (e, j))) for c in last for e in last for i in each for j in each}
