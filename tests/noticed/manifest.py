"""Coq's manifest, what files are written, and the list of sentences, changed: compared with the claims without running Coq."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest

from symfed import ledger
from symfed.coq import accepted
from symfed.coq.claim import exported
from symfed.coq.coq import Judgement
from symfed.coq.sentences.listed import listed
from symfed.prove import table as proofs
from tests.noticed.change import Change, claims, committed
from tests.noticed.files import Alteration, Data, altered, committed_file, put, swapped, told

#: A claim that is whole, one that is refuted, one that restates another, and one of which Coq has no theorem.
WHOLE, REFUTED, AGAIN, NONE = "aistats-lem6-cube-identity", "hal-lemma6-cube", "hal-thm6-sum-h", "symfed-cocoercivity"
NAMES = (WHOLE, REFUTED, "aistats-thm7-sum-h", AGAIN, NONE)
CLOSED = Judgement(True, "Closed under the global context")


@cache
def table() -> Data:
    """The committed manifest of these claims."""
    whole = accepted.load()
    return {**whole, "claims": {name: whole["claims"][name] for name in NAMES}}


def compiled(
    ids: tuple[str, ...], held: Data, judgement: Judgement = CLOSED, list_: Mapping[str, Any] | None = None, **patched: Any
) -> str:
    """What `symfed coq` says of a manifest where Coq says this of each file; without ids, of all.

    patched: functions of the module that writes the files.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accepted, "load", lambda: held)
        patch.setattr("symfed.coq.building.build", lambda folder, texts, *_: dict.fromkeys(texts, judgement))
        patch.setattr("symfed.coq.coq.version", lambda: table()["coq"])
        patch.setattr("symfed.coq.sentences.listed.listed", lambda: dict(listed() if list_ is None else list_))
        patch.setattr("symfed.cli.coq.committed_rows", lambda: [committed()[name] for name in NAMES])
        patch.setattr(ledger, "discover", lambda: {name: claims()[name] for name in NAMES})
        for name, value in patched.items():
            patch.setattr(f"symfed.coq.claim.{name}", value)
        return told("coq", *ids, "--jobs", "1")


def entry_with(name: str, *changes: Alteration) -> str:
    """What is said of a claim whose entry is changed."""
    return compiled((name,), altered(table(), *(partial(_within, name, change) for change in changes)))


def _within(name: str, change: Alteration, held: Data) -> None:
    change(held["claims"][name])


def hash_with(name: str, change: Callable[[str], str]) -> str:
    """What is said of a claim whose hash is that of a file which is changed."""
    text = exported(claims()[name], committed()[name]["witness"], claims()).text
    return entry_with(name, put("hash", accepted.digest(accepted.stated(change(text)))))


def unproved(text: str) -> str:
    """The first theorem is left unproved, and nobody asks what it assumes."""
    before, _, after = text.partition("\nProof.\n")
    return f"{before}\nProof.\nAdmitted.{after.partition('Qed.')[2]}".partition("Definition all_of_this_file")[0]


def renamed(text: str) -> str:
    """The first theorem is left unproved, and its name is given to another thing."""
    name = text.partition("Theorem ")[2].split()[0]
    before, _, after = text.partition("\nProof.\n")
    return f"{before}\nProof.\n  Admitted. Module M. Lemma {name} : True. exact I.\nQed.\nEnd M. Import M.{after.partition('Qed.')[2]}"


def of_text(text: str) -> str:
    """What `symfed coq` says of a manifest with this text."""
    with committed_file("symfed.coq.accepted.committed_path", text):
        return told("coq", WHOLE, "--jobs", "1")


def sentences(list_: Mapping[str, Any], *ids: str, refused: str = "") -> str:
    """What `symfed coq --sentences` says of a list, where Coq says this of each file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.coq.sentences.listed.listed", lambda: dict(list_))
        patch.setattr("symfed.coq.sentences.reading.prepared", lambda folder: folder)
        patch.setattr("symfed.coq.sentences.reading.judged", lambda *_: refused)
        patch.setattr("symfed.prove.table.load", lambda: {name: KEPT[name] for name in (LISTED, UNSEEN)})
        return told("coq", "--sentences", *ids, "--jobs", "1")


def another_library(said: Callable[..., str], *given: Any) -> str:
    """What is said where the library of sentences is not the one that Coq read."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.coq.sentences.listed.library_now", lambda: "0" * 16)
        return said(*given)


