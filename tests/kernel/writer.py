"""Random terms as text, and pairs of them that a law, true or false, makes of one another."""

from __future__ import annotations

import re
from random import Random
from typing import Final

#: letters that stand in laws for any terms of their sorts
_PLACES: Final = {
    **dict.fromkeys("abe", "Num"), **dict.fromkeys("xyz", "Vec"), **dict.fromkeys("ABC", "Map"), **dict.fromkeys("nmk", "Index"),
}  # fmt: skip

#: constants of a claim, by sort
LETTERS: Final = {
    **_PLACES,
    "t": "Client -> Num", "g": "Client -> Vec -> Vec", "M": "Client -> Map", "f": "Outcome -> Num", "X": "Outcome -> Vec",
    "G": "Client -> Index -> Outcome -> Vec -> Vec", "r": "Index -> Num", "h": "Num -> Num", "F": "Vec -> Vec",
    "T": "Tensor", "V": "Client -> Tensor", "K": "Client -> Client -> Num", "Q": "Client -> Client -> Vec", "R": "Client -> Client -> Map",
}  # fmt: skip

#: (left, right): whether they are one. True: the specification asks that it is known. False: there is a model where it fails.
#: None: it holds, and the kernel may know it or not.
LAWS: Final[dict[str, dict[tuple[str, str], bool | None]]] = {
    "Num": {
        ("a + b", "b + a"): True,
        ("a * b", "b * a"): True,
        ("(a + b) * e", "a * e + b * e"): True,
        ("a - b", "a + (0 - 1) * b"): True,
        ("a / b", "a * (1 / b)"): None,
        ("(a + b) / e", "a / e + b / e"): None,
        ("a / 2 + a / 2", "a"): True,
        ("a / (2 / 3)", "3 / 2 * a"): None,
        ("a * 0", "0"): True,
        ("a / a", "1"): False,
        ("a * (b / a)", "b"): False,
        ("1 / (1 / a)", "a"): False,
        ("1 / (a * b)", "1 / a * (1 / b)"): False,
        ("1 / (2 * a)", "1 / 2 * (1 / a)"): False,
        ("1 / a ^ 2", "(1 / a) ^ 2"): False,
        ("1 / (0 - a)", "(0 - 1) * (1 / a)"): False,
        ("1 / (a - a)", "0"): False,
        ("1 / 0", "0"): False,
        ("a / 0", "0"): False,
        ("0 / a", "0"): None,
        ("1 / (a + b)", "1 / (b + a)"): None,
        ("sqrt(a) * sqrt(b)", "sqrt(a * b)"): False,
        ("sqrt(a) * sqrt(a)", "a"): False,
        ("sqrt(a * a)", "a"): False,
        ("h(a + b)", "h(a) + h(b)"): False,
        ("h(a + b)", "h(b + a)"): None,
        ("a ^ (n + m)", "a ^ n * a ^ m"): True,
        ("a ^ (n * m)", "(a ^ n) ^ m"): None,
        ("(a * b) ^ n", "a ^ n * b ^ n"): None,
        ("(a + b) ^ 2", "a * a + 2 * a * b + b * b"): True,
        ("(a + b) ^ n", "a ^ n + b ^ n"): False,
        ("a ^ S(n)", "a * a ^ n"): True,
        ("a ^ 0", "1"): True,
        ("a ^ n * a ^ n", "a ^ (n * n)"): False,
        ("a ^ (n * m)", "a ^ (m * n)"): None,
        ("(a ^ n) ^ m", "(a ^ m) ^ n"): None,
        ("0 ^ n", "0"): False,
        ("1 ^ n", "1"): None,
        ("(0 - 1) ^ (n + n)", "1"): None,
        ("(0 - 1) ^ n", "0 - 1"): False,
        ("2 ^ n * 3 ^ n", "6 ^ n"): None,
        ("num(n + m)", "num(n) + num(m)"): True,
        ("num(n * m)", "num(n) * num(m)"): None,
        ("num(S(n))", "num(n) + 1"): True,
        ("num(2 * n)", "num(n)"): False,
        ("r(n + 1)", "r(S(n))"): True,
        ("r(n + n)", "r(2 * n)"): None,
        ("r(n)", "r(m)"): False,
        ("inner(x, y)", "inner(y, x)"): True,
        ("inner(a * x + y, z)", "a * inner(x, z) + inner(y, z)"): True,
        ("inner(x + y, x + y)", "inner(x, x) + 2 * inner(x, y) + inner(y, y)"): True,
        ("inner(A * x, y)", "inner(x, A * y)"): False,
        ("inner(A * x, A * y)", "inner(x, A * (A * y))"): False,
        ("inner(x, y) * inner(x, y)", "inner(x, x) * inner(y, y)"): False,
        ("norm(x + y)", "norm(y + x)"): None,
        ("norm(a * x)", "a * norm(x)"): False,
        ("norm(x - y)", "norm(y - x)"): None,
        ("opnorm(a * A)", "a * opnorm(A)"): False,
        ("low(A + B)", "low(A) + low(B)"): False,
        ("mean(fun c: Client. t(c) + a)", "mean(t) + a"): True,
        ("mean(fun c: Client. a * t(c))", "a * mean(t)"): True,
        ("mean(fun c: Client. t(c) * t(c))", "mean(t) * mean(t)"): False,
        ("mean(fun c: Client. mean(fun d: Client. t(c) * t(d)))", "mean(t) * mean(t)"): None,
        ("mean(fun c: Client. mean(fun d: Client. t(c) + t(d)))", "2 * mean(t)"): None,
        ("mean(fun c: Client. mean(fun d: Client. t(c) * t(d)))", "mean(fun c: Client. t(c) * t(c))"): False,
        ("mean(fun c: Client. mean(fun c: Client. t(c)))", "mean(t)"): None,
        ("mean(fun c: Client. inner(x, g(c, y)))", "inner(x, mean(fun c: Client. g(c, y)))"): None,
        ("mean(fun c: Client. inner(g(c, x), g(c, x)))", "inner(mean(fun c: Client. g(c, x)), mean(fun c: Client. g(c, x)))"): False,
        ("mean(fun c: Client. t(c) / a)", "mean(t) / a"): None,
        ("mean(fun c: Client. a / t(c))", "a / mean(t)"): False,
        ("mean(fun c: Client. t(c) ^ n)", "mean(t) ^ n"): False,
        ("E(fun w: Outcome. f(w) * f(w))", "E(f) * E(f)"): False,
        ("E(fun w: Outcome. inner(X(w), X(w)))", "inner(E(X), E(X))"): False,
        ("E(fun w: Outcome. a * f(w))", "a * E(f)"): None,
        ("E(fun w: Outcome. f(w) ^ n)", "E(f) ^ n"): False,
        ("E(f)", "E(fun w: Outcome. f(w))"): True,
        ("mean(fun c: Client. mean(fun d: Client. K(c, d)))", "mean(fun c: Client. K(c, c))"): False,
        ("mean(fun c: Client. mean(fun d: Client. K(d, c)))", "mean(fun c: Client. K(c, c))"): False,
        ("mean(fun c: Client. mean(fun d: Client. a * K(c, d)))", "a * mean(fun c: Client. K(c, c))"): False,
        ("mean(fun c: Client. mean(fun d: Client. K(c, d)))", "mean(fun c: Client. mean(fun d: Client. K(d, c)))"): None,
    },
    "Index": {
        ("n + m", "m + n"): True,
        ("n * S(m)", "n * m + n"): True,
        ("n + 1", "S(n)"): True,
        ("(n + m) * k", "n * k + m * k"): True,
        ("n * n", "n + n"): False,
    },
    "Vec": {
        ("x + y", "y + x"): True,
        ("x - x", "zero(Vec)"): True,
        ("a * (x + y)", "a * x + a * y"): True,
        ("(a * b) * x", "a * (b * x)"): True,
        ("0 * x", "zero(Vec)"): True,
        ("inner(x, y) * z", "inner(z, y) * x"): False,
        ("F(x + y)", "F(x) + F(y)"): False,
        ("F(x - x)", "F(zero(Vec))"): None,
        ("F(x - y)", "F(y - x)"): False,
        ("mean(fun c: Client. mean(fun d: Client. Q(c, d)))", "mean(fun c: Client. Q(c, c))"): False,
        ("A * (x + y)", "A * x + A * y"): True,
        ("(A * B) * x", "A * (B * x)"): True,
        ("(A + B) * x", "A * x + B * x"): True,
        ("A * (a * x)", "a * (A * x)"): True,
        ("A * (B * x)", "B * (A * x)"): False,
        ("id * x", "x"): True,
        ("zero(Map) * x", "zero(Vec)"): True,
        ("mean(fun c: Client. t(c) * x)", "mean(t) * x"): None,
        ("mean(fun c: Client. t(c) * g(c, x))", "mean(t) * mean(fun c: Client. g(c, x))"): False,
        ("mean(fun c: Client. M(c) * x)", "mean(M) * x"): None,
        ("mean(fun c: Client. M(c) * g(c, x))", "mean(M) * mean(fun c: Client. g(c, x))"): False,
        ("mean(fun c: Client. A * g(c, x))", "A * mean(fun c: Client. g(c, x))"): None,
        ("E(fun w: Outcome. F(X(w)))", "F(E(X))"): False,
        ("T * (a * A + B)", "a * (T * A) + T * B"): True,
        ("(T + a * T) * A", "T * A + a * (T * A)"): True,
        ("T * (A * B)", "T * (B * A)"): False,
        ("A * (T * B)", "T * (A * B)"): False,
        ("T * outer(x, y)", "T * outer(y, x)"): False,
        ("mean(fun c: Client. V(c) * A)", "mean(V) * A"): None,
        ("mean(fun c: Client. T * M(c))", "T * mean(M)"): None,
        ("mean(fun c: Client. T * (A * M(c)))", "T * (A * mean(M))"): None,
        ("mean(fun c: Client. T * (M(c) * A))", "T * (mean(M) * A)"): None,
        ("mean(fun c: Client. B * (V(c) * (M(c) * A)))", "B * mean(fun c: Client. V(c) * (M(c) * A))"): None,
        ("mean(fun c: Client. V(c) * (M(c) * A))", "mean(V) * (mean(M) * A)"): False,
        ("mean(fun c: Client. M(c) * (V(c) * A))", "mean(M) * (mean(V) * A)"): False,
        ("mean(fun c: Client. V(c) * M(c))", "mean(V) * mean(M)"): False,
        ("outer(x, y) * z", "outer(z, y) * x"): False,
    },
    "Tensor": {
        ("a * (T - T)", "zero(Tensor)"): True,
        ("mean(fun c: Client. a * V(c) + T)", "a * mean(V) + T"): True,
        ("mean(fun c: Client. t(c) * V(c))", "mean(t) * mean(V)"): False,
    },
    "Map": {
        ("outer(x + a * y, z)", "outer(x, z) + a * outer(y, z)"): True,
        ("outer(x, y + a * z)", "outer(x, y) + a * outer(x, z)"): True,
        ("outer(x, y)", "outer(y, x)"): False,
        ("outer(A * x, y)", "A * outer(x, y)"): True,
        ("outer(x, A * y)", "outer(x, y) * A"): False,
                ("outer(B * (T * A), y)", "B * outer(T * A, y)"): True,
        ("outer(x, zero(Vec))", "zero(Map)"): True,
        ("mean(fun c: Client. outer(g(c, x), y))", "outer(mean(fun c: Client. g(c, x)), mean(fun c: Client. g(c, y)))"): False,
        ("A * B", "B * A"): False,
        ("(A + B) ^ 2", "A * A + A * B + B * A + B * B"): True,
        ("(A + B) ^ 2", "A * A + 2 * (A * B) + B * B"): False,
        ("A * (a * B)", "a * (A * B)"): True,
        ("id * A", "A"): True,
        ("A * id", "A"): True,
        ("A ^ (n + m)", "A ^ n * A ^ m"): None,
        ("A ^ S(n)", "A ^ n * A"): None,
        ("A ^ S(n)", "A * A ^ n"): None,
        ("(A * B) ^ n", "A ^ n * B ^ n"): False,
        ("(a * A) ^ n", "a ^ n * A ^ n"): None,
        ("(A ^ n) ^ m", "A ^ (n * m)"): None,
        ("A ^ 0", "id"): True,
        ("id ^ n", "id"): None,
        ("zero(Map) ^ n", "zero(Map)"): False,
        ("(A + id) ^ n", "A ^ n + id"): False,
        ("mean(fun c: Client. mean(fun d: Client. R(c, d)))", "mean(fun c: Client. R(c, c))"): False,
        ("mean(fun c: Client. M(c) * A)", "mean(M) * A"): None,
        ("mean(fun c: Client. M(c) ^ 2)", "mean(M) ^ 2"): False,
    },
}  # fmt: skip


