"""The instances behind the refutations, looked at without their proofs: plain simulation, plain sums, quadrature."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats.rough import heavy_tail, kinked_noise, rough_loss
from proofs_checks.aistats.rough_extrapolation import rough_extrapolation, rough_extrapolation_squared, shifted_square
from symfed.checks.growth import LowerBound
from symfed.core.symbols import gamma as step
from symfed.core.symbols import t, theta
from symfed.models.arrays import Array
from symfed.models.problems import QuadraticProblem, ScalarProblem
from symfed.reference.exact import stationary_exact
from symfed.reference.quadrature import stationary_quadrature

HALVINGS = (8, 16, 32, 64)
SEED = 20250110


def chain(instance: str, x: Array, z: Array) -> Array:
    """The stochastic gradient, from the words of the witness."""
    return x + z * (1 + np.abs(x) / 2) if instance == "kinked noise" else x + np.abs(np.sin(x)) ** 2.5 / 5 + z


@cache
def estimate(instance: str, inverse_step: int) -> tuple[float, float]:
    """E theta^2 - gamma/2 or E theta, and its standard error, from independent replicas of theta' = theta - gamma grad F^z.

    A second chain phi' = phi - gamma (phi + z) with the same draws, whose moments are 0 and gamma/(2 - gamma), takes away most of the
    variance. Both chains start at the optimum; 20/gamma rounds, of which each forgets a share of gamma/2 at least, are thrown away: at
    most exp(-10) of the quantity is still missing. 40/gamma rounds are averaged.
    """
    gamma, random = 1 / inverse_step, np.random.default_rng([SEED, inverse_step])
    replicas = 40_000 if instance == "kinked noise" else 10_000
    x, phi, total = np.zeros(replicas), np.zeros(replicas), np.zeros(replicas)
    for now in range(60 * inverse_step):
        z = 2.0 * random.integers(0, 2, replicas) - 1
        x, phi = x - gamma * chain(instance, x, z), phi - gamma * (phi + z)
        if now >= 20 * inverse_step:
            total += x**2 - phi**2 if instance == "kinked noise" else x - phi
    averages = total / (40 * inverse_step)
    known = gamma / (2 - gamma) - gamma / 2 if instance == "kinked noise" else 0.0
    return float(averages.mean()) + known, float(averages.std(ddof=1)) / replicas**0.5


def logs(instance: str) -> tuple[Array, Array]:
    """log2 of the quantity's size at each step size, and the standard errors of these."""
    found = np.array([estimate(instance, inverse) for inverse in HALVINGS])
    sizes = np.abs(found[:, 0])
    return np.log2(sizes), found[:, 1] / sizes / np.log(2)


@pytest.mark.parametrize("inverse", HALVINGS)
def test_the_second_moment_misses_half_the_step_by_at_least_the_bound(inverse: int) -> None:
    excess, error = estimate("kinked noise", inverse)
    bound = float(kinked_noise().bound.subs(step, sp.Rational(1, inverse)))
    # five standard errors: a bound that is met fails this with probability below 1e-6
    assert excess - 5 * error >= bound > 0


@pytest.mark.parametrize("inverse", HALVINGS)
def test_the_bias_of_the_rough_loss_is_at_least_the_bound(inverse: int) -> None:
    bias, error = estimate("rough loss", inverse)
    bound = float(rough_loss().bound.subs(step, sp.Rational(1, inverse)))
    assert bias < 0
    assert abs(bias) - 5 * error >= bound > 0


def test_the_excess_is_of_order_three_halves_and_not_two() -> None:
    # excess = gamma^(3/2) (c_0 + c_1 gamma^(1/2) + c_2 gamma + ...): slopes between neighbours are 3/2 + k gamma^(1/2) + ..., one step of
    # Richardson with ratio sqrt 2 removes k, and what then remains is about the change between the last two extrapolations
    sizes, errors = logs("kinked noise")
    slopes = -np.diff(sizes)
    limits = slopes[1:] - (slopes[:-1] - slopes[1:]) / (2**0.5 - 1)
    weight = 1 / (2**0.5 - 1)
    # limits[-1] in terms of the last three sizes l: (1 + w)(l_2 - l_3) - w (l_1 - l_2)
    error = float(np.linalg.norm(np.array([weight, 1 + 2 * weight, 1 + weight]) * errors[-3:]))
    tolerance = abs(limits[1] - limits[0]) + 4 * error
    assert abs(limits[1] - 1.5) <= tolerance < 0.25
    assert all(before > after for before, after in pairwise(slopes))


