"""The parts of the bound on FedLSA's bias."""

from __future__ import annotations

import sympy as sp

from symfed.checks import Certificate
from symfed.core.domain import Domain
from symfed.core.symbols import Delta_het, H, L, decay, gamma, scaling
from symfed.core.verdict import Outcome
from symfed.derive.decide import decide_sign, decide_zero
from symfed.derive.drift_bound import bias_bound, margin, margin_terms, pull, root, short_rounds

SHORT = Domain((gamma * decay <= 1, gamma * decay * H <= 2))


def test_a_client_is_pulled_by_its_drift() -> None:
    left, right = pull()
    assert decide_zero(left - right).kind == "zero"
    left, right = pull(H + 1)
    assert decide_zero(left - right).kind == "nonzero"


def test_the_power_in_the_denominator() -> None:
    assert decide_sign(root()[1] - root()[0], SHORT).kind == "nonnegative"
    assert decide_sign(root(sp.Integer(1))[1] - root(sp.Integer(1))[0], SHORT).kind == "negative somewhere"
    assert Certificate(margin_terms()).examine(margin(), SHORT).outcome is Outcome.HOLDS
    assert Certificate(margin_terms()).examine(margin(sp.Rational(2, 3)), SHORT).outcome is not Outcome.HOLDS


def test_the_simple_bound_is_above_the_other() -> None:
    for steps in (2, 5, 20):
        for step in (sp.Rational(1, 10), sp.Rational(1, 50)):
            at = {H: steps, gamma: step, decay: sp.Rational(1, 2), L: 3, Delta_het: 1}
            exact, simple = float(bias_bound().subs(at)), float(short_rounds().subs(at))
            assert simple / 2 <= exact <= simple
    assert bias_bound().subs(H, 1) == 0
    assert scaling(bias_bound().subs(H, 4)) == scaling(short_rounds()) == (0, 1)
