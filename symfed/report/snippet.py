"""Lines of Python to paste that show a refuted statement fail, from its row alone."""

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
    """The exact instance of a witness, without the values of both sides; empty for a witness in words.

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
    """Python code which asserts that a statement fails as printed at its witness; "" for rows that hold.

    At an exact instance both sides are evaluated. If the witness is an argument in words (a family of instances, a change of units), it
    is printed, and replayed: every step of its algebra is checked again, or the search is repeated.
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
