"""The exact law of rules with control variates on quadratics, against Scaffold written by hand."""

from __future__ import annotations

from fractions import Fraction

import flint
import numpy as np
import pytest

import symfed as sf
from symfed.core.errors import InvalidInput, UnstableStep
from symfed.reference import expected_squared_distance, iterates, stationary
from symfed.reference.exact import round_matrix, stationary_exact
from tests.reference.helpers import label
from tests.reference.rules_with_memory import CONSERVING, FORGETTING, played
from tests.reference.scaffold_by_hand import all_kicks, flat, moments_after_a_round, scaffold_round, unflat

TENTH = Fraction(1, 10)
HESSIANS = [[[2, 1], [1, 3]], [[1, 0], [0, 5]], [[3, -1], [-1, 2]]]
CENTRES = [[1, 0], [0, 1], [-2, 3]]
SPREAD = [[1, 2], [0, 3], [-1, 1]]
PLANE = sf.QuadraticProblem(HESSIANS, CENTRES, [np.multiply.outer(v, v).tolist() for v in SPREAD])
LINE = sf.QuadraticProblem([[[1]], [[4]], [[2]]], [[0], [3], [-1]], [[[1]], [[9]], [[4]]])
CASES = [("plane", HESSIANS, CENTRES, SPREAD, PLANE, 1), ("line", [[[1]], [[4]], [[2]]], [[0], [3], [-1]], [[1], [3], [2]], LINE, 2)]


def fractions(array):
    return [[Fraction(int(v.p), int(v.q)) for v in row] for row in array]


def joint(law, theta):
    """Mean and covariance of (theta, xi_1, ..) from the parts of a Stationary without bias: moments about theta* are about the mean."""
    N, controls = len(law.control_mean), law.controls
    assert (law.mean == theta).all()
    rows = [np.concatenate([law.second_moment, *controls.cross], axis=1)]
    for c in range(N):
        rows.append(np.concatenate([controls.cross[c].T, *[controls.between(c, k) for k in range(N)]], axis=1))
    return np.concatenate([law.mean, law.control_mean.ravel()]), np.concatenate(rows)


@pytest.mark.parametrize(("hessians", "centres", "spread", "problem", "H"), [case[1:] for case in CASES], ids=[c[0] for c in CASES])
def test_no_path_of_a_round_changes_the_law(hessians, centres, spread, problem, H):
    law = stationary("scaffold", problem, TENTH, H, method="exact")
    mean, covariance = joint(law, problem.optimum)
    d = problem.dim
    start, before = [Fraction(int(v.p), int(v.q)) for v in mean], fractions(covariance)

    def step(column, kick):
        return flat(scaffold_round(hessians, centres, TENTH, H, unflat(column, d), kick))

    first, second = moments_after_a_round(step, all_kicks(spread, H), start, before)
    assert first == start
    assert second == [[before[i][j] + start[i] * start[j] for j in range(len(start))] for i in range(len(start))]
    assert law.rigorous
    assert law.method == "exact"
    assert law.controls.cross_error == law.controls.own_error == 0
    # xi_c* = -grad f_c(theta*), and the deviations add up to nothing
    A, theta = problem.hessian_matrices, problem.optimum
    assert (law.control_mean == -(A @ (theta - problem.optima)[..., None])[..., 0]).all()
    assert (law.controls.cross.sum(axis=0) == 0).all()
    assert all((sum(law.controls.between(c, k) for k in range(3)) == 0).all() for c in range(3))
    assert all((law.controls.own[c] == law.controls.between(c, c)).all() for c in range(3))


def test_expected_distance_by_enumeration_of_every_noise_path():
    hessians, centres, spread = [[[1]], [[4]]], [[0], [3]], [[1], [3]]
    problem = sf.QuadraticProblem(hessians, centres, [[[1]], [[9]]])
    H, rounds, kicks = 2, 2, all_kicks(spread, 2)
    states = [([Fraction(5)], [[Fraction(0)], [Fraction(0)]])]
    totals = []
    for _ in range(rounds):
        states = [scaffold_round(hessians, centres, TENTH, H, state, kick) for state in states for kick in kicks]
        totals.append(sum((theta[0] - 1) ** 2 for theta, _ in states) / len(states))
    found = expected_squared_distance("scaffold", problem, TENTH, H, rounds, [5], [1])
    assert [Fraction(int(v.p), int(v.q)) for v in found] == [16, *totals]


def test_iterates_are_those_of_the_slides():
    quiet = [[[0, 0]] * 3] * 3
    state = ([Fraction(1), Fraction(-2)], [[Fraction(0)] * 2] * 3)
    thetas = [state[0]]
    for _ in range(3):
        state = scaffold_round(HESSIANS, CENTRES, TENTH, 3, state, quiet)
        thetas.append(state[0])
    found = iterates("scaffold", PLANE, TENTH, 3, 3, [1, -2])
    assert found.shape == (4, 2)
    assert fractions(found) == thetas


