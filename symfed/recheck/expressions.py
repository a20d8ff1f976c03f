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
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import flint

#: A rational, a name, or a tuple whose first entry says which.
Tree = Any

_TOKEN = re.compile(r"\s*(?:(\d+)|([^\W\d]\w*'*)|(\*\*|<=|>=|!=|==|[-+*/^(),<>=])|(\[))")
_RELATIONS = {"==": "=", **{sign: sign for sign in ("<=", "<", ">=", ">", "=", "!=")}}
#: No committed text comes near it: what nests deeper is refused before Python's own limit is met.
_DEEPEST = 120
_LARGEST_POWER = 10_000
_HOLDS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq, "!=": operator.ne}


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
            start, depth = at - 1, 1
            while at < len(text) and depth:
                depth += {"[": 1, "]": -1}.get(text[at], 0)
                at += 1
            if depth:
                raise MalformedPart("a bracket is not closed")
            found.append(text[start:at])
        else:
            found.append(next(group for group in match.groups() if group))
    return found


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

    def sum(self) -> Tree:
        terms = [self.product()]
        while self.next in ("+", "-"):
            minus = self.take() == "-"
            term = self.product()
            terms.append(("product", (flint.fmpq(-1), term)) if minus else term)
        return terms[0] if len(terms) == 1 else ("sum", tuple(terms))

    def product(self) -> Tree:
        factors = [self.factor()]
        while self.next in ("*", "/"):
            over = self.take() == "/"
            factor = self.factor()
            factors.append(("power", factor, flint.fmpq(-1)) if over else factor)
        return factors[0] if len(factors) == 1 else ("product", tuple(factors))

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


@lru_cache(maxsize=4096)
def parsed(text: str) -> Tree:
    """The tree of an expression. Raises MalformedPart.

    >>> parsed("2*x - [E(y)]")
    ('sum', (('product', (2, 'x')), ('product', (-1, '[E(y)]'))))
    """
    if not isinstance(text, str):
        raise MalformedPart(f"{text!r:.40} is no text")
    reader = _Reader(text)
    found = reader.sum()
    if reader.next:
        raise MalformedPart(f"ends before {reader.next!r}")
    return found


@lru_cache(maxsize=4096)
def related(text: str) -> tuple[Tree, str, Tree]:
    """Left side, sign, right side of a relation. Raises MalformedPart.

    >>> related("x <= 1")
    ('x', '<=', 1)
    """
    if not isinstance(text, str):
        raise MalformedPart(f"{text!r:.40} is no text")
    reader = _Reader(text)
    left, sign, right = reader.sum(), _RELATIONS[reader.take(*_RELATIONS)], reader.sum()
    if reader.next:
        raise MalformedPart(f"ends before {reader.next!r}")
    return left, sign, right


def rational(text: str) -> flint.fmpq:
    """The number that a text of digits writes down. Raises MalformedPart.

    >>> rational("-1/2")
    -1/2
    """
    match = re.fullmatch(r"(-?\d+)(?:/(\d+))?", text, re.ASCII) if isinstance(text, str) else None
    if match is None or (match[2] and not int(match[2])):
        raise MalformedPart(f"{text!r:.40} is no rational number")
    return flint.fmpq(int(match[1]), int(match[2] or 1))


def value(tree: Tree, other: Callable[[Tree], Any]) -> Any:
    """The value of a tree in the ring in which `other` answers: it is asked for names, for calls, and for powers that are not whole.

    Raises NotDefined where something is divided by zero.
    """
    if isinstance(tree, flint.fmpq):
        return tree
    if isinstance(tree, str) or tree[0] == "call":
        return other(tree)
    if tree[0] == "sum":
        first, *rest = (value(term, other) for term in tree[1])
        for term in rest:
            first = first + term
        return first
    if tree[0] == "product":
        first, *rest = (value(factor, other) for factor in tree[1])
        for factor in rest:
            first = first * factor
        return first
    exponent = constant(tree[2])
    if exponent is None or exponent.q != 1:
        return other(tree)
    if abs(exponent) > _LARGEST_POWER:
        raise MalformedPart(f"{exponent} is too large an exponent")
    base = value(tree[1], other)
    if exponent < 0 and base == 0:
        raise NotDefined("divides by zero")
    return base ** int(exponent.p)


def constant(tree: Tree) -> flint.fmpq | None:
    """The value of a tree of rationals; None for one with symbols."""
    try:
        found = value(tree, _no_number)
    except (_NoNumber, NotDefined):
        return None
    return found if isinstance(found, flint.fmpq) else None


class _NoNumber(Exception):
    pass


def _no_number(tree: Tree) -> Any:
    raise _NoNumber


def number(tree: Tree, letters: Any) -> flint.fmpq:
    """The value of a tree at rational symbols. Raises MalformedPart for a symbol without value, and for what is no rational expression."""

    def other(node: Tree) -> flint.fmpq:
        if isinstance(node, str) and node in letters:
            return letters[node]
        if isinstance(node, tuple) and node[0] == "power":
            exponent = value(node[2], other)
            if exponent.q == 1 and abs(exponent) <= _LARGEST_POWER:
                base = value(node[1], other)
                if base == 0 and exponent < 0:
                    raise NotDefined("divides by zero")
                return base ** int(exponent.p)
        raise MalformedPart(f"{node if isinstance(node, str) else node[0:2]!r:.60} has no value")

    return flint.fmpq(0) + value(tree, other)


def holds(left: flint.fmpq, sign: str, right: flint.fmpq) -> bool:
    """Return whether two rationals satisfy a relation."""
    return bool(_HOLDS[sign](left, right))


def all_of(texts: Sequence[str], letters: Any) -> str:
    """The first relation that is false at these values; "" if all hold."""
    for text in texts:
        left, sign, right = related(text)
        if not holds(number(left, letters), sign, number(right, letters)):
            return text
    return ""
