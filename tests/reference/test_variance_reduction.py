"""The chains whose means are known exactly, and what subtracting them buys."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp

import symfed as sf
from symfed.core.errors import InvalidInput
from symfed.core.symbols import theta
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LinearProblem
from symfed.reference import simulate, stationary
from symfed.reference.exact.laws import local_moments
from symfed.reference.simulation.run import _checked_plan, _chosen_engine
from symfed.reference.simulation.variance_reduction import exact_means, linearised
from tests.reference.helpers import label
from tests.reference.orders import Scaled, round_by_enumeration, split

PLANE = sf.LogisticProblem([[[1.0, 2.0], [0.5, -1.0]], [[-1.0, 1.5], [2.0, 0.3]]], [[1, -1], [1, 1]], 0.25)
MILD = sf.LogisticProblem([[[0.8, 1.0], [0.5, -1.0]], [[-1.0, 0.7], [1.0, 0.3]]], [[1, -1], [1, 1]], 0.5)
CURVE = sf.ScalarProblem(
    [[theta**2 / 2 + 2 * sp.log(1 + sp.exp(2 * theta)), theta**2 - 2 * theta], [theta**2 / 3 + sp.log(1 + sp.exp(3 * theta))]],
    [[Fraction(1, 4), Fraction(3, 4)], [1]],
)
FEDPROX = get_algorithm("fedprox").bind(rho=Fraction(1, 2))
LEAKY = sf.Algorithm(
    "leaky",
    local_step=lambda x, g, x_start, gamma, H: x - gamma * g - gamma * x / 8 + x_start / (5 * H) - x / (4 * H) + gamma / 3,
    server_step=lambda x_mean, x_start, H: x_start + 2 * (x_mean - x_start) / 3 - x_start / (7 * H) + 1 / (10 * H),
)
BENT = sf.Algorithm("bent", local_step=lambda x, g, gamma: x - gamma * g * (1 + g * g / 100))
FADING = sf.Algorithm(
    "fading",
    local_step=lambda x, g, xi, gamma: x - gamma * (g + xi),
    control_update=lambda xi, x_end, x_next, gamma, H: xi / 2 + (x_end - x_next) / (gamma * H),
)
CROWD = sf.LogisticProblem(PLANE.features * 8, PLANE.labels * 8, 0.25)
FALSE_ALARM = 1e-6  # of all comparisons with chance in this file together; there are fewer than 40
STANDARD_ERRORS = 6.0  # 256 replicas: Student's t with 255 degrees of freedom exceeds it with probability 7e-9, and 40 * 7e-9 < 1e-6
PLACES = [(PLANE, "numpy"), (PLANE, "compiled"), (CURVE, "numpy")]
CASES = [("fedavg", 2), ("fedavg", 1), ("sgd", 1), (FEDPROX, 2), ("fedavg_deterministic", 2), (LEAKY, 2)]


@pytest.mark.parametrize(("algorithm", "H"), CASES, ids=label)
@pytest.mark.parametrize("problem", [PLANE, CURVE], ids=["plane", "curve"])
def test_a_round_leaves_the_exact_means_as_they_are(algorithm, H, problem):
    gamma, d = Fraction(1, 5), problem.dim
    known = exact_means(get_algorithm(algorithm), problem, gamma, H)
    # any law of e1 with these two moments will do, and e2 enters by its mean only
    variances, axes = np.linalg.eigh(known.second_moment - np.outer(known.linear, known.linear))
    spread = axes * np.sqrt(np.maximum(variances, 0))  # rounding may leave -1e-17 where there is no noise
    first, moment, second = 0, 0, 0
    with mpmath.workdps(40):
        scale = mpmath.mpf(10) ** -12
        for axis in range(d):
            for side in (-1, 1):
                e1 = np.array([mpmath.mpf(v) for v in known.linear + side * np.sqrt(d) * spread[:, axis]])
                e2 = np.array([mpmath.mpf(v) for v in known.second])
                for p, f1, f2 in round_by_enumeration(get_algorithm(algorithm), problem, gamma, H, e1, e2, scale):
                    share = p / (2 * d)
                    first, moment, second = first + share * f1, moment + share * np.multiply.outer(f1, f1), second + share * f2
    # float64 solutions of linear systems whose condition is below a hundred
    tolerance = 1e-13
    np.testing.assert_allclose(known.linear, first.astype(float), rtol=0, atol=tolerance)
    np.testing.assert_allclose(known.second_moment, moment.astype(float), rtol=0, atol=tolerance)
    np.testing.assert_allclose(known.second, second.astype(float), rtol=0, atol=tolerance)


def states(algorithm, problem, engine, variance_reduction=None, rounds=12):
    """(replicas, chains, d) after a few rounds from theta*."""
    plan = _checked_plan(get_algorithm(algorithm), problem, 0.2, 3, rounds, 9, 0, 5, None, None, variance_reduction)
    running = _chosen_engine(engine, plan, 1)
    running.advance(rounds)
    return running.states()


@pytest.mark.parametrize("algorithm", ["fedavg", LEAKY, "scaffold"], ids=label)
@pytest.mark.parametrize(("problem", "engine"), PLACES, ids=["plane", "kernel", "curve"])
def test_the_chains_are_the_first_two_orders_on_the_same_samples(algorithm, problem, engine):
    _, one, two = np.moveaxis(states(algorithm, problem, engine, "second"), 1, 0) - problem.optimum
    same = states(algorithm, linearised(problem), "numpy")[:, 0] - problem.optimum
    np.testing.assert_allclose(one, same, rtol=0, atol=1e-13)  # 36 steps on numbers below ten
    s = 1e-3
    after, before = (states(algorithm, Scaled(problem, t), "numpy")[:, 0] - problem.optimum for t in (s, -s))
    first, second = split(after, before, s)
    # orders three and four come with s² = 1e-6, and rounding with 1e-16 / s²
    np.testing.assert_allclose(one, first, rtol=0, atol=1e-5 * np.abs(first).max())
    np.testing.assert_allclose(two - one, second, rtol=0, atol=1e-5 * np.abs(second).max())
    assert np.abs(second).max() > 1e-3


@pytest.mark.parametrize(("problem", "engine"), PLACES, ids=["plane", "kernel", "curve"])
def test_theta_moves_as_it_does_alone(problem, engine):
    alone, one, two = (
        simulate("fedavg", problem, 0.2, 3, 40, replicas=70, seed=7, record=5, engine=engine, variance_reduction=kind).trajectory.tobytes()
        for kind in (None, "linear", "second")
    )
    assert alone == one == two


TRUTHS = [("fedavg", CURVE, 3, 30), ("sgd", CURVE, 1, 30), (FEDPROX, CURVE, 3, 10), ("fedavg", MILD, 3, None), ("scaffold", CURVE, 3, 12)]


@pytest.mark.parametrize(("algorithm", "problem", "H", "digits"), TRUTHS, ids=label)
def test_averages_agree_with_the_quadrature(algorithm, problem, H, digits):
    gamma = Fraction(1, 20)
    truth = stationary(algorithm, problem, gamma, H, method="quadrature", digits=digits)
    for kind in ("linear", "second"):
        run = simulate(algorithm, problem, gamma, H, 900, replicas=256, burn_in=200, seed=11, variance_reduction=kind)
        assert_within(run, truth)
        # power: an answer that forgets E e2, or doubles it, would be far outside
        assert (np.abs(exact_means(get_algorithm(algorithm), problem, gamma, H).second) > 3 * STANDARD_ERRORS * run.mean_error).all()


def assert_within(run, truth):
    """Within the declared false alarm, and the truth's own estimated error."""
    for value, error, exact, known in (
        (run.mean, run.mean_error, truth.mean, truth.error),
        (run.second_moment, run.second_moment_error, truth.second_moment, truth.second_moment_error),
    ):
        off = np.abs(value - exact.astype(float))
        assert (off < STANDARD_ERRORS * error + known.astype(float)).all(), off / error


