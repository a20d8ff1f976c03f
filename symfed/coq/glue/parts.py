"""What a written proof is made of: facts that have a name, steps with what they conclude, blocks of lines, and the whole theorem."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import sympy as sp

from symfed.core.claim import Claim

_WIDTH = 140


@dataclass
class CoqFact:
    """A relation for all that it leaves free, and what Coq calls it."""

    relation: sp.Basic
    called: str
    free: frozenset[Any]


@dataclass
class Block:
    """Some lines of the proof; those that give a fact its name may be left out where nobody uses it."""

    lines: list[str]
    gives: str = ""


@dataclass
class Followed:
    """A step of the claim or of one that it uses, with what it concludes by the names of facts."""

    step: Any
    known: dict[str, Any]
    concludes: dict[str, sp.Basic]
    of: Claim


@dataclass
class Whole:
    """A theorem with the lemmas of arithmetic before it."""

    name: str
    text: str
    steps: int
    assumes: tuple[str, ...]
    requires: tuple[str, ...] = ("Arithmetic", "Named")

    def __str__(self) -> str:
        return self.text


def folded(lines: Iterable[str]) -> Iterator[str]:
    """Lines that are not too long; Coq may be broken at any space."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(
            line, _WIDTH, initial_indent="", subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False
        ) or [""]


def needed(blocks: Sequence[Block]) -> list[Block]:
    """Without the facts that nobody uses."""
    kept: list[Block] = []
    text = ""
    for block in reversed(blocks):
        wanted = block.gives.lstrip("\0")
        own = "\n".join(block.lines)
        if block.gives.startswith("\0"):
            kept.append(block)
            continue
        if block.gives and not re.search(rf"\b{re.escape(wanted)}\b", text) and not _alive(own, block, text):
            continue
        kept.append(block)
        text += own
    found = kept[::-1]
    whole = "\n".join(line for block in found for line in block.lines if not block.gives.startswith("\0"))
    return [b for b in found if not b.gives.startswith("\0") or re.search(rf"\bpose \({re.escape(b.gives[1:])} ", whole)]


def _alive(own: str, block: Block, text: str) -> bool:
    """Whether one of the facts that an introduction gives beside the letter is used."""
    given = re.search(r"as \[\w+ \(?([\w& ]*)\)?\]", own)
    return bool(given) and any(re.search(rf"\b{re.escape(g.strip())}\b", text) for g in given[1].split("&"))  # type: ignore[index]
