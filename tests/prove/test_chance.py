"""Proofs on draws: what they suppose of a random start, which classes they need, and steps that nothing rests on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Index, const
from symfed.kernel.text import join
from symfed.prove.indices import steps_ahead
from symfed.prove.named import NoProof
from symfed.theorems.vocabulary import FRESH
from tests.prove.test_claims import claims, proof_named, proof_of


def test_a_random_start_is_drawn_before_all_steps_by_a_hypothesis_of_its_own() -> None:
    assert "before(G, Index(0), theta_w)" in proof_named("symfed-eq44").under


@pytest.mark.parametrize("name", ["symfed-lem3-combined", "symfed-lem8-mean-drift"])
def test_a_mean_of_samples_needs_fresh_draws(name: str) -> None:
    claim = claims()[name]
    classes = tuple(c for c in claim.under.classes if FRESH.says not in c.closure())
    assert len(classes) < len(claim.under.classes)
    with pytest.raises(NoProof):
        proof_of(replace(claim, under=Domain(claim.under.relations, classes)))


@pytest.mark.parametrize("name", ["symfed-eq43", "symfed-lem6-two-parts"])
def test_a_moment_that_no_condition_says_is_open(name: str) -> None:
    assert any(said.startswith(("integrable", "all")) and "integrable" in said for said in proof_named(name).open)


def test_a_step_that_nothing_rests_on_may_have_no_lines() -> None:
    assert not proof_named("aistats-eq31-V-jensen").lent


def test_a_moment_of_a_start_is_open_and_of_later_rounds_is_not() -> None:
    assert sorted(proof_named("aistats-lem6-moment6").open) == [
        "before(G, Index(0), sixth_start_w)",
        "integrable(fun w: Outcome. norm(sixth_start_w(w)) ^ 6)",
    ]


@pytest.mark.parametrize("name", ["symfed-lem8-max-Xi", "symfed-lem8-poly-bound", "aistats-lem8-ck-subadd"])
def test_products_of_powers_have_means_and_nothing_is_open(name: str) -> None:
    assert not proof_named(name).open


def test_half_of_a_mean_over_clients_is_no_bound() -> None:
    claim = claims()["aistats-lem6-minkowski"]
    with pytest.raises(NoProof):
        proof_of(replace(claim, statement=sp.Le(2 * claim.statement.lts, claim.statement.gts, evaluate=False)))


def test_how_far_ahead_an_index_is() -> None:
    n, one = const("n", Index), numeral(1, Index)
    assert steps_ahead(join("+", n, one), n) == {(): 1}
    assert steps_ahead(n, n) == {}
    assert steps_ahead(n, join("+", n, one)) is None
    assert steps_ahead(n, numeral(0, Index)) is not None
