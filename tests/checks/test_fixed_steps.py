"""Remainders at a fixed number of local steps: what is accepted, and every hypothesis that is missed."""

import itertools
from fractions import Fraction

import flint
import pytest
import sympy as sp

from proofs_checks.aistats import theorem_4
from proofs_checks.symfed import fixed_steps, second_order, smoothness
from proofs_checks.symfed.formal_residual import FormalResidual
from proofs_checks.symfed.scaffold import uniform
from symfed.checks.classes import (
    EQUAL_CLIENTS,
    FOURTH_MOMENT,
    LIPSCHITZ_THIRD,
    MEAN_CURVED,
    QUADRATIC,
    QUADRATIC_ADDITIVE,
    SMOOTH_TO,
    ZERO_SUM,
    smooth_clients,
    smooth_samples,
)
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH, plain
from symfed.checks.lemma import judge_lemma
from symfed.checks.premises import known_classes
from symfed.checks.series import Derived
from symfed.core.claim import Lemma
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.scope import EVERYTHING, ONE_DIMENSION
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Outcome, Tier
from symfed.ledger.discovery import Claims
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import all_algorithms, get_algorithm
from symfed.theorems.vocabulary import LIPSCHITZ_SAMPLES

BIAS = RemainderAtFixedH("fedavg", "bias", 2, "a-theorem")
TERMS = second_order.bias.statement.terms
SEVEN = Domain((), (MEAN_CURVED, smooth_samples("seven")))


def leaving(power, terms=TERMS):
    return Expansion(terms, gamma ** sp.Rational(power), fixed=(H,))


def test_terms_with_their_remainder_are_accepted_in_the_dimension_of_the_terms():
    found = BIAS.examine(leaving(3), SEVEN)
    assert (found.outcome, found.strength, found.covers) == (Outcome.HOLDS, Tier.PROVED, ONE_DIMENSION)
    assert found.needed == tuple(map(str, SEVEN.classes))
    assert BIAS.rests_on == ("a-theorem",)
    assert BIAS.examine(leaving(3), Domain((), (MEAN_CURVED, smooth_samples("nine")))).holds
    assert BIAS.examine(leaving("5/2"), SEVEN).holds


@pytest.mark.parametrize(
    ("stated", "under", "missed"),
    [
        (leaving(4), SEVEN, "terms to gamma^2 leave gamma^3"),
        (leaving("7/2"), SEVEN, "terms to gamma^2 leave gamma^3"),
        (Expansion(TERMS, gamma**3), SEVEN, "no remainder at fixed H"),
        (TERMS, SEVEN, "no remainder at fixed H"),
        (leaving(3), SEVEN.without(MEAN_CURVED), "the mean loss is strongly convex"),
        (leaving(3), Domain((), (MEAN_CURVED, smooth_samples("five"))), "two to seven"),
        (leaving(3), ANYWHERE, "the mean loss"),
    ],
)
def test_what_is_missed_is_named(stated, under, missed):
    found = BIAS.examine(stated, under)
    assert found.outcome is Outcome.UNKNOWN
    assert missed in found.summary


def test_other_terms_are_refuted_whatever_the_remainder():
    for wrong in (2 * TERMS, TERMS - sp.expand(TERMS).coeff(gamma, 2) * gamma**2, TERMS.subs(H, H + 1)):
        found = BIAS.examine(leaving(3, wrong), SEVEN)
        assert found.fails
        assert found.refutes
        assert BIAS.rejects(leaving(3, wrong), SEVEN)


def test_every_smaller_remainder_and_every_dropped_condition_costs_the_lemma_its_proof():
    found = judge_lemma(Lemma("bias", leaving(3), (BIAS,), {"twice": leaving(3, 2 * TERMS)}), SEVEN, ONE_DIMENSION)
    assert found.tier is Tier.PROVED
    remainders = {name: fate for name, fate in found.fates.items() if "remainder" in name}
    assert {str(fate) for name, fate in remainders.items() if name.startswith("smaller")} == {"unproved"}
    assert {str(fate) for name, fate in remainders.items() if name.startswith("larger")} == {"true"}
    assert set(map(str, found.conditions.values())) == {"used"}


