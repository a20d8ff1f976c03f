"""Proofs by named theorems, in Coq's text: what stands in the statement, which theorems stay assumed, what is refused."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import sympy as sp

from symfed.coq.glue.proof import glued
from symfed.coq.glue.text import VectorWriter
from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput
from symfed.core.symbols import gamma, h
from symfed.ledger.discovery import discover
from symfed.theorems.sorts import Sorts
from symfed.theorems.vocabulary import AnyVector, Mean, Norm, grad, hess, sequence

CLAIMS = discover()
x, y = AnyVector("x"), AnyVector("y")
path = sequence("T_c")


def writer(*relations: sp.Basic) -> VectorWriter:
    sorts = Sorts()
    for relation in relations:
        sorts.read(relation)
    return VectorWriter(sorts)


def statement(claim: Claim) -> str:
    """From the theorem's name to its proof, in one line."""
    text = str(glued(claim, CLAIMS))
    return re.sub(r"\s+", " ", re.search(r"Theorem " + re.sub(r"\W", "_", claim.id) + r" :(.*?)Proof\.", text, re.DOTALL)[1])  # type: ignore[index]


def test_sorts_are_read_off_the_use() -> None:
    equation = sp.Eq(path(h + 1, x) - path(h + 1, y), hess(y) * (path(h, x) - path(h, y)), evaluate=False)
    write = writer(equation)
    assert write.type_of("hess_c") == "nat -> vec V -> mat V"
    assert write.type_of("T_c") == "nat -> nat -> vec V -> vec V"
    assert "(hess_c c y @ (T_c c h x - T_c c h y))%vec" in write.relation(equation)
    with pytest.raises(InvalidInput, match="matrix"):
        writer(sp.Eq(grad(x) * y, y, evaluate=False))


def test_a_fact_is_said_of_all_that_it_leaves_free() -> None:
    relation = sp.Le(Norm(Mean(path(h, x))), gamma * Norm(x), evaluate=False)
    assert writer(relation).closed(relation) == "forall (h : nat) (x : vec V), norm (vmean N (fun c => T_c c h x)) <= norm (x) * gamma"


def test_the_statement_is_the_printed_one_with_its_conditions() -> None:
    said = statement(CLAIMS["symfed-telescoping"])
    assert said.rstrip().endswith("product_M h x - product_M_primed h x)%vec = swapped h x.")
    assert "(forall (h : nat) (x : vec V), product_M (S h) x = (factor_M h @ product_M h x)%vec) ->" in said
    said = statement(CLAIMS["symfed-mean-hessian"])
    assert "mean_value_hessian V -> curved N grad_c hess_c mu L ->" in said
    assert "there is Dbar_c :" in said


def test_only_what_is_used_is_assumed() -> None:
    assert glued(CLAIMS["symfed-telescoping"], CLAIMS).assumes == ()
    assert glued(CLAIMS["symfed-quadratic-optimum"], CLAIMS).assumes == ("minimiser", "own_minimiser", "quadratic_gradient")


def test_what_no_step_concludes_is_refused() -> None:
    claim = CLAIMS["symfed-telescoping"]
    wrong = replace(claim, statement=sp.Eq(claim.statement.lhs, 2 * claim.statement.rhs, evaluate=False))
    with pytest.raises(InvalidInput, match="concluded by no step"):
        glued(wrong, CLAIMS)
    with pytest.raises(InvalidInput, match="not exported"):
        glued(CLAIMS["aistats-eq6-markov"], CLAIMS)
