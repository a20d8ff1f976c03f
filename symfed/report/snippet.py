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

NO_INSTANCE = "its witness is no exact instance that could be written in a few numbers: `symfed recheck {}` replays it"


def instance(witness: Mapping[str, Any] | None) -> dict[str, Any]:
    """The exact instance of a witness, without what the two sides were there; empty if it is none.

    >>> instance({"gamma": "1/2", "H": "1", "printed": "3", "true": "2"})
    {'gamma': '1/2', 'H': '1'}
    >>> instance({"constants": "any gamma", "lower bound": "1"})
    {}
    """
    sides = [name for name in _SIDES if name in (witness or {})]
    inputs = {name: value for name, value in (witness or {}).items() if name not in sides}
    exact = all(name.isidentifier() and is_exact(value) for name, value in inputs.items())
    return inputs if sides and inputs and exact else {}


def snippet(row: Mapping[str, Any]) -> str:
    """Python that evaluates both sides at the witness of a refuted row and asserts that it fails; "" if that is no exact instance."""
    inputs = instance(row["witness"]) if row["verdict"] == "REFUTED" else {}
    if not inputs:
        return ""
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


def shown(row: Mapping[str, Any]) -> str:
    """The snippet of a refuted row, or why there is none; "" for all other rows."""
    if row["verdict"] != "REFUTED":
        return ""
    return snippet(row) or NO_INSTANCE.format(row["id"])
