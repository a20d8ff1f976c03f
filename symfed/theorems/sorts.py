"""Symbols of the proof language: their owner marks, and which are vectors, matrices and tensors, inferred from their use.

A tensor, such as a third derivative, is a linear function from matrices to vectors. The sorts of A, x and A x in a product are matrix,
vector, vector; or three times matrix; or tensor, matrix, vector. Which of these is decided once all relations are read; an undetermined
factor is a matrix. A universally quantified symbol is local to its relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.vocabulary import AnyVector, E, Inner, Law, Low, Mean, Norm, OpNorm, Outer, Vector, grad, hess, sample_grad


def owner_mark(x: Any) -> str:
    """The owner mark of a name: "c" for a client, "w" for a draw, "cw" for both, "" for none."""
    text = x if isinstance(x, str) else x.name if isinstance(x, sp.Symbol) else x.__name__
    last = text.rpartition("_")[2] if "_" in text else ""
    return last if last in ("c", "w", "cw") else ""


def head_of(x: Any) -> str:
    return x.name if isinstance(x, sp.Symbol) else type(x).__name__


class Sorts:
    """Infers which symbols are vectors, matrices or tensors, from their use. Raises InvalidInput for a symbol of two sorts."""

    def __init__(self) -> None:
        self.relation: Any = None
        self.parent: dict[Any, Any] = {}
        self._products: dict[Any, tuple[Any, Any]] = {}
        self._seen: set[sp.Basic] = set()
        self._sorts: dict[Any, Any] = {}
        self.arity: dict[str, tuple[Any, ...]] = {}
        self._unify(("head", grad.__name__), "vec")
        self._unify(("head", hess.__name__), "mat")
        self._unify(("head", sample_grad.__name__), "vec")

    def of(self, key: Any) -> str:
        try:
            while self._products and (self._resolve_products() or self._resolve_by_default()):
                continue
        except InvalidInput:
            self._sorts.clear()  # a product that was dropped is found again, and refused again
            raise
        found = self._representative(key)
        return found if found in ("vec", "mat", "num", "ten") else "vec"

    def _resolve_products(self) -> bool:
        """Resolve the products whose factors determine their sorts; return whether there were any."""
        settled = []
        for result, (factor, inside) in self._products.items():
            f, x, r = (self._representative(key) for key in (factor, inside, result))
            if x == "vec":
                kinds = "mat", "vec", "vec"
            elif r == "mat":
                kinds = "mat", "mat", "mat"
            elif f == "ten" or (x == "mat" and r == "vec"):
                kinds = "ten", "mat", "vec"
            elif f == "mat" and x == "mat":
                kinds = "mat", "mat", "mat"
            else:
                continue
            settled.append(result)
            for key, kind in zip((factor, inside, result), kinds, strict=True):
                self._unify(key, kind)
        for result in settled:
            del self._products[result]
        return bool(settled)

    def _resolve_by_default(self) -> bool:
        """Take the first factor of an undetermined product to be a matrix; always True."""
        result, (factor, inside) = self._products.popitem()
        self._unify(factor, "mat")
        self._unify(result, inside)
        return True

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
        """Infer from a relation, or from each part of a conjunction."""
        if isinstance(relation, sp.And):
            for part in relation.args:
                self.read(part)
        elif relation not in self._seen:
            self._seen.add(relation)
            self.relation = relation
            for part in _relations_in(relation):  # a universally quantified symbol is one in all of them
                self._read_sides(part)
            self.relation = None

    def _read_sides(self, relation: sp.Basic) -> None:
        sides = [self.sort(side) for side in relation.args if side not in (sp.true, sp.false)]
        known = [s for side, s in zip(relation.args, sides, strict=True) if side != 0]
        for other in known[1:]:
            self._unify(known[0], other)

    def sort(self, x: sp.Basic) -> Any:
        key = x, self.relation
        if key not in self._sorts:
            self._sorts[key] = self._infer(as_expression(x))
        return self._sorts[key]

    def _infer(self, x: Any) -> Any:
        if isinstance(x, Outer):
            for arg in x.args:
                self._unify(self.sort(arg), "vec")
            return "mat"
        if isinstance(x, Low | OpNorm):
            self._unify(self.sort(x.args[0]), "mat")
            return "num"
        if isinstance(x, Norm):
            self.sort(x.args[0])
            return "num"
        if isinstance(x, Inner | Law):
            for arg in x.args:
                self._unify(self.sort(arg), "vec")
            return "num"
        if isinstance(x, Mean | E | sp.Limit | sp.Sum):
            return self.sort(x.args[0])
        if isinstance(x, AppliedUndef):
            return self._unify_application(x)
        if isinstance(x, Vector):
            return ("letter", x.name, self.relation) if isinstance(x, AnyVector) else ("letter", x.name)
        if x.is_commutative:
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
            found = self.sort(factors[-1])
            for k in range(len(factors) - 2, -1, -1):
                factor, inside = self.sort(factors[k]), found
                found = ("product", sp.Mul(*factors[k:]), self.relation)
                self._products[found] = factor, inside
            return found
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
        return "num" if x.is_commutative else ("head", head)


def _relations_in(relation: sp.Basic) -> Iterator[sp.Basic]:
    """The relations that an implication, conjunction or disjunction is made of."""
    if isinstance(relation, sp.And | sp.Implies | sp.Or):
        for part in relation.args:
            yield from _relations_in(part)
    else:
        yield relation
