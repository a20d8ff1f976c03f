"""Proven radii against exact values, thirty digits of quadrature, and enumeration."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.certificates import LawCertificate, check
from symfed.certificates.statement import number
from symfed.core.errors import InvalidInput, NotConverged
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LogisticProblem, ScalarProblem
from symfed.reference import stationary
from symfed.reference.enclosure import certify, stationary_enclosed
from symfed.reference.quadrature import stationary_quadrature
from symfed.strategies.standard import heterogeneous_scalars
from tests.reference.helpers import label

DAMPED = sf.Algorithm(
    "damped", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + 2 * x_start) / 3
)
PULLED = sf.Algorithm("pulled", local_step=lambda x, g, gamma, rho: x - gamma * (g + rho * x), hyper=("rho",)).bind(rho=Fraction(1, 10))

# quadratic samples of one curvature per client: the noise is additive, and the law known exactly
FINITE = ScalarProblem(
    [[sp.Rational(1, 2) * (theta - c) ** 2 for c in (1, 3, -2)], [sp.Rational(3, 2) * (theta - c) ** 2 for c in (0, 5)]],
    [[Fraction(1, 2), Fraction(1, 3), Fraction(1, 6)], [Fraction(3, 4), Fraction(1, 4)]],
)
# the same by hand: means 7/6 and 5/4, variances 101/36 and 75/16, noise a² times variance
ADDITIVE = sf.QuadraticProblem([[[1]], [[3]]], [[Fraction(7, 6)], [Fraction(5, 4)]], [[[Fraction(101, 36)]], [[Fraction(675, 16)]]])

FUNCTIONS = ScalarProblem(
    [
        [theta**2 + sp.sqrt(theta**2 + 1), theta**2 / 2 + sp.cos(theta) / 4, theta**2 + sp.tanh(theta) / 4],
        [theta**2 + theta * sp.atan(theta) - theta / 3, theta**2 + sp.sinh(theta) * theta / 8 + sp.log(theta + 5)],
    ]
)


def holds(law: Any, mean: Any, moment: Any) -> bool:
    """Whether exact or long numbers lie within the radii."""
    with mpmath.workdps(60):
        return bool(abs(law.mean[0] - mean) <= law.error[0] and abs(law.second_moment[0, 0] - moment) <= law.second_moment_error[0, 0])


def long(value: flint.fmpq) -> Any:
    return mpmath.mpf(int(value.p)) / int(value.q)


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", DAMPED], ids=label)
@pytest.mark.parametrize("H", [1, 3, 50])
def test_holds_the_exact_value_of_quadratics(algorithm: Any, H: int) -> None:
    law, truth = stationary_enclosed(algorithm, FINITE, Fraction(1, 10), H), stationary(algorithm, ADDITIVE, Fraction(1, 10), H)
    assert law.method == "enclosure"
    assert law.rigorous
    with mpmath.workdps(60):
        assert holds(law, long(truth.mean[0]), long(truth.second_moment[0, 0]))
    # fifteen digits of an interval of length below 8
    assert 0 < law.error[0] < 8e-15
    assert 0 < law.second_moment_error[0, 0] < 64e-15


def test_holds_the_exact_value_under_multiplicative_noise() -> None:
    # N = H = 1, gradients x/2 - 1/2 and 3x/2 + 1/3: E(A x - b) = 0 and 2 E x(A x - b) = gamma E (A x - b)²
    problem = ScalarProblem([[theta**2 / 4 - theta / 2, 3 * theta**2 / 4 + theta / 3]])
    gamma, A, b, AA, Ab, bb = Fraction(1, 4), Fraction(1), Fraction(1, 12), Fraction(5, 4), Fraction(-1, 8), Fraction(13, 72)
    mean = b / A
    square = (2 * b * mean + gamma * (bb - 2 * Ab * mean)) / (2 * A - gamma * AA)
    law = stationary_enclosed("sgd", problem, gamma, 1)
    with mpmath.workdps(60):
        m, s = (mpmath.mpf(v.numerator) / v.denominator for v in (mean, square - mean**2))
        assert holds(law, m, s)


@pytest.mark.parametrize("problem", heterogeneous_scalars(), ids=["N=2", "N=3"])
@pytest.mark.parametrize(("share", "H"), [(2, 1), (64, 10)])
def test_holds_thirty_digits_of_quadrature(problem: ScalarProblem, share: int, H: int) -> None:
    gamma = Fraction(1, share * (int(problem.L) + 1))
    law, long_law = stationary_enclosed("fedavg", problem, gamma, H), stationary_quadrature("fedavg", problem, gamma, H, digits=30)
    assert holds(law, long_law.mean[0], long_law.second_moment[0, 0])
    assert law.error[0] < 4e-15  # 1e-15 of an interval shorter than 4


@pytest.mark.parametrize("algorithm", ["fedavg", "fedavg_deterministic", DAMPED, PULLED], ids=label)
def test_every_function_and_every_rule(algorithm: Any) -> None:
    gamma = Fraction(1, 10)
    law, long_law = (
        stationary_enclosed(algorithm, FUNCTIONS, gamma, 2, 12),
        stationary_quadrature(algorithm, FUNCTIONS, gamma, 2, digits=25),
    )
    assert holds(law, long_law.mean[0], long_law.second_moment[0, 0])


@st.composite
def small_logistics(draw: Any) -> LogisticProblem:
    sizes = draw(st.lists(st.integers(1, 3), min_size=1, max_size=3))
    features = [[[draw(st.sampled_from([-2, -1, Fraction(1, 2), 1, 2]))] for _ in range(n)] for n in sizes]
    labels = [[draw(st.sampled_from([-1, 1])) for _ in range(n)] for n in sizes]
    return LogisticProblem(features, labels, draw(st.sampled_from([Fraction(1, 2), 1])))


@settings(max_examples=15)
@given(small_logistics(), st.integers(1, 12), st.sampled_from([1, 2, 16]))
def test_holds_quadrature_on_any_small_problem(problem: LogisticProblem, H: int, share: int) -> None:
    gamma = 1 / (share * (problem.l2 + max(abs(a) for f in problem.features for a in f.flat) ** 2 / 4))
    law, long_law = stationary_enclosed("fedavg", problem, gamma, H, 8), stationary_quadrature("fedavg", problem, gamma, H, digits=20)
    assert holds(law, long_law.mean[0], long_law.second_moment[0, 0])


def test_five_clients() -> None:
    problem = ScalarProblem([[theta**2 / 2 - c * theta / 5 + sp.log(1 + sp.exp(theta * (c + 1) / 5)), theta**2 - theta] for c in range(5)])
    law, long_law = (
        stationary_enclosed("fedavg", problem, Fraction(1, 10), 3),
        stationary_quadrature("fedavg", problem, Fraction(1, 10), 3, 25),
    )
    assert holds(law, long_law.mean[0], long_law.second_moment[0, 0])


def test_floats_are_the_binary_fractions_that_they_are() -> None:
    floats, twins = (LogisticProblem([[[kind(0.3)], [kind(-1.7)]]], [[1, -1]], kind(0.6)) for kind in (float, Fraction))
    one, two = (certify("fedavg", problem, kind(0.1), 2, 8) for problem, kind in ((floats, float), (twins, Fraction)))
    assert (one.problem, one.gamma) == (two.problem, two.gamma)


def test_the_certificate_says_what_the_answer_says() -> None:
    certificate = certify("fedavg", FINITE, Fraction(1, 10), 2)
    law = stationary_enclosed("fedavg", FINITE, Fraction(1, 10), 2)
    again = LawCertificate.from_json(certificate.to_json())
    assert check(again).unique
    value, radius = map(number, again.claims["mean"])
    with mpmath.workdps(60):
        assert abs(law.mean[0] - long(value)) <= mpmath.mpf(10) ** -28
        assert long(radius) <= law.error[0] <= 2 * long(radius)
    # theta* = (7/6 + 3*5/4)/(1 + 3) = 59/48
    bias, slack = map(number, again.claims["bias"])
    assert abs(value - flint.fmpq(59, 48) - bias) <= slack


def test_equal_clients_without_noise_stay_at_the_optimum() -> None:
    law = stationary_enclosed("fedavg", ScalarProblem([[theta**2 / 2 - theta]]), Fraction(1, 2), 3)
    assert abs(law.mean[0] - 1) <= law.error[0]
    assert law.second_moment[0, 0] <= law.second_moment_error[0, 0]


def test_refusals() -> None:
    gamma = Fraction(1, 10)
    with pytest.raises(InvalidInput, match="finitely many samples"):
        stationary_enclosed("fedavg", ADDITIVE, gamma, 1)
    with pytest.raises(InvalidInput, match="x_start"):
        stationary_enclosed(get_algorithm("fedprox").bind(rho=1), FINITE, gamma, 2)
    with pytest.raises(InvalidInput, match="control variates"):
        stationary_enclosed("scaffold", FINITE, gamma, 2)
    with pytest.raises(InvalidInput, match="gamma <= 1/L"):
        stationary_enclosed("fedavg", FINITE, 1, 2)
    with pytest.raises(InvalidInput, match="digits = 41"):
        stationary_enclosed("fedavg", FINITE, gamma, 2, digits=41)
    tenths = ScalarProblem([[theta**2, theta**2 / 2 - theta]], [np.array([0.1, 0.9])])
    with pytest.raises(InvalidInput, match="sum to one exactly"):
        stationary_enclosed("fedavg", tenths, gamma, 2)


def test_what_is_out_of_reach_says_what_was_reached() -> None:
    steep = LogisticProblem([[[40], [1]]], [[1, 1]], Fraction(1, 10))
    with pytest.raises(NotConverged, match="1e-15 was asked for"):
        stationary_enclosed("fedavg", steep, Fraction(1, 500), 2, digits=15)
    leap = sf.Algorithm("leap", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: 2 * x_mean - x_start)
    with pytest.raises(NotConverged, match="server's step is not seen to keep"):
        stationary_enclosed(leap, FINITE, Fraction(1, 10), 1)
