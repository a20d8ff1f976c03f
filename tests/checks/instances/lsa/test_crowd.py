"""The two numbers of a crowd against the law of all its agents."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from symfed.checks.instances.lsa.crowd import Crowd, crowds
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import draw

q = flint.fmpq


def spelled_out(i: Crowd) -> LinearProblem:
    A = [[[[i.stiffness]], [[i.stiffness]]], *[[[[1]]]] * (i.N - 1)]
    return LinearProblem(A, [[[1], [-1]], *[[[0]]] * (i.N - 1)])


@pytest.mark.parametrize(("N", "H"), [(2, 1), (2, 3), (5, 2), (9, 4)])
def test_is_the_law_of_all_agents(N: int, H: int) -> None:
    crowd = Crowd(q(1, 10), H, N, q(11, 2))
    assert crowd.error == stationary_exact("scafflsa", spelled_out(crowd), crowd.gamma, H).second_moment[0, 0]
    assert crowd.noise() == q(1, N)


def test_is_the_law_of_many_agents() -> None:
    crowd = Crowd(q(1, 8), 2, 125, q(19, 4))
    law = stationary_exact("scafflsa", spelled_out(crowd), 0.125, 2)
    assert law.second_moment_error is not None
    assert abs(law.second_moment[0, 0] - int(crowd.error.p) / int(crowd.error.q)) <= law.second_moment_error[0, 0]
    assert crowd.error > crowd.gamma * crowd.noise() / (crowd.N * crowd.decay)


def test_drawn_crowds_are_what_they_say() -> None:
    for i in draw(crowds(1, 2), 40):
        assert 1 <= i.length <= 2 / i.gamma - 1
        steps = np.array([1 - i.gamma, 1 - i.gamma * i.stiffness], dtype=object)
        assert max(steps**2) == 1 - i.gamma * i.decay
        assert (i.H - 1) * i.gamma * (i.length**2 + 2 * i.decay**2) <= 2 * i.decay
