"""Claims and printed statements refuse to be half made."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symfed.core.check import Check
from symfed.core.claim import Claim, InWords, Lemma, again, crosscheck, standalone_lemma
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.erratum import TYPO, Consequence, Erratum
from symfed.core.source import Printed, printed_at, sources
from symfed.core.symbols import L, gamma, mu
from symfed.core.verdict import Evidence, Tier


class Nod(Check):
    """A check that holds for everything; good enough to be carried by a claim."""

    method = "nod"

    def examine(self, statement: Any, under: Domain) -> Evidence:
        return self.holds("nodded")


NOD = Nod()
PRINTED = Printed("aistats", "Theorem 1", r"\theta")


def claim(**changes: Any) -> Claim:
    whole: dict[str, Any] = {
        "id": "aistats.test",
        "kind": "identity",
        "says": "one is one",
        "printed": PRINTED,
        "expect": Tier.PROVED,
        "statement": 1,
        "checks": (NOD,),
    }
    return Claim(**{**whole, **changes})


def test_a_whole_claim_is_accepted() -> None:
    assert claim().under.relations == ()
    assert claim(checks=(), statement=None, reason="an experiment without its data").reason


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"kind": "feeling"}, "kind 'feeling'"),
        ({"checks": ()}, "neither checks nor a reason"),
        ({"statement": None}, "no statement to examine"),
        ({"missing": "if the losses are convex"}, "no claim that states them"),
        ({"lemmas": (Lemma("one", 1, (Nod(),)),)}, "has both checks of its own and lemmas"),
        ({"checks": (), "statement": None, "lemmas": (Lemma("one", 1, (Nod(),)),) * 2}, "two lemmas have one name"),
        ({"checks": (), "lemmas": (Lemma("one", 1, (Nod(),)),)}, "does not say how its statement follows"),
    ],
)
def test_half_a_claim_is_refused_by_name(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as caught:
        claim(**changes)
    assert "aistats.test" in str(caught.value)


def test_a_claim_of_checks_is_its_own_lemma() -> None:
    (only,) = claim(wrong={"two": 2}).proof
    assert (only.name, only.statement, only.wrong, only.checks) == ("statement", 1, {"two": 2}, claim(checks=only.checks).checks)
    assert claim(checks=(), statement=None, reason="an experiment without its data").proof == ()


def test_lemmas_carry_a_claim_and_are_found_by_name() -> None:
    one, two = Lemma("one", 1, (Nod(),)), Lemma("two", 2, (Nod(),))
    whole = claim(checks=(), statement=None, lemmas=(one, two))
    assert whole.lemma("two") is two
    with pytest.raises(KeyError):
        whole.lemma("three")
    stated = claim(checks=(), lemmas=(one,), follows=(InWords("as is seen"),))
    assert [step.in_words for step in stated.follows] == [True]


def test_a_lemma_has_all_conditions_of_the_claim_unless_it_names_its_own() -> None:
    whole, own, given = Domain((gamma * L <= 1, mu <= 1)), Domain((mu <= 1,)), Domain((mu <= L,))
    assert Lemma("one", 1, (Nod(),)).under(whole) == whole
    assert Lemma("one", 1, (Nod(),), assumes=own, given=given).under(whole) == own & given
    assert Lemma("one", 1, (Nod(),), assumes=Domain()).under(whole) == Domain()


def test_a_fact_printed_in_another_place_names_the_claim_that_is_judged() -> None:
    elsewhere = Printed("hal", "Theorem 1", r"\theta")
    second = again(claim(see=("x",)), "hal.test", elsewhere)
    third = again(second, "hal.again", elsewhere, says="else", see=("hal.test",))
    assert (second.restates, second.says, second.see, second.printed) == ("aistats.test", "one is one", (), elsewhere)
    assert (third.restates, third.says, third.see) == ("aistats.test", "else", ("hal.test",))


def test_missing_words_need_a_claim_that_states_them() -> None:
    assert claim(missing="if the losses are convex", corrected="symfed.test").corrected == "symfed.test"


def test_every_folder_of_claims_declares_the_source_that_it_is_named_after(root: Path) -> None:
    folders = {path.parent.name for path in (root / "proofs_checks").glob("*/__init__.py")}
    assert set(sources()) == folders
    assert all(key == source.key and source.title and source.authors for key, source in sources().items())


def test_an_erratum_says_something_of_a_statement_that_falls() -> None:
    typo = Erratum(TYPO, "the proof has it right")
    with pytest.raises(ValueError, match="not to fall"):
        claim(erratum=typo)
    with pytest.raises(ValueError, match="says nothing"):
        Erratum(TYPO, " ")
    with pytest.raises(ValueError, match="leave it out"):
        Erratum(Consequence.NOT_SETTLED, "nobody knows")
    fallen = claim(expect=Tier.REFUTED, erratum=typo, differs={"other": "gamma for 2 gamma"})
    restated = again(fallen, "aistats.twice", PRINTED)
    assert (restated.erratum, restated.differs) == (typo, {})


def test_one_check_lemma_or_step_is_a_tuple_of_one() -> None:
    lemma, step = Lemma("only", 1, NOD), InWords("so it is")
    assert lemma == Lemma("only", 1, (NOD,))
    assert lemma.checks == (NOD,)
    made = claim(checks=(), lemmas=lemma, follows=step)
    assert (made.lemmas, made.follows) == ((lemma,), (step,))
    assert made == claim(checks=(), lemmas=(lemma,), follows=(step,))
    assert claim(checks=NOD) == claim()
    assert replace(made, says="two").lemmas == (lemma,)
    with pytest.raises(TypeError, match="checks"):
        Lemma("none", 1)  # type: ignore[call-arg, unused-ignore]


def test_the_id_of_a_claim_names_the_document() -> None:
    placed = claim(id="hal-thm1-bias", printed=printed_at("Theorem 1", "x"))
    assert placed.printed == Printed("hal", "Theorem 1", "x")
    assert again(placed, "aistats-thm1-bias", printed_at("Theorem 1", "x")).printed.source == "aistats"


def test_the_two_kinds_of_lemma_that_have_a_name() -> None:
    assert crosscheck("runs", 1, NOD) == Lemma("runs", 1, NOD, crosscheck=True)
    assert standalone_lemma("algebra", 1, NOD) == Lemma("algebra", 1, NOD, assumes=ANYWHERE)
