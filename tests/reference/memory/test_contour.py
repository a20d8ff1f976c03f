"""The law of many clients by the circle, against the dense solve in rationals and in floats."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, NotConverged, UnstableStep
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import to_float
from symfed.models.rings import FLOATS
from symfed.reference import stationary
from symfed.reference.exact import contour_noise as law_of_many
from symfed.reference.exact import stationary_exact
from symfed.reference.exact.contour import symmetric
from symfed.reference.exact.contour_noise import ContourControlVariates, resolvents
from symfed.reference.exact.joint_law import joint_moments
from symfed.reference.exact.joint_round import joint_round
from symfed.reference.setting import prepare
from tests.reference.helpers import label
from tests.reference.rules_with_memory import CONSERVING, LEAKING


def drawn(N, d, mu, seed):
    """A float problem with Hessians that do not commute, of spectra in [mu, 1] with both ends attained."""
    rng = np.random.default_rng(seed)
    bases = np.linalg.qr(rng.normal(size=(N, d, d)))[0]
    values = np.exp(rng.uniform(np.log(mu), 0, (N, d)))
    values[0, 0], values[-1, -1] = 1, mu
    hessians = bases @ (values[:, :, None] * bases.transpose(0, 2, 1))
    roots = rng.normal(size=(N, d, d))
    noise = roots @ roots.transpose(0, 2, 1)
    return sf.QuadraticProblem(symmetric(hessians), rng.normal(size=(N, d)), symmetric(noise))


def as_rationals(problem):
    """The same problem, every float read as the rational that it is."""
    parts = (problem.hessian_matrices, problem.optima, problem.noise)
    return sf.QuadraticProblem(*(np.vectorize(lambda v: Fraction(float(v)), otypes=[object])(part) for part in parts))


def assert_within(found, truth, error):
    assert (np.abs(found - to_float(truth)) <= error).all()


# gamma, H, mu: small steps, the balance gamma H sqrt(mu) = 1, one local step, many, and gamma L close to two
STEPS = [(1e-4, 7, 0.5), (0.25, 4, 0.05), (0.9, 1, 0.05), (0.9, 100, 1e-3), (1.5, 3, 0.1), (1.99, 3, 0.05), (1.999, 50, 0.01)]


@pytest.mark.parametrize(("gamma", "H", "mu"), STEPS)
@pytest.mark.parametrize(("N", "d"), [(1, 2), (2, 2), (4, 1)])
def test_agrees_with_rationals_to_its_stated_error(N, d, gamma, H, mu):
    problem = drawn(N, d, mu, seed=N)
    found, truth = stationary("scaffold", problem, gamma, H), stationary("scaffold", as_rationals(problem), Fraction(gamma), H)
    assert isinstance(found.controls, ContourControlVariates)
    assert truth.rigorous
    assert not found.rigorous
    assert_within(found.mean, truth.mean, found.error)
    assert_within(found.second_moment, truth.second_moment, found.second_moment_error)
    assert_within(found.controls.cross, truth.controls.cross, found.controls.cross_error)
    assert_within(found.controls.own, truth.controls.own, found.controls.own_error)
    assert_within(found.controls.between(0, N - 1), truth.controls.between(0, N - 1), found.controls.own_error)
    # the stated errors are worth having: 3 H (sqrt(d) + 4) units of rounding times a condition of some kappa = 1000, at worst
    assert found.second_moment_error.max() <= 1e-8 * found.second_moment.max()


@pytest.mark.parametrize(("gamma", "H"), [(0.25, 4), (1.5, 3)])
@pytest.mark.parametrize("shift", [1.0, 1e6])
def test_moments_about_a_distant_mean_agree_with_rationals_to_their_stated_error(gamma, H, shift):
    # off theta* by a million the products of means carry all of the error, and the covariance none of it
    problem, start = drawn(3, 2, 0.1, seed=3), [shift, -2 * shift]
    found = stationary_exact("scaffold", problem, gamma, H, mean_control=start)
    truth = stationary_exact("scaffold", as_rationals(problem), Fraction(gamma), H, mean_control=[Fraction(s) for s in start])
    assert isinstance(found.controls, ContourControlVariates)
    assert_within(found.mean, truth.mean, found.error)
    assert_within(found.second_moment, truth.second_moment, found.second_moment_error)
    assert_within(found.controls.cross, truth.controls.cross, found.controls.cross_error)
    assert_within(found.controls.own, truth.controls.own, found.controls.own_error)
    assert_within(found.controls.between(0, 2), truth.controls.between(0, 2), found.controls.own_error)
    # thirty roundings or so, times a condition of 10, squared in the products
    assert found.controls.own_error <= 1e-10 * found.controls.own.max()


@pytest.mark.parametrize("algorithm", CONSERVING, ids=label)
@pytest.mark.parametrize(("N", "d", "gamma", "H"), [(5, 3, 0.4, 6), (12, 2, 1.3, 2)])
def test_agrees_with_the_dense_solve_of_floats(algorithm, N, d, gamma, H):
    problem, start = drawn(N, d, 0.02, seed=d), np.linspace(-1, 2, d)
    found = stationary_exact(algorithm, problem, gamma, H, mean_control=start)
    assert isinstance(found.controls, ContourControlVariates)
    law = joint_round(prepare(get_algorithm(algorithm), gamma, H, FLOATS, memory=True), problem)
    dense = joint_moments(law, gamma, H, start)
    mean = dense.mean.reshape(N + 1, d)
    ideal = -(problem.hessian_matrices @ (problem.optimum - problem.optima)[..., None])[..., 0]
    bias = np.concatenate([mean[:1], mean[1:] - ideal]).ravel()
    blocks = (dense.covariance + np.multiply.outer(bias, bias)).reshape(N + 1, d, N + 1, d).transpose(0, 2, 1, 3)
    # some hundred roundings on either road, times condition numbers of theta below 1 / 0.02
    close = {"rtol": 0, "atol": 1e-11}
    np.testing.assert_allclose(found.mean, problem.optimum + mean[0], **close)
    np.testing.assert_allclose(found.control_mean, mean[1:], **close)
    np.testing.assert_allclose(found.second_moment, blocks[0, 0], **close)
    np.testing.assert_allclose(found.controls.cross, blocks[0, 1:], **close)
    np.testing.assert_allclose(found.controls.own, [blocks[c, c] for c in range(1, N + 1)], **close)
    np.testing.assert_allclose(found.controls.between(1, N - 1), blocks[2, N], **close)
    np.testing.assert_allclose(found.controls.between(2, 2), blocks[3, 3], **close)


def test_nodes_in_blocks_are_the_same_nodes(monkeypatch):
    problem = drawn(7, 2, 0.1, seed=1)
    whole = stationary("scaffold", problem, 0.5, 5).controls
    monkeypatch.setattr("symfed.reference.exact.contour_noise._BLOCK", 9)
    monkeypatch.setattr("symfed.reference.exact.contour_noise._KEPT", 9)
    parts = stationary("scaffold", problem, 0.5, 5).controls
    np.testing.assert_allclose(parts.own, whole.own, rtol=1e-13)  # the same sums in another order
    np.testing.assert_allclose(parts.cross, whole.cross, atol=1e-13 * abs(whole.cross).max())


def test_poles_beside_the_circle_take_more_nodes():
    # three hundred slow clients and a fast one, near gamma L = 2: K^-1 nearly has a pole at the other end of the circle
    hessians = np.append(np.full(300, 1e-6), 1.0)[:, None, None]
    problem = sf.QuadraticProblem(hessians, np.zeros((301, 1)), [[1.0]])
    law = joint_round(prepare(get_algorithm("scaffold"), 1.99, 101, FLOATS, memory=True), problem)
    found = resolvents(law)
    assert len(found.nodes.weights) > 500
    dense = joint_moments(law, 1.99, 101, np.zeros(1))
    # the dense solve writes the last control variate as minus the sum of 300: 300^2 roundings
    assert found.covariances(law.noise)[0, 0, 0] == pytest.approx(dense.covariance[0, 0], rel=2e-11)


def test_no_convergence_is_said(monkeypatch):
    monkeypatch.setattr(law_of_many, "_MOST_NODES", 4)
    monkeypatch.setattr(law_of_many, "enough_nodes", lambda low, high: 2)
    with pytest.raises(NotConverged, match="3 clients: 8 nodes on the circle leave a relative error"):
        stationary("scaffold", drawn(3, 2, 0.01, seed=0), 0.5, 5)


def test_noise_of_one_client_alone():
    problem = drawn(3, 2, 0.1, seed=4)
    noise = np.zeros((3, 2, 2))
    noise[1] = [[2.0, 1.0], [1.0, 3.0]]
    quiet = sf.QuadraticProblem(problem.hessian_matrices, problem.optima, noise)
    found, truth = stationary("scaffold", quiet, 0.7, 4), stationary("scaffold", as_rationals(quiet), Fraction(0.7), 4)
    assert_within(found.second_moment, truth.second_moment, found.second_moment_error)
    assert_within(found.controls.own, truth.controls.own, found.controls.own_error)


def test_equal_clients_where_all_factors_are_equal():
    # gamma a H = 1 makes q = r = 1/4: the segment of poles is a point
    equal = sf.QuadraticProblem(np.full((3, 1, 1), 2.0), np.array([[1.0], [2.0], [5.0]]), [[1.0]])
    law = stationary("scaffold", equal, 0.25, 2)
    assert law.second_moment[0, 0] == pytest.approx(0.25 / (3 * 2 * (2 - 0.5)), rel=1e-14)  # gamma C / (N a (2 - gamma a)), rounded


def test_a_client_beyond_the_limit_goes_to_the_dense_solve():
    # gamma a = 2.1 for one client of three, one local step: gradient descent on the mean
    problem = sf.QuadraticProblem(np.array([[[1.0]], [[0.5]], [[0.2]]]), np.zeros((3, 1)), [[1.0]])
    found = stationary("scaffold", problem, 2.1, 1)
    gamma, a = 2.1, 1.7 / 3
    assert found.second_moment[0, 0] == pytest.approx(gamma / (3 * a * (2 - gamma * a)), rel=1e-13)  # a few roundings
    truth = stationary("scaffold", as_rationals(problem), Fraction(gamma), 1)
    assert_within(found.second_moment, truth.second_moment, found.second_moment_error)
    assert_within(found.controls.cross, truth.controls.cross, found.controls.cross_error)
    assert_within(found.controls.own, truth.controls.own, found.controls.own_error)
    assert 0 < found.controls.own_error < 1e-11 * found.controls.own.max()  # some ten units, times a condition below a hundred, squared N
    with pytest.raises(UnstableStep, match="does not contract: spectral radius 1"):
        stationary("scaffold", problem, 2.1, 2)


def test_too_many_clients_for_the_dense_solve_are_refused():
    many = sf.QuadraticProblem(np.ones((1600, 1, 1)), np.zeros((1600, 1)), [[1.0]])
    with pytest.raises(UnstableStep, match=r"stretch an eigenvector by 2\.25, must be < 1"):
        stationary("scaffold", many, 2.5, 2)
    with pytest.raises(InvalidInput, match=r"\(N \+ 1\) d = 1601, must be at most 1500 for leaking"):
        stationary(LEAKING, many, 0.5, 2)


def test_rational_data_of_many_clients_are_floats_and_say_so():
    many = sf.QuadraticProblem([[[1]], [[2]]] * 15, [[0], [1]] * 15, [[1]])
    law = stationary("scaffold", many, Fraction(1, 4), 3)
    assert law.mean.dtype == float
    assert not law.rigorous


def test_a_thousand_clients_in_twenty_dimensions_are_within_reach():
    problem = drawn(1000, 20, 0.05, seed=0)  # the joint covariance would have 4 * 10^8 entries
    law = stationary("scaffold", problem, 0.1, 10)
    own = law.controls.own
    assert own.shape == (1000, 20, 20)
    assert_within(law.controls.cross.sum(axis=0), np.zeros((20, 20)), 1000 * law.controls.cross_error)
