"""A sweep gives the same numbers wherever it runs, in the order of its grid, and no cell stops another."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import sympy as sp
from distributed import LocalCluster

from symfed.core.errors import InvalidInput
from symfed.core.symbols import theta
from symfed.models.algorithm import Algorithm
from symfed.models.problems import LogisticProblem, QuadraticProblem, ScalarProblem
from symfed.reference import Sweep, stationary, sweep
from symfed.reference.simulation.progress import Interrupted

HALF = Fraction(1, 2)


def quadratic(N: int) -> QuadraticProblem:
    return QuadraticProblem([[[c]] for c in range(1, N + 1)], [[c * c] for c in range(N)], [[1]])


PROBLEMS = {
    "exact": quadratic(2),
    "curved": ScalarProblem([[theta**2 / 2, theta**2 + sp.log(1 + sp.exp(theta))], [(theta - 1) ** 2]]),
    "sampled": LogisticProblem([[[1.0], [2.0]], [[-1.0], [0.5]]], [[1, -1], [1, 1]], 0.5),
}
GAMMAS, HS = [Fraction(1, 8), 0.25, 5], [1, 3]


@pytest.fixture(scope="module")
def alone() -> Sweep:
    return swept()


def swept(**options: Any) -> Sweep:
    """One grid with an exact, a quadrature and, where 5 is too large a step, no answer; and one of simulations."""
    return sweep("fedavg", PROBLEMS, GAMMAS, HS, digits=15, **options)


def simulated(seed: int = 0, gammas: tuple[Any, ...] = (0.5, 0.25), hs: tuple[int, ...] = (1, 2), **options: Any) -> Sweep:
    problems = {name: PROBLEMS[name] for name in ("sampled", "curved")}
    return sweep("fedavg", problems, gammas, hs, "montecarlo", budget=20_000, seed=seed, **options)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = str(tmp_path_factory.mktemp("dask"))
    with LocalCluster(
        n_workers=2, threads_per_worker=2, host="127.0.0.1", dashboard_address=":0", local_directory=folder, silence_logs=50
    ) as found:
        yield found.scheduler_address


@pytest.fixture(params=["processes", "dask"])
def elsewhere(request: pytest.FixtureRequest) -> dict[str, Any]:
    return {"jobs": 2} if request.param == "processes" else {"scheduler": request.getfixturevalue("cluster")}


def same(one: Sweep, two: Sweep) -> bool:
    """Cell for cell in the same place with the same answer, every mpmath digit and every bit of a float included."""
    if [(a.problem, a.gamma, a.H, a.failure) for a in one.cells] != [(b.problem, b.gamma, b.H, b.failure) for b in two.cells]:
        return False
    laws = [(a.law, b.law) for a, b in zip(one.cells, two.cells, strict=True) if a.law or b.law]
    return all(a and b and (a.mean == b.mean).all() and (a.second_moment == b.second_moment).all() for a, b in laws)


def test_the_same_numbers_in_processes_and_on_dask(alone: Sweep, elsewhere: dict[str, Any]) -> None:
    assert same(swept(**elsewhere), alone)
    assert same(simulated(**elsewhere), simulated())


def test_every_cell_is_what_stationary_says(alone: Sweep) -> None:
    for cell in alone.cells:
        if cell.law is not None:
            again = stationary("fedavg", PROBLEMS[cell.problem], cell.gamma, cell.H, digits=15)
            assert (again.mean == cell.law.mean).all()
            assert cell.law.method == again.method
    assert [cell.law.method for cell in alone.cells if cell.law] == ["exact"] * 4 + ["quadrature"] * 8


def test_the_order_is_the_grids_and_not_that_of_the_answers() -> None:
    slow_first = sweep("fedavg", {"slow": PROBLEMS["curved"], "quick": quadratic(1)}, [Fraction(1, 8)], [40, 1], digits=60, jobs=2)
    order = [(cell.problem, cell.H) for cell in slow_first.cells]
    assert order == [("slow", 40), ("slow", 1), ("quick", 40), ("quick", 1)]
    assert [cell.law.method for cell in slow_first.cells if cell.law] == ["quadrature"] * 2 + ["exact"] * 2


def test_a_cell_that_fails_says_why_and_stops_no_other(alone: Sweep) -> None:
    failed = [cell for cell in alone.cells if cell.law is None]
    assert [cell.gamma for cell in failed] == [5] * 6
    assert all("gamma = 5" in cell.failure for cell in failed)
    assert failed[0].failure.startswith("UnstableStep: ")
    assert all(cell.failure == "" for cell in alone.cells if cell.law)


def test_an_error_that_nobody_foresaw_is_told_in_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(algorithm: Algorithm, problem: Any, gamma: Any, H: int, **options: Any) -> Any:
        if H == 2:
            raise ZeroDivisionError("by H - 2")
        return stationary(algorithm, problem, gamma, H, **options)

    monkeypatch.setattr(importlib.import_module("symfed.reference.sweep"), "stationary", fragile)
    found = sweep("fedavg", quadratic(2), [HALF], [1, 2, 3])
    assert [cell.failure for cell in found.cells] == ["", "ZeroDivisionError: by H - 2", ""]


def test_seeds_belong_to_cells_and_not_to_places() -> None:
    grid, small, other = simulated(), simulated(gammas=(0.25,), hs=(2,)), simulated(seed=1)
    assert (grid.array("mean")[:, 1, 1] == small.array("mean")[:, 0, 0]).all()
    assert not (grid.array("mean") == other.array("mean")).any()


def test_no_two_cells_share_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []
    monkeypatch.setattr(importlib.import_module("symfed.reference.sweep"), "stationary", lambda *_, seed, **__: seeds.append(seed))
    sweep("fedavg", {"one": quadratic(1), "two": quadratic(1)}, [HALF, 0.25, 0.125], [1, 2])
    assert len(set(seeds)) == 12


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupt_keeps_the_cells_that_are_done(jobs: int) -> None:
    def stop(done: int, total: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match="stopped after 3 of 12 cells") as caught:
        sweep("fedavg", quadratic(2), [Fraction(1, k) for k in (4, 5, 6)], [1, 2, 3, 4], jobs=jobs, progress=stop)
    partial = caught.value.partial
    assert len(partial.cells) == 12
    assert sum(cell.law is not None for cell in partial.cells) == 3
    assert not any(cell.failure for cell in partial.cells)
    assert np.isnan(partial.array("mean")).sum() == 9
    assert [row["H"] for row in partial.rows()] == [1, 2, 3, 4] * 3


def test_progress_counts_cells_and_leaves_standard_output_alone(capsys: pytest.CaptureFixture[str]) -> None:
    seen: list[tuple[int, int]] = []
    sweep("fedavg", quadratic(1), [HALF], [1, 2, 3], progress=lambda done, total: seen.append((done, total)))
    assert seen == [(1, 3), (2, 3), (3, 3)]
    sweep("fedavg", quadratic(1), [HALF], [1, 2], progress=True)
    assert capsys.readouterr().out == ""


def test_the_number_of_clients_is_swept_by_key() -> None:
    found = sweep("fedavg", {N: quadratic(N) for N in (1, 2, 3)}, [Fraction(1, 8)], [1, 2])
    assert [(row["problem"], row["num_clients"]) for row in found.rows()] == [(N, N) for N in (1, 1, 2, 2, 3, 3)]
    assert found.array("bias").shape == (3, 1, 2, 1)
    assert found.array("second_moment").shape == (3, 1, 2, 1, 1)


def test_a_small_bias_keeps_its_digits() -> None:
    far = QuadraticProblem([[[1]], [[2]]], [[10**9], [10**9 + 1]])
    found = sweep("fedavg", far, [Fraction(1, 10**8)], [2])
    law = found.cells[0].law
    assert law is not None
    assert found.array("bias").item() == float((law.mean - far.optimum)[0])
    assert 0 < abs(found.array("bias").item()) < 1e-7  # the spacing of floats near 1e9 is 1.2e-7


def test_a_rule_of_ones_own_needs_no_module() -> None:
    rule = Algorithm("damped", local_step=lambda x, g, gamma: x - gamma * g / 2)
    here, there = (sweep(rule, quadratic(2), [HALF], [1, 2], jobs=jobs) for jobs in (1, 2))
    assert same(here, there)
    assert all(cell.law for cell in there.cells)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"problems": []}, "problems = .*at least one"),
        ({"problems": [3]}, "must be a problem"),
        ({"gammas": []}, "gammas = .*at least one"),
        ({"gammas": [0.1, -1]}, r"gammas\[1\] = -1: must be positive"),
        ({"gammas": ["x"]}, r"gammas\[0\] = 'x'"),
        ({"hs": [1, 0]}, "H = 0: must be a positive integer"),
        ({"method": "magic"}, "method = 'magic'"),
        ({"jobs": 0}, "jobs = 0"),
    ],
)
def test_what_no_cell_could_take_is_refused_before_any_runs(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        sweep(**({"algorithm": "fedavg", "problems": quadratic(1), "gammas": [HALF], "hs": [1]} | change))


def test_arrays_have_one_shape_and_known_names() -> None:
    plane = QuadraticProblem([[[1, 0], [0, 1]]], [[0, 0]])
    mixed = sweep("fedavg", [quadratic(1), plane], [HALF], [1])
    with pytest.raises(InvalidInput, match=r"dimensions \[1, 2\]; use rows"):
        mixed.array("mean")
    with pytest.raises(InvalidInput, match="quantity = 'variance'"):
        mixed.array("variance")
    assert [len(row["mean"]) for row in mixed.rows()] == [1, 2]
