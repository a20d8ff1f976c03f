"""An expansion that a proven bound carries: other terms, a smaller remainder, a condition less, another quantity are not carried."""

from dataclasses import replace

import pytest
import sympy as sp

from symfed.checks.expansion import Expansion
from symfed.checks.proven_remainder import InQuantities, ProvenRemainder, Solved
from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, L, decay, epsilon, gamma, mu
from symfed.core.verdict import Outcome, Tier
from symfed.ledger.weigh import weigh
from symfed.theorems import Apply, Define
from symfed.theorems.operators import lyapunov, minimiser, pull_at, solvable
from symfed.theorems.vocabulary import CURVED, Mean, Norm, Quantity, Vector, grad, hess

at, quantity, solution = Vector("a_fixed_optimum"), Vector("some_bias"), Vector("some_b_h")
A = Mean(hess(at))
K, LONGEST, MOVING = Quantity("K_bound"), Quantity("K_longest"), Quantity("K_moving")
PULL = Mean((hess(at) - A) * grad(at))
UNDER = Domain((gamma * L <= 1,), (CURVED,))
BOUND = Claim(
    id="some-bound",
    kind="inequality",
    says="",
    printed=Printed("symfed", "", ""),
    statement=sp.Le(Norm(quantity - gamma * (H - 1) / 2 * solution), K * gamma**2 * H * (H - 1) + gamma**3 * H**3 / mu),
    under=UNDER,
    reason="a test",
    follows=(
        Apply(minimiser, "optimum", point=at),
        Apply(pull_at, "longest", point=at, bound=LONGEST),
        Define("K", sp.Eq(K, 2 * LONGEST / mu)),
        Apply(solvable, "b_h", matrix=A, low=mu, right=PULL, solution=solution),
    ),
    expect=Tier.PROVED,
)
CHECK = ProvenRemainder(BOUND, quantity, InQuantities(at))


def terms(p, gamma, H, share=2):
    return gamma * (H - 1) / share * p.solve(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients)))


def outcome(terms=terms, remainder=gamma**2 * H**2, under=UNDER, check=CHECK, **more):
    return check.examine(Expansion(terms, remainder, **more), under).outcome


def test_it_carries_the_bound_terms_with_this_remainder_and_with_larger_ones() -> None:
    assert outcome() is Outcome.HOLDS
    assert outcome(remainder=gamma**2 * H**3) is Outcome.HOLDS
    assert outcome(remainder=gamma * H + gamma**2) is Outcome.HOLDS
    assert outcome(remainder=gamma**2, fixed=(H,)) is Outcome.HOLDS


def test_the_total_over_clients_is_n_times_the_mean() -> None:
    def total(p, gamma, H):
        right = p.N * p.mean(p.apply(p.hessians - p.hessian, p.gradients))
        return gamma * (H - 1) / (2 * p.N) * p.solve(p.hessian, right)

    assert outcome(total) is Outcome.HOLDS


@pytest.mark.parametrize("remainder", [gamma**2 * H, gamma**2, gamma**3 * H**3, gamma ** sp.Rational(5, 2) * H**2, gamma * H**0 * gamma**2])
def test_of_a_smaller_remainder_it_says_nothing(remainder) -> None:
    assert outcome(remainder=remainder) is Outcome.UNKNOWN
    assert outcome(remainder=gamma**3, fixed=(H,)) is Outcome.UNKNOWN


@pytest.mark.parametrize(
    "wrong",
    [
        lambda p, gamma, H: -terms(p, gamma, H),
        lambda p, gamma, H: terms(p, gamma, H, share=3),
        lambda p, gamma, H: terms(p, gamma, H + 1),
        lambda p, gamma, H: terms(p, gamma, H) / p.N,
        lambda p, gamma, H: gamma * (H - 1) / 2 * p.mean(p.apply(p.hessians - p.hessian, p.gradients)),
        lambda p, gamma, H: gamma * (H - 1) / 2 * p.solve(p.hessian, p.mean(p.apply(p.hessians, p.gradients))),
        lambda p, gamma, H: gamma * (H - 1) / 2 * p.mean(p.solve(p.hessians, p.apply(p.hessians - p.hessian, p.gradients))),
        lambda p, gamma, H: gamma * (H - 1) / 2 * p.lyapunov(p.hessian, p.mean(p.apply(p.hessians - p.hessian, p.gradients))),
    ],
)
def test_other_terms_are_not_the_bounds(wrong) -> None:
    assert outcome(wrong) is Outcome.FAILS


