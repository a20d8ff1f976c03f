"""Witnesses as JSON data: arrays are nested lists, records are objects, exact numbers are strings "p/q"; what is in words stays text.

Checks write a witness in texts, `{"H": "2", "optima": "[[0], [1/2]]"}`; the ledger keeps `{"H": "2", "optima": [["0"], ["1/2"]]}`. Each
form is made from the other, symbol by symbol, and nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from symfed.core.errors import InvalidInput

_NUMBER = re.compile(r"-?\d+(?:/\d+)?", re.ASCII)
_TOKEN = re.compile(rf"{_NUMBER.pattern}|\[|\]|, |.", re.ASCII | re.DOTALL)
_RECORD = re.compile(r"\((\w+ = [^(),=]+(?:, \w+ = [^(),=]+)*)\)")
_NAMED = re.compile(r"(\w+): (\[[-\d/\[\], ]*\])(?:, |$)", re.ASCII)


def data(written: Mapping[str, str]) -> dict[str, Any]:
    """A witness as JSON data, from its texts.

    >>> data({"H": "1", "optima": "[[0], [1/2]]", "clients": "(a = 1, g = -1)", "client 1": "A: [[2]], b: [0]"})["client 1"]
    {'A': [['2']], 'b': ['0']}
    """
    return {name: _parsed_data(value) for name, value in written.items()}


def texts(held: Mapping[str, Any]) -> dict[str, str]:
    """The texts of a witness that `data` answered, or that a person wrote: integers and fractions are read as the strings they print.

    Raises InvalidInput, naming the entry, for a float, whose exact value nobody meant, and for what is no number, text, list or mapping.

    >>> texts({"H": 1, "optima": [[0], ["1/2"]], "clients": [{"a": "1", "g": "-1"}]})
    {'H': '1', 'optima': '[[0], [1/2]]', 'clients': '(a = 1, g = -1)'}
    """
    return {name: _entry_text(name, value) for name, value in held.items()}


def is_exact(value: Any) -> bool:
    """Return whether an entry of JSON data is a number, an array or a record, and not in words.

    >>> is_exact([["1/2"]]), is_exact("any gamma")
    (True, False)
    """
    return not isinstance(value, str) or _NUMBER.fullmatch(value) is not None


def _parsed_data(text: str) -> Any:
    """The data that a text writes down, if writing them gives the same text again; the text itself otherwise."""
    if text.startswith("["):
        found: Any = _parsed_array(text)
    elif records := _RECORD.findall(text):
        found = [dict(pair.split(" = ", 1) for pair in record.split(", ")) for record in records]
    else:
        found = {name: _parsed_array(array) for name, array in _NAMED.findall(text)}
    return found if found is not None and _entry_text("", found) == text else text


def _parsed_array(text: str) -> list[Any] | None:
    """Nested lists of numbers, as strings; None for any other text."""
    outer: list[Any] = []
    open_lists = [outer]
    for token in _TOKEN.findall(text):
        if token == "[":
            inner: list[Any] = []
            open_lists[-1].append(inner)
            open_lists.append(inner)
        elif token == "]" and len(open_lists) > 1:
            open_lists.pop()
        elif _NUMBER.fullmatch(token):
            open_lists[-1].append(token)
        elif token != ", ":
            return None
    return outer[0] if len(outer) == 1 and isinstance(outer[0], list) else None


def _entry_text(name: str, value: Any) -> str:
    match value:
        case str():
            return value
        case bool() | float():
            raise InvalidInput(name, value, "must be exact", "write '1/10' for 0.1")
        case list() | tuple() if value and all(isinstance(entry, Mapping) for entry in value):
            return ", ".join("(" + ", ".join(f"{key} = {_entry_text(name, one)}" for key, one in entry.items()) + ")" for entry in value)
        case list() | tuple():
            return "[" + ", ".join(_entry_text(name, entry) for entry in value) + "]"
        case Mapping():
            return ", ".join(f"{key}: {_entry_text(name, entry)}" for key, entry in value.items())
    if hasattr(value, "denominator"):  # integers and fractions of every make
        return str(value)
    raise InvalidInput(name, value, "must be a number, a text, a list or a mapping of these")
