"""FedAvg stated a second time, as matrices, from the source alone; and wrong rules, which that statement tells apart.

Source: aistats, Algorithm 1 and equation (2). On quadratics the clients' loops close to matrix powers: with P = I - gamma A_c,

    theta_c^H - theta_c = P^H (theta - theta_c) - gamma sum_h P^(H-1-h) noise_c^h,

and the server averages. Derivation and reference share the rule, so their agreement could never find a wrong one; this can.
"""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array, identity, matrix_power, rational
from symfed.models.problems import QuadraticProblem

N, d = 2, 2
STEP = flint.fmpq(1, 7)
SMALL = st.integers(-3, 3)


def exact(values: Any) -> Array:
    array = np.array(values, dtype=object)
    return np.array([rational(int(v)) for v in array.flat], dtype=object).reshape(array.shape)


@st.composite
def rounds(draw: st.DrawFn) -> tuple[QuadraticProblem, int, Array, Array]:
    """A quadratic problem, a number of local steps, a starting point and the noise of every step (N, H, d)."""
    factors = draw(st.lists(st.tuples(SMALL, SMALL, SMALL), min_size=N, max_size=N))
    hessians = [[[p * p + 1, p * q], [p * q, q * q + r * r + 1]] for p, q, r in factors]
    centres = draw(st.lists(st.tuples(SMALL, SMALL), min_size=N, max_size=N))
    steps = draw(st.integers(1, 4))
    noise = draw(st.lists(SMALL, min_size=N * steps * d, max_size=N * steps * d))
    start = draw(st.tuples(SMALL, SMALL))
    return QuadraticProblem(hessians, centres), steps, exact(start), exact(noise).reshape(N, steps, d)


def by_the_rule(algorithm: Algorithm, problem: QuadraticProblem, H: int, start: Array, noise: Array) -> Array:
    ends = []
    for c in range(N):
        x = start
        for h in range(H):
            g = problem.hessian_matrices[c] @ (x - problem.optima[c]) + noise[c, h]
            x = algorithm.step(x=x, g=g, xi=exact([0, 0]), x_start=start, gamma=STEP, H=H)
        ends.append(x)
    return algorithm.server(sum(ends[1:], ends[0]) / N, start, STEP, H)


def by_matrices(problem: QuadraticProblem, H: int, start: Array, noise: Array) -> Array:
    total = exact([0, 0])
    for A, centre, errors in zip(problem.hessian_matrices, problem.optima, noise, strict=True):
        P = identity(d, A) - STEP * A
        drift = sum((matrix_power(P, H - 1 - h) @ errors[h] for h in range(H)), exact([0, 0]))
        total = total + centre + matrix_power(P, H) @ (start - centre) - STEP * drift
    return total / N


@pytest.mark.parametrize("name", ["fedavg", "fedavg_deterministic"])
@given(rounds())
def test_one_round_of_the_rule_is_one_round_of_the_matrices(name: str, drawn: tuple[QuadraticProblem, int, Array, Array]) -> None:
    problem, H, start, noise = drawn
    algorithm = get_algorithm(name)
    if algorithm.exact_gradient:
        noise = noise * 0
    assert (by_the_rule(algorithm, problem, H, start, noise) == by_matrices(problem, H, start, noise)).all()


@given(rounds())
def test_sgd_is_one_step_along_the_mean_gradient(drawn: tuple[QuadraticProblem, int, Array, Array]) -> None:
    problem, _, start, noise = drawn
    gradients = [A @ (start - centre) + e[0] for A, centre, e in zip(problem.hessian_matrices, problem.optima, noise, strict=True)]
    expected = start - STEP * (sum(gradients[1:], gradients[0]) / N)
    assert (by_the_rule(get_algorithm("sgd"), problem, 1, start, noise) == expected).all()


@given(rounds(), st.integers(0, 5))
def test_fedprox_is_fedavg_on_losses_with_a_pull_added(drawn: tuple[QuadraticProblem, int, Array, Array], rho: int) -> None:
    problem, H, start, noise = drawn
    shifted = [A + rho * identity(d, A) for A in problem.hessian_matrices]
    centres = [flint.fmpq_mat(d, d, list(B.flat)).inv() for B in shifted]
    pulled = [A @ c + rho * start for A, c in zip(problem.hessian_matrices, problem.optima, strict=True)]
    optima = [np.array(inv.tolist(), dtype=object) @ p for inv, p in zip(centres, pulled, strict=True)]
    expected = by_matrices(QuadraticProblem(shifted, optima), H, start, noise)
    assert (by_the_rule(get_algorithm("fedprox").bind(rho=rho), problem, H, start, noise) == expected).all()


#: An instance on which no two of the quantities involved coincide.
PROBLEM = QuadraticProblem([[[2, 1], [1, 3]], [[5, -1], [-1, 1]]], [[1, -2], [3, 5]])
START, NOISE = exact([7, -4]), exact([[[1, 2], [-3, 1], [2, -1]], [[4, -2], [1, 5], [-1, 3]]])

MUTANTS = {
    "sign": Algorithm("m", local_step=lambda x, g, gamma: x + gamma * g),
    "factor 2": Algorithm("m", local_step=lambda x, g, gamma: x - 2 * gamma * g),
    "half": Algorithm("m", local_step=lambda x, g, gamma: x - gamma * g / 2),
    "no step size": Algorithm("m", local_step=lambda x, g: x - g),
    "step size squared": Algorithm("m", local_step=lambda x, g, gamma: x - gamma * gamma * g),
    "divided by H": Algorithm("m", local_step=lambda x, g, gamma, H: x - gamma * g / H),
    "H off by one": Algorithm("m", local_step=lambda x, g, gamma, H: x - gamma * g * (H - 1) / H),
    "restarts every step": Algorithm("m", local_step=lambda g, x_start, gamma: x_start - gamma * g),
    "pulled to the start": Algorithm("m", local_step=lambda x, g, x_start, gamma: x - gamma * (g + x - x_start)),
    "constant added": Algorithm("m", local_step=lambda x, g, gamma: x - gamma * (g + 1)),
    "server overshoots": Algorithm(
        "m", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: 2 * x_mean - x_start
    ),
}


def test_the_instance_is_one_that_the_rule_passes() -> None:
    assert (by_the_rule(get_algorithm("fedavg"), PROBLEM, 3, START, NOISE) == by_matrices(PROBLEM, 3, START, NOISE)).all()


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_rule_is_told_apart(mutant: str) -> None:
    assert (by_the_rule(MUTANTS[mutant], PROBLEM, 3, START, NOISE) != by_matrices(PROBLEM, 3, START, NOISE)).any()


def test_a_wrong_number_of_steps_is_told_apart() -> None:
    assert (by_the_rule(get_algorithm("fedavg"), PROBLEM, 2, START, NOISE) != by_matrices(PROBLEM, 3, START, NOISE)).any()
