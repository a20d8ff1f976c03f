"""What is kept: whole files, the same bytes every time, and every difference from them reported."""

from __future__ import annotations

import errno
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from symfed.core.claim import InWords
from symfed.core.errors import SymfedError
from symfed.core.verdict import Tier
from symfed.ledger import Row, compare, load, save
from symfed.ledger.form import complaint
from symfed.ledger.lines import changed, kept, packed, unpacked
from symfed.ledger.store import AT_ANY_DEPTH, as_text, committed_path, witnesses
from tests.ledger.helpers import claim, row, settled


def ledger() -> list[Row]:
    return settled(
        claim("c", uses=("a",)), claim("b", "false", corrected="c", expect=Tier.REFUTED), claim("a", corrected="c", missing="convexité")
    )


def committed(rows: list[Row]) -> list[dict[str, Any]]:
    """What the file would give back."""
    return [kept(found.public()) for found in rows]


def test_what_is_saved_can_be_loaded_and_is_sorted(tmp_path: Path) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    rows = load(where)
    assert [found["id"] for found in rows] == ["a", "b", "c"]
    assert rows[1] == {
        "id": "b",
        "source": "aistats",
        "kind": "identity",
        "verdict": "REFUTED",
        "tier": "CORRECTED",
        "methods": ["reading"],
        "lemmas": [{"name": "statement", "tier": None, "why": "it is not so", "methods": ["reading"]}],
        "steps": 0,
        "words": [],
        "conditions": {},
        "variants": {"by hand": 0},
        "witness": {"H": "2", "by": "reading"},
        "corrected": "c",
        "restates": None,
        "uses": [],
        "see": [],
        "why": "it is not so",
        "fingerprint": next(r.fingerprint for r in ledger() if r.id == "b"),
        "missing": "",
        "false_alarm": 0.0,
        "power": {},
        "page": {"says": "What b says.", "place": "Section 4"},
    }
    assert compare(ledger(), rows) == []


