"""What real arithmetic sees to follow has a certificate that the checker reads; what is false, or lacks a fact, has none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest
import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, gamma, mu, t
from symfed.evidence.inequalities import certificate, refused
from symfed.theorems.vocabulary import Norm, Quantity, Vector

a, b, c = (Quantity(f"kernel_{letter}") for letter in "abc")
STEP, ORDER = sp.Le(L * gamma, 1, evaluate=False), sp.Le(mu, L, evaluate=False)
RATE = (1 - gamma * mu) ** H


def le(low: sp.Expr, high: sp.Expr) -> sp.core.relational.Relational:
    return sp.Le(low, high, evaluate=False)


#: Goals that are tight, each with what it rests on and its multipliers, by the kind of proof; and a false variant.
STEPS = {
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
    "undefined inverse": (le(a / t**2, (b + c) / t**2), (le(a / t**2, b / t**2),), {}, le(2 * a / t**2, (b + c) / t**2)),
    "told": (le(a, c * RATE), (le(a, b), le(b, c * RATE)), {"0": sp.S.One, "1": sp.S.One}, le(2 * a, c * RATE)),
    "told products": (le(a, c * L), (le(a, b * L), le(b, c)), {"0": sp.S.One, "1": L}, le(2 * a, c * L)),
}


@cache
def found(name: str) -> Mapping[str, Any]:
    goal, facts, multipliers, _ = STEPS[name]
    return certificate(goal, numbered(facts), multipliers)


def numbered(facts: Iterable[Any]) -> dict[str, Any]:
    return {str(k): fact for k, fact in enumerate(facts)}


@pytest.mark.parametrize("name", STEPS)
def test_a_goal_has_a_certificate_and_its_false_variant_has_none(name: str) -> None:
    _, facts, multipliers, false = STEPS[name]
    assert not refused(found(name))
    with pytest.raises(InvalidInput, match="no certificate is found"):
        certificate(false, numbered(facts), multipliers)


@pytest.mark.parametrize("name", [name for name, (_, facts, _, _) in STEPS.items() if facts])
def test_a_certificate_names_facts_without_which_there_is_none(name: str) -> None:
    goal, facts, multipliers, _ = STEPS[name]
    for used in found(name)["given"]:
        less = {called: fact for called, fact in numbered(facts).items() if called != used}
        with pytest.raises(InvalidInput, match="no certificate is found"):
            certificate(goal, less, {called: m for called, m in multipliers.items() if called != used})


def test_facts_that_nothing_needs_are_left_out() -> None:
    x, y = Vector("kernel_x"), Vector("kernel_y")
    near, idle = sp.Le(Norm(x), Norm(y) / 2, evaluate=False), sp.Le(Norm(y), 7, evaluate=False)
    part = certificate(sp.Le(2 * Norm(x), Norm(y), evaluate=False), {"step": STEP, "near": near, "idle": idle})
    assert list(part["given"]) == ["near"]


def test_powers_of_numbers_that_do_not_count_are_refused() -> None:
    with pytest.raises(InvalidInput, match="is no sum of products of counts"):
        certificate(sp.Le((1 - gamma * mu) ** (1 / gamma), 1, evaluate=False), {"step": STEP, "order": ORDER})
