"""Schedules for an accuracy: solved by hand, put back into the bounds, and against rounds that are counted."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
import sympy as sp

from proofs_checks.symfed.lsa import fedlsa_complexity, scafflsa_complexity
from proofs_checks.symfed.lsa.complexity import largest, solve
from symfed.core.errors import InvalidInput
from symfed.core.symbols import Delta_het, H, L, N, decay, epsilon, gamma, psi0, scaling, sigma
from symfed.derive.communication import Bound, communication_exponents

VALUES = {N: 10, decay: sp.Rational(1, 5), epsilon: sp.Rational(1, 50), sigma: 3, L: 2, Delta_het: sp.Rational(1, 2), psi0: 7}


def test_schedules_by_hand() -> None:
    fedlsa, scafflsa = fedlsa_complexity.solved(), scafflsa_complexity.solved()
    step = N * decay * epsilon**2 / sigma**2
    assert (fedlsa.gamma, fedlsa.H) == (step, sigma**2 / (2 * N * epsilon * L**2 * Delta_het))
    assert sp.expand(fedlsa.T - 2 * L**2 * Delta_het / (decay**2 * epsilon) * sp.log(psi0 / epsilon**2)) == 0
    assert (scafflsa.gamma, scafflsa.H) == (step, sigma**2 / (N * epsilon**2 * L**2))
    assert sp.expand(scafflsa.T - 2 * L**2 / decay**2 * sp.log(psi0 / epsilon**2)) == 0
    assert sp.expand(scafflsa.gradients - fedlsa.gradients * 2) == 0, "a round takes off half as much"


ALL = {"fedlsa": fedlsa_complexity.BOUNDS, "scafflsa": scafflsa_complexity.BOUNDS}


@pytest.mark.parametrize("name", ALL)
def test_a_schedule_meets_its_bounds(name: str) -> None:
    bounds = ALL[name]
    found = solve(bounds)
    chosen = {gamma: found.gamma, H: found.H}
    assert sp.simplify((bounds.noise / bounds.target).subs(chosen, simultaneous=True)) == 1
    assert sp.simplify((bounds.local / bounds.local_target).subs(chosen, simultaneous=True).subs(chosen)) == 1
    left = bounds.start * sp.exp(-bounds.rate.subs(chosen, simultaneous=True) * found.T)
    assert sp.simplify(left / bounds.target) == 1
    rate = float(bounds.rate.subs(chosen, simultaneous=True).subs(VALUES))
    rounds, start, target = float(found.T.subs(VALUES)), 7.0, 1 / 2500
    assert (1 - rate) ** rounds * start <= target
    assert rounds * (1 - rate) <= math.log(start / target) / -math.log1p(-rate) <= rounds


def test_units_come_out() -> None:
    for bounds in ALL.values():
        found = solve(bounds)
        assert (scaling(found.gamma), scaling(found.H), scaling(found.T)) == ((-1, 0), (0, 0), (0, 0))
    without = solve(replace(ALL["fedlsa"], local=gamma * H * Delta_het / decay))
    assert without.H == sigma**2 / (N * epsilon * Delta_het), "the slides' H"
    assert scaling(without.H) == (2, 0), "which is no number: L² is missing"


def test_powers_of_epsilon_are_the_best() -> None:
    noise = Bound(gamma=1, accuracy=2)
    for local, bounds in ((Bound(gamma=1, H=1, accuracy=1), ALL["fedlsa"]), (Bound(gamma=1, H=1), ALL["scafflsa"])):
        best, found = communication_exponents([noise, local]), solve(bounds)
        assert best.is_proved
        without_log = [value.subs(sp.log(psi0 / epsilon**2), 1).subs(epsilon, 1 / epsilon) for value in (found.H, found.T)]
        powers = [sp.degree(value, epsilon) for value in without_log]
        assert powers == [best.H, best.T]


def test_what_is_no_power_is_refused() -> None:
    assert largest(3 * gamma**2 * L, epsilon, gamma) == sp.sqrt(epsilon / (3 * L))
    for left, right in ((1 / gamma, epsilon), (gamma + 1, epsilon), (gamma, gamma * epsilon)):
        with pytest.raises(InvalidInput, match="must be a positive power of gamma"):
            largest(left, right, gamma)
