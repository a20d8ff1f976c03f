"""A mark is shown only where Coq accepted this very statement, and the committed hashes are those of what claims say today."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symfed.coq import accepted
from symfed.coq.claim import BUG, ClaimFile, Part, exported
from symfed.coq.coq import Judgement
from symfed.coq.folder import put
from symfed.coq.theorem import CoqTheorem
from symfed.ledger import Claims, load
from symfed.ledger.fingerprint import fingerprint

SEED, SAMPLE = 17, 40
TABLE = accepted.load()
CLOSED = Judgement(True, "Closed under the global context")
ONE = "From Symfed Require Import Prelude.\n\nTheorem one :\n  1 = 1.\nProof.\n  reflexivity.\nQed.\n"


@pytest.fixture(scope="module")
def some() -> list[str]:
    """Claims that were committed, drawn: to write all of them out takes minutes, and is part of `symfed coq`."""
    return sorted(Random(SEED).sample(sorted(TABLE["claims"]), min(SAMPLE, len(TABLE["claims"]))))


def test_committed_entries_are_what_claims_say_today(some: list[str]) -> None:
    claims, rows = Claims(), {row["id"]: row for row in load()}
    for name in some:
        held = TABLE["claims"][name]
        file = exported(claims[name], rows[name]["witness"], claims).without(accepted.refused(held))
        assert {**accepted.entry(file, fingerprint(claims[name]), None), "assumed": 0} == {**held, "assumed": 0}


def test_the_library_is_the_one_that_coq_read() -> None:
    assert TABLE["library"] == accepted.library_now()


def test_nothing_is_assumed_but_the_reals() -> None:
    assert {axiom for held in TABLE["claims"].values() for axiom in held.get("assumed", ())} == set()


def test_what_is_left_out_has_a_reason_and_no_bug_is_one() -> None:
    reasons = {reason for held in TABLE["claims"].values() for reason in accepted.left(held).values()}
    assert [reason for reason in reasons if reason.startswith(BUG) or not reason] == []


FILE = ClaimFile(
    "a", "made/one.v", ("a: what it says.",),
    parts=(Part("one", (CoqTheorem("one", "It is so.", (), (), "1 = 1", ("reflexivity.",)),)), Part("two", (), "searched")),
)  # fmt: skip


@pytest.fixture
def table() -> dict[str, Any]:
    """That of a claim of two lemmas, of which one has a theorem, and of another that restates it."""
    claims = {"a": accepted.entry(FILE, "f", CLOSED), "b": {"fingerprint": "g", "see": "a"}}
    return {"coq": "8.16.1", "library": accepted.library_now(), "claims": claims}


def test_a_folder_has_what_a_person_needs_to_compile_it(tmp_path: Path) -> None:
    put(tmp_path, {"made/one.v": ONE})
    put(tmp_path, {"made/two.v": ONE})
    lines = (tmp_path / "_CoqProject").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "-R . Symfed"
    assert {"library/Prelude.v", "made/one.v", "made/two.v"} <= {*lines}
    assert [name for name in lines[1:] if not (tmp_path / name).exists()] == []


def test_a_proof_as_sentences_is_whole_where_what_it_takes_is(table: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def taking(*lent: str) -> str:
        monkeypatch.setattr(accepted, "_listed", lambda: {"a": {"theorem": "0", "fingerprint": "f", "lent": list(lent)}})
        return accepted.mark(row("a", "f"), table)

    assert taking() == taking("one") == "Coq 8.16.1: whole, from sentences of the page"
    for missing in ("two", "elsewhere/1", "before(G, Index(0), theta_w)"):  # searched; no claim of the table; what no claim says
        assert taking("one", missing).endswith(f"the proof, given {missing}")


def row(claim_id: str, fingerprint: str, verdict: str = "PROVED") -> dict[str, str]:
    return {"id": claim_id, "fingerprint": fingerprint, "verdict": verdict}


def test_a_mark_says_how_much(table: dict[str, Any]) -> None:
    assert accepted.mark(row("a", "f"), table) == "Coq 8.16.1: 1 of 2 lemmas"
    assert accepted.mark(row("b", "g"), table) == "Coq 8.16.1: 1 of 2 lemmas"
    table["claims"]["a"] |= {"whole": True}
    assert accepted.mark(row("a", "f"), table) == "Coq 8.16.1: whole"


def test_nothing_accepted_is_no_mark_and_the_proof_is_no_lemma(table: dict[str, Any]) -> None:
    table["claims"]["a"]["parts"] = {
        "two": {"short": "searched"},
        accepted.THE_PROOF: {"kind": accepted.THE_PROOF, "short": "1 step in words"},
    }
    assert (accepted.mark(row("a", "f"), table), accepted.mark(row("b", "g"), table)) == ("", "")
    table["claims"]["a"]["parts"] |= {"one": {"theorems": ["one"]}}
    assert accepted.mark(row("a", "f"), table) == "Coq 8.16.1: 1 of 2 lemmas"


def test_committed_marks_tell_of_something_and_what_pages_say_is_their_number() -> None:
    marks = {row["id"]: accepted.mark(row, TABLE) for row in load()}
    proved = [marks[row["id"]] for row in load() if row["verdict"] == "PROVED"]
    assert [name for name, said in marks.items() if ": 0 of" in said] == []
    root = Path(__file__).parents[2]
    counted = f"{sum('whole' in said for said in proved)} of the {len(proved)} "
    assert [name for name in ("CHANGELOG.md", "docs/sentences.md") if counted not in (root / name).read_text(encoding="utf-8")] == []


def test_a_statement_that_changes_loses_its_mark(table: dict[str, Any]) -> None:
    assert accepted.mark(row("a", "another"), table) == ""
    assert accepted.mark(row("c", "f"), table) == ""


def test_theorems_that_refute_mark_no_claim_that_holds(table: dict[str, Any]) -> None:
    assert accepted.mark(row("a", "f", "REFUTED"), table) == ""
    table["claims"]["a"]["refutes"] = True
    assert (accepted.mark(row("a", "f"), table), accepted.mark(row("b", "g"), table)) == ("", "")
    assert accepted.mark(row("a", "f", "REFUTED"), table) == "Coq 8.16.1: refuted"


ALTERED: list[Callable[[dict[str, Any]], object]] = [
    lambda held: held.update(refutes=not held["refutes"]),
    lambda held: held.update(whole=not held["whole"]),
    lambda held: held.update(fingerprint="0" * 16),
    lambda held: held.update(hash="0" * 16),
    lambda held: held["parts"].pop(next(iter(held["parts"]))),
    lambda held: held["parts"].update(another={"kind": "symbolic identity"}),
    lambda held: held.update(of="nobody"),
    lambda held: held.clear(),
]
KNOWN = ("aistats-lem6-cube-identity", "aistats-thm2-exact-bias")


@pytest.fixture(scope="module")
def now() -> dict[str, Any]:
    """Entries of a proof and of a refutation, made anew."""
    rows, claims = {row["id"]: row for row in load()}, Claims()
    of = {name: exported(claims[name], rows[name]["witness"], claims) for name in KNOWN}
    return {name: accepted.entry(file, rows[name]["fingerprint"], CLOSED) for name, file in of.items()}


@pytest.mark.parametrize("alter", ALTERED)
def test_an_altered_entry_of_a_proof_or_a_refutation_is_named(alter: Callable[[dict[str, Any]], object], now: dict[str, Any]) -> None:
    rows = {row["id"]: row for row in load()}
    assert accepted.changes(now, TABLE, TABLE["coq"], rows) == []
    for name in KNOWN:
        table = deepcopy(TABLE)
        alter(table["claims"][name])
        assert [line.split(":")[0] for line in accepted.changes(now, table, TABLE["coq"], rows)] == [name]


def test_an_entry_of_no_claim_and_a_verdict_on_the_other_side_are_named(now: dict[str, Any]) -> None:
    rows, name = {row["id"]: row for row in load()}, KNOWN[0]
    table, one = {**TABLE, "claims": {name: TABLE["claims"][name], "gone": TABLE["claims"][name]}}, {name: now[name]}
    assert accepted.changes(one, table, TABLE["coq"], rows, whole=True) == ["gone: is in accepted.json, and no claim"]
    (told,) = accepted.changes(one, TABLE, TABLE["coq"], {name: {**rows[name], "verdict": "REFUTED"}})
    assert told == f"{name}: Coq's theorems prove what the ledger says to be REFUTED"


def test_a_library_that_changes_takes_the_mark(table: dict[str, Any]) -> None:
    assert accepted.mark(row("a", "f"), {**table, "library": "0"}) == ""


def differs(table: dict[str, Any], file: ClaimFile = FILE, judgement: Judgement = CLOSED, coq: str = "8.16.1") -> list[str]:
    """What is said of the table where this is the file of its first claim, and Coq answers this."""
    anew = {"a": accepted.entry(file, "f", judgement), "b": table["claims"]["b"]}
    return accepted.changes(anew, table, coq, {"a": row("a", "f"), "b": row("b", "g")}, whole=True)


def test_another_proof_of_the_same_statement_is_no_change(table: dict[str, Any]) -> None:
    def other(**change: Any) -> ClaimFile:
        return replace(FILE, parts=(replace(FILE.parts[0], theorems=(replace(FILE.theorems[0], **change),)), FILE.parts[1]))

    assert differs(table) == differs(table, other(script=("lra.",))) == []
    for change in ({"conclusion": "2 = 2"}, {"conditions": ("0 < 1",)}, {"says": "It is otherwise."}):
        assert differs(table, other(**change)) == ["a: its file, made anew, is not the one that Coq accepted"]


def test_what_is_lost_is_said(table: dict[str, Any]) -> None:
    assert differs(table, judgement=Judgement(True, "Axioms:\nsure : 0 = 1")) == ["a: it assumes sure, too"]
    assert differs(table, FILE.without({"one": "refused by Coq: No."})) == ["a: one is not accepted: refused by Coq: No."]
    assert differs(table, replace(FILE, parts=FILE.parts[1:])) == ["a: one is not accepted: the claim has no such theorem"]
    assert differs(table, coq="9.1") == ["accepted.json is what Coq 8.16.1 said, and this is Coq 9.1"]
    assert differs({**table, "library": "0"}) == ["the library is not the one that Coq read for accepted.json"]
    assert differs({**table, "claims": {"b": table["claims"]["b"]}}) == ["a: it is not in accepted.json"]


def test_a_table_is_read_as_it_was_written(table: dict[str, Any], tmp_path: Path) -> None:
    accepted.save(table["claims"], table["coq"], tmp_path / "table.json")
    assert accepted.load(tmp_path / "table.json") == table
    assert accepted.load(tmp_path / "none.json") == {"coq": "", "library": "", "claims": {}}
    assert accepted.summary(table["claims"].values(), "8.16.1") == "Coq 8.16.1 accepts 1 theorems: of 1 claims 0 are whole, 0 refuted."


def test_the_checker_and_the_table_of_coq_mean_the_same_verdicts() -> None:
    from symfed import recheck

    assert accepted.REFUTING == recheck.REFUTING
