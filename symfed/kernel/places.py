"""The positions at which a line of a proof refers to facts and terms by number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

#: The arguments of each rule: f a fact, t a term, F and T lists of them, P parts of a certificate, - a name.
PLACES: Final = {
    "assume": "t", "sentence": "-", "at": "fT", "by": "fF", "general": "fT", "discharge": "fT", "reflexive": "t", "rewrite": "fft",
    "arithmetic": "tP", "induction": "tff", "define": "-Tt", "recursion": "-Ttt", "choose": "-f",
}  # fmt: skip


def renumber_places(line: Sequence[Any], fact: Callable[[int], Any], term: Callable[[int], Any]) -> list[Any]:
    """The line with its places of facts and of terms mapped by these functions."""

    def at(kind: str, said: Any) -> Any:
        if kind == "P":
            return [[part[0], *map(at, "FTtt", part[1:])] for part in said]
        if kind in "FT":
            return [at(kind.lower(), place) for place in said]
        return said if kind == "-" or said is None else fact(said) if kind == "f" else term(said)

    return [line[0], *map(at, PLACES[line[0]], line[1:])]


def facts_made(line: Sequence[Any]) -> int:
    """The number of facts that a line makes: two for a recursion, else one."""
    return 2 if line[0] == "recursion" else 1
