"""The stationary law of theta and control variates without sampling, d = 1."""

from __future__ import annotations

import itertools
from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import ScalarProblem
from symfed.models.rings import BALLS, FLOATS
from symfed.reference import stationary
from symfed.reference.quadrature import expectation
from symfed.reference.quadrature.chebyshev import Basis, bits
from symfed.reference.quadrature.memory import MemoryProjection, MemorySurroundings, with_last
from symfed.reference.setting import prepare

GAMMA = Fraction(1, 20)


def parabolas(a, centres, weights):
    """a (theta - centre)²/2 with these probabilities, and the same as mean and noise covariance of the gradient."""
    mean = sum(w * c for w, c in zip(weights, centres, strict=True))
    spread = a**2 * sum(w * (c - mean) ** 2 for w, c in zip(weights, centres, strict=True))
    return [a * (theta - c) ** 2 / 2 for c in centres], weights, mean, spread


CLIENTS = [
    (sp.Integer(1), (1, 3, -2), (sp.Rational(1, 2), sp.Rational(1, 3), sp.Rational(1, 6))),
    (sp.Integer(3), (0, 5), (sp.Rational(3, 4), sp.Rational(1, 4))),
    (sp.Integer(2), (-4, 1), (sp.Rational(1, 2), sp.Rational(1, 2))),
]
BENT = [
    [theta**2 / 2 + sp.log(sp.cosh(theta - 1)), theta**2 / 2 - theta],
    [theta**2 / 3 + 2 * sp.log(1 + sp.exp(theta)), theta**2],
    [theta**2 / 4 + theta / 2, sp.log(1 + sp.exp(2 - theta)) + theta**2 / 2],
]


def bent_gradients(tanh, exp):
    """BENT's sample gradients, differentiated by hand."""
    return [
        [lambda x: x + tanh(x - 1), lambda x: x - 1],
        [lambda x: 2 * x / 3 + 2 / (1 + exp(-x)), lambda x: 2 * x],
        [lambda x: x / 2 + 1 / 2, lambda x: x - 1 / (1 + exp(x - 2))],
    ]


def scaffold_by_enumeration(gradients, gamma, H, start, controls):
    """All outcomes of one round and their probabilities, for samples drawn uniformly: (probability, theta, xi_1 .. xi_N)."""
    ends = []
    for client, xi in zip(gradients, controls, strict=True):
        paths = [start]
        for _ in range(H):
            paths = [x - gamma * (g(x) + xi) for x in paths for g in client]
        ends.append(paths)
    outcomes = []
    for choice in itertools.product(*ends):
        middle = sum(choice) / len(choice)
        outcomes.append((middle, *[xi + (x - middle) / (gamma * H) for x, xi in zip(choice, controls, strict=True)]))
    return outcomes


@pytest.mark.parametrize(("N", "H"), [(1, 4), (2, 1), (2, 6), (3, 4)])
def test_quadratic_with_finite_noise_agrees_with_exact_to_25_digits(N, H):
    rows = [parabolas(*client) for client in CLIENTS[:N]]
    finite = ScalarProblem([losses for losses, *_ in rows], [weights for _, weights, *_ in rows])
    additive = sf.QuadraticProblem([[[a]] for a, *_ in CLIENTS[:N]], [[r[2]] for r in rows], [[[r[3]]] for r in rows])
    law, truth = (stationary("scaffold", p, GAMMA, H, method=m, digits=30) for p, m in ((finite, "quadrature"), (additive, "exact")))
    assert law.method == "quadrature"
    assert not law.rigorous
    pairs = [
        (law.mean, truth.mean),
        (law.second_moment, truth.second_moment),
        (law.control_mean, truth.control_mean),
        (law.controls.own, truth.controls.own),
        (law.controls.cross, truth.controls.cross),
        *[(law.controls.between(c, k), truth.controls.between(c, k)) for c, k in itertools.permutations(range(N), 2)],
    ]
    with mpmath.workdps(40):
        for one, other in pairs:
            assert one.shape == other.shape
            for got, exact in zip(one.flat, other.flat, strict=True):
                assert abs(got - mpmath.mpf(int(exact.p)) / int(exact.q)) < mpmath.mpf(10) ** -25 * max(1, abs(got))


