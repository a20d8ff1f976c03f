"""The remainder of the second moment with noise: which conditions its proof uses, and that the proof says no other statement."""

import pytest
import sympy as sp

from symfed.core.claim import Claim
from symfed.core.symbols import H, L, N, gamma, mu
from symfed.ledger import Claims
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.reading import Acceptance
from symfed.theorems.vocabulary import SHARED, Quantity, Vector

SIGMA, CURVATURE, Lambda = Quantity("sigma_star"), Quantity("M_star"), Vector("Lambda")


@pytest.fixture(scope="module")
def known() -> Claims:
    return Claims("proofs_checks")


@pytest.fixture(scope="module")
def claim(known) -> Claim:
    return known["symfed-fedavg-homogeneous-second-moment-remainder"]


@pytest.fixture(scope="module")
def proof(known, claim) -> Acceptance:
    return accepted(claim, {premise: known[premise] for premise in claim.uses}, lines_of(claim.id))


def test_every_class_is_used(claim, proof) -> None:
    """But for what the premise alone needs."""
    idle = {str(c) for c in claim.under.classes if not c.closure() & proof.conditions}
    assert idle == {str(SHARED)}
    assert {name.split("/")[0] for name in proof.lent} == {"symfed-fedavg-homogeneous-moments"}


def test_nothing_smaller_and_no_other_terms_are_said(claim, proof) -> None:
    left, right = claim.statement.args
    wrong = {
        "no speed-up": sp.Le(left.xreplace({N: sp.S.One}), right, evaluate=False),
        "twice the covariance": sp.Le(left.xreplace({Lambda: 2 * Lambda}), right, evaluate=False),
        "no curvature": sp.Le(left, right.xreplace({CURVATURE: sp.S.Zero}), evaluate=False),
        "no noise": sp.Le(left, right.xreplace({SIGMA: sp.S.Zero}), evaluate=False),
        "L for mu": sp.Le(left, right.xreplace({mu: L}), evaluate=False),
        "one step for H": sp.Le(left, right.xreplace({H: sp.S.One}), evaluate=False),
        "gamma squared": sp.Le(left, right.xreplace({gamma: gamma**2}), evaluate=False),
        "nine tenths": sp.Le(left, 9 * right / 10, evaluate=False),
    }
    assert not any(proof.says(statement) for statement in wrong.values())
    assert proof.says(claim.statement)


def test_the_bound_of_quadratics_has_no_half_power_but_that_of_the_noise(claim) -> None:
    """With M = 0 all that is left at gamma^(3/2) is 2 L |d| for the change of the noise, which additive noise does not have."""
    bound = sp.expand(claim.statement.gts.xreplace({CURVATURE: sp.S.Zero, H: sp.S.One}))
    leading = sp.limit(bound / gamma ** sp.Rational(3, 2), gamma, 0, "+")
    assert sp.simplify(leading - 8 * SIGMA**2 * L ** sp.Rational(3, 2) / mu**2) == 0
