"""Refutations by an instance in words: every step must check, and the bound must really outgrow the claim."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
import sympy as sp

from proofs_checks.aistats.rough import at_least_one_step, heavy_tail, kinked_noise, rough_loss, symmetric_loss
from symfed.checks import CounterexampleCheck, GrowthCheck
from symfed.checks.expansion import Expansion
from symfed.checks.growth import Counterexample, LowerBound, Step, equal
from symfed.core.domain import ANYWHERE
from symfed.core.symbols import H, N, gamma, t
from symfed.core.verdict import Outcome, Tier

HALF = sp.Rational(1, 2)
BROKEN = Step("one is two", lambda: False)


def root_bound() -> LowerBound:
    """Something is at least sqrt(gamma), with one step that a machine checks and one that a reader does."""
    steps = (Step("(sqrt gamma)^2 = gamma", lambda: sp.sqrt(gamma) ** 2 == gamma), Step("Jensen"))
    return LowerBound({"constants": "N = H = 1"}, steps, bound=sp.sqrt(gamma), variable=gamma, towards=sp.S.Zero)


def test_a_claim_that_the_bound_outgrows_is_refuted_with_its_proof() -> None:
    found = GrowthCheck(root_bound, "a root").examine(gamma, ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    assert found.witness == {
        "constants": "N = H = 1",
        "step 1": "(sqrt gamma)^2 = gamma [machine]",
        "step 2": "Jensen",
        "lower bound": "sqrt(gamma)",
    }


@pytest.mark.parametrize("claimed", [sp.sqrt(gamma), gamma ** sp.Rational(1, 4), sp.S.One])
def test_an_instance_that_does_not_contradict_a_claim_is_no_support(claimed: sp.Expr) -> None:
    found = GrowthCheck(root_bound, "a root").examine(claimed, ANYWHERE)
    assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)


def test_only_the_order_that_an_instance_attains_is_the_best_possible() -> None:
    best = GrowthCheck(root_bound, "a root", attains=True)
    attained = best.examine(3 * sp.sqrt(gamma), ANYWHERE)
    assert (attained.outcome, attained.strength, attained.instances) == (Outcome.HOLDS, Tier.SUPPORTED, 1)
    assert "steps by machine: 1, in words: 1" in attained.summary
    larger = best.examine(gamma ** sp.Rational(1, 4), ANYWHERE)
    assert (larger.outcome, larger.refutes) == (Outcome.FAILS, False)
    smaller = best.examine(gamma, ANYWHERE)
    assert (smaller.outcome, smaller.refutes) == (Outcome.FAILS, True)


@pytest.mark.parametrize("attains", [False, True])
@pytest.mark.parametrize("claimed", [sp.nan, sp.Function("f")(gamma), sp.sin(1 / gamma)])
def test_a_limit_that_is_not_found_is_no_answer(claimed: sp.Expr, attains: bool) -> None:
    found = GrowthCheck(root_bound, "a root", attains).examine(claimed, ANYWHERE)
    assert found.outcome is Outcome.UNKNOWN
    assert "not decided" in found.summary


def test_of_an_expansion_the_remainder_is_the_order_that_is_tried() -> None:
    claimed = Expansion(0 * gamma, gamma**2 * H + gamma ** sp.Rational(3, 2))
    assert GrowthCheck(rough_loss, "rough", at=((H, 1),)).examine(claimed, ANYWHERE).outcome is Outcome.FAILS
    assert GrowthCheck(rough_loss, "rough", at=((H, 1),)).examine(Expansion(0 * gamma, gamma), ANYWHERE).outcome is Outcome.UNKNOWN


def test_growth_towards_infinity() -> None:
    growing = replace(root_bound(), bound=t + 1, variable=t, towards=sp.oo)
    assert GrowthCheck(lambda: growing, "growth").examine(sp.S.One, ANYWHERE).outcome is Outcome.FAILS
    assert GrowthCheck(lambda: growing, "growth", attains=True).examine(t, ANYWHERE).outcome is Outcome.HOLDS
    assert GrowthCheck(lambda: growing, "growth", attains=True).examine(t**2, ANYWHERE).outcome is Outcome.FAILS


def test_a_refutation_says_how_much_of_it_stands_in_words() -> None:
    assert "steps by machine: 4, in words: 2" in GrowthCheck(rough_loss, "rough").examine(gamma**2, ANYWHERE).summary
    assert "steps by machine: 3, in words: 1" in CounterexampleCheck(symmetric_loss, "symmetric").examine("a sentence", ANYWHERE).summary
    assert symmetric_loss().words == (symmetric_loss().steps[-1].says,)


def test_what_a_step_rests_on_stays_in_words_beside_its_algebra() -> None:
    shown = Counterexample({}, (Step("convexity", equal(1 + gamma, gamma + 1), by="Jensen's inequality"), Step("so", equal(gamma, gamma))))
    assert (shown.broken(), shown.words, shown.counted()) == ("", ("convexity",), "steps by machine: 1, in words: 1")
    assert shown.witness() == {"step 1": "convexity", "step 2": "so [machine]"}
    assert replace(shown, steps=(Step("convexity", equal(gamma, 1), by="Jensen's inequality"),)).broken() == "convexity"


def test_a_counterexample_refutes_with_its_steps() -> None:
    counterexample = Counterexample(
        {"loss": "any"}, (Step("two is even", lambda: sp.Integer(2).is_even), Step("so one is not the only number"))
    )
    found = CounterexampleCheck(lambda: counterexample, "numbers").examine("one is the only number", ANYWHERE)
    assert (found.outcome, found.refutes) == (Outcome.FAILS, True)
    assert found.witness == {"loss": "any", "step 1": "two is even [machine]", "step 2": "so one is not the only number"}


@pytest.mark.parametrize("make", [kinked_noise, rough_loss, heavy_tail, at_least_one_step, symmetric_loss])
def test_every_step_of_the_instances_in_use_checks(make: Callable[[], Counterexample]) -> None:
    shown = make()
    assert shown.broken() == ""
    assert len(shown.witness()) == len(shown.instance) + len(shown.steps)


@pytest.mark.parametrize(("make", "claimed"), [(kinked_noise, gamma**2), (rough_loss, gamma ** (3 * HALF)), (heavy_tail, sp.S.One)])
def test_a_broken_step_leaves_the_claim_standing(make: Callable[[], LowerBound], claimed: sp.Expr) -> None:
    whole = make()
    assert GrowthCheck(make, "whole").examine(claimed, ANYWHERE).outcome is Outcome.FAILS
    for position in (0, len(whole.steps)):
        spoilt = replace(whole, steps=(*whole.steps[:position], BROKEN, *whole.steps[position:]))
        broken = GrowthCheck(partial(replace, spoilt), "broken")
        found = broken.examine(claimed, ANYWHERE)
        assert (found.outcome, found.witness) == (Outcome.UNKNOWN, None)
        assert "one is two" in found.summary
        assert "one is two" in broken.replay(claimed, {}, ANYWHERE)


def test_a_broken_counterexample_leaves_the_claim_standing() -> None:
    shown = symmetric_loss()
    broken = CounterexampleCheck(lambda: replace(shown, steps=(BROKEN, *shown.steps)), "broken")
    assert broken.examine("no bias means quadratic", ANYWHERE).outcome is Outcome.UNKNOWN
    assert "one is two" in broken.replay("no bias means quadratic", shown.witness(), ANYWHERE)


def test_only_what_the_proof_carries_is_refuted() -> None:
    # the orders that the corrected statements claim are not contradicted by the same instances: these attain them
    assert GrowthCheck(kinked_noise, "kink", attains=True).examine(gamma ** (3 * HALF), ANYWHERE).outcome is Outcome.HOLDS
    assert GrowthCheck(rough_loss, "rough", attains=True).examine(gamma ** sp.Rational(5, 4), ANYWHERE).outcome is Outcome.HOLDS
    assert GrowthCheck(at_least_one_step, "H", attains=True).examine(sp.S.One, ANYWHERE).outcome is Outcome.HOLDS
    assert GrowthCheck(at_least_one_step, "H").examine(1 / N, ANYWHERE).outcome is Outcome.FAILS


@pytest.mark.parametrize(
    ("check", "statement"), [(GrowthCheck(root_bound, "a root"), gamma), (CounterexampleCheck(symmetric_loss, "symmetric"), "a sentence")]
)
def test_replay_compares_every_step(check: GrowthCheck | CounterexampleCheck, statement: object) -> None:
    witness = dict(check.examine(statement, ANYWHERE).witness or {})
    assert check.replay(statement, witness, ANYWHERE) == ""
    assert check.replay(statement, {**witness, "step 1": "by inspection"}, ANYWHERE)
    assert check.replay(statement, {}, ANYWHERE)


def test_the_same_evidence_twice() -> None:
    for make, claimed in ((kinked_noise, gamma**2), (heavy_tail, sp.S.One)):
        assert GrowthCheck(make, "twice").examine(claimed, ANYWHERE) == GrowthCheck(make, "twice").examine(claimed, ANYWHERE)
