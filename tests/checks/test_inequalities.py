"""Signs, certificates and inductions: proofs for a whole domain, or a point at which they fail."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from symfed.checks import Certificate, Induction, SignCheck
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, L, gamma, gram_gg, gram_xg, gram_xx, mu
from symfed.core.verdict import Outcome, Tier

SMALL = Domain((gamma * L <= 1,))
SLOW = Domain((gamma * mu <= 1,))


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


def test_a_sign_is_undecided_where_no_point_of_the_domain_is_in_reach() -> None:
    found = SignCheck().examine((gamma, sp.S.One), Domain((gamma > 1000,)))
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


def test_cocoercivity_certifies_what_follows_from_it() -> None:
    found = Certificate(((gamma, L * gram_xg - gram_gg),)).examine((gamma * gram_gg, gamma * L * gram_xg), ANYWHERE)
    assert (found.outcome, found.strength) == (Outcome.HOLDS, Tier.PROVED)


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


@pytest.mark.parametrize("bound", [power, lambda H: sp.S.One, lambda H: 1 / (1 + gamma * mu * H)], ids=["itself", "one", "harmonic"])
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
