"""The worst case against rounds that are run: none is slower, some are as slow, and a smaller factor is too small."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.derive.lyapunov import weight
from symfed.formulas import scaffold_contraction, scaffold_contraction_of_long_steps
from symfed.models.arrays import Array
from tests.derive.memory.helpers import random_hessians, round_matrix, run_round, spectral_radius, zero_sum_basis

#: An eigenvalue of a matrix that is not normal moves by the cube root of its rounding where three come together; products of a few
#: hundred factors below one keep 1e-12.
ROUNDING = 1e-4
HARD = {"low": 0.01, "high": 1.0}
SHAPES = ((1, 1), (2, 1), (3, 2), (2, 3), (5, 2))


def factor(gamma: float, H: int, **_: Any) -> float:
    return float(scaffold_contraction(gamma, H, HARD["low"], HARD["high"]))


def form(A: Array, gamma: float, H: int, rho: float, error: Array, controls: Array) -> Array:
    """N V on a basis: sum of <x_c, p(A_c) x_c>, from each client's own spectrum."""
    values, bases = np.linalg.eigh(A)
    q = (1 - gamma * values) ** H
    r = 1 - (1 - q) / (gamma * values * H)
    x = np.einsum("cki,ckm->cim", bases, error + gamma * H * controls)
    return np.asarray(np.einsum("cim,ci,cin->mn", x, weight(q, r, rho), x))


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(SHAPES), st.floats(0.02, 1.49), st.integers(1, 40))
def test_no_problem_is_slower(seed: int, shape: tuple[int, int], gamma: float, H: int) -> None:
    A = random_hessians(seed, *shape, **HARD)
    assert spectral_radius(round_matrix("scaffold", A, gamma, H)) <= factor(gamma, H) * (1 + ROUNDING)


@settings(max_examples=60)
@given(st.integers(0, 10**6), st.sampled_from(SHAPES), st.floats(0.02, 1.49), st.integers(1, 40))
def test_the_weighted_norm_shrinks_on_every_problem(seed: int, shape: tuple[int, int], gamma: float, H: int) -> None:
    A, rho = random_hessians(seed, *shape, **HARD), factor(gamma, H) * (1 + 1e-6)  # p is finite, and well conditioned, a little above
    error, controls = (part.astype(float) for part in zero_sum_basis(*shape))
    before = form(A, gamma, H, rho, error, controls)
    after = form(A, gamma, H, rho, *run_round("scaffold", A, gamma, H, error, controls))
    lost = np.linalg.eigvalsh(rho**2 * before - after)
    # entries of V up to 1/(1 - rho²) <= 1e6 of the loss, each rounded to 1e-15
    assert lost.min() >= -1e-9 * np.abs(before).max()


@pytest.mark.parametrize(("gamma", "H"), [(1.0, 1), (1.0, 3), (1.0, 40), (0.3, 5), (0.3, 33), (0.3, 200), (1.4, 8), (1.4, 9)])
def test_two_equal_clients_attain_it(gamma: float, H: int) -> None:
    found = []
    for curvature in HARD.values():
        found.append(spectral_radius(round_matrix("scaffold", np.full((2, 1, 1), curvature), gamma, H)))
    assert max(found) == pytest.approx(factor(gamma, H), rel=1e-12)


def test_one_client_is_plain_gradient_descent() -> None:
    A, H = np.diag([0.01, 1.0])[None], 40
    assert spectral_radius(round_matrix("scaffold", A, 1.0, H)) == pytest.approx(0.99**H, rel=1e-12)
    assert factor(1.0, H) == pytest.approx(1 - 1 / H)  # what two clients can do