def multiplicative(N):
    """Straight gradients whose slopes are drawn: the linear chain is theta itself, and its law has no other moments to learn from."""
    rows = [[theta**2 / 4 - theta / 2, 3 * theta**2 / 4 + theta / 3], [theta**2 / 2 + theta, theta**2 / 3 - theta / 2, theta**2]]
    return sf.ScalarProblem([*rows, [theta**2 / 2 - 2 * theta, theta**2]][:N])


@pytest.mark.parametrize(("N", "H"), [(1, 3), (2, 1), (3, 4)])
def test_the_linear_chain_of_a_rule_with_memory_has_the_exact_second_moment(N, H):
    gamma, problem = Fraction(1, 10), multiplicative(N)
    law, known = (
        stationary("scaffold", problem, gamma, H, method="quadrature", digits=15),
        exact_means(get_algorithm("scaffold"), problem, gamma, H),
    )
    # float64 solutions of linear systems whose condition is below a hundred
    assert abs(known.linear[0]) < 1e-14
    assert abs(known.second_moment[0, 0] - float(law.second_moment[0, 0])) < 1e-13
    assert known.second == 0


def test_the_linear_chain_with_memory_agrees_with_the_exact_law_in_the_plane():
    hessians, optima = [[[2, 1], [1, 3]], [[1, 0], [0, 4]], [[3, -1], [-1, 1]]], [[1, 0], [0, 1], [-1, 2]]
    kicks = [[1, 0], [2, 1], [0, -1]]  # a sample's gradient is the mean one plus or minus this
    quadratic = sf.QuadraticProblem(hessians, optima, [np.outer(k, k) for k in kicks])
    means = [np.array(A) @ c for A, c in zip(hessians, optima, strict=True)]
    sampled = LinearProblem([[A, A] for A in hessians], [[m + k, m - k] for m, k in zip(means, np.array(kicks), strict=True)])
    truth = stationary("scaffold", quadratic, Fraction(1, 20), 3, method="exact")
    within = local_moments(get_algorithm("scaffold"), sampled, Fraction(1, 20), 3)
    # float64 solutions of linear systems whose condition is below a hundred
    np.testing.assert_allclose(within.mean, truth.mean.astype(float), rtol=0, atol=1e-13)
    np.testing.assert_allclose(within.second_moment, truth.second_moment.astype(float), rtol=0, atol=1e-13)