@pytest.mark.parametrize("algorithm", [*CONSERVING, *FORGETTING], ids=label)
def test_iterates_of_any_rule(algorithm):
    controls, quiet = [[1, 0], [0, 2], [-3, 1]], [[[0, 0]] * 2] * 3
    column = [Fraction(v) for v in (1, -2, 1, 0, 0, 2, -3, 1)]
    thetas = [column[:2]]
    for _ in range(2):
        column = played(algorithm, HESSIANS, CENTRES, TENTH, 2, column, quiet)
        thetas.append(column[:2])
    assert fractions(iterates(algorithm, PLANE, TENTH, 2, 2, [1, -2], controls)) == thetas
    rounded = iterates(algorithm, PLANE, TENTH, 2, 2, [1, -2], np.array(controls, float))
    assert rounded.dtype == float
    np.testing.assert_allclose(rounded, np.array(thetas, dtype=float), atol=1e-13)  # some dozen roundings of numbers below ten


def test_round_matrix_is_what_a_round_does():
    matrix, d, N = round_matrix("scaffold", PLANE, TENTH, 3), 2, 3
    theta = [Fraction(int(v.p), int(v.q)) for v in PLANE.optimum]
    ideal = [[sum(A[i][j] * (c[j] - theta[j]) for j in range(d)) for i in range(d)] for A, c in zip(HESSIANS, CENTRES, strict=True)]
    rest = flat((theta, ideal))
    for k in range((N + 1) * d):
        moved = [value + (k == i) for i, value in enumerate(rest)]
        after = flat(scaffold_round(HESSIANS, CENTRES, TENTH, 3, unflat(moved, d), [[[0, 0]] * 3] * N))
        assert fractions(matrix[:, [k]]) == [[a - r] for a, r in zip(after, rest, strict=True)]


def test_the_eigenvalue_one_is_the_sum_of_the_controls():
    matrix = round_matrix("scaffold", PLANE, TENTH, 3)
    for i in range(2):
        left = np.array([flint.fmpq(k >= 2 and k % 2 == i) for k in range(8)], dtype=object)
        assert (left @ matrix == left).all()
    values = np.sort(np.abs(np.linalg.eigvals(matrix.astype(float))))
    # simple eigenvalues of an 8 x 8 matrix of norm below 3
    assert abs(values[-2:] - 1).max() < 1e-12
    assert values[-3] < 0.999


def test_off_the_zero_sum_subspace_it_settles_about_another_minimiser():
    shift = [Fraction(3, 2), Fraction(2)]
    law = stationary_exact("scaffold", PLANE, TENTH, 3, mean_control=shift)
    A, centres = PLANE.hessian_matrices, PLANE.optima
    # grad f + shift vanishes there, and every client's control variate undoes its own gradient
    gradients = (A @ (law.mean - centres)[..., None])[..., 0]
    assert fractions([gradients.sum(axis=0)]) == [[-3 * s for s in shift]]
    assert (law.control_mean == -gradients).all()
    path = iterates("scaffold", PLANE, 0.1, 3, 400, [5.0, -5.0], controls=[[4.5, 0], [0, 6], [0, 0]])
    np.testing.assert_allclose(path[-1], law.mean.astype(float), atol=1e-12)  # contraction 0.8 a round
    centred = stationary("scaffold", PLANE, TENTH, 3)
    about_mean = law.second_moment - np.multiply.outer(law.mean - PLANE.optimum, law.mean - PLANE.optimum)
    assert (about_mean == centred.second_moment).all()
    floats = sf.QuadraticProblem(np.array(HESSIANS, float), CENTRES, PLANE.noise)
    near = stationary_exact("scaffold", floats, 0.1, 3, mean_control=shift)
    assert (abs(near.mean - law.mean.astype(float)) <= near.error).all()
    assert abs(near.controls.own - law.controls.own.astype(float)).max() <= 1e-13 * abs(near.controls.own).max()  # a few hundred roundings


@pytest.mark.parametrize("H", [1, 2, 7])
def test_equal_clients_have_the_law_of_sgd_with_the_noise_shared_out(H):
    equal = sf.QuadraticProblem([[[2]]] * 3, [[1], [2], [5]], [[1]])
    assert stationary("scaffold", equal, TENTH, H).second_moment[0, 0] == flint.fmpq(1, 108)  # gamma C / (N a (2 - gamma a))


