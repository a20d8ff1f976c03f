"""Lines that are at hand are read and not believed: they must be a proof of this claim, of its names as its steps define them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
import sympy as sp

from symfed.core.claim import Claim, Printed
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.verdict import Tier
from symfed.kernel.page import kernel_with
from symfed.kernel.terms import Num, Term, Vec, const
from symfed.kernel.text import join
from symfed.ledger import Claims
from symfed.prove import table
from symfed.prove.accepted import accepted, find_lines
from symfed.prove.kept import lines_of
from symfed.prove.named import NoProof
from symfed.prove.reading import read
from symfed.prove.words import PROBLEM
from symfed.tactics.proof import ProductOfFacts, ProofWriter
from symfed.theorems import Apply, Arithmetic, Define
from symfed.theorems.operators import minimiser
from symfed.theorems.vocabulary import CURVED, Mean, Norm, Vector, grad


@cache
def claims() -> Claims:
    return Claims()


def premises(claim: Claim) -> dict[str, Claim]:
    return {name: claims()[name] for name in claim.uses}


def in_table() -> list[str]:
    return sorted(table.taken(table.load()))


@pytest.mark.parametrize("name", in_table()[::4])
def test_committed_lines_are_read_as_the_table_says(name: str) -> None:
    lines = lines_of(name)
    assert lines is not None
    assert table.alike(table.entry(read(claims()[name], premises(claims()[name]), lines)), table.load()[name])


def test_a_claim_without_committed_lines_has_none() -> None:
    assert lines_of("no-such-claim") is None
    assert lines_of("iccopt-bias-increases-with-h") is None


@pytest.mark.parametrize("name", in_table()[::40])
def test_lines_of_another_claim_are_refused(name: str) -> None:
    lines = lines_of("aistats-eq14-chain3" if name != "aistats-eq14-chain3" else "aistats-cor1-split")
    assert lines is not None
    with pytest.raises(NoProof):
        read(claims()[name], premises(claims()[name]), lines)


def test_lines_that_are_not_of_the_claim_are_found_anew() -> None:
    claim, lines = claims()["aistats-cor1-split"], lines_of("aistats-eq14-chain3")
    assert table.alike(table.entry(accepted(claim, premises(claim), lines)), table.load()[claim.id])


START, TWICE, FOUR_TIMES, STAR = (Vector(name) for name in ("start", "twice", "four_times", "theta_star"))


def claim_of(statement: sp.Basic, *steps: Any, under: Domain = ANYWHERE) -> Claim:
    return Claim("tried", "inequality", "", Printed("symfed", "tried", ""), Tier.PROVED, under, statement, follows=steps, reason="tried")


def written(claim: Claim, write: Callable[[ProofWriter], Any], **letters: Term) -> Mapping[str, Any]:
    """Lines that somebody wrote."""
    proof = ProofWriter(kernel_with({**PROBLEM, **letters}))
    proof.general(write(proof))
    return proof.data()


def multiples() -> Claim:
    steps = Define("inner", sp.Eq(TWICE, 2 * START, evaluate=False)), Define("outer", sp.Eq(FOUR_TIMES, 2 * TWICE, evaluate=False))
    sign = sp.Le(0, Norm(FOUR_TIMES), evaluate=False)
    return claim_of(sign, *steps, Arithmetic("sign", sign))


@pytest.mark.parametrize(("inner", "outer", "wrong"), [("2", "2", ""), ("3", "2", "twice"), ("2", "3", "four_times")])
def test_a_name_is_what_the_steps_of_the_claim_define(inner: str, outer: str, wrong: str) -> None:
    """Whatever the vector is, its norm is not negative; but the statement is about 2 (2 start), and what the inner name is counts too."""

    def write(proof: ProofWriter) -> Any:
        proof.define("twice", (), proof.say(f"{inner} * start"))
        proof.define("four_times", (), proof.say(f"{outer} * twice"))
        return proof.use("norms", proof.kernel.names["four_times"])

    lines = written(multiples(), write, start=const("start", Vec))
    if not wrong:
        assert read(multiples(), {}, lines).statement == "0 <= norm(four_times)"
        return
    with pytest.raises(NoProof, match=f"define {wrong} in another way"):
        read(multiples(), {}, lines)


AT_STAR = sp.Le(0, Norm(STAR), evaluate=False)


def at_a_minimiser() -> Claim:
    return claim_of(AT_STAR, Apply(minimiser, "first order", point=STAR), Arithmetic("sign", AT_STAR), under=Domain((), (CURVED,)))


def test_what_a_theorem_shows_to_exist_is_not_what_lines_say_it_is() -> None:
    """That |theta*| >= 0 holds of zero, too, and of whatever a sentence shows to exist; but theta* is the minimiser."""
    claim = at_a_minimiser()
    assert read(claim, {}, find_lines(claim, {})).statement == "0 <= norm(theta_star)"

    def norms(proof: ProofWriter) -> Any:
        return proof.use("norms", proof.kernel.names["theta_star"])

    def as_zero(proof: ProofWriter) -> Any:
        proof.define("theta_star", (), const("zero", Vec))
        return norms(proof)

    def as_any_vector(proof: ProofWriter) -> Any:
        zero = const("zero", Vec)
        is_itself = proof.say("fun x: Vec. x = x")
        proof.choose("theta_star", proof.use("a vector with it", is_itself, zero, proof.reflexive(zero)))
        return norms(proof)

    for write in (as_zero, as_any_vector):
        with pytest.raises(NoProof, match="define theta_star in another way"):
            read(claim, {}, written(claim, write))


def test_lines_take_nothing_for_granted_unseen() -> None:
    """A statement that is assumed as it stands is a proof that rests on it, and that is said."""
    claim = claim_of(sp.Eq(Mean(grad(STAR)), 0, evaluate=False), Arithmetic("so", sp.Eq(Mean(grad(STAR)), 0, evaluate=False)))
    lines = written(claim, lambda proof: proof.assume(proof.say("mean(fun c: Client. grad(c, theta_star)) = zero(Vec)")),
                    theta_star=const("theta_star", Vec))  # fmt: skip
    proof = read(claim, {}, lines)
    assert proof.open == (proof.statement,)
    assert not proof.conditions


def test_a_condition_that_the_claim_has_lost_is_open() -> None:
    claim = claims()["aistats-B5-Gamma-linear"]
    lines = lines_of(claim.id)
    assert lines is not None
    used = read(claim, premises(claim), lines)
    for condition, wider in claim.under.dropped():
        proof = read(replace(claim, under=wider), premises(claim), lines)
        assert bool(set(proof.open) - set(used.open)) == (str(condition) in used.conditions or _class(condition, used.conditions))


def _class(condition: Any, used: frozenset[str]) -> bool:
    return bool(set(getattr(condition, "closure", tuple)()) & used)


@pytest.mark.parametrize("lines", [{}, {"variables": {}, "terms": [], "lines": []}, {"variables": {}, "terms": [], "lines": [["absurd"]]}])
def test_what_is_no_proof_is_refused(lines: dict[str, Any]) -> None:
    with pytest.raises(NoProof, match=r"KernelRefusal: (?:a|no) proof"):
        read(at_a_minimiser(), {}, lines)


def test_arithmetic_of_lines_is_checked() -> None:
    claim = claim_of(sp.Le(1, 0, evaluate=False), Arithmetic("so", sp.Le(1, 0, evaluate=False)))
    sound = written(claim, lambda proof: proof.arithmetic(join("<=", const("0", Num), const("1", Num)), ProductOfFacts()))
    forged = {**sound, "terms": [text.replace("0 <= 1", "1 <= 0") for text in sound["terms"]]}
    with pytest.raises(NoProof):
        read(claim, {}, forged)