def test_moments_within_a_round_with_memory_are_averages_over_all_draws():
    """One round from a state that is drawn as the stationary law is, in its first two moments."""
    gamma, H, N = Fraction(1, 10), 3, 2
    problem = linearised(multiplicative(N))
    law, within = stationary("scaffold", problem, gamma, H, method="exact"), local_moments(get_algorithm("scaffold"), problem, gamma, H)
    for c in range(N):
        xi, cross, own = law.control_mean[c, 0], law.controls.cross[c, 0, 0], law.controls.own[c, 0, 0]
        rest = -(problem.mean_matrices[c, 0, 0] * problem.optimum[0] - problem.mean_vectors[c, 0])
        theta_mean = law.mean[0] - problem.optimum[0]
        # E[u u'] for u = (e, xi, 1), xi being `rest` more than what the law's second moments are about
        S = np.array(
            [
                [law.second_moment[0, 0], cross + theta_mean * rest, theta_mean],
                [cross + theta_mean * rest, own + 2 * rest * xi - rest**2, xi],
                [theta_mean, xi, 1],
            ],
            dtype=float,
        )
        for h in range(H):
            assert abs(within.local_second_moments[c, h, 0, 0] - S[0, 0]) < 1e-13
            assert abs(within.local_means[c, h, 0] - problem.optimum[0] - S[0, 2]) < 1e-13
            after = 0
            for a, b, w in zip(problem.matrices[c], problem.vectors[c], problem.weights[c], strict=True):
                slope, at_rest = float(a[0, 0]), float(a[0, 0] * problem.optimum[0] - b[0])
                T = np.array([[1 - 0.1 * slope, -0.1, -0.1 * at_rest], [0, 1, 0], [0, 0, 1]])
                after = after + float(w) * T @ S @ T.T
            S = after


def test_the_second_chain_with_memory_has_the_mean_that_the_first_one_leaves_in_the_plane():
    linear, second = (
        simulate("scaffold", PLANE, 0.1, 3, 900, replicas=256, burn_in=100, seed=3, variance_reduction=k) for k in ("linear", "second")
    )
    off, known = np.abs(linear.mean - second.mean), np.abs(exact_means(get_algorithm("scaffold"), PLANE, 0.1, 3).second)
    assert (off < STANDARD_ERRORS * (linear.mean_error + second.mean_error)).all()
    # power: without E e2, or with twice that, the second answer would be far outside
    assert (known > 3 * STANDARD_ERRORS * (linear.mean_error + second.mean_error)).all()


@pytest.mark.parametrize(("problem", "engine"), PLACES, ids=["plane", "kernel", "curve"])
def test_control_variates_are_those_of_theta_alone(problem, engine):
    alone, one, two = (
        simulate("scaffold", problem, 0.2, 3, 40, replicas=70, seed=7, engine=engine, variance_reduction=kind).control_variates.tobytes()
        for kind in (None, "linear", "second")
    )
    assert alone == one == two


