"""Rules with control variates under multiplicative noise: every sample path, two roads in floats, simulation, the edge of stability."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import to_float
from symfed.reference import expected_squared_distance, stationary
from symfed.reference.exact import contour_noise, stationary_exact
from symfed.reference.exact.contour_noise import ContourControlVariates
from symfed.reference.result import StoredControlVariates
from tests.pieces import pieces
from tests.reference.helpers import label
from tests.reference.rules_with_memory import CONSERVING, EXACT, FORGETTING, LEAKING
from tests.reference.scafflsa_by_hand import all_draws, scafflsa_round
from tests.reference.scaffold_by_hand import flat, moments_after_a_round, unflat

EIGHTH = Fraction(1, 8)
THIRD = Fraction(1, 3)
# no two clients, samples, rows or columns are alike; the second client's first sample comes twice as often
MATRICES = [[[[2, 1], [-1, 1]], [[1, 0], [3, 2]]], [[[1, Fraction(1, 2)], [0, 3]], [[4, 1], [1, 1]]]]
VECTORS = [[[1, 0], [2, -1]], [[0, 3], [1, 1]]]
PLANE = sf.LinearProblem(MATRICES, VECTORS, [[Fraction(1, 2), Fraction(1, 2)], [2 * THIRD, THIRD]])
TABLES = [list(zip(A, b, strict=True)) for A, b in zip(MATRICES, VECTORS, strict=True)]
TABLES[1] = [TABLES[1][0], *TABLES[1]]
LINE = sf.LinearProblem([[[[1]], [[3]]], [[[2]], [[1]]], [[[4]], [[0]]]], [[[0], [2]], [[1], [5]], [[3], [1]]])
LINE_TABLES = [[([[1]], [0]), ([[3]], [2])], [([[2]], [1]), ([[1]], [5])], [([[4]], [3]), ([[0]], [1])]]
RULES = [get_algorithm("scafflsa"), *CONSERVING]


def fractions(array):
    return np.vectorize(lambda v: Fraction(int(v.p), int(v.q)), otypes=[object])(array)


def drawn(N, d, samples, seed, noise=0.5):
    """A float problem with matrices that are neither symmetric nor normal, and client means with eigenvalues about one."""
    rng = np.random.default_rng(seed)
    means = np.eye(d) + np.triu(rng.normal(size=(N, d, d)), 1) / 2 + 0.3 * rng.normal(size=(N, d, d)) / np.sqrt(d)
    A = means[:, None] + noise * rng.normal(size=(N, samples, d, d)) / np.sqrt(d)
    return sf.LinearProblem(list(A), list(rng.normal(size=(N, samples, d))), list(rng.dirichlet(np.full(samples, 3.0), size=N)))


def in_eighths(problem):
    """A rational problem near a float one, its samples equally likely."""
    near = np.vectorize(lambda v: Fraction(round(8 * v), 8), otypes=[object])
    return sf.LinearProblem([near(A) for A in problem.matrices], [near(b) for b in problem.vectors])


def as_rationals(problem):
    """The same problem, every float read as the rational that it is."""
    rational = np.vectorize(lambda v: Fraction(float(v)), otypes=[object])
    return sf.LinearProblem([rational(A) for A in problem.matrices], [rational(b) for b in problem.vectors])


def rounded(problem):
    return sf.LinearProblem([to_float(A) for A in problem.matrices], [to_float(b) for b in problem.vectors], problem.weights)


def joint(law, theta, ideal):
    """Mean and covariance of (theta, xi_1, ..) from the parts of a Stationary."""
    N, controls = len(law.control_mean), law.controls
    rows = [np.concatenate([law.second_moment, *controls.cross], axis=1)]
    for c in range(N):
        rows.append(np.concatenate([controls.cross[c].T, *[controls.between(c, k) for k in range(N)]], axis=1))
    mean = np.concatenate([law.mean, law.control_mean.ravel()])
    bias = mean - np.concatenate([theta, ideal.ravel()])
    return mean, np.concatenate(rows) - np.multiply.outer(bias, bias)


@pytest.mark.parametrize(("problem", "tables", "H"), [(PLANE, TABLES, 1), (PLANE, TABLES, 2), (LINE, LINE_TABLES, 2)])
def test_no_path_of_a_round_changes_the_law(problem, tables, H):
    law, d = stationary("scafflsa", problem, EIGHTH, H), problem.dim
    theta = problem.optimum
    ideal = problem.mean_matrices @ theta - problem.mean_vectors
    mean, covariance = joint(law, theta, ideal)
    start, before = list(fractions(mean)), fractions(covariance)

    def step(column, draws):
        return flat(scafflsa_round(EIGHTH, H, unflat(column, d), draws))

    first, second = moments_after_a_round(step, all_draws(tables, H), start, before.tolist())
    assert first == start
    assert (np.array(second, object) == before + np.multiply.outer(start, start)).all()
    assert law.rigorous
    assert law.method == "exact"
    assert (law.mean == theta).all()  # a rule with control variates has no bias where gradients are affine
    assert (law.control_mean == ideal).all()
    assert (law.controls.cross.sum(axis=0) == 0).all()
    assert covariance[0, 0] > 0


def test_expected_distance_over_two_rounds_by_all_paths():
    draws = all_draws(LINE_TABLES[:2], 2)
    problem = sf.LinearProblem([[[[1]], [[3]]], [[[2]], [[1]]]], [[[0], [2]], [[1], [5]]])
    states, totals = [([Fraction(5)], [[Fraction(0)], [Fraction(0)]])], []
    for _ in range(2):
        states = [scafflsa_round(EIGHTH, 2, state, choice) for state in states for choice in draws]
        totals.append(sum((theta[0] - 1) ** 2 for theta, _ in states) / len(states))
    found = expected_squared_distance("scafflsa", problem, EIGHTH, 2, 2, [5], [1])
    assert list(fractions(found)) == [16, *totals]


def test_expected_distance_of_many_clients_settles_at_the_stationary_one():
    problem = drawn(30, 3, 4, seed=5)
    curve = expected_squared_distance("scafflsa", problem, 0.1, 5, 200, [1, 2, 3])
    law = stationary("scafflsa", problem, 0.1, 5)
    assert curve[0] == pytest.approx(float(((problem.optimum - [1, 2, 3]) ** 2).sum()), rel=1e-13)
    # 1000 steps of rate about 0.9; then a few hundred roundings of numbers of the size of |theta*|^2
    assert curve[-1] == pytest.approx(float(np.trace(law.second_moment)), rel=1e-9)
    assert curve[1] > 2 * curve[-1]


def test_the_two_signs_are_one_rule():
    one, other = stationary("scafflsa", PLANE, EIGHTH, 3), stationary("scaffold", PLANE, EIGHTH, 3)
    assert (one.second_moment == other.second_moment).all()
    assert (one.control_mean == -other.control_mean).all()
    assert (one.controls.cross == -other.controls.cross).all()
    assert (one.controls.own == other.controls.own).all()


def assert_within(found, truth, error):
    assert (np.abs(found - to_float(truth)) <= error).all()


@pytest.mark.parametrize("algorithm", [*RULES, *FORGETTING], ids=label)
@pytest.mark.parametrize(("N", "d", "gamma", "H"), [(1, 2, 2.0**-5, 3), (2, 2, 2.0**-4, 2), (3, 1, 2.0**-6, 9)])
def test_floats_agree_with_rationals_to_their_stated_error(algorithm, N, d, gamma, H):
    exact = in_eighths(drawn(N, d, 3, seed=N))
    truth, found = stationary(algorithm, exact, Fraction(gamma), H), stationary(algorithm, rounded(exact), gamma, H)
    assert isinstance(found.controls, StoredControlVariates if algorithm in FORGETTING else ContourControlVariates)
    check_errors(found, truth, gamma)


@pytest.mark.parametrize(("gamma", "H"), [(2.0**-10, 7), (0.125, 4), (0.25, 1), (0.0625, 40)])
@pytest.mark.parametrize(("N", "d"), [(1, 2), (2, 2), (4, 1)])
def test_many_step_sizes_agree_with_rationals(N, d, gamma, H):
    exact = in_eighths(drawn(N, d, 2, seed=N))
    check_errors(stationary("scafflsa", rounded(exact), gamma, H), stationary("scafflsa", exact, Fraction(gamma), H), gamma)


def check_errors(found, truth, gamma):
    assert truth.rigorous
    assert not found.rigorous
    other = len(found.control_mean) - 1
    assert_within(found.mean, truth.mean, found.error)
    assert_within(found.second_moment, truth.second_moment, found.second_moment_error)
    assert_within(found.controls.cross, truth.controls.cross, found.controls.cross_error)
    assert_within(found.controls.own, truth.controls.own, found.controls.own_error)
    assert_within(found.controls.between(0, other), truth.controls.between(0, other), found.controls.own_error)
    # the stated errors are worth having: some hundred H units of rounding, times a condition of a thousand at worst
    assert found.second_moment_error.max() <= 1e-9 * (found.second_moment.max() + gamma)


@pytest.mark.parametrize("algorithm", RULES, ids=label)
def test_resolvents_agree_with_one_dense_system(algorithm, monkeypatch):
    problem, start = drawn(6, 3, 4, seed=2), np.array([0.5, -1.0, 2.0])
    found = stationary_exact(algorithm, problem, 0.2, 4, mean_control=start)
    monkeypatch.setattr("symfed.reference.exact.joint_law.own_factor", lambda law: 1.0)
    dense = stationary_exact(algorithm, problem, 0.2, 4, mean_control=start)
    assert isinstance(found.controls, ContourControlVariates)
    assert isinstance(dense.controls, StoredControlVariates)
    # some hundred roundings on either road, times condition numbers of theta and of the noise below a hundred
    close = {"rtol": 0, "atol": 1e-11}
    np.testing.assert_allclose(found.mean, dense.mean, **close)
    np.testing.assert_allclose(found.control_mean, dense.control_mean, **close)
    np.testing.assert_allclose(found.control_mean.mean(axis=0), start, **close)
    np.testing.assert_allclose(found.second_moment, dense.second_moment, **close)
    np.testing.assert_allclose(found.controls.cross, dense.controls.cross, **close)
    np.testing.assert_allclose(found.controls.own, dense.controls.own, **close)
    np.testing.assert_allclose(found.controls.between(1, 4), dense.controls.between(1, 4), **close)
    np.testing.assert_allclose(found.controls.between(3, 3), dense.controls.between(3, 3), **close)
    # where it starts on the zero-sum subspace does not matter to a rule whose noise does not depend on theta, and does to this one
    if algorithm is not EXACT:
        assert abs(stationary(algorithm, problem, 0.2, 4).second_moment - found.second_moment).max() > 1e-6


HESSIANS, OPTIMA, KICKS = [[[2, 1], [1, 3]], [[1, 0], [0, 5]]], [[1, 0], [0, 1]], [[1, 2], [0, 3]]


@pytest.mark.parametrize("H", [1, 4])
@pytest.mark.parametrize("algorithm", [*RULES, *FORGETTING], ids=label)
def test_additive_noise_as_a_linear_problem(algorithm, H):
    tenth = Fraction(1, 10)
    quadratic = sf.QuadraticProblem(HESSIANS, OPTIMA, [np.multiply.outer(v, v) for v in KICKS])
    vectors = [[[sum(a * t for a, t in zip(row, centre, strict=True)) + s * v_i for row, v_i in zip(A, v, strict=True)] for s in (1, -1)]
               for A, centre, v in zip(HESSIANS, OPTIMA, KICKS, strict=True)]  # fmt: skip
    linear = sf.LinearProblem([[A, A] for A in HESSIANS], vectors)
    one, other = stationary(algorithm, quadratic, tenth, H), stationary(algorithm, linear, tenth, H)
    assert (one.mean == other.mean).all()
    assert (one.second_moment == other.second_moment).all()
    assert (one.controls.own == other.controls.own).all()
    curves = [expected_squared_distance(algorithm, problem, tenth, H, 3, [4, -1]) for problem in (quadratic, linear)]
    assert (curves[0] == curves[1]).all()


def test_simulation_is_within_its_error():
    turn, vectors = 1.2 * np.array([[0.6, -0.8], [0.8, 0.6]]), np.array([[1.0, 0.0], [0.0, 2.0]])
    A = [np.array([np.eye(2) + turn, np.eye(2) - turn]), np.array([np.eye(2) - turn.T, 1.2 * np.eye(2) + turn])]
    problem = sf.LinearProblem(A, [vectors, -vectors])
    law = stationary("scafflsa", problem, 0.3, 2)
    run = sf.simulate("scafflsa", problem, 0.3, 2, rounds=2000, replicas=64, burn_in=100, seed=1)
    # five standard errors of a mean over 64 replicas: false alarms below one in ten thousand for each of six numbers (Student, 63)
    assert (np.abs(run.mean - law.mean) <= 5 * run.mean_error).all()
    assert (np.abs(run.second_moment - law.second_moment) <= 5 * run.second_moment_error).all()
    # and it would see a law without the noise that the matrices make
    theta, means = problem.optimum, problem.mean_matrices
    still = [b - (a - mean) @ theta for a, b, mean in zip(problem.matrices, problem.vectors, means, strict=True)]
    quiet = stationary("scafflsa", sf.LinearProblem([np.stack([mean] * 2) for mean in means], still), 0.3, 2)
    assert (np.abs(run.second_moment - quiet.second_moment) > 20 * run.second_moment_error).any()


TWO = [[[[1]], [[3]]]]  # E|1 - gamma A|^2 < 1 up to gamma = 2 * 2 / 5


@pytest.mark.parametrize(("N", "H"), [(1, 1), (1, 3), (2, 1)])
def test_the_edge_of_second_moments(N, H):
    problem = sf.LinearProblem(TWO * N, [[[0], [1]]] * N)
    # one client: E(1 - gamma A)^2 < 1; N alike and one step: ((1 - 2 gamma)^2 + gamma^2 / N) < 1
    edge = Fraction(4, 5) if N == 1 else Fraction(4) / (4 + Fraction(1, N))
    for gamma in (edge, edge + Fraction(1, 10**20)):
        with pytest.raises(UnstableStep, match=r"contracts in the mean \(spectral radius .*\) but has no second moment"):
            stationary("scafflsa", problem, gamma, H)
    assert stationary("scafflsa", problem, edge - Fraction(1, 10**20), H).rigorous
    with pytest.raises(UnstableStep, match=r"contracts in the mean but has no second moment: noise of covariance one comes back as 1\.\d"):
        stationary("scafflsa", rounded(problem), float(edge) + 0.01, H)
    below = stationary("scafflsa", rounded(problem), float(edge) - 0.01, H)
    truth = stationary("scafflsa", problem, Fraction(float(edge) - 0.01), H)
    assert_within(below.second_moment, truth.second_moment, below.second_moment_error)


def test_the_spectral_radius_of_the_feedback_is_named():
    # gamma = 0.9, N = 1, H = 1: S = gamma^2 (X + ..), X = S / (1 - (1 - 2 gamma)^2) = S / 0.36
    with pytest.raises(UnstableStep, match=r"comes back as 2\.25, must be < 1"):
        stationary("scafflsa", rounded(sf.LinearProblem(TWO, [[[0], [1]]])), 0.9, 1)


def test_a_mean_that_does_not_contract_is_named():
    # each client alone is stable, their mean has the eigenvalues 1 - 2 and 1 + 2
    skew = sf.LinearProblem([[[[1, 4], [0, 1]]], [[[1, 0], [4, 1]]]], [[[1, 0]], [[0, 1]]])
    for H in (1, 5):
        with pytest.raises(UnstableStep, match="does not contract: spectral radius 1"):
            stationary("scafflsa", skew, EIGHTH, H)
        with pytest.raises(UnstableStep, match=f"H = {H} steps does not contract: 1 eigenvalues outside the unit circle"):
            stationary("scafflsa", rounded(skew), 0.125, H)
    fifty = sf.LinearProblem([np.array(A, float) for A in TWO] * 50, [np.array([[0.0], [1.0]])] * 50)
    with pytest.raises(UnstableStep, match="does not contract: 1 eigenvalues outside"):
        stationary("scafflsa", fifty, 1.1, 3)


def test_a_client_that_alone_would_expand_goes_to_the_dense_solve():
    # eigenvalues 0.2 +- i: at H = 30, gamma = 0.1 the client's own round turns its control variate past -1
    turning = [[[[0.2, 1.0], [-1.0, 0.2]]], [[[1.0, 0.0], [0.0, 1.0]]]]
    noisy = [np.array(A) + np.array([[[0.1]], [[-0.1]]]) for A in turning]
    problem = sf.LinearProblem(noisy, [np.array([[1.0, 0], [0, 1]])] * 2)
    law = stationary("scafflsa", problem, 0.1, 30)
    assert isinstance(law.controls, StoredControlVariates)
    truth = stationary("scafflsa", as_rationals(problem), Fraction(0.1), 30)
    assert_within(law.second_moment, truth.second_moment, law.second_moment_error)
    assert_within(law.controls.own, truth.controls.own, law.controls.own_error)
    many = sf.LinearProblem(noisy * 17, [np.array([[1.0, 0], [0, 1]])] * 34)
    with pytest.raises(UnstableStep, match=r"stretch an eigenvector by 1\.\d+, must be < 1 where N d is more than 64"):
        stationary("scafflsa", many, 0.1, 30)


def test_what_is_too_large_is_refused():
    many = rounded(sf.LinearProblem(TWO * 65, [[[0], [1]]] * 65))
    with pytest.raises(InvalidInput, match="N d = 65, must be at most 64 for leaking"):
        stationary(LEAKING, many, 0.1, 2, method="exact")
    wide = sf.LinearProblem([np.eye(60)[None]] * 10, [np.zeros((1, 60))] * 10)
    with pytest.raises(InvalidInput, match="numbers at N = 10, d = 60, about N d"):
        stationary("scafflsa", wide, 0.1, 2, method="exact")
    with pytest.raises(InvalidInput, match="must be a QuadraticProblem or a LinearProblem"):
        stationary("scafflsa", sf.LogisticProblem([[[1]], [[2]]], [[1], [-1]], 1), 0.1, 2, method="exact")


def test_no_convergence_is_said(monkeypatch):
    monkeypatch.setattr(contour_noise, "_MOST_NODES", 4)
    monkeypatch.setattr(contour_noise, "enough_nodes", lambda low, high: 2)
    with pytest.raises(sf.core.errors.NotConverged, match="3 clients: 8 nodes on the circle leave a relative error"):
        stationary("scafflsa", drawn(3, 2, 2, seed=0), 0.01, 5)


def test_rational_data_of_many_clients_are_floats_and_say_so():
    law = stationary("scafflsa", sf.LinearProblem(TWO * 11, [[[0], [1]]] * 11), flint.fmpq(1, 4), 3)
    assert law.mean.dtype == float
    assert not law.rigorous


def test_a_hundred_clients_in_twelve_dimensions_take_a_second():
    problem = drawn(100, 12, 30, seed=0)
    for algorithm in ("fedlsa", "scafflsa"):
        laws = []
        assert pieces(lambda algorithm=algorithm, laws=laws: laws.append(stationary(algorithm, problem, 0.05, 4))) < 200  # thirty
        law = laws[0]
        assert law.second_moment_error.max() < 1e-9 * law.second_moment.max()
    # the joint covariance has 700 000 entries of its own
    assert_within(law.controls.cross.sum(axis=0), np.zeros((12, 12)), 100 * law.controls.cross_error)
