"""Proofs on stationary laws, limits and sequences: accepted with nothing lent, and gone with what they rest on."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from symfed.core.claim import Claim
from symfed.core.domain import Domain
from symfed.core.symbols import gamma
from symfed.ledger import Claims
from symfed.prove.accepted import Acceptance, accepted
from symfed.prove.named import NotSaid


@cache
def claims() -> Claims:
    return Claims("proofs_checks")


def proof_of(claim: Claim) -> Acceptance:
    return accepted(claim, {name: claims()[name] for name in claim.uses})


#: A stationary mean, copies of a round and chains of them, a limit, an infinite sum, a sequence of which the step alone is said.
NEW = ["symfed-fedavg-quadratic-bias", "aistats-eq42-jensen", "symfed-prop4-floor", "symfed-prop5-geometric", "symfed-mean-hessian"]


@pytest.mark.parametrize("name", NEW)
def test_it_is_accepted_with_nothing_lent(name: str) -> None:
    assert proof_of(claims()[name]).lent == ()


def test_a_stationary_law_needs_a_step_size_at_which_rounds_contract() -> None:
    claim = claims()["aistats-eq42-jensen"]
    with pytest.raises(NotSaid):
        proof_of(replace(claim, under=Domain((), claim.under.classes)))


def test_a_stationary_law_needs_fresh_samples() -> None:
    claim = claims()["symfed-fedavg-quadratic-bias"]
    kept = tuple(c for c in claim.under.classes if "anew" not in c.says)
    with pytest.raises(NotSaid, match="not assumed: every step draws its sample anew"):
        proof_of(replace(claim, under=Domain(claim.under.relations, kept)))


def test_a_distance_of_which_nothing_is_said_is_not_proved() -> None:
    with pytest.raises(NotSaid, match="W2"):
        proof_of(claims()["symfed-fedavg-stationary-law"])


def test_a_limit_that_is_another_is_not_accepted() -> None:
    claim = claims()["symfed-prop4-floor"]
    with pytest.raises(NotSaid):
        proof_of(replace(claim, statement=sp.Eq(claim.statement.lhs, gamma, evaluate=False)))


def test_a_series_needs_its_ratio_below_one() -> None:
    claim = claims()["symfed-prop5-geometric"]
    with pytest.raises(NotSaid):
        proof_of(replace(claim, under=Domain((), claim.under.classes)))
