"""The expansion for a generic problem: dimension one, in gamma, H, N, averages over clients and the algorithm's parameters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cmp_to_key
from typing import Any

import flint
import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import ClientMean
from symfed.derive.expansion.hierarchy import Factor, Hierarchy, StationaryMoment, Weight
from symfed.derive.expansion.polynomials import Index
from symfed.derive.expansion.rings import FlintRing, Laurent, Monomial, OverHessian, PolynomialRing, SympyRing, dense_exponents, product_of
from symfed.derive.expansion.round import ClientRound, difference_levels, gradient_moments, moments_after_steps
from symfed.derive.expansion.rule import Rule, read_rule
from symfed.derive.powers import falling_binomial
from symfed.models.algorithm import Algorithm

#: Terms that a moment may have. The largest of gradient steps has 60,000 at order 5 and would have some 700,000 at order 6.
LARGEST_MOMENT = 100_000
#: Whatever the rule, this order is derived in less than a second; what a higher one would take is estimated from it and the one before.
ALWAYS_IN_REACH = 4
#: With control variates orders 3, 4 and 5 take 0.05, 1 and 25 seconds, each fifteen times as long as the one before.
HIGHEST_WITH_CONTROLS = 5
REMEDY = "use numbers: call the formula on a problem, or give its jets to symfed.derive.expansion.coefficients"
#: The label of a weight that singles out no client.
ANY = -1
#: The place of delta among a client's generators: that of the gradient, which it replaces.
_DELTA = 0


class ClientSymbols:
    """One client with a generator for every derivative and noise cumulant that an order reads."""

    def __init__(self, ring: PolynomialRing, order: int, excess: int) -> None:
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


class AveragedClients:
    """A population without control variates: each monomial in a client's symbols becomes a generator, its average, with <g> = 0.

    Coefficients are polynomials in the averages, 1/N and the constants; moments are such over powers of <a>.
    """

    everyone: Weight = ()

    def __init__(self, client: ClientSymbols, elements: Iterable[Any], slope: sp.Expr, too_long: InvalidInput) -> None:
        """`elements` are all that will be averaged; a round moves by -slope gamma <a> s at first order."""
        self._client, self._slope, self._too_long = client, slope, too_long
        found = {monomial for element in elements for monomial in client.ring.parts(element)}
        monomials = sorted(found, key=lambda monomial: dense_exponents(monomial, len(client.symbols)), reverse=True)
        means = {m: ClientMean(sp.Mul(*[client.symbols[k] ** e for k, e in m])) for m in monomials}
        self._known = {m: mean for m, mean in means.items() if mean.is_Number}  # <1> = 1 and <g> = 0
        self._place = {m: 1 + k for k, m in enumerate(m for m in monomials if m not in self._known)}
        self._symbols = [1 / table.N, *[means[m] for m in self._place]]
        self._at = self._symbols.index(ClientMean(table.a))
        self._ring = client.ring.with_generators(len(self._symbols))
        self._hessian = self._ring.generator(self._at)
        self.one, self.inverse_N, self.number = self._ring.constant(sp.S.One), self._ring.generator(0), self._ring.constant
        self.certain = OverHessian(self.one, 0, self._hessian)

    def joined(self, f: Weight, g: Weight) -> Weight:
        return self.everyone

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        parts: dict[Monomial, Any] = {}
        for monomial, part in self._client.ring.parts(element).items():
            if monomial in self._place:
                parts[((self._place[monomial], 1),)] = part
            elif self._known[monomial] != 0:
                parts[()] = part
        return [(None, self._ring.from_parts(parts))]

    def solve(self, matrix: Sequence[Sequence[Any]], right: Sequence[OverHessian]) -> list[OverHessian]:
        ((entry,),), (value,) = matrix, right
        if len(value) > LARGEST_MOMENT:
            raise self._too_long
        # divide by the slope, a common factor of all moments of a round, at once: <a> is the only other divisor
        least = self._ring.over(entry, self._slope)
        degree = next(k for k in range(1, 100) if least == self._hessian * k)
        return [OverHessian(self._ring.over(value.numerator, self._slope) / degree, value.power + 1, self._hessian)]

    def expression(self, value: OverHessian) -> sp.Expr:
        """A sum over monomials in means and 1/N, with factored coefficients in the constants."""
        products = []
        for monomial, part in self._ring.parts(value.numerator).items():
            powers = dict(monomial)
            powers[self._at] = powers.get(self._at, 0) - value.power
            products.append((self._ring.factored(part), powers.items()))
        atoms = {(place, e): self._symbols[place] ** e for _, powers in products for place, e in powers}
        return sum_of_products([[*factors, *[atoms[power] for power in powers]] for factors, powers in products])


class LabelledClients:
    """A population with control variates. A weight is (label, monomial in the client's symbols), zero for all clients but the labelled one.

    Coefficients and moments are Laurent polynomials in the constants, 1/N, averages, and the symbols of the labelled clients: bare for
    label 0, primed for label 1.
    """

    everyone: Weight = (ANY, ())

    def __init__(self, client: ClientSymbols, constants: Sequence[sp.Symbol], too_long: InvalidInput) -> None:
        self._client, self._constants, self._too_long = client, list(constants), too_long
        self._generators: list[sp.Expr] = [*constants, table.N]
        self._places = {symbol: k for k, symbol in enumerate(self._generators)}
        self.one = self.certain = Laurent.number(1)
        self.inverse_N = Laurent.generator(self._places[table.N], -1)

    def number(self, value: sp.Expr) -> Laurent:
        """A polynomial in the constants, or one over a monomial in them."""
        above, below = sp.fraction(sp.cancel(value))
        quotient: Laurent = self._polynomial(above) * self._polynomial(below).inverse()
        return quotient

    def joined(self, f: Weight, g: Weight) -> Weight | None:
        (one, left), (other, right) = f, g
        if ANY not in (one, other) and one != other:
            return None
        return max(one, other), product_of(left, right)

    def averaged(self, f: Weight, element: Any) -> Sequence[tuple[Factor | None, Any]]:
        label, weight = f
        out: list[tuple[Factor | None, Any]] = []
        for monomial, part in self._client.ring.parts(element).items():
            own = tuple((k, e) for k, e in monomial if k != _DELTA)
            power = dict(monomial).get(_DELTA, 0)
            scalar = self._constant(part)
            inside = product_of(weight, own)
            out.append((((label, inside), (power,)), scalar) if power else (None, scalar * self._average(label, inside)))
        return out

    def solve(self, matrix: Sequence[Sequence[Laurent]], right: Sequence[Laurent]) -> list[Laurent]:
        ((entry,),), (value,) = matrix, right
        if len(value) > LARGEST_MOMENT:
            raise self._too_long
        return [value * entry.inverse()]

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
        """A coefficient in the constants, a `part` of the ring, as a Laurent polynomial."""
        return Laurent({tuple((k, e) for k, e in enumerate(exponents) if e): c for exponents, c in part.items()})

    def _polynomial(self, value: sp.Expr) -> Laurent:
        terms = sp.Poly(value, *self._constants, sp.Dummy(), domain="QQ").terms()
        return self._constant({exponents[:-1]: flint.fmpq(int(c.p), int(c.q)) for exponents, c in terms})

    def expression(self, value: Laurent) -> sp.Expr:
        """A sum over monomials in averages, symbols and 1/N, with factored coefficients in the constants."""
        own, ring = len(self._constants), FlintRing(tuple(self._constants))
        grouped: dict[Monomial, dict[tuple[int, ...], flint.fmpq]] = {}
        for monomial, c in value.terms.items():
            powers = dict(monomial)
            constants = tuple(powers.pop(k, 0) for k in range(own))
            grouped.setdefault(tuple(powers.items()), {})[constants] = c
        products = []
        for others, part in grouped.items():
            least = [min(exponents[k] for exponents in part) for k in range(own)]
            shifted = {tuple(e - m for e, m in zip(exponents, least, strict=True)): c for exponents, c in part.items()}
            factors = ring.factored(shifted)
            factors += [symbol**m for symbol, m in zip(self._constants, least, strict=True) if m]
            products.append([*factors, *[self._generators[k] ** e for k, e in others]])
        return sum_of_products(products)


def symbolic_moments(
    algorithm: Algorithm, quantity: StationaryMoment, order: int, ring: type[PolynomialRing] | None = None
) -> list[sp.Expr]:
    """The coefficients from gamma^first_power to gamma^order, d = 1: bare symbols are those of the first client, primed of the second.

    `ring` is FlintRing where the rule does not divide by H or a parameter, else SympyRing.
    """
    population, hierarchy = moments_in_symbols(algorithm, quantity.engine_order(order), ring)
    factors = tuple(((label, ()), (power,)) for label, power in enumerate(quantity.controls))
    # a weight that singles out a client averages to 1/N of that client's value
    scale = population.inverse_N ** -len(factors) if factors else population.one
    powers = range(quantity.first_power, order + 1)
    return [population.expression(hierarchy.moment(n, (quantity.state,), factors) * scale) for n in powers]


def moments_in_symbols(
    algorithm: Algorithm, order: int, ring: type[PolynomialRing] | None = None
) -> tuple[AveragedClients | LabelledClients, Hierarchy]:
    """The population of averages, and its hierarchy of moments. Raises InvalidInput for an order out of reach, or without expansion."""
    rule = read_rule(algorithm, order)
    check_reach(algorithm, order, rule)
    constants = tuple(sorted(set().union(*[as_expression(c).free_symbols for c in (*rule.constants, rule.steps)]), key=str))
    client = ClientSymbols((ring or _ring_for(algorithm, rule, constants))(constants), order, rule.excess)
    number = client.ring.constant
    gradients = gradient_moments(client.derivative, None if algorithm.exact_gradient else client.cumulant, 1, order, rule.excess)
    levels = difference_levels({key: number(c) for key, c in rule.step.items()}, gradients, 1, order)
    displacement = moments_after_steps(levels, [number(falling_binomial(rule.steps, n)) for n in range(1, order + 2)])
    too_long = InvalidInput("order", order, f"{algorithm.name} needs more than {LARGEST_MOMENT} terms in symbols", REMEDY)
    population: AveragedClients | LabelledClients
    if rule.rate is None:
        round_, rate = ClientRound(displacement, None, 1, order), None
        averaged = [c for k in range(1, order + 2) for c in round_.cumulant(((1,),) * k).values()]
        population = AveragedClients(client, averaged, rule.slope, too_long)
    else:
        delta = client.ring.generator(_DELTA) * number(1 / rule.rate)
        round_ = ClientRound(displacement, lambda powers: delta ** powers[0], 1, order)
        population = LabelledClients(client, constants, too_long)
        rate = population.number(rule.rate)
    return population, Hierarchy(population, round_, [population.number(c) for c in rule.server], rate, 1, order)


def check_reach(algorithm: Algorithm, order: int, rule: Rule) -> None:
    """Raise InvalidInput for an order with too many symbols or terms, before the work.

    Terms grow a little less than geometrically with the order: the estimate is too high, by a tenth at order 5.
    """
    top = table.HIGHEST_SYMBOLIC_ORDER
    if order + rule.excess > top:
        text = f"{algorithm.name} needs jets to order {order + rule.excess}, symbols reach to order {top}"
        raise InvalidInput("order", order, text, REMEDY)
    if rule.rate is not None and order > HIGHEST_WITH_CONTROLS:
        text = f"{algorithm.name} keeps control variates: symbols go to order {HIGHEST_WITH_CONTROLS}"
        raise InvalidInput("order", order, text, REMEDY)
    if rule.rate is not None or order <= ALWAYS_IN_REACH:
        return
    before, last = (_largest_moment(algorithm, k) for k in (ALWAYS_IN_REACH - 1, ALWAYS_IN_REACH))
    expected = last * (last / before) ** (order - ALWAYS_IN_REACH)
    if expected > LARGEST_MOMENT:
        text = f"{algorithm.name} would need some {float(f'{expected:.1g}'):,.0f} terms in symbols, more than {LARGEST_MOMENT:,}"
        raise InvalidInput("order", order, text, REMEDY)


def _largest_moment(algorithm: Algorithm, order: int) -> int:
    _, hierarchy = moments_in_symbols(algorithm, order)
    return max(len(hierarchy.moment(order, (degree,))) for degree in range(1, 2 * order + 1))


def _ring_for(algorithm: Algorithm, rule: Rule, constants: tuple[sp.Symbol, ...]) -> type[PolynomialRing]:
    """FlintRing where the slope is the only constant divisor, else SympyRing. Raises InvalidInput where control variates need another."""
    polynomial = all(as_expression(c).is_polynomial(*constants) for c in rule.constants)
    if rule.rate is None:
        # every moment of a displacement is a multiple of H, and of no other constant in general
        return FlintRing if polynomial and sp.cancel(rule.slope / rule.steps).is_number else SympyRing
    if not polynomial or any(sp.expand(c).is_Add for c in (rule.slope, 1 / rule.rate)):
        text = "must be polynomial in H and the parameters, and have a slope that is one product of them"
        raise InvalidInput("algorithm", algorithm.name, text, REMEDY)
    return FlintRing


def sum_of_products(products: list[list[sp.Expr]]) -> sp.Expr:
    """The sum of products. Their factors are sorted in SymPy's order only once, which is most of the cost of building products."""
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
