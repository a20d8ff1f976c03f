"""A mark is shown only where Coq accepted this very statement, and the committed files are what claims say today."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symfed.coq import accepted, exported
from symfed.coq.claim import BUG, ClaimFile, Part
from symfed.coq.coq import Judgement
from symfed.coq.folder import PROJECT, claims_of, committed_folder, hashes, put
from symfed.coq.theorem import CoqTheorem
from symfed.ledger import Claims, load
from symfed.ledger.fingerprint import fingerprint

SEED, SAMPLE = 17, 40
TABLE = accepted.load()
TEXTS = claims_of(committed_folder())
ONE = "From Symfed Require Import Prelude.\n\nTheorem one :\n  1 = 1.\nProof.\n  reflexivity.\nQed.\n"


@pytest.fixture(scope="module")
def some() -> list[str]:
    """Claims that were committed, drawn: to write all of them out takes minutes, and is part of `symfed coq`."""
    return sorted(Random(SEED).sample(sorted(TABLE["claims"]), min(SAMPLE, len(TABLE["claims"]))))


def test_committed_files_are_what_claims_say_today(some: list[str]) -> None:
    claims, rows = Claims(), {row["id"]: row["witness"] for row in load()}
    today = [exported(claims[name], rows[name], claims) for name in some]
    assert accepted.stale(today, TABLE, TEXTS) == []
    for file in today:
        held = TABLE["claims"][file.id]
        anew = accepted.entry(file.without(accepted.refused(held)), held.get("hash", ""), held["fingerprint"], None)
        assert {**anew, "assumed": 0} == {**held, "assumed": 0}


def test_committed_marks_are_of_these_files_and_claims(some: list[str]) -> None:
    of, claims = hashes(TEXTS), Claims()
    proved = {name: held for name, held in TABLE["claims"].items() if held.get("file")}
    assert [name for name, held in proved.items() if of[held["file"]] != held["hash"]] == []
    assert [name for name in some if fingerprint(claims[name]) != TABLE["claims"][name]["fingerprint"]] == []


def test_every_statement_is_found_in_its_file() -> None:
    assert [
        (name, theorem)
        for name, held in TABLE["claims"].items()
        for theorem in accepted.theorems(held)
        if not accepted.statement(TEXTS[held["file"]], theorem)
    ] == []


def test_nothing_is_assumed_but_the_reals() -> None:
    assert {axiom for held in TABLE["claims"].values() for axiom in held.get("assumed", ())} == set()


def test_what_is_left_out_has_a_reason_and_no_bug_is_one() -> None:
    reasons = {reason for held in TABLE["claims"].values() for reason in accepted.left(held).values()}
    assert [reason for reason in reasons if reason.startswith(BUG) or not reason] == []


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, dict[str, Any]]:
    """A folder with one theorem of a claim of two lemmas, and its table."""
    folder = put(tmp_path, {"made/one.v": ONE})
    monkeypatch.setattr(accepted, "committed_folder", lambda: folder)
    accepted._standing.cache_clear()
    monkeypatch.setattr(accepted, "_standing", accepted._standing.__wrapped__)
    held = {"file": "made/one.v", "hash": hashes({"made/one.v": ONE})["made/one.v"], "fingerprint": "f", "refutes": False, "whole": False}
    held |= {"parts": {"one": {"theorems": ["one"]}, "two": {"short": "searched"}}, "assumed": []}
    return folder, {"coq": "8.16.1", "claims": {"a": held, "b": {"fingerprint": "g", "see": "a"}}}


def test_a_file_goes_when_its_claim_has_no_theorem_any_more(tmp_path: Path) -> None:
    folder = put(tmp_path, {"made/one.v": ONE, "made/two.v": ONE})
    put(folder, {}, gone=["made/one.v"])
    assert list(claims_of(folder)) == ["made/two.v"]
    assert "made/one.v" not in (folder / PROJECT).read_text(encoding="utf-8")
    put(folder, {"made/three.v": ONE}, whole=True)
    assert list(claims_of(folder)) == ["made/three.v"]


def test_a_proof_as_sentences_is_whole_where_what_it_takes_is(made: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    _, table = made

    def taking(*lent: str) -> str:
        monkeypatch.setattr(accepted, "_listed", lambda: {"a": {"theorem": "0", "fingerprint": "f", "lent": list(lent)}})
        return accepted.mark(row("a", "f"), table)

    assert taking() == taking("one") == "Coq 8.16.1: whole, from sentences of the page"
    for missing in ("two", "elsewhere/1", "before(G, Index(0), theta_w)"):  # searched; no claim of the table; what no claim says
        assert taking("one", missing).endswith(f"the proof, given {missing}")


def row(claim_id: str, fingerprint: str, verdict: str = "PROVED") -> dict[str, str]:
    return {"id": claim_id, "fingerprint": fingerprint, "verdict": verdict}


def test_a_mark_says_how_much(made: tuple[Path, dict[str, Any]]) -> None:
    _, table = made
    assert accepted.mark(row("a", "f"), table) == "Coq 8.16.1: 1 of 2 lemmas"
    assert accepted.mark(row("b", "g"), table) == "Coq 8.16.1: 1 of 2 lemmas"
    table["claims"]["a"] |= {"whole": True}
    assert accepted.mark(row("a", "f"), table) == "Coq 8.16.1: whole"


def test_a_statement_that_changes_loses_its_mark(made: tuple[Path, dict[str, Any]]) -> None:
    folder, table = made
    assert accepted.mark(row("a", "another"), table) == ""
    assert accepted.mark(row("c", "f"), table) == ""
    (folder / "made" / "one.v").write_text(ONE.replace("1 = 1", "2 = 2"))
    assert accepted.mark(row("a", "f"), table) == ""


def test_theorems_that_refute_mark_no_claim_that_holds(made: tuple[Path, dict[str, Any]]) -> None:
    _, table = made
    assert accepted.mark(row("a", "f", "REFUTED"), table) == ""
    table["claims"]["a"]["refutes"] = True
    assert (accepted.mark(row("a", "f"), table), accepted.mark(row("b", "g"), table)) == ("", "")
    assert accepted.mark(row("a", "f", "REFUTED"), table) == "Coq 8.16.1: refuted"


ALTERED: list[Callable[[dict[str, Any]], object]] = [
    lambda held: held.update(refutes=not held["refutes"]),
    lambda held: held.update(whole=not held["whole"]),
    lambda held: held.update(fingerprint="0" * 16),
    lambda held: held["parts"].pop(next(iter(held["parts"]))),
    lambda held: held["parts"].update(another={"kind": "symbolic identity"}),
    lambda held: held.update(of="nobody"),
    lambda held: held.clear(),
]


@pytest.mark.parametrize("alter", ALTERED)
def test_an_altered_entry_of_a_proof_or_a_refutation_is_named(alter: Callable[[dict[str, Any]], object]) -> None:
    rows, claims = {row["id"]: row for row in load()}, Claims()
    files = [exported(claims[name], rows[name]["witness"], claims) for name in ("aistats-lem6-coef20", "aistats-thm2-exact-bias")]
    assert accepted.forged(files, TABLE, rows, whole=False) == []
    for file in files:
        table = deepcopy(TABLE)
        alter(table["claims"][file.id])
        assert [line.split(":")[0] for line in accepted.forged(files, table, rows, whole=False)] == [file.id]


def test_an_entry_of_no_claim_and_a_verdict_on_the_other_side_are_named() -> None:
    rows, claims = {row["id"]: row for row in load()}, Claims()
    name = "aistats-lem6-coef20"
    files = [exported(claims[name], None, claims)]
    held = TABLE["claims"][name]
    assert accepted.forged(files, {"claims": {name: held, "gone": held}}, rows, whole=True) == ["gone: is in accepted.json, and no claim"]
    (told,) = accepted.forged(files, TABLE, {name: {**rows[name], "verdict": "REFUTED"}}, whole=False)
    assert told == f"{name}: Coq's theorems prove what the ledger says to be REFUTED"


def test_a_library_that_changes_takes_the_mark(made: tuple[Path, dict[str, Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symfed.coq.folder.library", lambda: {"library/Prelude.v": "Definition other := 1."})
    assert accepted.mark(row("a", "f"), made[1]) == ""


def test_another_proof_of_the_same_statement_is_no_change(made: tuple[Path, dict[str, Any]]) -> None:
    theorem = CoqTheorem("one", "It is so.", (), (), "1 = 1", ("reflexivity.",))
    file = ClaimFile("a", "made/one.v", ("a: what it says.",), parts=(Part("one", (theorem,)), Part("two", (), "searched")))

    def changes(**change: Any) -> list[str]:
        committed = replace(file, parts=(Part("one", (replace(theorem, **change),)), file.parts[1])).text
        return accepted.stale([file], made[1], {"made/one.v": committed})

    assert changes(script=("lra.",)) == []
    assert changes(conclusion="2 = 2") == ["a: its theorems are not what is committed (symfed coq a --commit)"]
    assert len(changes(conditions=("0 < 1",))) == len(accepted.stale([file], made[1], {})) == 1


def test_what_is_lost_is_said(made: tuple[Path, dict[str, Any]]) -> None:
    before = made[1]["claims"]
    of = {"made/one.v": before["a"]["hash"]}

    def lost(**judged: Judgement) -> list[str]:
        return accepted.lost(accepted.again(before, {"made/one.v": judged["one"]} if judged else {}, of), before)

    assert lost(one=Judgement(True, "Closed under the global context")) == []
    assert lost(one=Judgement(True, "Axioms:\nsure : 0 = 1")) == ["a assumes sure, too"]
    assert lost(one=Judgement(False, "Error: No.")) == ["a: Coq does not accept it: Error: No."]
    assert lost() == ["a: made/one.v is not there"]
    of["made/one.v"] = "other"
    assert lost(one=Judgement(True, "")) == ["a: made/one.v, or what it requires, is not what was accepted"]


def test_what_was_refused_before_is_lost_when_it_was_accepted(made: tuple[Path, dict[str, Any]]) -> None:
    before = made[1]["claims"]
    assert accepted.lost({"a": before["a"] | {"parts": {}}, "b": before["b"]}, before) == ["a: one is no longer accepted"]
    assert accepted.lost({}, before)[0] == "a: it is no longer among the claims"


def test_a_table_is_read_as_it_was_written(made: tuple[Path, dict[str, Any]], tmp_path: Path) -> None:
    _, table = made
    accepted.save(table["claims"], table["coq"], tmp_path / "table.json")
    assert accepted.load(tmp_path / "table.json") == table
    assert accepted.load(tmp_path / "none.json") == {"coq": "", "claims": {}}
    assert accepted.summary(table["claims"].values(), "8.16.1") == "Coq 8.16.1 accepts 1 theorems: of 1 claims 0 are whole, 0 refuted."


def test_the_checker_and_the_table_of_coq_mean_the_same_verdicts() -> None:
    from symfed import recheck

    assert accepted.REFUTING == recheck.REFUTING