@pytest.mark.parametrize(("N", "H", "n"), [(2, 1, 12), (2, 3, 12), (3, 2, 9)])
def test_the_law_is_the_same_a_round_later(N, H, n):
    """Smooth functions that are no polynomials, against every outcome of a round from every point of the law."""
    problem, gamma = ScalarProblem(BENT[:N]), flint.fmpq(1, 20)
    server, clients = MemorySurroundings(prepare(get_algorithm("scaffold"), gamma, H, FLOATS, memory=True), problem).boxes(0.85 * n**0.5)
    with bits(300):
        law = MemoryProjection(
            prepare(get_algorithm("scaffold"), gamma, H, BALLS, memory=True), problem, server, clients, Basis(N, n)
        ).law()
    points, weights = with_last(law.points).astype(float), law.weights.astype(float)
    gradients = bent_gradients(np.tanh, np.exp)[:N]
    after = np.stack(scaffold_by_enumeration(gradients, 0.05, H, points[:, 0], points[:, 1:].T))
    assert len(after) == 2 ** (N * H)
    for c in range(1, N + 1):
        for h in (np.exp, np.sin):
            now, later = weights @ h(points[:, 0] + points[:, c] / 2), weights @ h(after[:, 0] + after[:, c] / 2).mean(axis=0)
            assert abs(now - later) < 1e-6, (now, later)


@pytest.mark.parametrize("H", [1, 3])
def test_a_single_client_follows_fedavg(H):
    problem = ScalarProblem(BENT[:1])
    one, other = (stationary(name, problem, GAMMA, H, method="quadrature", digits=20) for name in ("scaffold", "fedavg"))
    with mpmath.workdps(30):
        assert abs(one.mean[0] - other.mean[0]) < 1e-20
        assert abs(one.second_moment[0, 0] - other.second_moment[0, 0]) < 1e-20
    assert abs(one.control_mean[0, 0]) < 1e-25


@pytest.mark.parametrize("N", [2, 3])
def test_with_one_local_step_theta_follows_sgd(N):
    problem, small = ScalarProblem(BENT[:N]), Fraction(1, 200)
    one, other = (stationary(name, problem, small, 1, method="quadrature", digits=12) for name in ("scaffold", "sgd"))
    assert abs(one.mean[0] - other.mean[0]) < 1e-13
    assert abs(one.second_moment[0, 0] - other.second_moment[0, 0]) < 1e-15


@pytest.mark.parametrize(
    "problem",
    [ScalarProblem(BENT), sf.LogisticProblem([[[1.0], [2.5]], [[-1.5]], [[0.5], [-3.0]]], [[1, -1], [1], [1, 1]], 0.25)],
    ids=["curve", "logistic"],
)
def test_the_last_client_is_like_the_others(problem):
    if isinstance(problem, ScalarProblem):
        other = ScalarProblem(BENT[::-1])
    else:
        other = sf.LogisticProblem(problem.features[::-1], problem.labels[::-1], problem.l2)
    one, two = (stationary("scaffold", p, Fraction(1, 40), 2) for p in (problem, other))
    assert one.method == two.method == "quadrature"
    assert abs(one.mean - two.mean) < 2 * one.error
    assert abs(one.second_moment - two.second_moment) < 2 * one.second_moment_error
    assert (abs(one.controls.own - two.controls.own[::-1]) < 2 * one.controls.own_error).all()
    assert (abs(one.controls.cross - two.controls.cross[::-1]) < 2 * one.controls.cross_error).all()
    assert (abs(one.controls.between(0, 2) - two.controls.between(2, 0)) < 2 * one.controls.own_error).all()
    assert one.error[0] < 1e-6


