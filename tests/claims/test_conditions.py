"""Conditions of claims: printed where their source is said to print them, and felt when they are dropped."""

from dataclasses import replace

import numpy as np
import pytest
import sympy as sp

from proofs_checks.aistats import rough, theorem_2, theorem_3, theorem_6
from proofs_checks.iccopt import heavy_noise
from proofs_checks.iccopt.overlays import changed
from proofs_checks.symfed.lsa.runs import linear_runs
from proofs_checks.symfed.scaffold import noise
from symfed.checks import CounterexampleSearch
from symfed.checks.classes import QUADRATIC, REGULAR, ZERO_SUM, bent, less_curved
from symfed.checks.expansion import Expansion
from symfed.core.domain import ANYWHERE, Class, Domain
from symfed.core.symbols import H, L, gamma
from symfed.core.verdict import HOLDING, Tier
from symfed.ledger import discover
from symfed.ledger.pages import page
from symfed.prove.accepted import accepted
from symfed.prove.named import NoProof
from symfed.strategies import draw, instances, jet_cases
from symfed.strategies.sampled import by_rule, repeating

CLAIMS = discover()
OF_SOURCES = sorted(claim.id for claim in CLAIMS.values() if claim.printed.source != "symfed")


def unprinted(claim):
    """The conditions of a claim without a line of its source."""
    return [str(condition) for condition in claim.under.conditions if not claim.under.lines.get(str(condition), "").strip()]


def test_every_condition_of_a_source_has_the_line_where_it_is_printed():
    assert len(OF_SOURCES) > 250
    assert {name: found for name in OF_SOURCES if (found := unprinted(CLAIMS[name]))} == {}


def test_a_line_of_another_document_is_named_with_the_original():
    lines = [set(page(CLAIMS[name])["conditions"].values()) for name in ("aistats-prop5-telescoping", "hal-prop4-proof-telescoping")]
    assert lines == [{"the sum over h", "Proposition 5"}, {f"{line} (aistats-prop5-telescoping)" for line in lines[0]}]


def test_what_a_source_does_not_print_stands_in_its_correction():
    printed, apart = (CLAIMS[name] for name in ("flta-spectral-proof-idea", "symfed-scaffold-eigenvalues-apart"))
    assert set(apart.under.conditions) - set(printed.under.conditions) == {ZERO_SUM}
    assert [lemma.name for lemma in printed.lemmas if ZERO_SUM in lemma.given.conditions] == ["rounds by the rule"]
    assert "noise covariances that are twice" not in str(CLAIMS["aistats-thm2-speedup-remark"].under)


def test_jets_without_curvature_are_flat_in_one_direction():
    for case in draw(jet_cases(2, 2), 5):
        flat = less_curved(case).jets
        assert not flat.hessians[:, -1].any()
        assert not flat.hessians[:, :, -1].any()
        assert (flat.hessians[:, 0, 0] == case.jets.hessians[:, 0, 0]).all()
        assert case.jets.hessians[:, -1, -1].all()  # the case itself is left as it was


def test_a_larger_mu_is_said_and_not_had():
    for i in draw(instances(1, 2), 10):
        other = less_curved(i)
        assert i.mu == i.L if other is None else other.mu > i.problem.hessian_matrices.min()
    assert less_curved(object()) is None


def straight_jets(d, N):
    """Jets of quadratic clients: no third derivatives."""
    return jet_cases(d, N).map(lambda case: changed(case, third_derivatives=0 * case.jets.third_derivatives))


def test_bent_jets_are_those_of_no_quadratics():
    straight = draw(straight_jets(2, 1), 3)
    assert all(QUADRATIC.contains(case) for case in straight)
    assert not any(QUADRATIC.contains(bent(case)) for case in straight)
    third = bent(straight[0]).jets.third_derivatives
    assert np.array_equal(third, third.swapaxes(1, 2))
    assert np.array_equal(third, third.swapaxes(2, 3))
    assert bent(object()) is None


def test_a_search_breaks_a_condition_by_spoiling_its_own_instances():
    search = CounterexampleSearch(straight_jets, relation="<=", sizes=((1, 1),), examples=5)
    none_bent = Class("no third derivative", spoil=bent)

    def largest(case):
        return max(case.jets.third_derivatives.ravel()), 0

    assert search.examine(largest, ANYWHERE).fails is False
    assert search.beyond(largest, none_bent, ANYWHERE)["third_derivatives"] == "[[[[1]]]]"
    assert search.beyond(largest, Class("in words"), ANYWHERE) is None
    assert search.beyond(lambda case: (0, 0), none_bent, ANYWHERE) is None


