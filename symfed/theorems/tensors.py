"""Sorts where matrices u v' of vectors and third derivatives are spoken of: what takes matrices to vectors is a tensor.

A product A x says of A and x, and of itself, that they are matrix, vector, vector; or three matrices; or tensor, matrix, vector. Which of
these is known once all relations are read; what nothing tells is a matrix. A letter for every vector is one relation's own.
"""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.theorems.sorts import Sorts
from symfed.theorems.vocabulary import AnyVector, Inner, Low, Norm, OpNorm, Outer


class TensorSorts(Sorts):
    """What is a vector, a matrix or a tensor, by how it is used. Raises InvalidInput where something would be two of these."""

    def __init__(self) -> None:
        super().__init__()
        self.relation: Any = None
        self._products: dict[Any, tuple[Any, Any]] = {}
        self._seen: set[sp.Basic] = set()

    def of(self, key: Any) -> str:
        while self._products and (self._told() or self._supposed()):
            continue
        found = self._root(key)
        return found if found in ("vec", "mat", "num", "ten") else "vec"

    def read(self, relation: sp.Basic) -> None:
        if isinstance(relation, sp.And):
            for part in relation.args:
                self.read(part)
        elif relation not in self._seen:
            self._seen.add(relation)
            self.relation = relation
            super().read(relation)
            self.relation = None

    def _told(self) -> bool:
        """Settles the products of which enough is known; whether there were any."""
        settled = []
        for result, (factor, inside) in self._products.items():
            f, x, r = (self._root(key) for key in (factor, inside, result))
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
                self._same(key, kind)
        for result in settled:
            del self._products[result]
        return bool(settled)

    def _supposed(self) -> bool:
        """A product of which nothing more is told has a matrix for its first factor."""
        result, (factor, inside) = self._products.popitem()
        self._same(factor, "mat")
        self._same(result, inside)
        return True

    def sort(self, x: sp.Basic) -> Any:
        x = as_expression(x)
        if isinstance(x, Outer):
            for arg in x.args:
                self._same(self.sort(arg), "vec")
            return "mat"
        if isinstance(x, Norm) and not isinstance(x, (OpNorm, Low)):
            self.sort(x.args[0])
            return "num"
        if isinstance(x, Inner) or x.is_commutative or not x.is_Mul:
            return ("letter", x.name, self.relation) if isinstance(x, AnyVector) else super().sort(x)
        scalars, factors = x.args_cnc()
        for scalar in scalars:
            self.sort(scalar)
        found = self.sort(factors[-1])
        for k in range(len(factors) - 2, -1, -1):
            factor, inside = self.sort(factors[k]), found
            found = ("product", sp.Mul(*factors[k:]), self.relation)
            self._products[found] = factor, inside
        return found
