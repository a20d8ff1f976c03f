"""What is left after the expansion, measured against stationary laws computed without it, falls with the next power of gamma."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import sympy as sp

from symfed.core.symbols import theta as x
from symfed.derive.expansion import coefficients
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.problems import LogisticProblem, Problem, QuadraticProblem, ScalarProblem
from symfed.reference import stationary

#: A remainder c gamma^p (1 + k gamma) has slope p + k gamma/ln 2 or so between 2 gamma and gamma; k is below 10 for these problems.
SLACK = 0.12
QUANTITIES = ("bias", "second_moment")


def _assert_orders(algorithm: str | Algorithm, problem: Problem, H: int, method: str, denominators: tuple[int, int]) -> None:
    """The remainders after orders 1 and 2 fall like gamma² and gamma³, from 1/denominators[0] to its half."""
    left: dict[tuple[str, int], list[float]] = {}
    for denominator in denominators:
        found = stationary(algorithm, problem, sp.Rational(1, denominator), H, method=method)
        for quantity, rest in zip(QUANTITIES, (found.mean - problem.optimum, found.second_moment), strict=True):
            for order, term in enumerate(coefficients(algorithm, problem.jets, quantity, 2, H), start=1):
                rest = rest - term / denominator**order
                left.setdefault((quantity, order), []).append(max(abs(float(v)) for v in rest.flat))
    for (quantity, order), (large, small) in left.items():
        assert np.log2(large / small) == pytest.approx(order + 1, abs=SLACK), (quantity, order)


def _scalar(clients: int) -> ScalarProblem:
    def curved(s: Any, c: Any) -> sp.Expr:
        return s * sp.log(sp.cosh(x - c)) + (x - c) ** 2 / 4

    first = [curved(1, -1) + x / 3, curved(sp.Rational(1, 2), -1) - x / 3 + x**2 / 8]
    weights = [[sp.Rational(1, 3), sp.Rational(2, 3)], [1]]
    return ScalarProblem([first, [curved(2, 1)]][:clients], weights[:clients])


# the remainders are 1e-8 and more, the references good to 1e-12 and better
@pytest.mark.parametrize(
    ("name", "clients", "H"), [("sgd", 1, 1), ("fedavg", 1, 3), ("fedavg", 2, 2), ("fedprox", 2, 2), ("scaffold", 2, 2)]
)
def test_skewed_state_dependent_noise_in_dimension_one(name: str, clients: int, H: int) -> None:
    algorithm = get_algorithm(name)
    bound = algorithm.bind(rho=sp.Rational(1, 2)) if algorithm.hyper else algorithm
    _assert_orders(bound, _scalar(clients), H, "quadrature", (128, 256))


def test_logistic_clients_in_dimension_two() -> None:
    problem = LogisticProblem([[[2, 1], [-1, 1], [0, -3]], [[1, -1], [1, 2]]], [[1, -1, 1], [-1, 1]], 0.5)
    _assert_orders("fedavg", problem, 3, "quadrature", (32, 64))


def test_quadratics_whose_hessians_do_not_commute() -> None:
    problem = QuadraticProblem(
        [[[2, 1], [1, 3]], [[1, 0], [0, 5]], [[4, -1], [-1, 1]]],
        [[1, 0], [-1, 2], [0, 3]],
        [[[2, 1], [1, 1]], [[1, 0], [0, 3]], [[1, 0], [0, 0]]],
    )
    _assert_orders("fedavg", problem, 4, "exact", (512, 1024))
