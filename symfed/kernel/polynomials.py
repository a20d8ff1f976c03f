"""Polynomials in unknowns with rational coefficients; too large ones are refused."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import reduce
from math import comb
from typing import Any, ClassVar, Final

from symfed.kernel.terms import KernelRefusal, Term, spend_work, variables

MOST_TERMS: Final = 20_000
LARGEST_POWER: Final = 1_000
MOST_BITS: Final = 20_000
MOST_WORK: Final = 50_000  # products of terms while a power of a sum is written out


class Unknown:
    """An indeterminate of arithmetic, identified by its normal form.

    `term` is that form as a term; `markers` are the variables in it that belong to binders around it.
    """

    __slots__ = ("key", "markers", "serial", "term")
    _made: ClassVar[dict[Hashable, Unknown]] = {}
    key: Any
    term: Term
    markers: frozenset[Term]
    serial: int

    @classmethod
    def renumber(cls, *kept: Unknown) -> None:
        """Restart the serial numbers; the unknowns in `kept` keep theirs."""
        cls._made.clear()
        cls._made.update({one.key: one for one in kept})

    def __new__(cls, key: Hashable, term: Term) -> Unknown:
        if key not in cls._made:
            made = super().__new__(cls)
            made.key, made.term, made.serial = key, term, len(cls._made)
            made.markers = frozenset(x for x in variables(term) if x.one.startswith("%"))
            cls._made[key] = made
        return cls._made[key]


#: A product of powers of unknowns, in the order of their serial numbers.
Product = tuple[tuple[Unknown, int], ...]
#: Of a number; the coefficients of a count are integers.
Polynomial = dict[Product, Fraction]
Word = tuple[Unknown, ...]
#: A product of maps, applied to an unknown vector.
Image = tuple[Word, Unknown]
ONE: Product = ()
UNIT: Final[Polynomial] = {ONE: Fraction(1)}


def times(one: Product, other: Product) -> Product:
    if not one or not other:
        return one or other
    powers = dict(one)
    for unknown, power in other:
        powers[unknown] = powers.get(unknown, 0) + power
    if max(powers.values()) > LARGEST_POWER:
        raise KernelRefusal(f"a power above {LARGEST_POWER}")
    return tuple(sorted(powers.items(), key=lambda pair: pair[0].serial))


def limit_terms(found: Any) -> Any:
    if len(found) > MOST_TERMS:
        raise KernelRefusal(f"a sum of more than {MOST_TERMS} terms")
    return found


def plus(one: dict[Product, Any], other: dict[Product, Any], factor: Fraction | int = 1) -> Any:
    spend_work(len(one) + len(other))
    found = dict(one)
    for product, coefficient in other.items():
        value = found.get(product, 0) + factor * coefficient
        if value:
            found[product] = value
        else:
            found.pop(product, None)
    return limit_terms(found)


def multiplied(one: dict[Product, Any], other: dict[Product, Any]) -> Any:
    if len(one) * len(other) > 50 * MOST_TERMS:
        raise KernelRefusal("a product of sums that are too long")
    spend_work(len(one) * len(other))
    found: dict[Product, Any] = {}
    for a, x in one.items():
        for b, y in other.items():
            product, value = times(a, b), x * y
            if value.numerator.bit_length() + value.denominator.bit_length() > MOST_BITS:
                raise KernelRefusal(f"a coefficient of more than {MOST_BITS} bits")
            found[product] = found.get(product, 0) + value
    return limit_terms({product: value for product, value in found.items() if value})


def to_power(base: Polynomial, exponent: int) -> Polynomial:
    if exponent > LARGEST_POWER:
        raise KernelRefusal(f"a power above {LARGEST_POWER}")
    if len(base) > 1 and exponent * comb(exponent + len(base) - 1, exponent) > MOST_WORK:
        raise KernelRefusal(f"a power of a sum that is too long: {len(base)} terms to the {exponent}")
    return reduce(multiplied, [base] * exponent, dict(UNIT))


def polynomial_of(unknown: Unknown) -> Polynomial:
    return {((unknown, 1),): Fraction(1)}
