"""Prove that a rational expression is nonnegative, by mapping its domain onto an orthant and looking at coefficients."""

from __future__ import annotations

from math import comb, prod
from time import monotonic

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.models.arrays import Array

_MOST_BOXES = 2000


def prove_nonnegative(expression: sp.Expr, domain: Domain, deadline: float) -> str:
    """The proof in words, or "" where none was found (which says nothing about the sign).

    >>> from symfed.core.symbols import H
    >>> prove_nonnegative(H**2 - 1, Domain(), monotonic() + 1)
    'all coefficients are nonnegative on an orthant that covers the domain'
    """
    # what holds without the domain is often easier to see without it
    return _prove(expression, ANYWHERE, deadline) or _prove(expression, domain, deadline)


def _prove(expression: sp.Expr, domain: Domain, deadline: float) -> str:
    flat, methods = expression, set()
    for old, new in _onto_orthant(domain, flat):
        flat = flat.subs(old, new)
    numerator, denominator = sp.fraction(sp.cancel(sp.together(flat)))
    product = numerator * denominator
    if not (product.free_symbols and product.is_polynomial(*product.free_symbols)):
        return "it is a nonnegative constant" if product.is_nonnegative else ""
    constant, factors = sp.factor_list(product)
    sign = int(sp.sign(constant))
    for factor, multiplicity in factors:
        if multiplicity % 2 == 0:
            continue
        own, method = _definite_sign(sp.Poly(factor, *sorted(factor.free_symbols, key=str)), deadline)
        sign *= own
        methods.add(method)
    if sign <= 0:
        return ""
    return " ".join(["all coefficients are nonnegative on an orthant that covers the domain", *sorted(methods - {""})])


def _onto_orthant(domain: Domain, expression: sp.Expr) -> list[tuple[sp.Symbol, sp.Expr]]:
    """Substitutions, in order, after which nonnegative symbols cover the domain. A relation that does not fit is left out: that only
    enlarges the set on which the proof has to hold."""
    steps: list[tuple[sp.Symbol, sp.Expr]] = []
    for symbol in sorted(expression.free_symbols | set(domain.symbols), key=lambda s: s.name):
        if symbol.is_integer and symbol.is_positive:
            steps.append((symbol, 1 + sp.Dummy("n", nonnegative=True)))
    for relation in domain.relations:
        if not isinstance(relation, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            continue
        slack = relation.gts - relation.lts
        for old, new in steps:
            slack = slack.subs(old, new)
        top, bottom = sp.fraction(sp.cancel(sp.together(slack)))
        if bottom.free_symbols and not _has_signs(bottom, 1):
            if not _has_signs(bottom, -1):
                continue
            top = -top
        step = _bound(top)
        if step is not None:
            steps.append(step)
    return steps


def _bound(slack: sp.Expr) -> tuple[sp.Symbol, sp.Expr] | None:
    """A substitution that covers slack >= 0 for a nonnegative symbol in which it is linear."""
    for symbol in sorted(slack.free_symbols, key=lambda s: s.name):
        polynomial = sp.Poly(slack, symbol)
        if polynomial.degree() != 1 or not symbol.is_nonnegative:
            continue
        slope, rest = polynomial.all_coeffs()
        if not _never_zero(slope):
            continue
        if _has_signs(slope, -1) and _has_signs(rest, 1):
            share = sp.Dummy("t", nonnegative=True, positive=symbol.is_positive)
            return symbol, rest / (-slope) * share / (1 + share)
        if _has_signs(slope, 1) and _has_signs(rest, -1):
            return symbol, -rest / slope + sp.Dummy("t", nonnegative=True)
    return None


def _has_signs(expression: sp.Expr, sign: int) -> bool:
    """Whether every coefficient of a polynomial in nonnegative symbols has this sign (0 has both)."""
    expression = sp.sympify(expression)
    if not expression.free_symbols:
        return bool(sign * expression >= 0)
    polynomial = sp.Poly(expression, *expression.free_symbols)
    return all(s.is_nonnegative for s in polynomial.gens) and all(sign * c >= 0 for c in polynomial.coeffs())


def _never_zero(expression: sp.Expr) -> bool:
    """Whether a polynomial whose coefficients have one sign keeps away from zero: some term has positive symbols only."""
    return any(all(s.is_positive for s in term.free_symbols) for term in sp.Add.make_args(sp.expand(expression)))


def _definite_sign(polynomial: sp.Poly, deadline: float) -> tuple[int, str]:
    """1 or -1 where the polynomial has that sign or vanishes on the whole orthant, else 0."""
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return 0, ""
    signed = [i for i, symbol in enumerate(polynomial.gens) if not symbol.is_nonnegative]
    even = all(exponents[i] % 2 == 0 and polynomial.gens[i].is_real for exponents, _ in polynomial.terms() for i in signed)
    for sign in (1, -1):
        if even and all(sign * c >= 0 for c in polynomial.coeffs()):
            return sign, ""
    if signed or len(polynomial.gens) > 3:
        return 0, ""
    for sign in (1, -1):
        if _bernstein_nonnegative(polynomial * sign, deadline):
            return sign, "(one factor by subdivision in Bernstein form)"
    return 0, ""


def _bernstein_nonnegative(polynomial: sp.Poly, deadline: float) -> bool:
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
        if monotonic() > deadline:
            return False
        box = boxes.pop()
        if all(c >= 0 for c in box.flat):
            continue
        corners = box[np.ix_(*[[0, -1]] * box.ndim)]
        if any(c < 0 for c in corners.flat):
            return False
        # halve the axis along which the coefficients vary most
        spread = [max((abs(c) for c in np.diff(box, axis=k).flat), default=0) for k in range(box.ndim)]
        boxes += _halves(box, max(range(box.ndim), key=lambda k: spread[k]))
    return False


def _halves(box: Array, axis: int) -> tuple[Array, Array]:
    """Bernstein coefficients on the two halves, by de Casteljau's scheme."""
    row = np.moveaxis(box, axis, 0)
    left, right = [row[0]], [row[-1]]
    while len(row) > 1:
        row = (row[1:] + row[:-1]) / 2
        left.append(row[0])
        right.append(row[-1])
    return np.moveaxis(np.stack(left), 0, axis), np.moveaxis(np.stack(right[::-1]), 0, axis)
