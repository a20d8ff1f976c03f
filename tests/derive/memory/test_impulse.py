"""The parts of SCAFFLSA's linear speed-up: a noise followed by running the rule, and each step of the argument against a wrong one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import sympy as sp

from symfed.core.symbols import H, L, N, decay, gamma, sigma
from symfed.derive.memory import impulse
from symfed.derive.memory.impulse import k, p, q, z
from symfed.models.algorithms import get_algorithm

RULE = get_algorithm("scafflsa")


def response_of_theta(matrices: np.ndarray, step: float, steps: int, rounds: int) -> np.ndarray:
    """|theta|² round by round after the first client's end is hit by a unit vector at rest, matrices (N, d, d), without other noise."""
    clients, d, _ = matrices.shape
    theta, xi, out = np.zeros(d), np.zeros((clients, d)), []
    for t in range(rounds):
        local = np.stack([theta] * clients)
        for _ in range(steps):
            local = RULE.step(x=local, g=(matrices @ local[..., None])[..., 0], xi=xi, x_start=theta, gamma=step, H=steps)
        if t == 0:
            local[0, 0] += 1
        after = RULE.server(local.mean(axis=0), theta, step, steps)
        xi = RULE.control(xi=xi, x_end=local, x_start=theta, x_next=after, gamma=step, H=steps)
        theta = after
        out.append(float(theta @ theta))
    return np.array(out)


def turning(rng: np.random.Generator, clients: int) -> np.ndarray:
    """Scaled rotations in the plane, all of which shrink."""
    x, y = rng.uniform(0.5, 1, clients), rng.uniform(-1, 1, clients)
    return np.moveaxis(np.array([[x, -y], [y, x]]), 2, 0)


@pytest.mark.parametrize(("clients", "steps"), [(1, 3), (2, 2), (3, 5), (20, 4)])
def test_a_noise_is_felt_no_more_than_the_response_says(clients: int, steps: int) -> None:
    rng = np.random.default_rng(clients)
    for _ in range(5):
        matrices, step = turning(rng, clients), 0.1
        b = 1 - max(np.linalg.norm(np.eye(2) - step * A, 2) for A in matrices) ** 2
        left, drift = (1 - b) ** steps, step * max(np.linalg.norm(A, 2) for A in matrices) * (steps - 1) / 2
        keep = (left + drift**2) ** 0.5
        assert keep < 1
        coefficients = np.convolve(keep ** np.arange(40), drift ** np.arange(40))[:40]
        bounds = coefficients + (left**0.5 + drift - keep) * np.concatenate([[0], coefficients[:-1]])
        found = response_of_theta(matrices, step, steps, 40) * clients**2
        assert (found <= bounds**2 * (1 + 1e-9)).all()  # some thousand roundings
        assert found[0] == pytest.approx(1)  # the bound is attained at once
        assert (bounds**2).sum() <= ((1 + drift) / (1 - drift)) ** 2 / (1 - keep**2)


def test_what_is_taken_out_follows_the_round() -> None:
    for own in (0, 1):
        left, right = impulse.pushed(own)
        assert sp.expand(left - right) == 0
        wrong = impulse.pushed(own, push=-1)
        assert sp.expand(wrong[0] - wrong[1]) != 0


def test_response_is_one_fraction() -> None:
    assert sp.cancel(impulse.response() - impulse.as_one_fraction()) == 0
    assert sp.cancel(impulse.response() - impulse.as_one_fraction(q + p)) != 0
    series = sp.series(impulse.response(), z, 0, 2).removeO()
    assert sp.expand(series - 1 - (2 * p + q) * z) == 0  # own share p, pushed by q + p
    assert impulse.as_one_fraction().subs({k: q, p: 0}) == 1 / (1 - q * z)


def test_the_bound_tends_to_the_printed_level_and_stays_below_nine_times_it() -> None:
    level, bound = gamma * sigma**2 / (N * decay), impulse.error_bound()
    assert bound.subs(H, 1) == level
    for steps in (2, 7):
        assert sp.limit((bound / level).subs({H: steps, L: 3, decay: 1}), gamma, 0) == 1
    share = sp.lambdify((gamma, H, decay, L), (bound / level).subs(sigma, 1))
    for a, length, step in product((0.1, 1.0, 2.0), (2.0, 3.0, 10.0), (0.001, 0.01, 0.1)):
        most = 1 + 2 * a / (step * (length**2 + 2 * a**2))
        for steps in np.arange(1, most + 1e-9):
            assert 1 <= share(step, steps, a, length) <= 9
