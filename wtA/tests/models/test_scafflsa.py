"""SCAFFLSA stated a second time, as matrices, from the slides alone; and what the update does that is printed there.

With P_c = 1 - eta A_c, a client ends its round at P_c^H theta + S_c (b_c + xi_c), S_c = eta (1 + P_c + ... + P_c^(H-1)).
Source: argo, "Control variates (SCAFFLSA)".
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from proofs_checks.argo.printed import scafflsa_as_printed
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, identity, matrix_power
from symfed.models.problems import LinearProblem
from symfed.strategies import linear_problems

FEW = settings(max_examples=15, suppress_health_check=list(HealthCheck))
ETA = flint.fmpq(1, 7)
SCAFFLSA, FEDLSA, SCAFFOLD = map(get_algorithm, ("scafflsa", "fedlsa", "scaffold"))
State = tuple[Array, Array]


def by_the_rule(algorithm: Algorithm, problem: LinearProblem, H: int, theta: Array, xi: Array) -> State:
    """theta and the control variates after a round in which every sample is its mean."""
    ends = []
    for A, b, control in zip(problem.mean_matrices, problem.mean_vectors, xi, strict=True):
        x = theta
        for _ in range(H):
            x = algorithm.step(x=x, g=A @ x - b, xi=control, x_start=theta, gamma=ETA, H=H)
        ends.append(x)
    after = algorithm.server(np.sum(ends, axis=0) / len(ends), theta, ETA, H)
    controls = [algorithm.control(control, end, theta, after, ETA, H) for control, end in zip(xi, ends, strict=True)]
    return after, np.stack(controls)


def by_matrices(problem: LinearProblem, H: int, theta: Array, xi: Array, sign: int) -> State:
    """`sign` is that of (theta_{t+1} - theta_{t,H}^c) / (eta H) in the update of the control variates."""
    ends = []
    for A, b, control in zip(problem.mean_matrices, problem.mean_vectors, xi, strict=True):
        P = identity(len(A), A) - ETA * A
        S = ETA * sum(matrix_power(P, h) for h in range(H))
        ends.append(matrix_power(P, H) @ theta + S @ (b + control))
    after = np.sum(ends, axis=0) / len(ends)
    return after, xi + sign * (after - np.stack(ends)) / (ETA * H)


def start(problem: LinearProblem, scale: int = 0) -> State:
    """A start with control variates that sum to zero, as they always do; all zero for scale 0."""
    N, d = problem.num_clients, problem.dim
    xi = np.array([[flint.fmpq(scale * (c + 1) * (i + 2)) for i in range(d)] for c in range(N)], dtype=object)
    return problem.optimum * 0 + 1, xi - xi.sum(axis=0) / N


def same(one: State, other: State) -> bool:
    return bool((one[0] == other[0]).all() and (one[1] == other[1]).all())


@given(problem=linear_problems(2, 3), H=st.integers(1, 4))
@FEW
def test_the_rules_are_the_matrices(problem: LinearProblem, H: int) -> None:
    begin = start(problem, 1)
    assert same(by_the_rule(SCAFFLSA, problem, H, *begin), by_matrices(problem, H, *begin, sign=1))
    assert same(by_the_rule(scafflsa_as_printed, problem, H, *begin), by_matrices(problem, H, *begin, sign=-1))
    theta, xi = start(problem)
    assert (by_the_rule(FEDLSA, problem, H, theta, xi)[0] == by_matrices(problem, H, theta, xi, sign=1)[0]).all()


@pytest.mark.parametrize(
    "wrong",
    [
        Algorithm("m", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi), control_update=SCAFFLSA.control_update),
        Algorithm(
            "m", local_step=SCAFFLSA.local_step, control_update=lambda xi, x_end, x_start, gamma, H: xi + (x_start - x_end) / (gamma * H)
        ),
        Algorithm("m", local_step=SCAFFLSA.local_step, control_update=lambda xi, x_end, x_next, gamma: xi + (x_next - x_end) / gamma),
        Algorithm("m", local_step=SCAFFLSA.local_step, control_update=lambda xi, x_end, x_next, gamma, H: (x_next - x_end) / (gamma * H)),
        scafflsa_as_printed,
    ],
    ids=["sign of the step", "start for next", "H dropped", "memory dropped", "as printed"],
)
def test_wrong_rules_are_told_apart(wrong: Algorithm) -> None:
    problem = LinearProblem([[[[1, 1], [0, 2]]], [[[2, 0], [-1, 1]]]], [[[1, 0]], [[3, 2]]])
    begin = start(problem, 1)
    assert not same(by_the_rule(wrong, problem, 3, *begin), by_matrices(problem, 3, *begin, sign=1))


@given(problem=linear_problems(2, 2), H=st.integers(1, 4))
@FEW
def test_it_is_scaffold_with_the_control_variates_turned_round(problem: LinearProblem, H: int) -> None:
    theta, xi = start(problem, 1)
    one, other = by_the_rule(SCAFFLSA, problem, H, theta, xi), by_the_rule(SCAFFOLD, problem, H, theta, -xi)
    assert same(one, (other[0], -other[1]))


@given(problem=linear_problems(2, 3), H=st.integers(1, 4))
@FEW
def test_both_updates_rest_at_the_optimum(problem: LinearProblem, H: int) -> None:
    """The update as printed has the right fixed point too: it only runs away from it."""
    rest = problem.optimum, problem.mean_matrices @ problem.optimum - problem.mean_vectors
    for algorithm in (SCAFFLSA, scafflsa_as_printed):
        assert same(by_the_rule(algorithm, problem, H, *rest), rest)


def lifted(algorithm: Algorithm, problem: LinearProblem, H: int) -> Array:
    """A round for two clients as a matrix on (theta, xi_1), xi_2 = -xi_1, by applying the rule to unit vectors."""
    d = problem.dim

    def after(state: Array) -> Array:
        theta, xi = by_the_rule(algorithm, problem, H, state[:d], np.stack([state[d:], -state[d:]]))
        return np.concatenate([theta, xi[0]])

    origin = np.concatenate([problem.optimum, problem.optimum]) * 0
    return np.stack([after(origin + e) - after(origin) for e in identity(2 * d, origin)], axis=1)


def determinant(matrix: Array) -> Any:
    return flint.fmpq_mat(len(matrix), len(matrix), list(matrix.flat)).det()


@given(problem=linear_problems(1, 2), H=st.integers(1, 6))
@FEW
def test_as_printed_it_has_an_eigenvalue_above_one(problem: LinearProblem, H: int) -> None:
    """Two clients, d = 1: det(1 - M) turns its sign with the update's; where the mended M contracts it is positive, hence here negative."""
    mended, printed = (determinant(identity(2, M) - M) for M in (lifted(a, problem, H) for a in (SCAFFLSA, scafflsa_as_printed)))
    assert printed == -mended
    if problem.L * float(ETA) < 1:
        assert printed < 0


