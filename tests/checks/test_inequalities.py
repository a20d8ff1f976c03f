"""Signs, certificates and inductions: proofs for a whole domain, or a point at which they fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp

from symfed.checks import Certificate, Induction, SignCheck
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION
from symfed.core.symbols import H, L, a, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.core.verdict import Outcome, Tier

SMALL = Domain((gamma * L <= 1,))
SLOW = Domain((gamma * mu <= 1,))
x, y = (sp.Dummy(name, real=True) for name in "xy")


def at(expression: sp.Expr, witness: dict[str, str]) -> sp.Expr:
    """The exact value of an expression at a written witness."""
    return expression.subs({s: sp.Rational(witness[s.name]) for s in expression.free_symbols})


def test_a_sign_is_proved_on_its_domain_and_refuted_outside() -> None:
    held, fell = (SignCheck().examine((gamma * L, sp.S.One), under) for under in (SMALL, ANYWHERE))
    assert (held.outcome, held.strength) == (Outcome.HOLDS, Tier.PROVED)
    assert (fell.outcome, fell.refutes) == (Outcome.FAILS, True)
    assert fell.witness == {"L": "1", "gamma": "2", "value": "-1"}


def test_equality_somewhere_is_no_violation() -> None:
    assert SignCheck().examine((2 * gamma * L, 1 + gamma**2 * L**2), ANYWHERE).outcome is Outcome.HOLDS


def test_the_witness_of_a_sign_violates_by_the_value_it_states() -> None:
    left, right = gamma * (L + mu), 2 - sp.Rational(1, 3)
    found = SignCheck().examine((left, right), Domain((gamma * L <= 1, mu <= L)))
    witness = dict(found.witness or {})
    assert at(right - left, witness) == sp.Rational(witness["value"])
    assert sp.Rational(witness["value"]) < 0
    assert sp.Rational(witness["gamma"]) * sp.Rational(witness["L"]) <= 1


def test_a_witness_may_lie_far_away() -> None:
    found = SignCheck().examine((gamma, sp.S.One), Domain((gamma > 1000,)))
    assert (found.outcome, dict(found.witness or {})) == (Outcome.FAILS, {"gamma": "1001", "value": "-1000"})


def test_a_sign_is_undecided_where_only_irrational_points_break_it() -> None:
    found = SignCheck().examine((x, sp.S.One), Domain((sp.Eq(x**2, 2), x > 0)))
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


def test_a_sign_names_the_conditions_that_it_needs() -> None:
    found = SignCheck().examine((gamma * mu, sp.S.One), Domain((gamma * L <= 1, mu <= L, H * mu <= 3)))
    assert found.needed == ("L*gamma <= 1", "mu <= L")
    assert "L*gamma <= 1" in found.summary
    assert SignCheck().examine((gamma * mu, sp.S.One), Domain((mu <= L,))).outcome is Outcome.FAILS
    # where mu is above L it is false, but no losses have such letters
    assert SignCheck().examine((gamma * mu, sp.S.One), Domain((gamma * L <= 1,))).outcome is Outcome.UNKNOWN


def test_a_sign_sees_a_condition_of_its_own_domain_and_squares() -> None:
    assert SignCheck().examine((x, sp.Integer(3)), Domain((x <= 3,))).outcome is Outcome.HOLDS
    assert SignCheck().examine((sp.S.Zero, x**2 + (x - y) ** 2), ANYWHERE).outcome is Outcome.HOLDS


def test_conditions_that_contradict_one_another_prove_nothing() -> None:
    found = SignCheck().examine((x, y), Domain((x < 1, x > 2)))
    assert found.outcome is not Outcome.HOLDS


def test_cocoercivity_certifies_what_follows_from_it() -> None:
    statement, terms = (gamma * gram_gg, gamma * L * gram_xg), ((gamma, L * gram_xg - gram_gg),)
    cocoercive = gram_gg <= L * gram_xg
    of_the_domain = Certificate(terms).examine(statement, Domain((cocoercive,)))
    assert (of_the_domain.outcome, of_the_domain.strength) == (Outcome.HOLDS, Tier.PROVED)
    assert of_the_domain.needed == (str(cocoercive),)
    assert Certificate(terms).examine(statement, ANYWHERE).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize("check", [SignCheck(), Certificate(()), Induction(lambda n: n * gamma, sp.S.One, gamma)])
def test_a_statement_with_one_expression_on_both_sides_is_no_question(check: Any) -> None:
    statement = (lambda n: n * gamma) if isinstance(check, Induction) else (gamma * (1 + mu), gamma * (1 + mu))
    found = check.examine(statement, ANYWHERE)
    assert (found.outcome, found.summary) == (Outcome.UNKNOWN, "both sides are one expression, which says nothing")


def test_what_is_assumed_without_a_reason_certifies_nothing() -> None:
    found = Certificate(((sp.S.One, -gamma),)).examine((2 * gamma, gamma), ANYWHERE)
    assert found.outcome is Outcome.UNKNOWN
    assert "-gamma" in found.summary


@pytest.mark.parametrize("sign", [1, -1])
def test_squared_norms_are_not_negative(sign: int) -> None:
    statement = (-sign * 2 * gram_xg, gram_xx + gram_gg)
    assert Certificate(((sp.S.One, gram_xx + 2 * sign * gram_xg + gram_gg),)).examine(statement, ANYWHERE).outcome is Outcome.HOLDS


def test_powers_below_one_are_known_to_be() -> None:
    falls = Certificate(((gamma * mu, power(H)),))
    assert falls.examine((power(H + 1), power(H)), SLOW).outcome is Outcome.HOLDS
    assert falls.examine((power(H + 1), power(H)), ANYWHERE).outcome is Outcome.UNKNOWN


def test_multipliers_that_do_not_add_up_are_no_counterexample() -> None:
    found = Certificate(((gamma, L * gram_xg - gram_gg),)).examine((2 * gamma * gram_gg, gamma * L * gram_xg), ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, False)
    witness = dict(found.witness or {})
    assert at(-gamma * gram_gg, witness) == sp.Rational(witness["value"])


def test_a_multiplier_of_unknown_sign_certifies_nothing() -> None:
    certificate, statement = Certificate(((1 - gamma * L, gram_xx),)), (gamma * L * gram_xx, gram_xx)
    assert certificate.examine(statement, ANYWHERE).outcome is Outcome.UNKNOWN
    assert certificate.examine(statement, SMALL).outcome is Outcome.HOLDS


def power(H: Any) -> sp.Expr:
    """(1 - gamma mu)^H: the contraction of H steps."""
    return (1 - gamma * mu) ** H


INDUCTION = Induction(power, 1 - gamma * mu)


@pytest.mark.parametrize("bound", [lambda H: sp.S.One, lambda H: 1 / (1 + gamma * mu * H)], ids=["one", "harmonic"])
def test_induction_proves_a_true_bound(bound: Callable[[Any], sp.Expr]) -> None:
    found = INDUCTION.examine(bound, SLOW)
    assert (found.outcome, found.strength) == (Outcome.HOLDS, Tier.PROVED)


@pytest.mark.parametrize(("share", "first"), [(sp.S.One, 2), (sp.Rational(1, 2), 3)])
def test_induction_refutes_at_the_first_number_of_steps_that_breaks_the_bound(share: sp.Expr, first: int) -> None:
    def line(H: Any) -> sp.Expr:
        return 1 - share * gamma * mu * H

    found = INDUCTION.examine(line, SLOW)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    witness = dict(found.witness or {})
    assert witness["H"] == str(first)
    assert at(line(first) - power(first), witness) == sp.Rational(witness["value"]) < 0


def test_a_true_bound_that_is_not_inductive_is_undecided() -> None:
    # u_H = 0 solves u_{H+1} = u_H (1/2); the bound (H - 3)^2 >= 0 is true, but 4 at H = 1 asks for 2 at H = 2 and finds 1
    found = Induction(lambda H: sp.S.Zero, sp.Rational(1, 2)).examine(lambda H: (sp.sympify(H) - 3) ** 2, ANYWHERE)
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


def test_a_recursion_that_is_not_the_sequences_proves_nothing() -> None:
    for wrong in (Induction(lambda H: sp.Integer(2) ** (H - 1), sp.S.One), Induction(power, 1 - gamma * mu, gamma)):
        assert wrong.examine(lambda H: sp.S.One, SLOW).outcome is not Outcome.HOLDS
    declared = Induction(lambda H: sp.Integer(2) ** (H - 1), sp.S.One).examine(lambda H: sp.S.One, ANYWHERE)
    assert "recursion is not that of the sequence" in declared.summary


def test_a_sequence_without_a_closed_form_is_undecided() -> None:
    summed = Induction(lambda n: sum((power(j) for j in range(int(n))), sp.S.Zero), 1 - gamma * mu, sp.S.One)
    assert summed.examine(lambda n: sp.sympify(n), SLOW).outcome is Outcome.UNKNOWN
    closed = Induction(lambda n: (1 - power(n)) / (gamma * mu), 1 - gamma * mu, sp.S.One)
    assert closed.examine(lambda n: sp.sympify(n), SLOW).outcome is Outcome.HOLDS


def test_a_condition_on_H_is_used_only_if_it_holds_all_the_way() -> None:
    constant = Induction(lambda n: gamma + 0 * n, sp.S.One)
    short = constant.examine(lambda n: 1 + 0 * n, Domain((gamma * H <= 1,)))
    assert (short.outcome, short.needed) == (Outcome.HOLDS, ("H*gamma <= 1",))
    # for H >= 2 it says nothing of H = 1, where the induction begins
    late = constant.examine(lambda n: 1 + 0 * n, Domain((gamma <= H - 1,)))
    assert late.outcome is not Outcome.HOLDS


def test_a_factor_of_unknown_sign_proves_nothing() -> None:
    free = INDUCTION.examine(lambda H: sp.S.One, ANYWHERE)
    assert free.outcome is not Outcome.HOLDS


@pytest.mark.parametrize(
    ("check", "true", "false"),
    [
        (SignCheck(), (gamma * L, sp.S.One), (2 * gamma * L, sp.S.One)),
        (Certificate(((1 - gamma * L, gram_xx),)), (gamma * L * gram_xx, gram_xx), (gram_xx, gamma * L * gram_xx)),
        (Induction(lambda H: (1 - gamma * L) ** H, 1 - gamma * L), lambda H: sp.S.One, lambda H: 1 - gamma * L * H),
    ],
    ids=["sign", "certificate", "induction"],
)
def test_the_same_evidence_twice(check: Any, true: Any, false: Any) -> None:
    assert check.examine(true, SMALL).outcome is Outcome.HOLDS
    assert check.examine(false, SMALL).outcome is Outcome.FAILS
    assert check.examine(true, SMALL) == check.examine(true, SMALL)
    assert check.examine(false, SMALL) == check.examine(false, SMALL)


def test_symbols_of_the_bound_may_hold_H_itself() -> None:
    assert SignCheck().examine((H, H**2), ANYWHERE).outcome is Outcome.HOLDS


@pytest.mark.parametrize(
    "check", [SignCheck(), Certificate(((sp.S.One, 1 - gamma * a),)), Induction(lambda n: (1 - gamma * a) ** n, 1 - gamma * a)]
)
def test_numbers_of_single_clients_stand_for_dimension_one(check: Any) -> None:
    statement = (lambda n: 1 - gamma * a) if isinstance(check, Induction) else (gamma * a, sp.S.One)
    under = Domain((gamma * a <= 1,))
    assert check.examine(statement, under).covers == ONE_DIMENSION
    assert replace(check, covers=EVERYTHING).examine(statement, under).covers == EVERYTHING  # where a is an eigenvalue, say
