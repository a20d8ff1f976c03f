"""Proofs of the kernel as files for Coq: what is recorded, what is written, and that the theorem is the kernel's own statement."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from symfed.cli import main
from symfed.coq.sentences import listed as module
from symfed.coq.sentences import reading
from symfed.coq.sentences.file import file_of, proved, sentence_name, statement
from symfed.coq.sentences.listed import listed, mark_of
from symfed.coq.sentences.reading import judged, written
from symfed.coq.sentences.recorded import RecordingKernel, pruned
from symfed.coq.sentences.spelling import spelt_whole
from symfed.kernel.page import SENTENCES
from symfed.kernel.symbols import OVERLOADED
from symfed.kernel.terms import Client, Num, Vec, const, free, to
from symfed.kernel.text import read
from symfed.ledger import load
from symfed.prove import table
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter

LETTERS = {"a": const("a", Num), "grad": const("grad", to(Client, Vec, Vec))}


def proof() -> tuple[ProofLine, RecordingKernel]:
    """0 <= a |- 0 <= a * |x|^2, with a line that leads nowhere."""
    kernel = RecordingKernel(LETTERS)
    writer = ProofWriter(kernel)
    x = writer.variable("x", Vec)
    given = writer.assume(writer.say("0 <= a"))
    writer.use("norms", x)
    square = writer.use("squares of vectors", x)
    return writer.arithmetic(writer.say("0 <= a * inner(x, x)"), ProductOfFacts((given, square))), kernel


def test_a_record_holds_what_a_fact_depends_on() -> None:
    last, kernel = proof()
    assert [one.rule for one in kernel.applied] == ["assume", "sentence", "at", "sentence", "at", "arithmetic"]
    assert [one.rule for one in pruned(last.fact, kernel.applied)] == ["assume", "sentence", "at", "arithmetic"]


def test_the_theorem_is_the_kernels_statement() -> None:
    last, kernel = proof()
    text = file_of(last.fact, pruned(last.fact, kernel.applied))
    said = "Theorem the_claim (v_x : Vec) (h0 : (0 <= c_a)) : (0 <= (c_a * (inner v_x v_x)))."
    assert statement(last.fact) == said
    assert text.count(f"\n{said}\n") == 1
    assert "Lemma s_squares_of_vectors : (forall b0 : Vec, (0 <= (inner b0 b0))).\nProof. exact proved_" in text
    assert "norms" not in text, "a sentence that the fact does not rest on"


@pytest.mark.parametrize(
    ("old", "new"),
    [("(h0 : (0 <= c_a)) : (0 <= (c_a * (inner v_x v_x))).\nProof. exact", "(h0 : (0 <= c_a)) : (0 <= c_a).\nProof. exact"),
     ("Print Assumptions", "Theorem the_claim : True. Proof. exact I. Qed.\nPrint Assumptions")],
)  # fmt: skip
def test_another_theorem_is_refused_before_coq_is_asked(tmp_path: Path, old: str, new: str) -> None:
    last, kernel = proof()
    path = written("small", last.fact, pruned(last.fact, kernel.applied), tmp_path)
    text = path.read_text()
    assert old in text
    before, after = text.rsplit(old, 1)
    path.write_text(before + new + after)
    assert "not what the kernel's fact says" in judged(path, last.fact)


def test_each_constant_has_a_spelling() -> None:
    spelt = [spelt_whole(const(name, sort)) for name, sorts in OVERLOADED.items() for sort in sorts]
    assert len(set(spelt)) == len(spelt)


def test_each_sentence_has_a_name_of_its_own() -> None:
    assert len({sentence_name(name) for name in SENTENCES}) == len(SENTENCES)


def test_sentences_that_are_proved_are_of_the_page() -> None:
    assert proved() <= set(map(sentence_name, SENTENCES))


def test_binders_are_told_apart() -> None:
    x = free("x", Vec)
    term = read("all c: Client. some y: Vec. grad(c, y) = grad(c, x)", {**LETTERS, "x": x})
    assert spelt_whole(term) == "(forall b0 : Client, (exists b1 : Vec, ((c_grad b0 b1) = (c_grad b0 v_x))))"


def test_the_list_is_of_claims_as_they_stand() -> None:
    kept, rows = table.taken(table.load()), {row["id"]: row for row in load()}
    for name, entry in listed().items():
        assert (len(entry["theorem"]), entry["fingerprint"]) == (16, rows[name]["fingerprint"]), f"symfed coq --sentences {name} --commit"
        assert set(kept[name]["lent"]) <= set(entry["lent"])


def test_a_proof_that_takes_nothing_for_granted_is_whole() -> None:
    row = {"id": "a", "fingerprint": "1", "verdict": "PROVED"}
    entry = {"theorem": "0", "fingerprint": "1", "lent": []}
    assert mark_of(row, {"a": entry}) == "whole, from sentences of the page"
    assert mark_of(row, {"a": {**entry, "lent": ["some lemma"]}}) == "the proof, given some lemma"
    assert mark_of({**row, "fingerprint": "2"}, {"a": entry}) == mark_of({**row, "id": "b"}, {"a": entry}) == ""


@pytest.mark.parametrize(
    ("refused", "says", "line", "code"),
    [
        ("", None, "symfed-lem7-recentred: accepted\n", 0),
        ("Error: no.", None, "ERROR: symfed-lem7-recentred: refused: Error: no.\n", 1),
        ("", "0" * 16, "ERROR: symfed-lem7-recentred: accepted, and it says another thing\n", 1),
        ("Error: no.", "", "symfed-lem7-recentred: refused: Error: no.\n", 0),
    ],
)
def test_what_is_listed_is_held_to_the_list(monkeypatch: pytest.MonkeyPatch, refused: str, says: str | None, line: str, code: int) -> None:
    name, held = "symfed-lem7-recentred", dict(listed())
    if says is not None:
        held = {name: {**held[name], "theorem": says}} if says else {}
    monkeypatch.setattr(module, "listed", lambda: held)
    monkeypatch.setattr(reading, "prepared", lambda folder: folder)
    monkeypatch.setattr(reading, "judged", lambda *_: refused)
    result = CliRunner().invoke(main, ["coq", "--sentences", "symfed-lem7-recentred", "--jobs", "1"])
    assert (result.exit_code, result.stdout.startswith(line)) == (code, True), result.output
