"""Functions whose source, byte code or names Pythons treat differently; their syntax and fingerprints are to be the same in all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

LETTERS = {"γ": 1, "\U0001fae0": -2}


def documented(x: int, power: int = -1) -> int:
    """A docstring in lines
    that are indented, of which Python 3.13 strips the indentation.

      And more.
    """
    return x**power  # and a comment


def formatted(x: int, name: str = "a") -> str:
    return f"{{{x!r:>{x + 1}}}} {x=} " "and" f" {name:}{'q' if x in {1, 2} else 'r'}"  # fmt: skip


def inlined(rows: list[list[int]]) -> list[Callable[[], int]]:
    return [lambda row=row: sum(y for y in row if y) for row in rows]


def matched(value: Any) -> Iterator[object]:
    match value:
        case [first, *_] if (found := first) is not None:
            yield found
        case {"path": Path() as path, **others}:
            yield from (path, others)
    try:
        yield value @ -value, value[1:, ...], 1_000.5e3j
    except* ValueError as group:
        raise RuntimeError("none") from group
    else:
        pass


def nested(k: int) -> Any:
    return lambda a: lambda b, c=(lambda: k): a + b + c()


PAIRS: dict[str, Callable[..., object]] = {"one": lambda: 1, "two": lambda: -1, "three": lambda: (1, "2")}
SIDES = (lambda x, k=1: x * k, lambda x, k=2: x * k, lambda x: Path(str(x)), lambda x: [y for y in x], *inlined([[1]]))
ALL = [documented, formatted, inlined, matched, nested, nested(1), nested(1)(2), *nested(1)(2).__defaults__, *PAIRS.values(), *SIDES]
