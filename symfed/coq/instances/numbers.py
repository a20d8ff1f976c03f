"""Rational numbers that record the operations on them, as a term of Coq: what a transcription computes on one exact instance."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import flint
import numpy as np

from symfed.coq.printer import name
from symfed.core.errors import InvalidInput
from symfed.models.arrays import Array, rational

#: How tightly Coq's operators bind, as in the printer: a smaller number binds more tightly.
_BINDS = {"+": 50, "-": 50, "*": 40, "/": 40, "negative": 35, "^": 30}
_ATOM = 0
_COMPARED = {"=": operator.eq, "<>": operator.ne, "<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt}
_OPPOSITE = {"=": "<>", "<>": "=", "<=": ">", ">": "<=", "<": ">=", ">=": "<"}


@dataclass
class Record:
    """The record of an instance: its numbers by name, in order, and the comparisons made on the way, as relations between numbers."""

    given: dict[str, Number] = field(default_factory=dict)
    compared: dict[tuple[int, str, int], tuple[Number, str, Number]] = field(default_factory=dict)
    laws: list[Any] = field(default_factory=list)
    divided_by: Number | None = None  # what is zero, where something was divided by it

    def number(self, called: str, value: Any) -> Number:
        """A number of the instance. Raises InvalidInput for what is not rational."""
        held = self.given[called] = Number(self, self.constant(value, called).value, name(called))
        return held

    def constant(self, value: Any, called: str = "number") -> Number:
        """A number by itself. Raises InvalidInput for what is not rational."""
        exact = rational(value)
        if exact is None:
            raise InvalidInput(called, value, "is no rational number")
        return Number(self, exact, "")

    def array(self, called: str, values: Any) -> Array:
        """An array of numbers of the instance, `called`_1_1 the first; an axis of one entry is not counted."""
        whole = np.asarray(values, dtype=object)
        out = np.empty(whole.shape, dtype=object)
        for place in np.ndindex(*whole.shape):
            counted = [str(k + 1) for k, size in zip(place, whole.shape, strict=True) if size > 1]
            out[place] = self.number("_".join([called, *counted]), whole[place])
        return out


def _as_number(record: Record, value: Any) -> Number | None:
    """A number as it is, a plain rational as a constant; None for what is neither."""
    if isinstance(value, Number):
        return value
    exact = rational(value)
    return None if exact is None else Number(record, exact, "")


def _operations(sign: str, found: Callable[[Any, Any], Any]) -> tuple[Callable[[Number, Any], Any], Callable[[Number, Any], Any]]:
    """The methods of an operator, from the left and from the right."""

    def made(left: Number, right: Number) -> Number:
        if sign == "/" and right.value == 0:
            left.record.divided_by = right
            raise ZeroDivisionError
        value = found(left.value, right.value)
        if left.constant and right.constant:
            return Number(left.record, value, "")
        return _simplified(sign, left, right) or Number(left.record, value, sign, (left, right))

    def forward(self: Number, other: Any) -> Any:
        second = _as_number(self.record, other)
        return NotImplemented if second is None else made(self, second)

    def backward(self: Number, other: Any) -> Any:
        first = _as_number(self.record, other)
        return NotImplemented if first is None else made(first, self)

    return forward, backward


def _comparison(sign: str) -> Callable[[Number, Any], Any]:
    """The method of a relation: it writes down whether this relation holds, or its opposite."""

    def compare(self: Number, other: Any) -> Any:
        second = _as_number(self.record, other)
        if second is None:
            return NotImplemented
        holds = relation_holds(self, sign, second)
        self.record_comparison(sign if holds else _OPPOSITE[sign], second)
        return holds

    return compare


class Number:
    """A rational with the operations that led to it. Comparisons answer by the value, and are written down, too.

    `text` is the name of a given number, the digits of a constant, or an operator, which then has `parts`.
    """

    __slots__ = ("parts", "record", "text", "value")
    keeps_record = True
    _op_priority = 100.0  # by which SymPy's numbers leave operations to it

    def __init__(self, record: Record, value: flint.fmpq, text: str, parts: tuple[Number, ...] = ()) -> None:
        self.record, self.value, self.text, self.parts = record, value, text, parts

    def __repr__(self) -> str:
        return str(self.value)

    @property
    def constant(self) -> bool:
        """True if it is made of no number of the instance."""
        return not (self.parts or self.text)

    __add__, __radd__ = _operations("+", operator.add)
    __sub__, __rsub__ = _operations("-", operator.sub)
    __mul__, __rmul__ = _operations("*", operator.mul)
    __truediv__, __rtruediv__ = _operations("/", operator.truediv)

    def __pow__(self, exponent: Any) -> Number:
        whole = rational(exponent)
        if whole is None or whole.q != 1:
            raise InvalidInput("statement", exponent, "is no whole power of a number")
        power = int(whole.p)
        if power < 0:
            inverted: Number = 1 / self**-power
            return inverted
        if power < 2:
            return self if power else Number(self.record, flint.fmpq(1), "")
        return Number(self.record, self.value**power, "^", (self, Number(self.record, flint.fmpq(power), "")))

    def __neg__(self) -> Number:
        return Number(self.record, -self.value, "negative", (self,)) if not self.constant else Number(self.record, -self.value, "")

    def __pos__(self) -> Number:
        return self

    def __abs__(self) -> Number:
        return self if self >= 0 else -self

    def ceil(self) -> Number:
        """The smallest integer not below it, recorded as such."""
        found = Number(self.record, flint.fmpq(self.value.ceil()), "")
        self.record_comparison("<=", found)
        self.record_comparison(">", found - 1)
        return found

    def isqrt(self) -> int:
        """The integer part of the square root of a whole number, recorded as such."""
        return int(flint.fmpz(int(self)).isqrt())

    def __int__(self) -> int:
        if not (self.constant and self.value.q == 1):
            raise TypeError(f"{self} is computed, and no whole number by itself")
        return int(self.value.p)

    def __hash__(self) -> int:
        return hash(self.value)

    def record_comparison(self, sign: str, other: Number) -> None:
        """Write down that a relation holds."""
        self.record.compared[id(self), sign, id(other)] = (self, sign, other)

    __eq__, __ne__ = _comparison("="), _comparison("<>")
    __lt__, __le__, __gt__, __ge__ = map(_comparison, ("<", "<=", ">", ">="))


def _simplified(sign: str, left: Number, right: Number) -> Number | None:
    """The result of an operation with a zero or one that changes nothing; None for any other."""
    if sign in "+-" and right.constant and right.value == 0:
        return left
    if sign in "+-" and left.constant and left.value == 0:
        return right if sign == "+" else -right
    if sign in "*/" and right.constant and right.value == 1:
        return left
    if sign == "*" and left.constant and left.value == 1:
        return right
    if sign == "*" and 0 in [side.value for side in (left, right) if side.constant]:
        return Number(left.record, flint.fmpq(0), "")
    return None


def relation_holds(left: Number, sign: str, right: Number) -> bool:
    """Return whether a relation holds between two values."""
    return bool(_COMPARED[sign](left.value, right.value))


@dataclass(frozen=True)
class Spelt:
    """Numbers as terms of Coq: `lets` name in order the subterms that occur more than once, `terms` are the numbers themselves."""

    lets: tuple[tuple[str, str], ...]
    terms: tuple[str, ...]


def spelt(numbers: Sequence[Number]) -> Spelt:
    """The terms of some numbers; what is used twice, and is more than one operation on given numbers, is named t1, t2, .. once."""
    order, uses = _topological_order(numbers)
    texts: dict[int, tuple[str, int]] = {}
    lets: list[tuple[str, str]] = []
    for node in order:
        texts[id(node)] = _infix_text(node, texts)
        if node.parts and uses[id(node)] > 1 and _operation_count(node) > 1:
            called = f"t{len(lets) + 1}"
            lets.append((called, texts[id(node)][0]))
            texts[id(node)] = called, _ATOM
    return Spelt(tuple(lets), tuple(texts[id(one)][0] for one in numbers))


def _operation_count(node: Number) -> int:
    return sum(1 + _operation_count(part) for part in node.parts if part.parts) + 1


def _topological_order(numbers: Iterable[Number]) -> tuple[list[Number], Counter[int]]:
    """All numbers that some numbers are made of, parts first, and how often each is used."""
    order: dict[int, Number] = {}
    uses: Counter[int] = Counter()

    def visit(node: Number) -> None:
        uses[id(node)] += 1
        if id(node) not in order and uses[id(node)] == 1:
            for part in node.parts:
                visit(part)
            order[id(node)] = node

    for number in numbers:
        visit(number)
    return list(order.values()), uses


def literal(value: flint.fmpq) -> str:
    """A rational as a term.

    >>> literal(flint.fmpq(-1, 2)), literal(flint.fmpq(3))
    ('-1 / 2', '3')
    """
    return str(value.p) if value.q == 1 else f"{value.p} / {value.q}"


def _infix_text(node: Number, texts: dict[int, tuple[str, int]]) -> tuple[str, int]:
    """The text of a number, and how tightly its outermost operator binds."""
    if not node.parts:
        if node.text:
            return node.text, _ATOM
        return literal(node.value), _BINDS["negative"] if node.value < 0 else _ATOM if node.value.q == 1 else _BINDS["/"]
    binds = _BINDS[node.text]

    def part(k: int, loosest: int) -> str:
        text, own = texts[id(node.parts[k])]
        return text if own <= loosest else f"({text})"

    if node.text == "negative":
        return f"- {part(0, _BINDS['^'])}", binds
    if node.text == "^":
        return f"{part(0, _ATOM)} ^ {part(1, _ATOM)}", binds
    # a sum of sums and a product of products need no brackets on the left; minus and over do on the right
    right = binds if node.text in "+*" else binds - 10
    return f"{part(0, binds)} {node.text} {part(1, min(right, binds - 10))}", binds


def facts(record: Record) -> Iterator[tuple[Number, str, Number]]:
    """The comparisons on which the computation rests; those of given numbers with constants are left out, for a reader sees them."""
    known = set(record.compared)
    for left, sign, right in record.compared.values():
        implied = sign in (">=", "<=") and (id(left), sign[0], id(right)) in known
        seen = not (left.parts or right.parts) and (left.constant or right.constant)
        if not (implied or seen):
            yield left, sign, right


def value_of(entry: Any) -> flint.fmpq:
    """The plain rational of an entry."""
    return entry.value if isinstance(entry, Number) else flint.fmpq(0) + entry


#: The plain rationals of an array of numbers, some of which may be plain.
values: Callable[[Any], Array] = np.frompyfunc(value_of, 1, 1)
