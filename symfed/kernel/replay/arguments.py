"""Proofs of inequalities that take more than one certificate: what is proved first, and cases."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.kernel.replay.inequalities import certificate, refused
from symfed.kernel.replay.text import relation_text, text
from symfed.recheck import Part
from symfed.theorems.vocabulary import letters

#: What of a part is the proof of its goal.
ARGUMENT = ("first", "case", "yes", "no", "put", "known", "proof")
Given = Mapping[str, Relational]


def argued(goal: Relational, given: Given, multipliers: Mapping[str, sp.Expr] | None = None) -> Part:
    """A proof that the goal follows from the given relations, which was accepted: one certificate, or some.

    Raises InvalidInput where none is found. `multipliers` are for the one certificate.
    """
    try:
        return certificate(goal, given, multipliers)
    except InvalidInput:
        plain = {name: _plain(fact) for name, fact in given.items() if isinstance(fact, Relational)}
        for way in _WAYS:
            try:
                part = way(_plain(goal), plain)
            except InvalidInput:
                continue
            if part is not None and not refused(part):
                return part
        raise


def _plain(relation: Relational) -> Relational:
    """A relation in letters, its sides as they stand."""
    return type(relation)(*map(letters, relation.args), evaluate=False)


def _nothing_left(goal: Relational, given: Given) -> Part | None:
    """Where a number that is not negative is at most zero, it is zero; so is one whose square is at most what is zero then."""
    zeros: dict[sp.Symbol, str] = {}
    first: list[Part] = []

    def prove(letter: sp.Symbol, from_: Sequence[str], squared: bool) -> None:
        fact = sp.Eq(letter, 0, evaluate=False)
        named = {name: facts[name] for name in from_}
        one = _square_is_zero(fact, named) if squared else certificate(fact, named)
        called = f"nothing {len(first) + 1}"
        first.append({"name": called, "says": relation_text(fact), "given": from_, **one})
        zeros[letter], facts[called] = called, fact

    facts = dict(given)
    for name, fact in given.items():
        if isinstance(fact, sp.Le | sp.Ge) and fact.gts == 0 and fact.lts.is_Symbol and fact.lts.is_nonnegative:
            prove(fact.lts, [name], False)
    for name, fact in given.items():
        root = fact.lts.base if isinstance(fact, sp.Le | sp.Ge) and fact.lts.is_Pow and fact.lts.exp == 2 else None
        if root is not None and root.is_Symbol and root not in zeros and fact.gts.xreplace(dict.fromkeys(zeros, sp.S.Zero)) == 0:
            prove(root, [name, *(called for letter, called in zeros.items() if letter in fact.gts.free_symbols)], True)
    return _after(goal, given, facts, first) if first else None


def _square_is_zero(goal: Relational, given: Given) -> Part:
    """What has a square that is at most zero is zero."""
    if not isinstance(goal, sp.Eq):
        raise InvalidInput("goal", goal, "is no equation")
    part = certificate(sp.Le((goal.lhs - goal.rhs) ** 2, 0, evaluate=False), given)
    return {**part, "goal": relation_text(goal), "proof": {"how": "zero", "parts": [part["proof"]]}}


def _along(goal: Relational, given: Given) -> Part | None:
    """x <= r from x^2 <= a y and y^2 <= b x^2 with r^2 = a^2 b: where x > 0, x^4 <= a^2 y^2 <= r^2 x^2."""
    if not isinstance(goal, sp.Le | sp.Ge) or not (goal.lts.is_Symbol and goal.lts.is_nonnegative):
        return None
    x, r = goal.lts, goal.gts
    bounds = {name: fact for name, fact in given.items() if isinstance(fact, sp.Le | sp.Ge)}
    for (one, fact), (other, back) in permutations(bounds.items(), 2):
        y = back.lts.base if back.lts.is_Pow and back.lts.exp == 2 else None
        if fact.lts != x**2 or y is None:
            continue
        a, b = sp.cancel(fact.gts / y), sp.cancel(back.gts / x**2)
        if {x, y} & (a.free_symbols | b.free_symbols) or sp.expand(r**2 - a**2 * b) != 0:
            continue
        square = sp.Le(x**2, a**2 * b, evaluate=False)
        terms = [["1", [one, one]], [text(2 * x**2), [one]], [text(a**2), [other]]]
        fourth = {"how": "sum", "factor": [[text(x**2), []]], "terms": terms}
        told = {"name": "square", "says": relation_text(square), "given": [one, other, "case"], "put": [], "known": [], "proof": fourth}
        yes, no = certificate(goal, {"case": sp.Le(x, 0, evaluate=False)}), certificate(goal, {"square": square})
        part = _inequality(goal, {one: fact, other: back}, yes, no)
        return part | {
            "case": relation_text(sp.Le(x, 0, evaluate=False)),
            "yes": _branch(yes, ["case"]),
            "no": {**_branch(no, [one, other]), "first": [told]},
        }
    return None


def _branch(part: Part, given: Sequence[str]) -> Part:
    return {"given": list(given), **{key: part[key] for key in ARGUMENT if key in part}}


def _after(goal: Relational, given: Given, facts: Given, first: list[Part]) -> Part:
    """A proof of the goal from what is given and what is proved first."""
    last = certificate(goal, facts)
    used = {name for one in first for name in one["given"]} | set(last["given"])
    parts = [_branch(one, one["given"]) | {key: one[key] for key in ("name", "says")} for one in first]
    own = {name: fact for name, fact in given.items() if name in used}
    return {**_inequality(goal, own, last, *first), "first": parts, **{key: last[key] for key in ARGUMENT if key in last}}


def _inequality(goal: Relational, given: Given, *parts: Part) -> Part:
    """The frame of a part: its letters with their signs, what is given, and the goal."""
    signs: dict[str, Any] = {}
    for part in parts:
        signs |= part["signs"]
    said = {name: relation_text(fact) for name, fact in given.items()}
    return {"kind": "inequality", "signs": signs, "given": said, "goal": relation_text(goal)}


_WAYS: tuple[Callable[[Relational, Given], Part | None], ...] = (_nothing_left, _square_is_zero, _along)
