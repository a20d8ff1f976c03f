"""Claims and lines that somebody wrote to have a falsehood accepted: each is refused, or what it takes for granted is open."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import sympy as sp

from symfed.core.claim import Claim, Printed
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.symbols import H, h
from symfed.core.verdict import Tier
from symfed.kernel.page import kernel_with
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Client, Index, Map, Num, Term, Vec, const
from symfed.prove.named import NoProof
from symfed.prove.reading import read
from symfed.prove.words import PROBLEM
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter
from symfed.theorems import Apply, Arithmetic, Assumed, Define
from symfed.theorems.interpolation import SMOOTH_CONVEX, loss
from symfed.theorems.operators import minimiser
from symfed.theorems.vocabulary import CURVED, AnyVector, E, Inner, Mean, Norm, OpNorm, Quantity, Stated, Vector, distance, grad, sequence
from symfed.theorems.within import Within

START, TWICE, SOME_MAP = (Vector(name) for name in ("start", "twice", "map_of_somebody"))
x, y, ANY_MAP = (AnyVector(name) for name in ("x", "y", "map_of_anybody"))
LETTERS = {"start": const("start", Vec), "map_of_somebody": const("map_of_somebody", Map)}
Writer = Callable[[ProofWriter], ProofLine]


def at_most(small: Any, large: Any) -> sp.Le:
    return sp.Le(small, large, evaluate=False)


def equals(left: Any, right: Any) -> sp.Eq:
    return sp.Eq(left, right, evaluate=False)


NORM, FALSE = at_most(0, Norm(START)), at_most(1, 0)


def claim_of(statement: sp.Basic, *steps: Any, under: Domain = ANYWHERE) -> Claim:
    follows = (*steps, Arithmetic("so", statement))
    return Claim("tried", "inequality", "", Printed("symfed", "tried", ""), Tier.PROVED, under, statement, follows=follows, reason="tried")


def written(write: Writer, **letters: Term) -> Mapping[str, Any]:
    proof = ProofWriter(kernel_with({**PROBLEM, **LETTERS, **letters}))
    proof.general(write(proof))
    return proof.data()


def norms(proof: ProofWriter) -> ProofLine:
    return proof.use("norms", proof.say("start"))


def also(proof: ProofWriter, line: ProofLine, hypothesis: str) -> ProofLine:
    """A fact under one more hypothesis."""
    more = proof.assume(proof.say(hypothesis))
    both = proof.use("both", line.prop, more.prop, line, more)
    return proof.use("the first of both", line.prop, more.prop, both)


# conditions that the claim does not have

LONG = Stated("somebody's start is no longer than one", relations=(at_most(Norm(START), 1),))
AS_CURVED = Stated(CURVED.says, relations=LONG.relations)


@pytest.mark.parametrize(
    ("steps", "under"),
    [
        ((Assumed("short", LONG),), ANYWHERE),
        ((Within((NORM,), (Assumed("short", LONG),)),), ANYWHERE),
        ((Within((NORM,), (Within((NORM,), (Assumed("short", LONG),)),)),), ANYWHERE),
        ((Assumed("short", AS_CURVED),), Domain((), (CURVED,))),
    ],
)
def test_a_class_that_the_claim_does_not_have_is_no_condition(steps: Any, under: Domain) -> None:
    """Nor under conditions of a step's own, nor with the words of one that it has and with other relations."""
    claim = claim_of(at_most(Norm(START), 1), *steps, under=under)
    with pytest.raises(NoProof, match="not assumed"):
        read(claim, {}, written(lambda proof: proof.assume(proof.say("norm(start) <= 1"))))


def test_a_class_that_the_claim_has_is_one_within_a_step_too() -> None:
    claim = claim_of(at_most(Norm(START), 1), Within((NORM,), (Assumed("short", LONG),)), under=Domain((), (LONG,)))
    proof = read(claim, {}, written(lambda proof: proof.assume(proof.say("norm(start) <= 1"))))
    assert (proof.open, proof.conditions) == ((), {LONG.says})


