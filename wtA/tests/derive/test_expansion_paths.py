"""The engine against all sequences of samples, walked one by one: nothing is averaged before the end, no cumulant is formed."""

from __future__ import annotations

import flint
import pytest

from symfed.derive.expansion import coefficients, jets_order
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from tests.derive.paths import moments_by_paths, random_problem


def _half(x_mean, x_start, gamma):  # runs on any number type
    return x_start + (x_mean - x_start) * (1 + gamma) / 2


RULES = {
    "plain": get_algorithm("fedavg"),
    "pulled": get_algorithm("fedprox").bind(rho=flint.fmpq(2, 3)),
    "half": Algorithm("half", local_step=lambda x, g, gamma: x - gamma * g, server_step=_half),
    "square": Algorithm("square", local_step=lambda x, g, gamma: x - gamma * g * (1 + gamma * g)),
    "cube": Algorithm("cube", local_step=lambda x, g, gamma: x - gamma * g - gamma * gamma * g * g * g),
    "mixed": Algorithm("mixed", local_step=lambda x, g, x_start, gamma: x - gamma * g * (1 - 2 * (x - x_start))),
    "shared": Algorithm("shared", local_step=lambda x, g, gamma, H: x - 2 * gamma * g / H),
}


@pytest.mark.parametrize(
    ("rule", "d", "clients", "samples", "H", "order"),
    [
        ("plain", 1, 2, 2, 2, 3), ("plain", 1, 1, 3, 3, 3), ("plain", 2, 2, 2, 2, 3), ("plain", 3, 2, 2, 1, 2), ("pulled", 1, 2, 2, 3, 3),
        ("pulled", 2, 2, 2, 2, 2), ("half", 1, 3, 2, 2, 3), ("half", 2, 2, 2, 2, 2), ("square", 1, 2, 2, 2, 3), ("square", 2, 2, 2, 2, 2),
        ("cube", 1, 2, 2, 2, 2), ("mixed", 1, 2, 2, 3, 3), ("mixed", 2, 2, 2, 2, 2), ("shared", 1, 2, 2, 2, 2),
    ],
)  # fmt: skip
def test_every_moment_of_every_order(rule: str, d: int, clients: int, samples: int, H: int, order: int) -> None:
    algorithm = RULES[rule]
    problem = random_problem(d, clients, samples, 3 if d == 1 else 2, seed=10 * d + H)
    walked = moments_by_paths(algorithm, problem, order, H)
    jets = problem.jets(jets_order(algorithm, order))
    for degree in (1, 2, 3, 2 * order):
        for j, found in enumerate(coefficients(algorithm, jets, degree, order, H), start=1):
            for (alpha, at), value in walked.items():
                if at == j and sum(alpha) == degree:
                    place = tuple(i for i, count in enumerate(alpha) for _ in range(count))
                    assert found[place] == value, (alpha, j)
