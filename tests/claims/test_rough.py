"""The instance with a kinked third derivative, looked at without its proof: plain simulation."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats.rough import lipschitz_third_derivative
from symfed.core.symbols import gamma as step

HALVINGS = (8, 16, 32)
SEED = 20261121
REPLICAS = 10_000


@cache
def bias(inverse_step: int) -> tuple[float, float]:
    """E theta and its standard error. The chain phi' = phi - gamma (phi + z), of mean 0, takes away most of the variance.

    20/gamma rounds are thrown away, of which each forgets a share of 2 gamma/5 at least: exp(-8) is left of what symmetry starts at 0.
    """
    gamma, random = 1 / inverse_step, np.random.default_rng([SEED, inverse_step])
    x, phi, total = np.zeros(REPLICAS), np.zeros(REPLICAS), np.zeros(REPLICAS)
    for now in range(60 * inverse_step):
        z = 2.0 * random.integers(0, 2, REPLICAS) - 1
        x, phi = x - gamma * (x + np.abs(np.sin(x)) ** 3 / 5 + z), phi - gamma * (phi + z)
        if now >= 20 * inverse_step:
            total += x - phi
    averages = total / (40 * inverse_step)
    return float(averages.mean()), float(averages.std(ddof=1)) / REPLICAS**0.5


@pytest.mark.parametrize("inverse", HALVINGS)
def test_the_bias_is_at_least_the_bound(inverse: int) -> None:
    found, error = bias(inverse)
    bound = float(lipschitz_third_derivative().bound.subs(step, sp.Rational(1, inverse)))
    # five standard errors: a bound that is met fails this with probability below 1e-6
    assert -found - 5 * error >= bound > 0


def test_the_bias_is_of_order_three_halves_and_not_two() -> None:
    # gamma^(3/2) (c + O(gamma)): neighbouring slopes miss 3/2 by O(gamma), and their change shows how much
    sizes, errors = np.array([bias(inverse) for inverse in HALVINGS]).T
    slopes = -np.diff(np.log2(-sizes))
    error = float(np.hypot(*(errors[-2:] / -sizes[-2:]))) / np.log(2)
    tolerance = 2 * abs(slopes[1] - slopes[0]) + 4 * error
    assert abs(slopes[1] - 1.5) <= tolerance < 0.25


def test_the_bound_is_of_order_three_halves() -> None:
    bound = lipschitz_third_derivative().bound
    assert sp.simplify(bound.subs(step, step / 4) / bound) == sp.Rational(1, 8)


def test_every_step_of_the_proof_checks() -> None:
    assert lipschitz_third_derivative().broken() == ""
