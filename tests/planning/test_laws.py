"""Predictions against what is derived and what is exact: to first order on logistic clients, without error on quadratic ones."""

from __future__ import annotations

import math

import numpy as np
import pytest

import symfed as sf
from symfed.planning.law import over_rounds
from symfed.planning.plan import ClientsPlan
from symfed.planning.rounds import geometric, joint_decay, joint_geometric, steps_rule, twice_geometric


def quadratic(seed: int, N: int = 4, d: int = 3) -> sf.QuadraticProblem:
    random = np.random.default_rng(seed)
    roots = random.normal(size=(2, N, d, d))
    hessians, noise = (A @ A.transpose(0, 2, 1) / d + 0.1 * np.eye(d) for A in roots)
    return sf.QuadraticProblem(hessians, random.normal(size=(N, d)), noise)


def logistic(seed: int, N: int = 3, d: int = 2) -> sf.LogisticProblem:
    random = np.random.default_rng(seed)
    return sf.LogisticProblem(random.normal(size=(N, 12, d)), random.choice([-1, 1], size=(N, 12)), l2=0.3)


def planned(problem: object, **asked: object) -> ClientsPlan:
    return sf.plan(problem, rounds=50, local_steps=[2], **asked)


@pytest.mark.parametrize("H", [1, 2, 3, 10])
def test_three_nodes_are_a_mean_over_the_steps(H: int) -> None:
    nodes, weights = steps_rule(H)
    for degree in range(6):
        exact = np.mean([float(h) ** degree for h in range(H)])
        assert weights @ nodes**degree == pytest.approx(exact, rel=1e-12, abs=1e-12)  # some roundings of numbers below 10^5


def test_sums_of_powers() -> None:
    z = np.array([0.0, 1e-9, 1e-3, 0.4, 1.0, 1.7])
    for n in (1, 2, 7):
        powers = (1 - z) ** np.arange(n)[:, None]
        assert geometric(z, n) == pytest.approx(powers.sum(axis=0), rel=1e-12)
        sums = sum((powers[:h].sum(axis=0) for h in range(n)), 0 * z)
        assert twice_geometric(z, n) == pytest.approx(sums, rel=1e-6)  # below 1e-4 two terms of the series


def test_sums_of_powers_of_pairs() -> None:
    z = np.array([0.0, 1e-9, 1e-3, 0.4, 1.0, 1.7])
    for n in (1, 2, 7):
        powers = ((1 - z[:, None]) * (1 - z)) ** np.arange(n)[:, None, None]
        assert joint_geometric(z, z, n) == pytest.approx(powers.sum(axis=0), rel=1e-12)


@pytest.mark.parametrize("last", [1, 2, 5, 9])
def test_noise_over_rounds_is_what_the_recursion_gives(last: int) -> None:
    a, b, rounds = 0.3, 0.9, 9
    reach = np.zeros((2, rounds))  # how far the noise of each round reaches the average
    for i in range(rounds):
        for t in range(max(i, rounds - last), rounds):
            reach[:, i] += np.array([1 - a, 1 - b]) ** (t - i) / last
    both = joint_decay(np.array([a]), np.array([b]))[0]
    assert over_rounds(np.array([a]), np.array([b]), both, rounds, last) == pytest.approx(reach[0] @ reach[1], rel=1e-12)


@pytest.mark.parametrize(("gamma", "H"), [(0.05, 1), (0.05, 10), (0.2, 5)])
def test_quadratic_clients_have_the_exact_law(gamma: float, H: int) -> None:
    problem = quadratic(3)
    found, exact = planned(problem).predict("fedavg", gamma, H), sf.reference.stationary("fedavg", problem, gamma, H)
    assert found.bias == pytest.approx(np.linalg.norm(exact.bias), rel=1e-9)
    assert found.spread**2 == pytest.approx(np.trace(exact.covariance), rel=1e-9)
    assert found.low <= found.error <= found.high
    assert found.high - found.low < 1e-4 * found.error  # nothing to correct, but for the pivots of the first reading