def test_one_client_has_nothing_to_correct():
    alone = sf.QuadraticProblem(HESSIANS[:1], CENTRES[:1], PLANE.noise[:1])
    law = stationary("scaffold", alone, TENTH, 3)
    assert (law.second_moment == stationary("fedavg", alone, TENTH, 3).second_moment).all()
    assert not law.controls.own.any()


@pytest.mark.parametrize("algorithm", [*CONSERVING, *FORGETTING], ids=label)
def test_no_path_of_any_rule_changes_its_law(algorithm):
    hessians, centres, spread, H = [[[1]], [[4]]], [[0], [3]], [[1], [3]], 2
    problem = sf.QuadraticProblem(hessians, centres, [[[1]], [[9]]])
    law = stationary(algorithm, problem, TENTH, H)
    controls, theta = law.controls, problem.optimum
    about = np.concatenate([theta, -(problem.hessian_matrices @ (theta - problem.optima)[..., None]).ravel()])
    second = np.array([[law.second_moment[0, 0], *controls.cross.ravel()]] * 3)
    for c in range(2):
        second[c + 1] = [controls.cross[c, 0, 0], *(controls.between(c, k)[0, 0] for k in range(2))]
    mean = np.concatenate([law.mean, law.control_mean.ravel()])
    covariance = second - np.multiply.outer(mean - about, mean - about)

    def step(column, kick):
        return played(algorithm, hessians, centres, TENTH, H, column, kick)

    [start], before = fractions([mean]), fractions(covariance)
    first, after = moments_after_a_round(step, all_kicks(spread, H), start, before)
    assert first == start
    assert after == [[before[i][j] + start[i] * start[j] for j in range(3)] for i in range(3)]


def test_conservation_is_found_by_running_the_rule():
    for algorithm in CONSERVING:
        law = stationary(algorithm, PLANE, TENTH, 2)
        assert (law.control_mean.sum(axis=0) == 0).all()
        assert (stationary_exact(algorithm, PLANE, TENTH, 2, mean_control=[1, 0]).control_mean.sum(axis=0) == [3, 0]).all()
    for algorithm in FORGETTING:
        with pytest.raises(InvalidInput, match=f"is forgotten by {algorithm.name}"):
            stationary_exact(algorithm, LINE, TENTH, 2, mean_control=[1])


def test_a_mean_control_in_floats_makes_the_law_one():
    law = stationary_exact("scaffold", PLANE, TENTH, 2, mean_control=[0.5, 0.25])
    assert law.mean.dtype == float
    exact = stationary_exact("scaffold", PLANE, TENTH, 2, mean_control=[Fraction(1, 2), Fraction(1, 4)])
    assert (abs(law.mean - exact.mean.astype(float)) <= law.error).all()


def test_stability_is_decided_exactly_at_the_boundary():
    line = sf.QuadraticProblem([[[1]], [[1]]], [[0], [1]], [[1]])
    for H in (1, 2, 3):
        with pytest.raises(UnstableStep, match="spectral radius 1, must be < 1"):
            stationary("scaffold", line, 2, H)
        assert stationary("scaffold", line, Fraction(2 * 10**20 - 1, 10**20), H).rigorous
    mixed = sf.QuadraticProblem([[[1]], [[Fraction(1, 2)]]], [[0], [1]], [[1]])
    with pytest.raises(UnstableStep):
        stationary("scaffold", mixed, Fraction(21, 10), 2)
    # one local step is gradient descent on the mean: stable beyond 2 / L where the clients differ
    assert stationary("scaffold", mixed, Fraction(21, 10), 1).rigorous


def test_refusals_name_the_argument():
    keeper = sf.Algorithm("keeper", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi), control_update=lambda xi: xi)
    with pytest.raises(InvalidInput, match="'keeper': never renews its control variates"):
        stationary(keeper, PLANE, TENTH, 1, method="exact")
    bent = sf.Algorithm("bent", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi), control_update=lambda xi, x_end: xi * x_end)
    with pytest.raises(InvalidInput, match="'bent': its control update is not affine"):
        stationary(bent, PLANE, TENTH, 1, method="exact")
    with pytest.raises(InvalidInput, match="'fedavg': keeps no control variates"):
        round_matrix("fedavg", PLANE, TENTH, 1)
    with pytest.raises(InvalidInput, match=r"mean_control = \(3,\): must have shape \(d,\) = \(2,\)"):
        stationary_exact("scaffold", PLANE, TENTH, 1, mean_control=[0, 0, 0])
    with pytest.raises(InvalidInput, match=r"controls = \(1, 2\): must have shape"):
        iterates("scaffold", PLANE, TENTH, 1, 1, [0, 0], controls=[[0, 0]])
    with pytest.raises(InvalidInput, match="mean nothing to fedavg"):
        iterates("fedavg", PLANE, TENTH, 1, 1, [0, 0], controls=[[0, 0]] * 3)
