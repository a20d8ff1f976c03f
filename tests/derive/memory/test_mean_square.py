"""The parts of the bound on a round without symmetry, each against numbers and against a wrong one."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import sympy as sp

from proofs_checks.argo.printed import scafflsa_as_printed
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, decay, gamma, gram_gg, gram_xg, gram_xx
from symfed.derive.memory.mean_square import SPLIT_SQUARE, difference_step, drift, most_steps, split, squared_factor


def test_the_factor_is_read_off_from_the_rule() -> None:
    by_hand = (1 - gamma * decay) ** H + (gamma * L * (H - 1) / 2) ** 2
    for name in ("scafflsa", "scaffold"):
        assert sp.expand(squared_factor(name) - by_hand) == 0
    with pytest.raises(InvalidInput, match=r"scafflsa_as_printed.*taken off step by step"):
        squared_factor(scafflsa_as_printed)


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_drift_is_the_mean_of_the_steps_left(steps: int) -> None:
    left = [steps - j for j in range(1, steps + 1)]
    assert drift().subs(H, steps) == gamma * L * sp.Rational(sum(left), steps)


def test_a_step_more_of_the_difference() -> None:
    sides = difference_step()
    assert sp.expand(sides[0] - sides[1]) == 0
    wrong = difference_step(old=2)
    assert sp.expand(wrong[0] - wrong[1]) != 0


def test_split_is_cauchy_schwarz() -> None:
    left, right = split()
    assert sp.expand(right - left - SPLIT_SQUARE) == 0
    for q, r, e, y in product((1, 2), (1, 3), (1, 4), (2, 5)):
        at = {decay: q, L: r, gram_xx: e**2, gram_xg: e * y, gram_gg: y**2}
        assert (left.subs(at), right.subs(at)) == ((q * e + r * y) ** 2, (q**2 + r**2) * (e**2 + y**2))


def test_margin_on_numbers() -> None:
    for a, length, step in product((0.1, 0.5, 1.0), (1.0, 3.0), (0.01, 0.2)):
        most = 1 + float(most_steps().subs({decay: a, L: length, gamma: step}))
        for steps in np.arange(1, most + 1e-9):
            power = 1 - step * a * steps + (step * a) ** 2 * steps * (steps - 1) / 2
            assert (1 - step * a) ** steps <= power + 1e-15  # one rounding
            assert power + (step * length * (steps - 1) / 2) ** 2 <= 1 - step * a * steps / 2 + 1e-15