@given(problem=linear_problems(2, 3), rounds=st.integers(1, 5))
@FEW
def test_as_printed_with_one_local_step_control_variates_double(problem: LinearProblem, rounds: int) -> None:
    """theta does not see them (they sum to zero); the distance of two runs that differ in them alone doubles with every round."""
    one, other = start(problem), start(problem, 1)
    apart = other[1] - one[1]
    for _ in range(rounds):
        one, other = (by_the_rule(scafflsa_as_printed, problem, 1, *state) for state in (one, other))
    assert (one[0] == other[0]).all()
    assert (other[1] - one[1] == 2**rounds * apart).all()


def test_as_printed_it_diverges_where_the_mended_one_converges() -> None:
    problem = LinearProblem([[[[1]]], [[[3]]]], [[[0]], [[4]]])
    printed = mended = start(problem)
    for _ in range(60):
        printed, mended = by_the_rule(scafflsa_as_printed, problem, 2, *printed), by_the_rule(SCAFFLSA, problem, 2, *mended)
    assert abs(mended[0][0] - 1) < flint.fmpq(1, 10**9)
    assert abs(mended[1][0, 0] - 1) < flint.fmpq(1, 10**9)  # A_1 theta* - b_1
    assert abs(printed[0][0]) > 10**10
    # with equal matrices theta is right, for the control variates, which run away, cancel in the mean
    alike = LinearProblem([[[[1]]], [[[1]]]], [[[-1]], [[3]]])
    state = start(alike)
    for _ in range(60):
        state = by_the_rule(scafflsa_as_printed, alike, 2, *state)
    assert abs(state[0][0] - 1) < flint.fmpq(1, 10**7)
    assert abs(state[1][0, 0]) > 10**10
