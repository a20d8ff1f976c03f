"""Orders of remainders, on remainders that are known exactly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import flint
import mpmath
import numpy as np
import pytest

from symfed.checks import RemainderOrder
from symfed.checks.instances.cases import heterogeneous_quadratics
from symfed.checks.readings import LawReading, reference_bias
from symfed.core.domain import ANYWHERE
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.reference.result import Stationary

Law = Callable[[Any, int], Any]


def square(gamma: Any, H: int) -> Any:
    """A quantity whose first order is H gamma: what is left is of order two."""
    return H * gamma + gamma**2 * (3 + gamma)


@dataclass(frozen=True)
class Known:
    """A quantity in closed form that claims to be off by `off`."""

    law: Law
    off: float

    def __call__(self, problem: Any, gamma: Any, H: int) -> Any:
        return np.array([self.law(gamma, H)], dtype=object)

    def floor(self, problem: Any, gamma: Any, H: int) -> float:
        return self.off


def order_of(law: Law, order: int | Fraction = 2, floor: float = 0.0, **changes: Any) -> RemainderOrder:
    """The check of statements `f(gamma, H)` against a quantity that is known in closed form."""
    return RemainderOrder(
        problems=lambda: ("the only problem",),
        reference=Known(law, floor),
        order=order,
        reading=lambda statement, problem, gamma, H: np.array([statement(gamma, H)], dtype=object),
        **changes,
    )


def found(check: RemainderOrder, statement: Law) -> Evidence:
    return check.examine(statement, ANYWHERE)


def linear(gamma: Any, H: int) -> Any:
    return H * gamma


def test_the_right_expansion_holds_and_says_which_order_it_saw() -> None:
    evidence = found(order_of(square), linear)
    assert (evidence.outcome, evidence.strength, evidence.instances) == (Outcome.HOLDS, Tier.SUPPORTED, 3)
    assert "observed order 2.00 to 2.00, claimed 2" in evidence.summary


def test_a_remainder_smaller_than_claimed_holds_too() -> None:
    assert found(order_of(square, Fraction(3, 2)), linear).outcome is Outcome.HOLDS


@pytest.mark.parametrize("wrong", [lambda gamma, H: 2 * H * gamma, lambda gamma, H: -H * gamma, lambda gamma, H: 0 * gamma])
def test_a_wrong_coefficient_leaves_order_one(wrong: Law) -> None:
    evidence = found(order_of(square), wrong)
    assert (evidence.outcome, evidence.refutes) == (Outcome.FAILS, False)
    witness = dict(evidence.witness or {})
    assert witness["claimed"] == "2"
    assert all(abs(float(slope) - 1) < 0.1 for slope in witness["observed orders"].split(", "))
    assert "gamma from 1/64 by 4 halvings" in witness["window"]


@pytest.mark.parametrize("order", [3, Fraction(5, 2)])
def test_a_claimed_order_that_is_half_too_high_is_refused(order: int | Fraction) -> None:
    evidence = found(order_of(square, order), linear)
    assert (evidence.outcome, evidence.refutes) == (Outcome.FAILS, False)


def test_a_half_order_is_told_from_its_neighbours() -> None:
    def rough(gamma: Any, H: int) -> Any:
        return H * mpmath.mpf(int(gamma.p)) / int(gamma.q) + (mpmath.mpf(int(gamma.p)) / int(gamma.q)) ** 1.5

    def first(gamma: Any, H: int) -> Any:
        return H * mpmath.mpf(int(gamma.p)) / int(gamma.q)

    assert found(order_of(rough, Fraction(3, 2)), first).outcome is Outcome.HOLDS
    assert found(order_of(rough, 2), first).outcome is Outcome.FAILS


@pytest.mark.parametrize("b", [-40, -3, 0, 3, 40])
@pytest.mark.parametrize("a", [-30, -10, -1, 1, 10, 30])
def test_the_slope_may_rise_or_fall_to_the_claimed_order(a: int, b: int) -> None:
    """A remainder gamma^2 (1 + a gamma + b gamma^2): with a < 0 and b > a^2/2 the last slope lies further off than its change."""

    def law(gamma: Any, H: int) -> Any:
        return H * gamma + gamma**2 * (1 + a * gamma + b * gamma**2)

    assert found(order_of(law, first=Fraction(1, 1024)), linear).outcome is Outcome.HOLDS
    assert found(order_of(law, Fraction(5, 2), first=Fraction(1, 1024)), linear).outcome is Outcome.FAILS


@pytest.mark.parametrize("a", [-1, 1])
def test_the_next_term_may_be_half_an_order_away(a: int) -> None:
    def law(gamma: Any, H: int) -> Any:
        x = mpmath.mpf(int(gamma.p)) / int(gamma.q)
        return H * x + x**2 + a * x**2.5

    assert (
        found(order_of(law, first=Fraction(1, 1024)), lambda gamma, H: H * mpmath.mpf(int(gamma.p)) / int(gamma.q)).outcome is Outcome.HOLDS
    )


def test_two_slopes_are_too_few() -> None:
    with pytest.raises(ValueError, match="three slopes"):
        order_of(square, halvings=2)


def test_an_expansion_without_remainder_is_exact() -> None:
    evidence = found(order_of(linear), linear)
    assert evidence.outcome is Outcome.HOLDS
    assert "zero on every problem" in evidence.summary


def test_a_remainder_below_the_reference_floor_counts_as_none() -> None:
    assert found(order_of(lambda gamma, H: H * gamma + flint.fmpq(1, 10**30), floor=1e-28), linear).outcome is Outcome.HOLDS


def test_a_remainder_that_comes_near_the_reference_floor_is_undecided() -> None:
    # gamma^2 falls to 2^-20 = 1e-6, which is above the floor of 1e-7 but within 100 times of it
    evidence = found(order_of(square, floor=1e-7), linear)
    assert evidence.outcome is Outcome.UNKNOWN
    assert "own error" in evidence.summary


def test_slopes_that_have_not_settled_are_undecided() -> None:
    # gamma^2 + 2^19 gamma^4 turns from order four into order two just where the last steps, down to 2^-10, are taken
    evidence = found(order_of(lambda gamma, H: H * gamma + gamma**2 + 2**19 * gamma**4), linear)
    assert evidence.outcome is Outcome.UNKNOWN
    assert "have not settled" in evidence.summary


@pytest.mark.parametrize("halvings", [3, 4, 5, 6])
def test_a_remainder_that_changes_its_sign_is_not_refused(halvings: int) -> None:
    """gamma^2 (1 - 700 gamma): zero between two of the step sizes, wherever the window ends."""
    evidence = found(order_of(lambda gamma, H: H * gamma + gamma**2 * (1 - 700 * gamma), halvings=halvings), linear)
    assert evidence.outcome is not Outcome.FAILS


def with_slopes(*slopes: float, floor: float = 0.0) -> Evidence:
    """What a check of order 2 makes of a remainder with these observed orders, the last size being one."""
    sizes = {Fraction(1, 64 * 2**k): mpmath.mpf(2) ** sum(slopes[k:]) for k in range(len(slopes) + 1)}

    def law(gamma: Any, H: int) -> Any:
        return sizes[Fraction(int(gamma.p), int(gamma.q))]

    return found(order_of(law, floor=floor, halvings=len(slopes), steps=(1,)), lambda gamma, H: mpmath.mpf(0))


def test_one_small_change_after_a_large_one_is_not_settled() -> None:
    assert with_slopes(2, 0, 1.9, 1.95).outcome is Outcome.UNKNOWN
    assert with_slopes(2, 1.8, 1.9, 1.95).outcome is Outcome.HOLDS


def test_the_reference_floor_is_part_of_the_tolerance() -> None:
    # the limit of these slopes is 1.997, and their last change 0.001; an error of 1/2000 of the remainder explains it
    assert with_slopes(2, 2, 2, 1.999).outcome is Outcome.FAILS
    assert with_slopes(2, 2, 2, 1.999, floor=1 / 2000).outcome is Outcome.HOLDS


def test_a_reference_states_the_error_of_its_own_law_and_moment() -> None:
    def solve(algorithm: str, problem: Any, gamma: Any, H: int) -> Stationary:
        size = {"fedavg": 1.0, "sgd": 2.0}[algorithm]
        return Stationary(np.zeros(1), np.zeros((1, 1)), np.array([size]), "stated", False, np.array([[10 * size]]))

    stated = [
        LawReading(name, quantity, solve).floor(None, None, 1) for name in ("fedavg", "sgd") for quantity in ("bias", "second_moment")
    ]  # type: ignore[arg-type]  # the law above asks for neither
    assert stated == [1, 10, 2, 20]


def test_exact_numbers_are_not_rounded_to_float64() -> None:
    # beside 1 the remainder gamma^8 <= 2^-48 would drown in float64
    evidence = found(order_of(lambda gamma, H: 1 + gamma**8, 8), lambda gamma, H: gamma * 0 + 1)
    assert evidence.outcome is Outcome.HOLDS
    assert "8.00 to 8.00" in evidence.summary


def test_one_number_of_local_steps_suffices_to_fail() -> None:
    evidence = found(order_of(square), lambda gamma, H: gamma * min(H, 2))
    assert (evidence.witness or {})["window"].endswith("H = 5")


def test_deepened_looks_at_smaller_steps_and_more_of_them() -> None:
    check = order_of(square)
    assert check.deepened() == replace(check, halvings=6, steps=(1, 2, 3, 5, 10))
    assert found(check.deepened(), linear).outcome is Outcome.HOLDS


def test_the_same_evidence_twice() -> None:
    check = RemainderOrder(lambda: heterogeneous_quadratics()[:1], reference_bias("fedavg"), 2, steps=(2,))

    def first_bias(p: Any, gamma: Any, H: int) -> Any:
        return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))

    held, fell = (check.examine(statement, ANYWHERE) for statement in (first_bias, lambda p, gamma, H: 2 * first_bias(p, gamma, H)))
    assert (held.outcome, fell.outcome) == (Outcome.HOLDS, Outcome.FAILS)
    assert held == check.examine(first_bias, ANYWHERE)
    assert fell == check.examine(lambda p, gamma, H: 2 * first_bias(p, gamma, H), ANYWHERE)