def test_the_bytes_do_not_depend_on_order_time_or_place(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    one = save(ledger(), tmp_path / "ledger.json").read_bytes()
    slower = [replace(found, seconds=found.seconds + 1) for found in reversed(ledger())]
    assert save(slower, tmp_path / "elsewhere" / "other.json").read_bytes() == one
    assert one.endswith(b"\n")
    assert "convexité" in one.decode("utf-8")


def test_no_dates_times_or_paths_are_kept(tmp_path: Path) -> None:
    text = save(ledger(), tmp_path / "ledger.json").read_text(encoding="utf-8")
    assert not re.search(r"\d{4}-\d{2}-\d{2}|\d{1,2}:\d{2}", text)
    assert not [word for word in (str(tmp_path), str(Path.cwd()), "seconds") if word in text]
    assert len(text.partition('"rows":[\n')[2].splitlines()) == len(ledger()) + 1, "a line a row"
    assert set().union(*map(set, json.loads(text)["rows"])) < set(committed(ledger())[0])


def test_a_line_says_nothing_twice_and_tells_the_whole_row() -> None:
    lemmas = [
        {
            "name": "statement",
            "tier": None,
            "why": "it falls",
            "methods": ["a", "b"],
            "wrong": {"x": "b", "y": "a"},
            "variants": {"held": 2},
        },
        {"name": "main", "tier": "PROVED", "why": "it holds", "methods": ["a"], "wrong": {"x": "a", "y": "a"}},
        {"name": "other", "tier": "PROVED", "why": "it holds", "methods": ["a"], "crosscheck": True},
    ]
    needs = {"L*gamma <= 1": "needed", "A1": "used", "H >= 1": "needed"}
    found = kept({**rich().public(), "lemmas": lemmas, "conditions": needs, "restates": None})
    other = {**found, "id": "s", "restates": "r", "see": [], "fingerprint": "0" * 16}
    (line, short), rows = packed([found, other]), [found, other]
    assert line["lemmas"][2] == {"name": "other", "tier": "PROVED", "crosscheck": True}
    assert line["lemmas"][1]["wrong"] == ["x", "y"]
    assert set(short) == {"id", "restates", "see", "fingerprint"}
    assert unpacked([line, short]) == rows


@pytest.mark.parametrize("broken", ["write_text", "replace"])
def test_a_write_that_fails_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    before, write = where.read_bytes(), Path.write_text

    def half(self: Path, *args: Any, **more: Any) -> int:
        if broken == "write_text":
            write(self, '{"rows": [', encoding="utf-8")
        raise OSError(errno.ENOSPC, "the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Path, broken, half)
        with pytest.raises(OSError, match="full"):
            save(ledger()[:1], where)
    assert where.read_bytes() == before
    assert list(tmp_path.iterdir()) == [where]


def test_a_row_that_cannot_be_written_leaves_the_old_file(tmp_path: Path) -> None:
    where = save(ledger(), tmp_path / "ledger.json")
    before = where.read_bytes()
    with pytest.raises(TypeError):
        save([replace(ledger()[0], why=object())], where)  # type: ignore[arg-type]
    assert where.read_bytes() == before


def test_a_missing_ledger_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(SymfedError, match="symfed verify --commit"):
        load(tmp_path / "ledger.json")


@pytest.mark.parametrize(("before", "after"), [("true", "unknown"), ("unknown", "true"), ("true", "gibberish"), ("false", "true")])
def test_a_verdict_that_changes_is_reported_in_either_direction(before: str, after: str) -> None:
    old, new = row("a", before), row("a", after)
    (change,) = compare([new], committed([old]))
    assert (change.id, change.committed, change.now, change.of_verdict) == ("a", str(old.verdict), str(new.verdict), True)
    assert change.describe() == f"a: was {old.verdict}, now {new.verdict}"


def test_a_tier_that_changes_under_the_same_verdict_is_reported() -> None:
    alone, repaired = row("b", "false"), replace(row("b", "false"), tier=Tier.CORRECTED)
    (gained,) = compare([repaired], committed([alone]))
    (lost,) = compare([alone], committed([repaired]))
    assert gained.describe() == "b: was REFUTED, now REFUTED (CORRECTED)"
    assert lost.describe() == "b: was REFUTED (CORRECTED), now REFUTED"


def rich() -> Row:
    """A row in which every field holds something."""
    return replace(
        settled(claim("r", follows=(InWords("as is seen"),), uses=("u",), see=("v",)), claim("u"), claim("v"))[0],
        corrected="u", missing="convexity", restates="v", steps=("a named theorem",),
    )  # fmt: skip


FORGED: dict[str, Any] = {
    "why": "it is plain",
    "methods": ["counterexample search"],
    "lemmas": [{"name": "statement", "tier": "PROVED", "why": "it is plain", "methods": ["reading"], "wrong": {"sign": "reading"}}],
    "steps": 0,
    "words": [],
    "conditions": {"L*gamma <= 1": "needed"},
    "variants": {"by hand": 1, "rejected": 40},
    "uses": [],
    "see": ["u"],
    "missing": "",
    "power": {"sign": 0.9},
    "false_alarm": 0.5,
    "fingerprint": "0" * 16,
    "witness": {"H": "3"},
    "corrected": None,
    "restates": None,
    "kind": "rate",
    "source": "hal",
    "page": {"says": "What r says.", "place": "Section 5"},
}


@pytest.mark.parametrize("name", FORGED)
def test_a_field_that_changes_under_the_same_verdict_is_named(name: str, tmp_path: Path) -> None:
    found = rich()
    forged = {**kept(found.public()), name: FORGED[name]}
    assert complaint({"rows": [forged]}) == ""  # a forgery that has the right form
    (change,) = compare([found], [forged])
    assert (change.of_verdict, list(change.fields)) == (False, [name])
    assert change.describe().startswith(f"r: PROVED_GIVEN as committed, but {name} was ")


def test_all_fields_are_tried() -> None:
    assert set(FORGED) == set(rich().public()) - {"id", "verdict", "tier"}


def test_another_witness_is_compared_by_value() -> None:
    found = row("b", "false")
    same = {**found.public(), "witness": {"by": "reading", "H": "2"}}
    assert compare([found], [same]) == []
    (change,) = compare([found], [{**same, "witness": {"H": "3", "by": "reading"}}])
    assert change.describe() == 'b: REFUTED as committed, but witness was {"H": "3"}, now {"H": "2"}'


def test_after_a_deeper_run_only_what_no_budget_changes_is_compared() -> None:
    found = rich()
    for name, value in FORGED.items():
        differs = compare([found], [{**found.public(), name: value}], deeper=True)
        assert bool(differs) == (name in AT_ANY_DEPTH), name
    (change,) = compare([found], [{**found.public(), "tier": "SUPPORTED", "verdict": "SUPPORTED"}], deeper=True)
    assert change.of_verdict


def test_only_the_last_digit_of_a_float_may_differ() -> None:
    found = replace(row("a"), found=(replace(row("a").found[0], evidence=(replace(row("a").evidence[0], false_alarm=1e-9),)),))
    near = {**found.public(), "false_alarm": 1e-9 * (1 + 2**-52)}
    assert compare([found], [near]) == []
    assert compare([found], [{**near, "false_alarm": 1.001e-9}])
    assert compare([found], [{**near, "variants": {"by hand": True}}])


def test_the_fingerprint_follows_the_statement_and_not_the_verdict() -> None:
    found = row("b", "false")
    assert replace(found, verdict=Tier.ERROR, why="else").fingerprint == found.fingerprint
    assert row("b", "doubtful").fingerprint != found.fingerprint


def broken(**changes: Any) -> list[dict[str, Any]]:
    """The rows of a ledger with the second changed; a change to ... takes the field away."""
    rows = committed(ledger()[::-1])
    rows[1] = {name: value for name, value in {**rows[1], **changes}.items() if value is not ...}
    return rows


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (broken(why=...), "row b: field 'why' is missing"),
        (broken(remark="x"), "row b: field 'remark' is not known"),
        (broken(why=3), "row b: field 'why' is 3, not a text"),
        (broken(tier="CERTAIN"), "row b: field 'tier' is 'CERTAIN', not a tier"),
        (broken(uses="a"), "row b: field 'uses' is 'a', not a list of ids"),
        (broken(witness={"H": 2}), "row b: field 'witness' is {'H': 2}, not texts, lists and objects of texts by name, or null"),
        (broken(variants={"by hand": -1}), "row b: field 'variants' is {'by hand': -1}, not counts by fate"),
        (broken(conditions={"maybe": ["x"]}), "row b: field 'conditions' is {'x': 'maybe'}, not needs by condition"),
        (broken(false_alarm="1e-9"), "row b: field 'false_alarm' is '1e-9', not a number"),
        (broken(fingerprint="abc"), "row b: field 'fingerprint' is 'abc', not sixteen hexadecimal digits"),
        (broken(source=""), "row b: field 'source' is '', not a name"),
        (broken(lemmas=[{"name": "main", "tier": 1}]), "row b: lemma 'main': field 'tier' is 1, not a tier or null"),
        (broken(steps=[]), "row b: field 'steps' is [], not a whole number"),
        (broken(lemmas=["main"]), "row b: a lemma is 'main', not an object"),
        (broken(id="a"), "row a stands twice"),
        (broken(id="z"), "row c stands after z: rows are sorted by id"),
        (broken(id=...), "row number 2, after a: field 'id' is missing"),
        (broken(id=7), "row number 2, after a: field 'id' is 7, not a name"),
        ([*broken(), "row"], "row number 4, after c: is 'row', not an object"),
    ],
)
def test_a_malformed_row_is_refused_in_one_line_that_names_it(rows: list[Any], said: str, tmp_path: Path) -> None:
    where = tmp_path / "ledger.json"
    where.write_text(json.dumps({"rows": rows}))
    with pytest.raises(SymfedError) as refused:
        load(where)
    assert str(refused.value) == f"ledger.json: {said}"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "ledger.json is not JSON: Expecting property name"),
        ("", "ledger.json is not JSON: "),
        ("[]", 'ledger.json: must hold {"rows": [...]} and nothing else'),
        ('{"rows": [], "date": "today"}', "ledger.json: must hold"),
        ('{"rows": [], "texts": []}', "ledger.json: texts must be texts by key"),
        ('{"rows": [{"id": "a", "why": "~0123"}], "texts": {}}', "ledger.json: '~0123' is no key of its texts"),
        ('{"rows": [{"id": "a", "why": "", "why": "else"}]}', "ledger.json is not JSON: 'why' stands twice in a"),
        ('{"rows": [{"id": "a", "false_alarm": NaN}]}', "ledger.json is not JSON: NaN is no number"),
        ("[" * 100_000, "ledger.json is not JSON: "),
    ],
)
def test_a_file_that_is_no_ledger_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    where = tmp_path / "ledger.json"
    where.write_text(text)
    with pytest.raises(SymfedError) as refused:
        load(where)
    assert str(refused.value).startswith(said)
    assert "\n" not in str(refused.value)


