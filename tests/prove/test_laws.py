"""Proofs on stationary laws, limits and sequences: accepted with nothing lent, and gone with what they rest on."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import gamma
from symfed.prove.named import NoProof
from tests.prove.test_claims import claims, proof_named, proof_of

#: A stationary mean, copies of a round and chains of them, a limit, an infinite sum, a sequence of which the step alone is said.
NEW = ["symfed-fedavg-quadratic-bias", "aistats-eq42-jensen", "symfed-prop4-floor", "symfed-prop5-geometric", "symfed-mean-hessian"]


@pytest.mark.parametrize("name", NEW)
def test_it_is_accepted_with_nothing_lent(name: str) -> None:
    assert not proof_named(name).lent


def test_a_stationary_law_needs_a_step_size_at_which_rounds_contract() -> None:
    claim = claims()["aistats-eq42-jensen"]
    with pytest.raises(NoProof):
        proof_of(replace(claim, under=Domain((), claim.under.classes)))


def test_a_stationary_law_needs_fresh_samples() -> None:
    claim = claims()["symfed-fedavg-quadratic-bias"]
    kept = tuple(c for c in claim.under.classes if "anew" not in c.says)
    with pytest.raises(NoProof, match="not assumed: every step draws its sample anew"):
        proof_of(replace(claim, under=Domain(claim.under.relations, kept)))


def test_a_distance_to_the_stationary_law_is_one_of_a_chain_that_starts_anywhere() -> None:
    found = proof_named("symfed-fedavg-stationary-law")
    assert "transport after a draw" in found.sentences
    assert (dict(found.lent), found.open) == ({}, ("before(G, Index(0), W2_start)",))


def test_a_faster_rate_of_laws_is_not_accepted() -> None:
    claim = claims()["symfed-fedavg-stationary-law"]
    laws, rate = claim.statement.args if isinstance(claim.statement.args[0], sp.Eq) else claim.statement.args[::-1]
    with pytest.raises(NoProof):
        proof_of(replace(claim, statement=sp.And(laws, sp.Le(2 * rate.lhs, rate.rhs))))


#: A denominator under a norm, one beside a power, Lyapunov's equation, a Hessian near a point, a chain's own moments.
CLOSED = [
    "symfed-inverse-first-order", "symfed-prop5-bound", "aistats-A1-uniqueness-lyapunov", "symfed-fedavg-fixed-point-remainder",
    "aistats-prop4-neighborhood",
]  # fmt: skip


@pytest.mark.parametrize("name", CLOSED)
def test_nothing_is_open(name: str) -> None:
    assert proof_named(name).open == ()


def test_that_a_premises_point_is_there_before_all_draws_is_open_for_no_statement_says_it() -> None:
    found = proof_named("symfed-prop6-cross-term")
    assert found.open == ("before(G, Index(0), theta_w)",)
    assert set(found.lent) == {"aistats-prop6-drift-order", "symfed-prop5-bound"}


def test_a_sequence_of_which_the_start_alone_is_said_goes_on_as_it_likes() -> None:
    found = proof_named("aistats-eq47-stationary-var")
    assert found.open == ()


def test_a_bound_by_curvature_near_a_point_needs_third_derivatives() -> None:
    claim = claims()["symfed-fedavg-fixed-point-remainder"]
    kept = tuple(c for c in claim.under.classes if "three times" not in c.says)
    with pytest.raises(NoProof, match="three times differentiable"):
        proof_of(replace(claim, under=Domain(claim.under.relations, kept)))


def test_a_limit_that_is_another_is_not_accepted() -> None:
    claim = claims()["symfed-prop4-floor"]
    with pytest.raises(NoProof):
        proof_of(replace(claim, statement=sp.Eq(claim.statement.lhs, gamma, evaluate=False)))


def test_a_series_needs_its_ratio_below_one() -> None:
    claim = claims()["symfed-prop5-geometric"]
    with pytest.raises(NoProof):
        proof_of(replace(claim, under=Domain((), claim.under.classes)))
