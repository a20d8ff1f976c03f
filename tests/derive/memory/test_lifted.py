"""What a round is, read off the rule: against the rule itself, run on exact problems."""

from __future__ import annotations

from typing import Any

import flint
import numpy as np
import pytest
import sympy as sp

from symfed.core import symbols
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, a, gamma
from symfed.derive.quadratic import is_mean_of_powers, memory_round
from symfed.derive.spectrum import contraction
from symfed.models.algorithm import Algorithm
from tests.derive.memory.helpers import run_round

HESSIANS = np.array([[[2, 1], [1, 3]], [[1, 0], [0, 2]], [[3, -1], [-1, 1]]], dtype=object) + flint.fmpq(0)
STEP = flint.fmpq(1, 7)


def pulled(x: Any, g: Any, xi: Any, x_start: Any, gamma: Any, rho: Any) -> Any:
    return x - gamma * (g + xi + rho * (x - x_start))


def halved(xi: Any, x_end: Any, x_next: Any, gamma: Any, H: Any) -> Any:
    return xi + (x_end - x_next) / (2 * gamma * H)


def step(x: Any, g: Any, xi: Any, gamma: Any) -> Any:
    return x - gamma * (g + xi)


def control(xi: Any, x_end: Any, x_next: Any, gamma: Any, H: Any) -> Any:
    return xi + (x_end - x_next) / (gamma * H)


#: Scaffold, and rules that are like it and not it.
RULES = {
    "scaffold": "scaffold",
    "a pull to the start": Algorithm("pulled", local_step=pulled, control_update=control, hyper=("rho",)).bind(rho=2),
    "half of the drift": Algorithm("halved", local_step=step, control_update=halved),
}


def of_matrix(expression: sp.Expr, A: Any, steps: int) -> Any:
    """A polynomial in the curvature, on a matrix."""
    polynomial = sp.Poly(sp.cancel(expression.subs({H: steps, gamma: sp.Rational(int(STEP.p), int(STEP.q))})), a)
    out, eye = 0 * A, np.eye(len(A), dtype=int).astype(object)
    for coefficient in polynomial.all_coeffs():
        out = out @ A + eye * flint.fmpq(int(coefficient.p), int(coefficient.q))
    return out


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_a_round_is_what_the_rule_does(name: str, steps: int) -> None:
    algorithm = RULES[name]
    one = memory_round(algorithm)
    unit = one.gain.subs({H: steps, gamma: sp.Rational(1, 7)})
    error = np.array([[flint.fmpq(3)], [flint.fmpq(-2)]], dtype=object)
    y = np.array([[[1], [2]], [[-4], [0]], [[3], [-2]]], dtype=object) + flint.fmpq(0)
    following, controls = run_round(algorithm, HESSIANS, STEP, steps, error, y * flint.fmpq(int(unit.p), int(unit.q)))
    x = np.stack([of_matrix(one.q, A, steps) @ error + of_matrix(one.r, A, steps) @ own for A, own in zip(HESSIANS, y, strict=True)])
    mean = x.sum(axis=0) / 3
    assert (following == mean).all()
    assert (controls * flint.fmpq(int(unit.q), int(unit.p)) == x - mean).all()


def test_scaffold_is_a_power_beside_a_mean_of_powers() -> None:
    one = memory_round("scaffold")
    assert is_mean_of_powers(one, H)
    assert sp.simplify(one.r.subs(H, 3) - (1 - (1 + (1 - gamma * a) + (1 - gamma * a) ** 2) / 3)) == 0
    assert sp.simplify((one.r - one.q) - (1 - one.q) * (1 - 1 / (gamma * a * H))) == 0  # the regimes meet at gamma a H = 1
    assert sp.cancel(one.r.subs(H, 1)) == 0


def test_other_rules_are_not_taken_for_it() -> None:
    for name in ("a pull to the start", "half of the drift"):
        assert not is_mean_of_powers(memory_round(RULES[name]), H)
        with pytest.raises(InvalidInput, match="slowest at the ends"):
            contraction(RULES[name])
    double = Algorithm("double", local_step=lambda x, g, xi, gamma: x - 2 * gamma * (g + xi), control_update=halved)
    assert is_mean_of_powers(memory_round(double), H)  # it is Scaffold with 2 gamma, and needs another domain
    with pytest.raises(InvalidInput, match="slowest at the ends"):
        contraction(double)
    assert contraction("scaffold").free_symbols == {gamma, H, symbols.mu, symbols.L}


@pytest.mark.parametrize("algorithm", ["fedavg", Algorithm("deaf", local_step=lambda x, g, gamma: x - gamma * g, control_update=control)])
def test_rules_without_control_variates_are_refused(algorithm: Any) -> None:
    with pytest.raises(InvalidInput, match="keeps no control variates"):
        memory_round(algorithm)


FORGETFUL = {
    "forgets": lambda xi, x_end, x_next, gamma, H: xi / 2 + (x_end - x_next) / (gamma * H),
    "drifts": lambda xi, x_end, x_start, gamma, H: xi + (x_end - x_start) / (gamma * H),
    "leans": lambda xi, x_end, x_next, gamma, H: xi + (2 * x_end - x_next) / (gamma * H),
    "knows the origin": lambda xi, x_end, x_start, x_next, gamma, H: xi + (x_end - x_next + x_start) / (gamma * H),
}


@pytest.mark.parametrize("name", FORGETFUL)
def test_rules_that_do_not_conserve_the_sum_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match="must conserve the sum"):
        memory_round(Algorithm(name, local_step=step, control_update=FORGETFUL[name]))


def _half(x_mean: Any, x_start: Any) -> Any:
    return (x_mean + x_start) / 2


@pytest.mark.parametrize(
    ("server", "update", "words"),
    [
        (_half, control, "must conserve the sum"),
        (
            _half,
            lambda xi, x_end, x_start, x_next, gamma, H: xi + (x_end + x_start - 2 * x_next) / (gamma * H),
            "must take the clients' mean",
        ),
        (lambda x_mean, x_start: x_mean + x_start, control, "must not depend on the origin"),
    ],
)
def test_a_server_that_does_not_take_the_mean_is_refused(server: Any, update: Any, words: str) -> None:
    with pytest.raises(InvalidInput, match=words):
        memory_round(Algorithm("other", local_step=step, control_update=update, server_step=server))


def test_a_rule_that_is_not_linear_is_refused() -> None:
    with pytest.raises(InvalidInput, match="must be affine"):
        memory_round(Algorithm("square", local_step=lambda x, g, xi, gamma: x - gamma * (g + xi) ** 2, control_update=control))
