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


def change(kind: str, where: str, reason: str, said: Callable[..., str], *given: Any, **more: Any) -> Change:
    return Change(kind, where, "coq", reason, partial(said, *given, **more))


SAYS, ANEW = "in accepted.json is not what the claim says", "its file, made anew, is not the one that Coq accepted"
CHANGES = [
    change("manifest", "refutes", f"refutes {SAYS}", entry_with, WHOLE, put("refutes", True)),
    change("manifest", "a refutation that proves", f"refutes {SAYS}", entry_with, REFUTED, put("refutes", False)),
    change("manifest", "whole", f"whole {SAYS}", entry_with, WHOLE, put("whole", False)),
    change("manifest", "a fingerprint", f"fingerprint {SAYS}", entry_with, WHOLE, put("fingerprint", "0" * 16)),
    change("manifest", "a hash", ANEW, entry_with, WHOLE, put("hash", "0" * 16)),
    change("manifest", "a hash of no file", ANEW, entry_with, NONE, put("hash", "0" * 16)),
    change("manifest", "an axiom too many", f"assumed {SAYS}", entry_with, WHOLE, put("assumed", ["sure"])),
    change("manifest", "an axiom of no theorem", f"assumed {SAYS}", entry_with, NONE, put("assumed", ["sure"])),
    change(
        "manifest",
        "a theorem that there is not",
        "another is not accepted",
        entry_with,
        WHOLE,
        put("parts", "statement", "theorems", ["another"]),
    ),
    change("manifest", "a lemma that falls short", f"parts {SAYS}", entry_with, WHOLE, put("parts", "statement", "short", "searched")),
    change(
        "manifest",
        "a theorem of a claim that has none",
        "one is not accepted",
        entry_with,
        NONE,
        put("parts", {"the proof": {"theorems": ["one"]}}),
    ),
    change(
        "manifest",
        "a theorem is said to be refused",
        "is not accepted: no",
        entry_with,
        WHOLE,
        put("parts", "statement", "refused", {"aistats_lem6_cube_identity": "no"}),
    ),
    change("manifest", "what a claim restates", f"see {SAYS}", entry_with, AGAIN, put("see", REFUTED)),
    change("manifest", "another Coq", "accepted.json is what Coq 9.1 said", compiled, (WHOLE,), {**table(), "coq": "9.1"}),
    change("manifest", "another library", "the library is not the one", compiled, (WHOLE,), {**table(), "library": "0" * 16}),
    change(
        "manifest",
        "an entry of no claim",
        "a: is in accepted.json, and no claim",
        compiled,
        (),
        altered(table(), put("claims", "a", {"fingerprint": "", "see": WHOLE})),
    ),
    change(
        "manifest", "an entry stands twice", "'a' stands twice", of_text, '{"coq": "8.16.1", "library": "", "claims": {"a": {}, "a": {}}}'
    ),
    change(
        "manifest",
        "an entry without a field",
        "is no entry of hash, fingerprint",
        of_text,
        json.dumps(altered(table(), partial(_within, WHOLE, lambda held: held.pop("parts")))),
    ),
    change("manifest", "it is cut off", "is not JSON", of_text, "{"),
    # the hash of another file
    change("Coq file", "a constant of a theorem", ANEW, hash_with, WHOLE, swapped("6 *", "7 *")),
    change("Coq file", "its head", ANEW, hash_with, REFUTED, swapped("Printed:", "Not printed:")),
    change("Coq file", "an axiom before it", ANEW, hash_with, WHOLE, swapped("\nTheorem", "\nAxiom sure : 0 = 1.\nTheorem")),
    change("Coq file", "an axiom nobody asks for", ANEW, hash_with, WHOLE, swapped("Print Assumptions", "(* Print Assumptions *)")),
    change("Coq file", "no proof", ANEW, hash_with, WHOLE, unproved),
    change("Coq file", "no proof, and another thing of its name", ANEW, hash_with, REFUTED, renamed),
    # another file, and what Coq says of it
    change("Coq file", "nobody asks what it assumes", ANEW, compiled, (WHOLE,), table(), assumptions=lambda names: ""),
    change(
        "Coq file", "an axiom that Coq names", "assumes sure, too", compiled, (WHOLE,), table(), Judgement(True, "Axioms:\nsure : 0 = 1")
    ),
    change(
        "Coq file", "Coq refuses it", "is not accepted: refused by Coq: No.", compiled, (WHOLE,), table(), Judgement(False, "Error: No.")
    ),
]
LISTED, UNSEEN = "aistats-eq15-triangle", "symfed-cocoercivity"
KEPT = proofs.load()
ONE = {LISTED: listed()[LISTED]}
NEVER = "symfed's kernel accepts no proof in steps of it"
CHANGES += [
    change("sentences.json", "a theorem's digest", "says another thing", sentences, {LISTED: {**ONE[LISTED], "theorem": "0" * 16}}, LISTED),
    change("sentences.json", "a fingerprint", "says another thing", sentences, {LISTED: {**ONE[LISTED], "fingerprint": "0" * 16}}, LISTED),
    change("sentences.json", "something is taken", "says another thing", sentences, {LISTED: {**ONE[LISTED], "lent": ["a lemma"]}}, LISTED),
    change("sentences.json", "a proof that Coq refuses", "refused: Error", sentences, ONE, LISTED, refused="Error: no."),
    change(
        "sentences.json",
        "a claim that Coq never saw",
        NEVER,
        sentences,
        {**ONE, WHOLE: {"theorem": "0" * 16, "fingerprint": committed()[WHOLE]["fingerprint"], "lent": []}},
    ),
    change(
        "sentences.json",
        "a claim that Coq never saw, without --sentences",
        NEVER,
        compiled,
        (WHOLE,),
        table(),
        CLOSED,
        {WHOLE: {"theorem": "0" * 16, "fingerprint": committed()[WHOLE]["fingerprint"], "lent": []}},
    ),
    change(
        "sentences.json",
        "less is taken, without --sentences",
        NEVER,
        compiled,
        (),
        table(),
        CLOSED,
        {**listed(), "symfed-exponential-stability": {"theorem": "", "fingerprint": "", "lent": []}},
    ),
]
UNCHANGED = [
    *(partial(entry_with, name) for name in NAMES),
    partial(compiled, (), table()),
    partial(sentences, ONE),
    partial(hash_with, WHOLE, str),
]
