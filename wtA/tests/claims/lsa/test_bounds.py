"""What SCAFFLSA's and FedLSA's bounds are made of, on numbers: a noise followed by running the rule, factors, drifts."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from proofs_checks.symfed.lsa.scafflsa_error import in_powers, k, p, q, z
from symfed.core.errors import InvalidInput
from symfed.core.symbols import Delta_het, H, L, N, decay, gamma, scaling, sigma
from symfed.formulas import fedlsa_bias_bound, scafflsa_error_bound
from symfed.formulas.lsa import contraction, drift
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
        left, late = (1 - b) ** steps, step * max(np.linalg.norm(A, 2) for A in matrices) * (steps - 1) / 2
        keep = (left + late**2) ** 0.5
        assert keep < 1
        coefficients = np.convolve(keep ** np.arange(40), late ** np.arange(40))[:40]
        bounds = coefficients + (left**0.5 + late - keep) * np.concatenate([[0], coefficients[:-1]])
        found = response_of_theta(matrices, step, steps, 40) * clients**2
        assert (found <= bounds**2 * (1 + 1e-9)).all()  # some thousand roundings
        assert found[0] == pytest.approx(1)  # the bound is attained at once
        assert (bounds**2).sum() <= ((1 + late) / (1 - late)) ** 2 / (1 - keep**2)


def test_the_first_coefficients_of_the_response() -> None:
    series = sp.series(in_powers(), z, 0, 2).removeO()
    assert sp.expand(series - 1 - (2 * p + q) * z) == 0  # own share p, pushed by q + p
    assert sp.cancel(in_powers().subs({k: q, p: 0})) == sp.cancel(1 / (1 - q * z))


def test_the_bound_tends_to_the_printed_level_and_stays_below_nine_times_it() -> None:
    level, bound = gamma * sigma**2 / (N * decay), scafflsa_error_bound.expr
    assert bound.subs(H, 1) == level
    for steps in (2, 7):
        assert sp.limit((bound / level).subs({H: steps, L: 3, decay: 1}), gamma, 0) == 1
    share = sp.lambdify((gamma, H, decay, L), (bound / level).subs(sigma, 1))
    for a, length, step in product((0.1, 1.0, 2.0), (2.0, 3.0, 10.0), (0.001, 0.01, 0.1)):
        most = 1 + 2 * a / (step * (length**2 + 2 * a**2))
        for steps in np.arange(1, most + 1e-9):
            assert 1 <= share(step, steps, a, length) <= 9


def test_the_factor_is_read_off_from_the_rule() -> None:
    by_hand = (1 - gamma * decay) ** H + (gamma * L * (H - 1) / 2) ** 2
    for name in ("scafflsa", "scaffold"):
        assert sp.expand(contraction(name) - by_hand) == 0
    with pytest.raises(InvalidInput, match=r"scafflsa_as_printed.*taken off step by step"):
        contraction(scafflsa_as_printed)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_drift_is_the_mean_of_the_steps_left(steps: int) -> None:
    left = [steps - j for j in range(1, steps + 1)]
    assert drift().subs(H, steps) == gamma * L * sp.Rational(sum(left), steps)


def test_margin_on_numbers() -> None:
    for a, length, step in product((0.1, 0.5, 1.0), (1.0, 3.0), (0.01, 0.2)):
        most = 1 + 2 * a / (step * (length**2 + 2 * a**2))
        for steps in np.arange(1, most + 1e-9):
            power = 1 - step * a * steps + (step * a) ** 2 * steps * (steps - 1) / 2
            assert (1 - step * a) ** steps <= power + 1e-15  # one rounding
            assert power + (step * length * (steps - 1) / 2) ** 2 <= 1 - step * a * steps / 2 + 1e-15


def test_the_simple_bound_is_above_the_other() -> None:
    bound, short = fedlsa_bias_bound.expr, 2 * gamma * (H - 1) * L**2 * Delta_het / decay
    for steps in (2, 5, 20):
        for step in (sp.Rational(1, 10), sp.Rational(1, 50)):
            at = {H: steps, gamma: step, decay: sp.Rational(1, 2), L: 3, Delta_het: 1}
            exact, simple = float(bound.subs(at)), float(short.subs(at))
            assert simple / 2 <= exact <= simple
    assert bound.subs(H, 1) == 0
    assert scaling(bound.subs(H, 4)) == scaling(short) == (0, 1)