SAYS, ANEW = "in accepted.json is not what the claim says", "its file, made anew, is not the one that Coq accepted"
THEOREM, NOBODYS = "aistats_lem6_cube_identity", {"fingerprint": "", "see": WHOLE}
#: What is changed of an entry, what is said, the claim, and the change.
ENTRIES: list[tuple[str, str, str, Alteration]] = [
    ("refutes", f"refutes {SAYS}", WHOLE, put("refutes", True)),
    ("a refutation that proves", f"refutes {SAYS}", REFUTED, put("refutes", False)),
    ("whole", f"whole {SAYS}", WHOLE, put("whole", False)),
    ("a fingerprint", f"fingerprint {SAYS}", WHOLE, put("fingerprint", "0" * 16)),
    ("a hash", ANEW, WHOLE, put("hash", "0" * 16)),
    ("a hash of no file", ANEW, NONE, put("hash", "0" * 16)),
    ("an axiom too many", f"assumed {SAYS}", WHOLE, put("assumed", ["sure"])),
    ("an axiom of no theorem", f"assumed {SAYS}", NONE, put("assumed", ["sure"])),
    ("a theorem that there is not", "another is not accepted", WHOLE, put("parts", "statement", "theorems", ["another"])),
    ("a lemma that falls short", f"parts {SAYS}", WHOLE, put("parts", "statement", "short", "searched")),
    ("a theorem of a claim that has none", "one is not accepted", NONE, put("parts", {"the proof": {"theorems": ["one"]}})),
    ("a theorem is said to be refused", "is not accepted: no", WHOLE, put("parts", "statement", "refused", {THEOREM: "no"})),
    ("what a claim restates", f"see {SAYS}", AGAIN, put("see", REFUTED)),
]
#: Texts of a manifest: an entry twice, and one without a field.
TWICE = '{"coq": "8.16.1", "library": "", "claims": {"a": {}, "a": {}}}'
CUT = json.dumps(altered(table(), partial(_within, WHOLE, lambda held: held.pop("parts"))))
#: The whole manifest.
MANIFESTS: list[tuple[Any, ...]] = [
    ("another Coq", "accepted.json is what Coq 9.1 said", compiled, (WHOLE,), {**table(), "coq": "9.1"}),
    ("another library", "the library is not the one", compiled, (WHOLE,), {**table(), "library": "0" * 16}),
    ("an entry of no claim", "a: is in accepted.json, and no claim", compiled, (), altered(table(), put("claims", "a", NOBODYS))),
    ("an entry stands twice", "'a' stands twice", of_text, TWICE),
    ("an entry without a field", "is no entry of hash, fingerprint", of_text, CUT),
    ("it is cut off", "is not JSON", of_text, "{"),
]
#: Another file, by its hash, and what Coq says of it.
FILES: list[tuple[Any, ...]] = [
    ("a constant of a theorem", ANEW, hash_with, WHOLE, swapped("6 *", "7 *")),
    ("its head", ANEW, hash_with, REFUTED, swapped("Printed:", "Not printed:")),
    ("an axiom before it", ANEW, hash_with, WHOLE, swapped("\nTheorem", "\nAxiom sure : 0 = 1.\nTheorem")),
    ("an axiom nobody asks for", ANEW, hash_with, WHOLE, swapped("Print Assumptions", "(* Print Assumptions *)")),
    ("no proof", ANEW, hash_with, WHOLE, unproved),
    ("no proof, and another thing of its name", ANEW, hash_with, REFUTED, renamed),
    ("nobody asks what it assumes", ANEW, partial(compiled, assumptions=lambda names: ""), (WHOLE,), table()),
    ("an axiom that Coq names", "assumes sure, too", compiled, (WHOLE,), table(), Judgement(True, "Axioms:\nsure : 0 = 1")),
    ("Coq refuses it", "is not accepted: refused by Coq: No.", compiled, (WHOLE,), table(), Judgement(False, "Error: No.")),
]
LISTED, UNSEEN = "aistats-eq15-triangle", "symfed-cocoercivity"
KEPT = proofs.load()
ONE = {LISTED: listed()[LISTED]}
NEVER = "symfed's kernel accepts no proof in steps of it"
#: A claim that Coq never saw.
STRANGER = {WHOLE: {"theorem": "0" * 16, "fingerprint": committed()[WHOLE]["fingerprint"], "lent": []}}
LESS = {**listed(), "symfed-exponential-stability": {"theorem": "", "fingerprint": "", "lent": []}}
SENTENCES: list[tuple[Any, ...]] = [
    ("a theorem's digest", "says another thing", sentences, {LISTED: {**ONE[LISTED], "theorem": "0" * 16}}, LISTED),
    ("a fingerprint", "says another thing", sentences, {LISTED: {**ONE[LISTED], "fingerprint": "0" * 16}}, LISTED),
    ("something is taken", "says another thing", sentences, {LISTED: {**ONE[LISTED], "lent": ["a lemma"]}}, LISTED),
    ("a proof that Coq refuses", "refused: Error", partial(sentences, refused="Error: no."), ONE, LISTED),
    ("a proof that Coq refuses, and that is in no list", "refused: Error", partial(sentences, refused="Error: no."), {}, LISTED),
    ("another library", "not the one that Coq read for sentences.json", another_library, sentences, ONE, LISTED),
    ("another library, without --sentences", "read for sentences.json", another_library, compiled, (WHOLE,), table()),
    ("a claim that Coq never saw", NEVER, sentences, {**ONE, **STRANGER}),
    ("a claim that Coq never saw, without --sentences", NEVER, compiled, (WHOLE,), table(), CLOSED, STRANGER),
    ("less is taken, without --sentences", NEVER, compiled, (), table(), CLOSED, LESS),
]
CHANGES = [
    *(Change("manifest", where, "coq", reason, partial(entry_with, name, changed)) for where, reason, name, changed in ENTRIES),
    *(
        Change(kind, where, "coq", reason, partial(said, *given))
        for kind, rows in (("manifest", MANIFESTS), ("Coq file", FILES), ("sentences.json", SENTENCES))
        for where, reason, said, *given in rows
    ),
]
UNCHANGED = [
    *(partial(entry_with, name) for name in NAMES),
    partial(compiled, (), table()),
    partial(sentences, ONE),
    partial(hash_with, WHOLE, str),
]
