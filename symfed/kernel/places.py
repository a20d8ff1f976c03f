"""Where a line of a proof names facts and terms by their places."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

#: What stands after a rule's name: f a fact, t a term, F and T lists of them, P parts of a certificate, - what is no place.
PLACES: Final = {
    "assume": "t", "sentence": "-", "at": "fT", "by": "fF", "general": "fT", "discharge": "fT", "reflexive": "t", "rewrite": "fft",
    "arithmetic": "tP", "induction": "tff", "define": "-Tt", "recursion": "-Ttt", "choose": "-f",
}  # fmt: skip


def placed(line: Sequence[Any], fact: Callable[[int], Any], term: Callable[[int], Any]) -> list[Any]:
    """A line with other places of facts and terms."""

    def at(kind: str, said: Any) -> Any:
        if kind == "P":
            return [[part[0], *map(at, "FTtt", part[1:])] for part in said]
        if kind in "FT":
            return [at(kind.lower(), place) for place in said]
        return said if kind == "-" or said is None else fact(said) if kind == "f" else term(said)

    return [line[0], *map(at, PLACES[line[0]], line[1:])]


def made(line: Sequence[Any]) -> int:
    """How many facts a line makes."""
    return 2 if line[0] == "recursion" else 1
