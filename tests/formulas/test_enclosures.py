"""Enclosures hold the truth, found by roads that share nothing with them; lemmas and constants are as sharp as they say, and no sharper."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, OutsideDomain
from symfed.formulas import (
    fedavg_bias,
    fedavg_bias_heterogeneity,
    fedavg_bias_stochastic,
    fedavg_second_moment,
    sgd_bias,
)
from symfed.formulas.enclosures.constants import EXPONENTS, Constants, constants
from symfed.formulas.enclosures.first_order import LinearPart, enclose_moments
from symfed.formulas.enclosures.moments import moment_bound, moments
from symfed.models.rings import FLOATS
from symfed.numeric.ball_arrays import BallArray
from tests.formulas.enclosing import ROUNDING, instance, logistic, missed


def test_dimension_one_against_quadrature() -> None:
    rng = np.random.default_rng(1)
    for _ in range(25):
        problem, gamma, H = instance(rng)
        assert not missed(problem, gamma, H, enclose_moments(constants(problem), BallArray(gamma), H)), (problem, gamma, H)


def test_dimension_two_against_quadrature() -> None:
    rng = np.random.default_rng(2)
    for _ in range(2):
        problem = logistic(rng, 2, 2, 3, 0.3)
        assert not missed(problem, 0.05 / problem.L, 3, enclose_moments(constants(problem), BallArray(0.05 / problem.L), 3))


def test_a_certified_law() -> None:
    problem = sf.LogisticProblem([[[1], [2]], [[1], [-1]]], [[1, -1], [1, 1]], Fraction(1, 2))
    law = sf.reference.stationary("fedavg", problem, Fraction(1, 20), 3, method="enclosure")
    assert law.rigorous
    assert fedavg_bias.enclose(problem, Fraction(1, 20), 3).contains(law.bias)
    assert fedavg_second_moment.enclose(problem, Fraction(1, 20), 3).contains(law.second_moment)


def resting_point(problem: sf.LogisticProblem, gamma: float, H: int) -> np.ndarray:
    """Where FedAvg with full gradients comes to rest, less theta*: the whole law, where no client has noise."""
    x = np.asarray(problem.optimum, dtype=float)
    for _ in range(int(35 / (gamma * problem.mu * H)) + 1):  # e^-35 is below rounding
        local = np.broadcast_to(x, (1, problem.num_clients, problem.dim))
        for _ in range(H):
            local = local - gamma * problem.mean_gradients(local)
        x = local[0].mean(axis=0)
    return np.asarray(x - problem.optimum)


def test_clients_without_noise_in_any_dimension() -> None:
    rng = np.random.default_rng(12)
    for _ in range(10):
        d, N, H = int(rng.integers(1, 9)), int(rng.integers(2, 9)), int(rng.choice([5, 20, 100]))
        problem = logistic(rng, d, N, 1, float(rng.uniform(0.5, 1)))
        gamma = float(rng.uniform(0.2, 0.5)) / problem.L
        rest = resting_point(problem, gamma, H)
        for formula, truth in ((fedavg_bias, rest), (fedavg_second_moment, np.outer(rest, rest))):
            found = formula.enclose(problem, gamma, H)
            assert np.linalg.norm(truth - found.center) <= found.norm + ROUNDING


def test_half_of_the_radius_would_not_do() -> None:
    problem = sf.LogisticProblem([[[1.0]], [[0.5]]], [[1], [-1]], 2.0)
    gamma = 0.1 / problem.L
    found = fedavg_bias.enclose(problem, gamma, 2)
    assert found.norm / 2 < abs(resting_point(problem, gamma, 2)[0] - found.center[0]) <= found.norm


#: Wrong variants of what the centre rests on; radii grow with what is bounded, centres must not.
WRONG: dict[str, Callable[[Constants], Constants]] = {
    "the sign of the third derivative": lambda c: replace(c, bend=-c.bend),
    "no third derivative": lambda c: replace(c, bend=c.bend * 0.0),
    "half of the noise": lambda c: replace(c, covariances=c.covariances * 0.5),
    "the opposite gradients": lambda c: replace(c, gradients=-c.gradients),
    "Hessians a tenth too large": lambda c: replace(c, hessians=c.hessians * 1.1),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_variants_are_excluded(name: str) -> None:
    problem = logistic(np.random.default_rng(4), 1, 3, 10, 0.3)
    gamma = 0.005 / problem.L
    right = constants(problem)
    assert not missed(problem, gamma, 5, enclose_moments(right, BallArray(gamma), 5))
    assert missed(problem, gamma, 5, enclose_moments(WRONG[name](right), BallArray(gamma), 5))


def test_the_radius_is_of_second_order() -> None:
    problem = logistic(np.random.default_rng(4), 3, 3, 20, 0.3)
    found = [enclose_moments(constants(problem), BallArray(gamma / problem.L), 5) for gamma in (1e-4, 1e-5)]
    # gamma² falls by 100, gamma^(3/2) by 32; what is left of higher orders is below a quarter at gamma L = 1e-4
    assert 80 < found[0].mean_radius / found[1].mean_radius < 130
    assert 80 < found[0].second_radius / found[1].second_radius < 130


def test_uniform_in_the_number_of_local_steps() -> None:
    # the radius over gamma² H + gamma³ H³, gamma mu H <= 1: bounded, by the corollary on the page, and largest here where H = 1
    problem = logistic(np.random.default_rng(4), 3, 3, 20, 0.3)
    for quantity in (fedavg_bias, fedavg_second_moment):
        ratios = [
            quantity.enclose(problem, g, H).norm / (g**2 * H + (g * H) ** 3)
            for g in (1e-2 / problem.L, 1e-4 / problem.L)
            for H in (1, 8, 64)
        ]
        assert max(ratios) <= max(ratios[0], ratios[3]) < 1


def test_the_error_of_the_expansion_itself() -> None:
    problem = logistic(np.random.default_rng(4), 1, 3, 10, 0.3)
    gamma = 0.01 / problem.L
    first = fedavg_bias(problem, gamma, 5)
    truth = np.asarray(sf.reference.stationary("fedavg", problem, gamma, 5, method="quadrature").bias, dtype=float)
    bound = fedavg_bias.enclose(problem, gamma, 5).distance(first)
    assert np.linalg.norm(truth - first) <= bound
    assert bound < 0.2 * np.linalg.norm(truth)


def test_a_problem_of_the_usual_size() -> None:
    rng = np.random.default_rng(1)
    problem = logistic(rng, 10, 10, 100, 0.1)  # here N = 10, n = 100
    for H in (1, 10):
        found = fedavg_bias.enclose(problem, 0.01 / problem.L, H)
        assert found.norm < 0.1 * np.linalg.norm(found.center)


def test_linear_gradients_are_exact() -> None:
    rng = np.random.default_rng(3)
    quadratic = sf.QuadraticProblem([[[1, 0], [0, 2]], [[3, 1], [1, 2]]], [[1, 0], [0, 1]], [[1, 0], [0, 1]])
    rows = [rng.normal(size=(8, 2)) for _ in range(3)]
    squares = sf.LeastSquaresProblem(rows, [x.sum(axis=1) + rng.normal(size=8) for x in rows], 0.1)
    turning = sf.LinearProblem(
        [[[[1.0, 0.5], [-0.5, 1.0]], [[2.0, 0.0], [0.0, 1.0]]], [[[1.0, 0.0], [0.2, 3.0]]]], [[[1, 0], [0, 1]], [[2, 1]]]
    )
    for problem, gamma, H in ((quadratic, Fraction(1, 50), 10), (squares, 0.003, 7), (turning, 0.1, 5)):
        law = sf.reference.stationary("fedavg", problem, gamma, H, method="exact")
        found = fedavg_bias.enclose(problem, gamma, H)
        assert found.contains(law.bias)
        assert found.norm < 1e-11
        if problem is not turning:
            second = fedavg_second_moment.enclose(problem, gamma, H)
            assert second.contains(law.second_moment)
            assert second.norm < (1e-12 if problem is quadratic else 0.1 * np.linalg.norm(second.center))


def test_moments_of_centred_increments() -> None:
    # one sign after a start of 2: E (2 ± 1)^k is exactly the sum of Lemma 1 for even i; odd i add what signs do not have
    for k in (2, 4, 6):
        true = ((3.0**k + 1) / 2) ** (1 / k)
        even = {i: np.array(float(i % 2 == 0)) for i in range(2, k + 1)}
        assert true <= float(moment_bound(np.array(2.0), even, k)) * (1 + 1e-9) < (1 + 1e-6 if k == 2 else 2) * true
        half = {**even, 2: even[2] / 2}  # the wrong variant: half of the variance
        assert k > 2 or float(moment_bound(np.array(2.0), half, k)) < true
    # twelve signs: E Y⁴ = 16 + 6·4·12 + 3·12² - 2·12
    steps = np.indices((2,) * 12).reshape(12, -1).sum(axis=0) * 2.0 - 12 + 2
    assert float(moment_bound(np.array(2.0), {2: np.array(12.0), 3: np.array(0.0), 4: np.array(12.0)}, 4)) ** 4 >= (steps**4).mean() == 712


def test_moments_against_a_long_run() -> None:
    problem = logistic(np.random.default_rng(6), 2, 3, 10, 0.5)
    gamma, H = 0.05 / problem.L, 4
    known = constants(problem)
    linear = LinearPart.of(known, BallArray(gamma), H)
    bounds = moments(known, gamma, linear.drifts, linear.gap, float(linear.k.norm_bound())).start
    rng, table, counts = np.random.default_rng(0), *problem._padded
    x = np.zeros((4000, 2)) + problem.optimum
    powers: dict[int, list[Any]] = {k: [] for k in (2, 4, 6)}
    for t in range(600):
        local = np.repeat(x[:, None], 3, axis=1)
        for _ in range(H):
            rows = table[np.arange(3), rng.integers(0, counts, size=(len(x), 3))]
            local = local - gamma * (rows * FLOATS.functions["sigmoid"]((rows * local).sum(-1))[..., None] + 0.5 * local)
        x = local.mean(axis=1)
        if t >= 300 and t % 50 == 0:  # far beyond the time 1 / (gamma mu H)
            for k, found in powers.items():
                found.append(np.linalg.norm(x - problem.optimum, axis=1) ** k)
    for k, found in powers.items():
        sample = np.concatenate(found)
        mean, error = float(sample.mean()), float(sample.std()) / sqrt(4000)  # as if one point of each path counted
        assert mean - 5 * error <= bounds[k] ** k  # one-sided, 5 standard errors: below 1e-6
        assert bounds[k] < 4 * mean ** (1 / k)  # and they are no wild guess


def test_constants_bound_what_they_say() -> None:
    rng = np.random.default_rng(8)
    problem = logistic(rng, 3, 2, 12, 0.2)
    known, theta = constants(problem), problem.optimum
    A, g = problem.hessians, problem.gradients
    closest = dict.fromkeys(("tau", "ell", "ell_k"), 0.0)
    for _ in range(400):
        d = rng.normal(size=3) * 10 ** rng.uniform(-3, 1)
        size = float(np.linalg.norm(d))
        point = np.broadcast_to(theta + d, (1, 2, 3))
        bent = problem.mean_gradients(point)[0] - g - A @ d
        square = known.bent(BallArray(np.outer(d, d))).mid
        for c, rows in enumerate(problem._signed):
            n = float(np.linalg.norm(bent[c]))
            assert n <= known.tau[c] * size**2 / 2 * (1 + 1e-9) + 1e-14
            assert np.linalg.norm(bent[c] - square[c] / 2) <= known.kappa[c] * size**3 / 6 + 1e-14
            samples = [rows * FLOATS.functions["sigmoid"](rows @ at)[:, None] for at in (theta, theta + d)]
            noise = [s - s.mean(axis=0) for s in samples]
            change = np.linalg.norm(noise[1] - noise[0], axis=1)
            assert sqrt((change**2).mean()) <= known.ell[2][c] * size + 1e-14
            for k in EXPONENTS:
                assert (np.linalg.norm(noise[0], axis=1) ** k).mean() ** (1 / k) <= known.sigma[k][c]
                if k > 2:
                    assert (change**k).mean() ** (1 / k) <= 2 * known.ell[k][c] * size + 1e-14
            closest["tau"] = max(closest["tau"], n / (known.tau[c] * size**2 / 2))
            closest["ell"] = max(closest["ell"], sqrt((change**2).mean()) / (known.ell[2][c] * size))
    T = np.einsum("zi,zj,zk,z->ijk", *[problem._signed[0]] * 3, np.asarray(known.bend.mid[0]))
    assert abs(known.third[0] / np.linalg.svd(T.reshape(3, 9))[1][0] - 1) < 1e-9
    assert closest["tau"] > 0.2
    assert closest["ell"] > 0.5  # half of them would be refuted, or nearly


def test_sharp_constants_of_one_sample() -> None:
    # one sample a = 2 at slope p: f''' = v (1 - 2 p) a³ is largest at t² = 1/3, f'''' = -a⁴/8 at p = 1/2
    problem = sf.LogisticProblem([[[2.0]]], [[1]], 0.1)
    known = constants(problem)
    t = 1 / sqrt(3)
    assert 1 <= known.tau[0] / (8 * t * (1 - t * t) / 4) < 1.001
    assert 1 <= known.kappa[0] / 2.0 < 1.001


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"gamma": -1.0}, "must be positive"),
        ({"H": 0}, "positive integer"),
        ({"order": 3}, "orders 1 and 2"),
        ({"problem": "a"}, "must be a problem"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], words: str) -> None:
    problem = sf.QuadraticProblem([[[1]]], [[0]], [[1]])
    with pytest.raises(InvalidInput, match=words):
        fedavg_bias.enclose(**{"problem": problem, "gamma": 0.1, "H": 2, **arguments})


def test_refusals() -> None:
    quadratic = sf.QuadraticProblem([[[1]]], [[0]], [[1]])
    with pytest.raises(OutsideDomain, match="1/L"):
        fedavg_bias.enclose(quadratic, 3.0, 2)
    for formula in (fedavg_bias_stochastic, fedavg_bias_heterogeneity):
        with pytest.raises(InvalidInput, match="no enclosure is known"):
            formula.enclose(quadratic, 0.1, 2)
    flat = sf.ScalarProblem([["x**4", "(x - 1)**2"]])
    with pytest.raises(InvalidInput, match="not to be told convex"):
        fedavg_bias.enclose(flat, 0.01, 2)
    softmax = sf.SoftmaxProblem([[[1.0], [2.0], [-1.0]]], [[0, 1, 2]], l2=0.1)
    with pytest.raises(InvalidInput, match="to be enclosed"):
        fedavg_bias.enclose(softmax, 0.1, 2)
    with pytest.raises(InvalidInput, match="shape"):
        fedavg_bias.enclose(quadratic, 0.1, 2).contains([1.0, 2.0])
    assert sgd_bias.enclose(quadratic, 0.1).contains([0.0])
