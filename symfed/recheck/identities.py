"""Identities between rational functions, and between products of matrices, by one normal form; inequalities for every H >= 1 by induction.

What is trusted of an identity: that its two sides are the statement and what was derived. Of an induction nothing more than of an
inequality: the recursion is found to be the sequence's, and base and step are made here, from the sequence and the bound.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce
from typing import Any

from symfed.recheck.expressions import MalformedPart, Tree, constant, parsed, related
from symfed.recheck.inequalities import prove
from symfed.recheck.powers import substituted_tree
from symfed.recheck.ratios import LetterSigns, ProductSum, names_in

#: The longest power of matrices that is multiplied out.
_LONGEST = 12
_FIRST, _NEXT = parsed("1"), parsed("H + 1")


def identity(part: Mapping[str, Any]) -> str:
    """Check left = right: return "" if both are one rational function, else the error."""
    left, right = parsed(part["left"]), parsed(part["right"])
    letters = LetterSigns([left, right])
    return "" if letters(left) == letters(right) else "the sides are not equal"


def induction(part: Mapping[str, Any]) -> str:
    """Check a proof that sequence <= bound for all H >= 1, both in the symbol H: return "" if it is one, else the error.

    sequence(H + 1) = factor sequence(H) + increment with a factor that is not negative; `base`, `step` and `factor_proof` prove the rest.
    A condition in which H stands comes with a proof in `lasting` that it holds at H where it holds at H + 1.
    """
    u, v, factor, increment = (parsed(part[key]) for key in ("sequence", "bound", "factor", "increment"))
    letters = LetterSigns([u, v, factor, increment, "H"])
    if letters(substituted_tree(u, {"H": _NEXT})) != letters(("sum", (("product", (factor, u)), increment))):
        return "the recursion is not that of the sequence"
    signs, given = {**part["signs"], "H": ">= 1"}, {name: related(text) for name, text in part["given"].items()}
    moving = {name: fact for name, fact in given.items() if "H" in LetterSigns([fact[0], fact[2]]).of}
    fixed = {name: fact for name, fact in given.items() if name not in moving}
    for name, fact in moving.items():
        if wrong := prove(signs, {**fixed, f"{name} later": _relation_at(fact, {"H": _NEXT})}, fact, part["lasting"][name]):
            return f"{name} does not last: {wrong}"
    at_one = {name: _relation_at(fact, {"H": _FIRST}) for name, fact in given.items()}
    goals = {
        "base": (at_one, (substituted_tree(u, {"H": _FIRST}), "<=", substituted_tree(v, {"H": _FIRST}))),
        "step": (given, (("sum", (("product", (factor, v)), increment)), "<=", substituted_tree(v, {"H": _NEXT}))),
        "factor_proof": (given, (parsed("0"), "<=", factor)),
    }
    return next((f"{key}: {wrong}" for key, (known, goal) in goals.items() if (wrong := prove(signs, known, goal, part[key]))), "")


def _relation_at(fact: tuple[Tree, str, Tree], at: Mapping[str, Tree]) -> tuple[Tree, str, Tree]:
    return substituted_tree(fact[0], at), fact[1], substituted_tree(fact[2], at)


class _Words(ProductSum):
    """A sum of words in symbols that do not commute, each with a coefficient that does."""

    __slots__ = ()

    def times(self, one: tuple[str, ...], other: tuple[str, ...]) -> Mapping[tuple[str, ...], Any]:
        return {(*one, *other): 1}


def words(part: Mapping[str, Any]) -> str:
    """Check left = right for all matrices of any size: return "" if both are one sum of words in `matrices`, else the error."""
    left, right = parsed(part["left"]), parsed(part["right"])
    letters = LetterSigns([left, right])

    def side(tree: Tree) -> _Words:
        if names_in(tree).isdisjoint(part["matrices"]):
            return _Words({(): letters(tree)})
        if isinstance(tree, str):
            return _Words({(tree,): letters.one})
        if tree[0] in ("sum", "product"):
            return reduce(operator.add if tree[0] == "sum" else operator.mul, map(side, tree[1]))
        exponent = constant(tree[2]) if tree[0] == "power" else None
        if exponent is None or exponent.q != 1 or not 1 <= exponent <= _LONGEST:
            raise MalformedPart("has a power of matrices that is not spelt out")
        return reduce(operator.mul, [side(tree[1])] * int(exponent.p))

    return "" if side(left) == side(right) else "words are left over"
