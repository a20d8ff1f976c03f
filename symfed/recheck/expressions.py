"""Expressions and relations as text: a small grammar, parsed into trees, and the value of a tree in any ring.

    relation  sum (<= | < | >= | > | = | !=) sum
    sum       product { (+ | -) product }
    product   factor { (* | /) factor }
    factor    - factor  |  atom [ (^ | **) factor ]
    atom      integer  |  name  |  name ( sum {, sum} )  |  [ any text, brackets closed ]  |  ( sum )

A tree is a rational, a name, or a tuple: ("sum", terms), ("product", factors), ("power", base, exponent), ("call", name, arguments).
What stands in square brackets is one symbol, whose name is all of that text: a norm, say, or a mean.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, reduce
from types import MappingProxyType
from typing import Any

import flint

#: A rational, a name, or a tuple whose first entry says which.
Tree = Any

_TOKEN = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*'*)|(\*\*|<=|>=|!=|==|[-+*/^(),<>=])|(\[))")
#: No committed text comes near it: what nests deeper is refused before Python's own limit is met.
_DEEPEST = 120
_LARGEST_POWER = 10_000
_NONE: Mapping[str, Any] = MappingProxyType({})
_HOLDS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq, "!=": operator.ne}
_RELATIONS = {"==": "=", **{sign: sign for sign in _HOLDS}}


class MalformedPart(ValueError):
    """A text that the grammar does not read, or a file that does not say what its kind asks for."""


class NotDefined(ArithmeticError):
    """A value that does not exist: a division by zero, say."""


def _tokens(text: str) -> list[str]:
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise MalformedPart(f"cannot be read from {text[at : at + 20]!r} on")
        at = match.end()
        if match[4]:
            start, at = at - 1, at + closing_bracket(text[at:], "[]") + 1
            found.append(text[start:at])
        else:
            found.append(next(group for group in match.groups() if group))
    return found


def closing_bracket(text: str, pair: str = "()") -> int:
    """The position in a text of the bracket that closes one opened before it."""
    depth = 1
    for at, sign in enumerate(text):
        depth += (sign == pair[0]) - (sign == pair[1])
        if not depth:
            return at
    raise MalformedPart("a bracket is not closed")


class _Reader:
    def __init__(self, text: str) -> None:
        self.tokens, self.at, self.depth = _tokens(text), 0, 0

    @property
    def next(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, *allowed: str) -> str:
        token = self.next
        if not token or (allowed and token not in allowed):
            raise MalformedPart(f"{' or '.join(allowed) or 'a term'} is missing before {token or 'the end'!r}")
        self.at += 1
        return token

    def relation(self) -> tuple[Tree, str, Tree]:
        return self.sum(), _RELATIONS[self.take(*_RELATIONS)], self.sum()

    def sum(self) -> Tree:
        return self.parts("sum", self.product, ("+", "-"), lambda term: ("product", (flint.fmpq(-1), term)))

    def product(self) -> Tree:
        return self.parts("product", self.factor, ("*", "/"), lambda factor: ("power", factor, flint.fmpq(-1)))

    def parts(self, kind: str, part: Callable[[], Tree], signs: tuple[str, str], turned: Callable[[Tree], Tree]) -> Tree:
        """A sum or a product; what stands after the second sign is turned."""
        found = [part()]
        while self.next in signs:
            turn = self.take() == signs[1]
            found.append(turned(part()) if turn else part())
        return found[0] if len(found) == 1 else (kind, tuple(found))

    def factor(self) -> Tree:
        self.depth += 1
        if self.depth > _DEEPEST:
            raise MalformedPart("nests too deeply")
        if self.next == "-":
            self.take()
            found: Tree = ("product", (flint.fmpq(-1), self.factor()))
        else:
            found = self.atom()
            if self.next in ("^", "**"):
                self.take()
                found = ("power", found, self.factor())
        self.depth -= 1
        return found

    def atom(self) -> Tree:
        token = self.take()
        if token.isdecimal():
            return flint.fmpq(int(token))
        if token == "(":
            found = self.sum()
            self.take(")")
            return found
        if token.startswith("["):
            return token
        if not token[0].isalpha() and token[0] != "_":
            raise MalformedPart(f"a term is missing before {token!r}")
        if self.next != "(":
            return token
        self.take()
        arguments = [self.sum()]
        while self.next == ",":
            self.take()
            arguments.append(self.sum())
        self.take(")")
        return "call", token, tuple(arguments)


def _read_whole(text: str, parse: Callable[[_Reader], Any]) -> Any:
    if not isinstance(text, str):
        raise MalformedPart(f"{text!r:.40} is no text")
    reader = _Reader(text)
    found = parse(reader)
    if reader.next:
        raise MalformedPart(f"ends before {reader.next!r}")
    return found


@lru_cache(maxsize=4096)
def parsed(text: str) -> Tree:
    """The tree of an expression. Raises MalformedPart.

    >>> parsed("2*x - [E(y)]")
    ('sum', (('product', (2, 'x')), ('product', (-1, '[E(y)]'))))
    """
    return _read_whole(text, _Reader.sum)


@lru_cache(maxsize=4096)
def related(text: str) -> tuple[Tree, str, Tree]:
    """Left side, sign, right side of a relation. Raises MalformedPart.

    >>> related("x <= 1")
    ('x', '<=', 1)
    """
    found: tuple[Tree, str, Tree] = _read_whole(text, _Reader.relation)
    return found


def rational(text: str) -> flint.fmpq:
    """The number that a text of digits writes down. Raises MalformedPart.

    >>> rational("-1/2")
    -1/2
    """
    match = re.fullmatch(r"(-?\d+)(?:/(\d+))?", text, re.ASCII) if isinstance(text, str) else None
    if match is None or (match[2] and not int(match[2])):
        raise MalformedPart(f"{text!r:.40} is no rational number")
    return flint.fmpq(int(match[1]), int(match[2] or 1))


def parts_of(tree: Tree) -> tuple[Tree, ...]:
    """The trees of which a tree is made: its terms, its factors, its base and exponent, or its arguments."""
    if not isinstance(tree, tuple):
        return ()
    return tree[1:] if tree[0] == "power" else tree[-1]


def with_parts(tree: Tree, parts: Iterable[Tree]) -> Tree:
    return ("power", *parts) if tree[0] == "power" else (*tree[:-1], tuple(parts))


def value(tree: Tree, other: Callable[[Tree], Any]) -> Any:
    """The value of a tree in the ring in which `other` answers: it is asked for names, for calls, and for powers that are not whole.

    Raises NotDefined where something is divided by zero.
    """
    if isinstance(tree, flint.fmpq):
        return tree
    if isinstance(tree, str) or tree[0] == "call":
        return other(tree)
    if tree[0] in ("sum", "product"):
        return reduce(operator.add if tree[0] == "sum" else operator.mul, (value(part, other) for part in tree[1]))
    exponent = constant(tree[2])
    return other(tree) if exponent is None or exponent.q != 1 else _whole_power(value(tree[1], other), exponent)


def _whole_power(base: Any, exponent: flint.fmpq) -> Any:
    if abs(exponent) > _LARGEST_POWER:
        raise MalformedPart(f"{exponent} is too large an exponent")
    if exponent < 0 and base == 0:
        raise NotDefined("divides by zero")
    return base ** int(exponent.p)


def constant(tree: Tree) -> flint.fmpq | None:
    """The value of a tree of rationals; None for one with symbols, or without a value."""
    try:
        return number(tree, {})
    except (MalformedPart, NotDefined):
        return None


def number(tree: Tree, letters: Any, called: Mapping[str, Callable[[Tree], Any]] = _NONE) -> Any:
    """The value of a tree at symbols that are rationals, or balls. Raises MalformedPart for a symbol or a function without value.

    `called` gives the values of functions of one argument, from the argument's tree.
    """

    def other(node: Tree) -> Any:
        if isinstance(node, str) and node in letters:
            return letters[node]
        if isinstance(node, tuple) and node[0] == "power":
            exponent = value(node[2], other)
            if isinstance(exponent, flint.fmpq) and exponent.q == 1:
                return _whole_power(value(node[1], other), exponent)
        elif isinstance(node, tuple) and node[1] in called and len(node[2]) == 1:
            return called[node[1]](node[2][0])
        raise MalformedPart(f"{node if isinstance(node, str) else node[0:2]!r:.60} has no value")

    return flint.fmpq(0) + value(tree, other)


def holds(left: flint.fmpq, sign: str, right: flint.fmpq) -> bool:
    return bool(_HOLDS[sign](left, right))


def all_of(texts: Sequence[str], letters: Any) -> str:
    """The first relation that is false at these values; "" if all hold."""
    for text in texts:
        left, sign, right = related(text)
        if not holds(number(left, letters), sign, number(right, letters)):
            return text
    return ""
