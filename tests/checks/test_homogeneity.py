"""Conditions that mean the same in every unit, and those that do not."""

from __future__ import annotations

import pytest
import sympy as sp

from symfed.checks import HomogeneityCheck
from symfed.checks.homogeneity import ScaleAlike
from symfed.core.claim import as_relation
from symfed.core.domain import ANYWHERE
from symfed.core.symbols import H, L, gamma, mu, tau, zeta1
from symfed.core.verdict import Outcome, Tier


@pytest.mark.parametrize("statement", [(gamma * mu * H, sp.S.One), (gamma, 1 / (9 * L)), (tau, zeta1), (H, sp.Integer(7))])
def test_what_scales_alike_holds_and_says_nothing_else(statement: tuple[sp.Expr, sp.Expr]) -> None:
    found = HomogeneityCheck().examine(ScaleAlike(*statement), ANYWHERE)
    assert (found.outcome, found.strength) == (Outcome.HOLDS, Tier.PROVED)
    # a condition that means the same in every unit need not hold
    assert HomogeneityCheck().examine(statement, ANYWHERE).outcome is Outcome.UNKNOWN
    assert as_relation(ScaleAlike(*statement)) is None


@pytest.mark.parametrize(("statement", "weights"), [((gamma, 1 / H), (-1, 0)), ((gamma * mu**2 * H, sp.S.One), (1, 0)), ((mu, H), (1, 0))])
def test_what_does_not_is_refuted_by_a_rescaling(statement: tuple[sp.Expr, sp.Expr], weights: tuple[int, int]) -> None:
    found = HomogeneityCheck().examine(statement, ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    witness = dict(found.witness or {})
    assert f"left times k^{weights[0]}, right times k^{weights[1]}" in witness["rescaling"]
    # the rescaling itself: losses times k, gamma over k
    k = sp.Dummy("k", positive=True)
    for side, weight in zip(statement, weights, strict=True):
        rescaled = side.subs({gamma: gamma / k, mu: k * mu, L: k * L}, simultaneous=True)
        assert sp.simplify(rescaled / side - k**weight) == 0


def test_a_side_whose_terms_disagree_is_our_mistake_and_not_a_finding() -> None:
    with pytest.raises(ValueError, match="scale differently"):
        HomogeneityCheck().examine((gamma + 1, sp.S.One), ANYWHERE)


def test_the_same_evidence_twice() -> None:
    check = HomogeneityCheck()
    assert check.examine((gamma, 1 / H), ANYWHERE) == check.examine((gamma, 1 / H), ANYWHERE)
