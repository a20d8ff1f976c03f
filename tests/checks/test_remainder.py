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
import sympy as sp

from symfed.checks import RemainderOrder, judge_lemma
from symfed.checks.expansion import Expansion
from symfed.checks.readings import LawReading, reference_bias, reference_second_moment
from symfed.checks.variants import variants
from symfed.core.claim import Lemma
from symfed.core.domain import ANYWHERE
from symfed.core.scope import EVERYTHING
from symfed.core.symbols import H, gamma
from symfed.core.verdict import Evidence, Outcome, Tier
from symfed.reference.result import Stationary
from symfed.strategies.standard import heterogeneous_quadratics

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

    def error(self, problem: Any, gamma: Any, H: int) -> float:
        return self.off


def order_of(law: Law, order: int | Fraction | None = 2, floor: float = 0.0, **changes: Any) -> RemainderOrder:
    """The check of statements `f(gamma, H)` against a quantity that is known in closed form."""
    return RemainderOrder(
        problems=lambda: ("the only problem",),
        reference=Known(law, floor),
        order=order,
        reading=lambda statement, problem, gamma, H: np.array([statement(gamma, H)], dtype=object),
        **changes,
    )


def found(check: RemainderOrder, statement: Any) -> Evidence:
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
        LawReading(name, quantity, solve).error(None, None, 1) for name in ("fedavg", "sgd") for quantity in ("bias", "second_moment")
    ]  # the law above asks for neither
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
    assert check.deepened() == replace(check, halvings=6, steps=(1, 2, 3, 5, 10), rounds=(32, 64, 128, 256, 512))
    assert found(check.deepened(), linear).outcome is Outcome.HOLDS


def test_the_same_evidence_twice() -> None:
    check = RemainderOrder(lambda: heterogeneous_quadratics()[:1], reference_bias("fedavg"), 2, steps=(2,))

    def first_bias(p: Any, gamma: Any, H: int) -> Any:
        return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))

    held, fell = (check.examine(statement, ANYWHERE) for statement in (first_bias, lambda p, gamma, H: 2 * first_bias(p, gamma, H)))
    assert (held.outcome, fell.outcome) == (Outcome.HOLDS, Outcome.FAILS)
    assert held == check.examine(first_bias, ANYWHERE)
    assert fell == check.examine(lambda p, gamma, H: 2 * first_bias(p, gamma, H), ANYWHERE)


# remainders as part of the statement


def expansion(remainder: sp.Expr, terms: Any = linear, **fields: Any) -> Expansion:
    return Expansion(terms, remainder, **fields)


def rational(value: Any) -> mpmath.mpf:
    return mpmath.mpf(int(value.p)) / int(value.q)


def uniform(law: Law, **changes: Any) -> RemainderOrder:
    """The check of expansions whose remainder is stated with its powers of H."""
    return order_of(law, None, **changes)


def squared(gamma: Any, H: int) -> Any:
    """H gamma, and gamma^2 H^2 beyond it, with lower powers of H beside."""
    return H * gamma + gamma**2 * (3 * H**2 - H + 1) * (1 + gamma * H)


G2H2 = gamma**2 * H**2


def test_the_remainder_with_its_powers_of_H_holds() -> None:
    evidence = found(uniform(squared), expansion(G2H2))
    assert (evidence.outcome, evidence.instances) == (Outcome.HOLDS, 5)
    assert "gamma H constant, H to 256" in evidence.summary


@pytest.mark.parametrize("smaller", [gamma**2 * H, gamma**2, gamma ** sp.Rational(5, 2) * H**2, gamma**3 * H**3, gamma**3 * H**4])
def test_a_power_too_few_or_too_many_is_refused(smaller: sp.Expr) -> None:
    """gamma^3 H^4 is no smaller at gamma H = 1, and smaller at fixed H: every kind of path counts."""
    assert found(uniform(squared), expansion(smaller)).outcome is Outcome.FAILS


@pytest.mark.parametrize("larger", [gamma * H, gamma**2 * H**3, gamma ** sp.Rational(3, 2) * H**2, G2H2 + gamma * H])
def test_a_larger_remainder_is_true_as_well(larger: sp.Expr) -> None:
    assert found(uniform(squared), expansion(larger)).outcome is Outcome.HOLDS


def test_at_fixed_H_powers_of_H_are_nobodys_business() -> None:
    assert found(uniform(squared), expansion(gamma**2, fixed=(H,))).outcome is Outcome.HOLDS


def test_a_remainder_that_shows_only_where_gamma_H_vanishes() -> None:
    """gamma^(3/2) H + gamma^2 H^2 is no O(gamma^2 H^2): the half power wins where gamma H^2 is constant."""

    def law(gamma: Any, H: int) -> Any:
        x = rational(gamma)
        return H * x + x**2 * H**2 + x ** mpmath.mpf("1.5") * H**2

    first: Law = lambda gamma, H: H * rational(gamma)  # noqa: E731
    assert found(uniform(law), expansion(G2H2 + gamma ** sp.Rational(3, 2) * H**2, first)).outcome is Outcome.HOLDS
    assert found(uniform(law), expansion(G2H2 + gamma ** sp.Rational(3, 2) * H, first)).outcome is Outcome.FAILS


