"""Extrapolation rules: weights worked out on paper, what they leave of the bias, how they spread noise."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, gamma
from symfed.derive.expansion import expansion_terms
from symfed.derive.extrapolation import (
    Extrapolation,
    cheapest_extrapolation,
    extrapolated_terms,
    extrapolation,
    in_local_steps,
    noise_factor,
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


def test_a_cheap_rule_takes_short_rounds_where_that_is_enough() -> None:
    rule = cheapest_extrapolation([gamma * (H - 1)], [(1, 1), (1, 2), (1, HALF)])
    assert [run.local for run in rule.runs] == [1, HALF]
    # w_1 (H - 1) + w_2 (H/2 - 1) = 0 and w_1 + w_2 = 1
    assert weights(rule) == [(2 - H) / H, (2 * H - 2) / H]
    mixed = [gamma, gamma * H, gamma**2 * H**2]
    candidates = [(4, sp.Rational(1, 4)), (8, HALF), (8, sp.Rational(1, 4)), (8, sp.Rational(1, 8)), (2, HALF), (4, HALF)]
    found = cheapest_extrapolation(mixed, candidates)
    assert all(sp.expand(found.of(term)) == 0 for term in mixed)
    assert found.evaluations == sp.Rational(9, 8) < cheapest_extrapolation(powers_up_to(2), candidates).evaluations


def test_noise_factors_by_hand() -> None:
    # independent: 4 + 1 for averages; 4 (1) + 1 (2) for iterates. Shared: 4 + 2 - 2 (2)(1)(4/3) for iterates.
    assert noise_factor(two_point(), shared=False, averaged=True) == 5
    assert noise_factor(two_point(), shared=False, averaged=False) == 6
    assert noise_factor(two_point(), shared=True, averaged=False) == sp.Rational(2, 3)
    assert noise_factor(two_point(), shared=True, averaged=True) == 1
    # two runs at 2H cost half as much noise each: (4 + 1/2 - 2 (2)(1/2)) as H grows
    assert sp.limit(noise_factor(in_local_steps(), shared=True, averaged=True), H, sp.oo) == sp.Rational(5, 2)


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
    with pytest.raises(InvalidInput, match="candidates"):
        cheapest_extrapolation([gamma], [(1, 1), (1, 2)])
