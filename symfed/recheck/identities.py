"""Identities between rational functions, and between products of matrices, by one normal form; inequalities for every H >= 1 by induction.

What is trusted of an identity: that its two sides are the statement and what was derived. Of an induction nothing more than of an
inequality: the recursion is found to be the sequence's, and base and step are made here, from the sequence and the bound.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping
from functools import reduce
from typing import Any

import flint

from symfed.recheck.expressions import MalformedPart, Tree, constant, parsed, related
from symfed.recheck.inequalities import prove
from symfed.recheck.ratios import LetterSigns, PolynomialRatio, names_in

#: The longest power of matrices that is multiplied out.
_LONGEST = 12


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
    if letters(_with_steps(u, _next_step())) != letters(("sum", (("product", (factor, u)), increment))):
        return "the recursion is not that of the sequence"
    signs, given = {**part["signs"], "H": ">= 1"}, {name: related(text) for name, text in part["given"].items()}
    moving = {name: fact for name, fact in given.items() if "H" in LetterSigns([fact[0], fact[2]]).of}
    fixed = {name: fact for name, fact in given.items() if name not in moving}
    for name, fact in moving.items():
        if wrong := prove(signs, {**fixed, f"{name} later": _relation_at(fact, _next_step())}, fact, part["lasting"][name]):
            return f"{name} does not last: {wrong}"
    at_one = {name: _relation_at(fact, parsed("1")) for name, fact in given.items()}
    goals = {
        "base": (at_one, (_with_steps(u, parsed("1")), "<=", _with_steps(v, parsed("1")))),
        "step": (given, (("sum", (("product", (factor, v)), increment)), "<=", _with_steps(v, _next_step()))),
        "factor_proof": (given, (parsed("0"), "<=", factor)),
    }
    return next((f"{key}: {wrong}" for key, (known, goal) in goals.items() if (wrong := prove(signs, known, goal, part[key]))), "")


def _next_step() -> Tree:
    return parsed("H + 1")


def _relation_at(fact: tuple[Tree, str, Tree], n: Tree) -> tuple[Tree, str, Tree]:
    return _with_steps(fact[0], n), fact[1], _with_steps(fact[2], n)


def _with_steps(tree: Tree, n: Tree) -> Tree:
    """A tree with n in place of H. Raises MalformedPart where a symbol in brackets may speak of H."""
    if isinstance(tree, str):
        if tree.startswith("["):
            raise MalformedPart("has a letter in brackets, which may speak of H")
        return n if tree == "H" else tree
    if not isinstance(tree, tuple):
        return tree
    if tree[0] == "power":
        return "power", _with_steps(tree[1], n), _with_steps(tree[2], n)
    parts = tuple(_with_steps(part, n) for part in tree[-1])
    return (tree[0], parts) if tree[0] != "call" else ("call", tree[1], parts)


class _Words:
    """A sum of words in symbols that do not commute, each with a coefficient that does."""

    def __init__(self, terms: Mapping[tuple[str, ...], PolynomialRatio]) -> None:
        self.terms = {word: c for word, c in terms.items() if c != 0}

    def __add__(self, other: _Words) -> _Words:
        found = dict(self.terms)
        for word, c in other.terms.items():
            found[word] = found[word] + c if word in found else c
        return _Words(found)

    def __mul__(self, other: _Words | flint.fmpq) -> _Words:
        if not isinstance(other, _Words):
            return _Words({word: c * other for word, c in self.terms.items()})
        found: _Words = _Words({})
        for word, c in self.terms.items():
            found = found + _Words({(*word, *after): c * d for after, d in other.terms.items()})
        return found

    __rmul__ = __mul__  # only numbers stand on the left of words

    def __pow__(self, n: int) -> _Words:
        found = self
        for _ in range(n - 1):
            found = found * self
        return found


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
        return side(tree[1]) ** int(exponent.p)

    gap = side(left) + side(right) * flint.fmpq(-1)
    return "words are left over" if gap.terms else ""