@pytest.mark.parametrize(
    ("check", "power", "under"),
    [
        (RemainderAtFixedH("fedavg", "bias", 1), Fraction(2), (MEAN_CURVED, smooth_samples("five"))),
        (RemainderAtFixedH("fedavg", "bias", 1), Fraction(3, 2), (MEAN_CURVED, smooth_samples("five"))),
        (RemainderAtFixedH("fedavg", "bias", 1), Fraction(1), (MEAN_CURVED, smooth_samples("three"))),
        (RemainderAtFixedH("fedavg", "bias", 6), Fraction(7), (MEAN_CURVED, smooth_samples("fifteen"))),
        (RemainderAtFixedH("scaffold", "bias", 2), Fraction(3), (MEAN_CURVED, smooth_samples("seven"), ZERO_SUM)),
        (
            RemainderAtFixedH("fedavg", "bias", 2, given=(EQUAL_CLIENTS,)),
            Fraction(3),
            (MEAN_CURVED, smooth_samples("seven"), EQUAL_CLIENTS),
        ),
        (RemainderAtFixedH("fedavg_deterministic", "bias", 2), Fraction(3), (MEAN_CURVED, smooth_clients(4))),
        (RemainderAtFixedH("fedavg", "bias", 2, quadratic=True), Fraction(3), (MEAN_CURVED, QUADRATIC)),
        (RemainderAtFixedH("fedavg", "second_moment", 2, quadratic=True), Fraction(3), (MEAN_CURVED, QUADRATIC_ADDITIVE)),
    ],
)
def test_conditions_are_counted(check, power, under):
    assert check.wanted(power)[0] == under


def test_lipschitz_third_derivatives_do_for_three_halves_and_no_more():
    rough = (MEAN_CURVED, LIPSCHITZ_SAMPLES, LIPSCHITZ_THIRD, FOURTH_MOMENT)
    check = RemainderAtFixedH("fedavg", "bias", 1)
    assert check.wanted(Fraction(3, 2))[1] == rough
    assert rough not in check.wanted(Fraction(2))
    assert rough not in RemainderAtFixedH("fedavg", 3, 1).wanted(Fraction(3, 2))


def test_exact_gradients_with_control_variates_ask_for_what_the_theorem_on_those_asks():
    rule = get_algorithm("scaffold")
    exact = Algorithm("exact", local_step=rule.local_step, control_update=rule.control_update, exact_gradient=True)
    assert plain(exact)
    assert RemainderAtFixedH(exact, "bias", 1).wanted(Fraction(2)) == ((MEAN_CURVED, smooth_samples("five"), ZERO_SUM),)


def test_more_derivatives_imply_fewer():
    for less, more in itertools.pairwise(SMOOTH_TO):
        assert smooth_samples(less).says in smooth_samples(more).closure()
        assert smooth_samples(more).says not in smooth_samples(less).closure()
    assert smooth_clients(3).says in smooth_clients(5).closure()


def test_rules_that_are_not_plain_gradient_steps_are_told():
    assert {name for name, rule in all_algorithms().items() if not plain(rule)} == {"fedprox"}
    scaffold = get_algorithm("scaffold")
    others = (
        Algorithm("half", local_step=lambda x, g, gamma: x - gamma * g / 2),
        Algorithm("squared", local_step=lambda x, g, gamma: x - gamma * g - gamma * gamma * g),
        Algorithm("momentum", local_step=lambda x, g, x_start, gamma: x - gamma * g + (x - x_start) / 2),
        Algorithm("server", local_step=lambda x, g, gamma: x - gamma * g, server_step=lambda x_mean, x_start: (x_mean + x_start) / 2),
        Algorithm("unused", local_step=scaffold.local_step, control_update=lambda xi: xi),
        Algorithm(
            "slow",
            local_step=scaffold.local_step,
            control_update=lambda xi, x_end, x_next, gamma, H: xi + (x_end - x_next) / (2 * gamma * H),
        ),
        Algorithm("deaf", local_step=lambda x, g, gamma: x - gamma * g, control_update=scaffold.control_update),
    )
    assert [rule.name for rule in others if plain(rule)] == []


