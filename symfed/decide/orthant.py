"""Signs of rational expressions by coefficients, without a solver: an orthant is mapped onto their domain, or boxes that cover one."""

from __future__ import annotations

from functools import lru_cache
from math import comb, prod

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.core.grammar import as_expression
from symfed.models.arrays import Array

_MOST_BOXES = 2000  # a count, so that a proof is found on every machine or on none


def prove_nonnegative(expression: sp.Expr, domain: Domain) -> str:
    """The proof in words, or "" where none was found (which says nothing about the sign).

    >>> from symfed.core.symbols import H
    >>> prove_nonnegative(H**2 - 1, Domain())
    'all coefficients are nonnegative on an orthant that covers the domain'
    """
    # a proof that needs no domain is often easier to find without it
    return _proof_on(expression, ANYWHERE) or _proof_on(expression, domain)


@lru_cache(maxsize=1000)  # what is tried without the domain is asked again for each part of it
def _proof_on(expression: sp.Expr, domain: Domain) -> str:
    flat = expression.subs(_onto_orthant(domain, expression))
    constant: sp.Expr = sp.S.One
    signs: list[tuple[int, bool]] = []  # of each factor, and whether boxes were needed
    for k, part in enumerate(sp.fraction(sp.cancel(sp.together(flat)))):
        if not part.is_polynomial(*part.free_symbols):
            return ""
        number, factors = sp.factor_list(part) if part.free_symbols else (part, [])
        constant = constant / number if k else constant * number
        signs += [_definite_sign(factor) if multiplicity % 2 else (1, False) for factor, multiplicity in factors]
    sign = prod((sign for sign, _ in signs), start=int(sp.sign(constant))) if constant.is_real else 0
    if sign <= 0 and constant != 0:
        return ""
    if not signs:
        return "it is a nonnegative constant"
    said = "all coefficients are nonnegative on an orthant that covers the domain"
    return f"{said} (one factor by subdivision in Bernstein form)" if any(boxes for _, boxes in signs) else said


def _onto_orthant(domain: Domain, expression: sp.Expr) -> list[tuple[sp.Symbol, sp.Expr]]:
    """Substitutions, in order, after which nonnegative symbols cover the domain. A relation that does not fit is left out; this only
    enlarges the set on which the proof has to hold."""
    steps: list[tuple[sp.Symbol, sp.Expr]] = []
    for symbol in sorted(expression.free_symbols | set(domain.symbols), key=lambda s: s.name):
        if symbol.is_integer and symbol.is_positive:
            more = sp.Dummy(f"{symbol.name}_less_one", nonnegative=True)
            steps.append((symbol, 1 + more))
    for relation in domain.relations:
        if not isinstance(relation, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            continue
        top, bottom = sp.fraction(sp.cancel(sp.together((relation.gts - relation.lts).subs(steps))))
        if bottom.free_symbols and not _has_signs(bottom, 1):
            if not _has_signs(bottom, -1):
                continue
            top = -top
        found = _cover_slack(top)
        if found is not None:
            steps.append(found)
    return steps


def _cover_slack(slack: sp.Expr) -> tuple[sp.Symbol, sp.Expr] | None:
    """A substitution that covers slack >= 0 for a nonnegative symbol in which it is linear."""
    for symbol in sorted(slack.free_symbols, key=lambda s: s.name):
        polynomial = sp.Poly(slack, symbol)
        if polynomial.degree() != 1 or not symbol.is_nonnegative:
            continue
        slope, rest = polynomial.all_coeffs()
        if not _never_zero(slope):
            continue
        if _has_signs(slope, -1) and _has_signs(rest, 1):
            share = sp.Dummy(f"share_{symbol.name}", nonnegative=True, positive=symbol.is_positive)
            return symbol, rest / (-slope) * share / (1 + share)
        if _has_signs(slope, 1) and _has_signs(rest, -1):
            more = sp.Dummy(f"more_{symbol.name}", nonnegative=True)
            return symbol, -rest / slope + more
    return None


def _has_signs(expression: sp.Expr, sign: int) -> bool:
    """Return whether every coefficient of a polynomial in nonnegative symbols has this sign (0 has both)."""
    expression = as_expression(expression)
    if not expression.free_symbols:
        return bool(sign * expression >= 0)
    polynomial = sp.Poly(expression, *expression.free_symbols)
    return all(s.is_nonnegative for s in polynomial.gens) and all(sign * c >= 0 for c in polynomial.coeffs())


def _never_zero(expression: sp.Expr) -> bool:
    """Return whether a polynomial with coefficients of one sign has no zero: some term has positive symbols only."""
    return any(all(s.is_positive for s in term.free_symbols) for term in sp.Add.make_args(sp.expand(expression)))


def _definite_sign(factor: sp.Expr) -> tuple[int, bool]:
    """1 or -1 where a polynomial has that sign or vanishes on the whole orthant, else 0; and whether boxes were needed."""
    polynomial = sp.Poly(factor, *sorted(factor.free_symbols, key=str))  # sorted by name: one order on every run
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return 0, False
    signed = [i for i, symbol in enumerate(polynomial.gens) if not symbol.is_nonnegative]
    even = all(exponents[i] % 2 == 0 and polynomial.gens[i].is_real for exponents, _ in polynomial.terms() for i in signed)
    for sign in (1, -1):
        if even and all(sign * c >= 0 for c in polynomial.coeffs()):
            return sign, False
    if signed or len(polynomial.gens) > 3:
        return 0, False
    return next(((sign, True) for sign in (1, -1) if _bernstein_nonnegative(polynomial * sign)), (0, False))


def _bernstein_nonnegative(polynomial: sp.Poly) -> bool:
    """Subdivide [0, 1]^n, onto which t = u/(1 - u) maps the orthant: Bernstein coefficients are then c_k / prod binom(degree, k)."""
    degrees = polynomial.degree_list()
    table = np.empty([d + 1 for d in degrees], dtype=object)
    table.fill(flint.fmpq(0))
    for exponents, coefficient in polynomial.terms():
        exact = flint.fmpq(int(coefficient.p), int(coefficient.q))
        table[exponents] = exact / prod(comb(d, k) for d, k in zip(degrees, exponents, strict=True))
    boxes = [table]
    for _ in range(_MOST_BOXES):
        if not boxes:
            return True
        table = boxes.pop()
        if all(c >= 0 for c in table.flat):
            continue
        corners = table[np.ix_(*[[0, -1]] * table.ndim)]
        if any(c < 0 for c in corners.flat):
            return False
        # halve the axis along which the coefficients vary most
        spread = [max((abs(c) for c in np.diff(table, axis=k).flat), default=0) for k in range(table.ndim)]
        boxes += _bernstein_halves(table, max(range(table.ndim), key=spread.__getitem__))
    return False


def _bernstein_halves(box: Array, axis: int) -> tuple[Array, Array]:
    """Bernstein coefficients on the two halves, by de Casteljau's scheme."""
    row = np.moveaxis(box, axis, 0)
    left, right = [row[0]], [row[-1]]
    while len(row) > 1:
        row = (row[1:] + row[:-1]) / 2
        left.append(row[0])
        right.append(row[-1])
    return np.moveaxis(np.stack(left), 0, axis), np.moveaxis(np.stack(right[::-1]), 0, axis)
