"""Rational numbers that record the operations on them, as a term of Coq: what a transcription computes on one exact instance."""

from __future__ import annotations

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


@dataclass
class Record:
    """The record of an instance: its numbers by name, in order, and the comparisons made on the way, as relations between numbers."""

    given: dict[str, Number] = field(default_factory=dict)
    compared: dict[tuple[int, str, int], tuple[Number, str, Number]] = field(default_factory=dict)
    laws: list[Any] = field(default_factory=list)
    divided_by: Number | None = None  # what is zero, where something was divided by it

    def number(self, called: str, value: Any) -> Number:
        """A number of the instance. Raises InvalidInput for what is not rational."""
        exact = rational(value)
        if exact is None:
            raise InvalidInput(called, value, "is no rational number")
        held = self.given[called] = Number(self, exact, name(called))
        return held

    def array(self, called: str, values: Any) -> Array:
        """An array of numbers of the instance, `called`_1_1 the first; an axis of one entry is not counted."""
        whole = np.asarray(values, dtype=object)
        out = np.empty(whole.shape, dtype=object)
        for place in np.ndindex(*whole.shape):
            counted = [str(k + 1) for k, size in zip(place, whole.shape, strict=True) if size > 1]
            out[place] = self.number("_".join([called, *counted]), whole[place])
        return out


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

    def _as_constant(self, value: Any) -> Number | None:
        exact = rational(value)
        return None if exact is None else Number(self.record, exact, "")

    def _operate(self, other: Any, operator: str, found: Callable[[Any, Any], Any], turned: bool = False) -> Any:
        second = other if isinstance(other, Number) else self._as_constant(other)
        if second is None:
            return NotImplemented
        left, right = (second, self) if turned else (self, second)
        if operator == "/" and right.value == 0:
            self.record.divided_by = right
            raise ZeroDivisionError
        return _simplified(operator, left, right) or Number(self.record, found(left.value, right.value), operator, (left, right))

    def __add__(self, other: Any) -> Any:
        return self._operate(other, "+", lambda a, b: a + b)

    def __radd__(self, other: Any) -> Any:
        return self._operate(other, "+", lambda a, b: a + b, True)

    def __sub__(self, other: Any) -> Any:
        return self._operate(other, "-", lambda a, b: a - b)

    def __rsub__(self, other: Any) -> Any:
        return self._operate(other, "-", lambda a, b: a - b, True)

    def __mul__(self, other: Any) -> Any:
        return self._operate(other, "*", lambda a, b: a * b)

    def __rmul__(self, other: Any) -> Any:
        return self._operate(other, "*", lambda a, b: a * b, True)

    def __truediv__(self, other: Any) -> Any:
        return self._operate(other, "/", lambda a, b: a / b)

    def __rtruediv__(self, other: Any) -> Any:
        return self._operate(other, "/", lambda a, b: a / b, True)

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
        found = flint.fmpq(self.value.ceil())
        self._record_comparison(found, "<=", ">", True)
        self._record_comparison(found - 1, ">", "<=", True)
        return Number(self.record, found, "")

    def isqrt(self) -> int:
        """The integer part of the square root of a whole number, recorded as such."""
        return int(flint.fmpz(int(self)).isqrt())

    def __int__(self) -> int:
        if not (self.constant and self.value.q == 1):
            raise TypeError(f"{self} is computed, and no whole number by itself")
        return int(self.value.p)

    def __hash__(self) -> int:
        return hash(self.value)

    def _record_comparison(self, other: Any, sign: str, other_sign: str, found: bool) -> bool:
        second = other if isinstance(other, Number) else self._as_constant(other)
        assert second is not None
        relation = (self, sign, second) if found else (self, other_sign, second)
        self.record.compared[id(self), relation[1], id(second)] = relation
        return found

    def _compare(self, other: Any, sign: str, other_sign: str, holds: Callable[[Any, Any], bool]) -> Any:
        value = other.value if isinstance(other, Number) else rational(other)
        return NotImplemented if value is None else self._record_comparison(other, sign, other_sign, holds(self.value, value))

    def __eq__(self, other: object) -> Any:
        return self._compare(other, "=", "<>", lambda a, b: a == b)

    def __ne__(self, other: object) -> Any:
        return self._compare(other, "<>", "=", lambda a, b: a != b)

    def __lt__(self, other: Any) -> Any:
        return self._compare(other, "<", ">=", lambda a, b: a < b)

    def __le__(self, other: Any) -> Any:
        return self._compare(other, "<=", ">", lambda a, b: a <= b)

    def __gt__(self, other: Any) -> Any:
        return self._compare(other, ">", "<=", lambda a, b: a > b)

    def __ge__(self, other: Any) -> Any:
        return self._compare(other, ">=", "<", lambda a, b: a >= b)


def _simplified(operator: str, left: Number, right: Number) -> Number | None:
    """The result of an operation between constants, or with a zero or one that changes nothing; None for any other."""
    if left.constant and right.constant:
        a, b = left.value, right.value
        return Number(left.record, {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}[operator](), "")
    if operator in "+-" and right.constant and right.value == 0:
        return left
    if operator in "+-" and left.constant and left.value == 0:
        return right if operator == "+" else -right
    if operator in "*/" and right.constant and right.value == 1:
        return left
    if operator == "*" and left.constant and left.value == 1:
        return right
    if operator == "*" and 0 in [side.value for side in (left, right) if side.constant]:
        return Number(left.record, flint.fmpq(0), "")
    return None


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


def values(array: Array) -> Array:
    """The plain rationals of an array of numbers, some of which may be plain."""
    out = np.empty(array.shape, dtype=object)
    for place in np.ndindex(*array.shape):
        out[place] = value_of(array[place])
    return out


def value_of(entry: Any) -> flint.fmpq:
    """The plain rational of an entry."""
    return entry.value if isinstance(entry, Number) else flint.fmpq(0) + entry
