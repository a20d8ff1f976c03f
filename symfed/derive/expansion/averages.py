"""From one client's symbols to averages over clients, and back to an expression that people read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cmp_to_key
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.symbols import ClientMean
from symfed.derive.expansion.polynomials import Index
from symfed.derive.expansion.rings import Monomial, Ring, dense


class Client:
    """One client with a generator for every derivative and noise cumulant that an order reads."""

    def __init__(self, ring: Ring, order: int, excess: int) -> None:
        top = order + excess
        drift = [(1, m) for m in range(1, 2 * order + 2)]
        noise = [(k, j) for k in range(2, top + 2) for j in range(2 * top + 3 - 2 * k)]
        self.symbols = [table.derivative(m) for _, m in drift] + [table.cumulant(k, j) for k, j in noise]
        self.ring = ring.with_generators(len(self.symbols))
        self._places = {name: place for place, name in enumerate(drift + noise)}

    def derivative(self, m: int, _: Index) -> Any:
        return self.ring.generator(self._places[1, m])

    def cumulant(self, k: int, j: int, _: Index) -> Any:
        return self.ring.generator(self._places[k, j])


class Averages:
    """The ring of 1/N and the client means that occur: each monomial in one client's symbols becomes a generator, <g> = 0."""

    def __init__(self, client: Client, elements: Iterable[Any]) -> None:
        self._client = client
        found = {monomial for element in elements for monomial in client.ring.parts(element)}
        monomials = sorted(found, key=lambda monomial: dense(monomial, len(client.symbols)), reverse=True)
        means = {m: ClientMean(sp.Mul(*[client.symbols[k] ** e for k, e in m])) for m in monomials}
        self._known = {m: mean for m, mean in means.items() if mean.is_Number}  # <1> = 1 and <g> = 0
        self._place = {m: 1 + k for k, m in enumerate(m for m in monomials if m not in self._known)}
        self.symbols = [1 / table.N, *[means[m] for m in self._place]]
        self._hessian = self.symbols.index(ClientMean(table.a))
        self.ring = client.ring.with_generators(len(self.symbols))
        self.inverse_N, self.hessian = self.ring.generator(0), self.ring.generator(self._hessian)

    def of(self, element: Any) -> Any:
        """The average over clients of a polynomial in one client's symbols."""
        parts: dict[Monomial, Any] = {}
        for monomial, part in self._client.ring.parts(element).items():
            if monomial in self._place:
                parts[((self._place[monomial], 1),)] = part
            elif self._known[monomial] != 0:
                parts[()] = part
        return self.ring.from_parts(parts)

    def expression(self, value: OverHessian) -> sp.Expr:
        """A sum over monomials in means and 1/N, with factored coefficients in the constants."""
        products = []
        for monomial, part in self.ring.parts(value.numerator).items():
            powers = dict(monomial)
            powers[self._hessian] = powers.get(self._hessian, 0) - value.power
            products.append((self.ring.factored(part), powers.items()))
        atoms = {(place, e): self.symbols[place] ** e for _, powers in products for place, e in powers}
        return sum_of_products([[*factors, *[atoms[power] for power in powers]] for factors, powers in products])


@dataclass(frozen=True)
class OverHessian:
    """numerator / <a>^power: one denominator for every sum, so that equal terms meet and no fraction is ever needed."""

    numerator: Any
    power: int
    hessian: Any

    def __add__(self, other: OverHessian) -> OverHessian:
        power = max(self.power, other.power)
        return OverHessian(self._over(power) + other._over(power), power, self.hessian)

    def __mul__(self, factor: Any) -> OverHessian:
        return OverHessian(self.numerator * factor, self.power, self.hessian)

    def divided(self, degree: int) -> OverHessian:
        """The quotient by degree * <a>."""
        return OverHessian(self.numerator / degree, self.power + 1, self.hessian)

    def _over(self, power: int) -> Any:
        return self.numerator * self.hessian ** (power - self.power) if power > self.power else self.numerator


def sum_of_products(products: list[list[sp.Expr]]) -> sp.Expr:
    """The sum of products. Their factors are put in SymPy's order once for all, which is most of what building products costs."""
    factors = {factor for product in products for factor in product if not factor.is_Number}
    rank = {factor: k for k, factor in enumerate(sorted(factors, key=cmp_to_key(sp.Basic.compare)))}
    terms = []
    for product in products:
        number = sp.Mul(*[factor for factor in product if factor.is_Number])
        others = sorted((factor for factor in product if not factor.is_Number), key=rank.__getitem__)
        distinct = len({factor.as_base_exp()[0] for factor in others}) == len(others)
        plain = distinct and len(others) > 1
        terms.append(sp.Mul._from_args([*([number] if number != 1 else []), *others]) if plain else sp.Mul(number, *others))
    return sp.Add(*terms)
