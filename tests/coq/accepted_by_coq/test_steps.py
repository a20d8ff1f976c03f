"""Coq accepts what real arithmetic sees to follow, and refuses the same script for more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
import sympy as sp

from symfed.coq.arithmetic import Inference, inference
from symfed.coq.coq import OF_THE_REALS, judge, write
from symfed.coq.printer import relation
from symfed.core.symbols import H, L, gamma, h, mu, t
from symfed.theorems.vocabulary import Quantity

a, b, c = (Quantity(f"kernel_{letter}") for letter in "abc")
STEP, ORDER = sp.Le(L * gamma, 1, evaluate=False), sp.Le(mu, L, evaluate=False)
RATE = (1 - gamma * mu) ** H


def le(low: sp.Expr, high: sp.Expr) -> sp.core.relational.Relational:
    return sp.Le(low, high, evaluate=False)


#: Goals that are tight, each with what it rests on and its multipliers, by the kind of proof; and a false variant.
STEPS = {
    "identity": (sp.Eq(a * (1 - gamma * mu) ** (h + 1), a * (1 - gamma * mu) * (1 - gamma * mu) ** h), (), {}, sp.Eq(a, 2 * a)),
    "equations": (sp.Eq(a**4, c**4), (sp.Eq(a, b), sp.Eq(b, c)), {}, sp.Eq(a**4, 2 * c**4)),
    "product of conditions": (le(gamma * mu, 1), (STEP, ORDER), {}, le(gamma * mu, sp.Rational(1, 2))),
    "power": (le(a * RATE, a), (STEP, ORDER), {}, le(2 * a * RATE, a)),
    "strict power": (sp.Lt(RATE, 1), (STEP, ORDER), {}, sp.Lt(2 * RATE, 1)),
    "divided": (le(a, b), (le(a * (1 - RATE), b * (1 - RATE)), STEP, ORDER), {}, le(2 * a, b)),
    "contraction": (le(a, b / (1 - RATE)), (le(a, a * RATE + b), STEP, ORDER), {}, le(2 * a, b / (1 - RATE))),
    "square": (le(a, b), (le(a**2, b**2),), {}, le(2 * a, b)),
    "mixed terms": (le(2 * a * b, a**2 * gamma + b**2 / gamma), (), {}, le(3 * a * b, a**2 * gamma + b**2 / gamma)),
    "squared sum": (le(a**2, 2 * b**2 + 2 * c**2), (le(a, b + c),), {}, le(a**2, b**2 + 2 * c**2)),
    "bernoulli": (le(1 - H * gamma * mu, RATE), (STEP, ORDER), {}, le(2 - H * gamma * mu, RATE)),
    "root": (
        le(2 * a * b, sp.sqrt(gamma) * a**2 + b**2 / sp.sqrt(gamma)),
        (),
        {},
        le(3 * a * b, sp.sqrt(gamma) * a**2 + b**2 / sp.sqrt(gamma)),
    ),
    "roots of counts": (le(sp.sqrt(h), sp.sqrt(h + 1)), (), {}, le(2 * sp.sqrt(h), sp.sqrt(h + 1))),
    "absolute value": (le(sp.Abs(gamma * L - 1), 1), (STEP,), {}, le(2 * sp.Abs(gamma * L - 1), 1)),
    "undefined inverse": (le(a / t**2, (b + c) / t**2), (le(a / t**2, b / t**2),), {}, le(2 * a / t**2, (b + c) / t**2)),
    "told": (le(a, c * RATE), (le(a, b), le(b, c * RATE)), {"0": sp.S.One, "1": sp.S.One}, le(2 * a, c * RATE)),
    "told products": (le(a, c * L), (le(a, b * L), le(b, c)), {"0": sp.S.One, "1": L}, le(2 * a, c * L)),
}


def told(kind: str) -> Inference:
    goal, facts, multipliers, _ = STEPS[kind]
    return inference(f"by {kind}", goal, {str(k): fact for k, fact in enumerate(facts)}, multipliers or None)


def test_steps_are_accepted_and_assume_the_reals_alone(folder: Path) -> None:
    found = judge(write(folder, "steps", [told(kind).theorem for kind in STEPS]))
    assert found.accepted, found.messages
    assert found.assumes <= OF_THE_REALS


@pytest.mark.parametrize("kind", STEPS)
def test_more_is_refused(kind: str, folder: Path) -> None:
    found = told(kind)
    short = {
        letter: sp.Symbol(variable.split(" : ")[0], **letter.assumptions0)
        for letter, variable in zip(found.letters, found.theorem.variables, strict=True)
    }
    false = STEPS[kind][3]
    wrong = type(false)(*(side.xreplace(short) for side in false.args), evaluate=False)
    more = replace(found.theorem, name=f"{found.theorem.name}_more", conclusion=relation(wrong))
    assert not judge(write(folder, more.name, [more])).accepted
