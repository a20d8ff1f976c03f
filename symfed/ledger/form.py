"""The form of the ledger's file: what each field of a row may hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from symfed.core.verdict import Tier
from symfed.core.vocabulary import KINDS, Fate, Need

Test = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[^\s]+", value) is not None


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _one_of(*words: str) -> Test:
    return lambda value: isinstance(value, str) and value in words


def _optional_of(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _map_of(test: Test, names: Test = _is_text) -> Test:
    return lambda value: isinstance(value, dict) and all(map(names, value)) and all(map(test, value.values()))


def _is_data(value: Any) -> bool:
    """Texts, lists of such and objects of such: exact numbers are texts."""
    return isinstance(value, str) or _list_of(_is_data)(value) or _map_of(_is_data)(value)


_TIER = _one_of(*map(str, Tier))
LEMMA: Mapping[str, tuple[str, Test]] = {
    "name": ("a text", _is_text),
    "tier": ("a tier or null", _optional_of(_TIER)),
    "why": ("a text", _is_text),
    "methods": ("a list of texts", _list_of(_is_text)),
    "part": ("a text", _is_text),
    "crosscheck": ("true", lambda value: value is True),
    "wrong": ("methods by variant", _map_of(_is_text)),
    "variants": ("counts by fate", _map_of(_is_count, _one_of(*map(str, Fate)))),
    "not told apart": ("a list of texts", _list_of(_is_text)),
}
#: Written only where there is something to say.
OCCASIONAL = ("part", "crosscheck", "wrong", "variants", "not told apart")
#: The committed part of a page: see `symfed.ledger.lines`.
PAGE: Mapping[str, tuple[str, Test]] = {
    "says": ("a text", _is_text),
    "place": ("a text", _is_text),
    "tests": ("a whole number", _is_count),
}
ROW: Mapping[str, tuple[str, Test]] = {
    "id": ("a name", _is_name),
    "source": ("a name", _is_name),
    "kind": ("a kind of claim", _one_of(*KINDS)),
    "verdict": ("a tier", _TIER),
    "tier": ("a tier", _TIER),
    "methods": ("a list of texts", _list_of(_is_text)),
    "lemmas": ("a list of lemmas", lambda value: isinstance(value, list)),
    "steps": ("a whole number", _is_count),
    "words": ("a list of texts", _list_of(_is_text)),
    "conditions": ("needs by condition", _map_of(_one_of(*map(str, Need)))),
    "variants": ("counts by fate", _map_of(_is_count, _one_of("by hand", *map(str, Fate)))),
    "witness": ("texts, lists and objects of texts by name, or null", _optional_of(_map_of(_is_data))),
    "corrected": ("an id or null", _optional_of(_is_name)),
    "restates": ("an id or null", _optional_of(_is_name)),
    "uses": ("a list of ids", _list_of(_is_name)),
    "see": ("a list of ids", _list_of(_is_name)),
    "why": ("a text", _is_text),
    "fingerprint": ("sixteen hexadecimal digits", lambda value: isinstance(value, str) and bool(re.fullmatch("[0-9a-f]{16}", value))),
    "missing": ("a text", _is_text),
    "false_alarm": ("a number", _is_number),
    "power": ("numbers by variant", _map_of(_is_number)),
    "page": ("an object", lambda value: isinstance(value, dict)),
}


def complaint(held: Any) -> str:
    """The first error in the content of a ledger's file, naming the row; "" if there is none."""
    if not isinstance(held, dict) or set(held) != {"rows"} or not isinstance(held["rows"], list):
        return 'must hold {"rows": [...]} and nothing else'
    last, seen = "", set[str]()
    for number, row in enumerate(held["rows"], start=1):
        named = isinstance(row, dict) and _is_name(row.get("id"))
        where = f"row {row['id']}" if named else f"row number {number}" + (f", after {last}" if last else "")
        if wrong := _of_object(row, ROW, ("page",)):
            return f"{where}: {wrong}"
        if wrong := _of_object(row.get("page", {}), PAGE, tuple(PAGE)):
            return f"{where}: page: {wrong}"
        for lemma in row["lemmas"]:
            if wrong := _of_object(lemma, LEMMA, OCCASIONAL):
                return f"{where}: lemma {lemma.get('name', '?')!r}: {wrong}" if isinstance(lemma, dict) else f"{where}: a lemma {wrong}"
        if row["id"] in seen:
            return f"{where} stands twice"
        seen.add(row["id"])
        if row["id"] < last:
            return f"{where} stands after {last}: rows are sorted by id"
        last = row["id"]
    return ""


def _of_object(value: Any, form: Mapping[str, tuple[str, Test]], occasional: tuple[str, ...]) -> str:
    if not isinstance(value, dict):
        return f"is {value!r:.60}, not an object"
    if not form.keys() - occasional <= value.keys():
        return f"field {next(name for name in form if name not in value and name not in occasional)!r} is missing"
    if unknown := sorted(value.keys() - form.keys()):
        return f"field {unknown[0]!r} is not known"
    for name, held in value.items():
        wanted, test = form[name]
        if not test(held):
            return f"field {name!r} is {held!r:.60}, not {wanted}"
    return ""
