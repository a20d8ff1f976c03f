"""Rows of the ledger's file, changed: a run that judges the claim, or one that rests on it, finds another row; recheck reads rows, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import pytest

from symfed import ledger
from symfed.ledger.store import committed_path
from tests.noticed.change import Change, committed, verified
from tests.noticed.files import Alteration, Data, altered, committed_file, put, swapped, told

#: A claim that is judged at once, one that is refuted, one that restates another, and one whose premises are weaker than it is.
PLAIN, REFUTED, AGAIN, RESTING = "symfed-squared-triangle", "aistats-lem9-telescoping", "hal-thm2-formula", "symfed-lsa-mse"
PREMISE = "symfed-exponential-stability"


def ledger_with(*changes: Alteration, of: str) -> dict[str, Data]:
    return {**committed(), of: altered(committed()[of], *changes)}


def judged(of: str, *changes: Alteration, claim: str = "") -> str:
    """What `symfed verify` says of the changed row's claim, or of another."""
    return verified(claim or of, rows=ledger_with(*changes, of=of))


def whole(rows: Iterable[str], more: Iterable[Data]) -> str:
    """What a whole run says that found the committed rows, and reads a ledger with these and others."""
    found = [Found(committed()[name]) for name in committed()]
    return "\n".join(change.describe() for change in ledger.compare(found, [*(committed()[name] for name in rows), *more]))  # type: ignore[arg-type]


class Found:
    """A row as a run finds it."""

    def __init__(self, row: Data) -> None:
        self.id, self.public = row["id"], lambda: row


def raised(tier: str) -> list[Alteration]:
    return [put("verdict", tier), put("tier", tier)]


def rechecked(of: str, *changes: Alteration) -> str:
    """What `symfed recheck` says of a claim whose row is changed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "load", lambda: list(ledger_with(*changes, of=of).values()))
        return told("recheck", of)


def read(spoil: Callable[[str], str]) -> str:
    """What a command says of a ledger whose text is changed."""
    text = committed_path().read_text(encoding="utf-8")
    with committed_file("symfed.ledger.store.committed_path", spoil(text)):
        return told("verify", PLAIN, "--jobs", "1")


def with_line(change: Callable[[str], str]) -> str:
    """What is said of a ledger whose line of the plain claim is changed."""

    def spoil(text: str) -> str:
        line = next(line for line in text.splitlines() if line.startswith(f'{{"id":"{PLAIN}"'))
        return text.replace(line, change(line))

    return read(spoil)


CHANGES = [
    *(
        Change("row", f"{of}: {what}", "verify", reason, partial(judged, of, *changes, claim=claim))
        for of, what, changes, claim, reason in [
            (PLAIN, "its tier is raised", raised("ENCLOSED"), "", "was ENCLOSED, now PROVED"),
            (RESTING, "its tier is raised", raised("PROVED"), "", "was PROVED, now PROVED_GIVEN"),
            (REFUTED, "its tier is that of a statement that holds", raised("PROVED"), "", "was PROVED, now REFUTED"),
            (PREMISE, "a premise's tier is raised", raised("PROVED"), "", "was PROVED, now PROVED_GIVEN"),
            (PREMISE, "a premise's tier is lowered", raised("SUPPORTED"), RESTING, "was PROVED_GIVEN, now SUPPORTED"),
            (PREMISE, "a premise is refuted", raised("REFUTED"), RESTING, "rests on symfed-exponential-stability, which is REFUTED"),
            (
                PREMISE,
                "a premise was judged when it said something else",
                [put("fingerprint", "0" * 16)],
                RESTING,
                "not judged as it stands",
            ),
            (PLAIN, "a fingerprint", [put("fingerprint", "0" * 16)], "", "fingerprint was"),
            (PLAIN, "a lemma's reason", [put("lemmas", 0, "why", "it is plain")], "", "lemmas was"),
            (RESTING, "a word is taken away", [put("words", lambda words: words[1:])], "", "words was"),
            (RESTING, "a premise is taken away", [put("uses", lambda uses: uses[1:])], "", "uses was"),
            (PLAIN, "a condition is said to be idle", [put("conditions", {"gamma*L <= 1": "idle"})], "", "conditions was"),
            (REFUTED, "another witness", [put("witness", {"H": "2"})], "", "witness was"),
            (PLAIN, "what its page says", [put("page", "says", "Something else.")], "", "page was"),
        ]
    ),
    *(
        Change("row", f"{of}: {what}", "recheck", reason, partial(rechecked, of, *changes))
        for of, what, changes, reason in [
            (PLAIN, "its tier is raised", raised("ENCLOSED"), "is not what its claim says and was shown"),
            (PLAIN, "it is refuted", raised("REFUTED"), "proves what the ledger says to be REFUTED"),
            (AGAIN, "it is judged otherwise than what it restates", raised("PROVED"), "judges otherwise"),
        ]
    ),
    Change("row", "a row is taken out", "verify", f"{PLAIN}: new, PROVED", lambda: whole(committed().keys() - {PLAIN}, [])),
    Change(
        "row",
        "a row of no claim",
        "verify",
        "a: was PROVED, no longer exists",
        lambda: whole(committed(), [{**committed()[PLAIN], "id": "a"}]),
    ),
    Change("row", "a row stands twice", "verify", "stands twice", partial(with_line, lambda line: f"{line}\n{line}")),
    Change("row", "a verdict that there is not", "verify", "not a tier", partial(with_line, swapped('"PROVED"', '"TRUE"'))),
]
UNCHANGED = [
    *(partial(judged, name) for name in (PLAIN, REFUTED, RESTING, PREMISE)),
    *(partial(rechecked, name) for name in (PLAIN, AGAIN)),
    lambda: whole(committed(), []),
    lambda: read(str),
]
