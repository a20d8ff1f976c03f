"""The law of a crowd by its two kinds of agents against the law of all its agents."""

from __future__ import annotations

import flint
import numpy as np
import pytest

from proofs_checks.symfed.lsa.crowd import Crowd, crowds
from symfed.models.arrays import to_float
from symfed.models.problems import LinearProblem
from symfed.reference.exact import stationary_exact
from symfed.strategies import draw

q = flint.fmpq


def on_the_line(N: int, gamma: flint.fmpq, H: int, stiffness: flint.fmpq) -> Crowd:
    return Crowd(gamma, H, N, np.array([[stiffness]], dtype=object), np.array([[q(1)]], dtype=object))


def in_the_plane(N: int, H: int, x: flint.fmpq, y: flint.fmpq) -> Crowd:
    return Crowd(q(1), H, N, *[np.array([[x, -v], [v, x]], dtype=object) for v in (y, -y)])


def spelled_out(i: Crowd) -> LinearProblem:
    units = [sign * row for row in np.eye(i.dim, dtype=int) for sign in (1, -1)]
    return LinearProblem([[i.noisy] * len(units), *[[i.quiet]] * (i.N - 1)], [units, *[[[0] * i.dim]] * (i.N - 1)])


def share(i: Crowd) -> flint.fmpq:
    """The error in units of gamma sigma²/(N a), in a case with few steps."""
    assert (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) <= 2 * i.decay
    return i.error * i.N * i.decay / (i.gamma * i.noise())


@pytest.mark.parametrize(("N", "H"), [(2, 1), (2, 3), (5, 2), (9, 4)])
def test_is_the_law_of_all_agents(N: int, H: int) -> None:
    crowd = on_the_line(N, q(1, 10), H, q(11, 2))
    assert crowd.error == stationary_exact("scafflsa", spelled_out(crowd), crowd.gamma, H).second_moment[0, 0]
    assert (crowd.noise(), crowd.squared_length, crowd.decay) == (q(1, N), q(121, 4), 2 - crowd.gamma)


@pytest.mark.parametrize(("N", "H"), [(2, 2), (3, 2), (5, 3)])
def test_is_the_law_of_all_agents_in_the_plane(N: int, H: int) -> None:
    crowd = in_the_plane(N, H, q(1, 2), q(1, 4))
    # the samples b = +-e_1, +-e_2 have half the unit covariance
    assert crowd.error / 2 == np.trace(stationary_exact("scafflsa", spelled_out(crowd), crowd.gamma, H).second_moment)
    assert (crowd.noise(), crowd.squared_length, crowd.decay) == (q(2, N), q(5, 16), q(11, 16))


def test_is_the_law_of_many_agents() -> None:
    crowd = on_the_line(125, q(1, 8), 2, q(19, 4))
    law = stationary_exact("scafflsa", spelled_out(crowd), 0.125, 2)
    assert law.second_moment_error is not None
    assert abs(law.second_moment[0, 0] - to_float(np.array([crowd.error]))[0]) <= law.second_moment_error[0, 0]


def test_how_few_agents_exceed_one_and_how_far_many_go() -> None:
    assert share(on_the_line(124, q(1, 8), 2, q(19, 4))) < 1 < share(on_the_line(125, q(1, 8), 2, q(19, 4)))
    assert share(in_the_plane(2, 2, q(1, 2), q(1, 4))) < 1 < share(in_the_plane(3, 2, q(1, 2), q(1, 4)))
    assert q(12, 5) < share(in_the_plane(1000, 3, q(28, 200), q(60, 200))) < q(5, 2)


@pytest.mark.parametrize("d", [1, 2])
def test_drawn_crowds_are_what_they_say(d: int) -> None:
    for i in draw(crowds(d, 3), 40):
        assert i.N >= 3
        assert 0 < i.decay * i.gamma <= 1
        assert (i.H - 1) * i.gamma * (i.squared_length + 2 * i.decay**2) <= 2 * i.decay
        for A in (i.noisy, i.quiet):
            assert (A.T @ A == A[:1] @ A[:1].T * np.eye(d, dtype=int)).all()