def _enclosed(text: str) -> str:
    return f"({text})" if " " in text else text


class Writer:
    """Writes terms of a sort; inside a binder its variable may stand in them."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.clients: list[str] = []
        self.outcomes: list[str] = []

    def term(self, sort: str, depth: int) -> str:
        return self.pair(sort, depth, changing=False)[0]

    def pair(self, sort: str, depth: int, changing: bool = True) -> tuple[str, str]:
        """A term, and one that is mostly made of it by laws."""
        roll = self.rng.random()
        if changing and roll < 0.45 and depth > 0:
            return self._law(sort, depth)
        if depth == 0 or roll > 0.93:
            leaf = self.rng.choice(self._leaves(sort))
            return leaf, leaf
        return self._node(sort, depth, changing)

    def _law(self, sort: str, depth: int) -> tuple[str, str]:
        left, right = self.rng.choice(list(LAWS[sort]))
        if self.rng.random() < 0.5:
            left, right = right, left
        terms = {letter: self.pair(_PLACES[letter], min(depth - 1, 1), changing=self.rng.random() < 0.3) for letter in _PLACES}

        def put(side: str, which: int) -> str:
            return re.sub(r"(?<![\w.])([abexyzABCnmk])(?![\w:])", lambda found: _enclosed(terms[found[1]][which]), side)

        return put(left, 0), put(right, 1)

    def _leaves(self, sort: str) -> list[str]:
        pairs = [(c, d) for c in self.clients for d in self.clients if c != d]
        num = [f"t({c})" for c in self.clients] + [f"f({w})" for w in self.outcomes] + [f"K({c}, {d})" for c, d in pairs]
        vec = [f"g({c}, x)" for c in self.clients] + [f"X({w})" for w in self.outcomes] + [f"Q({c}, {d})" for c, d in pairs]
        vec += [f"G({c}, n, {w}, y)" for c in self.clients for w in self.outcomes]
        return {
            "Num": ["a", "b", "0", "1", "2", "num(n)", *num, *num],
            "Vec": ["x", "y", "zero(Vec)", *vec, *vec],
            "Map": ["A", "B", "id", *(f"M({c})" for c in self.clients), *(f"R({c}, {d})" for c, d in pairs)],
            "Tensor": ["T", "T", "zero(Tensor)", *(f"V({c})" for c in self.clients)],
            "Index": ["n", "m", "0", "1", "2"],
        }[sort]

    def _node(self, sort: str, depth: int, changing: bool) -> tuple[str, str]:
        shape, *parts = self.rng.choice(_NODES[sort])
        if shape in ("mean", "E"):
            return self._bound(shape, sort, depth, changing)
        made = [self.pair(part, depth - 1, changing) for part in parts]
        left, right = (shape.format(*(_enclosed(p[which]) for p in made)) for which in (0, 1))
        return left, right

    def _bound(self, binder: str, sort: str, depth: int, changing: bool) -> tuple[str, str]:
        names, of, scope = ("cd", "Client", self.clients) if binder == "mean" else ("wv", "Outcome", self.outcomes)
        name = self.rng.choice(names)
        scope.append(name)
        left, right = self.pair(sort, depth - 1, changing)
        scope.pop()
        return f"{binder}(fun {name}: {of}. {left})", f"{binder}(fun {name}: {of}. {right})"


_NODES: Final[dict[str, list[tuple[str, ...]]]] = {
    "Num": [
        ("{0} + {1}", "Num", "Num"), ("{0} - {1}", "Num", "Num"), ("{0} * {1}", "Num", "Num"), ("{0} / {1}", "Num", "Num"),
        ("{0} ^ {1}", "Num", "Index"), ("inner({0}, {1})", "Vec", "Vec"), ("norm({0})", "Vec"), ("h({0})", "Num"), ("r({0})", "Index"),
        ("num({0})", "Index"), ("mean",), ("mean",), ("E",),
    ],
    "Vec": [
        ("{0} + {1}", "Vec", "Vec"), ("{0} - {1}", "Vec", "Vec"), ("{0} * {1}", "Num", "Vec"), ("{0} * {1}", "Map", "Vec"),
        ("{0} * {1}", "Tensor", "Map"),
        ("F({0})", "Vec"),
        ("mean",), ("E",),
    ],
    "Map": [
        ("{0} + {1}", "Map", "Map"), ("{0} - {1}", "Map", "Map"), ("{0} * {1}", "Num", "Map"), ("{0} * {1}", "Map", "Map"),
        ("{0} ^ {1}", "Map", "Index"), ("mean",), ("outer({0}, {1})", "Vec", "Vec"),
    ],
    "Tensor": [("{0} + {1}", "Tensor", "Tensor"), ("{0} * {1}", "Num", "Tensor"), ("mean",)],
    "Index": [("{0} + {1}", "Index", "Index"), ("{0} * {1}", "Index", "Index"), ("S({0})", "Index")],
}  # fmt: skip
