"""Refutations by one exact instance: all numbers of it, the laws that a rule has there, and two sides that are not as printed.

What is trusted: that the two sides are what the statement says on such an instance. They were written down by running the transcription,
which stands in the claim's file, on numbers that note what is done to them; the arithmetic, the printed conditions and each stationary law
are found here again, the laws from a round of the rule.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, NotDefined, all_of, constant, holds, number, parsed, rational, related
from symfed.recheck.rounds import quadratic_law, sampled_law

_LAWS = {"quadratic": quadratic_law, "sampled": sampled_law}


def instance(part: Mapping[str, Any]) -> str:
    """Check a refutation by an instance: return "" if it refutes, else the error. Raises MalformedPart for what is no such part.

    `given`: numbers by name. `laws`: stationary laws, whose moments become symbols. `lets`: names for terms, in order. `inside`: the
    printed relations at the instance; `compared`: comparisons that the computation made. `claimed`: what is printed, all of which would
    have to hold; or, where `undefined`, what it divides by, which is zero.
    """
    letters: dict[str, flint.fmpq] = {name: rational(text) for name, text in part["given"].items()}
    for law in part["laws"]:
        _add_names(letters, _LAWS[law["kind"]](law, letters))
    try:
        for name, text in part["lets"]:
            _add_names(letters, {name: number(parsed(text), letters)})
        if false := all_of(part["inside"], letters):
            return f"lies outside the printed condition {false}"
        if false := all_of(part["compared"], letters):
            return f"rests on {false}, which is false there"
        claimed = [(number(left, letters), sign, number(right, letters)) for left, sign, right in map(related, part["claimed"])]
    except NotDefined:
        return "has no value there"
    sides = [side for text in (*part["claimed"], *part["compared"]) for side in related(text)[::2]]
    if not claimed or all(constant(side) is not None for side in sides):
        raise MalformedPart("claims nothing of its instance")
    if part.get("undefined"):
        return "" if all(sign == "=" and left == 0 == right for left, sign, right in claimed) else "is defined there"
    told = ", ".join(f"{left} {sign} {right}" for left, sign, right in claimed[:4])
    return f"holds there: {told}" if all(holds(*one) for one in claimed) else ""


def _add_names(letters: dict[str, flint.fmpq], new: Mapping[str, flint.fmpq]) -> None:
    if again := letters.keys() & new.keys():
        raise MalformedPart(f"{min(again)} is named twice")
    letters.update(new)
