"""Coefficients read off references that are known exactly, and off stationary laws."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from symfed.checks import CoefficientMatch
from symfed.checks.readings import fine_bias
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.models.rings import BIG_FLOATS
from symfed.strategies.standard import heterogeneous_quadratics

Law = Callable[[Any, int], Any]


@dataclass(frozen=True)
class Known:
    """A quantity in closed form that claims to be off by `off`."""

    law: Law
    off: float = 0.0

    def __call__(self, problem: Any, gamma: Any, H: int) -> Any:
        return np.array([self.law(BIG_FLOATS(gamma), H)], dtype=object)

    def error(self, problem: Any, gamma: Any, H: int) -> float:
        return self.off


def found(law: Law, statement: Law, order: int = 2, off: float = 0.0, **changes: Any) -> Evidence:
    check = CoefficientMatch(
        problems=lambda: ("the only problem",),
        reference=Known(law, off),
        order=order,
        reading=lambda statement, problem, gamma, H: np.array([statement(BIG_FLOATS(gamma), H)], dtype=object),
        **changes,
    )
    return check.examine(statement, ANYWHERE)


def law(x: Any, H: int) -> Any:
    return mpmath.exp(H * x) - 1


def second(x: Any, H: int) -> Any:
    return H * x + H**2 * x**2 / 2


def test_the_right_coefficients_hold_and_say_how_many_digits_were_seen() -> None:
    evidence = found(law, second)
    assert (evidence.outcome, evidence.strength, evidence.instances) == (Outcome.HOLDS, Tier.SUPPORTED, 6)
    assert "agree to 2" in evidence.summary  # more than twenty


@pytest.mark.parametrize("wrong", [lambda x, H: -second(x, H), lambda x, H: H * x, lambda x, H: second(x, 2), lambda x, H: 0 * x])
def test_a_wrong_coefficient_fails_without_refuting(wrong: Law) -> None:
    evidence = found(law, wrong)
    assert (evidence.outcome, evidence.refutes) == (Outcome.FAILS, False)
    assert set(evidence.witness or {}) == {"reference", "difference", "error of the readings", "where"}


@pytest.mark.parametrize(("off", "outcome"), [(1e3, Outcome.FAILS), (1e-3, Outcome.HOLDS)])
def test_a_coefficient_is_held_to_all_digits_that_were_read(off: float, outcome: Outcome) -> None:
    # at H = 1 the error of gamma^2 is the eighth coefficient, 1/8!, times the six largest of seven nodes: 2^-(13+...+18) = 2^-93
    error = mpmath.mpf(2) ** -93 / mpmath.factorial(8)
    assert found(law, lambda x, H: second(x, H) + off * error * x**2, steps=(1,)).outcome is outcome


def test_powers_beyond_the_order_are_not_looked_at() -> None:
    assert found(law, lambda x, H: second(x, H) + 7 * x**3).outcome is Outcome.HOLDS


@pytest.mark.parametrize("power", ["1.5", "2.5", "0.5"])
def test_half_powers_are_no_coefficients(power: str) -> None:
    evidence = found(lambda x, H: second(x, H) + x ** mpmath.mpf(power), second)
    assert evidence.outcome is not Outcome.HOLDS


def test_a_coarse_reference_is_no_answer() -> None:
    evidence = found(law, second, off=1e-20)
    assert evidence.outcome is Outcome.UNKNOWN
    assert "read off" in evidence.summary


def test_steps_that_are_too_large_are_no_answer() -> None:
    assert found(law, second, first=flint.fmpq(1), nodes=4).outcome is Outcome.UNKNOWN


def test_a_coefficient_that_may_be_zero_has_no_digits() -> None:
    assert found(lambda x, H: x**2 + x**9, lambda x, H: x**2, off=1e-60).outcome is Outcome.UNKNOWN


def test_a_zero_that_is_known_to_some_digits_only_is_no_answer() -> None:
    assert found(lambda x, H: 0 * x, lambda x, H: 0 * x, off=1e-30).outcome is Outcome.UNKNOWN


def test_step_sizes_are_halved() -> None:
    seen: list[Any] = []

    def watched(x: Any, H: int) -> Any:
        seen.append(x)
        return second(x, H)

    found(law, watched, steps=(1,), nodes=5)
    assert [float(1 / x) for x in seen] == [8192, 16384, 32768, 65536, 131072]


def test_that_nothing_equals_nothing_says_nothing() -> None:
    evidence = found(lambda x, H: 0 * x, lambda x, H: 0 * x)
    assert evidence.outcome is Outcome.UNKNOWN
    assert "nothing was compared" in evidence.summary
    assert found(lambda x, H: 0 * x, lambda x, H: x**2).outcome is Outcome.FAILS


def test_every_number_of_local_steps_is_looked_at() -> None:
    evidence = found(law, lambda x, H: second(x, min(H, 2)))
    assert "H = 5" in (evidence.witness or {})["where"]


def test_deepened_asks_for_more() -> None:
    check = CoefficientMatch(lambda: heterogeneous_quadratics()[:1], fine_bias("fedavg"), 1)
    assert check.deepened() == replace(check, digits=20, nodes=10, steps=(1, 2, 3, 5, 10))


def test_the_first_order_on_exact_quadratics() -> None:
    check = CoefficientMatch(heterogeneous_quadratics, fine_bias("fedavg"), 1, steps=(1, 3))

    def first(p: Any, gamma: Any, H: int) -> Any:
        return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))

    held, fell = (check.examine(statement, ANYWHERE) for statement in (first, lambda p, gamma, H: first(p, gamma, H) / p.N))
    assert (held.outcome, fell.outcome) == (Outcome.HOLDS, Outcome.FAILS)
