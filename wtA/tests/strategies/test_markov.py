"""Markov reward processes and TD problems stay within what was asked of them; shrinking ends at zeros and ones."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis.errors import NoSuchExample

from symfed.core.errors import InvalidInput
from symfed.models.problems import TDProblem
from symfed.strategies import Strategy, draw, markov_processes, td_problems

FEW = settings(max_examples=6, suppress_health_check=list(HealthCheck))
QUIET = settings(max_examples=30, derandomize=True, database=None, phases=[Phase.generate, Phase.shrink])


def reached(strategy: Strategy, wanted: Any) -> bool:
    try:
        find(strategy, wanted, settings=QUIET)
    except NoSuchExample:
        return False
    return True


@given(td_problems(2, 3, (3, 4), heterogeneity=Fraction(1, 4), spread=2))
@FEW
def test_clients_are_as_alike_as_was_asked(problem: TDProblem) -> None:
    assert problem.exact
    first = problem.environments[0]
    assert first.num_states in (3, 4)
    for environment in problem.environments:
        assert all(abs(entry) <= flint.fmpq(1, 4) for entry in (environment.transition - first.transition).flat)
        assert all(abs(entry) <= 2 for entry in environment.rewards)


def test_what_can_be_reached() -> None:
    assert reached(td_problems(2, 2), lambda p: (p.environments[0].transition != p.environments[1].transition).any())
    assert not reached(td_problems(2, 2, heterogeneity=0), lambda p: (p.mean_matrices[0] != p.mean_matrices[1]).any())
    assert reached(td_problems(2, 1), lambda p: (p.mean_matrices[0] != p.mean_matrices[0].T).any())
    assert {p.environments[0].num_states for p in draw(td_problems(2, 1), 40)} == {2, 3, 4}
    assert len({str(p.discount) for p in draw(markov_processes(2), 40)}) == 4
    assert not reached(markov_processes(2, discount=Fraction(1, 3)), lambda p: p.discount != flint.fmpq(1, 3))
    assert not reached(td_problems(1, 1, exact=False), lambda p: p.exact)


def test_shrinking_ends_at_a_walk_in_a_circle() -> None:
    simplest = find(td_problems(3, 1), lambda p: True, settings=QUIET)
    world = simplest.environments[0]
    assert world.transition.tolist() == np.roll(np.eye(3, dtype=int), 1, axis=1).tolist()
    assert simplest.features.tolist() == np.eye(3, dtype=int).tolist()
    assert (world.rewards.tolist(), world.discount) == ([0, 0, 0], 0)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: td_problems(2, 1, 1), "states = 1: must be at least d = 2"),
        (lambda: td_problems(1, 1, heterogeneity=2), "heterogeneity = 2: must be at most 1"),
        (lambda: td_problems(1, 1, heterogeneity=0.5), "heterogeneity = 0.5: must be an integer or a fraction"),
        (lambda: markov_processes(0), "states = 0: must be a positive integer or a range"),
    ],
)
def test_bad_wishes_are_refused_by_name(make: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        find(make(), lambda value: True, settings=QUIET)
