"""Symbols of the proof language: their owner marks, and which are vectors and which matrices, inferred from their use."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.vocabulary import INDICES, E, Inner, Law, Low, Mean, Norm, OpNorm, Vector, grad, hess, sample_grad


def owner_mark(x: Any) -> str:
    """The owner mark of a name: "c" for a client, "w" for a draw, "cw" for both, "" for none."""
    text = x if isinstance(x, str) else x.name if isinstance(x, sp.Symbol) else x.__name__
    last = text.rpartition("_")[2] if "_" in text else ""
    return last if last in ("c", "w", "cw") else ""


def head_of(x: Any) -> str:
    return x.name if isinstance(x, sp.Symbol) else type(x).__name__


class Sorts:
    """Infers which symbols are vectors and which matrices, from their use. Raises InvalidInput for a symbol used as both."""

    def __init__(self) -> None:
        self.parent: dict[Any, Any] = {}
        self.letters: dict[str, Any] = {}
        self.arity: dict[str, tuple[Any, ...]] = {}
        self._unify(("head", grad.__name__), "vec")
        self._unify(("head", hess.__name__), "mat")
        self._unify(("head", sample_grad.__name__), "vec")

    def of(self, key: Any) -> str:
        found = self._representative(key)
        return found if found in ("vec", "mat", "num") else "vec"

    def _representative(self, key: Any) -> Any:
        while key in self.parent:
            key = self.parent[key]
        return key

    def _unify(self, one: Any, other: Any) -> None:
        one, other = self._representative(one), self._representative(other)
        if one == other:
            return
        if isinstance(one, str) and isinstance(other, str):
            raise InvalidInput("letter", (one, other), "is a vector in one place and a matrix in another", "not exported yet")
        self.parent[other if isinstance(one, str) else one] = one if isinstance(one, str) else other

    def read(self, relation: sp.Basic) -> None:
        """Infer from a relation, or from each part of a conjunction, disjunction or implication."""
        if isinstance(relation, sp.And | sp.Implies | sp.Or):
            for part in relation.args:
                self.read(part)
            return
        sides = [self.sort(side) for side in relation.args if side not in (sp.true, sp.false)]
        known = [s for side, s in zip(relation.args, sides, strict=True) if side != 0]
        for other in known[1:]:
            self._unify(known[0], other)

    def sort(self, x: sp.Basic) -> Any:
        return self._infer(as_expression(x))

    def _infer(self, x: Any) -> Any:
        if isinstance(x, Low | OpNorm):
            self._unify(self.sort(x.args[0]), "mat")
            return "num"
        if isinstance(x, Norm | Inner | Law):
            for arg in x.args:
                self._unify(self.sort(arg), "vec")
            return "num"
        if isinstance(x, Mean | E | sp.Limit | sp.Sum):
            return self.sort(x.args[0])
        if isinstance(x, AppliedUndef):
            return self._unify_application(x)
        if isinstance(x, Vector):
            self.letters[x.name] = x
            return ("letter", x.name)
        if x.is_commutative:
            if isinstance(x, sp.Symbol) and x not in INDICES:
                self.letters[x.name] = x
            for arg in x.args:
                self.sort(arg)
            return "num"
        if x.is_Add:
            kinds = ["mat" if term.is_commutative and self.sort(term) else self.sort(term) for term in x.args]
            for kind in kinds[1:]:
                self._unify(kinds[0], kind)
            return kinds[0]
        if x.is_Pow:
            self._unify(self.sort(x.base), "mat")
            return "mat"
        if x.is_Mul:
            scalars, factors = x.args_cnc()
            for scalar in scalars:
                self.sort(scalar)
            for factor in factors[:-1]:
                self._unify(self.sort(factor), "mat")
            return self.sort(factors[-1])
        raise InvalidInput("statement", x, f"speaks of {type(x).__name__}", "not exported yet")

    def _unify_application(self, x: Any) -> Any:
        head = head_of(x)
        kinds = tuple("nat" if as_expression(arg).is_integer else self.sort(arg) for arg in x.args)
        before = self.arity.setdefault(head, kinds)
        if len(before) != len(kinds):
            raise InvalidInput("letter", head, "is called with different numbers of arguments")
        for k, (one, other) in enumerate(zip(before, kinds, strict=True)):
            if (one == "nat") != (other == "nat"):
                raise InvalidInput("letter", head, f"takes a count as argument {k} in one place, and not in another")
            if one != "nat":
                self._unify(one, other)
        for arg in x.args:
            if as_expression(arg).is_integer:
                self.sort(arg)
        self.letters[head] = x.func
        if x.is_commutative:
            return "num"
        return ("head", head)
