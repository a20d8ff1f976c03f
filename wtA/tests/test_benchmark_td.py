"""What is timed as TD learning is the same TD learning."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.baselines import td_numpy
from benchmarks.td import agree, contestants
from benchmarks.td_cases import td_case, td_cases


@pytest.mark.parametrize("algorithm", ["fedlsa", "scafflsa"])
def test_loop_and_arrays_find_the_same_law(algorithm: str) -> None:
    case = td_case(2, 5, algorithm)
    assert agree(case, {"symfed": td_numpy.vectorised(case), "NumPy loop": td_numpy.loop(case)})["NumPy loop"] <= 9
    assert contestants(case).keys() == {"symfed", "NumPy loop", "NumPy over clients", "NumPy over clients and replicas"}


def test_symfed_has_that_law_and_another_step_size_is_noticed() -> None:
    case = td_case(2, 5, "scafflsa")
    own, other = contestants(case)["symfed"][0], td_numpy.vectorised(replace(case, gamma=case.gamma / 2))
    assert agree(case, {"symfed": own, "NumPy": td_numpy.vectorised(case)})["NumPy"] <= 9
    with pytest.raises(AssertionError, match="halved is"):
        agree(case, {"symfed": own, "halved": other})


def test_cases_are_those_that_are_promised() -> None:
    cases = td_cases()
    assert {(case.problem.num_clients, case.H, case.algorithm) for case in cases} == {
        (N, H, algorithm) for N in (10, 100) for H in (10, 100) for algorithm in ("fedlsa", "scafflsa")
    }
    assert all(case.problem.features.shape == (30, 8) for case in cases)
