"""Random terms and a small model to evaluate them in: two clients, two draws, the plane, and a 1/0 that is seven."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symfed.kernel.symbols import OVERLOADED, numeral
from symfed.kernel.terms import Client, Index, Map, Num, Outcome, Sort, Tensor, Term, Vec, abstract, app, const, free, to

LETTERS = {
    "s": Num, "t": Num, "n": Index, "m": Index, "u": Vec, "v": Vec, "A": Map, "B": Map, "c": Client, "w": Outcome,
    "a": to(Client, Num), "x": to(Client, Vec), "K": to(Client, Map), "N": to(Client, Index), "W": to(Client, Client, Num),
    "Y": to(Client, Client, Vec),
    "Z": to(Client, Client, Map), "X": to(Outcome, Num), "V": to(Client, Outcome, Vec), "f": to(Num, Num), "g": to(Client, Vec, Vec),
    "T": to(Client, Client, Client, Num), "F": to(to(Client, Num), Num),
    "D": Tensor, "P": to(Client, Tensor),
}  # fmt: skip
_SIZES = {Client: 2, Outcome: 2}


def mean(of: Callable[[int], Any]) -> Any:
    return scaled(Fraction(1, 2), added(of(0), of(1)))


def added(one: Any, other: Any) -> Any:
    return tuple(map(added, one, other)) if isinstance(one, tuple) else one + other


def scaled(by: Any, one: Any) -> Any:
    return tuple(scaled(by, part) for part in one) if isinstance(one, tuple) else by * one


def inner(u: Any, v: Any) -> Any:
    return sum(a * b for a, b in zip(u, v, strict=True))


def applied(a: Any, v: Any) -> Any:
    """A map applied to a vector, or after another map."""
    if isinstance(v[0], tuple):
        columns = tuple(zip(*v, strict=True))
        return tuple(tuple(inner(row, column) for column in columns) for row in a)
    return tuple(inner(row, v) for row in a)


_IDENTITY = ((1, 0), (0, 1))


def _times(one: Any, other: Any) -> Any:
    if not isinstance(one, tuple):
        return scaled(one, other)
    if isinstance(one[0][0], tuple):  # a tensor: the inner products of its maps with this one
        return tuple(inner(sum(part, ()), sum(other, ())) for part in one)
    return applied(one, other)


def _power(base: Any, exponent: int) -> Any:
    if not isinstance(base, tuple):
        return Fraction(base) ** exponent
    made: Any = _IDENTITY
    for _ in range(exponent):
        made = applied(made, base)
    return made


_OPERATIONS: dict[str, Any] = {
    "+": lambda a: lambda b: added(a, b),
    "-": lambda a: lambda b: added(a, scaled(-1, b)),
    "*": lambda a: lambda b: _times(a, b),
    "/": lambda a: lambda b: a * (Fraction(7) if b == 0 else 1 / Fraction(b)),
    "^": lambda a: lambda n: _power(a, n),
    "num": lambda n: n,
    "S": lambda n: n + 1,
    "id": _IDENTITY,
    "inner": lambda u: lambda v: inner(u, v),
    "outer": lambda u: lambda v: tuple(tuple(a * b for b in v) for a in u),
    "mean": mean,
    "E": lambda of: of(0),  # linear in nothing but itself: what is a law of expectations is a sentence of the page
}


class Model:
    """Values of the letters, and of every term made of them."""

    def __init__(self, seed: int) -> None:
        self.chance, self.values = random.Random(seed), dict[str, Any]()
        for name, sort in LETTERS.items():
            self.values[name] = self._any(sort)

    def _any(self, sort: Sort) -> Any:
        if sort in _SIZES:
            return self.chance.randrange(_SIZES[sort])
        if sort is Index:
            return self.chance.randrange(4)
        if sort is Num:
            return self.chance.choice([0, 1, -1, 2, 3, -2])
        if sort is Vec:
            return (self._any(Num), self._any(Num))
        if sort is Map:
            return (self._any(Vec), self._any(Vec))
        if sort is Tensor:
            return (self._any(Map), self._any(Map))
        assert sort.source is not None
        assert sort.result is not None
        if sort.source in _SIZES:
            table = [self._any(sort.result) for _ in range(_SIZES[sort.source])]
            return lambda place: table[place]
        if sort.source is Num:
            one, two = self.chance.randrange(1, 4), self.chance.randrange(-2, 3)
            return lambda value: one * value * value + two
        if sort.source is Vec:
            shift = self._any(Num)
            return lambda vector: (vector[0] * vector[1] + shift, vector[0] - 1)
        return lambda of: of(0) * of(0) + 2 * of(1)

    def value(self, term: Term, bound: tuple[Any, ...] = ()) -> Any:
        match term.kind:
            case "bound":
                return bound[term.one]
            case "app":
                return self.value(term.one, bound)(self.value(term.two, bound))
            case "lam":
                return lambda value: self.value(term.two, (value, *bound))
        if term.one in self.values:
            return self.values[term.one]
        if term.one == "zero":
            zero = (0, 0) if term.sort is Vec else ((0, 0), (0, 0))
            return (zero, zero) if term.sort is Tensor else zero
        return int(term.one) if term.one.isdigit() else self._operation(term)

    def _operation(self, term: Term) -> Any:
        if term.one == "E" and term.sort.result is Num:
            return lambda of: of(0) * of(1) + 1
        return _OPERATIONS[term.one]


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
        if sort in _SIZES:
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
