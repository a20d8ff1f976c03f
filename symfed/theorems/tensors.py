"""Sort inference with outer products u v' and third derivatives: a tensor is a linear function from matrices to vectors.

The sorts of A, x and A x in a product are matrix, vector, vector; or three times matrix; or tensor, matrix, vector. Which of these is
decided once all relations are read; an undetermined factor is a matrix. A universally quantified symbol is local to its relation.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.sorts import Sorts
from symfed.theorems.vocabulary import AnyVector, Inner, Low, Norm, OpNorm, Outer


class TensorSorts(Sorts):
    """Infers which symbols are vectors, matrices or tensors, from their use. Raises InvalidInput for a symbol of two sorts."""

    def __init__(self) -> None:
        super().__init__()
        self.relation: Any = None
        self._products: dict[Any, tuple[Any, Any]] = {}
        self._seen: set[sp.Basic] = set()
        self._sorts: dict[Any, Any] = {}

    def of(self, key: Any) -> str:
        try:
            while self._products and (self._resolve_products() or self._resolve_by_default()):
                continue
        except InvalidInput:
            self._sorts.clear()  # a product that was dropped is found again, and refused again
            raise
        found = self._representative(key)
        return found if found in ("vec", "mat", "num", "ten") else "vec"

    def read(self, relation: sp.Basic) -> None:
        if isinstance(relation, sp.And):
            for part in relation.args:
                self.read(part)
        elif relation not in self._seen:
            self._seen.add(relation)
            self.relation = relation
            for part in _relations_in(relation):  # a universally quantified symbol is one in all of them
                super().read(part)
            self.relation = None

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
        if isinstance(x, Norm) and not isinstance(x, (OpNorm, Low)):
            self.sort(x.args[0])
            return "num"
        if isinstance(x, Inner) or x.is_commutative or not x.is_Mul:
            return ("letter", x.name, self.relation) if isinstance(x, AnyVector) else super()._infer(x)
        scalars, factors = x.args_cnc()
        for scalar in scalars:
            self.sort(scalar)
        found = self.sort(factors[-1])
        for k in range(len(factors) - 2, -1, -1):
            factor, inside = self.sort(factors[k]), found
            found = ("product", sp.Mul(*factors[k:]), self.relation)
            self._products[found] = factor, inside
        return found


def _relations_in(relation: sp.Basic) -> Iterator[sp.Basic]:
    """The relations that an implication, conjunction or disjunction is made of."""
    if isinstance(relation, sp.And | sp.Implies | sp.Or):
        for part in relation.args:
            yield from _relations_in(part)
    else:
        yield relation
