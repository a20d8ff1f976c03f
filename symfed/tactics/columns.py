"""Columns of linear systems: the normal forms of products of facts, each computed once in a proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial, reduce
from typing import Any, NamedTuple

import flint

from symfed.kernel.forms import READERS
from symfed.kernel.polynomials import MOST_TERMS, ONE, Product, Unknown
from symfed.kernel.terms import KernelRefusal, Num, Sort, Term
from symfed.kernel.text import join
from symfed.kernel.written import written

#: Columns that are remembered: a search that needs more starts again.
_MOST = 50_000
#: Bits for the power of an unknown: three facts and a factor, each with powers up to the kernel's largest, fit in.
_BITS = 16


class Factors(NamedTuple):
    """number * left * differences * squares * right. number: a product of unknowns. squares: what is squared, terms or such products."""

    differences: tuple[Term, ...]
    number: Product = ONE
    squares: tuple[Term | Product, ...] = ()
    left: Term | None = None
    right: Term | None = None

    def left_term(self) -> Term | None:
        """The factors on the left as a term; None where there are none."""
        return self.left if self.number == ONE else written({self.number: Fraction(1)}, Num)

    def square_terms(self) -> tuple[Term, ...]:
        return tuple(root if isinstance(root, Term) else written({root: Fraction(1)}, Num) for root in self.squares)


class Column(NamedTuple):
    """A normal form: its coefficients, the rows that they stand in, and their values as floats."""

    form: dict[Any, flint.fmpq]
    rows: list[int]
    values: list[float]


class Columns:
    """The columns of one proof. A product of unknowns is one integer, in which each unknown has bits of its own for its power."""

    def __init__(self) -> None:
        self._shifts: dict[Unknown, int] = {}
        self._rows: dict[Any, int] = {}
        self._products: dict[tuple[Term, ...], dict[int, flint.fmpq]] = {}
        self._columns: dict[tuple[Factors, Sort], Column | None] = {}

    def of(self, factors: Factors, sort: Sort) -> Column | None:
        """The column of a product; None where it is zero, of another sort, or too large."""
        key = factors, sort
        if key not in self._columns:
            if len(self._columns) > _MOST:
                self._columns.clear()
                self._products.clear()
            try:
                form = self._polynomial(factors) if sort is Num else _of_vectors(factors, sort)
            except KernelRefusal:
                form = {}
            self._columns[key] = self._column(form) if form else None
        return self._columns[key]

    def taken_away(self, difference: Term) -> Column:
        """The negative of a difference that is not zero, with the weight one."""
        column = self.of(Factors((difference,)), difference.sort)
        assert column is not None
        return self._column({part: -value for part, value in column.form.items()} | self.total_weight().form)

    def total_weight(self) -> Column:
        """The weight one, and nothing else."""
        return self._column({"weight": flint.fmpq(1)})

    def _column(self, form: dict[Any, flint.fmpq]) -> Column:
        rows = [self._rows.setdefault(part, len(self._rows)) for part in form]
        return Column(form, rows, [float(value) for value in form.values()])

    def _pack(self, product: Product) -> int:
        return sum(power << self._shifts.setdefault(unknown, _BITS * len(self._shifts)) for unknown, power in product)

    def _packed(self, term: Term) -> dict[int, flint.fmpq]:
        return {self._pack(product): _rational(value) for product, value in READERS[Num](term).items()}

    def _polynomial(self, factors: Factors) -> dict[int, flint.fmpq]:
        if factors.left is not None or factors.right is not None:
            raise KernelRefusal("of another sort")
        form = self._product(factors.differences)
        if factors.number != ONE:
            number = self._pack(factors.number)
            form = {product + number: value for product, value in form.items()}
        for root in factors.squares:
            own = self._packed(root) if isinstance(root, Term) else {self._pack(root): flint.fmpq(1)}
            form = _multiplied(_multiplied(form, own), own)
        return form

    def _product(self, differences: tuple[Term, ...]) -> dict[int, flint.fmpq]:
        if not differences:
            return {0: flint.fmpq(1)}
        if differences not in self._products:
            *before, last = differences
            own = self._packed(last) if not before else _multiplied(self._product(tuple(before)), self._product((last,)))
            self._products[differences] = own
        return self._products[differences]


def _multiplied(one: Mapping[int, flint.fmpq], other: Mapping[int, flint.fmpq]) -> dict[int, flint.fmpq]:
    """The product of two polynomials. Raises KernelRefusal where it is too long."""
    if len(one) * len(other) > MOST_TERMS:
        raise KernelRefusal("a product of sums that are too long")
    found: dict[int, flint.fmpq] = {}
    for a, x in one.items():
        for b, y in other.items():
            found[a + b] = found.get(a + b, 0) + x * y
    return {product: value for product, value in found.items() if value}


def _rational(value: Fraction) -> flint.fmpq:
    return flint.fmpq(value.numerator, value.denominator)


def _of_vectors(factors: Factors, sort: Sort) -> dict[Any, flint.fmpq]:
    """The normal form of a product with a sum of vectors, maps or tensors, as one dictionary."""
    parts: Sequence[Term | None] = [
        factors.left_term(),
        *factors.differences,
        *(join("*", root, root) for root in factors.square_terms()),
        factors.right,
    ]
    whole = reduce(partial(join, "*"), [part for part in parts if part is not None])
    if whole.sort is not sort:
        raise KernelRefusal("of another sort")
    return {
        (part, product): _rational(value) for part, coefficient in READERS[sort](whole).items() for product, value in coefficient.items()
    }