def test_a_derived_expansion_is_itself_and_no_other():
    check = AsDerived("fedavg", "bias", 2)
    assert check.examine(Derived("fedavg", "bias", 2, ((2, flint.fmpq(1)),)), ANYWHERE).covers == EVERYTHING
    for other in (
        Derived("fedavg", "bias", 2, ((2, 1 + flint.fmpq(1, 10**9)),)),
        Derived("fedavg", "bias", 2, more_steps=1),
        Derived("fedavg", "bias", 2, more_clients=1),
        Derived("fedavg", "bias", 1),
        Derived("scaffold", "bias", 2),
        Derived("fedavg", "second_moment", 2),
    ):
        assert check.examine(other, ANYWHERE).outcome is Outcome.FAILS
    # without noise that is no change
    exact = AsDerived("fedavg_deterministic", "bias", 1)
    assert exact.examine(Derived("fedavg_deterministic", "bias", 1, more_clients=1), ANYWHERE).outcome is Outcome.UNKNOWN


@pytest.mark.parametrize(
    ("algorithm", "order", "seen"), [("fedavg", 3, 35), ("fedavg_deterministic", 3, 35), ("scaffold", 2, 74), ("sgd", 2, 20)]
)
def test_derived_moments_solve_the_equations_of_the_law(algorithm, order, seen):
    assert FormalResidual(1 if algorithm == "sgd" else 2).examine(Derived(algorithm, "bias", order), ANYWHERE).instances == seen


@pytest.mark.parametrize("quantity", ["bias", "second_moment", "state_control_moment", "control_second_moment", "control_cross_moment"])
def test_a_changed_coefficient_does_not(quantity):
    for j in (1, 2):
        found = FormalResidual().examine(Derived("scaffold", quantity, 2, ((j, flint.fmpq(1001, 1000)),)), ANYWHERE)
        assert found.fails
        assert not found.refutes


def test_a_remainder_that_is_uniform_in_H_follows_from_the_one_that_is_proved():
    check = smoothness.uniform.lemma("bias").checks[0]
    terms, under = theorem_4.printed, smoothness.CONVEX

    def found(remainder, conditions=under, **how):
        return check.examine(Expansion(terms, remainder, **how), conditions)

    assert found(gamma**2 * H**2).covers == EVERYTHING
    assert found(gamma**2 * H**3 + gamma**2).holds
    assert found(gamma ** sp.Rational(3, 2) * H**2).holds
    for smaller in (gamma**2 * H, gamma**3 * H**3, gamma ** sp.Rational(5, 2) * H**2):
        assert found(smaller).outcome is Outcome.UNKNOWN
    assert found(gamma**2, fixed=(H,)).outcome is Outcome.UNKNOWN
    for condition, wider in under.dropped():
        assert found(gamma**2 * H**2, wider).outcome is Outcome.UNKNOWN, condition
    stricter = Domain((45 * gamma * L <= 1, gamma * mu * H <= 1), under.classes)
    assert str(45 * gamma * L <= 1) in found(gamma**2 * H**2, stricter).needed


def test_what_scaffold_leaves_uniformly_in_H():
    for lemma in uniform.remainder.lemmas:
        (check,) = lemma.checks
        under = lemma.under(uniform.remainder.under)
        stated = lemma.statement
        assert check.examine(stated, under).holds
        for name, other in stated.others():
            assert check.examine(other, under).outcome is (Outcome.HOLDS if name.startswith("larger") else Outcome.UNKNOWN), name
        for condition, wider in under.dropped():
            if str(condition) not in known_classes(wider):  # additive noise says how samples are drawn
                assert check.examine(stated, wider).outcome is Outcome.UNKNOWN, condition


def test_every_claim_with_this_check_rests_on_the_theorem_or_has_words_of_its_own():
    resting = 0
    for claim in Claims().values():
        for check in (c for lemma in claim.proof for c in lemma.checks if isinstance(c, RemainderAtFixedH)):
            assert check.theorem in claim.uses if check.theorem else any(step.in_words for step in claim.follows), claim.id
            resting += bool(check.theorem)
    assert resting > 20


def test_no_theorem_has_more_than_two_steps_in_words():
    claims = [value for value in vars(fixed_steps).values() if getattr(value, "id", "").startswith("symfed-expansion-remainder")]
    assert len(claims) == 6
    assert all(1 <= len(claim.follows) <= 2 for claim in claims)
