"""Runs that are combined, carried by one bound at other steps: other weights, terms, remainders, or a condition less are not carried."""

from dataclasses import replace

import pytest
import sympy as sp

from proofs_checks.aistats import equation_59, equation_63, remark_1, theorem_5
from symfed.checks.expansion import Expansion
from symfed.checks.proven_combination import ProvenCombination
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, gamma, mu
from symfed.core.verdict import Outcome, Tier
from symfed.ledger.weigh import weigh
from symfed.theorems import Apply, Define
from symfed.theorems.operators import minimiser, pull_at, solvable
from symfed.theorems.vocabulary import CURVED, Mean, Norm, Quantity, Vector, grad, hess
from tests.checks.test_proven_remainder import terms

at, run, solution = Vector("an_optimum"), Vector("a_mean"), Vector("its_b_h")
A, LONGEST = Mean(hess(at)), Quantity("K_pull")
BOUND = Claim(
    "some-bound",
    "inequality",
    "",
    Printed("symfed", "", ""),
    Tier.PROVED,
    Domain((gamma * L <= 1,), (CURVED,)),
    sp.Le(Norm(run - at - gamma * (H - 1) / 2 * solution), LONGEST * gamma**2 * H**2 + gamma**3 * H**3 / mu),
    reason="a test",
    follows=(
        Apply(minimiser, "optimum", point=at),
        Apply(pull_at, "longest", point=at, bound=LONGEST),
        Apply(solvable, "b_h", matrix=A, low=mu, right=Mean((hess(at) - A) * grad(at)), solution=solution),
    ),
)
SINGLE = ProvenRemainder(BOUND, run - at, InQuantities(at))
CHECK = ProvenCombination(SINGLE, terms)
UNDER = Domain((2 * gamma * L <= 1,), (CURVED,))
REMAINDER = gamma**2 * H**2


def weights(theta, gamma, H):
    return 2 * theta(gamma, H) - theta(2 * gamma, H)


def in_local_steps(theta, gamma, H):
    """Weights that keep the point and cancel (H - 1)."""
    return ((2 * H - 1) * theta(gamma, H) - (H - 1) * theta(gamma, 2 * H)) / H


def outcome(estimator=weights, remainder=REMAINDER, under=UNDER, check=CHECK, **more):
    return check.examine(Expansion(estimator, remainder, **more), under).outcome


def test_weights_that_cancel_the_first_order_leave_the_remainder_or_a_larger_one() -> None:
    assert outcome() is Outcome.HOLDS
    assert outcome(in_local_steps) is Outcome.HOLDS
    assert outcome(remainder=gamma**2 * H**3) is Outcome.HOLDS
    assert outcome(remainder=gamma**2, fixed=(H,)) is Outcome.HOLDS


@pytest.mark.parametrize("remainder", [gamma**2 * H, gamma**2, gamma**3 * H**3, gamma ** sp.Rational(5, 2) * H**2])
def test_of_a_smaller_remainder_it_says_nothing(remainder) -> None:
    assert outcome(remainder=remainder) is Outcome.UNKNOWN
    assert outcome(remainder=gamma**3, fixed=(H,)) is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "wrong",
    [
        lambda theta, gamma, H: theta(gamma, H),
        lambda theta, gamma, H: theta(gamma, H) + theta(2 * gamma, H),
        lambda theta, gamma, H: 2 * theta(gamma, H) - theta(2 * gamma, H) / 2,
        lambda theta, gamma, H: 2 * theta(2 * gamma, H) - theta(gamma, H),
        lambda theta, gamma, H: 3 * theta(gamma, H) - 2 * theta(2 * gamma, H),
        lambda theta, gamma, H: 2 * theta(gamma, H) - theta(3 * gamma, H),
        lambda theta, gamma, H: 2 * theta(gamma, H) - theta(gamma, 2 * H),
        lambda theta, gamma, H: (2 * H - 1) / (H - 1) * theta(gamma, H) - theta(gamma, 2 * H),
    ],
)
def test_other_weights_fail(wrong) -> None:
    assert outcome(wrong) is Outcome.FAILS


def test_what_is_no_combination_of_runs_at_multiples_is_not_read() -> None:
    assert outcome(lambda theta, gamma, H: theta(gamma, H) ** 2 / theta(2 * gamma, H)) is Outcome.UNKNOWN
    assert outcome(lambda theta, gamma, H: theta(gamma, H) + gamma) is Outcome.UNKNOWN
    assert outcome(lambda theta, gamma, H: theta(gamma, H + 1)) is Outcome.UNKNOWN
    assert outcome(lambda theta, gamma, H: theta(gamma**2, H)) is Outcome.UNKNOWN
    assert outcome(lambda theta, gamma, H: theta(-gamma, H)) is Outcome.UNKNOWN
    assert outcome(lambda theta, gamma, H: gamma / gamma) is Outcome.UNKNOWN
    assert CHECK.examine(weights, UNDER).outcome is Outcome.UNKNOWN


def test_unbounded_weights_are_not_let_through() -> None:
    def growing(theta, gamma, H):
        """Keeps the point and cancels the first order; but of what is left each run brings H times as much."""
        return weights(theta, gamma, H) + H * (theta(3 * gamma, H) - 2 * theta(2 * gamma, H) + theta(gamma, H))

    assert outcome(growing, under=Domain((3 * gamma * L <= 1,), (CURVED,))) is Outcome.UNKNOWN