def test_ten_clients_with_memory_are_hundreds_of_times_sharper():
    rng = np.random.default_rng(1)
    problem = sf.LogisticProblem([rng.normal(size=(3, 1)) for _ in range(10)], [rng.choice([-1, 1], size=3) for _ in range(10)], 0.5)
    alone, beside = (simulate("scaffold", problem, 0.02, 10, 200, replicas=64, burn_in=40, variance_reduction=k) for k in (None, "second"))
    assert abs(alone.mean - beside.mean) < STANDARD_ERRORS * alone.mean_error
    assert alone.mean_error > 300 * beside.mean_error


def test_errors_shrink_by_the_orders_taken_away():
    # e1 is of order gamma^(1/2), e2 of order gamma, what is left of order gamma^(3/2): an eighth of the step, 8 and 64 times the ratio
    kinds = (None, "linear", "second")
    coarse, fine = (
        [simulate("fedavg", PLANE, g, 3, int(12 / g), replicas=64, burn_in=int(4 / g), seed=1, variance_reduction=k) for k in kinds]
        for g in (0.2, 0.025)
    )
    gains = [[runs[0].mean_error / run.mean_error for run in runs[1:]] for runs in (coarse, fine)]
    # standard errors of 64 replicas are known to 9 % each, and the coarse step is not yet in the limit: a factor two
    assert (gains[1][0] > gains[0][0] * 8**0.5 / 2).all()
    assert (gains[1][1] > gains[0][1] * 8 / 2).all()
    assert (gains[1][1] > 100).all()


def test_montecarlo_takes_what_applies_and_says_so():
    quadratic = sf.QuadraticProblem([[[2]], [[1]]], [[1], [0]], [[1]])
    cases = [("fedavg", PLANE, "second"), (FEDPROX, CURVE, "second"), ("fedavg_deterministic", PLANE, None), (BENT, PLANE, None)]
    for algorithm, problem, kind in [*cases, ("scaffold", PLANE, "second"), (FADING, PLANE, None), ("fedavg", quadratic, None)]:
        answer = stationary(algorithm, problem, 0.1, 2, method="montecarlo", budget=1)
        assert (answer.method, answer.variance_reduction) == ("montecarlo", kind)
    assert stationary("fedavg", CURVE, 0.1, 2).variance_reduction is None
    alone = simulate("fedavg", PLANE, 0.1, 2, 300, replicas=256, burn_in=100)
    assert (stationary("fedavg", PLANE, 0.1, 2, method="montecarlo", budget=1).error < alone.mean_error / 10).all()


def test_where_nothing_is_left_to_average_the_error_is_rounding():
    straight = sf.ScalarProblem([[theta**2, theta**2 / 2 - theta], [theta**2 / 2 + theta / 3]])
    truth = stationary("fedavg", linearised(straight), 0.1, 3, method="exact")
    answer = stationary("fedavg", straight, 0.1, 3, method="montecarlo", budget=1)
    assert (np.abs(answer.mean - truth.mean) <= answer.error).all()
    assert (np.abs(answer.second_moment - truth.second_moment) <= answer.second_moment_error).all()
    # one rounding of numbers below one a step, forgotten within 1/(gamma mu) < 20 steps
    assert 1e-17 < answer.error[0] < 1e-13


@pytest.mark.parametrize(
    ("algorithm", "problem", "kind", "message"),
    [
        ("fedavg", PLANE, "third", "variance_reduction = 'third': must be None or one of linear, second"),
        (FADING, PLANE, "linear", "the control variates of fading need not add up to zero"),
        ("scaffold", CROWD, "linear", "the moments of 16 clients' control variates in dimension 2 take too long"),
        ("fedavg_deterministic", PLANE, "linear", "draws no samples"),
        (BENT, PLANE, "second", "the rule of bent is not affine"),
        ("fedavg", sf.QuadraticProblem([[[1]]], [[0]], [[1]]), "second", "QuadraticProblem does not offer the derivatives"),
    ],
)
def test_what_does_not_apply_is_refused(algorithm, problem, kind, message):
    with pytest.raises(InvalidInput, match=message):
        simulate(algorithm, problem, 0.1, 2, 10, variance_reduction=kind)


def test_the_old_names_still_work_and_say_what_they_are_called_now():
    with pytest.warns(DeprecationWarning, match=r"variance_reduction=\.\.\."):
        old = simulate("fedavg", PLANE, 0.1, 2, 10, control_variate="linear")
    assert (old.mean == simulate("fedavg", PLANE, 0.1, 2, 10, variance_reduction="linear").mean).all()
    law = stationary("fedavg", PLANE, 0.1, 2, method="montecarlo", budget=1000)
    with pytest.warns(DeprecationWarning, match="variance_reduction"):
        assert law.variates == law.variance_reduction == "second"
