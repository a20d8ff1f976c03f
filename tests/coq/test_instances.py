"""Exact instances as statements of Coq: what is written down is what was computed, and is made from the transcription."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symfed.checks import CounterexampleSearch
from symfed.coq.instances import refutation
from symfed.coq.instances.numbers import Number, Record, facts, spelt
from symfed.coq.instances.witness import instance_of
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import ANYWHERE
from symfed.core.errors import InvalidInput
from symfed.core.grammar import expression
from symfed.ledger import load
from symfed.ledger.discovery import Claims
from symfed.strategies import instances


@lru_cache(maxsize=1)
def rows() -> dict[str, Any]:
    return {row["id"]: row for row in load()}


def searched(claim: Claim) -> tuple[Lemma, CounterexampleSearch]:
    """The first lemma of a claim that is searched for instances, and its search."""
    return next((lemma, check) for lemma in claim.proof for check in lemma.checks if isinstance(check, CounterexampleSearch))


def refuted(claim_id: str, statement: Any = None) -> CoqTheorem:
    claim = Claims("proofs_checks")[claim_id]
    lemma, check = searched(claim)
    return refutation(claim.id, statement or lemma.statement, check, lemma.under(claim.under), rows()[claim_id]["witness"], claim.says)


def value_of_text(found: Any, given_numbers: dict[str, Number]) -> Any:
    """What a term says, read by the package's own grammar."""
    names = {name: number.value for name, number in given_numbers.items()}
    for called, text in found.lets:
        names[called] = evaluated(text, names)
    return evaluated(found.terms[0], names)


def evaluated(text: str, names: dict[str, Any]) -> flint.fmpq:
    plain = re.sub(r"[a-z]\w*", lambda match: f"({names[match[0]]})", text.replace("^", "**"))
    exact = expression(plain)
    return flint.fmpq(int(exact.p), int(exact.q))


OPERATIONS = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "/": lambda a, b: a / b if b.value else a}


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from([*OPERATIONS, "^", "negative"]), st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=12)
)
def test_a_text_says_what_was_computed(operations: list[tuple[str, int, int]]) -> None:
    record = Record()
    numbers: list[Number] = [record.number(called, value) for called, value in (("a", "-2/3"), ("b", "3"), ("k", "1/2"))]
    for operation, first, second in operations:
        one, other = numbers[first % len(numbers)], numbers[second % len(numbers)]
        if operation == "^":
            numbers.append(one ** (second % 3 + 1))
        elif operation == "negative":
            numbers.append(-one)
        else:
            numbers.append(OPERATIONS[operation](one, other))
    last = numbers[-1]
    if len(str(last.value)) < 2000:
        assert value_of_text(spelt([last]), record.given) == last.value


def test_comparisons_answer_by_value_and_are_written_down() -> None:
    record = Record()
    a, b = record.number("a", "1/2"), record.number("b", 2)
    assert max(a, b) is b
    assert abs(a - b).value == flint.fmpq(3, 2)
    said = {(spelt([left]).terms[0], sign, spelt([right]).terms[0]) for left, sign, right in facts(record)}
    assert said == {("b", ">", "a"), ("a - b", "<", "0")}
    with pytest.raises(InvalidInput, match="whole power"):
        a ** flint.fmpq(1, 2)
    with pytest.raises(TypeError):
        int(a + b)


def test_the_statement_is_made_from_the_transcription() -> None:
    there = refuted("aistats-thm2-exact-bias")
    told = there.statement()
    assert "let A_1 := 1 in let A_2 := 2 in let centre_1 := 0 in let centre_2 := 1 in let gamma := 1 / 2 in" in told
    assert "kept (fedavg gamma 2) 2 [quadratic A_1 centre_1; quadratic A_2 centre_2] (x1, [0; 0])" in told
    assert "fun x g xi x_start => x - gamma * g" in told
    assert "A_2 * gamma <= 1" in told  # the printed condition
    assert "hessians = [[[1]], [[2]]]" in " ".join(there.says.split())
    # another transcription is another statement about the same law
    other = refuted("aistats-thm2-exact-bias", lambda p, gamma, H: 0 * p.gradients[0]).statement()
    assert other != told
    assert other.split("->")[0] == told.split("->")[0]


def test_what_is_divided_by_is_shown_to_be_zero() -> None:
    told = refuted("aistats-eq3-products", lambda p, gamma, H: p.gradients[0] / (1 - gamma * p.hessians[0, 0, 0])).statement()
    assert told.endswith("1 - gamma * A = 0")


def test_second_moments_are_those_that_a_round_keeps() -> None:
    told = refuted("symfed-scaffold-mean-curvature").statement()
    assert "stationary_moments (scaffold gamma 2) 2 [A_1; A_2] [C_1; C_2] [[v00_1; v01_1; v02_1]" in told
    assert "sum [y1_1; y2_1] = 0" in told


@pytest.mark.parametrize(
    ("claim_id", "reason"),
    [
        ("argo-lsa-algo", "no numbers"),
        ("aistats-eq3-products", "says nothing of its instance's numbers"),  # an empty product: Id - Id, whatever the clients are
        ("aistats-prop4-var-split", "more than one dimension"),
        ("iccopt-scaffold-right-point", "does not follow its numbers"),
    ],
)
def test_what_cannot_be_said_is_refused(claim_id: str, reason: str) -> None:
    with pytest.raises(InvalidInput, match=reason):
        refuted(claim_id)


def off_the_plain_mean(i: Any) -> tuple[int, int]:
    """1 if theta* differs from the plain mean of the clients' optima, and 1."""
    return int((i.problem.optimum != i.problem.optima.sum(axis=0) / i.N).any()), 1


def test_a_yes_or_no_needs_a_comparison_of_what_was_computed() -> None:
    search = CounterexampleSearch(lambda d, N: instances(d, N, noise=False))
    witness = {"gamma": "1", "H": "1", "hessians": [[["1"]], [["1"]]], "optima": [["0"], ["1"]], "left": "0", "right": "1"}
    told = refutation("off", off_the_plain_mean, search, ANYWHERE, witness).statement()
    assert "(A_1 * centre_1 + A_2 * centre_2) / (A_1 + A_2) = (centre_1 + centre_2) / 2" in told
    with pytest.raises(InvalidInput, match="says nothing of its instance's numbers"):
        refutation("off", lambda i: (0, 1), search, ANYWHERE, witness)


def test_a_witness_that_no_check_draws_is_refused() -> None:
    _, check = searched(Claims("proofs_checks")["aistats-lem9-telescoping"])
    with pytest.raises(InvalidInput, match="no instance that its check draws"):
        instance_of(check, {"rescaling": "losses times k"})