def honest_cases():
    """Logistic problems from narrow to wide laws, and few digits."""
    rng = np.random.default_rng(3)
    for k in range(6):
        N, n, H = 2 + k % 2, int(rng.integers(1, 4)), int(rng.choice([1, 4, 10]))
        rows = [(rng.normal(size=(n, 1)) * rng.choice([0.5, 1, 3])).round(2) for _ in range(N)]
        labels = [rng.choice([-1, 1], size=n) for _ in range(N)]
        yield pytest.param(sf.LogisticProblem(rows, labels, 0.3), H, (0.01, 0.1, 0.3)[k // 2], (5, 4, 3)[k // 2], id=str(k))


@pytest.mark.parametrize(("problem", "H", "share", "digits"), list(honest_cases()))
def test_the_estimated_error_covers_the_true_one(problem, H, share, digits):
    gamma = share / problem.L
    law, truth = (stationary("scaffold", problem, gamma, H, method="quadrature", digits=n) for n in (digits, digits + 3))
    with mpmath.workdps(40):
        # numbers keep five digits more than were asked for
        rounding = 10 ** mpmath.mpf(-digits - 4)
        assert abs(law.mean[0] - truth.mean[0]) <= law.error[0] + truth.error[0] + rounding * abs(truth.mean[0])
        off = abs(law.controls.own - truth.controls.own)
        assert (off <= law.controls.own_error + truth.controls.own_error + rounding * abs(truth.controls.own)).all()


def test_exact_gradients_settle_at_the_optimum():
    rule = sf.Algorithm("quiet", *(getattr(get_algorithm("scaffold"), r) for r in ("local_step", "control_update")), exact_gradient=True)
    law = stationary(rule, ScalarProblem(BENT[:2]), GAMMA, 3)
    assert law.method == "quadrature"
    assert law.second_moment[0, 0] < 1e-20


def test_expectations_are_those_of_the_whole_state():
    problem = ScalarProblem(BENT[:2])
    law = stationary("scaffold", problem, GAMMA, 2, digits=10)
    second = expectation("scaffold", problem, GAMMA, 2, lambda x, xi: (x - BALLS(sp.nsimplify(0))) * xi, digits=10)
    rest = -sum(g(float(problem.optimum[0])) for g in bent_gradients(np.tanh, np.exp)[0]) / 2
    expected = (
        law.controls.cross[0, 0, 0] + float(problem.optimum[0]) * law.control_mean[0, 0] + rest * (law.mean[0] - float(problem.optimum[0]))
    )
    assert abs(second - expected) < 1e-9


LEAKY = sf.Algorithm(
    "leaky", lambda x, g, xi, gamma: x - gamma * (g + xi), lambda xi, x_end, x_next, gamma, H: xi / 2 + (x_end - x_next) / (gamma * H)
)
LOOKING = sf.Algorithm(
    "looking", lambda x, g, xi, x_start, gamma: x - gamma * (g + xi) + (x_start - x) / 9, lambda xi, x_end, x_next: xi + x_end - x_next
)
EAGER = sf.Algorithm(
    "eager",
    lambda x, g, xi, gamma: x - gamma * (g + xi),
    lambda xi, x_end, x_next: xi + x_end - x_next,
    lambda x_mean, x_start: 2 * x_mean - x_start,
)


@pytest.mark.parametrize("rule", [LEAKY, LOOKING, EAGER], ids=lambda rule: rule.name)
def test_other_rules_are_refused_and_simulated(rule):
    problem = ScalarProblem(BENT[:2])
    with pytest.raises(InvalidInput, match="must add a multiple of x_end - x_next to its control variates"):
        stationary(rule, problem, GAMMA, 2, method="quadrature")
    assert stationary(rule, problem, GAMMA, 2, budget=1).method == "montecarlo"


def test_what_is_too_large_is_refused_and_simulated():
    plane = sf.LogisticProblem([[[1.0, 0.0]], [[0.0, 1.0]]], [[1], [1]], 0.5)
    four = sf.LogisticProblem([[[1.0]]] * 4, [[1]] * 4, 0.5)
    for problem, message in ((plane, "must have d = 1"), (four, "N <= 3")):
        with pytest.raises(InvalidInput, match=message):
            stationary("scaffold", problem, 0.1, 2, method="quadrature")
        law = stationary("scaffold", problem, 0.1, 2, budget=1)
        assert law.method == "montecarlo"
        assert np.isfinite(law.second_moment_error).all()  # also where one sample a client makes a law that is a point
