"""Sums over local steps in closed form, at a symbolic number of steps."""

from __future__ import annotations

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.symbols import h


def geometric_sum(ratio: sp.Expr, H: sp.Expr) -> sp.Expr:
    """sum of ratio^h over h = 0, ..., H-1.

    >>> from symfed.core.symbols import H, gamma, a
    >>> geometric_sum(1 - gamma*a, H)
    (1 - (-a*gamma + 1)**H)/(a*gamma)
    """
    gap = sp.cancel(1 - ratio)
    return as_expression(H) if gap == 0 else (1 - ratio**H) / gap


def falling_binomial(H: sp.Expr, n: int) -> sp.Expr:
    """binom(H, n) as a polynomial in H."""
    return sp.Mul(*[H - i for i in range(n)]) / sp.factorial(n)


def faulhaber(polynomial: sp.Expr, H: sp.Expr) -> sp.Expr:
    """sum over h = 0, ..., H-1 of a polynomial in the symbol h, as a polynomial in H.

    >>> from symfed.core.symbols import H
    >>> sp.factor(faulhaber(h**2, H))
    H*(H - 1)*(2*H - 1)/6
    """
    total = sp.S.Zero
    for (k,), coefficient in sp.Poly(polynomial, h).terms():
        total += coefficient * (sp.bernoulli(k + 1, H) - sp.bernoulli(k + 1, 0)) / (k + 1)
    return sp.expand(total)


def series_coefficients(expression: sp.Expr, variable: sp.Symbol, order: int) -> list[sp.Expr]:
    """Taylor coefficients 0..order at variable = 0 of an expression that is smooth there."""
    out, derivative = [], as_expression(expression)
    for i in range(order + 1):
        out.append(sp.cancel(derivative.subs(variable, 0)) / sp.factorial(i))
        derivative = sp.diff(derivative, variable)
    return out