def test_what_is_not_said_in_quantities_is_not_read() -> None:
    assert outcome(lambda p, gamma, H: p.fourth_derivatives) is Outcome.UNKNOWN
    assert outcome(lambda p, gamma, H: gamma * p.contract(p.third_derivative, p.noise)) is Outcome.UNKNOWN
    assert CHECK.examine(terms, UNDER).outcome is Outcome.UNKNOWN


def test_the_quantity_is_the_bounds() -> None:
    assert outcome(check=replace(CHECK, of=2 * quantity)) is Outcome.FAILS
    assert outcome(check=replace(CHECK, p=InQuantities(Vector("another_point")))) is Outcome.FAILS


def test_every_condition_of_the_bound_is_asked_for() -> None:
    evidence = CHECK.examine(Expansion(terms, gamma**2 * H**2), UNDER & Domain((gamma * H <= 1,)))
    assert set(evidence.needed) == {str(gamma * L <= 1), CURVED.says}
    for _, wider in UNDER.dropped():
        assert outcome(under=wider) is Outcome.UNKNOWN


def test_a_condition_on_the_bounds_own_letters_is_asked_for() -> None:
    short = replace(BOUND, under=UNDER & Domain((gamma * H * LONGEST <= 1,)))
    assert outcome(check=replace(CHECK, bound=short)) is Outcome.UNKNOWN
    assert outcome(check=replace(CHECK, bound=short), under=short.under) is Outcome.HOLDS


def test_a_bound_that_is_no_sum_of_powers_says_nothing() -> None:
    left = BOUND.statement.lts
    odd = replace(BOUND, statement=sp.Le(left, gamma**2 * H**2 / (1 + gamma * H)))
    assert outcome(check=replace(CHECK, bound=odd)) is Outcome.UNKNOWN


@pytest.mark.parametrize("constant", [Norm(quantity), MOVING, 2 * K * MOVING, Norm(solution) + MOVING, epsilon, 1 / decay])
def test_a_constant_is_free_of_gamma_by_the_steps_that_introduce_it(constant) -> None:
    larger = replace(
        BOUND,
        statement=sp.Le(BOUND.statement.lts, BOUND.statement.gts + constant * gamma**2),
        follows=(*BOUND.follows, Define("moving", sp.Eq(MOVING, K / gamma))),
    )
    assert outcome(check=replace(CHECK, bound=larger)) is Outcome.UNKNOWN
    assert outcome(check=replace(CHECK, bound=replace(larger, statement=BOUND.statement))) is Outcome.HOLDS


def test_what_a_premise_introduces_is_known_where_the_premise_is_named() -> None:
    premise = replace(BOUND, id="some-premise")
    short = replace(BOUND, follows=(), uses=("some-premise",))
    assert outcome(check=replace(CHECK, bound=short, premises=(premise,))) is Outcome.HOLDS
    assert outcome(check=replace(CHECK, bound=short)) is not Outcome.HOLDS
    assert outcome(check=replace(CHECK, bound=replace(short, uses=()), premises=(premise,))) is not Outcome.HOLDS


def test_a_claim_must_rest_on_the_bound() -> None:
    claim = Claim(
        "some-row", "expansion", "", Printed("symfed", "", ""), Tier.PROVED, UNDER, Expansion(terms, gamma**2 * H**2), checks=(CHECK,)
    )
    assert weigh(claim, ())[1] == "a check of lemma 'statement' rests on some-bound, which is no premise"
    assert "no premise" not in weigh(replace(claim, uses=("some-bound",)), ())[1]


def test_solutions_are_linear_in_the_right_side_alone() -> None:
    u, v = Vector("u"), Vector("v")
    assert Solved.by(solvable, A, 2 * u - v * gamma) == 2 * Solved.by(solvable, A, u) - gamma * Solved.by(solvable, A, v)
    assert Solved.by(solvable, 2 * A, u) != Solved.by(solvable, A, u)
    assert Solved.by(lyapunov, A, u) != Solved.by(solvable, A, u)