def test_every_condition_is_asked_for_at_every_step() -> None:
    evidence = CHECK.examine(Expansion(weights, REMAINDER), UNDER & Domain((gamma * H <= 1,)))
    assert evidence.needed == (str(2 * gamma * L <= 1), CURVED.says)
    for _, wider in UNDER.dropped():
        assert outcome(under=wider) is Outcome.UNKNOWN
    at_gamma_alone = Domain((gamma * L <= 1,), (CURVED,))
    assert outcome(under=at_gamma_alone) is Outcome.UNKNOWN
    assert outcome(in_local_steps, under=at_gamma_alone) is Outcome.HOLDS  # both runs are at gamma
    long = replace(BOUND, under=Domain((gamma * mu * H <= 1,), (CURVED,)))
    check = replace(CHECK, single=replace(SINGLE, bound=long))
    assert outcome(in_local_steps, under=long.under, check=check) is Outcome.UNKNOWN
    assert outcome(in_local_steps, under=Domain((2 * gamma * mu * H <= 1,), (CURVED,)), check=check) is Outcome.HOLDS


def test_what_is_left_is_what_is_said() -> None:
    doubled = replace(CHECK, estimator=lambda theta, gamma, H: theta(2 * gamma, H))
    assert outcome(lambda p, gamma, H: terms(p, 2 * gamma, H), check=doubled) is Outcome.HOLDS
    assert outcome(terms, check=doubled) is Outcome.FAILS
    assert outcome(lambda p, gamma, H: terms(p, gamma, 2 * H), check=doubled) is Outcome.FAILS
    single = replace(CHECK, rest=terms)
    assert outcome(lambda theta, gamma, H: theta(gamma, H), check=single) is Outcome.HOLDS
    assert outcome(check=single) is Outcome.FAILS


def test_terms_that_are_not_the_bounds_carry_nothing() -> None:
    for wrong in (lambda p, gamma, H: 2 * terms(p, gamma, H), lambda p, gamma, H: sp.S.Zero):
        assert outcome(check=replace(CHECK, terms=wrong)) is Outcome.FAILS


def test_squares_leave_the_square_of_the_remainder() -> None:
    squared = replace(CHECK, exponent=2)
    assert outcome(remainder=gamma**4 * H**4, check=squared) is Outcome.HOLDS
    assert outcome(remainder=gamma**4 * H**3, check=squared) is Outcome.UNKNOWN
    assert outcome(remainder=gamma**5 * H**5, check=squared) is Outcome.UNKNOWN
    assert outcome(remainder=gamma**4 * H**4) is Outcome.UNKNOWN


def test_terms_and_point_are_those_of_every_step() -> None:
    scaled, its, moving = Vector("scaled_right"), Vector("its_solution"), Vector("a_moving_point")
    defined = Define("scaled", sp.Eq(scaled, gamma * Mean(grad(at))))
    solved = Apply(solvable, "scaled b_h", matrix=A, low=mu, right=scaled, solution=its)
    bound = replace(BOUND, statement=BOUND.statement.xreplace({solution: its}), follows=(*BOUND.follows[:2], defined, solved))
    check = ProvenCombination(replace(SINGLE, bound=bound), lambda p, gamma, H: gamma * (H - 1) / 2 * p.solve(p.hessian, scaled))
    assert check.single.examine(Expansion(check.terms, REMAINDER), BOUND.under).holds  # of one step it is said
    assert outcome(check=check) is Outcome.UNKNOWN
    elsewhere = replace(
        BOUND,
        statement=sp.Le(Norm(run - moving), LONGEST * gamma**2 * H**2),
        follows=(*BOUND.follows, Define("point", sp.Eq(moving, gamma * Mean(grad(at))))),
    )
    single = ProvenRemainder(elsewhere, run - moving, InQuantities(moving))
    assert single.examine(Expansion(lambda p, gamma, H: sp.S.Zero, REMAINDER), BOUND.under).holds
    assert outcome(check=ProvenCombination(single, lambda p, gamma, H: sp.S.Zero)) is Outcome.UNKNOWN


@pytest.mark.parametrize("row", [theorem_5.smooth_bias, remark_1.local_steps, equation_59.smooth_eq59, equation_63.smooth_eq63])
def test_rows_about_extrapolated_runs_fall_below_proof_when_made_false(row) -> None:
    lemma = next(lemma for lemma in row.proof if isinstance(lemma.checks[0], ProvenCombination))
    check, statement = lemma.checks[0], lemma.statement
    assert check.examine(statement, row.under).holds
    for wrong in lemma.wrong.values():
        assert not check.examine(wrong, row.under).holds
    smaller = [new for name, new in statement.others() if name.startswith("smaller")]
    orders = [new for new in smaller if not check.examine(new, row.under).holds]
    # the bound is below the printed remainder, whose half power has a factor H too many
    least = (gamma**2 * H**2) ** check.exponent + (gamma ** sp.Rational(3, 2)) ** check.exponent
    assert orders == [new for new in smaller if not new.weaker_than(Expansion(0, least))]
    assert orders
    used = [condition for condition, wider in row.under.dropped() if not check.examine(statement, wider).holds]
    assert used == [condition for condition in row.under.conditions if condition != (2 * gamma * mu * H <= 1)]
    half = row.under.without(row.under.relations[0]) & Domain((2 * gamma * L <= 1,))
    assert check.examine(statement, half).holds is (row is remark_1.local_steps)  # whose runs are both at gamma


def test_a_claim_must_rest_on_the_bound() -> None:
    claim = Claim(
        "some-row", "expansion", "", Printed("symfed", "", ""), Tier.PROVED, UNDER, Expansion(weights, REMAINDER), checks=(CHECK,)
    )
    assert weigh(claim, ())[1] == "a check of lemma 'statement' rests on some-bound, which is no premise"
    assert "no premise" not in weigh(replace(claim, uses=("some-bound",)), ())[1]
