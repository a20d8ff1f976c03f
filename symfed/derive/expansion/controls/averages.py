"""The population of the symbolic run: functions of one client as monomials in its symbols, their averages as generators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flint
import sympy as sp

from symfed.core import symbols as table
from symfed.core.symbols import ClientMean
from symfed.derive.expansion.averages import Client, sum_of_products
from symfed.derive.expansion.controls.joint import Factor, Weight
from symfed.derive.expansion.controls.laurent import Laurent
from symfed.derive.expansion.rings import FlintRing, Monomial

#: The label of a weight that no client is singled out by.
ANY = -1
#: The place of delta among a client's generators: that of the gradient, in whose place it stands.
_DELTA = 0


class LabelledClients:
    """A weight is (label, monomial in the client's symbols); with a label it vanishes for all clients but that one.

    Scalars are Laurent polynomials in the constants, 1/N, averages, and the symbols of the labelled clients: bare for label 0, primed
    for label 1.
    """

    everyone: Weight = (ANY, ())

    def __init__(self, client: Client, constants: Sequence[sp.Symbol]) -> None:
        self._client, self._constants = client, list(constants)
        self._generators: list[sp.Expr] = [*constants, table.N]
        self._places = {symbol: k for k, symbol in enumerate(self._generators)}
        self.one = Laurent.number(1)
        self.inverse_N = Laurent.generator(self._places[table.N], -1)

    def number(self, value: sp.Expr) -> Laurent:
        """A polynomial in the constants, or one over a monomial in them."""
        above, below = sp.fraction(sp.cancel(value))
        quotient: Laurent = self._polynomial(above) * self._polynomial(below).inverse()
        return quotient

    @staticmethod
    def singled_out(label: int) -> Weight:
        """1 at the labelled client and 0 elsewhere."""
        return (label, ())

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        (one, left), (other, right) = f, g
        if ANY not in (one, other) and one != other:
            return None
        return max(one, other), _times(left, right)

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        label, weight = f
        out: list[tuple[Factor | None, Any]] = []
        for monomial, part in self._client.ring.parts(element).items():
            own = tuple((k, e) for k, e in monomial if k != _DELTA)
            power = dict(monomial).get(_DELTA, 0)
            scalar = self._constant(part)
            inside = _times(weight, own)
            out.append((((label, inside), (power,)), scalar) if power else (None, scalar * self._average(label, inside)))
        return out

    def _average(self, label: int, inside: Monomial) -> Laurent:
        expression = sp.Mul(*[self._client.symbols[k] ** e for k, e in inside])
        if label == ANY:
            mean = ClientMean(expression)
            return Laurent.number(1) if mean == 1 else self._generator(mean)
        scalar = self.inverse_N
        for k, e in inside:
            symbol = self._client.symbols[k]
            scalar = scalar * self._generator(symbol if label == 0 else table.of_other(symbol), e)
        return scalar

    def _generator(self, expression: sp.Expr, exponent: int = 1) -> Laurent:
        if expression not in self._places:
            self._places[expression] = len(self._generators)
            self._generators.append(expression)
        return Laurent.generator(self._places[expression], exponent)

    def _constant(self, part: Any) -> Laurent:
        """A coefficient in the constants, as the ring hands it out."""
        return Laurent({tuple((k, e) for k, e in enumerate(exponents) if e): c for exponents, c in part.items()})

    def _polynomial(self, value: sp.Expr) -> Laurent:
        terms = sp.Poly(value, *self._constants, sp.Dummy(), domain="QQ").terms()
        return self._constant({exponents[:-1]: flint.fmpq(int(c.p), int(c.q)) for exponents, c in terms})

    def expression(self, value: Laurent) -> sp.Expr:
        """A sum over monomials in averages, symbols and 1/N, with factored coefficients in the constants."""
        own = len(self._constants)
        grouped: dict[Monomial, dict[tuple[int, ...], flint.fmpq]] = {}
        for monomial, c in value.terms.items():
            powers = dict(monomial)
            constants = tuple(powers.pop(k, 0) for k in range(own))
            grouped.setdefault(tuple(powers.items()), {})[constants] = c
        products = []
        for others, part in grouped.items():
            least = [min(exponents[k] for exponents in part) for k in range(own)]
            shifted = {tuple(e - m for e, m in zip(exponents, least, strict=True)): c for exponents, c in part.items()}
            factors = FlintRing(tuple(self._constants)).factored(shifted)
            factors += [symbol**m for symbol, m in zip(self._constants, least, strict=True) if m]
            products.append([*factors, *[self._generators[k] ** e for k, e in others]])
        return sum_of_products(products)


def _times(left: Monomial, right: Monomial) -> Monomial:
    powers = dict(left)
    for k, e in right:
        powers[k] = powers.get(k, 0) + e
    return tuple(sorted(powers.items()))
