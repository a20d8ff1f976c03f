"""Evidence: files of parts and their entries, changed alone or together; what recheck cannot know, replay names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import pytest

from symfed.recheck import entry
from tests.noticed.change import Change, committed
from tests.noticed.files import Alteration, altered, entries, file_of, put, rechecked, replay_folder, swapped, told

#: An inequality with a certificate, an identity, a refutation by an instance, an induction, and a proof in steps.
INEQUALITY, IDENTITY, INSTANCE, INDUCTION, PROOF = (
    "aistats-prop4-8L-check",
    "aistats-lem6-cube-identity",
    "aistats-thm2-exact-bias",
    "symfed-power-bound",
    "symfed-cocoercivity",
)


def file_with(name: str, *changes: Alteration, fits: bool = False) -> str:
    """What `symfed recheck` says of a changed file; fits: its entry was made to fit."""
    return rechecked(name, altered(file_of(name), *changes), fits=fits)


def entry_of(name: str, other: str) -> str:
    """What `symfed recheck` says of a file with another entry."""
    return rechecked(name, kept=other)


def replayed(names: tuple[str, ...], files: Mapping[str, Any], kept: Mapping[str, Any]) -> str:
    """What plain `symfed replay` says of a ledger of these claims, of a folder with these files and entries, and no others."""
    with replay_folder(files, kept), pytest.MonkeyPatch.context() as patch:
        patch.setattr("symfed.cli.recheck.committed_rows", lambda: [committed()[name] for name in names])
        return told("replay", "--jobs", "1")


def forged(name: str, *changes: Alteration) -> str:
    """What plain `symfed replay` says of a file and its entry that are changed together."""
    file = altered(file_of(name), *changes)
    return replayed((name,), {name: file}, {name: entry(file, committed()[name]["tier"])})


def as_they_are(*names: str) -> str:
    return replayed(names, {name: file_of(name) for name in names}, {name: entries()[name] for name in names})


def moved(name: str, other: str, fits: bool) -> str:
    """What is said where a claim has another's file; fits: with its own name on it, and an entry that fits."""
    return rechecked(name, altered(file_of(other), *(put(key, file_of(name)[key]) for key in ("id", "fingerprint") if fits)), fits=fits)


def gone(name: str, file: bool) -> str:
    """What is said of a claim without its file, or without its entry."""
    with replay_folder({} if file else {name: file_of(name)}, {name: entries()[name]} if file else {}):
        return told("recheck", name)


NOT_SHOWN, FORGED = "is not what its claim says and was shown", "is not what is committed"


def change(reader: str, where: str, reason: str, said: Callable[..., str], *given: Any, **more: Any) -> Change:
    return Change("evidence", where, reader, reason, partial(said, *given, **more))


BOUND, PART = ("parts", 0, "goal"), ("parts", 0)
CHANGES = [
    # a file alone
    change("recheck", "a goal", NOT_SHOWN, file_with, INEQUALITY, put(*BOUND, "0 <= 1")),
    change("recheck", "a number of an instance", NOT_SHOWN, file_with, INSTANCE, put(*PART, "given", "gamma", "1/3")),
    change("recheck", "a letter of a proof", NOT_SHOWN, file_with, PROOF, put("parts", -1, "letters", {})),
    change("recheck", "the fingerprint", "written for another statement", file_with, INEQUALITY, put("fingerprint", "0" * 16)),
    change("recheck", "the side", "refutes what the ledger says", file_with, INEQUALITY, put("refutes", True)),
    change("recheck", "a part is taken out", "has no part for", file_with, PROOF, put("parts", lambda parts: parts[:-1])),
    change("recheck", "a file of nothing", "malformed", rechecked, INEQUALITY, "{"),
    change("recheck", "another's file", "written for another statement", moved, IDENTITY, INEQUALITY, False),
    change("recheck", "no file", "has no file", gone, INEQUALITY, True),
    # an entry alone
    change("recheck", "an entry of another tier", NOT_SHOWN, entry_of, INEQUALITY, entry(file_of(INEQUALITY), "SUPPORTED")),
    change(
        "recheck", "an entry of the other side", NOT_SHOWN, entry_of, INSTANCE, entry({**file_of(INSTANCE), "refutes": False}, "CORRECTED")
    ),
    change("recheck", "an entry of less", NOT_SHOWN, entry_of, PROOF, entry(altered(file_of(PROOF), put("parts", [])), "PROVED")),
    change("recheck", "an entry of something else", NOT_SHOWN, entry_of, INDUCTION, "0" * 16),
    change("recheck", "no entry", "has no entry", gone, INEQUALITY, False),
    # both
    change("recheck", "a constant and the entry", "exit 1", file_with, IDENTITY, put(*PART, "left", swapped("6", "7")), fits=True),
    change("recheck", "a false instance and the entry", "exit 1", file_with, INSTANCE, put(*PART, "given", "gamma", "3/4"), fits=True),
    change("recheck", "a bound and the entry", "exit 1", file_with, INDUCTION, put(*PART, "bound", "0"), fits=True),
    change("recheck", "another's parts and the entry", "which is no lemma of the claim", moved, IDENTITY, INEQUALITY, True),
    change("replay", "0 = 0 and the entry", FORGED, forged, IDENTITY, put(*PART, "left", "0"), put(*PART, "right", "0")),
    change("replay", "a weaker goal and the entry", FORGED, forged, INEQUALITY, put(*BOUND, lambda goal: goal + " + 1")),
    change(
        "replay",
        "another's entry besides",
        "is a claim no more",
        replayed,
        (IDENTITY,),
        {IDENTITY: file_of(IDENTITY)},
        {name: entries()[name] for name in (IDENTITY, INEQUALITY)},
    ),
    change(
        "replay",
        "another's file besides",
        "is a claim no more",
        replayed,
        (IDENTITY,),
        {name: file_of(name) for name in (IDENTITY, INEQUALITY)},
        {IDENTITY: entries()[IDENTITY]},
    ),
]
UNCHANGED = [
    *(partial(rechecked, name) for name in (INEQUALITY, IDENTITY, INSTANCE, INDUCTION, PROOF)),
    partial(as_they_are, INEQUALITY, IDENTITY),
]