def test_a_condition_on_any_map_is_none_on_all_maps() -> None:
    claim = claim_of(at_most(OpNorm(SOME_MAP), 1), under=Domain((at_most(OpNorm(ANY_MAP), 1),)))
    every = "all A: Map. opnorm(A) <= 1"
    lines = written(lambda proof: proof.at(proof.assume(proof.say(every)), proof.say("map_of_somebody")))
    assert read(claim, {}, lines).open == (every,)


def test_a_condition_on_any_map_stands_before_the_statement() -> None:
    claim = claim_of(at_most(OpNorm(ANY_MAP), 2), under=Domain((at_most(OpNorm(ANY_MAP), 1),)))

    def write(proof: ProofWriter) -> ProofLine:
        A = proof.variable("A", Map)
        short = proof.assume(proof.say("opnorm(A) <= 1"))
        less = proof.arithmetic(proof.say("opnorm(A) <= 2"), ProductOfFacts((short,)), ProductOfFacts())
        return proof.general(proof.discharge(less, short.prop), A)

    proof = read(claim, {}, written(write))
    assert proof.statement == "all A: Map. opnorm(A) <= 1 -> opnorm(A) <= 2"
    assert (proof.open, proof.conditions) == ((), {"OpNorm(map_of_anybody) <= 1"})


# signs

NEVER_NEGATIVE, OF_SOMEBODY = distance("far'"), Quantity("number_of_somebody")
A_REAL, A_POSITIVE = (sp.Symbol("a_letter", **{kind: True}) for kind in ("real", "positive"))


def test_a_defined_number_has_no_sign_by_its_name() -> None:
    """Whatever the name is spelt with."""
    claim = claim_of(FALSE, Define("far", equals(NEVER_NEGATIVE(x), -1)))

    def write(proof: ProofWriter) -> ProofLine:
        zero = proof.say("zero(Vec)")
        far = proof.define("far_", (proof.variable("x", Vec),), proof.say("0 - 1"))
        sign = proof.assume(proof.say("all x: Vec. 0 <= far_(x)"))
        at_zero = ProductOfFacts((proof.at(sign, zero),)), ProductOfFacts((proof.at(far, zero),), Fraction(-1))
        return proof.arithmetic(proof.say("1 <= 0"), *at_zero)

    assert read(claim, {}, written(write)).open == ("all x: Vec. 0 <= far_(x)",)


def test_a_name_is_given_under_no_conditions_of_its_own() -> None:
    """Else it would be a letter of the claim, with the sign of one."""
    claim = claim_of(at_most(0, OF_SOMEBODY), Within((NORM,), (Define("given", equals(OF_SOMEBODY, -1)),)))
    lines = written(lambda proof: proof.assume(proof.say("0 <= number_of_somebody")), number_of_somebody=const("number_of_somebody", Num))
    with pytest.raises(NoProof, match="a name that is given under conditions"):
        read(claim, {}, lines)
    inside = Within((NORM,), (Apply(minimiser, "there", point=Vector("minimiser_of_somebody")),))
    with pytest.raises(NoProof, match="a name that is given under conditions"):
        read(claim_of(NORM, inside, under=Domain((), (CURVED,))), {}, written(norms))


# letters that are two things


def zero_gap(proof: ProofWriter) -> ProofLine:
    zero = proof.arithmetic(proof.say("norm(zero(Vec)) <= 0"), ProductOfFacts((proof.sentence("norm of zero"),), Fraction(-1)))
    same = proof.arithmetic(proof.say("zero(Vec) = a_b + (0 - 1) * a_b"))
    return proof.rewrite(zero, same, proof.say("fun x: Vec. norm(x) <= 0"))


@pytest.mark.parametrize(
    ("statement", "write", "letters"),
    [
        (at_most(Norm(Vector("a.b") - Vector("a_b")), 0), zero_gap, {"a_b": const("a_b", Vec)}),
        (
            equals(sp.Symbol("H_less_1", integer=True, nonnegative=True) + 1, H),
            lambda proof: proof.arithmetic(proof.say("1 + num(H_less_1) = num(H_less_1 + 1)")),
            {"H_less_1": const("H_less_1", Index)},
        ),
        (sp.Lt(0, sp.Symbol("mu", negative=True), evaluate=False), lambda proof: proof.assume(proof.say("0 < mu")), {}),
    ],
)
def test_two_letters_are_not_one(statement: sp.Basic, write: Writer, letters: dict[str, Term]) -> None:
    with pytest.raises(NoProof, match="has the name of another letter"):
        read(claim_of(statement), {}, written(write, **letters))


