"""Extrapolation rules: weights worked out on paper, what they leave of the bias, how they spread noise."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.derive.expansion import expansion_terms
from symfed.derive.extrapolation import (
    Extrapolation,
    extrapolated_terms,
    extrapolation,
    in_local_steps,
    plain,
    powers_up_to,
    three_point,
    two_point,
)

HALF = sp.Rational(1, 2)


def weights(rule: Extrapolation) -> list[sp.Expr]:
    return [run.weight for run in rule.runs]


def test_weights_by_hand() -> None:
    assert weights(plain()) == [1]
    assert weights(two_point()) == [2, -1]
    assert weights(three_point()) == [sp.Rational(8, 3), -2, sp.Rational(1, 3)]
    assert weights(three_point(1, 2, 3)) == [3, -3, 1]
    assert weights(in_local_steps()) == [(2 * H - 1) / H, (1 - H) / H]


@pytest.mark.parametrize("rule", [plain(), two_point(), in_local_steps(), three_point(), three_point(1, 3, 7)])
def test_weights_sum_to_one(rule: Extrapolation) -> None:
    assert rule.total == 1


def test_what_is_removed_is_removed_and_no_more() -> None:
    assert two_point().of(gamma) == two_point().of(gamma * H) == 0
    assert two_point().of(gamma**2) == -2 * gamma**2
    assert all(sp.expand(three_point(1, 2, 3).of(term)) == 0 for term in powers_up_to(2))
    # 3 (1) - 3 (8) + 27
    assert three_point(1, 2, 3).of(gamma**3) == 6 * gamma**3
    assert sp.expand(in_local_steps().of(gamma * (H - 1))) == 0
    assert sp.expand(in_local_steps().of(gamma)) == gamma, "the first-order bias by noise stays"


def test_the_two_point_rule_leaves_minus_twice_the_second_order() -> None:
    first, second = extrapolated_terms(two_point(), "fedavg", 2)
    assert first == 0
    assert sp.expand(second + 2 * expansion_terms("fedavg", "bias", 2)[1]) == 0
    assert second != 0


def test_the_rule_in_H_leaves_the_bias_of_one_local_step() -> None:
    left = extrapolated_terms(in_local_steps(), "fedavg", 1)[0]
    assert sp.expand(left - expansion_terms("sgd", "bias", 1)[0]) == 0


def test_runs_of_another_length_have_the_bias_of_that_length() -> None:
    first, second = extrapolated_terms(extrapolation([(1, 2), (2, 2)], [gamma]), "fedavg", 2)
    assert sp.expand(first) == 0
    assert sp.expand(second + 2 * expansion_terms("fedavg", "bias", 2)[1].subs(H, 2 * H)) == 0


def test_weights_at_a_number_of_local_steps() -> None:
    assert weights(in_local_steps().with_local_steps(3)) == [sp.Rational(5, 3), -sp.Rational(2, 3)]
    short = extrapolation([(1, 1), (1, HALF)], [gamma * (H - 1)])
    with pytest.raises(InvalidInput, match="whole number"):
        short.with_local_steps(3)


def test_bad_rules_say_what_is_wrong() -> None:
    with pytest.raises(InvalidInput, match="cannot all be cancelled"):
        extrapolation([(1, 1)], [gamma])
    with pytest.raises(InvalidInput, match="leave a choice"):
        extrapolation([(1, 1), (2, 1), (3, 1)], [gamma])
    with pytest.raises(InvalidInput, match="positive rational"):
        extrapolation([(1, 1), (-1, 1)], [gamma])
