"""JSON in which a repeated text is stored once, in a table: `~key` replaces it wherever it occurs."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from symfed.core.errors import SymfedError
from symfed.core.files import read_json

_MARK = "~"
_SHORTEST = 4  # characters of a key
_LONG = 14  # characters of the shortest text that a key may replace


def shortened(value: Any) -> tuple[dict[str, str], Any]:
    """A table of texts, sorted by key, and the value with keys in their place. A key is a prefix of its text's hash.

    >>> table, short = shortened(["a text of some length, twice", "a text of some length, twice", "another"])
    >>> list(table.values()), short[2]
    (['a text of some length, twice'], 'another')
    >>> with_texts(short, table)
    ['a text of some length, twice', 'a text of some length, twice', 'another']
    """
    times = Counter(_texts(value))
    chosen = [text for text, number in times.items() if text.startswith(_MARK) or _characters_saved(text, number) > 0]
    keys = dict(zip(chosen, _keys(chosen), strict=True))
    return {keys[text]: text for text in sorted(keys, key=keys.__getitem__)}, _with_replacements(
        value, {text: _MARK + key for text, key in keys.items()}
    )


def with_texts(value: Any, table: Mapping[str, str]) -> Any:
    """JSON data with the texts in place of their keys. Raises ValueError for a key that is not in the table."""
    texts = {_MARK + key: text for key, text in table.items()}

    def told(one: Any) -> Any:  # on every command's way: `dict`, since the test for a Mapping takes five times as long
        if isinstance(one, str):
            return one if one[:1] != _MARK else texts[one]
        if isinstance(one, dict):
            return {name: told(inner) for name, inner in one.items()}
        return [told(inner) for inner in one] if isinstance(one, list) else one

    try:
        return told(value)
    except KeyError as error:
        raise ValueError(f"{error.args[0]!r:.40} is no key of its texts") from error


def read_with_texts(where: Path, remedy: str = "") -> Any:
    """The data of a file, with the texts of its "texts" table in place of their keys. Raises SymfedError, naming the file."""
    held = read_json(where, remedy)
    texts = held.pop("texts", {}) if isinstance(held, dict) else {}
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise SymfedError(f"{where.name}: texts must be texts by key{remedy}")
    try:
        return with_texts(held, texts)
    except ValueError as error:
        raise SymfedError(f"{where.name}: {error}{remedy}") from error


def compact(value: Any) -> str:
    """JSON in one line.

    >>> compact({"a": [1, "γ"]})
    '{"a":[1,"γ"]}'
    """
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def in_lines(value: Mapping[str, Any]) -> str:
    """A JSON object with one entry per line; an entry that is itself an object or a list has one line per entry of its own."""

    def told(one: Any) -> str:
        if one and isinstance(one, Mapping):
            return "{\n" + ",\n".join(f"{compact(name)}:{compact(held)}" for name, held in one.items()) + "\n}"
        return "[\n" + ",\n".join(map(compact, one)) + "\n]" if one and isinstance(one, list) else compact(one)

    return "{" + ",\n".join(f"{compact(name)}:{told(held)}" for name, held in value.items()) + "}\n"


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping | list):
        for inner in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(inner)


def _with_replacements(value: Any, instead: Mapping[str, str]) -> Any:
    if isinstance(value, str):
        return instead.get(value, value)
    if isinstance(value, Mapping):
        return {name: _with_replacements(inner, instead) for name, inner in value.items()}
    return [_with_replacements(inner, instead) for inner in value] if isinstance(value, list) else value


def _characters_saved(text: str, times: int) -> int:
    """Characters that a key saves: it replaces each occurrence, and the table has both. Names and words stay, to keep lines readable."""
    if len(text) < _LONG:
        return 0
    return len(text) * (times - 1) - (_SHORTEST + 1) * times - (_SHORTEST + 6)


def _keys(texts: list[str]) -> Iterator[str]:
    digests = [hashlib.sha256(text.encode()).hexdigest() for text in texts]
    times = Counter(digest[:_SHORTEST] for digest in digests)
    yield from (digest[:_SHORTEST] if times[digest[:_SHORTEST]] == 1 else digest[: 3 * _SHORTEST] for digest in digests)
