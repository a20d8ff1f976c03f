"""Flower's own FedAvg, and Scaffold in Flower, settle where symfed predicts: `make test-flower`. See docs/flower.md."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from benchmarks.flower.cases import CASES, METHODS, Case
from benchmarks.flower.compare import BATCHES, Compared, FlowerFailed, compare, federated, in_flower, limit, setting_of
from benchmarks.flower.deployed import deployed

PYTHON = Path(__file__).resolve().parents[2] / ".venv-flower/bin/python"
ROUNDS = 1000


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Compared]:
    wanted = [(case, method) for case in CASES for method in METHODS]
    return {(one.case.name, one.method): one for one in compare(wanted, ROUNDS, PYTHON)}


@pytest.fixture(scope="module")
def bound(found: dict[tuple[str, str], Compared]) -> float:
    """For all comparisons of this file; the runs are seeded, so that the test always gives the same answer."""
    return limit(sum(len(one.distances()) for one in found.values()))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("method", METHODS)
def test_what_flower_measures_is_predicted(found: dict[tuple[str, str], Compared], bound: float, case: Case, method: str) -> None:
    one = found[case.name, method]
    assert ROUNDS / BATCHES > 2 * one.case.memory, "batches are longer than what a round remembers"
    assert one.distances().max() <= bound, one.distances()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_other_predictions_are_told_apart(found: dict[tuple[str, str], Compared], bound: float, case: Case) -> None:
    """No bias at all, the opposite one, and that of the other method are far outside."""
    plain, corrected = found[case.name, "fedavg"], found[case.name, "scaffold"]
    bias = plain.predicted.plan.bias * plain.predicted.direction
    for wrong in (plain.optimum, plain.optimum - bias):
        assert plain.from_mean(wrong).max() > 2 * bound
    assert corrected.from_mean(plain.optimum + bias).max() > 2 * bound
    assert (plain.flower.mean - plain.optimum) @ plain.predicted.direction > 0.9 * plain.predicted.plan.bias


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("method", METHODS)
def test_symfeds_simulator_agrees_with_flower(found: dict[tuple[str, str], Compared], bound: float, case: Case, method: str) -> None:
    one = found[case.name, method]
    together = np.sqrt(one.simulated.mean_error**2 + one.flower.mean_error**2)
    assert np.all(abs(one.simulated.mean - one.flower.mean) <= bound * together)


def test_a_deployment_over_sockets_does_the_same_to_the_last_bit(tmp_path: Path) -> None:
    """Flower's SuperLink and SuperNodes on this machine, two clients of a case, three rounds: what `federation.py` is short for."""
    setting = setting_of(CASES[1], "scaffold", rounds=3)
    two = {name: value for name, value in setting.items() if not name.startswith(("features_", "targets_")) or name[-1] in "01"}
    assert np.array_equal(deployed(two, PYTHON, tmp_path), federated(two, PYTHON)[0])


def test_a_failure_says_what_flower_said(tmp_path: Path) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\necho no such federation >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(FlowerFailed, match="no such federation"):
        in_flower(CASES[1], "fedavg", 10, broken)
