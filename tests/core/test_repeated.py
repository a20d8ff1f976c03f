"""Texts that stand often are written once, and come back as they were."""

from __future__ import annotations

from typing import Any

import pytest

from symfed.core.repeated import in_lines, shortened, with_texts

LONG = "a text that is long enough to be worth a key"


@pytest.mark.parametrize(
    "value",
    [
        [],
        "one",
        [LONG] * 3,
        {"a": LONG, "b": [LONG, {"c": LONG}], "d": 1, "e": None},
        ["~0123", "~0123", LONG, LONG],  # what looks like a key is a text like others
        [f"{LONG} {k}" for k in range(3000)] * 2,
    ],
)
def test_nothing_is_lost(value: Any) -> None:
    table, short = shortened(value)
    assert with_texts(short, table) == value
    assert list(table) == sorted(table)


def test_a_text_that_comes_or_goes_leaves_the_keys_of_others() -> None:
    few, many = shortened([LONG] * 2)[0], shortened([LONG] * 2 + ["another text that is long enough"] * 2)[0]
    assert few.items() < many.items()


def test_a_text_that_stands_once_is_no_key_and_an_unknown_key_is_refused() -> None:
    assert shortened([LONG, "short", "short"])[0] == {}
    with pytest.raises(ValueError, match=r"'~0123' is no key of its texts"):
        with_texts(["~0123"], {})


def test_an_entry_is_a_line() -> None:
    assert in_lines({"a": {"b": [1], "c": 2}, "d": [{}, 3], "e": {}}) == '{"a":{\n"b":[1],\n"c":2\n},\n"d":[\n{},\n3\n],\n"e":{}}\n'
