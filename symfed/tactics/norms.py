"""Norms of multiples, |g v| = g |v|, so that all norms are of vectors without a common factor."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.kernel.forms import READERS, Polynomial, Unknown
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Num, Sort, Term, spine
from symfed.kernel.text import join
from symfed.kernel.written import order, written
from symfed.tactics.proof import ProofLine, closed_subterms

if TYPE_CHECKING:
    from symfed.tactics.reasoning import Reasoning


#: The norms, with the first words of their sentences' names.
_OF: Final = {"norm": "norm", "frobenius": "Frobenius norm"}


def norm_equations(t: Reasoning, props: Sequence[Term]) -> list[ProofLine]:
    """Equations |g v| = g |v| for the multiples under norms in the propositions."""
    found: dict[Term, list[ProofLine]] = {}
    for prop in props:
        for x in closed_subterms(prop):
            head, of = spine(x)
            if head.one in _OF and len(of) == 1 and x not in found:
                found[x] = _primitive_norm(t, of[0], _OF[head.one])
    return [step for several in found.values() for step in several]


def _primitive_norm(t: Reasoning, v: Term, norm: str) -> list[ProofLine]:
    """Equations for the norm of a vector or map with its common factor taken out; none without a factor."""
    form = READERS[v.sort](v)
    if not form:
        return [t.proof.sentence(f"{norm} of zero")]
    common = _common_product(*form.values())
    first = form[min(form, key=order)]
    number = first[min(first, key=order)]
    whole = _common_sum(form, v.sort)
    if not common and number == 1 and not whole:
        return []
    rest = {image: {_divide_out(product, common): c / number for product, c in coefficient.items()} for image, coefficient in form.items()}
    factor, inside = written({common: abs(number)}, Num), written(rest, v.sort)
    if whole:  # a sum that all coefficients share, as in (1 + h) v
        factor, inside, number = whole
    positive = t.arithmetic(join("<=", numeral(0), factor), t.facts_about([factor]))
    made = [t.proof.use(f"{norm} of a multiple", factor, inside, positive)]
    return [*made, t.proof.use(f"{norm} of the opposite", join("*", factor, inside))] if number < 0 else made


def _common_sum(form: Any, sort: Sort) -> Any:
    """The common factor of all coefficients if it is a sum, with the quotient and a sign; else None."""
    unknowns = sorted({u for coefficient in form.values() for product in coefficient for u, _ in product}, key=lambda u: u.serial)
    polynomials = {image: as_polynomial(own, unknowns) for image, own in form.items()} if unknowns else {}
    factor = reduce(sp.gcd, polynomials.values(), sp.S.Zero)
    if not polynomials or len(factor.terms()) < 2:
        return None
    factor = -factor if factor.terms()[-1][1] < 0 else factor
    sign = 1 if polynomials[min(form, key=order)].quo(factor).terms()[-1][1] > 0 else -1
    rest = {image: from_polynomial(sign * own.quo(factor), unknowns) for image, own in polynomials.items()}
    return written(from_polynomial(factor, unknowns), Num), written(rest, sort), sign


@cache
def _polynomial_symbol(place: int) -> Any:
    return sp.Dummy(str(place))


def as_polynomial(form: Polynomial, unknowns: Sequence[Unknown]) -> Any:
    """A normal form of a number as a SymPy polynomial, with symbols for these unknowns."""
    powers = {tuple(dict(product).get(u, 0) for u in unknowns): sp.Rational(c.numerator, c.denominator) for product, c in form.items()}
    return sp.Poly(powers, *map(_polynomial_symbol, range(len(unknowns))))


def from_polynomial(polynomial: Any, unknowns: Sequence[Unknown]) -> Polynomial:
    """The normal form of a number that is such a polynomial."""
    terms = ((tuple((u, k) for u, k in zip(unknowns, own, strict=True) if k), c) for own, c in polynomial.terms() if c)
    return {tuple(sorted(product, key=lambda pair: pair[0].serial)): Fraction(int(c.p), int(c.q)) for product, c in terms}


def _common_product(*several: Any) -> Any:
    """The largest product that divides all of these polynomials."""
    products = [dict(product) for coefficient in several for product in coefficient]
    common = sorted(((u, min(p.get(u, 0) for p in products)) for u in products[0]), key=lambda pair: pair[0].serial)
    return tuple((u, power) for u, power in common if power)


def _divide_out(product: Any, common: Any) -> Any:
    powers = dict(product)
    for u, power in common:
        powers[u] -= power
    return tuple((u, power) for u, power in powers.items() if power)
