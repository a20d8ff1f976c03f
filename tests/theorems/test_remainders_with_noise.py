"""The remainders of the second moment and of the bias with noise: every condition is used, and no other statement is reached."""

import pytest
import sympy as sp

from symfed.core.symbols import H, L, N, gamma, mu
from symfed.ledger import discover
from symfed.theorems import also_reached, needed
from symfed.theorems.vocabulary import SHARED, SMOOTH_SAMPLES, Quantity, Vector


@pytest.fixture(scope="module")
def known():
    return discover()


def of(known, name):
    claim = known[name]
    return claim, {premise: known[premise] for premise in claim.uses}


SIGMA, CURVATURE, Lambda = Quantity("sigma_star"), Quantity("M_star"), Vector("Lambda")
NAME = "symfed-fedavg-homogeneous-second-moment-remainder"


def test_every_condition_is_used(known) -> None:
    claim, premises = of(known, NAME)
    conditions = set(map(str, claim.under.conditions))
    moments, _ = of(known, "symfed-fedavg-homogeneous-moments")
    # what the premise alone needs, and asks for
    assert conditions - set(needed(claim, premises)) <= {str(c) for c in (*moments.under.relations, SMOOTH_SAMPLES, SHARED)}
    assert set(map(str, moments.under.conditions)) == set(needed(moments, {}))


def test_nothing_smaller_and_no_other_terms_are_reached(known) -> None:
    claim, premises = of(known, NAME)
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
    assert also_reached(claim, premises, wrong | {"itself": claim.statement}) == dict.fromkeys(wrong, False) | {"itself": True}


def test_the_bound_of_quadratics_has_no_half_power_but_that_of_the_noise(known) -> None:
    """With M = 0 all that is left at gamma^(3/2) is 2 L |d| for the change of the noise, which additive noise does not have."""
    claim, _ = of(known, NAME)
    bound = sp.expand(claim.statement.gts.xreplace({CURVATURE: sp.S.Zero, H: sp.S.One}))
    leading = sp.limit(bound / gamma ** sp.Rational(3, 2), gamma, 0, "+")
    assert sp.simplify(leading - 8 * SIGMA**2 * L ** sp.Rational(3, 2) / mu**2) == 0