@pytest.mark.parametrize(
    ("claim", "search", "condition", "words"),
    [
        (theorem_3.smooth_bias, theorem_3.smooth_bias.checks[3], theorem_3.LIPSCHITZ_THIRD, "sin(theta)"),
        (theorem_2.thm2_variance, theorem_2.SECOND_MOMENT[-1], theorem_2.SMOOTH_NOISE, "|theta|/2"),
        (theorem_2.thm2_variance, theorem_2.SECOND_MOMENT[-1], theorem_2.A3, "2^k"),
        (theorem_2.thm2_bias_expansion, theorem_2.thm2_bias_expansion.checks[-1], theorem_2.FRESH, "theta + 1"),
    ],
)
def test_an_expansion_breaks_where_a_condition_is_dropped(claim, search, condition, words):
    found = search.beyond(claim.statement, condition, claim.under.without(condition))
    assert words in found["stochastic gradient"]
    assert search.beyond(claim.statement, REGULAR, claim.under.without(REGULAR)) is None
    harmless = Expansion(claim.statement.terms, sp.sqrt(gamma))
    if condition in (theorem_3.LIPSCHITZ_THIRD, theorem_2.SMOOTH_NOISE):
        assert search.beyond(harmless, condition, claim.under.without(condition)) is None


@pytest.mark.parametrize("shown", [rough.wrong_on_average, heavy_noise.heavy_noise])
def test_every_step_of_these_proofs_checks(shown):
    assert shown().broken() == ""
    assert len(shown().words) <= 1


def test_moments_are_what_keeps_the_slides_remainder():
    lower = heavy_noise.heavy_noise().bound
    assert sp.limit(lower / gamma ** sp.Rational(3, 2), gamma, 0, "+") == sp.oo
    assert sp.limit(lower / gamma ** sp.Rational(5, 4), gamma, 0, "+") == sp.Rational(25, 72)


def is_read(claim):
    try:
        return bool(accepted(claim, {name: CLAIMS[name] for name in claim.uses}))
    except NoProof:
        return False


@pytest.mark.parametrize(("steps", "enough"), [((2 * gamma * L <= 1,), True), ((gamma * L <= 1, gamma * H <= 1), False)])
def test_half_of_the_inverse_curvature_is_enough_for_theorem_6(steps, enough):
    """Nor does either of the two conditions alone do that are not enough together."""
    wider = Domain(steps, tuple(c for c in theorem_6.limit.under.classes if c != theorem_6.A2))
    assert is_read(replace(theorem_6.limit, under=wider)) is enough


def test_draws_that_repeat_keep_their_mean_and_another_limit():
    moved = 0
    for i in draw(linear_runs(1, 2), 8) + draw(linear_runs(2, 1), 4):
        other = repeating(i)
        assert all((Z == Z[:1, :, :1]).all() for Z in other.states())
        assert len(other.states()) == 2**i.N
        rests = other.starting(other.limit).expected(lambda run: by_rule("fedlsa", run))
        assert (rests == other.limit).all()
        moved += bool((other.limit != i.limit).any())
        assert i.H > 1 or (other.limit == i.limit).all()
    assert moved > 2
    assert repeating(object()) is None


def test_what_was_shown_outside_and_changes_nothing_is_idle():
    search = CounterexampleSearch(jet_cases, relation="<=", sizes=((1, 1),), examples=3)
    flat, unknown = Class("curved", spoil=less_curved), Class("in words")
    assert search.looked_beyond(flat, ANYWHERE)
    assert not search.looked_beyond(unknown, ANYWHERE)
    assert not search.looked_beyond(Class("of other instances", spoil=repeating), ANYWHERE)


def test_one_draw_a_round_by_hand():
    looked = 0
    for i in draw(noise.noisy(1, 1), 20):
        kept = noise.one_draw_a_round(i)
        if kept is None:
            assert i.H == 1 or not i.problem.noise.any()
            continue
        w, C = 1 - i.gamma * i.problem.hessian_matrices[0, 0, 0], i.problem.noise[0, 0, 0]
        pushed = i.gamma * sum(w**h for h in range(i.H))
        assert noise.covariance(kept)[0, 0] == pushed**2 * C / (1 - w ** (2 * i.H))
        looked += 1
    assert looked > 3
    assert all(noise.one_draw_a_round(i) is None for i in draw(noise.noisy(2, 1), 3))


def test_what_a_source_defines_is_called_defined():
    kinds = {"definition", "algorithm"}
    assert [name for name in OF_SOURCES if CLAIMS[name].kind in kinds and CLAIMS[name].expect in HOLDING] == []
    assert {CLAIMS[name].kind for name in CLAIMS if CLAIMS[name].expect is Tier.DEFINED} == kinds
