"""The algebra and the counterexamples behind Scaffold's linear speed-up, against numbers that they must agree with."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import flint
import numpy as np
import pytest
import sympy as sp

from proofs_checks.symfed.scaffold import speedup_proof as proof
from proofs_checks.symfed.scaffold.any_noise import one_noisy_client, one_noisy_direction
from proofs_checks.symfed.scaffold.noise import covariance, equal_hessians, noisy, order, sgd_covariance
from proofs_checks.symfed.scaffold.nonlinear import skewed_clients
from proofs_checks.symfed.scaffold.state import joined_covariance, round_noise
from symfed.checks.growth import LowerBound
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import to_float
from symfed.reference.streams import stream
from symfed.strategies import draw


def factors(a: float, gamma: float, H: int) -> tuple[float, float]:
    """q and r."""
    q = (1 - gamma * a) ** H
    return q, 1 - (1 - q) / (gamma * a * H)


@pytest.mark.parametrize(("gamma", "H"), list(product((0.05, 0.3, 1.0), (1, 2, 5, 40))))
def test_the_circle_inequality_is_what_the_proof_needs(gamma: float, H: int) -> None:
    u, one = proof.unknowns(), sp.S.One
    left, right = (sp.lambdify(u, side) for side in proof.circle_inequality(one, one))
    mu, a = 0.2, 0.9
    (q_mu, r_mu), (q, r) = factors(mu, gamma, H), factors(a, gamma, H)
    for angle in np.linspace(0, np.pi, 9):
        z = np.exp(1j * angle)
        w, h = (z + q_mu) / (z - r_mu) / mu, (z - q) / (z - r)
        needed, had = (1 - q**2) / (a * abs(z - r) ** 2), (np.conj(w) * h).real
        at = (q, r, 1 - gamma * a, q_mu, r_mu, 1 - gamma * mu, (1 - np.cos(angle)) / 2)
        # both sides times the same positive number: (1-q)(1-q_mu)/gamma H, and the squared distances to both poles
        scale = (1 - q_mu) / (gamma * H) * abs(z - r) ** 2 * abs(z - r_mu) ** 2
        assert left(*at) == pytest.approx(needed * scale)
        assert right(*at) == pytest.approx(had * scale)
        assert needed <= had + 1e-12  # equal at z = 1 where H = 1 and gamma a = 1


def test_the_covariance_is_a_mean_over_the_circle() -> None:
    for i in draw(noisy(2, 2), 8)[-4:]:
        A, gamma, N, eye = to_float(i.problem.hessian_matrices), float(i.gamma), i.N, np.eye(2)
        q = [np.linalg.matrix_power(eye - gamma * a, i.H) for a in A]
        r = [eye - np.linalg.solve(gamma * a * i.H, eye - p) for a, p in zip(A, q, strict=True)]
        noise = to_float(i.problem.noise)
        powers = [[np.linalg.matrix_power(eye - gamma * a, k) for k in range(i.H)] for a in A]
        S = [gamma**2 * sum(p @ C @ p for p in ps) for ps, C in zip(powers, noise, strict=True)]
        total, count = np.zeros((2, 2)), 4096  # the trapezoid rule is off by the spectral radius to this power
        for z in np.exp(2j * np.pi * np.arange(count) / count):
            Z = [np.linalg.inv(z * eye - m) for m in r]
            K = np.linalg.inv(sum((z * eye - p) @ inverse for p, inverse in zip(q, Z, strict=True)) / N)
            total = total + (K @ sum(inverse @ s @ inverse.conj().T for inverse, s in zip(Z, S, strict=True)) / N @ K.conj().T).real
        assert total / count / N == pytest.approx(to_float(covariance(i)), abs=1e-9)


def test_the_multipliers_add_up_for_any_factors() -> None:
    f, g = proof.unknowns().y, proof.unknowns().y_mu
    left, right = proof.circle_inequality(f, g)
    assert sp.expand(right - left - sum(m * a for m, a in proof.multipliers(f, g))) == 0
    assert sp.expand(right - left - sum(m * a for m, a in proof.multipliers(g, f))) != 0


@pytest.mark.parametrize("make", [one_noisy_client, one_noisy_direction, skewed_clients])
def test_every_step_of_the_counterexamples_checks(make: Callable[[], LowerBound]) -> None:
    assert make().broken() == ""
    assert sum(step.holds is not None for step in make().steps) >= 5


def test_the_floor_is_there_with_many_clients() -> None:
    rule, gamma, numbers, count = get_algorithm("scaffold"), 0.25, stream(0, "skewed clients"), 2000
    x, xi, seen = 0.0, np.zeros(count), []
    for _ in range(400):
        local = np.full(count, x)
        for _ in range(2):
            g = local + np.log1p(np.exp(local)) - np.log(2) + numbers.choice((-1.0, 1.0), count)
            local = rule.step(x=local, g=g, xi=xi, x_start=x, gamma=gamma, H=2)
        after = local.mean()
        xi = rule.control(xi=xi, x_end=local, x_start=x, x_next=after, gamma=gamma, H=2)
        x = after
        seen.append(x)
        assert abs(x) <= 2.5
        assert np.abs(xi).max() <= 10 / 3
    # stationarity with Var(x_1) = gamma^2 (C + Var xi), Var xi = C/2, second derivative a, third b: E theta (2 - gamma a) a is
    # -b Var(x_1)/2 and smaller terms; the mean over 380 rounds of a variance gamma C/(2 N a) is known to 3e-4
    a, b = 1.5, 0.25
    assert np.mean(seen[20:]) == pytest.approx(-b * gamma**2 * 1.5 / (2 * a * (2 - gamma * a)), abs=1e-3)
    assert np.mean(np.square(seen[20:])) > float(skewed_clients().bound)


def test_order_sees_negative_directions() -> None:
    i = draw(noisy(2, 2), 3)[-1]
    low = np.array([[flint.fmpq(1), flint.fmpq(0)], [flint.fmpq(0), flint.fmpq(1)]], dtype=object)
    assert all(a <= b for a, b in zip(*order(i, low, 2 * low), strict=True))
    assert not all(a <= b for a, b in zip(*order(i, low, low + np.array([[0, 1], [1, 0]])), strict=True))
    assert not all(a <= b for a, b in zip(*order(i, 2 * low, low), strict=True))


def test_equal_hessians_give_the_law_of_sgd() -> None:
    cases = [i for i in draw(equal_hessians(2, 3), 12) if i.problem.noise.any()]
    assert cases
    assert all((covariance(i) == sgd_covariance(i)).all() for i in cases)


def test_the_noise_of_a_round_leaves_the_sum_of_controls_alone() -> None:
    i = draw(noisy(2, 2), 10)[-1]
    B, d = round_noise(i), 2
    assert (B[:, d : 2 * d] + B[:, 2 * d :] == 0).all()
    assert (joined_covariance(i) == joined_covariance(i).T).all()
