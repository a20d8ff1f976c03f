"""TD(0): built from the kernel, and compared with the projected Bellman equation."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import symfed as sf
from symfed.models.arrays import Array, identity, to_float
from symfed.models.markov import MarkovRewardProcess, grid_world
from symfed.models.problems import TDProblem, td_problem
from symfed.strategies import td_problems

HALF = Fraction(1, 2)
FEW = settings(max_examples=12, suppress_health_check=list(HealthCheck))
RING = MarkovRewardProcess([[0, 1, 0], [HALF, 0, HALF], [1, 0, 0]], [2, 0, 1], HALF)


def diagonal(law: Array) -> Array:
    return np.array([[p if i == j else p * 0 for j in range(len(law))] for i, p in enumerate(law)], dtype=object)


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 1)])
@given(data=st.data())
@FEW
def test_means_are_those_of_the_kernel(size: tuple[int, int], data: st.DataObject) -> None:
    problem: TDProblem = data.draw(td_problems(*size))
    phi = problem.features
    for c, environment in enumerate(problem.environments):
        D, P = diagonal(environment.stationary_law), environment.transition
        assert (problem.mean_matrices[c] == phi.T @ D @ (identity(len(P), P) - problem.discount * P) @ phi).all()
        assert (problem.mean_vectors[c] == phi.T @ D @ environment.rewards).all()


@given(td_problems(2, 2, heterogeneity=HALF))
@FEW
def test_a_clients_optimum_solves_the_projected_bellman_equation(problem: TDProblem) -> None:
    phi = problem.features
    for environment, theta in zip(problem.environments, problem.client_optima, strict=True):
        value = problem.approximation(theta)
        backed_up = environment.rewards + problem.discount * (environment.transition @ value)
        # the residual is orthogonal to all features under the stationary law
        assert (phi.T @ (environment.stationary_law * (backed_up - value)) == 0).all()


def test_tables_of_values_are_learnt_as_they_are() -> None:
    worlds = [grid_world([[0, 0], [0, 1]], HALF, wind=wind, strength=Fraction(1, 4)) for wind in ("east", "south")]
    problem = td_problem(worlds)
    assert (problem.client_optima == problem.value_functions).all()
    assert (problem.value_functions[1] == worlds[1].value_function).all()
    assert (td_problem(worlds[0]).optimum == worlds[0].value_function).all()
    assert (problem.approximation(problem.client_optima) == problem.value_functions).all()


def test_samples_carry_their_factors_and_probabilities() -> None:
    problem = TDProblem([RING], [[1, 0], [1, 1], [0, 2]])
    assert problem.left[0].tolist() == [[1, 0], [1, 1], [1, 1], [0, 2]]
    assert problem.right[0].tolist() == [[flint.fmpq(1, 2), -flint.fmpq(1, 2)], [flint.fmpq(1, 2), 1], [1, 0], [-flint.fmpq(1, 2), 2]]
    assert problem.sample_rewards[0].tolist() == [2, 0, 0, 1]
    assert problem.weights[0].tolist() == [flint.fmpq(k, 5) for k in (2, 1, 1, 1)]
    for u, v, r, A, b in zip(
        problem.left[0], problem.right[0], problem.sample_rewards[0], problem.matrices[0], problem.vectors[0], strict=True
    ):
        assert (A == np.multiply.outer(u, v)).all()
        assert (b == r * u).all()


def test_equal_samples_are_one() -> None:
    # states 1 and 2 look alike and earn alike; at state 0 nothing is learnt
    alike = MarkovRewardProcess([[0, HALF, HALF], [HALF, HALF, 0], [HALF, 0, HALF]], [5, 1, 1], HALF)
    problem = TDProblem([alike], [[0], [1], [1]])
    assert [len(table) for table in problem.matrices] == [3]
    assert problem.weights[0].tolist() == [flint.fmpq(1, 3)] * 3
    assert len(TDProblem([alike], [[0], [1], [2]]).matrices[0]) == 5, "whatever state 0 leads to, nothing is learnt there"
    # two actions with the same outcome and reward are one sample, with different rewards two
    kernel = [[[0, 1], [0, 1]], [[1, 0], [1, 0]]]
    merged, told_apart = (
        TDProblem([MarkovRewardProcess.under_policy(kernel, rewards, [[HALF, HALF]] * 2, 0)], [[1], [2]])
        for rewards in ([[1, 1], [0, 0]], [[0, 2], [0, 0]])
    )
    assert [len(p.matrices[0]) for p in (merged, told_apart)] == [2, 3]
    assert (merged.optimum == told_apart.optimum).all()
    assert merged.noise_covariance.item() < told_apart.noise_covariance.item()


@given(td_problems(2, 2, exact=False))
@FEW
def test_floats_are_the_rationals_rounded(problem: TDProblem) -> None:
    exact = TDProblem(problem.environments, np.vectorize(lambda v: flint.fmpq(*v.as_integer_ratio()), otypes=[object])(problem.features))
    assert not problem.exact
    assert exact.exact
    # sums of at most 25 products below 4, each rounded a few times
    bound = 25 * 4 * 8 * 2.0**-53
    np.testing.assert_allclose(problem.mean_matrices, to_float(exact.mean_matrices), atol=bound)
    np.testing.assert_allclose(problem.mean_vectors, to_float(exact.mean_vectors), atol=bound)


@given(td_problems(2, 2))
@FEW
def test_every_client_is_dissipative(problem: TDProblem) -> None:
    """Source: Tsitsiklis and Van Roy 1997: the mean matrix of TD(0) is positive, symmetric or not."""
    assert problem.mu > 0
    assert np.isfinite(problem.L)


def test_the_exact_reference_takes_it() -> None:
    law = sf.reference.stationary("lsa", TDProblem([RING], [[1], [1], [0]]), Fraction(1, 4), 1)
    assert law.method == "exact"
    assert (law.mean == TDProblem([RING], [[1], [1], [0]]).optimum).all()
    assert law.second_moment.item() > 0


def test_it_says_what_it_is() -> None:
    assert repr(td_problem(RING)).startswith("TDProblem(3 states, 1 clients, 4 samples, dimension 3, exact, mu = ")


def test_approximations_of_floats_and_of_several() -> None:
    problem: Any = TDProblem([RING], [[1, 0], [1, 1], [0, 2]])
    assert problem.approximation([1, 2]).tolist() == [1, 3, 4]
    assert problem.approximation([[1, 2], [0, 1]]).tolist() == [[1, 3, 4], [0, 1, 2]]
    assert problem.approximation([0.5, 0]).tolist() == [0.5, 0.5, 0]
