"""proofs.json, changed: the kernel reads proofs in steps again, and what is accepted is not what the file says."""

from __future__ import annotations

import json
from functools import partial

import pytest

from symfed.prove import table
from tests.noticed.change import Change, committed, verified
from tests.noticed.files import Alteration, altered, committed_file, put, told

#: Two proofs, of which the second takes something for granted, and a claim without one.
PROVED, GIVEN, STEPLESS = "symfed-cocoercivity", "symfed-exponential-stability", "symfed-power-bound"


def read(name: str, *changes: Alteration) -> str:
    """What `symfed proofs` says of a claim whose entry is changed."""
    return among([name], {**table.load(), name: altered(table.load()[name], *changes)}, name)


def among(names: list[str], entries: dict[str, table.Entry], *asked: str) -> str:
    """What `symfed proofs` says where the ledger has these claims, and the file these entries."""
    return of_text(names, table.as_text(entries), *asked)


def of_text(names: list[str], text: str, *asked: str) -> str:
    with committed_file("symfed.prove.table.path", text), pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.cli.proofs.committed_rows", lambda: [committed()[name] for name in names])
        return told("proofs", *asked, "--jobs", "1")


def some(*names: str) -> dict[str, table.Entry]:
    return {name: table.load()[name] for name in names}


def judged(name: str, *changes: Alteration) -> str:
    """What `symfed verify` says of a claim whose entry is changed."""
    entries = {**table.load(), name: altered(table.load()[name], *changes)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.ledger.weigh._kept", lambda: entries)
        return verified(name)


def stops(entry: table.Entry) -> None:
    """The entry of a proof that is said to be refused."""
    entry.clear()
    entry.update({"stops": "no lines for a theorem", "of": committed()[PROVED]["fingerprint"]})


OTHERWISE, SPARE = "accepted, and committed otherwise", "is in proofs.json, and no claim that holds by a proof in steps"
CHANGES = [
    *(
        Change("proofs.json", f"{name}: {what}", "proofs", f"changed: {name}: {OTHERWISE}", partial(read, name, *changes))
        for name, what, changes in [
            (PROVED, "what it says", [put("says", "0" * 16)]),
            (PROVED, "a sentence is left out", [put("sentences", lambda names: names[1:])]),
            (PROVED, "a sentence too many", [put("sentences", lambda names: [*names, "absurd"])]),
            (PROVED, "something is taken", [put("lent", ["a lemma"])]),
            (GIVEN, "nothing is taken for granted", [put("open", [])]),
            (GIVEN, "less is taken for granted", [put("open", lambda given: given[1:])]),
            (PROVED, "a field that there is not", [put("sure", True)]),
        ]
    ),
    Change("proofs.json", "a proof is said to stop", "verify", "was PROVED, now UNDECIDED", partial(judged, PROVED, stops)),
    Change("proofs.json", "an entry is taken out", "proofs", OTHERWISE, partial(among, [PROVED], {})),
    Change(
        "proofs.json", "an entry of no claim", "proofs", f"a: {SPARE}", partial(among, [PROVED], some(PROVED) | {"a": table.load()[PROVED]})
    ),
    Change(
        "proofs.json",
        "an entry of a claim without steps",
        "proofs",
        SPARE,
        partial(among, [PROVED, STEPLESS], some(PROVED) | {STEPLESS: table.load()[PROVED]}),
    ),
    Change(
        "proofs.json",
        "an entry stands twice",
        "proofs",
        "stands twice",
        partial(of_text, [PROVED], f'{{"claims": {{"{PROVED}": {{}}, {json.dumps(some(PROVED))[1:]}}}', PROVED),
    ),
    Change("proofs.json", "it is cut off", "proofs", "is not JSON", partial(of_text, [PROVED], json.dumps(some(PROVED))[:-1], PROVED)),
    Change(
        "proofs.json",
        "an entry is a list",
        "proofs",
        "must hold an entry for each claim",
        partial(of_text, [PROVED], json.dumps({"claims": {PROVED: []}}), PROVED),
    ),
    Change(
        "proofs.json",
        "a sentence is none of those listed",
        "proofs",
        "names a sentence that it does not list",
        partial(of_text, [PROVED], json.dumps({"sentences": ["absurd"], "claims": {PROVED: {"sentences": [1]}}}), PROVED),
    ),
]
UNCHANGED = [
    *(partial(read, name) for name in (PROVED, GIVEN)),
    partial(among, [PROVED, STEPLESS], some(PROVED)),
    partial(judged, PROVED),
]
