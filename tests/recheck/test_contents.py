"""A file is of its claim with all of its parts, or it is refused: what is altered in a file, in its entry or in the ledger is noticed."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from symfed import ledger
from symfed.evidence import unlike
from symfed.ledger import evidence
from symfed.ledger.form import complaint
from symfed.recheck import entry, replayed

SEED, ALTERATIONS, STATED = 29, 1000, 8
NOTHING = {"kind": "identity", "left": "0", "right": "0"}
KEPT = evidence.load(evidence.committed_folder())
Data = dict[str, Any]


@cache
def rows() -> dict[str, Data]:
    return {row["id"]: row for row in ledger.load()}


@cache
def texts() -> dict[str, str]:
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(evidence.committed_folder().glob("*.json"))}


def held(claim_id: str) -> Data:
    found: Data = json.loads(texts()[claim_id])
    return found


def passes(file: Data, row: Data, kept: str | None) -> bool:
    """Whether the command that reads a file without SymPy accepts it."""
    return replayed(json.dumps(file, ensure_ascii=False), row, kept).ok


def test_every_file_has_its_entry_and_every_entry_its_file() -> None:
    assert KEPT.keys() == texts().keys() == {name for name, row in rows().items() if not row["restates"] and row["lemmas"]}
    assert {name: why for name, text in texts().items() if (why := evidence.said(text, rows()[name], KEPT[name]))} == {}
    assert evidence.entries_path(evidence.committed_folder()).stat().st_size < 50_000


def altered(name: str, other: str) -> Iterator[tuple[str, Data, Data, str | None]]:
    """Files, rows and entries that are not those of a claim; and such files with entries that were made to fit."""
    file, row, kept = held(name), rows()[name], KEPT[name]
    for k in range(len(file["parts"])):
        less = {**file, "parts": [part for j, part in enumerate(file["parts"]) if j != k]}
        yield "a part gone", less, row, kept
        if not file["refutes"]:
            yield "a part gone, and its entry", less, row, entry(less, row["tier"])
    if held(other)["parts"] != file["parts"]:  # "searched, which proves nothing" is said of several
        yield "another's contents", {**held(other), **{key: file[key] for key in ("id", "fingerprint")}}, row, kept
    yield "0 = 0 alone", {**file, "parts": [{"of": "it", **NOTHING}]}, row, kept
    yield (
        "0 = 0 alone, and its entry",
        {**file, "parts": [{"of": "it", **NOTHING}]},
        row,
        entry({**file, "parts": [{"of": "it", **NOTHING}]}, row["tier"]),
    )
    yield "0 = 0 in place of each", {**file, "parts": [{"of": part["of"], **NOTHING} for part in file["parts"]]}, row, kept
    turned = {**file, "refutes": not file["refutes"]}
    yield "the other side", turned, row, kept
    yield "the other side, and its entry", turned, row, entry(turned, row["tier"])
    for tier in {"PROVED", "PROVED_GIVEN", "SUPPORTED", "REFUTED", "IMPRECISE", "CORRECTED", "NOT_CHECKED"} - {row["tier"]}:
        yield "another tier", file, {**row, "tier": tier}, kept
        yield "another verdict", file, {**row, "verdict": tier}, kept
        yield "both", file, {**row, "verdict": tier, "tier": tier}, kept
    yield "no entry", file, row, None


def test_what_proves_nothing_of_its_claim_is_refused() -> None:
    names = sorted(texts())
    accepted = [
        (name, how)
        for name in names
        for how, file, row, kept in altered(name, names[names.index(name) - 1])
        if not (how == "another verdict" and (row["verdict"], row["tier"]) == ("REFUTED", "CORRECTED")) and passes(file, row, kept)
    ]
    assert accepted == []


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """All places of some data, of what is in a place after the place."""
    inner = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in inner:
        yield (*at, key)
        yield from places(value, (*at, key))


def alter(data: Any, random: Random) -> Any:
    """Other data: one place is emptied, dropped, doubled, or has another value."""
    changed = copy.deepcopy(data)
    *above, key = random.choice(list(places(data)))
    inner = changed
    for step in above:
        inner = inner[step]
    value = inner[key]
    how = random.randrange(3)
    if how == 0:
        del inner[key]
    elif how == 1 and isinstance(inner, list):
        inner.insert(key, copy.deepcopy(value))
    elif isinstance(value, str):
        cut = random.randrange(len(value) + 1)
        inner[key] = value[:cut] + random.choice("01-*") + value[cut:]
    elif isinstance(value, bool) or value is None:
        inner[key] = value is not True
    elif isinstance(value, (int, float)):
        inner[key] = value + 1
    else:
        inner[key] = [] if value else ["0"]
    return changed


class Judged:
    """A row as a run finds it."""

    def __init__(self, row: Data) -> None:
        self.id, self.public = row["id"], lambda: row


def test_no_alteration_of_files_entries_or_rows_goes_unnoticed() -> None:
    random, names = Random(SEED), sorted(texts())
    unnoticed = []
    for _ in range(ALTERATIONS):
        name = random.choice(names)
        file, row, kept = held(name), rows()[name], KEPT[name]
        other = {"file": alter(file, random), "entry": alter({"it": kept}, random).get("it"), "row": alter(row, random)}
        assert all(a != b for a, b in zip(other.values(), (file, kept, row), strict=True))
        unnoticed += [(name, "file", other["file"])] if passes(other["file"], row, kept) else []
        unnoticed += [(name, "entry", other["entry"])] if passes(file, row, other["entry"]) else []
        # a ledger's form is looked at before its rows are compared
        wrong = complaint({"rows": [other["row"]]}) or ledger.compare([Judged(row)], [other["row"]])  # type: ignore[list-item]
        unnoticed += [] if wrong else [(name, "row", other["row"])]
    assert unnoticed == []


def test_committed_files_state_what_their_claims_do() -> None:
    small = sorted(texts(), key=lambda name: len(texts()[name]))[: len(texts()) // 2]
    claims = ledger.Claims()
    for name in Random(SEED).sample(small, STATED):
        assert unlike(held(name), claims[name], rows()[name]["witness"], claims) == "", name


IDENTITY, INEQUALITY, PROOF, INDUCTION = (
    "aistats-lem6-cube-identity",
    "aistats-prop4-8L-check",
    "aistats-lem9-usage-inverse",
    "argo-scafflsa-rate",
)


@pytest.mark.parametrize(
    "name", [IDENTITY, INEQUALITY, PROOF, INDUCTION, "symfed-scafflsa-rate", "aistats-thm2-exact-bias", "aistats-eq57-bias"]
)
def test_a_forged_file_with_a_forged_entry_is_not_what_its_claim_states(name: str) -> None:
    claims, file, witness = ledger.Claims(), held(name), rows()[name]["witness"]

    def noticed(other: Data) -> bool:
        return unlike(other, claims[name], witness, claims) != ""

    assert not noticed(file)
    assert noticed({**file, "refutes": not file["refutes"]})
    for k, part in enumerate(file["parts"]):
        before, after = file["parts"][:k], file["parts"][k + 1 :]
        assert noticed({**file, "parts": [*before, *after]})
        assert noticed({**file, "parts": [*before, {"of": part["of"], **NOTHING}, *after]})
        assert noticed({**file, "parts": [*before, {**part, "more": "0"}, *after]})
        for key in part:  # what is malformed is said to be, and does not end the run
            assert noticed({**file, "parts": [*before, {**part, key: 1}, *after]}) or key in ("known", "put", "proof", "lines")
        for key in set(part) & {"left", "right", "goal", "bound", "sequence"}:
            assert noticed({**file, "parts": [*before, {**part, key: f"{part[key]} + 1"}, *after]})
        for key in set(part) & {"given", "signs"}:
            assert noticed({**file, "parts": [*before, {**part, key: {**part[key], "assumed": "0 <= -1"}}, *after]})


def test_a_certificate_may_use_less_than_is_given_and_be_another_one() -> None:
    claims, file = ledger.Claims(), held(INEQUALITY)
    (part,) = file["parts"]
    other = {**part, "proof": {"how": "equal"}, "known": [], "given": {}}
    assert unlike({**file, "parts": [other]}, claims[INEQUALITY], None, claims) == ""
    assert unlike({**file, "parts": [{"of": part["of"], "why": "no certificate is found"}]}, claims[INEQUALITY], None, claims) == ""
    assert unlike({**file, "parts": [{**other, "terms": {"condition 1": {}}}]}, claims[INEQUALITY], None, claims) != ""