def test_a_letter_has_the_sign_that_it_is_declared_with_and_not_that_of_its_namesake() -> None:
    claim = claim_of(at_most(0, A_REAL), Arithmetic("sign", at_most(0, A_POSITIVE)))

    def write(proof: ProofWriter) -> ProofLine:
        return proof.use("less is at most", numeral(0), proof.say("a_letter"), proof.assume(proof.say("0 < a_letter")))

    with pytest.raises(NoProof, match="has the name of another letter"):
        read(claim, {}, written(write, a_letter=const("a_letter", Num)))


@pytest.mark.parametrize("average", [Mean, E])
def test_a_letter_for_every_vector_is_none_of_each_client(average: Any) -> None:
    """|mean x_c| is not mean |x_c|, as it were if x_c were one vector."""
    own = AnyVector("any_c" if average is Mean else "any_w")
    with pytest.raises(NoProof, match="has the name of one of each client or draw"):
        read(claim_of(equals(Norm(average(own)), average(Norm(own)))), {}, written(norms))


# names

PATH = sequence("path_of_somebody")


@pytest.mark.parametrize(
    ("start", "step", "wrong"),
    [("start", "fun n: Index, x: Vec. 2 * x", False), ("2 * start", "fun n: Index, x: Vec. 2 * x", True),
     ("start", "fun n: Index, x: Vec. 3 * x", True), ("start", "fun n: Index, x: Vec. num(n) * x", True)],
)  # fmt: skip
def test_a_sequence_starts_and_goes_on_as_the_claim_says(start: str, step: str, wrong: bool) -> None:
    steps = Define("start", equals(PATH(0), START)), Define("step", equals(PATH(h + 1), 2 * PATH(h)))
    claim = claim_of(at_most(0, Norm(PATH(h))), *steps)

    def write(proof: ProofWriter) -> ProofLine:
        proof.recursion("path_of_somebody", (), proof.say(start), proof.say(step))
        n = proof.variable("n", Index)
        return proof.general(proof.use("norms", proof.say("path_of_somebody(n)")), n)

    if not wrong:
        assert not read(claim, {}, written(write)).open
        return
    with pytest.raises(NoProof, match="define path_of_somebody in another way"):
        read(claim, {}, written(write))


def test_parameters_stand_in_their_order() -> None:
    gap = sequence("gap_of_two")
    claim = claim_of(at_most(0, Norm(gap(x, y))), Define("gap", equals(gap(x, y), x - 2 * y)))

    def writer(*order: str) -> Writer:
        def write(proof: ProofWriter) -> ProofLine:
            plain = [proof.variable(name, Vec) for name in "xy"]
            proof.define("gap_of_two", [proof.variable(name, Vec) for name in order], proof.say("x + (0 - 1) * 2 * y"))
            return proof.general(proof.use("norms", proof.say("gap_of_two(x, y)")), *plain)

        return write

    assert not read(claim, {}, written(writer("x", "y"))).open
    with pytest.raises(NoProof, match="define gap_of_two in another way"):
        read(claim, {}, written(writer("y", "x")))


def test_a_name_that_stands_in_hypotheses_alone_is_the_claims() -> None:
    short = at_most(Norm(2 * TWICE), 1)
    steps = (Define("twice", equals(TWICE, 2 * START)), Assumed("short", Stated("twice somebody's start is short", relations=(short,))))
    claim = claim_of(NORM, *steps, under=Domain((), (steps[1].condition,)))

    def writer(value: str) -> Writer:
        def write(proof: ProofWriter) -> ProofLine:
            proof.define("twice", (), proof.say(value))
            return also(proof, norms(proof), "2 * norm(twice) <= 1")

        return write

    assert read(claim, {}, written(writer("2 * start"))).conditions == {steps[1].condition.says}
    with pytest.raises(NoProof, match="define twice in another way"):
        read(claim, {}, written(writer("zero(Vec)")))