@pytest.mark.parametrize("rounds", [1, 7, 60])
def test_quadratic_clients_are_followed_from_the_start(rounds: int) -> None:
    problem, gamma, H = quadratic(4), 0.1, 5
    squared = sf.reference.exact.expected_squared_distance("fedavg", problem, gamma, H, rounds, np.zeros(3))
    found = planned(problem).predict("fedavg", gamma, H, rounds=rounds)
    assert found.error**2 == pytest.approx(float(squared[-1]), rel=1e-9)


def test_extrapolation_on_quadratic_clients_is_exact() -> None:
    problem, gamma, H = quadratic(5), 0.1, 5
    found = planned(problem).predict("fedavg+rr", gamma, H)
    biases = [sf.reference.stationary("fedavg", problem, k * gamma, H).bias for k in (1, 2)]
    assert found.bias == pytest.approx(np.linalg.norm(2 * biases[0] - biases[1]), rel=1e-9)
    exact = sf.formulas.richardson_romberg_variance(problem, gamma, H, check=False)
    assert found.spread**2 == pytest.approx(np.trace(exact), rel=1e-9)


@pytest.mark.parametrize(("gamma", "H"), [(0.02, 5), (0.1, 10), (0.2, 20)])
def test_control_variates_on_quadratic_clients(gamma: float, H: int) -> None:
    problem = quadratic(6)
    found, exact = planned(problem).predict("scaffold", gamma, H), sf.reference.stationary("scaffold", problem, gamma, H)
    assert found.bias < 1e-12
    assert found.spread**2 == pytest.approx(np.trace(exact.covariance), rel=1e-5)  # the nodes on the circle are good to 1e-6


@pytest.mark.parametrize("method", ["fedavg", "scaffold"])
@pytest.mark.parametrize("seed", [1, 2])
def test_first_order_is_the_derived_one(method: str, seed: int) -> None:
    problem, H = logistic(seed), 4
    bias, second = getattr(sf.formulas, f"{method}_bias"), getattr(sf.formulas, f"{method}_second_moment")
    wrong = []
    for gamma in (4e-4, 1e-4):
        found = planned(problem).predict(method, gamma, H)
        wrong.append(
            [
                abs(found.bias / np.linalg.norm(bias(problem, gamma, H)) - 1),
                abs(found.error**2 / np.trace(second(problem, gamma, H)) - 1),
            ]
        )
    # relative differences are of order gamma: a quarter of the step leaves a quarter, or rounding and the optimum's own error
    assert np.all(np.array(wrong[1]) < 0.3 * np.array(wrong[0]) + 1e-6)
    assert max(wrong[0]) < 0.02


def test_extrapolation_takes_the_first_order_away() -> None:
    problem = logistic(1)
    found = [planned(problem).predict("fedavg+rr", gamma, 4).bias for gamma in (2e-2, 5e-3)]
    assert found[1] < found[0] / 12  # gamma²: a sixteenth, up to a relative gamma


def test_least_squares_noise_that_depends_on_the_iterates() -> None:
    random = np.random.default_rng(2)
    X, y = random.normal(size=(4, 20, 2)), random.normal(size=(4, 20))
    problem = sf.LeastSquaresProblem(X, y, 0.1)
    found, exact = planned(problem).predict("fedavg", 0.05, 5), sf.reference.stationary("fedavg", problem, 0.05, 5)
    assert found.bias == pytest.approx(np.linalg.norm(exact.bias), rel=1e-7)
    # the noise is taken at the mean over a round: wrong by a share gamma H A of what the iterates change in it, itself of order gamma
    assert found.spread**2 == pytest.approx(np.trace(exact.covariance), rel=0.05)
    assert math.isclose(found.error**2, found.bias**2 + found.spread**2, rel_tol=1e-12)
