"""The mean round's fixed point, against means over every path of a client with few noise values, and against stationary references."""

from __future__ import annotations

from itertools import product
from typing import Any

import flint
import mpmath
import pytest
import sympy as sp

from proofs_checks.symfed.many_clients import _drift, mean_round_fixed_point
from symfed.checks.readings import fine_bias
from symfed.checks.series import typed
from symfed.core.symbols import C1, C2, K3, PER_CLIENT, C, ClientMean, H, a, b, g, gamma, q, theta
from symfed.reference.extraction import extract, size
from symfed.strategies.standard import deterministic_scalars

#: noise 2 with probability 1/3 and -1 with probability 2/3: mean 0, variance 2, third moment 2
NOISE = ((2, sp.Rational(1, 3)), (-1, sp.Rational(2, 3)))
VALUES = {g: 1, a: 2, b: -3, q: 5, C: 2, C1: 0, C2: 0, K3: 2}


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_the_drift_is_the_mean_over_all_paths(steps: int) -> None:
    def slope(x: Any) -> Any:
        return VALUES[g] + VALUES[a] * x + VALUES[b] * x**2 / 2 + VALUES[q] * x**3 / 6

    total = sp.S.Zero
    for path in product(NOISE, repeat=steps):
        x, weight = theta, sp.S.One
        for noise, probability in path:
            x, weight = sp.expand(x - gamma * (slope(x) + noise)), weight * probability
        total += weight * (x - theta)
    exact = sp.Poly(sp.expand(total), theta, gamma)
    wanted = {power: value for power, value in exact.terms() if sum(power) <= 4 and value != 0}
    found = {power: value.subs(VALUES) for power, value in _drift(steps, 3).items()}
    assert {power: value for power, value in found.items() if value != 0} == wanted


def test_without_noise_it_is_the_fixed_point_of_gradient_descent() -> None:
    quiet = {s: sp.S.Zero for s in (C, C1, C2, K3)}
    expression = sp.Add(*[y * gamma**j for j, y in enumerate(mean_round_fixed_point(3), start=1)]).xreplace(quiet)
    reference = fine_bias("fedavg_deterministic")
    gammas = [flint.fmpq(1, 8192 * 2**k) for k in range(8)]
    for problem in deterministic_scalars():
        with mpmath.workdps(100):
            bias = extract(gammas, [reference(problem, x, 6) for x in gammas], [reference.error(problem, x, 6) for x in gammas], 3)
            said = extract(gammas, [typed(expression, problem, x, 6) for x in gammas], [0] * 8, 3)
            for one, other, error in zip(bias.coefficients, said.coefficients, bias.errors, strict=True):
                assert size(one - other) <= 2 * error < 1e-10 * size(one)


def test_one_step_has_no_drift() -> None:
    assert all(sp.expand(y.subs(H, 1)) == 0 for y in mean_round_fixed_point(3))


def test_clients_appear_in_averages_only() -> None:
    for y in mean_round_fixed_point(3):
        assert not y.free_symbols & PER_CLIENT
        assert y.has(ClientMean)


@pytest.mark.parametrize("order", [0, 4])
def test_orders_beyond_the_spelled_out_derivatives_are_refused(order: int) -> None:
    with pytest.raises(ValueError, match="order"):
        mean_round_fixed_point(order)
