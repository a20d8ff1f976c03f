"""The plan itself: what it chooses, says and refuses, and that simulation agrees with it."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sparse

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.planning.local import DataLocal, StackedRows, stacked_rows
from symfed.planning.losses import LeastSquares, Logistic, Loss, Softmax, gaussian_rule
from symfed.planning.passes import Federation, fold
from symfed.planning.plan import ClientsPlan, plan
from symfed.planning.progress import STAGES, progress_report
from symfed.planning.summary import newton
from symfed.workers import Workers

Rows = tuple[np.ndarray, np.ndarray, np.ndarray]


def rows(classes: int = 2, n: int = 120, d: int = 3, clients: int = 4) -> Rows:
    """Clients with different features and labels."""
    random = np.random.default_rng(7)
    ids = np.arange(n) % clients
    X = random.normal(size=(n, d)) + 0.7 * random.normal(size=(clients, d))[ids]
    scores = X @ random.normal(size=(d, classes)) + random.gumbel(size=(n, classes))
    return X, scores.argmax(axis=1), ids


@pytest.fixture(scope="module")
def made() -> ClientsPlan:
    return plan(rows(), l2=0.1, rounds=40, gradients=2000, local_steps=[2, 10, 50])


def test_it_says_what_to_run(made: ClientsPlan) -> None:
    assert set(made.best) == {"fedavg", "fedavg+rr", "scaffold"}
    assert made.recommended in made.best.values()
    assert made.gamma == made.recommended.gamma
    assert all(one.rounds <= 40 and one.gradients <= 2000 for one in made.best.values())
    assert all(one.low <= one.error <= one.high for one in [*made.best.values(), *made.grid])
    said = repr(made)
    assert "worth it?" in said
    assert "Run " in said
    assert all(len(line) <= 120 for line in made.table().splitlines())
    assert "<table>" in made._repr_html_()


def test_it_is_json_throughout(made: ClientsPlan) -> None:
    found = json.loads(json.dumps(made.as_dict(), allow_nan=False))
    assert set(found) == {"clients", "goal", "recommended", "reached", "best", "grid", "sentences", "notes", "proven", "check"}
    assert found == json.loads(made.to_json())
    assert len(found["clients"]["optimum"]) == 3


def test_nothing_of_the_budget_is_left_that_would_have_helped(made: ClientsPlan) -> None:
    for name, one in made.best.items():
        others = [
            made.predict(name, one.gamma * factor, one.H, int(one.rounds), int(one.last)) for factor in (0.5, 2) if factor * one.gamma < 0.2
        ]
        assert all(one.high <= 1.1 * other.high for other in others)  # the grid of steps has ratio sqrt(2)


def test_an_accuracy_is_reached_in_few_rounds() -> None:
    data = rows()
    asked: dict[str, Any] = dict(l2=0.1, gradients=5000, local_steps=[10])
    found = plan(data, accuracy=0.2, **asked)
    assert found.reached
    assert found.recommended.high <= 0.2
    fewer = plan(data, rounds=int(0.7 * found.recommended.rounds), **asked)
    assert min(one.high for one in fewer.best.values()) > 0.2


def test_an_accuracy_out_of_reach_is_said_to_be() -> None:
    found = plan(rows(), l2=0.1, accuracy=1e-4, gradients=500, local_steps=[5])
    assert not found.reached
    assert "No candidate" in repr(found)


@pytest.mark.parametrize("classes", [2, 3, 0])
def test_simulation_agrees(classes: int) -> None:
    X, y, ids = rows(max(classes, 2))
    targets = y if classes else X @ [1.0, -1.0, 0.5] + np.random.default_rng(1).normal(size=len(X))
    found = plan((X, targets, ids), l2=0.1, rounds=30, gradients=1500, batch=2, local_steps=[5, 20])
    # three standard errors beyond the interval: one false alarm in four hundred, for this seed decided once and for all
    for name in found.best:
        assert found.simulate(replicas=60, seed=3, method=name).inside


def test_the_check_stands_in_the_plan() -> None:
    found = plan(rows(n=40), l2=0.3, rounds=5, local_steps=[2], methods="fedavg", measure="loss", check=True)
    assert found.check is not None
    assert found.check.inside
    assert "Simulated" in repr(found)
    assert found.as_dict()["check"]["measured"] > 0


def test_client_order_and_sparse_features_change_nothing() -> None:
    X, y, ids = rows()
    asked: dict[str, Any] = dict(l2=0.1, rounds=10, local_steps=[5])
    dense = plan((X, y, ids), **asked)
    thin = plan((sparse.csr_array(X), y, ids), **asked)
    turned = plan((X[::-1], y[::-1], ids[::-1]), **asked)
    for other in (thin, turned):
        assert other.recommended.error == pytest.approx(dense.recommended.error, rel=1e-6)  # the optimum is found to 1e-8


def test_weights_by_examples_are_those_of_repeated_clients() -> None:
    """A client with two thirds of the samples counts twice: to first order, a mean over three clients two of which are alike."""
    X, y, ids = rows(n=120, clients=3)
    pairs = [(X[ids == c], y[ids == c]) for c in range(3)]
    joined = [pairs[0], tuple(np.concatenate(part) for part in zip(pairs[1], pairs[2], strict=True))]
    uniform, weighted = (plan(p, l2=0.1, rounds=10, local_steps=[1], weights=w) for p, w in ((pairs, "uniform"), (joined, "examples")))
    assert weighted.optimum == pytest.approx(uniform.optimum, rel=1e-6)
    with pytest.raises(InvalidInput, match="weights"):
        weighted.simulate()


def test_problems_are_planned_for_as_data_are() -> None:
    X, y, ids = rows()
    pairs = [(X[ids == c], y[ids == c]) for c in range(4)]
    problem = sf.LogisticProblem([a for a, _ in pairs], [2 * b - 1 for _, b in pairs], l2=0.1)
    one, other = plan(problem, rounds=10, local_steps=[3]), plan(pairs, l2=0.1, rounds=10, local_steps=[3])
    assert one.recommended == other.recommended
    assert plan(problem.minibatch(4), rounds=10, local_steps=[3]).summary.noise == pytest.approx(one.summary.noise / 4)


def test_the_default_ridge_is_one_over_the_samples() -> None:
    assert plan(rows(), rounds=5, local_steps=[1]).federation.clients.l2 == pytest.approx(1 / 120)


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        (dict(accuracy=0.0), "accuracy"),
        (dict(rounds=0), "rounds"),
        (dict(gradients=2.5), "gradients"),
        (dict(measure="squared"), "measure"),
        (dict(methods=["fedprox"]), "method"),
        (dict(participation=0.1), "participation"),
        (dict(start=[0.0]), "start"),
        (dict(local_steps=[0]), "local_steps"),
        (dict(gradients=3, batch=4), "gradients"),
        (dict(rounds=3, client="c"), "client"),
    ],
)
def test_bad_questions_are_refused(asked: dict[str, Any], named: str) -> None:
    with pytest.raises(InvalidInput, match=named):
        plan(rows(n=20), **{"l2": 0.1, "local_steps": [1], **asked})


def test_clients_all_alike_without_noise() -> None:
    found = plan(sf.QuadraticProblem([[[1.0]], [[1.0]]], [[1.0], [1.0]]), rounds=10, local_steps=[1, 2])
    assert found.recommended.high < 1e-12
    assert found.summary.gradient_heterogeneity == 0


def test_what_has_no_loss_is_refused() -> None:
    with pytest.raises(InvalidInput, match="no loss"):
        plan(sf.LinearProblem([[[[1.0]]]], [[[1.0]]]), rounds=3)


@pytest.mark.parametrize("loss", [LeastSquares(), Logistic(), Softmax(3)], ids=lambda loss: type(loss).__name__)
def test_slopes_and_curvatures_are_derivatives(loss: Loss) -> None:
    random, K, h = np.random.default_rng(5), loss.outputs, 1e-4
    scores, y = random.normal(size=(6, K)), np.array([1, -1, 1, 1, -1, 1]) if K == 1 else np.arange(6) % 3
    steps = h * np.eye(K)
    slopes = np.stack([(loss.values(scores + s, y) - loss.values(scores - s, y)) / (2 * h) for s in steps], axis=1)
    curvatures = np.stack([(loss.slopes(scores + s, y) - loss.slopes(scores - s, y)) / (2 * h) for s in steps], axis=2)
    assert loss.slopes(scores, y) == pytest.approx(slopes, abs=1e-7)  # central differences: h² times a third derivative below one
    assert loss.curvatures(scores) == pytest.approx(curvatures, abs=1e-7)
    root = random.normal(size=(6, K, K))
    C = root @ root.transpose(0, 2, 1)
    small = 1e-4  # averages over a spread of that size: what follows the bend is of its square
    bent = (loss.averaged(scores[None], np.ones(1), small * C, y).slopes[0] - loss.slopes(scores, y)) / small
    assert loss.bends(scores, C) == pytest.approx(bent, abs=1e-2 * float(np.abs(C).max()))


@pytest.mark.parametrize("K", [1, 2, 3, 5])
def test_the_rule_has_the_gaussian_moments(K: int) -> None:
    points, weights = gaussian_rule(K)
    for powers, moment in (((0,), 1), ((1,), 0), ((2,), 1), ((4,), 3), ((2, 2), 1), ((3, 1), 0)):
        if len(powers) <= K:
            value = weights @ np.prod([points[:, k] ** p for k, p in enumerate(powers)], axis=0)
            assert value == pytest.approx(moment, abs=1e-12)


@pytest.mark.parametrize("classes", [0, 2, 3])
def test_clients_met_together_are_those_met_alone(classes: int) -> None:
    """Clients of 3 to 40 samples: filling them up to the longest of a stack changes nothing."""
    random = np.random.default_rng(11)
    X, y, _ = rows(max(classes, 2), n=90)
    ids = np.repeat(np.arange(6), [3, 5, 40, 7, 15, 20])
    clients = sf.read_clients((X, y if classes else X @ [1.0, -1.0, 0.5], ids), l2=0.1, batch=2)
    federation = Federation(clients)
    theta, root = random.normal(size=(2, federation.num_parameters))
    points, weights = random.normal(size=(3, federation.num_parameters)), np.array([0.2, 0.5, 0.3])

    def meet(held: list[Any]) -> list[np.ndarray]:
        local = DataLocal(StackedRows.of(held), federation.loss, 0.1, 2, theta.reshape(-1, 3))  # type: ignore[arg-type]
        each = len(held), *points.shape
        spread = np.broadcast_to(np.outer(root, root), (len(held), len(root), len(root)))
        found = local.averaged(np.broadcast_to(points, each), weights, spread)
        return [*found, local.bends(spread[0]), local.squared_hessians(local.hessians()), local.worst_curvatures, local.values()]

    together, alone = meet(list(clients)), [meet([one]) for one in clients]
    for k, whole in enumerate(together):
        assert whole == pytest.approx(np.concatenate([one[k] for one in alone]), rel=1e-12, abs=1e-12)  # sums of forty numbers
    sizes = [[int(n) for n in (one.shares > 0).sum(axis=1)] for one in stacked_rows(clients, federation.num_parameters)]
    assert sizes == [[3, 5], [40, 7, 15, 20]]  # never more filling than samples


def test_work_on_workers_adds_up_in_the_same_order() -> None:
    X, y, ids = rows(clients=12)
    federation = Federation(sf.read_clients((X, y, ids), l2=0.1))
    here = newton(federation, lambda theta, work: fold(federation, theta, work))
    there = newton(federation, lambda theta, work: fold(federation, theta, work, Workers()))
    assert np.array_equal(here, there)


def test_progress_tells_every_stage_and_how_much_of_it_is_done() -> None:
    told: list[tuple[str, int, int]] = []
    plan(rows(n=40), l2=0.3, rounds=5, local_steps=[2], progress=lambda *one: told.append(one))
    assert list(dict.fromkeys(stage for stage, _, _ in told)) == list(STAGES)
    assert all(0 < done <= total for _, done, total in told)
    assert told[-1][1] == told[-1][2] == 4


def test_progress_goes_to_standard_error(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")  # a dumb terminal can take nothing back, and is shown nothing
    with progress_report(True) as report:
        assert report is not None
        for done in (1, 4, 1, 4):
            report(STAGES[0], done, 4)
    out, err = capsys.readouterr()
    assert out == ""
    assert "step 1 of 5, finding the optimum, pass 2" in err
    assert "left" in err


def test_a_picture_is_drawn(made: ClientsPlan, tmp_path: Path) -> None:
    made.plot(tmp_path / "plan.png")
    assert (tmp_path / "plan.png").read_bytes()[:4] == b"\x89PNG"
    with pytest.raises(InvalidInput, match="path"):
        made.plot(tmp_path / "plan.xyz")
    assert len(list(tmp_path.iterdir())) == 1


def test_one_client_is_held_at_a_time() -> None:
    """Of a stream that is larger than what is kept, nothing stays: at most one stack of clients is alive."""
    alive, most = 0, 0

    class Counted(DataLocal):
        def __post_init__(self) -> None:
            nonlocal alive, most
            alive += 1
            most = max(most, alive)
            super().__post_init__()

        def __del__(self) -> None:
            nonlocal alive
            alive -= 1

    X, y, ids = rows()
    clients = sf.read_clients((X, y, ids), l2=0.1)
    federation = Federation(clients)
    federation.locals = lambda theta: (  # type: ignore[method-assign]
        Counted(StackedRows.of([c]), Logistic(), 0.1, 1, theta.reshape(1, -1)) for c in clients
    )
    newton(federation, lambda theta, work: fold(federation, theta, work))
    assert most <= 2  # the one in hand while the next is made
    assert math.isfinite(most)
