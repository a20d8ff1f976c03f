"""Streams, simulation and Monte Carlo."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import ScalarProblem
from symfed.reference import iterates, simulate, stationary, stream
from symfed.reference.simulation.plan import burn_in_rounds
from tests.reference.helpers import label

PLANE = sf.QuadraticProblem([[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]], [[[1, 1], [1, 1]], [[2, 0], [0, 1]]])
CURVE = ScalarProblem(
    [[theta**2 / 2 + sp.log(1 + sp.exp(theta)), theta**2 - theta], [theta**2 / 3 + sp.cosh(theta) / 5]],
    [[Fraction(1, 4), Fraction(3, 4)], [1]],
)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))


def test_streams_depend_on_seed_name_and_indices_only():
    draws = [stream(*key).random(3).tolist() for key in [(0, "a"), (1, "a"), (0, "b"), (0, "a", 0), (0, "a", 1), (0, "a", 1, 0)]]
    assert len({tuple(d) for d in draws}) == len(draws)
    stream(0, "a").random(100)
    assert stream(0, "a").random(3).tolist() == draws[0]
    with pytest.raises(InvalidInput, match="seed = -1"):
        stream(-1, "a")


def test_the_same_seed_gives_the_same_bits():
    one, two, other = (simulate("fedavg", CURVE, 0.1, 2, 50, replicas=7, seed=s, record=10) for s in (3, 3, 4))
    assert one.trajectory.tobytes() == two.trajectory.tobytes()
    assert one.mean.tobytes() == two.mean.tobytes()
    assert one.mean[0] != other.mean[0]


def test_shapes_counts_and_record():
    run = simulate("fedavg", PLANE, 0.1, 3, 20, replicas=5, burn_in=10, record=6)
    assert run.client_steps == 2 * 3 * 20 * 5
    assert run.trajectory.shape == (4, 5, 2)  # the start and rounds 6, 12, 18
    assert (run.trajectory[0] == PLANE.optimum.astype(float)).all()
    assert run.mean.shape == run.mean_error.shape == (2,)
    assert run.second_moment.shape == (2, 2)
    assert simulate("fedavg", PLANE, 0.1, 3, 20).trajectory is None
    assert np.isnan(simulate("fedavg", PLANE, 0.1, 3, 1).mean_error).all()


def test_averages_are_those_of_the_recorded_states():
    run = simulate("fedavg", PLANE, 0.1, 2, 30, replicas=4, burn_in=10, record=1)
    kept = run.trajectory[11:]
    distance = kept - PLANE.optimum.astype(float)
    np.testing.assert_allclose(run.mean, kept.mean(axis=(0, 1)), atol=1e-14)  # 80 additions of numbers near one
    np.testing.assert_allclose(run.second_moment, np.einsum("tri,trj->ij", distance, distance) / 80, atol=1e-14)
    np.testing.assert_allclose(run.mean_error, kept.mean(axis=0).std(axis=0, ddof=1) / 2, atol=1e-14)


@pytest.mark.parametrize("problem", [PLANE, CURVE], ids=["plane", "curve"])
def test_without_noise_it_is_the_deterministic_iteration(problem):
    start = np.full(problem.dim, 0.3)
    run = simulate("fedavg_deterministic", problem, 0.1, 3, 5, start=start, record=1)
    np.testing.assert_allclose(run.trajectory[:, 0], iterates("fedavg", problem, 0.1, 3, 5, start), atol=1e-14)  # same operations


@pytest.mark.parametrize(("algorithm", "problem"), [("fedavg", PLANE), ("fedavg", CURVE), (FEDPROX, CURVE), ("sgd", CURVE)], ids=label)
def test_montecarlo_agrees_with_the_truth(algorithm, problem):
    H = 1 if algorithm == "sgd" else 3
    truth = stationary(algorithm, problem, Fraction(1, 10), H)
    chance = stationary(algorithm, problem, Fraction(1, 10), H, method="montecarlo", seed=2, budget=1_500_000)
    # five standard errors: false alarm 6e-7 for each number compared
    assert (np.abs(chance.mean - truth.mean.astype(float)) < 5 * chance.error).all()
    assert (np.abs(chance.second_moment - truth.second_moment.astype(float)) < 5 * chance.second_moment_error).all()
    assert (chance.method, chance.rigorous) == ("montecarlo", False)


def test_montecarlo_would_notice_a_wrong_noise_or_H():
    # power: the same run against the truth for other noise and for H - 1
    chance = stationary("fedavg", CURVE, Fraction(1, 10), 3, method="montecarlo", seed=2, budget=1_500_000)
    for wrong in (stationary("fedavg_deterministic", CURVE, 0.1, 3), stationary("fedavg", CURVE, 0.1, 2)):
        off = (
            np.abs(chance.mean - wrong.mean)[0] / chance.error[0],
            np.abs(chance.second_moment - wrong.second_moment)[0, 0] / (chance.second_moment_error[0, 0]),
        )
        assert max(off) > 5


def test_burn_in_forgets_the_start():
    rounds = burn_in_rounds(0.1, 1.0, 3)
    assert 0.9 ** (3 * rounds) <= 1e-3 < 0.9 ** (3 * (rounds - 1))
    assert burn_in_rounds(1.0, 1.0, 3) == 1


def test_progress_is_reported_to_the_caller(capsys):
    seen = []
    simulate("fedavg", CURVE, 0.1, 1, 250, progress=lambda done, total: seen.append((done, total)))
    assert seen[-1] == (250, 250)
    assert len(seen) > 50
    assert capsys.readouterr() == ("", "")


def test_auto_chooses_by_what_applies():
    bent = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g * (1 + g * g / 100))
    many = sf.LogisticProblem([np.eye(4)], [[1, 1, -1, -1]], 1)
    small = 10_000
    assert stationary("fedavg", PLANE, 0.1, 1).method == "exact"
    assert stationary("fedavg", CURVE, 0.1, 1).method == "quadrature"
    assert stationary(bent, CURVE, 0.1, 1).method == "quadrature"
    assert stationary(bent, PLANE, 0.1, 1, budget=small).method == "montecarlo"
    assert stationary("fedavg", many, 0.1, 1, budget=small).method == "montecarlo"
    with pytest.raises(InvalidInput, match="method = 'guess': must be one of auto, exact"):
        stationary("fedavg", PLANE, 0.1, 1, method="guess")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"gamma": 1.0}, r"does not contract: spectral radius 3.09629, must be < 1; stable up to gamma = 0.488"),
        ({"H": 0}, "H = 0"),
        ({"rounds": 0}, "rounds = 0: must be an integer >= 1"),
        ({"replicas": 0}, "replicas = 0"),
        ({"burn_in": 10}, "must be less than rounds = 10"),
        ({"record": -1}, "record = -1"),
        ({"start": [0, 0, 0]}, "start = "),
        ({"rounds": float("nan")}, "rounds = nan: must be an integer >= 1"),
        ({"replicas": "many"}, "replicas = 'many'"),
        ({"burn_in": "later"}, "burn_in = 'later': must be an integer >= 0 or \"auto\""),
        ({"burn_in": "auto"}, "burn_in = 66: must be less than rounds = 10"),
    ],
)
def test_bad_arguments_are_named(wrong, message):
    arguments = {"gamma": 0.1, "H": 1, "rounds": 10} | wrong
    with pytest.raises(InvalidInput, match=message):
        simulate("fedavg", PLANE, **arguments)


@pytest.mark.parametrize("engine", ["numpy", "compiled"])
def test_what_overflows_is_refused_by_the_step_size(engine):
    away = sf.Algorithm("away", local_step=lambda x, g, gamma: x + gamma * g)
    with pytest.raises(UnstableStep, match="the iterates overflow within"):
        simulate(away, PLANE, 0.1, 5, 2000, replicas=3, engine=engine)


@pytest.mark.parametrize("engine", ["numpy", "compiled"])
def test_scaffold_learns_the_gradients_at_the_optimum(engine):
    quiet = sf.QuadraticProblem(PLANE.hessian_matrices, PLANE.optima)
    run = simulate("scaffold", quiet, 0.1, 4, 400, burn_in=399, start=[3, 3], engine=engine)
    # without noise it converges: the distance shrinks by more than 0.8 a round, and 0.8^400 is nothing
    np.testing.assert_allclose(run.mean, quiet.optimum.astype(float), atol=1e-13)
    np.testing.assert_allclose(run.control_variates, -quiet.gradients.astype(float), atol=1e-13)
    assert simulate("fedavg", quiet, 0.1, 4, 5, engine=engine).control_variates is None


@pytest.mark.parametrize("engine", ["numpy", "compiled"])
def test_control_variates_are_averaged_over_kept_rounds_and_replicas(engine):
    # one round from theta*, and one more: xi is the mean of two rounds over five replicas, checked through its update rule
    states = [simulate("scaffold", PLANE, 0.1, 1, k, replicas=5, engine=engine, seed=3, record=1) for k in (1, 2)]
    last = 2 * states[1].control_variates - states[0].control_variates  # the mean over replicas after round two alone
    assert states[0].control_variates.sum(axis=0) == pytest.approx([0, 0], abs=1e-13)  # drifts from the mean sum to zero
    assert last.sum(axis=0) == pytest.approx([0, 0], abs=1e-13)
    assert abs(last).min() > 1e-3


def test_auto_compiles_where_it_pays(monkeypatch):
    seen = []
    for name in ("Vectorised", "Lanes"):
        module = "symfed.reference.simulation.run" if name == "Vectorised" else "symfed.reference.simulation.kernels.lanes"
        monkeypatch.setattr(f"{module}.{name}", lambda *a, name=name: seen.append(name) or (_ for _ in ()).throw(Halt))
    for rounds in (10, 10**6):
        with pytest.raises(Halt):
            simulate("fedavg", PLANE, 0.1, 1, rounds)
    with pytest.raises(Halt):
        simulate("fedavg", CURVE, 0.1, 1, 10**6)  # no kernel for a user's own losses
    assert seen == ["Vectorised", "Lanes", "Vectorised"]


class Halt(Exception):
    """Raised instead of building an engine."""


def test_the_reference_loads_no_derivation():
    rooms = ("symfed.derive", "symfed.formulas", "symfed.numeric")
    code = f"import sys, symfed.reference; print([m for m in sys.modules if m.startswith({rooms})])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
