"""Refutations that are written out from more than numbers in dimension one: accepted as written, and refused once altered."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest

from symfed import ledger
from symfed.checks import CounterexampleSearch
from symfed.evidence.refutations import refutation
from symfed.ledger.discovery import Claims
from symfed.recheck import KINDS, MalformedPart, Part


@cache
def written(claim_id: str) -> Part:
    claim = Claims("proofs_checks")[claim_id]
    witness = next(row["witness"] for row in ledger.load() if row["id"] == claim_id)
    lemma, check = next((lemma, check) for lemma in claim.proof for check in lemma.checks if isinstance(check, CounterexampleSearch))
    return refutation(lemma.statement, check, lemma.under(claim.under), witness)


def altered(claim_id: str, change: Any) -> str:
    part = copy.deepcopy(written(claim_id))
    change(part)
    try:
        return KINDS["instance"](part)
    except MalformedPart as error:
        return str(error)


def nothing(part: Part) -> None:
    """As written."""


#: A law in the plane; gradients that are no polynomials; roots that are rounded up; a problem that a statement builds.
@pytest.mark.parametrize(
    "claim_id", ["aistats-prop4-var-split", "aistats-eq54-mean", "hal-eq33", "aistats-lem8-poly-bound", "aistats-quad-grad"]
)
def test_it_refutes(claim_id: str) -> None:
    assert altered(claim_id, nothing) == ""


def test_a_law_in_the_plane_is_solved_anew() -> None:
    (law,) = written("aistats-prop4-var-split")["laws"]
    assert len(law["mean"]) == 2
    assert [len(row) for row in law["moments"]] == [2, 2]
    claim = "aistats-prop4-var-split"
    assert altered(claim, lambda p: p["given"].update(C_2_2="0"))  # without noise there is nothing to refute
    assert "named twice" in altered(claim, lambda p: p["laws"][0]["mean"].reverse() or p["laws"][0]["mean"].__setitem__(0, "gamma"))
    assert "not affine" in altered(claim, lambda p: p["laws"][0]["rule"].update(local_step="x - gamma * g * x"))


@pytest.mark.parametrize("name", ["gamma", "limit"])
def test_a_point_that_no_round_keeps_is_refused(name: str) -> None:
    assert "false there" in altered("aistats-eq54-mean", lambda p: p["given"].update({name: "1/107"}))
