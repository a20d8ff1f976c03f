"""What people type first, and do not mean: each answer says what to write instead, and none is a traceback of arithmetic."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, LongStep
from symfed.planning.plan import ClientsPlan, plan


@pytest.fixture(scope="module")
def rows() -> tuple[Any, Any, Any]:
    random = np.random.default_rng(3)
    X = random.normal(size=(60, 3))
    return X, (X @ [1.0, -1.0, 0.5] + random.logistic(size=60) > 0).astype(int), np.arange(60) % 3


@pytest.fixture(scope="module")
def made(rows: tuple[Any, Any, Any]) -> ClientsPlan:
    return plan(rows, l2=0.1, rounds=10, gradients=200, local_steps=[5, 20])


def test_an_accuracy_out_of_reach_is_approached_as_closely_as_the_budget_allows(rows: tuple[Any, Any, Any], made: ClientsPlan) -> None:
    found = plan(rows, l2=0.1, rounds=10, gradients=200, local_steps=[5, 20], accuracy=1e-6)
    assert not found.reached
    assert {name: (one.gamma, one.H, one.rounds) for name, one in found.best.items()} == {
        name: (one.gamma, one.H, one.rounds) for name, one in made.best.items()
    }
    json.dumps(found.as_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("asked", "said"), [({"rounds": math.inf}, "rounds"), ({"accuracy": "10%"}, "accuracy"), ({"local_steps": "5"}, "'5'")]
)
def test_budgets_are_numbers(rows: tuple[Any, Any, Any], asked: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        plan(rows, l2=0.1, **asked)


def test_an_accuracy_out_of_reach_at_any_length_is_written(rows: tuple[Any, Any, Any]) -> None:
    assert "for as long as it takes" in repr(plan(rows, l2=0.1, local_steps=[5], accuracy=1e-9))


@pytest.mark.filterwarnings("ignore::symfed.core.errors.LongStep")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("fedavg", [0.1, 0.2], 5), "gamma"),
        (("fedavg", 0, 5), "gamma"),
        (("fedavg", math.nan, 5), "gamma"),
        (("fedavg", 0.1, 2.5), "H"),
        (("fedavg", 0.1, 5, 10, 20), "last"),
        (("fedavg", 50, 1000), "grow"),
        (("fedprox", 0.1, 5), "method"),
    ],
)
def test_predictions_of_nonsense_are_refused(made: ClientsPlan, asked: tuple[Any, ...], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        made.predict(*asked)


def test_methods_are_known_by_the_names_that_are_printed(made: ClientsPlan) -> None:
    assert made.predict("FedAvg", 0.05, 5.0) == made.predict("fedavg", 0.05, 5)  # type: ignore[arg-type]
    assert str(made.predict("Scaffold", 0.05, 5, rounds=20)).startswith("scaffold, gamma = 0.05, H = 5, 20 rounds: error ")
    assert made.simulate(replicas=4.0, method="FedAvg").replicas == 4  # type: ignore[arg-type]


def test_beyond_the_steps_that_a_plan_tries_predictions_warn(made: ClientsPlan) -> None:
    with pytest.warns(LongStep, match="largest that a plan tries"):
        made.predict("fedavg", 1.1 * made.study.largest_step, 2)


def test_a_long_summary_shows_no_matrices(made: ClientsPlan) -> None:
    assert "hessian=array" not in repr(made.summary)


def test_weights_that_are_not_simulated_are_refused_before_the_work(rows: tuple[Any, Any, Any]) -> None:
    with pytest.raises(InvalidInput, match="not simulated"):
        plan(rows, l2=0.1, rounds=5, weights="examples", check=True, progress=lambda *_: pytest.fail("work was begun"))


def test_problems_without_noise_and_single_clients_are_planned_for(rows: tuple[Any, Any, Any]) -> None:
    quiet = plan(sf.QuadraticProblem(hessians=[[[1, 0], [0, 2]], [[3, 1], [1, 2]]], optima=[[1, 0], [0, 1]]), rounds=20, local_steps=[1, 2])
    assert quiet.recommended.spread == 0
    alone = plan((rows[0], rows[1], np.zeros(60)), l2=0.1, rounds=5, local_steps=[5], methods="FedAvg")
    assert "differs most" not in repr(alone)


def test_the_answer_on_control_variates_is_that_of_the_recommendation(made: ClientsPlan) -> None:
    quadratic = sf.QuadraticProblem(hessians=[[[1, 0], [0, 2]], [[3, 1], [1, 2]]], optima=[[1, 0], [0, 1]], noise=[[1, 0], [0, 1]])
    for found in (made, plan(quadratic, rounds=20)):
        assert ("worth it? Yes" in repr(found)) is (found.method.name == "scaffold")


def test_columns_on_wild_scales_are_named_as_the_reason(rows: tuple[Any, Any, Any]) -> None:
    X, y, ids = rows
    found = plan((X * [1.0, 1e3, 1e-3], y, ids), l2=1e-3, rounds=5, gradients=50, local_steps=[5], methods="fedavg")
    assert any("different scales" in note for note in found.notes)


def test_data_say_what_to_write(rows: tuple[Any, Any, Any], tmp_path: Path) -> None:
    X, y, ids = rows
    np.savez(tmp_path / "d.npz", X=X, y=y, ids=ids.astype(str).astype(object))
    with pytest.raises(InvalidInput, match="save names as text"):
        sf.read_clients(tmp_path / "d.npz", l2=1)
    with pytest.raises(InvalidInput, match="pair features with targets"):
        sf.read_clients(([X, X, X], [y, y, y]), l2=1)
    with pytest.raises(InvalidInput, match="loss='softmax'"):
        sf.read_clients((X, ids, ids), l2=1, loss="logistic")
    with pytest.raises(InvalidInput, match="by `features`"):
        sf.read_clients((np.array([["m", "1"], ["f", "2"]]), [0, 1], [0, 1]), l2=1)
