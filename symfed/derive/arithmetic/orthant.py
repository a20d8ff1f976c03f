"""Signs of rational expressions by coefficients, without a solver: an orthant is mapped onto their domain, or boxes that cover one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.grammar import as_expression
from symfed.models.arrays import Array

_MOST_BOXES = 2000  # a count, so that a proof is found on every machine or on none


@dataclass(frozen=True)
class Sum:
    """Why a polynomial is nonnegative: it is a sum of a positive number times powers (base, exponent), for each of `terms`.

    Each base is nonnegative on the domain (a letter, what a relation has to spare, a product of such with what is positive), but for
    bases with an even exponent, which may have any sign.
    """

    terms: tuple[tuple[sp.Rational, tuple[tuple[sp.Expr, int], ...]], ...]


@dataclass(frozen=True)
class Split:
    """Why a polynomial is nonnegative, in two cases: where `at` >= 0, and where `at` <= 0."""

    at: sp.Expr
    above: Sum | Split
    below: Sum | Split


@dataclass(frozen=True)
class Factor:
    """A polynomial that is nonnegative on the domain, as `shown`; None where its multiplicity is even, and its sign any."""

    value: sp.Expr
    multiplicity: int
    shown: Sum | Split | None


@dataclass(frozen=True)
class Coefficients:
    """expression * (product of the denominator's factors) = constant * (product of the numerator's factors), with constant >= 0.

    Both are products of `value**multiplicity` in the expression's own letters. Where the expression is defined, a factor below is no
    zero, unless it vanishes where a relation has nothing to spare.
    """

    constant: sp.Expr
    numerator: tuple[Factor, ...]
    denominator: tuple[Factor, ...]


def prove_nonnegative(expression: sp.Expr, domain: Domain) -> str:
    """The proof in words, or "" where none was found (which says nothing about the sign).

    >>> from symfed.core.symbols import H
    >>> prove_nonnegative(H**2 - 1, Domain())
    'all coefficients are nonnegative on an orthant that covers the domain'
    """
    # what holds without the domain is often easier to see without it
    return _words(_found(expression, ANYWHERE)) or _words(_found(expression, domain))


def coefficients(expression: sp.Expr, domain: Domain) -> Coefficients | None:
    """The proof of a sign, written out in the expression's own letters so that others can check it; None where none was found.

    Of the domain, relations by <=, <, >=, > are used. Each identity is one of polynomials: a `Sum` adds up to its factor's value, and
    the factors multiply to the expression.

    >>> from symfed.core.symbols import H, gamma, mu
    >>> found = coefficients(4 - gamma * mu**2, Domain((mu <= 2, gamma <= 1)))
    >>> [(factor.value, factor.multiplicity) for factor in (*found.numerator, *found.denominator)]
    [(-gamma*mu**2 + 4, 1)]
    >>> found.numerator[0].shown.terms[0]
    (2, ((gamma, 1), (mu, 1), (2 - mu, 1)))
    """
    found = _found(expression, ANYWHERE) or _found(expression, domain)
    return found.written() if found else None


@dataclass(frozen=True)
class _Step:
    """A symbol as a function of a nonnegative letter, and this letter as above/below, of which neither is negative on the domain."""

    symbol: sp.Symbol
    value: sp.Expr
    letter: sp.Symbol
    above: sp.Expr
    below: sp.Expr

    @property
    def symbols(self) -> set[sp.Symbol]:
        return self.value.free_symbols | self.above.free_symbols | self.below.free_symbols


@dataclass(frozen=True)
class _Signed:
    """A factor after the substitutions, whose odd power has this sign on the whole orthant; by boxes where its coefficients differ."""

    polynomial: sp.Poly
    multiplicity: int
    sign: int
    boxes: _Box | None

    def degree(self, letter: sp.Symbol) -> int:
        return int(self.polynomial.degree(letter)) if letter in self.polynomial.gens else 0

    def written(self, sides: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]]) -> Factor:
        own = [sides.get(letter, (letter, sp.S.One)) for letter in self.polynomial.gens]
        degrees = self.polynomial.degree_list()
        terms = tuple((self.sign * c, _powers(own, degrees, exponents)) for exponents, c in self.polynomial.terms())
        value = sp.factor(sum(c * prod((base**e for base, e in powers), start=sp.S.One) for c, powers in terms))
        if self.multiplicity % 2 == 0:
            return Factor(value, self.multiplicity, None)
        unit = (sp.S.Zero,) * len(own), (sp.S.One,) * len(own)
        return Factor(value, self.multiplicity, self.boxes.written(own, *unit, self.sign) if self.boxes else Sum(terms))


@dataclass(frozen=True)
class _Found:
    steps: tuple[_Step, ...]
    constant: sp.Expr
    numerator: tuple[_Signed, ...]
    denominator: tuple[_Signed, ...]

    def written(self) -> Coefficients:
        inside = self._inside()
        sides: dict[sp.Symbol, tuple[sp.Expr, sp.Expr]] = {}
        for step in self.steps:
            ratio = step.above / step.below
            for letter, (above, below) in reversed(sides.items()):
                ratio = ratio.subs(letter, above / below)
            above, below = sp.fraction(sp.factor(ratio))
            sides[step.letter] = (above, below) if below.subs(inside) > 0 else (-above, -below)
        constant = abs(self.constant)
        parts: list[list[Factor]] = []
        for part, power in ((self.numerator, 1), (self.denominator, -1)):
            factors = [factor.written(sides) for factor in part]
            constant *= prod((factor.value**factor.multiplicity for factor in factors if factor.value.is_Rational), start=sp.S.One) ** power
            parts.append([factor for factor in factors if not factor.value.is_Rational])
        for letter, (_, base) in sides.items():
            above, below = (
                sum(factor.multiplicity * factor.degree(letter) for factor in part) for part in (self.numerator, self.denominator)
            )
            if above != below and base != 1:
                of = parts[1] if above > below else parts[0]
                of.append(Factor(base, int(abs(above - below)), Sum(((sp.S.One, ((base, 1),)),))))
        return Coefficients(constant, *map(tuple, parts))

    def _inside(self) -> dict[sp.Symbol, sp.Expr]:
        """The point of the domain at which all nonnegative letters are 1."""
        values: dict[sp.Symbol, sp.Expr] = {}
        for step in reversed(self.steps):
            value = step.value.subs(values)
            values[step.symbol] = value.subs(dict.fromkeys(value.free_symbols, sp.S.One))
        return values | dict.fromkeys(set().union(*(step.symbols for step in self.steps)) - values.keys(), sp.S.One)


def _powers(sides: Sequence[tuple[sp.Expr, sp.Expr]], degrees: Sequence[int], exponents: Sequence[int]) -> tuple[tuple[sp.Expr, int], ...]:
    """The powers of above and below in a monomial that is made homogeneous in each pair of them."""
    both = [pair for (a, b), d, k in zip(sides, degrees, exponents, strict=True) for pair in ((a, k), (b, d - k))]
    return tuple((base, exponent) for base, exponent in both if exponent and base != 1)


def _words(found: _Found | None) -> str:
    if found is None:
        return ""
    if not (found.numerator or found.denominator):
        return "it is a nonnegative constant"
    boxes = any(factor.boxes for factor in (*found.numerator, *found.denominator))
    said = "all coefficients are nonnegative on an orthant that covers the domain"
    return f"{said} (one factor by subdivision in Bernstein form)" if boxes else said


def _found(expression: sp.Expr, domain: Domain) -> _Found | None:
    steps = _onto_orthant(domain, expression)
    flat = expression
    for step in steps:
        flat = flat.subs(step.symbol, step.value)
    constant: sp.Expr = sp.S.One
    parts: list[tuple[_Signed, ...]] = []
    for part in sp.fraction(sp.cancel(sp.together(flat))):
        if not part.is_polynomial(*part.free_symbols):
            return None
        number, factors = sp.factor_list(part) if part.free_symbols else (part, [])
        constant = constant * number if not parts else constant / number
        parts.append(tuple(_signed(factor, multiplicity) for factor, multiplicity in factors))
    sign = prod((factor.sign for part in parts for factor in part), start=int(sp.sign(constant))) if constant.is_real else 0
    nonnegative = sign > 0 or constant == 0
    return _Found(tuple(steps), constant, *parts) if nonnegative else None


def _signed(factor: sp.Expr, multiplicity: int) -> _Signed:
    polynomial = sp.Poly(factor, *sorted(factor.free_symbols, key=str))  # the letters' names differ: one order on every run
    sign, boxes = (1, None) if multiplicity % 2 == 0 else _definite_sign(polynomial)
    return _Signed(polynomial, int(multiplicity), sign, boxes)


def _onto_orthant(domain: Domain, expression: sp.Expr) -> list[_Step]:
    """Substitutions, in order, after which nonnegative symbols cover the domain. A relation that does not fit is left out: that only
    enlarges the set on which the proof has to hold."""
    steps: list[_Step] = []
    for symbol in sorted(expression.free_symbols | set(domain.symbols), key=lambda s: s.name):
        if symbol.is_integer and symbol.is_positive:
            more = sp.Dummy(f"{symbol.name}_less_one", nonnegative=True)
            steps.append(_Step(symbol, 1 + more, more, symbol - 1, sp.S.One))
    for relation in domain.relations:
        if not isinstance(relation, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            continue
        slack = relation.gts - relation.lts
        for step in steps:
            slack = slack.subs(step.symbol, step.value)
        top, bottom = sp.fraction(sp.cancel(sp.together(slack)))
        if bottom.free_symbols and not _has_signs(bottom, 1):
            if not _has_signs(bottom, -1):
                continue
            top, bottom = -top, -bottom
        found = _bound(top, (relation.gts - relation.lts) * bottom)
        if found is not None:
            steps.append(found)
    return steps


def _bound(slack: sp.Expr, printed: sp.Expr) -> _Step | None:
    """A substitution that covers slack >= 0 for a nonnegative symbol in which it is linear; `printed` is the slack in other words."""
    for symbol in sorted(slack.free_symbols, key=lambda s: s.name):
        polynomial = sp.Poly(slack, symbol)
        if polynomial.degree() != 1 or not symbol.is_nonnegative:
            continue
        slope, rest = polynomial.all_coeffs()
        if not _never_zero(slope):
            continue
        if _has_signs(slope, -1) and _has_signs(rest, 1):
            share = sp.Dummy(f"share_{symbol.name}", nonnegative=True, positive=symbol.is_positive)
            return _Step(symbol, rest / (-slope) * share / (1 + share), share, -slope * symbol, printed)
        if _has_signs(slope, 1) and _has_signs(rest, -1):
            more = sp.Dummy(f"more_{symbol.name}", nonnegative=True)
            return _Step(symbol, -rest / slope + more, more, printed, slope)
    return None


def _has_signs(expression: sp.Expr, sign: int) -> bool:
    """Whether every coefficient of a polynomial in nonnegative symbols has this sign (0 has both)."""
    expression = as_expression(expression)
    if not expression.free_symbols:
        return bool(sign * expression >= 0)
    polynomial = sp.Poly(expression, *expression.free_symbols)
    return all(s.is_nonnegative for s in polynomial.gens) and all(sign * c >= 0 for c in polynomial.coeffs())


def _never_zero(expression: sp.Expr) -> bool:
    """Whether a polynomial whose coefficients have one sign keeps away from zero: some term has positive symbols only."""
    return any(all(s.is_positive for s in term.free_symbols) for term in sp.Add.make_args(sp.expand(expression)))


def _definite_sign(polynomial: sp.Poly) -> tuple[int, _Box | None]:
    """1 or -1 where the polynomial has that sign or vanishes on the whole orthant, else 0; and boxes, where it needed them."""
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return 0, None
    signed = [i for i, symbol in enumerate(polynomial.gens) if not symbol.is_nonnegative]
    even = all(exponents[i] % 2 == 0 and polynomial.gens[i].is_real for exponents, _ in polynomial.terms() for i in signed)
    for sign in (1, -1):
        if even and all(sign * c >= 0 for c in polynomial.coeffs()):
            return sign, None
    if signed or len(polynomial.gens) > 3:
        return 0, None
    for sign in (1, -1):
        if boxes := _bernstein_nonnegative(polynomial * sign):
            return sign, boxes
    return 0, None


@dataclass
class _Box:
    """Bernstein coefficients on a box, of which none is negative, or which is halved along an axis."""

    table: Array
    axis: int = 0
    halves: tuple[_Box, ...] = ()

    def written(
        self, sides: list[tuple[sp.Expr, sp.Expr]], low: tuple[sp.Rational, ...], high: tuple[sp.Rational, ...], sign: int
    ) -> Sum | Split:
        """The box is that of u = above / (above + below), between `low` and `high`."""
        if self.halves:
            k = self.axis
            at = (low[k] + high[k]) / 2
            left = self.halves[0].written(sides, low, (*high[:k], at, *high[k + 1 :]), sign)
            right = self.halves[1].written(sides, (*low[:k], at, *low[k + 1 :]), high, sign)
            return Split(_past(sides[k], at), right, left)
        degrees = [n - 1 for n in self.table.shape]
        ends = [(_past(side, a), -_past(side, b)) for side, a, b in zip(sides, low, high, strict=True)]
        scale = prod(((b - a) ** d for a, b, d in zip(low, high, degrees, strict=True)), start=sp.S.One)
        binomials = {k: prod(comb(d, i) for d, i in zip(degrees, k, strict=True)) for k in np.ndindex(self.table.shape)}
        return Sum(
            tuple(
                (sp.Rational(int(c.p), int(c.q)) * binomials[k] / scale, _powers(ends, degrees, k))
                for k, c in np.ndenumerate(self.table)
                if c != 0
            )
        )


def _past(side: tuple[sp.Expr, sp.Expr], share: sp.Rational) -> sp.Expr:
    """How far `above` is past this share of above + below."""
    above, below = side
    return above if share == 0 else -below if share == 1 else sp.expand(above - share * (above + below))


def _bernstein_nonnegative(polynomial: sp.Poly) -> _Box | None:
    """Subdivide [0, 1]^n, onto which t = u/(1 - u) maps the orthant: Bernstein coefficients are then c_k / prod binom(degree, k)."""
    degrees = polynomial.degree_list()
    table = np.empty([d + 1 for d in degrees], dtype=object)
    table.fill(flint.fmpq(0))
    for exponents, coefficient in polynomial.terms():
        exact = flint.fmpq(int(coefficient.p), int(coefficient.q))
        table[exponents] = exact / prod(comb(d, k) for d, k in zip(degrees, exponents, strict=True))
    whole = _Box(table)
    boxes = [whole]
    for _ in range(_MOST_BOXES):
        if not boxes:
            return whole
        box = boxes.pop()
        table = box.table
        if all(c >= 0 for c in table.flat):
            continue
        corners = table[np.ix_(*[[0, -1]] * table.ndim)]
        if any(c < 0 for c in corners.flat):
            return None
        # halve the axis along which the coefficients vary most
        spread = [max((abs(c) for c in np.diff(table, axis=k).flat), default=0) for k in range(table.ndim)]
        box.axis = max(range(table.ndim), key=lambda k: spread[k])
        box.halves = tuple(map(_Box, _halves(table, box.axis)))
        boxes += box.halves
    return None


def _halves(box: Array, axis: int) -> tuple[Array, Array]:
    """Bernstein coefficients on the two halves, by de Casteljau's scheme."""
    row = np.moveaxis(box, axis, 0)
    left, right = [row[0]], [row[-1]]
    while len(row) > 1:
        row = (row[1:] + row[:-1]) / 2
        left.append(row[0])
        right.append(row[-1])
    return np.moveaxis(np.stack(left), 0, axis), np.moveaxis(np.stack(right[::-1]), 0, axis)