def test_the_bias_of_the_rough_loss_is_of_order_five_quarters_and_not_three_halves() -> None:
    # bias = gamma^(5/4) (c + O(gamma)) to leading order: neighbouring slopes miss 5/4 by O(gamma), and their change shows how much
    sizes, errors = logs("rough loss")
    slopes = -np.diff(sizes)
    error = float(np.hypot(*errors[-2:]))
    tolerance = abs(slopes[-1] - slopes[-2]) + 4 * error
    assert abs(slopes[-1] - 1.25) <= tolerance < 0.125


@pytest.mark.parametrize("inverse", HALVINGS[1:])
def test_extrapolation_does_not_cancel_the_bias_of_the_rough_loss(inverse: int) -> None:
    # the bound is claimed along a sequence of step sizes; where the bias is c gamma^(5/4) it holds at all of them
    (once, error), (twice, other) = estimate("rough loss", inverse), estimate("rough loss", inverse // 2)
    bound = float(rough_extrapolation().bound.subs(step, sp.Rational(1, inverse)))
    assert abs(2 * once - twice) - 5 * (2 * error + other) >= bound > 0


def test_the_sum_behind_the_bound() -> None:
    ratio = float(rough_loss().bound / rough_extrapolation().bound)
    assert ratio == pytest.approx(sum(2 ** (-j / 4) for j in range(1, 400)), rel=1e-12)  # 400 roundings of 1e-16
    assert rough_extrapolation_squared().bound == rough_extrapolation().bound ** 2


@pytest.mark.parametrize("counterexample", [rough_extrapolation, rough_extrapolation_squared, shifted_square])
def test_every_step_of_the_proofs_checks(counterexample: Callable[[], LowerBound]) -> None:
    assert counterexample().broken() == ""


def test_shifted_weights_on_exact_runs() -> None:
    gamma = Fraction(1, 7)
    shifted = QuadraticProblem([[[1]]], [[1]])
    means = [stationary_exact("fedavg", shifted, gamma, H).mean[0] for H in (2, 4)]
    assert 3 * means[0] - means[1] - 1 == shifted_square().bound


def test_the_heavy_tail_in_exact_fractions() -> None:
    bound, weight, total, mass, mean = heavy_tail().bound, Fraction(3, 4), Fraction(0), Fraction(0), Fraction(0)
    for k in range(60):
        probability = weight / 4**k  # of |z| = 2^k
        mass, mean, total = mass + probability, mean + 2**k * probability, total + 4**k * probability
        claimed = bound.subs({t: k, step: 1})
        assert total == Fraction(int(claimed.p), int(claimed.q))
    # geometric tails: what is missing after 60 terms
    assert 1 - mass == Fraction(1, 4**60)
    assert Fraction(3, 2) - mean == Fraction(3, 2) / 2**60


@pytest.mark.parametrize(("clients", "local_steps", "gamma"), [(1, 1, "2/5"), (1, 3, "1/4"), (2, 2, "1/3")])
def test_the_symmetric_loss_has_no_bias_to_fifteen_digits(clients: int, local_steps: int, gamma: str) -> None:
    plus, minus = (theta**2 / 2 + sp.log(sp.cosh(theta)) + sign * theta / 2 for sign in (1, -1))
    problem = ScalarProblem([[plus, minus]] * clients)
    law = stationary_quadrature("fedavg", problem, sp.Rational(gamma), local_steps, digits=18)
    assert abs(law.mean[0]) < mpmath.mpf("1e-15")
    assert law.second_moment[0, 0] > mpmath.mpf("1e-3")


def test_the_same_loss_without_the_symmetry_has_a_bias() -> None:
    # so that fifteen zeros are the symmetry's doing and not the method's
    lopsided = ScalarProblem([[theta**2 / 2 + sp.log(1 + sp.exp(theta)) + sign * theta / 2 for sign in (1, -1)]])
    law = stationary_quadrature("fedavg", lopsided, sp.Rational(1, 4), 3, digits=18)
    assert abs(law.mean[0] - lopsided.optimum_to(20)[0]) > mpmath.mpf("1e-6")
