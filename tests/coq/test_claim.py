"""A claim's file says what is printed, its lemmas in the order of the proof, and what it leaves out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass, replace
from typing import Any

import pytest
import sympy as sp
from hypothesis.strategies import nothing

from symfed.checks import Certificate, CounterexampleSearch, SignCheck, SymbolicIdentity
from symfed.checks.identity import as_printed
from symfed.coq import accepted
from symfed.coq.accepted import THE_PROOF
from symfed.coq.building import _culprit
from symfed.coq.claim import BUG, ClaimFile, Part, exported
from symfed.coq.coq import Judgement
from symfed.core.claim import Claim, InWords, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.scope import ONE_DIMENSION
from symfed.core.source import Printed
from symfed.core.symbols import H, gamma, mu
from symfed.core.verdict import Tier
from symfed.ledger import Claims

CLAIMS = Claims()
SQUARE = SymbolicIdentity(lambda: gamma**2 - mu**2, as_printed)
SEARCH = CounterexampleSearch(lambda d, N: nothing())
UNDER = Domain((gamma * mu <= 1,), (Class("smooth losses"),))


def claim(*lemmas: Lemma, **more: Any) -> Claim:
    told = {"expect": Tier.PROVED, "under": UNDER, "lemmas": lemmas, **more}
    return Claim("some-thm-1", "identity", "What it says.", Printed("made", "Theorem 1", r"x (*) \le \"y\""), **told)


SPLIT = Lemma("split", (gamma - mu) * (gamma + mu), (SQUARE,), says="Both factors.")
SIGN = Lemma("one step", (1 - gamma * mu, 1 / (1 + gamma * mu)), (SEARCH, SignCheck()))


def test_the_head_says_what_is_printed_and_under_which_conditions() -> None:
    head, _, rest = exported(claim(SPLIT)).text.partition("*)\n")
    assert head.startswith("(* some-thm-1: What it says.\n   made, Theorem 1. Printed:\n     x ( * ) \\le \\'y\\'\n   Conditions:\n")
    assert "     gamma*mu <= 1\n     in words: smooth losses" in head
    assert rest.startswith("From Symfed Require Import Prelude.\n\n(* Both factors. *)\nTheorem split :")


def test_theorems_stand_in_the_order_of_the_proof_and_are_asked_what_they_assume() -> None:
    file = exported(claim(SPLIT, SIGN))
    assert file.path == "made/some_thm_1.v"
    assert [theorem.name for theorem in file.theorems] == ["split", "one_step"]
    assert "Definition all_of_this_file := (split, one_step).\n" in file.text
    assert file.text.endswith("Print Assumptions all_of_this_file.\n")
    assert all(part.short == "" for part in file.parts)


def test_a_claim_that_is_its_own_lemma_has_its_name() -> None:
    file = exported(claim(statement=SPLIT.statement, checks=SPLIT.checks))
    assert [theorem.name for theorem in file.theorems] == ["some_thm_1"]


def test_names_are_nobody_elses() -> None:
    lemmas = [replace(SPLIT, name=name) for name in ("square of sum", "a-b", "a_b", "some-thm-1")]
    names = [theorem.name for theorem in exported(claim(*lemmas)).theorems]
    assert names == ["lemma_square_of_sum", "a_b", "a_b_again", "lemma_some_thm_1"]


def test_what_is_not_there_is_said() -> None:
    searched = Lemma("searched", SPLIT.statement, (SEARCH,))
    aside = replace(SPLIT, name="second road", crosscheck=True)
    text = exported(claim(SPLIT, searched, aside)).text
    assert "Not here, or not whole:\n     searched: searched or simulated, which proves nothing *)" in text
    assert "Cross-checks, on which nothing rests and which are not here: second road." in text
    assert "second_road" not in text


def test_a_part_of_the_range_is_no_whole_lemma() -> None:
    part = exported(claim(Lemma("flat", SPLIT.statement, (replace(SQUARE, covers=ONE_DIMENSION),)))).parts[0]
    assert (len(part.theorems), part.short) == (1, "d = 1 alone")


def test_the_first_exact_check_that_can_be_said_is_taken() -> None:
    both = Lemma("both", SIGN.statement, (Certificate(()), SignCheck()))
    assert "apply" in "".join(exported(claim(both)).theorems[0].script)  # type: ignore[attr-defined]
    crooked = Lemma("crooked", lambda n: n, (SQUARE,))
    assert exported(claim(crooked)).parts[0].short == "is no expression"


def test_steps_in_words_are_no_proof() -> None:
    parts = exported(claim(SPLIT, statement=gamma, follows=(InWords("as is seen"), InWords("and so on")))).parts
    assert [(part.of, part.short) for part in parts] == [("split", ""), ("the proof", "2 steps in words")]


@dataclass(frozen=True)
class Step:
    """A named theorem, as far as it is shown."""

    in_words: bool = False


def test_a_proof_by_named_theorems_is_read_as_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    stepped = claim(SPLIT, statement=gamma, follows=(Step(),))
    assert [(part.of, part.short) for part in exported(stepped).parts] == [
        ("split", ""),
        (THE_PROOF, "by named theorems: it is read as sentences"),
    ]
    monkeypatch.setattr("symfed.prove.table.load", lambda: {stepped.id: {"lent": []}})  # the kernel needs no lemma: none is written
    assert [part.of for part in exported(stepped).parts] == [THE_PROOF]


def test_a_premise_that_no_proof_has_in_it_is_missing() -> None:
    parts = exported(claim(SPLIT, uses=("other",))).parts
    assert [(part.of, part.short) for part in parts] == [("split", ""), ("other", "a premise, of which nothing is here")]


def test_a_refuted_claim_has_the_refutation_alone() -> None:
    wrong = claim(Lemma("statement", (gamma * mu * H, gamma), (SEARCH, SignCheck())), expect=Tier.REFUTED)
    file = exported(wrong, {"gamma": "1", "mu": "1", "H": "2"})
    assert file.refutes
    assert [theorem.name for theorem in file.theorems] == ["statement_is_false"]
    assert exported(wrong).parts[0].short == "no witness is committed"


def test_what_restates_another_claim_says_where_to_look() -> None:
    file = exported(claim(SPLIT, restates="other"))
    assert file.theorems == ()
    assert "See other, which says the same" in file.text
    assert "Theorem" not in file.text.replace("Theorem 1", "")


def test_what_coq_refuses_is_left_out_and_said_and_again_when_it_is_made_anew() -> None:
    file = exported(claim(SPLIT, SIGN))
    said = Judgement(
        False, f'File "./some.v", line {1 + file.text[: file.text.index("one_step")].count(chr(10))}, characters 2-4:\nError: No.'
    )
    name = _culprit(file, said, None, 1.0)  # type: ignore[arg-type]  # nothing is compiled
    assert name == "one_step"
    less = file.without({name: "refused by Coq: No."})
    assert [theorem.name for theorem in less.theorems] == ["split"]
    assert "one step: refused by Coq: No." in less.text
    again = accepted.entry(less, "", None)
    assert file.without(accepted.refused(again)) == less
    assert again["parts"]["one step"]["refused"] == {"one_step": "refused by Coq: No."}


def test_a_refutation_stands_without_its_control() -> None:
    theorems = exported(claim(SPLIT, SIGN)).theorems
    file = ClaimFile("a", "made/a.v", ("a: what it says.",), True, (Part("statement", theorems),))
    less = file.without({"one_step": "refused by Coq: No."})
    assert [[theorem.name for theorem in part.theorems] for part in less.parts] == [["split"]]
    assert (less.parts[0].short, "one_step: refused by Coq: No." in less.text) == ("", True)
    assert file.without({"split": "refused by Coq: No."}).theorems == ()


def test_texts_do_not_depend_on_the_process() -> None:
    ask = (
        "from symfed.ledger import Claims; from symfed.coq.claim import exported; print(exported(Claims()['symfed-scaffold-factors']).text)"
    )

    def text(seed: str) -> str:
        done = subprocess.run([sys.executable, "-c", ask], capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed})
        return done.stdout

    one, other = text("1"), text("2")
    assert re.findall("^Theorem", one, re.MULTILINE)
    assert one == other


def test_a_bug_in_an_exporter_is_no_reason_to_write_nothing() -> None:
    broken = Lemma("broken", SPLIT.statement, (SymbolicIdentity(lambda: sp.S(1 // 0), as_printed),))
    assert [part.short for part in exported(claim(SPLIT, broken)).parts] == ["", f"{BUG}: ZeroDivisionError"]


def shorts(name: str) -> dict[str, str]:
    return {part.of: part.short for part in exported(CLAIMS[name]).parts}


@pytest.mark.parametrize(
    ("name", "lemmas"),
    [
        ("aistats-prop6-sumh0", ["statement"]),
        ("symfed-sum-of-steps", ["statement"]),
        ("symfed-mean-of-powers", ["below", "above"]),
        ("symfed-scaffold-drift-norm", ["sum of squares"]),
        ("symfed-scaffold-factors", ["sum of powers"]),
        ("symfed-fedavg-bias-floor", ["statement"]),
    ],
)
def test_a_sum_or_a_limit_that_is_worked_out_before_coq_reads_it_is_not_what_is_printed(name: str, lemmas: list[str]) -> None:
    worked_out = f"after its {'limit' if 'floor' in name else 'sum'} was worked out"
    assert {of: short for of, short in shorts(name).items() if short} == dict.fromkeys(lemmas, worked_out)


def test_a_sum_over_clients_stands_in_the_theorem_and_an_induction_says_its_sequence() -> None:
    over = {"c": "", "{c=1}^N": "", "{i=1}^N": "", "{h=1}^H": "after its sum was worked out", "{j<H}": "after its sum was worked out"}
    counted = Lemma("counted", gamma * H - gamma * mu * H, (SymbolicIdentity(lambda: H * gamma * (1 - mu), as_printed),))
    for index, short in over.items():
        printed = replace(claim(counted, SPLIT), printed=Printed("made", "Theorem 1", rf"\sum_{index}"))
        assert [part.short for part in exported(printed).parts] == [short, ""], index
    summed = replace(counted, checks=(SymbolicIdentity(lambda: sp.summation(gamma - gamma * mu, (H, 1, H)), as_printed),))
    assert exported(claim(summed)).parts[0].short == "after its sum was worked out"


@pytest.mark.parametrize(
    "name",
    ["aistats-table1", "iccopt-het-bias", "symfed-noise-matrix", "symfed-fedlsa-second-order", "symfed-fedlsa-extrapolated-bias",
     "symfed-scafflsa-first-order", "symfed-scaffold-against-fedavg-first-order"],
)  # fmt: skip
def test_the_equations_of_first_terms_are_not_the_expansion_of_a_law(name: str) -> None:
    parts = exported(CLAIMS[name]).parts
    assert all("that the law expands is not read" in part.short for part in parts if part.kind != "certified inequality")


def test_an_exact_statement_on_rounds_and_one_on_numbers_are_whole() -> None:
    for name in (
        "argo-fedlsa-bias",
        "symfed-scafflsa-settles",
        "aistats-table1-quadratic",
        "symfed-power-bound",
        "symfed-gradient-heterogeneity",
    ):
        assert not any("expands" in short or "worked out" in short for short in shorts(name).values()), name


def test_a_check_of_units_is_no_proof_of_what_is_printed() -> None:
    assert {*shorts("symfed-scaffold-rate-units").values(), *shorts("symfed-step-condition").values()} == {"a check of units"}
