"""Matrices u v' of vectors: linear in each, their norms and their means."""

from __future__ import annotations

import sympy as sp

from symfed.theorems.norms import HORN
from symfed.theorems.theorem import Parts, theorem
from symfed.theorems.vocabulary import E, Low, Mean, Norm, Outer, owned


@theorem(f"{HORN}, chapter 5 (matrix norms: Frobenius)")
def outer_norm(u: sp.Expr, v: sp.Expr) -> Parts:
    """|u v'| = |u| |v|, in the Frobenius norm."""
    return (), sp.Eq(Norm(Outer(u, v)), Norm(u) * Norm(v), evaluate=False)


@theorem(f"{HORN}, chapter 0 (products and transposes)")
def outer_of_product(matrix: sp.Expr, u: sp.Expr, v: sp.Expr) -> Parts:
    """(A u) v' = A (u v') and u (A v)' = (u v') A for symmetric A, one whose smallest eigenvalue is spoken of."""
    left = sp.Eq(Outer(matrix * u, v), sp.expand(matrix * Outer(u, v)), evaluate=False)
    right = sp.Eq(Outer(u, matrix * v), sp.expand(Outer(u, v) * matrix), evaluate=False)
    return (sp.Le(0, Low(matrix), evaluate=False),), (left, right)


@theorem("equal things are equal wherever they stand")
def outer_of_equal(equation: sp.Eq, v: sp.Expr) -> Parts:
    """If u = w, then u v' = w v' and v u' = v w'."""
    u, w = equation.args
    left, right = sp.Eq(Outer(u, v), Outer(w, v), evaluate=False), sp.Eq(Outer(v, u), Outer(v, w), evaluate=False)
    return (sp.true if isinstance(equation, sp.Eq) else sp.false, equation), (left, right)


@theorem("equal things are equal wherever they stand")
def outer_of_equals(one: sp.Eq, other: sp.Eq) -> Parts:
    """u = v and w = z give u w' = v z'."""
    equations = sp.true if isinstance(one, sp.Eq) and isinstance(other, sp.Eq) else sp.false
    return (equations, one, other), sp.Eq(Outer(one.lhs, other.lhs), Outer(one.rhs, other.rhs), evaluate=False)


@theorem("a matrix and its transpose have one norm")
def transposed(u: sp.Expr, v: sp.Expr) -> Parts:
    """|E u v'| = |E v u'|, in the Frobenius norm."""
    return (), sp.Eq(Norm(E(Outer(u, v))), Norm(E(Outer(v, u))), evaluate=False)


@theorem("the mean is linear")
def outer_of_mean(u: sp.Expr, v: sp.Expr) -> Parts:
    """(mean u) v' = mean (u v') and v (mean u)' = mean (v u'), the mean over clients, for a v that all of them share."""
    left = sp.Eq(Outer(Mean(u), v), Mean(Outer(u, v)), evaluate=False)
    right = sp.Eq(Outer(v, Mean(u)), Mean(Outer(v, u)), evaluate=False)
    return (sp.false if owned(v, "c") else sp.true,), (left, right)


@theorem("the expectation is linear")
def outer_of_expectation(u: sp.Expr, v: sp.Expr) -> Parts:
    """E u v' = u (E v)' for a u that is not drawn."""
    return (sp.false if owned(u, "w") else sp.true,), sp.Eq(E(Outer(u, v)), Outer(u, E(v)), evaluate=False)