def test_new_and_vanished_claims_are_reported() -> None:
    rows = ledger()
    (new,) = compare(rows, committed(rows[:-1]))
    (gone,) = compare(rows[:-1], committed(rows))
    assert new.describe() == "a: new, PROVED"
    assert gone.describe() == "a: was PROVED, no longer exists"


def test_a_partial_run_misses_nothing_that_it_did_not_run() -> None:
    rows = ledger()
    assert compare(rows[:1], committed(rows), partial=True) == []
    assert [change.id for change in compare([row("c", "unknown")], committed(rows), partial=True)] == ["c"]


def test_a_claim_that_says_something_else_than_when_it_was_judged_is_told() -> None:
    kept_row = next(row for row in load() if row["id"] == "aistats-eq61-prop4-2gamma")
    assert not changed(kept_row)
    assert changed({**kept_row, "fingerprint": "0" * 16})
    assert not changed({**kept_row, "id": "elsewhere-one"})


def test_rows_that_were_loaded_are_written_as_they_stood() -> None:
    assert as_text(load()) == committed_path().read_text(encoding="utf-8")


def test_every_committed_witness_is_found_by_its_claims_id() -> None:
    held = witnesses()
    assert held
    assert held == {row["id"]: row["witness"] for row in load() if row["witness"] and row["id"] in held}
    assert all(row["id"] in held for row in load() if row["witness"] and not row["restates"])
