"""The exponents of communication: by hand, certified, and refused where they do not exist."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.derive.communication import Bound, Exponents, communication_exponents

VARIANCE = Bound(gamma=1, accuracy=2)
LONG_AVERAGE = Bound(H=-1, T=-1, accuracy=2)  # variance 1/(T H)
PRINTED = (VARIANCE, Bound(gamma=4, H=4, accuracy=2), Bound(gamma=3, H=2, accuracy=2))


def values(found: Exponents) -> tuple[sp.Rational, sp.Rational, sp.Rational]:
    return found.gamma, found.H, found.T


def test_the_printed_bounds_allow_fewer_rounds_than_the_printed_exponent() -> None:
    found = communication_exponents(PRINTED)
    assert values(found) == (2, sp.Rational(3, 2), sp.Rational(1, 2))
    assert found.is_proved
    printed = (sp.Integer(2), sp.Rational(4, 3), sp.Rational(2, 3))
    assert all(bound.slack(*printed) >= 0 for bound in found.bounds), "the printed choice is sound, only not the best"


@pytest.mark.parametrize("power", [1, 2, 3, 4])
@pytest.mark.parametrize("noise", [VARIANCE, LONG_AVERAGE], ids=["iterates", "averages"])
def test_a_bias_of_order_k_takes_a_kth_root_of_the_rounds(power: int, noise: Bound) -> None:
    # T >= 1/(gamma H) and (gamma H)^(2k) <= eps^2; T H >= eps^-2 in either case
    found = communication_exponents([noise, Bound(gamma=2 * power, H=2 * power, accuracy=2)])
    assert values(found) == (2, 2 - sp.Rational(1, power), sp.Rational(1, power))
    assert found.is_proved


def test_a_wrong_certificate_or_choice_is_no_proof() -> None:
    found = communication_exponents(PRINTED)
    assert not replace(found, certificate=tuple(2 * y for y in found.certificate)).is_proved
    assert not replace(found, T=sp.Rational(1, 3)).is_proved
    assert not replace(found, T=sp.Rational(2, 3)).is_proved
    assert not replace(found, H=sp.Integer(2)).is_proved
    negative = list(found.certificate)
    negative[2] -= 1
    assert not replace(found, certificate=tuple(negative)).is_proved


def test_multipliers_must_be_nonnegative_and_add_up_to_rounds_alone() -> None:
    rounds, step = Bound(T=-1, accuracy=1), Bound(gamma=1, accuracy=1)
    one, zero = sp.S.One, sp.S.Zero
    assert Exponents(one, zero, one, (rounds, rounds), (one / 2, one / 2)).is_proved
    assert not Exponents(one, zero, one, (rounds, rounds), (2 * one, -one)).is_proved
    assert not Exponents(one, zero, one, (rounds, step), (zero, one)).is_proved


def test_of_equally_few_rounds_the_fewest_gradients_are_chosen() -> None:
    # gamma H = eps for any H up to eps^-3
    assert values(communication_exponents([Bound(gamma=1, H=1, accuracy=1), Bound(H=1, accuracy=-3)])) == (1, 0, 1)


def test_without_conditions_one_round_of_one_step_is_enough() -> None:
    assert values(communication_exponents([])) == (0, 0, 0)


def test_impossible_conditions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no powers"):
        communication_exponents([Bound(gamma=1, accuracy=2), Bound(gamma=-1, accuracy=-1)])
