"""The stationary law in dimension one without sampling."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import ScalarProblem
from symfed.reference import stationary
from symfed.reference.quadrature import expectation
from symfed.reference.quadrature.chebyshev import midpoint
from symfed.reference.quadrature.solve import _Resolution, _trusted_digits
from tests.reference.helpers import fedavg_by_enumeration, label

TENTH = Fraction(1, 10)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
DAMPED = sf.Algorithm(
    "damped", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3
)
PULLED = sf.Algorithm(
    "pulled", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (2 * x_mean + x_start) / 4 + 1
)

# two clients, three losses each around (1, 3, -2) and (0, 5): quadratic, so that the noise is additive and finite
FINITE = ScalarProblem(
    [[sp.Rational(1, 2) * (theta - c) ** 2 for c in (1, 3, -2)], [sp.Rational(3, 2) * (theta - c) ** 2 for c in (0, 5)]],
    [[Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], [Fraction(3, 4), Fraction(1, 4)]],
)
# the same by hand: means 7/6 and 5/4, variances 101/36 and 75/16, noise a² times variance
ADDITIVE = sf.QuadraticProblem([[[1]], [[3]]], [[Fraction(7, 6)], [Fraction(5, 4)]], [[[Fraction(101, 36)]], [[Fraction(675, 16)]]])

BENT = ScalarProblem(
    [[theta**2 / 2 + sp.log(sp.cosh(theta - 1)), theta**2 / 2 - theta], [theta**2 / 3 + sp.log(sp.cosh(theta + 1)), theta**2]]
)


def bent_gradients(tanh):
    """BENT's sample gradients, differentiated by hand."""
    return [[lambda x: x + tanh(x - 1), lambda x: x - 1], [lambda x: 2 * x / 3 + tanh(x + 1), lambda x: 2 * x]]


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", FEDPROX, DAMPED, PULLED], ids=label)
@pytest.mark.parametrize("H", [1, 6])
def test_quadratic_with_finite_noise_agrees_with_exact_to_25_digits(algorithm, H):
    law, truth = stationary(algorithm, FINITE, TENTH, H, digits=30), stationary(algorithm, ADDITIVE, TENTH, H)
    assert law.method == "quadrature"
    assert not law.rigorous
    with mpmath.workdps(40):
        for got, exact in ((law.mean[0], truth.mean[0]), (law.second_moment[0, 0], truth.second_moment[0, 0])):
            assert abs(got - mpmath.mpf(int(exact.p)) / int(exact.q)) < mpmath.mpf(10) ** -25 * max(1, abs(got))


@pytest.mark.parametrize("clients", [1, 2])
def test_one_local_step_leaves_no_mean_gradient(clients):
    problem = ScalarProblem(BENT.samples[:clients])
    client_gradients = bent_gradients(flint.arb.tanh)[:clients]

    def slope(x):
        return sum((g(x) for client in client_gradients for g in client), flint.arb(0)) / (2 * clients)

    assert abs(expectation("sgd", problem, TENTH, 1, slope)) < 1e-12


def test_one_local_step_leaves_the_second_moment():
    # N = 1: E (theta - gamma g)² = E theta² says 2 E theta f' = gamma E g²
    problem = ScalarProblem(BENT.samples[:1])
    first, second = bent_gradients(flint.arb.tanh)[0]
    drift = expectation("fedavg", problem, TENTH, 1, lambda x: x * (first(x) + second(x)))
    noise = expectation("fedavg", problem, TENTH, 1, lambda x: (first(x) ** 2 + second(x) ** 2) / 20)
    assert abs(drift - noise) < 1e-13
    assert noise > 1e-3


@pytest.mark.parametrize(("clients", "H", "rounds"), [(1, 1, 14), (2, 1, 7), (2, 2, 4), (1, 3, 5)])
def test_agrees_with_enumeration_of_all_paths(clients, H, rounds):
    # curvatures in [1, 1.1]: a step with gamma = 0.9 leaves a tenth of any error
    losses = [[theta**2 / 2 + sp.log(sp.cosh(theta - 1)) / 10, theta**2 / 2 - theta], [theta**2 / 2 + 2 * theta, theta**2 / 2 - theta / 3]]
    slopes = [[lambda x: x + np.tanh(x - 1) / 10, lambda x: x - 1], [lambda x: x + 2, lambda x: x - 1 / 3]]
    problem = ScalarProblem(losses[:clients])
    law = stationary("fedavg", problem, 0.9, H)
    outcomes = fedavg_by_enumeration([[(0.5, g) for g in client] for client in slopes[:clients]], 0.9, H, rounds, float(law.mean[0]))
    p, x = np.array(outcomes).T
    # the start was within 3 of everything and its law is forgotten at 0.19 a step at worst, second moments likewise
    slack = 20 * 0.12 ** (H * rounds) + 1e-12
    assert abs(p @ x - law.mean[0]) < slack
    assert abs(p @ (x - problem.optimum[0]) ** 2 - law.second_moment[0, 0]) < slack


