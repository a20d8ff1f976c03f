"""Proofs by named theorems: the kernel of sentences reads them again, from symbols and lines alone.

What is trusted: lemmas and premises that a proof takes, each with a verdict of its own, the page of sentences, and that the statement and
the conditions in the kernel's words are the claim's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from symfed.kernel.facts import Fact
from symfed.kernel.page import kernel, problem
from symfed.kernel.places import facts_made, renumber_places
from symfed.kernel.script import replay
from symfed.kernel.terms import KernelRefusal
from symfed.kernel.text import show
from symfed.recheck import archive
from symfed.recheck.expressions import MalformedPart

_LONGEST = 20_000_000  # characters of a proof: forty times the longest
_DIGEST = re.compile(r"[0-9a-f]{16}")


def proof(part: Mapping[str, Any]) -> str:
    """Check a proof: return "" if the kernel reads its `lines`, and their theorem has the digest that it `makes`; else the error.

    `letters`: the claim's, with their sorts, beside every problem's or in place of them. `lent`: what lemmas and premises say that it
    takes, by name. `open`: what no condition of the claim says. `statement` and `conditions` are the claim's in the words of the other
    parts, and `classes` those of its classes that the proof uses.
    """
    try:
        fact = _fact(part)
    except KernelRefusal as wrong:
        return f"the kernel refuses it: {wrong}"
    if made_by(show(fact.prop), map(show, fact.hypotheses)) != part["makes"]:
        return f"it makes something else, or of other hypotheses: {show(fact.prop)}"
    if idle := {*part["lent"].values(), *part["open"]} - set(map(show, fact.hypotheses)):
        return f"it does not rest on {min(idle)}"
    return "" if part["statement"] else "states nothing"


def made_by(statement: str, hypotheses: Iterable[str]) -> str:
    """A digest of a proof's conclusion and hypotheses, in the kernel's words."""
    return archive.digest("\n".join((statement, *sorted(hypotheses))))


def says(part: Mapping[str, Any]) -> list[str]:
    """The theorem that a proof's lines make and its hypotheses, in the kernel's words. Raises KernelRefusal, MalformedPart."""
    fact = _fact(part)
    return [f"its lines make: {show(fact.prop)}", *(f"from: {said}" for said in sorted(map(show, fact.hypotheses)))]


def _fact(part: Mapping[str, Any]) -> Fact:
    return replay(kernel(problem() | part["letters"]), unpacked(part["lines"]))


def premises_taken(part: Mapping[str, Any], lemmas: Mapping[str, Any]) -> str:
    """The premises that a proof takes for granted, apart from claims, which have files of their own; "" if there are none."""
    own = [name for name in part["lent"] if name.split("/")[0] in lemmas]
    return f"takes for granted: {', '.join([*own, *part['open']])}" if own or part["open"] else ""


def packed(proof: Mapping[str, Any]) -> str:
    """A proof's variables, terms and lines as one text: what stands alike after a rule in one column, places counted back."""
    columns: dict[str, list[Any]] = {}
    lines = list(_relative_places(proof["lines"], absolute=False))
    for rule, *said in lines:
        columns.setdefault(rule, []).append(said)
    turned = {rule: list(zip(*said, strict=True)) for rule, said in columns.items()}
    return json.dumps([proof["variables"], proof["terms"], [line[0] for line in lines], turned], separators=(",", ":"))


def unpacked(text: Any) -> dict[str, Any]:
    """A proof from its text, or from the digest of a committed one. Raises MalformedPart."""
    try:
        if len(text) > _LONGEST:
            raise MalformedPart("lines that are too long")
        if _DIGEST.fullmatch(text) and (text := archive.committed().get(text)) is None:
            raise MalformedPart("its lines are not among those that are committed")
        variables, terms, rules, columns = json.loads(text)
        said = {rule: list(zip(*column, strict=True))[::-1] for rule, column in columns.items()}
        lines = list(_relative_places(([rule, *said[rule].pop()] for rule in rules), absolute=True))
        return {"variables": variables, "terms": terms, "lines": lines}
    except MalformedPart:
        raise
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError) as wrong:
        raise MalformedPart(f"lines that cannot be read: {wrong}") from None


def _relative_places(lines: Iterable[Sequence[Any]], absolute: bool) -> Iterator[list[Any]]:
    """Lines whose places are counted back from the facts and terms before them, or from the first: one way is the other's inverse."""
    facts = terms = 0

    def term(place: int) -> int:
        nonlocal terms
        other = terms - place
        terms = max(terms, (other if absolute else place) + 1)
        return other

    for line in lines:
        here = facts
        yield renumber_places(line, lambda fact: here - fact, term)  # noqa: B023 - called at once
        facts += facts_made(line)
