"""Lines of Python that anyone can paste to see a refuted statement fail, from its row alone."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from symfed.ledger.witness import is_exact

_SIDES = ("printed", "true", "derived", "left", "right")

_AGAINST = {
    "true": "what is printed, as we read it, against the rule or an exact law",
    "derived": "what is printed, as we read it, against a derivation",
    "left": "both sides of what is printed, as we read it",
}


def instance(witness: Mapping[str, Any] | None) -> dict[str, Any]:
    """The exact instance of a witness, without what the two sides were there; empty if it is none, but in words.

    >>> instance({"gamma": "1/2", "optima": [["0"], ["1"]], "printed": "3", "true": "2"})
    {'gamma': '1/2', 'optima': [['0'], ['1']]}
    >>> instance({"constants": "any gamma", "lower bound": "1"})
    {}
    """
    sides = [name for name in _SIDES if name in (witness or {})]
    inputs = {name: value for name, value in (witness or {}).items() if name not in sides}
    exact = all(name.isidentifier() and is_exact(value) for name, value in inputs.items())
    return inputs if sides and inputs and exact else {}


def snippet(row: Mapping[str, Any]) -> str:
    """Python that asserts that a statement fails as printed where its witness says; "" for all rows that hold.

    At an exact instance both sides are evaluated. Where the witness is an argument in words (a family of instances, a change of units), it
    is printed, and replayed: every step of its algebra is checked anew, or the same is looked for and found again.
    """
    if row["verdict"] not in ("REFUTED", "IMPRECISE") or not row["witness"]:
        return ""
    if not (inputs := instance(row["witness"])):
        return "\n".join(
            (
                "from symfed.ledger import load, recheck",
                f'row = next(row for row in load() if row["id"] == "{row["id"]}")',
                'print(*(f"{name}: {told}" for name, told in row["witness"].items()), sep="\\n")  # why it fails',
                f'[again] = recheck(ids=["{row["id"]}"])  # checked anew, not read',
                "assert again.ok, again.detail",
            )
        )
    told = next((words for side, words in _AGAINST.items() if side in row["witness"]), _AGAINST["true"])
    return "\n".join(
        (
            "from symfed.ledger import evaluate",
            f"instance = {json.dumps(inputs)}",
            f'sides = evaluate("{row["id"]}", instance)  # {told}',
            "print(sides)",
            "assert sides.refute",
        )
    )
