"""Moments under multiplicative noise: against every sample path, against additive noise, and at the edge of stability."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.models.rings import RATIONALS
from symfed.reference import expected_squared_distance, stationary
from symfed.reference.exact.additive_noise import additive_round
from symfed.reference.exact.laws import local_moments
from symfed.reference.exact.multiplicative_noise import multiplicative_round
from symfed.reference.setting import prepare
from tests.reference.helpers import label
from tests.reference.paths import average, local_paths, round_paths, two_moments

TENTH = Fraction(1, 10)
# no two clients, samples, rows or columns are alike; client means are not symmetric
MATRICES = [[[[2, 1], [-1, 1]], [[1, 0], [3, 2]]], [[[1, Fraction(1, 2)], [0, 3]], [[4, 1], [1, 1]]]]
VECTORS = [[[1, 0], [2, -1]], [[0, 3], [1, 1]]]
WEIGHTS = [[Fraction(1, 3), Fraction(2, 3)], [Fraction(1, 4), Fraction(3, 4)]]
PLANE = sf.LinearProblem(MATRICES, VECTORS, WEIGHTS)
CLIENTS = [list(zip(w, A, b, strict=True)) for w, A, b in zip(WEIGHTS, MATRICES, VECTORS, strict=True)]
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
# drifts of its own, and a server that keeps half of where it was: neither commutes with translations
DRIFTING = sf.Algorithm(
    "drifting",
    local_step=lambda x, g, x_start, gamma: x - gamma * (g + x / 3 + x_start / 2) + gamma,
    server_step=lambda x_mean, x_start, gamma: (2 * x_mean + x_start) / 4 - gamma,
)
RULES = ["fedavg", FEDPROX, DRIFTING]


def fractions(array: Any) -> Any:
    return np.vectorize(lambda v: Fraction(int(v.p), int(v.q)), otypes=[object])(array)


def rules(algorithm: Any, H: int, gamma: Fraction = TENTH) -> tuple[Any, Any]:
    algorithm = get_algorithm(algorithm)
    values = {name: Fraction(int(v.p), int(v.q)) if isinstance(v, flint.fmpq) else v for name, v in algorithm.values.items()}
    algorithm = algorithm.bind(**values)

    def step(x: Any, g: Any, x_start: Any) -> Any:
        return algorithm.step(x=x, g=g, x_start=x_start, gamma=gamma, H=Fraction(H))

    return step, lambda x_mean, x_start: algorithm.server(x_mean, x_start, gamma, Fraction(H))


def after_a_round(algorithm: Any, clients: Any, H: int, mean: Any, covariance: Any) -> tuple[Any, Any]:
    """Mean and second moment about zero by enumeration, from any law with this mean and covariance."""
    step, server = rules(algorithm, H)

    def moments(theta: Any) -> Any:
        first, second = two_moments(round_paths(step, server, clients, theta, H))
        return np.concatenate([first[None], second])

    out = average(moments, list(mean), covariance)
    return out[0], out[1:]


@pytest.mark.parametrize("H", [1, 2])
@pytest.mark.parametrize("algorithm", RULES, ids=label)
def test_one_round_from_any_moments_is_the_average_over_all_paths(algorithm, H):
    mean, covariance = np.array([Fraction(2), Fraction(-1, 3)], object), np.array([[3, -1], [-1, Fraction(1, 2)]], object)
    exact = np.vectorize(lambda v: flint.fmpq(Fraction(v).numerator, Fraction(v).denominator), otypes=[object])
    setting = prepare(get_algorithm(algorithm), TENTH, H, RATIONALS)
    law = multiplicative_round(setting, PLANE, 0 * PLANE.optimum)
    after, spread = law.advance(exact(mean), exact(covariance))
    first, second = after_a_round(algorithm, CLIENTS, H, mean, covariance)
    assert (fractions(after) == first).all()
    assert (fractions(spread + np.multiply.outer(after, after)) == second).all()


@pytest.mark.parametrize("algorithm", RULES, ids=label)
def test_the_stationary_moments_are_reproduced_by_all_paths(algorithm):
    law = stationary(algorithm, PLANE, TENTH, 2)
    assert law.rigorous
    assert law.method == "exact"
    assert not law.error.any()
    theta, mean = fractions(PLANE.optimum), fractions(law.mean)
    bias = mean - theta
    covariance = fractions(law.second_moment) - np.multiply.outer(bias, bias)
    first, second = after_a_round(algorithm, CLIENTS, 2, mean, covariance)
    assert (first == mean).all()
    assert (second == covariance + np.multiply.outer(mean, mean)).all()


small = st.integers(-2, 2)


@st.composite
def linear_clients(draw: Any) -> tuple[Any, int]:
    """(probability, A, b) lists of one or two clients with one or two samples, diagonally dominant, in one or two dimensions; and H."""
    d, N = draw(st.integers(1, 2)), draw(st.integers(1, 2))
    clients = []
    for _ in range(N):
        n = draw(st.integers(1, 2))
        first = draw(st.sampled_from([Fraction(1, 2), Fraction(1, 3)]))
        samples = []
        for w in [first, 1 - first] if n == 2 else [Fraction(1)]:
            A = [[Fraction(draw(small)) + (5 if i == j else 0) for j in range(d)] for i in range(d)]
            samples.append((w, A, [Fraction(draw(small)) for _ in range(d)]))
        clients.append(samples)
    return clients, draw(st.integers(1, 2))


@settings(max_examples=25, deadline=None)
@given(linear_clients(), st.sampled_from(RULES))
def test_any_small_problem_is_stationary_under_all_paths(case, algorithm):
    clients, H = case
    problem = sf.LinearProblem(*[[[sample[k] for sample in client] for client in clients] for k in (1, 2, 0)])
    law = stationary(algorithm, problem, TENTH, H)
    mean = fractions(law.mean)
    bias = mean - fractions(problem.optimum)
    covariance = fractions(law.second_moment) - np.multiply.outer(bias, bias)
    first, second = after_a_round(algorithm, clients, H, mean, covariance)
    assert (first == mean).all()
    assert (second == covariance + np.multiply.outer(mean, mean)).all()


HESSIANS, OPTIMA = [[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]]
DRAWS = [[1, 2], [0, 3]]


@pytest.mark.parametrize("H", [1, 2, 5])
@pytest.mark.parametrize("algorithm", [*RULES, "fedavg_deterministic"], ids=label)
def test_additive_noise_by_three_roads(algorithm, H):
    quadratic = sf.QuadraticProblem(HESSIANS, OPTIMA, [np.multiply.outer(v, v) for v in DRAWS])
    vectors = [[[sum(a * t for a, t in zip(row, centre, strict=True)) + s * v_i for row, v_i in zip(A, v, strict=True)] for s in (1, -1)]
               for A, centre, v in zip(HESSIANS, OPTIMA, DRAWS, strict=True)]  # fmt: skip
    linear = sf.LinearProblem([[A, A] for A in HESSIANS], vectors)
    setting = prepare(get_algorithm(algorithm), TENTH, H, RATIONALS)
    one, other = stationary(algorithm, quadratic, TENTH, H), stationary(algorithm, linear, TENTH, H)
    lifted = multiplicative_round(setting, quadratic, quadratic.optimum).moments
    assert (one.mean == other.mean).all()
    assert (one.second_moment == other.second_moment).all()
    assert (lifted.mean == one.mean - quadratic.optimum).all()
    assert (lifted.covariance + np.multiply.outer(lifted.mean, lifted.mean) == one.second_moment).all()
    within, expected = (
        local_moments(get_algorithm(algorithm), quadratic, TENTH, H),
        local_moments(get_algorithm(algorithm), linear, TENTH, H),
    )
    np.testing.assert_allclose(within.local_second_moments, expected.local_second_moments, atol=1e-13)  # numbers below 10


def test_full_gradients_have_no_noise():
    law = stationary("fedavg_deterministic", PLANE, TENTH, 3)
    bias = law.mean - PLANE.optimum
    assert (law.second_moment == np.multiply.outer(bias, bias)).all()
    assert (law.mean == stationary("fedavg", PLANE, TENTH, 3).mean).all()


def test_expected_distance_over_two_rounds_by_all_paths():
    step, server = rules("fedavg", 1)
    outcomes = [(Fraction(1), [Fraction(1), Fraction(-1)])]
    for _ in range(2):
        outcomes = [(p * q, y) for p, x in outcomes for q, y in round_paths(step, server, CLIENTS, x, 1)]
    expected = sum(p * sum(x_i * x_i for x_i in x) for p, x in outcomes)
    got = expected_squared_distance("fedavg", PLANE, TENTH, 1, 2, [1, -1], [0, 0])[-1]
    assert got == flint.fmpq(expected.numerator, expected.denominator)


@pytest.mark.parametrize("algorithm", RULES, ids=label)
def test_local_moments_are_averages_over_local_paths(algorithm):
    H = 3
    law, got = stationary(algorithm, PLANE, TENTH, H), local_moments(get_algorithm(algorithm), PLANE, TENTH, H)
    step, _ = rules(algorithm, H)
    theta, mean = fractions(PLANE.optimum), fractions(law.mean)
    covariance = fractions(law.second_moment) - np.multiply.outer(mean - theta, mean - theta)
    assert got.local_means.shape == (2, H, 2)
    assert got.local_second_moments.shape == (2, H, 2, 2)
    np.testing.assert_allclose(got.mean, law.mean.astype(float), rtol=1e-13)
    np.testing.assert_allclose(got.second_moment, law.second_moment.astype(float), rtol=1e-12)
    for c, client in enumerate(CLIENTS):
        for h in range(H):

            def about_optimum(start: Any, client: Any = client, h: int = h) -> Any:
                paths = [(p, [x_i - t for x_i, t in zip(x, theta, strict=True)]) for p, x in local_paths(step, client, start, h)]
                first, second = two_moments(paths)
                return np.concatenate([first[None], second])

            expected = average(about_optimum, list(mean), covariance).astype(float)
            # a few hundred roundings of numbers below 10, conditioned by 1/(1 - 0.8) at worst
            np.testing.assert_allclose(got.local_means[c, h], expected[0] + theta.astype(float), atol=1e-13)
            np.testing.assert_allclose(got.local_second_moments[c, h], expected[1:], atol=1e-13)


def coin(copies: int = 1) -> sf.LinearProblem:
    """Slopes 0 and 2 with equal chances: a step multiplies by 1 or 1 - 2 gamma."""
    return sf.LinearProblem([[[[0]], [[2]]]] * copies, [[[1], [0]]] * copies)


def test_a_mean_that_contracts_need_not_have_a_second_moment():
    # E (1 - gamma a)² = 1 - 2 gamma (1 - gamma): the second moment dies out for gamma < 1, the mean for gamma < 2
    below = 1 - Fraction(1, 10**20)
    assert stationary("sgd", coin(), below, 1).rigorous
    text = r"contracts in the mean \(spectral radius {}\) but has no second moment: its map of covariances has spectral radius {}, must"
    for gamma, mean, second in ((1, "0", "1"), (Fraction(3, 2), "0.5", "2.5")):
        with pytest.raises(UnstableStep, match=text.format(mean, second)):
            stationary("sgd", coin(), gamma, 1)
    with pytest.raises(UnstableStep, match="does not contract: spectral radius 2, must be < 1"):
        stationary("sgd", coin(), 3, 1)
    with pytest.raises(UnstableStep, match=r"H = 1 steps contracts in the mean \(spectral radius 0.5\)"):
        stationary("sgd", coin(), 1.5, 1)


def test_averaging_clients_steadies_the_second_moment():
    # (1 - gamma)² + gamma²/N < 1: for N = 2 up to gamma = 4/3
    edge = Fraction(4, 3)
    assert stationary("fedavg", coin(2), edge - Fraction(1, 10**20), 1).rigorous
    with pytest.raises(UnstableStep, match="spectral radius 1, must be < 1"):
        stationary("fedavg", coin(2), edge, 1)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("algorithm", RULES, ids=label)
def test_float_errors_cover_the_distance_to_the_exact_law(algorithm, seed):
    random = np.random.default_rng(seed)
    d, N, n, H = random.integers(1, 4), random.integers(1, 4), random.integers(1, 4), int(random.integers(1, 9))
    scale = 10.0 ** random.integers(-3, 4)
    A = random.integers(-8, 9, (N, n, d, d)) / 8 + 2 * np.eye(d)
    b = random.integers(-8, 9, (N, n, d)) * scale
    gamma = 2.0 ** -random.integers(4, 12)
    rational = np.vectorize(lambda v: flint.fmpq(*float(v).as_integer_ratio()), otypes=[object])
    exact = stationary(algorithm, sf.LinearProblem(rational(A), rational(b)), flint.fmpq(*gamma.as_integer_ratio()), H)
    bound = FEDPROX.bind(rho=0.5) if algorithm is FEDPROX else algorithm
    law = stationary(bound, sf.LinearProblem(A, b), gamma, H)
    assert not law.rigorous
    error = np.abs(rational(law.mean) - exact.mean).astype(float)
    second_error = np.abs(rational(law.second_moment) - exact.second_moment).astype(float)
    assert (error <= law.error).all()
    assert (second_error <= law.second_moment_error).all()
    # the estimate is no excuse: H (sqrt(d) + 4) eps <= 1e-14, divided by 1 - |M| = gamma H mu and some more for the norms
    size = np.abs(exact.mean.astype(float)).max() + float(np.sqrt(np.trace(exact.second_moment.astype(float)))) + gamma
    assert law.error.max() <= 1e-12 / gamma * size


def test_a_round_map_takes_the_origin_into_account():
    setting = prepare(DRIFTING, TENTH, 3, RATIONALS)
    quadratic = sf.QuadraticProblem(HESSIANS, OPTIMA)
    A, centres, origin = quadratic.hessian_matrices, quadratic.optima, quadratic.optimum
    here, there = (
        additive_round(setting, A, (A @ (o - centres)[..., None])[..., 0], quadratic.noise, o).moments.mean + o
        for o in (0 * origin, origin)
    )
    assert (here == there).all()


def test_other_problems_are_refused():
    with pytest.raises(InvalidInput, match="must be a QuadraticProblem or a LinearProblem"):
        stationary("fedavg", sf.LogisticProblem([[[1]]], [[1]], 1), TENTH, 1, method="exact")