def test_without_long_rounds_the_summary_says_that_nothing_was_seen_of_H() -> None:
    evidence = found(uniform(squared, rounds=()), expansion(gamma**2))
    assert evidence.outcome is Outcome.HOLDS
    assert "powers of H were not looked at" in evidence.summary


def test_a_remainder_that_is_uniform_in_H_does_not_hold_by_what_is_seen_at_fixed_H() -> None:
    def judged(*checks: RemainderOrder) -> Any:
        statement = expansion(gamma**2)  # false: the next term is gamma^2 H^2
        wrong = {"gamma^3": expansion(gamma**3)}
        return judge_lemma(Lemma("one", statement, checks, wrong), ANYWHERE, EVERYTHING)

    short, long = uniform(squared, rounds=()), uniform(squared)
    assert (judged(short).tier, judged(short).why) == (None, "only the remainder at fixed H was looked at, and it is stated uniformly in H")
    assert judged(short, long).failing is not None
    fixed = Lemma("one", expansion(gamma**2, fixed=(H,)), (short,), {"gamma^3": expansion(gamma**3, fixed=(H,))})
    assert judge_lemma(fixed, ANYWHERE, EVERYTHING).tier is Tier.SUPPORTED


def test_a_statement_without_a_remainder_is_none_of_its_business() -> None:
    with pytest.raises(TypeError, match="part of the statement"):
        found(uniform(squared), linear)


def test_nothing_against_nothing_is_no_instance() -> None:
    zero: Law = lambda gamma, H: 0 * gamma  # noqa: E731
    assert found(uniform(zero), expansion(gamma**2, zero)).outcome is Outcome.UNKNOWN


def test_a_refusal_is_found_behind_a_path_that_has_not_settled() -> None:
    """gamma^2 (1 - 700 gamma) H: one power of H too many for the remainder, and a sign that changes at fixed H."""
    check = uniform(lambda gamma, H: H * gamma + gamma**2 * H * (1 - 700 * gamma), steps=(1,), reach=Fraction(1, 1024))
    assert found(check, expansion(gamma**2 * H)).outcome is Outcome.UNKNOWN
    assert found(check, expansion(gamma**2)).outcome is Outcome.FAILS


@pytest.mark.parametrize("remainder", [sp.S.Zero, sp.sin(gamma), gamma * sp.log(gamma), gamma**H])
def test_a_remainder_is_a_sum_of_powers(remainder: sp.Expr) -> None:
    with pytest.raises(ValueError, match="Expansion"):
        Expansion(linear, remainder)


def test_what_is_held_fixed_has_no_powers() -> None:
    with pytest.raises(ValueError, match="at fixed H"):
        Expansion(linear, G2H2, fixed=(H,))
    with pytest.raises(ValueError, match="only H"):
        Expansion(linear, gamma**2, fixed=(gamma,))


def test_variants_of_an_expansion_are_those_of_its_terms_and_of_its_remainder() -> None:
    made = {v.name: v.statement for v in variants(Expansion(2 * H * gamma, G2H2 + gamma**3))}
    assert made["whole x 0.9"] == Expansion(sp.Rational(9, 5) * H * gamma, G2H2 + gamma**3)
    assert made["smaller remainder, H*gamma**2 for H**2*gamma**2"] == Expansion(2 * H * gamma, H * gamma**2 + gamma**3)
    assert made["larger remainder, H**3*gamma**2 for H**2*gamma**2"].remainder == H**3 * gamma**2 + gamma**3
    assert "without gamma**3" not in " ".join(made)  # gamma^3 is part of gamma^2 H^2 already
    assert all(v.weaker_than(Expansion(2 * H * gamma, G2H2)) for name, v in made.items() if name.startswith("larger"))


def test_the_heterogeneity_bias_has_a_remainder_of_gamma_squared_H_squared() -> None:
    def first_bias(p: Any, gamma: Any, H: int) -> Any:
        return gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))

    check = RemainderOrder(heterogeneous_quadratics, reference_bias("fedavg_deterministic"))
    assert check.examine(Expansion(first_bias, G2H2), ANYWHERE).outcome is Outcome.HOLDS
    assert check.examine(Expansion(first_bias, gamma**2 * H), ANYWHERE).outcome is Outcome.FAILS
    assert check.examine(Expansion(first_bias, gamma**2), ANYWHERE).outcome is Outcome.FAILS


def test_the_second_moment_has_no_remainder_of_gamma_squared_uniformly_in_H() -> None:
    def first(p: Any, gamma: Any, H: int) -> Any:
        return gamma / p.N * p.lyapunov(p.hessian, p.noise)

    check = RemainderOrder(heterogeneous_quadratics, reference_second_moment("fedavg"))
    assert check.examine(Expansion(first, G2H2 + gamma ** sp.Rational(3, 2) * H), ANYWHERE).outcome is Outcome.HOLDS
    assert check.examine(Expansion(first, gamma**2), ANYWHERE).outcome is Outcome.FAILS
