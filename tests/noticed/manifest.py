"""Coq's manifest, its files and the list of sentences, changed: compared with the claims without running Coq."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest

from symfed import ledger
from symfed.coq import accepted
from symfed.coq.coq import Judgement
from symfed.coq.folder import claims_of, committed_folder, hashes
from symfed.coq.sentences.listed import listed
from symfed.prove import table as proofs
from tests.noticed.change import Change, claims, committed
from tests.noticed.files import Alteration, Data, altered, committed_file, put, swapped, told

#: A claim that is whole, one that is refuted, one that restates another, and one of which Coq has no theorem.
WHOLE, REFUTED, AGAIN, NONE = "aistats-lem6-cube-identity", "hal-lemma6-cube", "hal-lemma6-split", "symfed-cocoercivity"
NAMES = (WHOLE, REFUTED, "aistats-lem6-ck-split", AGAIN, NONE)
CLOSED = "Closed under the global context"


@cache
def table() -> Data:
    """The committed manifest of these claims."""
    whole = accepted.load()
    return {"coq": whole["coq"], "claims": {name: whole["claims"][name] for name in NAMES}}


@cache
def texts() -> dict[str, str]:
    """Their files."""
    files = {f"{name.split('-')[0]}/{name.replace('-', '_')}.v" for name in NAMES}
    return {path: text for path, text in claims_of(committed_folder()).items() if path in files}


def compiled(
    ids: tuple[str, ...], held: Data, files: Mapping[str, str], messages: str = CLOSED, list_: Mapping[str, Any] | None = None
) -> str:
    """What `symfed coq` says of a manifest and its files where Coq accepts each of them and says this; without ids, of all."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(accepted, "load", lambda: held)
        patch.setattr("symfed.coq.folder.claims_of", lambda folder: dict(files))
        patch.setattr(
            "symfed.coq.building.build", lambda folder, texts, jobs, seconds, on_file, only: dict.fromkeys(only, Judgement(True, messages))
        )
        patch.setattr("symfed.coq.coq.version", lambda: table()["coq"])
        patch.setattr("symfed.coq.sentences.listed.listed", lambda: dict(listed() if list_ is None else list_))
        patch.setattr("symfed.cli.coq.committed_rows", lambda: [committed()[name] for name in NAMES])
        patch.setattr(ledger, "discover", lambda: {name: claims()[name] for name in NAMES})
        return told("coq", *ids, "--jobs", "1")


def entry_with(name: str, *changes: Alteration) -> str:
    """What is said of a claim whose entry is changed."""
    return compiled((name,), altered(table(), *(partial(_within, name, change) for change in changes)), texts())


def _within(name: str, change: Alteration, held: Data) -> None:
    change(held["claims"][name])


def file_with(name: str, change: Callable[[str], str], messages: str = CLOSED) -> str:
    """What is said of a claim whose file is changed, and whose hash was made to fit."""
    path = table()["claims"][name]["file"]
    files = {**texts(), path: change(texts()[path])}
    return compiled((name,), altered(table(), put("claims", name, "hash", hashes(files)[path])), files, messages)


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


SAYS, STALE = "in accepted.json is not what the claim says", "its theorems are not what is committed"
CHANGES = [
    change("manifest", "refutes", f"refutes {SAYS}", entry_with, WHOLE, put("refutes", True)),
    change("manifest", "a refutation that proves", f"refutes {SAYS}", entry_with, REFUTED, put("refutes", False)),
    change("manifest", "whole", f"whole {SAYS}", entry_with, WHOLE, put("whole", False)),
    change("manifest", "a fingerprint", f"fingerprint {SAYS}", entry_with, WHOLE, put("fingerprint", "0" * 16)),
    change("manifest", "a hash", "is not what was accepted", entry_with, WHOLE, put("hash", "0" * 16)),
    change("manifest", "a hash of no file", f"hash {SAYS}", entry_with, NONE, put("hash", "0" * 16)),
    change("manifest", "an axiom too many", "does not assume sure", entry_with, WHOLE, put("assumed", ["sure"])),
    change("manifest", "an axiom of no theorem", f"assumed {SAYS}", entry_with, NONE, put("assumed", ["sure"])),
    change("manifest", "a theorem that there is not", "parts", entry_with, WHOLE, put("parts", "statement", "theorems", ["another"])),
    change("manifest", "a lemma that falls short", "parts", entry_with, WHOLE, put("parts", "statement", "short", "searched")),
    change("manifest", "a theorem of a claim that has none", "parts", entry_with, NONE, put("parts", {"the proof": {"theorems": ["one"]}})),
    change("manifest", "another file", "file", entry_with, WHOLE, put("file", "aistats/another.v")),
    change("manifest", "what a claim restates", f"see {SAYS}", entry_with, AGAIN, put("see", REFUTED)),
    change("manifest", "another Coq", "accepted.json is what Coq 9.1 said", compiled, (WHOLE,), {**table(), "coq": "9.1"}, texts()),
    change(
        "manifest",
        "an entry of no claim",
        "a: is in accepted.json, and no claim",
        compiled,
        (),
        altered(table(), put("claims", "a", {"fingerprint": "", "see": WHOLE})),
        texts(),
    ),
    change("manifest", "an entry stands twice", "'a' stands twice", of_text, '{"coq": "8.16.1", "claims": {"a": {}, "a": {}}}'),
    change(
        "manifest",
        "an entry without a field",
        "is no entry of file, hash",
        of_text,
        json.dumps(altered(table(), partial(_within, WHOLE, lambda held: held.pop("parts")))),
    ),
    change("manifest", "it is cut off", "is not JSON", of_text, "{"),
    # files
    change(
        "Coq file",
        "a constant of a theorem",
        "is not what was accepted",
        compiled,
        (WHOLE,),
        table(),
        {path: text.replace("6", "7") for path, text in texts().items()},
    ),
    change("Coq file", "a constant of a theorem, and its hash", STALE, file_with, WHOLE, swapped("6 *", "7 *")),
    change("Coq file", "its head, and its hash", STALE, file_with, REFUTED, swapped("Printed:", "Not printed:")),
    change(
        "Coq file",
        "an axiom before it, and its hash",
        STALE,
        file_with,
        WHOLE,
        swapped("\nTheorem", "\nAxiom sure : 0 = 1.\nTheorem"),
        "Axioms:\nsure : 0 = 1",
    ),
    change(
        "Coq file",
        "an axiom nobody asks for, and its hash",
        STALE,
        file_with,
        WHOLE,
        swapped("Print Assumptions", "(* Print Assumptions *)"),
    ),
    change("Coq file", "no proof, and its hash", STALE, file_with, WHOLE, unproved),
    change("Coq file", "no proof, another thing of its name, and its hash", STALE, file_with, REFUTED, renamed),
    change("Coq file", "no file", "is not there", compiled, (WHOLE,), table(), {}),
    change(
        "Coq file", "a file of no claim", "aistats/more.v: is no claim's file", compiled, (), table(), {**texts(), "aistats/more.v": ""}
    ),
    change("Coq file", "an axiom that Coq names", "assumes sure, too", compiled, (WHOLE,), table(), texts(), "Axioms:\nsure : 0 = 1"),
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
        texts(),
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
        texts(),
        CLOSED,
        {**listed(), "symfed-exponential-stability": {"theorem": "", "fingerprint": "", "lent": []}},
    ),
]
UNCHANGED = [
    *(partial(entry_with, name) for name in NAMES),
    partial(compiled, (), table(), texts()),
    partial(sentences, ONE),
    partial(file_with, WHOLE, str),
]