@pytest.mark.parametrize("name", ["start", "grad", "mu", "norm", "Curved", "all", "mean"])
def test_lines_define_no_letter_and_no_symbol(name: str) -> None:
    lines = written(lambda proof: proof.use("norms", proof.say("start")))
    first = {
        **lines,
        "terms": [*lines["terms"], "zero(Vec)"],
        "lines": [["define", name, [], len(lines["terms"])], *_later(lines["lines"])],
    }
    with pytest.raises(NoProof, match="is no new name"):
        read(claim_of(NORM), {}, first)


def _later(lines: Any) -> list[Any]:
    return [[rule, said[0] + 1, *said[1:]] if rule in ("at", "by") else [rule, *said] for rule, *said in lines]


def test_the_problems_own_loss_is_no_name_to_give() -> None:
    """Were it zero, all gradients were zero, by what the class says of a loss and its gradient."""
    statement = at_most(Inner(grad(y), x - y), 0)
    claim = claim_of(statement, Define("none", equals(loss(x), 0)), under=Domain((), (SMOOTH_CONVEX,)))
    said = "all c: Client. Loss(loss_c(c), grad(c), mu, L)"

    def write(proof: ProofWriter) -> ProofLine:
        c, v = proof.variable("c", Client), proof.variable("x", Vec)
        proof.define("loss_c", (c, v), numeral(0))
        return also(proof, norms(proof), said)

    assert read(claim_of(NORM, *claim.follows[:1], under=claim.under), {}, written(write)).open == (said,)


# what else lines say


def test_what_lines_only_suppose_is_no_fact_of_theirs() -> None:
    """A stronger statement that is assumed, or that is shown of another thing with the name of the claim's, is not shown."""
    claim = claim_of(NORM, Define("twice", equals(TWICE, 2 * START)))
    shorter = at_most(Norm(START), 0)

    def lines(*first: list[Any]) -> dict[str, Any]:
        terms = ["start", "norm(start) <= 0", "zero(Vec)", "0 <= norm(start)", "2 * start"]
        return {"variables": {}, "terms": terms, "lines": [*first, ["sentence", "norms"], ["at", len(first), [0]]]}

    assert not read(claim, {}, lines(["assume", 1])).says(shorter)
    assert not read(claim, {}, lines(["define", "twice", [], 2])).says(equals(TWICE, 0))
    assert read(claim, {}, lines(["define", "twice", [], 4])).says(equals(TWICE, 2 * START))
    assert read(claim, {}, lines(["assume", 1])).says(NORM)
    assert read(replace(claim, under=Domain((shorter,))), {}, lines(["assume", 1])).says(shorter)


# what is no proof, or a long one


@pytest.mark.parametrize(
    "lines",
    [None, 3, [], {"variables": None, "terms": None, "lines": None}, {"variables": {}, "terms": "start", "lines": "ab"},
     {"variables": {"x": 1}, "terms": [], "lines": [["sentence", "norms"]]}, {"variables": {}, "terms": [], "lines": [[["assume"], 0]]},
     {"variables": {}, "terms": ["start"], "lines": [["define", ["twice"], [], 0]]},
     {"variables": {}, "terms": [], "lines": [["sentence", "norms"], ["choose", "twice", 0]]},
     {"variables": {}, "terms": [], "lines": [["sentence", "norms"], ["at", True, []]]}],
)  # fmt: skip
def test_what_is_no_data_of_a_proof_is_refused(lines: Any) -> None:
    with pytest.raises(NoProof):
        read(claim_of(NORM), {}, lines)


def test_hypotheses_too_long_to_show_are_refused() -> None:
    def write(proof: ProofWriter) -> ProofLine:
        line, whole = norms(proof), "norm(start) <= 1"
        for _ in range(6):
            whole = f"({whole}) and ({whole})"
        for k in range(400):
            line = also(proof, line, f"norm(start) <= {k} and {whole}")
        return line

    with pytest.raises(NoProof, match="hypotheses of more than"):
        read(claim_of(NORM), {}, written(write))


def test_a_statement_too_deep_to_show_is_refused() -> None:
    terms = ["0 <= norm(start)", *(f"#0 -> #{k}" for k in range(240))]
    lines = {"variables": {}, "terms": terms, "lines": [["assume", 240]]}

    def further(levels: int) -> None:
        if levels:
            further(levels - 1)
        else:
            read(claim_of(NORM), {}, lines)

    with pytest.raises(NoProof):
        further(500)
