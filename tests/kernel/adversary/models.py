"""Random terms, and small models in which nothing holds but what a normal form may use."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from flint import fmpq

from symfed.kernel.symbols import OVERLOADED, numeral
from symfed.kernel.terms import Client, Index, Map, Num, Outcome, Sort, Tensor, Term, Vec, abstract, app, const, free, to
from tests.kernel.model import Model

LETTERS = {
    "s": Num, "t": Num, "n": Index, "m": Index, "u": Vec, "v": Vec, "A": Map, "B": Map, "c": Client, "w": Outcome,
    "a": to(Client, Num), "x": to(Client, Vec), "K": to(Client, Map), "N": to(Client, Index), "W": to(Client, Client, Num),
    "Y": to(Client, Client, Vec),
    "Z": to(Client, Client, Map), "X": to(Outcome, Num), "V": to(Client, Outcome, Vec), "f": to(Num, Num), "g": to(Client, Vec, Vec),
    "T": to(Client, Client, Client, Num), "F": to(to(Client, Num), Num),
    "D": Tensor, "P": to(Client, Tensor),
}  # fmt: skip


class Odd(Model):
    """Values of the letters and of terms made of them: two clients in the plane, a 1/0 that is seven, and an E that is not linear."""

    def __init__(self, seed: int) -> None:
        super().__init__(random.Random(seed), dimension=2, clients=2)
        self.inverse_of_zero = fmpq(7)
        self.letters = {const(name, sort): self.draw(sort) for name, sort in LETTERS.items()}
        self.letters[const("F", LETTERS["F"])] = lambda of: of(0) * of(0) + 2 * of(1)

    def _expectation(self, f: Callable[[int], Any]) -> Any:
        """What is a law of expectations is a sentence of the page."""
        return f(0) if isinstance(f(0), tuple) else f(0) * f(1) + 1


class Writer:
    """Random terms over the letters, binders among them."""

    def __init__(self, seed: int) -> None:
        self.chance, self.marks = random.Random(seed), 0

    def term(self, sort: Sort, size: int, bound: tuple[Term, ...] = ()) -> Term:
        ways = [self._leaf, self._applied] if size <= 1 else [self._operation, self._operation, self._operation, self._mean, self._applied]
        return self.chance.choice(ways)(sort, size, bound)

    def _leaf(self, sort: Sort, size: int, bound: tuple[Term, ...]) -> Term:
        found = [b for b in bound if b.sort is sort] * 3 + [const(name, s) for name, s in LETTERS.items() if s is sort]
        if sort in (Num, Index):
            found.append(numeral(self.chance.randrange(3), sort))
        if sort in (Vec, Map, Tensor):
            found.append(const("zero", sort))
        return self.chance.choice(found)

    def _applied(self, sort: Sort, size: int, bound: tuple[Term, ...]) -> Term:
        """A letter that is a function, at terms."""
        ways = [(name, s) for name, s in LETTERS.items() if s is not sort and _last(s) is sort and name not in "F"]
        if not ways:
            return self._leaf(sort, size, bound)
        name, s = self.chance.choice(ways)
        made = const(name, s)
        while made.sort is not sort:
            assert made.sort.source is not None
            made = app(made, self._leaf(made.sort.source, 1, bound) if size <= 1 else self.term(made.sort.source, size // 2, bound))
        return made

    def _operation(self, sort: Sort, size: int, bound: tuple[Term, ...]) -> Term:
        if sort in (Client, Outcome):
            return self._leaf(sort, size, bound)
        names = {"+": 3, "-": 2, "*": 4, "^": 1, "/": 1, "inner": 2, "outer": 2, "num": 1, "S": 1}
        ways = [(n, s) for n, often in names.items() for s in OVERLOADED[n] if _last(s) is sort for _ in range(often)]
        name, s = self.chance.choice(ways)
        made = const(name, s)
        while made.sort is not sort:
            source = made.sort.source
            assert source is not None
            small = name == "^" and source is Index
            made = app(made, self.term(source, 1 if small else size // 2, bound))
        return made

    def _mean(self, sort: Sort, size: int, bound: tuple[Term, ...]) -> Term:
        source = Outcome if self.chance.random() < 0.2 and sort in (Num, Vec) else Client
        if sort not in (Num, Vec, Map, Tensor):
            return self._leaf(sort, size, bound)
        self.marks += 1
        mark = free(f"mark{self.marks}", source)
        body = self.term(sort, size - 1, (*bound, mark, mark))
        function = abstract(body, mark)
        if sort is Num and source is Client and self.chance.random() < 0.1:
            return app(const("F", LETTERS["F"]), function)
        return app(const("E" if source is Outcome else "mean", to(function.sort, sort)), function)


def _last(sort: Sort) -> Sort:
    while sort.result is not None:
        sort = sort.result
    return sort
