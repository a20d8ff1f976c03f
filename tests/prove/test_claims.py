"""Proofs of committed claims in the kernel: they are accepted, replayed from their data, and fall with their statement or a condition."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache

import pytest
import sympy as sp

from symfed.core.claim import Claim, InWords, Lemma, ProofStep, as_relation
from symfed.core.domain import Domain
from symfed.core.source import Printed
from symfed.core.symbols import H, h, t
from symfed.core.verdict import Tier
from symfed.ledger import Claims
from symfed.prove import table
from symfed.prove.accepted import accepted
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.prove.reading import Acceptance, read
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.outer import outer_of_product
from symfed.theorems.sequences import instance
from symfed.theorems.vocabulary import AnyVector, Low, Outer, Vector, sequence

#: An identity in every dimension, a spectral bound, an expectation over samples, a fixed point, a bound with premises.
WHOLE = ["symfed-eq37-recentred", "aistats-B5-Gamma-linear", "aistats-eq15-triangle", "symfed-lem7-one-step", "symfed-mean-of-powers"]


@cache
def claims() -> Claims:
    return Claims("proofs_checks")


def proof_of(claim: Claim) -> Acceptance:
    return accepted(claim, {name: claims()[name] for name in claim.uses})


@cache
def proof_named(name: str) -> Acceptance:
    """The proof that is found of a claim as it stands, whoever asks."""
    return proof_of(claims()[name])


@cache
def entries() -> dict[str, table.Entry]:
    """The committed table, read once: every claim that a parameter is made of is looked up in it."""
    return table.load()


def in_table() -> list[str]:
    return sorted(table.taken(entries()))


def test_the_table_names_claims_with_steps() -> None:
    assert len(in_table()) >= 80
    for name in in_table()[::8]:
        assert claims()[name].follows


@cache
def lines_in(name: str) -> int:
    return len((lines_of(name) or {"lines": ()})["lines"])


def short(names: list[str], most: int) -> list[str]:
    """Those whose proofs have so many lines at most: how long a search goes on grows with them."""
    return [name for name in names if lines_in(name) <= most]


#: Claims with long proofs, which other tests here look into as well.
LONG = [
    "aistats-eq42-jensen", "aistats-lem6-moment6", "symfed-fedavg-fixed-point-remainder", "symfed-fedavg-quadratic-bias",
    "symfed-fedavg-stationary-law", "symfed-lem6-two-parts", "symfed-lem8-poly-bound", "symfed-prop5-bound", "symfed-prop6-cross-term",
]  # fmt: skip


@pytest.mark.parametrize("name", [*short(in_table(), 400)[::8], *LONG])
def test_a_committed_proof_is_found_again(name: str) -> None:
    assert table.alike(table.entry(proof_named(name)), entries()[name])
    assert json.loads(json.dumps(proof_named(name).lines)) == proof_named(name).lines


def weaker(statement: sp.Basic) -> sp.Basic:
    """An inequality with twice its smaller side: false of most."""
    return sp.Le(2 * statement.lts + 1, statement.gts, evaluate=False)


def inequalities() -> list[str]:
    return [name for name in in_table() if isinstance(as_relation(claims()[name].statement), sp.Le)]


@pytest.mark.parametrize("name", short(inequalities(), 60)[::4])
def test_a_statement_made_false_is_not_found(name: str) -> None:
    with pytest.raises(NoProof):
        proof_of(made_false(name))


@pytest.mark.parametrize("name", short(inequalities(), 1000)[::2])
def test_lines_are_not_read_as_a_proof_of_what_was_made_false(name: str) -> None:
    claim = made_false(name)
    with pytest.raises(NoProof, match="another statement"):
        read(claim, {used: claims()[used] for used in claim.uses}, lines_of(name) or {})


def made_false(name: str) -> Claim:
    relation = as_relation(claims()[name].statement)
    assert relation is not None
    return replace(claims()[name], statement=weaker(relation))


def conditioned() -> list[str]:
    return [n for n in in_table() if claims()[n].under.relations and not entries()[n]["lent"]]


@pytest.mark.parametrize("name", short(conditioned(), 200)[::3])
def test_a_proof_without_conditions_rests_on_none_of_them(name: str) -> None:
    """Without its relations a proof falls, or has no other hypotheses than before, but for what it takes of lemmas then."""
    claim = claims()[name]
    with_them = accepted(claim, {used: claims()[used] for used in claim.uses}, lines_of(name))
    allowed = set(with_them.under)
    assert allowed >= set(hypotheses_of(replace(claim, under=Domain((), claim.under.classes))))


def hypotheses_of(claim: Claim) -> tuple[str, ...]:
    """The open hypotheses of a proof beside what lemmas and premises say, none of one that falls."""
    try:
        found = proof_of(claim)
    except NoProof:
        return ()
    return tuple(said for said in found.under if said not in found.lent.values())


@pytest.mark.parametrize("name", short(conditioned(), 1000)[::6])
def test_lines_say_that_a_condition_is_open_which_the_claim_does_not_state(name: str) -> None:
    claim = claims()[name]
    premises, lines = {used: claims()[used] for used in claim.uses}, lines_of(name) or {}
    stated, bare = (read(one, premises, lines) for one in (claim, replace(claim, under=Domain((), claim.under.classes))))
    assert bare.under == stated.under
    assert set(bare.open) >= set(stated.open)
    assert (bare.open != stated.open) is bool(stated.conditions & set(map(str, claim.under.relations)))


def test_a_condition_that_a_proof_uses_is_missed() -> None:
    claim = claims()["aistats-B5-Gamma-linear"]
    with pytest.raises(NoProof, match="step 7 of 24"):
        proof_of(replace(claim, under=Domain((), claim.under.classes)))


def test_a_class_that_is_not_assumed_is_named() -> None:
    claim = claims()["aistats-B5-Gamma-linear"]
    with pytest.raises(NoProof, match="not assumed: every client's loss is twice differentiable"):
        proof_of(replace(claim, under=Domain(claim.under.relations)))


def test_a_claim_without_steps_is_no_proof() -> None:
    with pytest.raises(NoProof, match="no proof in steps"):
        proof_named("iccopt-bias-increases-with-h")


def test_what_no_condition_says_is_open() -> None:
    """A matrix whose symmetry nothing states, and a start that nothing says to come before all draws."""
    claim = claims()["aistats-lem1-contraction"]
    D, x = Vector("matrix_of_nobody"), AnyVector("x")
    steps = (Apply(outer_of_product, "turned", matrix=D, u=x, v=x),)
    bounded = Domain((sp.Le(0, Low(D), evaluate=False),))
    found = proof_of(
        replace(claim, under=bounded, statement=sp.Eq(Outer(x, D * x), Outer(x, x) * D, evaluate=False), follows=steps, uses=())
    )
    assert found.open == ("symmetric(matrix_of_nobody)",)
    assert proof_named("symfed-eq44").open == ("before(G, Index(0), theta_w)",)


def test_a_start_that_nothing_says_is_no_letter_of_the_claim() -> None:
    claim, path = claims()["aistats-lem1-contraction"], sequence("path_of_nobody")
    step = Define("step", sp.Eq(path(h + 1), 2 * path(h), evaluate=False))
    start = sp.Eq(path(0), Vector("path_of_nobody_at_0"), evaluate=False)
    with pytest.raises(NoProof, match="is a letter of the claim already"):
        proof_of(replace(claim, under=Domain(), statement=start, follows=(step,), uses=()))


def on_few_steps(conclusion: sp.Basic, *steps: ProofStep, **lemmas: sp.Basic) -> Claim:
    """A claim for h <= H, with lemmas that hold there."""
    known = tuple(Lemma(name, said, ()) for name, said in lemmas.items())
    under = Domain((sp.Le(h, H, evaluate=False),))
    return Claim("tried", "inequality", "", Printed("symfed", "tried", ""), Tier.PROVED, under, conclusion, lemmas=known, follows=steps)


def test_a_condition_on_an_index_is_no_fact_about_all_indices() -> None:
    """From h <= H at h = H + 1 everything followed: as a hypothesis that no letter leaves free the condition is false."""
    at = {h: H + 1}
    for name, said in {"the condition": sp.Le(h, H, evaluate=False), "cubes": sp.Le(h**3, H**3, evaluate=False)}.items():
        steps = (Apply(instance, "there", relation=said, at=at), Arithmetic("end", sp.Le(1, 0, evaluate=False), ("there",)))
        with pytest.raises(NoProof, match="a hypothesis speaks of h"):
            accepted(on_few_steps(sp.Le(1, 0, evaluate=False), *steps, **{name: said}), {})


@pytest.mark.parametrize("index", [h, t])
def test_what_a_premise_says_of_few_steps_is_no_fact_about_others(index: sp.Symbol) -> None:
    """A premise for h <= H, or t <= H, in a claim under the same condition, and in one that puts H + 1 for the index."""
    nothing = Lemma("nothing", sp.Le(0, 0, evaluate=False), ())
    near, said = Domain((sp.Le(index, H, evaluate=False),)), sp.Le(index**3, H**3, evaluate=False)
    premise = Claim(
        "near", "inequality", "", Printed("symfed", "tried", ""), Tier.PROVED, near, said, lemmas=(nothing,), follows=(InWords("so it is"),)
    )
    steps = (Apply(instance, "there", relation="near", at={index: H + 1}), Arithmetic("end", sp.Le(1, 0, evaluate=False), ("there",)))
    false = replace(premise, id="tried", statement=sp.Le(1, 0, evaluate=False), follows=steps, uses=("near",))
    with pytest.raises(NoProof):
        accepted(false, {"near": premise})


def test_what_holds_for_few_steps_is_an_implication() -> None:
    condition, square = sp.Le(h, H, evaluate=False), sp.Le(h**2, H**2, evaluate=False)
    found = accepted(on_few_steps(square, Arithmetic("squares", square, ("near",)), near=condition), {})
    assert found.statement == "all n: Index. num(n) <= num(H_less_1 + 1) -> num(n) ^ 2 <= num(H_less_1 + 1) ^ 2"
    assert found.conditions == {"h <= H"}
    assert not found.under
