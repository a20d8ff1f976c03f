"""Numbers, vectors and maps of a small model: exact rationals where they can be, balls elsewhere, and three truth values.

Whatever two balls leave open is None, neither true nor false, so that what is called false is false.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isqrt
from typing import Any

from flint import arb, fmpq

Number = fmpq | arb
Truth = bool | None
ZERO, ONE = fmpq(0), fmpq(1)


# truth


def every(truths: Iterable[Truth]) -> Truth:
    found: Truth = True
    for truth in truths:
        if truth is False:
            return False
        found = None if truth is None else found
    return found


def negated(truth: Truth) -> Truth:
    return None if truth is None else not truth


def some(truths: Iterable[Truth]) -> Truth:
    return negated(every(negated(t) for t in truths))


def implied(left: Truth, right: Truth) -> Truth:
    return some((negated(left), right))


def at_most(a: Number, b: Number) -> Truth:
    if isinstance(a, fmpq) and isinstance(b, fmpq):
        return bool(a <= b)
    gap = arb(b) - arb(a)
    return True if gap >= 0 else (False if gap < 0 else None)


def less(a: Number, b: Number) -> Truth:
    return negated(at_most(b, a))


def same(a: Any, b: Any) -> Truth:
    """Whether two numbers, vectors, maps, counts, clients, outcomes or truths are equal."""
    if isinstance(a, tuple):
        return every(same(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, arb) or isinstance(b, arb):
        return None if not (arb(a) - arb(b)).is_finite() or arb(a).overlaps(arb(b)) else False
    return None if a is None or b is None else bool(a == b)


# numbers


def square_root(a: Number) -> Number:
    """The root of a number that is not negative: exact of a rational square."""
    if isinstance(a, fmpq):
        top, bottom = isqrt(int(a.p)), isqrt(int(a.q))
        return fmpq(top, bottom) if fmpq(top * top, bottom * bottom) == a else arb(a).sqrt()
    if a.is_finite() and not a >= 0:
        half = arb(a.abs_upper()).sqrt() / 2
        return arb(half.mid(), half.abs_upper())
    return a.sqrt()


def root(a: Number, n: int) -> Number:
    """The root of order n of a number that is not negative: exact of a power of a small number."""
    return next((b for b in map(fmpq, range(9)) if b**n == a), a if n == 1 else arb(a).root(n))


def power(a: Number, n: int) -> Number:
    return ONE if n == 0 else a**n


# vectors and maps


def added(a: Any, b: Any) -> Any:
    return tuple(added(x, y) for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else a + b


def scaled(a: Number, x: Any) -> Any:
    return tuple(scaled(a, y) for y in x) if isinstance(x, tuple) else a * x


def subtracted(a: Any, b: Any) -> Any:
    return added(a, scaled(fmpq(-1), b))


def weighted(weights: Sequence[fmpq], values: Sequence[Any]) -> Any:
    total = scaled(weights[0], values[0])
    for weight, value in zip(weights[1:], values[1:], strict=True):
        total = added(total, scaled(weight, value))
    return total


def dot(x: Any, y: Any) -> Number:
    total: Number = ZERO
    for a, b in zip(x, y, strict=True):
        total = total + a * b
    return total


def length(x: Any) -> Number:
    return abs(x[0]) if len(x) == 1 else square_root(dot(x, x))


def applied(A: Any, x: Any) -> Any:
    return tuple(dot(row, x) for row in A)


def transposed(A: Any) -> Any:
    return tuple(zip(*A, strict=True))


def composed(A: Any, B: Any) -> Any:
    columns = transposed(B)
    return tuple(tuple(dot(row, column) for column in columns) for row in A)


def multiple_of_identity(a: Number, d: int) -> Any:
    return tuple(tuple(a if i == j else ZERO for j in range(d)) for i in range(d))


def outer(x: Any, y: Any = None) -> Any:
    return tuple(tuple(a * b for b in (x if y is None else y)) for a in x)


def entries(A: Any) -> Any:
    return tuple(a for row in A for a in row)


def contracted(T: Any, A: Any) -> Any:
    """What a tensor, a map for each coordinate, makes of a map: the inner products with these."""
    return tuple(dot(entries(B), entries(A)) for B in T)


def eigenvalues(A: Any) -> tuple[Number, Number]:
    """The smallest and the largest eigenvalue of a symmetric map in dimension one or two."""
    if len(A) == 1:
        return A[0][0], A[0][0]
    half, gap = (A[0][0] + A[1][1]) / 2, (A[0][0] - A[1][1]) / 2
    root = square_root(gap * gap + A[0][1] * A[0][1])
    return half - root, half + root


def solution(A: Any, y: Any) -> Any:
    """A vector that A takes to y where there is one."""
    if len(A) == 1:
        return (y[0] / A[0][0],) if A[0][0] != 0 else (ZERO,)
    (a, b), (c, d) = A
    if a * d - b * c != 0:
        return scaled(1 / (a * d - b * c), (d * y[0] - b * y[1], a * y[1] - c * y[0]))
    row, aim = ((a, b), y[0]) if dot((a, b), (a, b)) != 0 else ((c, d), y[1])
    square = dot(row, row)
    return scaled(aim / square, row) if square != 0 else (ZERO, ZERO)


def spectral(f: Any, A: Any) -> Any:
    """f of a symmetric map in dimension one or two."""
    low, high = eigenvalues(A)
    d = len(A)
    if d == 1 or same(low, high):
        return multiple_of_identity(f(low), d)
    onto_high = scaled(1 / (high - low), subtracted(A, multiple_of_identity(low, d)))
    onto_low = subtracted(multiple_of_identity(ONE, d), onto_high)
    return added(scaled(f(low), onto_low), scaled(f(high), onto_high))
