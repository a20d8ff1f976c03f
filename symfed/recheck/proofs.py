"""Proofs by named theorems: that every step rests on what was there before it, and every goal on a certificate.

What is trusted: premises, each theorem that is named (it is a hypothesis here), what a definition or an assumption says, and that a name
which a theorem introduces is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symfed.recheck.expressions import MalformedPart, related
from symfed.recheck.inequalities import prove
from symfed.recheck.ratios import LetterSigns


def proof(part: Mapping[str, Any]) -> str:
    """What is wrong with a proof; nothing where its steps, in order, reach the statement.

    `facts`: lemmas and premises by name; `conditions` and `classes` of the claim. A step concludes relations by name. Each of its `goals`
    is a relation that is a fact already (`fact`), one of the classes (`class`), or proved from named facts (`proof`, with the `range` of a
    letter that runs); what is none of these is left open and counted. What a step of arithmetic concludes are its goals. A proof that ends
    in words, of which a goal is open then, leaves it to a reader that this is the statement.
    """
    known = dict(part["conditions"])
    for name, text in part["facts"].items():
        _new(known, name, text)
    for step in part["steps"]:
        for goal in step["goals"]:
            if wrong := _goal(goal, known, part):
                return f"{step['name']}: {goal['says']}: {wrong}"
        if step["does"] == "arithmetic":
            proved = {goal["says"] for goal in step["goals"]}
            if loose := [text for text in step["concludes"].values() if text not in proved]:
                return f"{step['name']} concludes what is none of its goals: {loose[0]}"
        if step["does"] == "words" and (step["concludes"] or not any(map(_open, step["goals"]))):
            return f"{step['name']} concludes something, or leaves nothing open"
        for name, text in step["concludes"].items():
            _new(known, name, text)
    for text, name in part["statement"].items():
        if name not in known or not _same(text, known[name]):
            return f"no step concludes {text}"
    in_words = bool(part["steps"]) and part["steps"][-1]["does"] == "words"
    return "" if part["statement"] or in_words else "states nothing"


def open_goals(part: Mapping[str, Any]) -> tuple[int, int]:
    """How many goals of a proof have no certificate, and how many there are."""
    goals = [goal for step in part["steps"] for goal in step["goals"]]
    return sum(map(_open, goals)), len(goals)


def _open(goal: Mapping[str, Any]) -> bool:
    return not goal.keys() & {"fact", "class", "proof"}


def uses(part: Mapping[str, Any], lemmas: Mapping[str, Mapping[str, Any]]) -> str:
    """What is wrong with the lemmas that a proof rests on; nothing where each is what its own part shows, if it has one."""
    for name, text in part["facts"].items():
        shown = _shown(lemmas.get(name, {}))
        if shown and not _same(text, shown):
            return f"the lemma {name} shows something else: {shown}"
    return ""


def _shown(lemma: Mapping[str, Any]) -> str:
    """What a part shows, as a relation."""
    if lemma.get("kind") == "inequality":
        return str(lemma["goal"])
    if lemma.get("kind") == "identity":
        return f"{lemma['left']} = {lemma['right']}"
    return f"{lemma['sequence']} <= {lemma['bound']}" if lemma.get("kind") == "induction" else ""


def _new(known: dict[str, str], name: str, text: str) -> None:
    if name in known:
        raise MalformedPart(f"{name} is concluded twice")
    known[name] = text


def _goal(goal: Mapping[str, Any], known: Mapping[str, str], part: Mapping[str, Any]) -> str:
    if "class" in goal:
        return "" if goal["says"] in part["classes"] else "is not assumed"
    if "fact" in goal:
        return "" if goal["fact"] in known and _same(goal["says"], known[goal["fact"]]) else f"is not what {goal['fact']} says"
    if "proof" not in goal:
        return ""
    given = {name: known[name] for name in goal["given"]}
    given |= {f"range {k}": text for k, text in enumerate(goal.get("range", ()), 1)}
    return prove(part["signs"], given, goal["says"], goal["proof"])


def _same(one: str, other: str) -> bool:
    """Whether two relations are one: the same text, or the same sides as rational functions."""
    if one == other:
        return True
    try:
        (a, sign, b), (c, other_sign, d) = map(related, (one, other))
        letters = LetterSigns([a, b, c, d])
        return sign == other_sign and letters(a) == letters(c) and letters(b) == letters(d)
    except (MalformedPart, ArithmeticError):
        return False
