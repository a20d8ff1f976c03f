"""Two runs of Scaffold that both move: the committed data are clients of the class, and the rule does what their numbers say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import flint
import numpy as np
import pytest

from proofs_checks.symfed.scaffold.whole_class.two_runs import ONE, TwoRuns, found, interpolated, stiffer
from proofs_checks.symfed.scaffold.whole_class.two_runs_search import worst
from symfed.models.algorithms import get_algorithm
from symfed.models.rounds import run_rounds

THREE, SIX = found()


@pytest.mark.parametrize("runs", [THREE, SIX])
def test_there_are_clients_with_these_data(runs: TwoRuns) -> None:
    assert interpolated(runs) is True
    assert interpolated(stiffer(runs)) is False
    assert interpolated(replace(runs, mu=ONE * 9 / 10)) is False


@pytest.mark.parametrize("name", ["along", "across", "values"])
def test_altered_data_are_no_clients(name: str) -> None:
    for place in ((0, 0), (1, 1), (2, 2)):
        altered = getattr(SIX, name).copy()
        altered[place if altered.ndim == 2 else place[0]] -= 1
        assert interpolated(replace(SIX, **{name: altered})) is False


@pytest.mark.parametrize("runs", [THREE, SIX])
def test_the_rule_ends_where_the_numbers_say(runs: TwoRuns) -> None:
    """Vectors with these products, by Cholesky: both clients follow their gradients; V after the round, in floats."""
    along, across = (np.linalg.cholesky(table.astype(float)) for table in (runs.along, runs.across))
    size, H = len(along), runs.H
    zero = np.zeros(size)

    def clients(k: int, in_mirror: bool = True, beyond: bool = True) -> np.ndarray[Any, Any]:
        one = np.concatenate([along[k] if in_mirror else zero, across[k] if beyond else zero])
        return np.stack([one, one * np.repeat([1, -1], size)])

    ends = []
    for run in (0, 1):
        start = clients(0, beyond=False)[0] * (1 - run)
        controls = clients(0, in_mirror=False) * (1 - run)
        steps = [clients(1 + run * H + h) for h in range(H)]

        def drawn(local: Any, t: int, h: int, steps: Any = steps) -> Any:
            return steps[h]

        ends.append((run_rounds(get_algorithm("scaffold"), drawn, start, 1.0, H, 2, xi=controls / H)[-1], start, controls))
    (after, xi), (other, other_xi) = ends[0][0], ends[1][0]

    def distance(point: Any, controls: Any) -> float:
        return float((point**2).sum() + (controls**2).sum() / 2)

    later, before = distance(after - other, H * (xi - other_xi)), distance(ends[0][1] - ends[1][1], ends[0][2] - ends[1][2])
    said = runs.distances()
    assert later == pytest.approx(float(said[0]), abs=1e-9)  # products of some hundred floats near one
    assert before == pytest.approx(float(said[1]), abs=1e-9)


def test_the_first_run_follows_its_gradients() -> None:
    points = THREE.points()
    assert points[0] == ([ONE, *[0 * ONE] * 6], [0 * ONE] * 7)
    assert points[2] == ([ONE, -ONE, -ONE, *[0 * ONE] * 4], [-ONE * 2 / 3, -ONE, -ONE, *[0 * ONE] * 4])
    assert points[5][0][4:6] == [-ONE, -ONE]


def test_two_local_steps_contract_as_towards_the_optimum_and_three_do_not() -> None:
    """By the semidefinite program, whose solver is right to 1e-6."""
    assert worst(2, 0.1)[0] == pytest.approx(0.9**4, abs=1e-5)
    assert worst(3, 1 / 9)[0] > (8 / 9) ** 6 + 0.01
    assert worst(3, 1 / 9, L=2 / 3)[0] == pytest.approx((8 / 9) ** 6, abs=1e-5)  # gamma H L = 2


def test_the_margin_is_what_the_row_says() -> None:
    after, before = SIX.distances()
    assert after == flint.fmpq(10393, 10000)
    assert before == 1
