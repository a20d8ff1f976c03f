"""Laurent polynomials over the rationals in generators that are numbered as they come: sparse, and every monomial is invertible."""

from __future__ import annotations

from collections.abc import Mapping

import flint

#: Pairs (generator, exponent), by generator, without zero exponents.
Monomial = tuple[tuple[int, int], ...]


class Laurent:
    """A sum of rational multiples of monomials whose exponents may be negative."""

    __slots__ = ("terms",)

    def __init__(self, terms: Mapping[Monomial, flint.fmpq]) -> None:
        self.terms = terms

    @classmethod
    def number(cls, value: flint.fmpq | int) -> Laurent:
        return cls({(): flint.fmpq(value)} if value != 0 else {})

    @classmethod
    def generator(cls, k: int, exponent: int = 1) -> Laurent:
        return cls({((k, exponent),): flint.fmpq(1)})

    def __add__(self, other: Laurent) -> Laurent:
        out = dict(self.terms)
        for monomial, c in other.terms.items():
            total = out.get(monomial, 0) + c
            if total == 0:
                del out[monomial]
            else:
                out[monomial] = total
        return Laurent(out)

    def __sub__(self, other: Laurent) -> Laurent:
        return self + other * -1

    def __mul__(self, other: Laurent | flint.fmpq | int) -> Laurent:
        if not isinstance(other, Laurent):
            return Laurent({monomial: c * other for monomial, c in self.terms.items()} if other != 0 else {})
        out: dict[Monomial, flint.fmpq] = {}
        for left, c in self.terms.items():
            for right, e in other.terms.items():
                monomial = _product(left, right)
                out[monomial] = out[monomial] + c * e if monomial in out else c * e
        return Laurent({monomial: c for monomial, c in out.items() if c != 0})

    def __pow__(self, exponent: int) -> Laurent:
        base = self if exponent >= 0 else self.inverse()
        out = Laurent.number(1)
        for _ in range(abs(exponent)):
            out = out * base
        return out

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Laurent) and self.terms == other.terms

    def __bool__(self) -> bool:
        return bool(self.terms)

    def inverse(self) -> Laurent:
        """One over a single term. Raises ValueError for a sum."""
        ((monomial, c),) = self.terms.items()
        return Laurent({tuple((k, -e) for k, e in monomial): 1 / c})


def _product(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    powers = dict(left)
    for k, e in right:
        powers[k] = powers.get(k, 0) + e
    return tuple(sorted((k, e) for k, e in powers.items() if e))
