"""Coq reads what the kernel of sentences accepts, rule by rule, and refuses what was altered."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from symfed.coq.coq import coqc
from symfed.coq.sentences.file import proved, sentence_line, sentence_name, statement
from symfed.coq.sentences.listed import listed
from symfed.coq.sentences.reading import digest, judged, prepared, proof_of, written
from symfed.coq.sentences.recorded import RecordingKernel, RuleApplied, pruned
from symfed.kernel.facts import Fact
from symfed.kernel.page import SENTENCES
from symfed.kernel.terms import Client, Index, Map, Num, Vec, abstract, const, to
from symfed.ledger import Claims
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter

LETTERS = {
    "a": const("a", Num), "grad": const("grad", to(Client, Vec, Vec)), "A": const("A", Map), "theta": const("theta", to(Client, Vec)),
}  # fmt: skip
Recorded = tuple[Fact, list[RuleApplied]]


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return prepared(tmp_path_factory.mktemp("sentences"))


def made(write: Callable[[ProofWriter], ProofLine]) -> Recorded:
    kernel = RecordingKernel(LETTERS)
    last = write(ProofWriter(kernel)).fact
    return last, pruned(last, kernel.applied)


def by_arithmetic(text: str) -> Callable[[ProofWriter], ProofLine]:
    def write(writer: ProofWriter) -> ProofLine:
        for name, sort in (("x", Vec), ("y", Vec), ("n", Index), ("b", Num)):
            writer.variable(name, sort)
        return writer.arithmetic(writer.say(text))

    return write


def counted(writer: ProofWriter) -> ProofLine:
    """A sequence that goes up by one is the count, by induction."""
    n = writer.variable("n", Index)
    begins, goes_on = writer.recursion("up", [], writer.say("0"), writer.say("fun n: Index, b: Num. b + 1"))
    claim = writer.say("fun n: Index. up(n) = num(n)")
    start = writer.arithmetic(writer.say("up(0) = num(0)"), ProductOfFacts((begins,)))
    before = writer.assume(writer.say("up(n) = num(n)"))
    step = writer.arithmetic(writer.say("up(S(n)) = num(S(n))"), ProductOfFacts((writer.at(goes_on, n),)), ProductOfFacts((before,)))
    return writer.induction(claim, start, writer.general(writer.discharge(step, before.prop), n))


def chosen(writer: ProofWriter) -> ProofLine:
    """What solves A x = y for a positive map is named, and put in."""
    y = writer.variable("y", Vec)
    closed = writer.choose("solution", writer.sentence("solvable"))
    given = [writer.assume(writer.say(text)) for text in ("symmetric(A)", "0 < a", "a <= low(A)")]
    solved = writer.use(closed, writer.say("A"), writer.say("a"), *given, y)
    place = writer.variable("place", Vec)
    whole = writer.reflexive(writer.say("norm(A * solution(A, a, y))"))
    return writer.rewrite(whole, solved, abstract(writer.say("norm(A * solution(A, a, y)) = norm(place)"), place))


@pytest.mark.parametrize(
    "write",
    [counted, chosen,
     *(by_arithmetic(text) for text in (
         "mean(fun c: Client. 2 * grad(c, x) - x) = 2 * mean(fun c: Client. grad(c, x)) - x",
         "mean(fun c: Client. inner(grad(c, x), A * theta(c)) * b) = b * mean(fun c: Client. inner(A * theta(c), grad(c, x)))",
         "A * mean(fun c: Client. theta(c) + b * x) = A * (b * x) + mean(fun c: Client. A * theta(c))",
         "outer(x + y, b * x) * A = b * outer(x, x) * A + b * outer(y, x) * A",
         "(2 * b) ^ (n + 1) = 2 ^ n * b ^ n * b * 2",
         "A ^ (n + 1) * x = A ^ n * (A * x)",
         "norm(x + y - x) / (3 * b) = norm(y) / (b + 2 * b)",
         "b ^ (2 * n + n * (2 * n) + 3) = (b ^ n) ^ 2 * b ^ (n * n) * b ^ (n * n) * b ^ 3",
         "num(n * (n + 2)) = num(n) ^ 2 + 2 * num(n)",
     ))],
)  # fmt: skip
def test_each_rule_is_accepted(ready: Path, write: Callable[[ProofWriter], ProofLine]) -> None:
    last, applied = made(write)
    assert judged(written(f"rule_{digest(last)}", last, applied, ready), last) == ""


def test_sentences_are_proved_as_the_page_has_them(ready: Path) -> None:
    path = ready / "page_of_sentences.v"
    lines = [sentence_line(name) for name in SENTENCES if sentence_name(name) in proved()]
    path.write_text("\n".join(["From Symfed Require Import Page.", *lines]))
    assert coqc(ready, path.name, 60).messages == ""


def claimed(name: str) -> Recorded:
    known = Claims()
    read = proof_of(known[name], {other: known[other] for other in known[name].uses})
    return read.last, read.applied


@pytest.mark.parametrize("name", ["hal-lemma7-cross-term", "symfed-cocoercivity", "symfed-telescoping"])
def test_claims_are_accepted(ready: Path, name: str) -> None:
    last, applied = claimed(name)
    assert listed()[name]["theorem"] == digest(last)
    assert judged(written(name, last, applied, ready), last) == ""


def other_coefficient(one: RuleApplied) -> RuleApplied | None:
    if one.rule != "arithmetic" or not one.said[1]:
        return None
    goal, ((part, facts), *others) = one.said
    return dataclasses.replace(
        one, said=(goal, [(dataclasses.replace(part, coefficient=part.coefficient + Fraction(1, 7)), facts), *others])
    )


def one_part_less(one: RuleApplied) -> RuleApplied | None:
    return dataclasses.replace(one, said=(one.said[0], one.said[1][1:])) if one.rule == "arithmetic" and one.said[1] else None


def one_fact_less(one: RuleApplied) -> RuleApplied | None:
    return dataclasses.replace(one, said=one.said[:-1]) if one.rule == "by" else None


def turned_terms(one: RuleApplied) -> RuleApplied | None:
    fact, *terms = one.said
    apart = one.rule == "at" and len(terms) > 1 and terms[0].sort is terms[1].sort and terms[0] is not terms[1]
    return dataclasses.replace(one, said=(fact, terms[1], terms[0], *terms[2:])) if apart else None


@pytest.mark.parametrize("alter", [other_coefficient, one_part_less, one_fact_less, turned_terms])
def test_an_altered_step_is_refused(ready: Path, alter: Callable[[Any], Any]) -> None:
    last, applied = claimed("symfed-telescoping" if alter in (other_coefficient, one_part_less) else "symfed-cocoercivity")
    place = next(k for k, one in enumerate(applied) if alter(one))
    altered = [*applied[:place], alter(applied[place]), *applied[place + 1 :]]
    assert "Error" in judged(written(f"altered_{alter.__name__}", last, altered, ready), last)


def test_an_altered_statement_is_refused(ready: Path) -> None:
    last, applied = claimed("symfed-cocoercivity")
    path = written("another_statement", last, applied, ready)
    path.write_text(path.read_text().replace(statement(last), statement(last).replace(" : ", " : ~ ", 1)))
    assert "not what the kernel's fact says" in judged(path, last)


def test_an_axiom_of_one_s_own_is_refused(ready: Path) -> None:
    last, applied = made(by_arithmetic("b + b = 2 * b"))
    path = written("own_axiom", last, applied, ready)
    text = path.read_text().replace("(* the proof *)", "Axiom more : forall b : R, b + b = 2 * b.")
    before, after = text.rsplit("Proof. exact ", 1)
    path.write_text(f"{before}Proof. exact (more v_b). Qed.\n" + after[after.index("Print") :])
    assert judged(path, last) == "it assumes more"