def test_thirty_digits_for_five_clients_and_an_honest_error():
    clients = [[theta**2 / 2 - c * theta / 5 + sp.log(1 + sp.exp(theta * (c + 1) / 5)), theta**2 - theta] for c in range(5)]
    problem = ScalarProblem(clients)
    fine = stationary("fedavg", problem, TENTH, 3, digits=40)
    law = stationary("fedavg", problem, TENTH, 3, digits=30)
    assert law.error[0] < mpmath.mpf(10) ** -29
    with mpmath.workdps(45):
        assert abs(law.mean[0] - fine.mean[0]) <= max(law.error[0], mpmath.mpf(10) ** -34)
    as_float = stationary("fedavg", problem, TENTH, 3)
    assert as_float.mean.dtype == float
    assert abs(as_float.mean[0] - float(fine.mean[0])) < 1e-15


def test_logistic_in_one_dimension_is_a_scalar_problem():
    features, labels = [[[1], [2], [-1]], [[3], [Fraction(1, 2)]]], [[1, -1, 1], [-1, 1]]
    logistic = sf.LogisticProblem(features, labels, Fraction(1, 5))
    losses = [
        [sp.log(1 + sp.exp(-sp.Rational(y * a[0]) * theta)) + theta**2 / 10 for a, y in zip(f, lab, strict=True)]
        for f, lab in zip(features, labels, strict=True)
    ]
    one, two = (stationary("fedavg", p, TENTH, 3, digits=20) for p in (logistic, ScalarProblem(losses)))
    assert abs(one.mean[0] - two.mean[0]) < 1e-20
    assert abs(one.second_moment[0, 0] - two.second_moment[0, 0]) < 1e-20


def honest_cases():
    """Random logistic problems from narrow to wide laws; few digits, so that few resolutions have to agree."""
    rng = np.random.default_rng(7)
    for k in range(10):
        N, n, H = int(rng.integers(1, 4)), int(rng.integers(1, 6)), int(rng.choice([1, 5, 20]))
        rows = [(rng.normal(size=(n, 1)) * rng.choice([0.5, 1, 3])).round(2) for _ in range(N)]
        labels = [rng.choice([-1, 1], size=n) for _ in range(N)]
        yield pytest.param(sf.LogisticProblem(rows, labels, 0.3), H, (0.02, 0.1, 0.5, 1.0)[k % 4], 5 + 5 * (k % 3), id=str(k))


@pytest.mark.parametrize(("problem", "H", "share", "digits"), list(honest_cases()))
def test_the_estimated_error_covers_the_true_one(problem, H, share, digits):
    law, truth = (stationary("fedavg", problem, share / problem.L, H, digits=n) for n in (digits, 22))
    with mpmath.workdps(40):
        # numbers keep five digits more than were asked for
        rounding = 10 ** mpmath.mpf(-digits - 4)
        assert abs(law.mean[0] - truth.mean[0]) <= law.error[0] + rounding * abs(truth.mean[0])
        second = truth.second_moment[0, 0]
        assert abs(law.second_moment[0, 0] - second) <= law.second_moment_error[0, 0] + rounding * second


def test_an_agreement_against_the_trend_is_not_believed():
    assert _trusted_digits(20, [(10, 4.0), (16, 14.0)]) == 8.0
    assert _trusted_digits(20, [(10, 8.0), (16, 12.0)]) == 12.0
    assert _trusted_digits(20, [(16, 12.0)]) == 10.0


def test_every_moment_has_to_agree():
    one, two, spread = np.array([flint.arb(1)]), np.array([[flint.arb(2)]]), np.array([2.0])
    law = _Resolution(None, one, (one, two), spread, precision=64)
    assert law.agreement(law) == 300
    assert law.agreement(_Resolution(None, one, (one + 0.02, two), spread, precision=64)) == pytest.approx(2)
    assert law.agreement(_Resolution(None, one, (one, two + 0.004), spread, precision=64)) == pytest.approx(3)
    assert [float(error.flat[0]) for error in law.errors(2.0)] == pytest.approx([0.02, 0.04])


def test_the_largest_step_is_still_resolved():
    law = stationary("fedavg", BENT, 1 / BENT.L, 2)
    assert law.error[0] < 1e-14


def test_a_ball_that_is_not_finite_is_no_answer():
    with pytest.raises(NotConverged, match="lost all digits"):
        midpoint(flint.arb("nan"))


def test_precision_is_left_as_it_was():
    before = flint.ctx.prec, mpmath.mp.prec
    stationary("fedavg", FINITE, TENTH, 1, digits=30)
    assert (flint.ctx.prec, mpmath.mp.prec) == before


def test_errors():
    with pytest.raises(InvalidInput, match="finitely many samples"):
        stationary("fedavg", ADDITIVE, TENTH, 1, method="quadrature")
    with pytest.raises(InvalidInput, match="gamma <= 1/L"):
        stationary("fedavg", FINITE, 1, 1)
    with pytest.raises(InvalidInput, match="digits = 0"):
        stationary("fedavg", FINITE, TENTH, 1, digits=0)
    leap = sf.Algorithm("leap", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: 9 * x_mean - 8 * x_start)
    slow = stationary(leap, FINITE, TENTH / 9, 1, method="quadrature")  # its own steps stay inside: only the server leaps
    assert slow.method == "quadrature"
    away = sf.Algorithm("away", local_step=lambda x, g, gamma: x - gamma * g + 1)
    far = stationary(away, FINITE, TENTH, 1, method="quadrature")  # leaves the interval of all minimisers
    assert abs(far.mean[0] - float(stationary(away, ADDITIVE, TENTH, 1).mean[0])) < 1e-13