WRONG = {
    "the bound without its 1/e part": (lambda gamma, H: max(0.99**H if gamma == 1 else 0, 1 - 1.1 / (gamma * H)), 1.0, 40),
    "only the first branch": (lambda gamma, H: (1 - 0.01 * gamma) ** H, 0.5, 200),
    "only the second branch": (lambda gamma, H: 1 - (1 - (1 - gamma) ** H) / (gamma * H), 0.5, 5),
    "one step more": (lambda gamma, H: factor(gamma, H + 1), 0.5, 5),
    "squared": (lambda gamma, H: factor(gamma, H) ** 2, 0.5, 20),
    "mu and L exchanged": (lambda gamma, H: 1 - (1 - (1 - 0.01 * gamma) ** H) / (0.01 * gamma * H), 0.5, 5),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_a_smaller_factor_is_exceeded(name: str) -> None:
    wrong, gamma, H = WRONG[name]
    slowest = max(spectral_radius(round_matrix("scaffold", np.full((2, 1, 1), c), gamma, H)) for c in HARD.values())
    assert slowest > wrong(gamma, H) + 1e-6


@pytest.mark.parametrize(("gamma", "H"), [(1.9, 3), (1.9, 8), (1.7, 5), (1.99, 31)])
def test_longer_steps_too(gamma: float, H: int) -> None:
    rho = float(scaffold_contraction_of_long_steps(Fraction(str(gamma)), H, Fraction(1, 100), 1))
    curvatures = np.linspace(0.01, 1, 200)
    found = [spectral_radius(round_matrix("scaffold", np.full((2, 1, 1), c), gamma, H)) for c in curvatures]
    assert max(found) <= rho * (1 + 1e-12)
    assert max(found) >= rho - 1e-3  # the worst curvature is an end, or within 1/400 of the grid: squared, times r'' < 100
    for seed in range(20):
        A = random_hessians(seed, 3, 2, **HARD)
        assert spectral_radius(round_matrix("scaffold", A, gamma, H)) <= rho * (1 + ROUNDING)


def test_at_two_over_L_nothing_is_forgotten() -> None:
    for H in (1, 2, 7):
        assert spectral_radius(round_matrix("scaffold", np.full((2, 1, 1), 1.0), 2.0, H)) >= 1 - 1e-12


def test_off_the_zero_sum_nothing_is_forgotten_either() -> None:
    A = random_hessians(3, 2, 2, **HARD)
    shift = np.ones((2, 2, 1))
    error, controls = np.zeros((2, 1)), shift
    for _ in range(400):
        error, controls = run_round("scaffold", A, 0.5, 6, error, controls)
    assert controls.sum(axis=0) == pytest.approx(shift.sum(axis=0))  # conserved
    assert A.mean(axis=0) @ error == pytest.approx(-shift.mean(axis=0), abs=1e-9)  # the minimiser of f + <mean xi, theta>


@pytest.mark.parametrize("H", [1, 2, 5])
def test_where_p_is_infinite_a_round_is_a_multiple_of_the_state(H: int) -> None:
    # q = r = rho, which needs mu = L = a and gamma a H = 1
    gamma, A = 0.5, np.full((3, 1, 1), 2.0 / H)
    rho = (1 - 1 / H) ** H
    matrix = round_matrix("scaffold", A, gamma, H)
    assert matrix == pytest.approx(rho * np.eye(3), abs=1e-12)
    with np.errstate(divide="ignore"):
        assert weight(np.float64(rho), np.float64(rho), np.float64(rho)) == np.inf
    if H > 1:
        assert float(scaffold_contraction(gamma, H, 2 / H, 2 / H)) == pytest.approx(rho)


@pytest.mark.parametrize("seed", range(20))
def test_the_resolvent_argument_holds_outside_the_disc(seed: int) -> None:
    draw = np.random.default_rng(seed)
    rho, (q, r) = 0.8, draw.uniform(-0.8, 0.8, size=2)
    for z in (rho + draw.exponential()) * np.exp(1j * draw.uniform(0, 2 * np.pi, size=20)):
        assert ((z - q) * np.conj(z - r)).real >= (abs(z) - rho) ** 2 - 1e-12
    inside = 0.5 * (q + r) + 0.1j * (q - r)  # under which the segment [q, r] is seen at more than a right angle
    assert ((inside - q) * np.conj(inside - r)).real < 0
