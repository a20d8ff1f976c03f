"""The third order, against coefficients read off laws of thirty digits and more."""

from __future__ import annotations

from fractions import Fraction

import flint
import mpmath
import numpy as np
import pytest

from symfed.derive.expansion import coefficients
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import Array
from symfed.models.problems import ScalarProblem
from symfed.reference import stationary
from symfed.reference.extraction import Extracted, extract, size
from symfed.strategies.standard import heterogeneous_scalars


def local(x, g, gamma):  # type: ignore[no-untyped-def]
    return x - gamma * g


def damped(x_mean, x_start, gamma):  # type: ignore[no-untyped-def]
    return x_mean - gamma * (x_mean - x_start)


PAIR, TRIPLE = heterogeneous_scalars()
RULES = {
    "sgd": (get_algorithm("sgd"), 1, TRIPLE, 50),
    "fedprox": (get_algorithm("fedprox").bind(rho=Fraction(1, 2)), 3, TRIPLE, 50),
    "fedavg_deterministic": (get_algorithm("fedavg_deterministic"), 3, TRIPLE, 50),
    "a rule of one's own": (Algorithm("damped", local_step=local, server_step=damped), 2, TRIPLE, 50),
    "scaffold": (get_algorithm("scaffold"), 2, PAIR, 30),  # control variates are further dimensions of the quadrature
}
GAMMAS = [flint.fmpq(1, 8192 * 2**k) for k in range(8)]


def read_off(rule: Algorithm, H: int, problem: ScalarProblem, digits: int) -> dict[str, Extracted]:
    """Both moments' coefficients, from laws alone."""
    laws = [stationary(rule, problem, gamma, H, method="quadrature", digits=digits) for gamma in GAMMAS]
    optimum = np.array(problem.optimum_to(90), dtype=object)
    errors = [law.second_moment_error for law in laws]
    return {
        "bias": extract(GAMMAS, [law.mean - optimum for law in laws], [law.error.max() for law in laws], 3),
        "second_moment": extract(GAMMAS, [law.second_moment for law in laws], [e.max() for e in errors if e is not None], 3),
    }


def derived(rule: Algorithm, H: int, problem: ScalarProblem, quantity: str) -> list[Array]:
    return coefficients(rule, problem.jets_to(80, 3), quantity, 3, H)


@pytest.mark.parametrize("name", RULES)
def test_ten_digits_and_more_through_order_three(name: str) -> None:
    rule, H, problem, digits = RULES[name]
    with mpmath.workdps(100):
        for quantity, found in read_off(rule, H, problem, digits).items():
            for truth, error, value in zip(found.coefficients, found.errors, derived(rule, H, problem, quantity), strict=True):
                assert size(truth - value) <= error
                # the second moment of a fixed point begins at gamma^2: its first coefficient is zero, to the hundred digits of the jets
                assert error < 1e-10 * size(value) or size(value) < 1e-90
