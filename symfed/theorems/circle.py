"""Rational functions on the unit circle, written in the cosine of the angle: Parseval, mean values, the maximum principle.

A function of `z` is a quotient of polynomials with real coefficients, all of whose poles lie inside the circle; so it is analytic
outside, infinity included.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy as sp

from symfed.theorems.norms import RUDIN
from symfed.theorems.theorem import ForAll, Parts, theorem
from symfed.theorems.vocabulary import Circle, cosine, z


def _in_cosine(symmetric: sp.Expr, degree: int) -> sp.Expr:
    """A sum of c_k (z^k + z^-k), |k| <= degree, as a polynomial in the cosine."""
    coefficients = sp.Poly(sp.expand(symmetric * z**degree), z)
    return sp.Add(*[(1 + (k > 0)) * coefficients.nth(degree + k) * sp.chebyshevt(k, cosine) for k in range(degree + 1)])


def _parts(function: sp.Expr) -> tuple[sp.Expr, sp.Expr, int]:
    """Numerator, denominator and the larger of their degrees."""
    top, bottom = sp.fraction(sp.together(function))
    return top, bottom, max(sp.degree(top, z), sp.degree(bottom, z), 0)


def squared(function: sp.Expr) -> sp.Expr:
    """|f|² on the circle.

    >>> squared(1 / (z - sp.Rational(1, 2)))
    4/(5 - 4*cos)
    """
    top, bottom, degree = _parts(function)
    one, other = (_in_cosine(sp.expand(x * x.xreplace({z: 1 / z})), degree) for x in (top, bottom))
    return one / other


def real_part(function: sp.Expr) -> sp.Expr:
    """Re f on the circle.

    >>> real_part(z), real_part(1 / z)
    (cos, cos)
    """
    top, bottom, degree = _parts(function)
    turned = {z: 1 / z}
    mixed = top * bottom.xreplace(turned) + top.xreplace(turned) * bottom
    return _in_cosine(sp.expand(mixed / 2), degree) / _in_cosine(sp.expand(bottom * bottom.xreplace(turned)), degree)


def _analytic(function: sp.Expr, poles: Sequence[sp.Expr]) -> tuple[sp.Basic, ...]:
    """What says that a function has no poles but those, that they lie inside the circle, and that it is bounded at infinity."""
    top, bottom, degree = _parts(function)
    rational = top.is_polynomial(z) and bottom.is_polynomial(z)
    own = rational and sp.expand(bottom - sp.LC(bottom, z) * sp.Mul(*[z - pole for pole in poles])) == 0
    inside = [side for pole in poles for side in (sp.Lt(-1, pole, evaluate=False), sp.Lt(pole, 1, evaluate=False))]
    return (sp.true if own and degree == len(poles) else sp.false, sp.Ne(sp.LC(bottom, z), 0), *inside)


def _at_infinity(function: sp.Expr) -> sp.Expr:
    top, bottom, degree = _parts(function)
    return sp.Poly(top, z).nth(degree) / sp.Poly(bottom, z).nth(degree)


@theorem(f"{RUDIN}, chapter 4 (Fourier series, Parseval)")
def parseval(u: sp.Expr, index: sp.Symbol, function: sp.Expr, poles: tuple[sp.Expr, ...]) -> Parts:
    """The squares of the coefficients of f(z) = u_0 + u_1/z + u_2/z² + ... add up to the mean of |f|² over the circle."""
    top, bottom, m = _parts(function)
    n, d = sp.Poly(top, z), sp.Poly(bottom, z)
    first = [sp.Add(*[d.nth(m - i) * u.xreplace({index: sp.Integer(k - i)}) for i in range(k + 1)]) - n.nth(m - k) for k in range(m + 1)]
    later = sp.Add(*[d.nth(m - i) * u.xreplace({index: index + m + 1 - i}) for i in range(m + 1)])
    coefficients = (*[sp.Eq(x, 0) for x in first], ForAll(sp.Eq(later, 0, evaluate=False), index))
    total = sp.Sum(u**2, (index, 0, sp.oo))
    apart = sp.false if function.has(index) else sp.true
    return (apart, *_analytic(function, poles), *coefficients), sp.Eq(total, Circle(squared(function)), evaluate=False)


@theorem(f"{RUDIN}, chapter 11 (mean value property of harmonic functions)")
def mean_on_circle(function: sp.Expr, poles: tuple[sp.Expr, ...]) -> Parts:
    """The mean of Re f over the circle is f(infinity)."""
    return _analytic(function, poles), sp.Eq(Circle(real_part(function)), _at_infinity(function), evaluate=False)


@theorem(f"{RUDIN}, chapter 10 (maximum modulus theorem)")
def maximum_principle(function: sp.Expr, poles: tuple[sp.Expr, ...], bound: sp.Expr, at: sp.Expr) -> Parts:
    """If |f| <= b on the circle, then |f(x)| <= b at every real x outside, |x| >= 1."""
    outside, value = sp.Ge(at**2, 1, evaluate=False), function.xreplace({z: at})
    on_circle = ForAll(sp.Le(squared(function), bound**2, evaluate=False), cosine, -1, 1)
    return (*_analytic(function, poles), outside, sp.Ge(bound, 0), on_circle), sp.Le(sp.Abs(value), bound, evaluate=False)


@theorem("a mean over the circle is an integral with a positive weight")
def mean_over_circle(small: sp.Expr, large: sp.Expr) -> Parts:
    """If f <= g on the circle, both without a pole there, then the mean of f is at most that of g."""
    bottoms = [sp.fraction(sp.together(side))[1] for side in (small, large)]
    regular = [ForAll(sp.Ne(bottom, 0, evaluate=False), cosine, -1, 1) for bottom in bottoms if bottom.has(cosine)]
    below = ForAll(sp.Le(small, large, evaluate=False), cosine, -1, 1)
    return (*regular, below), sp.Le(Circle(small), Circle(large), evaluate=False)
