"""Polynomial rings of the symbolic run: over the rationals, in constants (H and the algorithm's parameters) and generators.

There are two with the same methods. `FlintRing` has constants and generators alike in python-flint's sparse polynomials; it
cannot divide by a constant. `SympyRing` has the constants in SymPy's field of fractions: slower, and a cross-check. `OverHessian`
divides a polynomial by powers of one generator. `Laurent` needs no list of generators in advance, and all of them are invertible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from operator import mul
from typing import Any

import flint
import sympy as sp
from sympy.polys.orderings import lex
from sympy.polys.rings import PolyRing

from symfed.core.grammar import as_expression

Exponents = tuple[int, ...]
#: A product of generators: pairs (generator, exponent), by generator, without zero exponents.
Monomial = tuple[tuple[int, int], ...]


class FlintRing:
    """Polynomials of python-flint. A `part` is a coefficient in the constants, opaque to the engine."""

    def __init__(self, constants: tuple[sp.Symbol, ...], count: int = 0) -> None:
        self._constants, self._count = constants, count
        names = [f"c{k}" for k in range(len(constants))]
        self._own = flint.fmpq_mpoly_ctx.get(names, "lex")
        self._all = flint.fmpq_mpoly_ctx.get([*names, *[f"x{k}" for k in range(count)]], "lex")

    def with_generators(self, count: int) -> FlintRing:
        """The ring over the same constants with this number of generators."""
        return FlintRing(self._constants, count)

    def generator(self, k: int) -> Any:
        return self._all.gen(len(self._constants) + k)

    def constant(self, value: sp.Expr) -> Any:
        terms = sp.Poly(value, *self._constants, sp.Dummy(), domain="QQ").terms()
        none, own = (0,) * self._count, len(self._constants)
        return self._all.from_dict({(*exponents[:own], *none): flint.fmpq(int(c.p), int(c.q)) for exponents, c in terms})

    def parts(self, element: Any) -> dict[Monomial, dict[Exponents, flint.fmpq]]:
        """The coefficients, in the constants, of the monomials in the generators."""
        # through text, which is sparse: exponent vectors of hundreds of generators take longer to read than the derivation takes
        out: dict[Monomial, dict[Exponents, flint.fmpq]] = {}
        for text in str(element).replace(" - ", " + -").split(" + ") if element else ():
            number, powers = flint.fmpq(-1 if text.startswith("-") else 1), {}
            for factor in text.lstrip("-").split("*"):
                base, _, power = factor.partition("^")
                if base[0] in "cx":
                    powers[base[0], int(base[1:])] = int(power or 1)
                else:
                    number *= flint.fmpq(*map(int, factor.split("/")))
            own = tuple(powers.pop(("c", k), 0) for k in range(len(self._constants)))
            out.setdefault(tuple((k, e) for (_, k), e in powers.items()), {})[own] = number
        return out

    def from_parts(self, parts: Mapping[Monomial, Mapping[Exponents, flint.fmpq]]) -> Any:
        terms = {}
        for monomial, part in parts.items():
            others = dense_exponents(monomial, self._count)
            terms.update({(*own, *others): c for own, c in part.items()})
        return self._all.from_dict(terms)

    def over(self, element: Any, value: sp.Expr) -> Any:
        """The exact quotient of the element by a constant."""
        return element / self.constant(value)

    def factored(self, part: Mapping[Exponents, flint.fmpq]) -> list[sp.Expr]:
        """The factorisation of a part: a number and powers of irreducible polynomials."""
        number, bases = self._own.from_dict(dict(part)).factor()
        return [_rational(number), *[self._expression(base) ** int(power) for base, power in bases]]

    def _expression(self, element: Any) -> sp.Expr:
        terms = element.to_dict().items()
        return sp.Add(*[_rational(c) * sp.Mul(*[s**e for s, e in zip(self._constants, exponents, strict=True)]) for exponents, c in terms])


class SympyRing:
    """Polynomials of SymPy, whose coefficients are fractions of the constants."""

    def __init__(self, constants: tuple[sp.Symbol, ...], count: int = 0) -> None:
        self._constants = constants
        self._domain = sp.QQ.frac_field(*constants) if constants else sp.QQ
        self._ring = PolyRing([sp.Dummy() for _ in range(max(count, 1))], self._domain, lex)

    def with_generators(self, count: int) -> SympyRing:
        return SympyRing(self._constants, count)

    def generator(self, k: int) -> Any:
        return self._ring.gens[k]

    def constant(self, value: sp.Expr) -> Any:
        return self._ring.ground_new(self._domain.from_sympy(as_expression(value)))

    def parts(self, element: Any) -> dict[Monomial, Any]:
        return {tuple((k, e) for k, e in enumerate(exponents) if e): part for exponents, part in element.terms()}

    def from_parts(self, parts: Mapping[Monomial, Any]) -> Any:
        return self._ring.from_dict({dense_exponents(monomial, self._ring.ngens): part for monomial, part in parts.items()})

    def over(self, element: Any, value: sp.Expr) -> Any:
        return element * (1 / self._domain.from_sympy(as_expression(value)))

    def factored(self, part: Any) -> list[sp.Expr]:
        (above, top), (below, bottom) = map(sp.factor_list, sp.fraction(self._domain.to_sympy(part)))
        return [above / below, *[base**power for base, power in top], *[base**-power for base, power in bottom]]


PolynomialRing = FlintRing | SympyRing


@dataclass(frozen=True)
class OverHessian:
    """numerator / <a>^power: a common denominator for every sum, so that equal terms combine without fractions."""

    numerator: Any
    power: int
    hessian: Any

    def __add__(self, other: OverHessian) -> OverHessian:
        power = max(self.power, other.power)
        return OverHessian(self._at_power(power) + other._at_power(power), power, self.hessian)

    def __mul__(self, factor: Any) -> OverHessian:
        return OverHessian(self.numerator * factor, self.power, self.hessian)

    def __len__(self) -> int:
        return len(self.numerator)

    def _at_power(self, power: int) -> Any:
        return self.numerator * self.hessian ** (power - self.power) if power > self.power else self.numerator


class Laurent:
    """A sum of rational multiples of monomials whose exponents may be negative, in generators numbered in order of appearance."""

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

    def __mul__(self, other: Laurent | flint.fmpq | int) -> Laurent:
        if not isinstance(other, Laurent):
            return Laurent({monomial: c * other for monomial, c in self.terms.items()} if other != 0 else {})
        out: dict[Monomial, flint.fmpq] = {}
        for left, c in self.terms.items():
            for right, e in other.terms.items():
                monomial = product_of(left, right)
                out[monomial] = out[monomial] + c * e if monomial in out else c * e
        return Laurent({monomial: c for monomial, c in out.items() if c != 0})

    def __pow__(self, exponent: int) -> Laurent:
        return reduce(mul, [self if exponent >= 0 else self.inverse()] * abs(exponent), Laurent.number(1))

    def __len__(self) -> int:
        return len(self.terms)

    def inverse(self) -> Laurent:
        """One over a single term. Raises ValueError for a sum."""
        ((monomial, c),) = self.terms.items()
        return Laurent({tuple((k, -e) for k, e in monomial): 1 / c})


def dense_exponents(monomial: Monomial, count: int) -> Exponents:
    """The exponents of all generators, zeros included."""
    out = [0] * count
    for k, exponent in monomial:
        out[k] = exponent
    return tuple(out)


def _rational(value: flint.fmpq) -> sp.Rational:
    return sp.Rational(int(value.p), int(value.q))


def product_of(left: Monomial, right: Monomial) -> Monomial:
    if not left or not right:
        return left or right
    powers = dict(left)
    for k, e in right:
        powers[k] = powers.get(k, 0) + e
    return tuple(sorted((k, e) for k, e in powers.items() if e))
