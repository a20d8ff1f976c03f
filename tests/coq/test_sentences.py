"""Proofs of the kernel as files for Coq: what is recorded, what is written, and that the theorem is the kernel's own statement."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from symfed.cli import main
from symfed.coq import accepted
from symfed.coq.sentences import listed as module
from symfed.coq.sentences import reading
from symfed.coq.sentences.file import PRELUDE, file_of, prelude_path, proved, sentence_name, statement
from symfed.coq.sentences.listed import listed, mark_of
from symfed.coq.sentences.reading import judged, written
from symfed.coq.sentences.recorded import RecordingKernel, pruned
from symfed.coq.sentences.spelling import spelt_whole
from symfed.core.claim import Claim
from symfed.core.errors import SymfedError
from symfed.kernel.page import SENTENCES
from symfed.kernel.symbols import OVERLOADED
from symfed.kernel.terms import Client, KernelRefusal, Num, Vec, const, free, to
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
    assert module.refusals().keys() <= kept.keys() - listed().keys()


def test_a_proof_that_takes_nothing_for_granted_is_whole() -> None:
    row = {"id": "a", "fingerprint": "1", "verdict": "PROVED"}
    entry = {"theorem": "0", "fingerprint": "1", "lent": []}
    assert mark_of(row, {"a": entry}) == "whole, from sentences of the page"
    assert mark_of(row, {"a": {**entry, "lent": ["some lemma"]}}) == "the proof, given some lemma"
    assert mark_of({**row, "fingerprint": "2"}, {"a": entry}) == mark_of({**row, "id": "b"}, {"a": entry}) == ""


def test_a_list_is_stale_where_the_library_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert module.stale() == [], "symfed coq --sentences --commit"
    for name in PRELUDE:
        shutil.copyfile(prelude_path(name), tmp_path / f"{name}.v")
    same = module.library_now()
    monkeypatch.setattr(module, "__file__", str(tmp_path / "listed.py"))
    assert module.library_now() == same
    with (tmp_path / f"{PRELUDE[-1]}.v").open("a") as file:
        file.write("Axiom more : 0 = 1.\n")
    assert module.stale() == ["the library is not the one that Coq read for sentences.json"]
    monkeypatch.setattr(accepted, "_listed", accepted._listed.__wrapped__)
    table, rows = accepted.load(), {row["id"]: row for row in load()}
    assert "from sentences of the page" not in accepted.mark(rows["symfed-lem7-recentred"], table)
    refused = CliRunner().invoke(main, ["coq", "--sentences", NAME, "--commit"])
    assert (refused.exit_code, "symfed coq --sentences --commit, without ids" in refused.stderr) == (2, True)


NAME = "symfed-lem7-recentred"
Ask = Callable[..., Result]


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Ask:
    """Asks for one proof in steps where Coq says this, with these lists, of which a copy is the committed file."""

    def said(coq: str, held: Mapping[str, Any], recorded: Mapping[str, str], *options: str) -> Result:
        monkeypatch.setattr(module, "list_path", lambda: tmp_path / "sentences.json")
        module.save_list(held, recorded)
        monkeypatch.setattr(reading, "prepared", lambda folder: folder)
        monkeypatch.setattr(reading, "judged", lambda *_: coq)
        return CliRunner().invoke(main, ["coq", "--sentences", NAME, "--jobs", "1", *options])

    return said


ENTRY = listed()[NAME]


@pytest.mark.parametrize(
    ("coq", "held", "recorded", "line", "code"),
    [
        ("", {NAME: ENTRY}, {}, f"{NAME}: accepted\n", 0),
        ("Error: no.", {NAME: ENTRY}, {}, f"ERROR: {NAME}: refused: Error: no.\n", 1),
        ("", {NAME: {**ENTRY, "theorem": "0" * 16}}, {}, f"ERROR: {NAME}: accepted, and it says another thing\n", 1),
        ("Error: no.", {}, {}, f"ERROR: {NAME}: refused: Error: no.\n", 1),
        ("Error: no.", {}, {NAME: "not within 60 s"}, f"{NAME}: refused: Error: no.\n", 0),
    ],
)
def test_a_proof_is_held_to_the_lists(ask: Ask, coq: str, held: dict[str, Any], recorded: dict[str, str], line: str, code: int) -> None:
    result = ask(coq, held, recorded)
    assert (result.exit_code, result.stdout.startswith(line)) == (code, True), result.output


@pytest.mark.parametrize("held", [{}, {NAME: ENTRY}])
def test_a_refusal_is_recorded_and_said(ask: Ask, held: dict[str, Any]) -> None:
    result = ask('File "./a.v", line 7, characters 2-9: Error: no.', {"other": ENTRY, **held}, {"another": "no"}, "--commit")
    assert (result.exit_code, result.stderr.splitlines()[-1]) == (0, f"recorded as refused: {NAME}: Error: no.")
    assert (listed(), module.refusals()) == ({"other": ENTRY}, {"another": "no", NAME: "Error: no."})
    again = ask("", module.listed(), module.refusals(), "--commit")
    assert ("recorded" in again.stderr, listed(), module.refusals()) == (False, {NAME: ENTRY, "other": ENTRY}, {"another": "no"})


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"library":"","accepted":{}}',
        '{"library":"","accepted":{"a":5},"refused":{}}',
        '{"library":"","accepted":{"a":[""]},"refused":{}}',
    ],
)
def test_another_form_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    (tmp_path / "sentences.json").write_text(text)
    monkeypatch.setattr(module, "list_path", lambda: tmp_path / "sentences.json")
    with pytest.raises(SymfedError, match="symfed coq --sentences --commit writes it"):
        listed()


def test_a_proof_that_is_too_large_is_said_and_others_are_read(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    large, proof_of = "symfed-cocoercivity", reading.proof_of

    def refusing(claim: Claim, premises: Mapping[str, Claim]) -> reading.Read:
        if claim.id == large:
            raise KernelRefusal("more than 1000 terms")
        return proof_of(claim, premises)

    monkeypatch.setattr(reading, "proof_of", refusing)
    result = ask("", {}, {}, large)
    assert result.exit_code == 1
    assert f"ERROR: {large}: refused: not written: more than 1000 terms\n{NAME}: accepted\n" in result.stdout
