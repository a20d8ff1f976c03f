"""Norms and inner products of sums and of means."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.theorems.theorem import Parts, theorem
from symfed.theorems.vocabulary import Inner, Mean, Norm, OpNorm

RUDIN = "Rudin, Real and Complex Analysis, 3rd ed. (1987)"
NESTEROV = "Nesterov, Lectures on Convex Optimization, 2nd ed. (2018)"
HORN = "Horn, Johnson, Matrix Analysis, 2nd ed. (2013)"
HORN_TOPICS = "Horn, Johnson, Topics in Matrix Analysis (1991)"


def number(x: Any) -> sp.Basic:
    """The hypothesis that an expression is a real number: `sp.true` or `sp.false`."""
    return sp.true if as_expression(x).is_commutative and as_expression(x).is_real else sp.false


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def triangle(u: sp.Expr, v: sp.Expr) -> Parts:
    """|u + v| <= |u| + |v|."""
    return (), sp.Le(Norm(u + v), Norm(u) + Norm(v), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def zero_norm(v: sp.Expr) -> Parts:
    """A vector of norm zero is zero."""
    return (sp.Le(Norm(v), 0, evaluate=False),), sp.Eq(v, 0, evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products), and the inequality of arithmetic and geometric means")
def squared_triangle(u: sp.Expr, v: sp.Expr, weight: sp.Expr = sp.S.One) -> Parts:
    """|u + v|² <= (1 + w) |u|² + (1 + 1/w) |v|² for w > 0."""
    right = (1 + weight) * Norm(u) ** 2 + (1 + 1 / as_expression(weight)) * Norm(v) ** 2
    return (sp.Gt(weight, 0),), sp.Le(Norm(u + v) ** 2, right, evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Jensen's inequality)")
def jensen_sum(vectors: tuple[sp.Expr, ...]) -> Parts:
    """|v_1 + ... + v_n|² <= n (|v_1|² + ... + |v_n|²)."""
    return (), sp.Le(Norm(sp.Add(*vectors)) ** 2, len(vectors) * sp.Add(*[Norm(v) ** 2 for v in vectors]), evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Jensen's inequality)")
def jensen(v: sp.Expr, power: int = 1) -> Parts:
    """|mean v|^p <= mean |v|^p for p >= 1, the mean over clients."""
    return (sp.Ge(power, 1),), sp.Le(Norm(Mean(v)) ** power, Mean(Norm(v) ** power), evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Jensen's inequality)")
def power_mean(x: sp.Expr, power: int = 2) -> Parts:
    """(mean x)^p <= mean x^p for numbers x >= 0 and p >= 1."""
    return (sp.Ge(x, 0), sp.Ge(power, 1)), sp.Le(Mean(x) ** power, Mean(x**power), evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Hölder's inequality)")
def cauchy_schwarz(x: sp.Expr, y: sp.Expr) -> Parts:
    """(mean of x y)² <= mean of x² times mean of y², the means over clients."""
    numbers = sp.true if (x * y).is_commutative else sp.false
    return (numbers,), sp.Le(Mean(x * y) ** 2, Mean(x**2) * Mean(y**2), evaluate=False)


@theorem("the mean is a sum with positive weights")
def mean_of(relation: sp.Basic) -> Parts:
    """What holds for every client holds in the mean of both sides."""
    return (sp.false if isinstance(relation, sp.Ne) else sp.true, relation), relation.func(
        Mean(relation.args[0]), Mean(relation.args[1]), evaluate=False
    )


@theorem(f"{HORN}, chapter 5 (matrix norms)")
def operator_norm(matrix: sp.Expr, v: sp.Expr) -> Parts:
    """|A v| <= |A| |v|."""
    return (), sp.Le(Norm(matrix * v), OpNorm(matrix) * Norm(v), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def inner_adds(u: sp.Expr, v: sp.Expr, w: sp.Expr) -> Parts:
    """<u, v + w> = <u, v> + <u, w>."""
    return (), sp.Eq(Inner(u, v + w), Inner(u, v) + Inner(u, w), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def triangle_sum(vectors: tuple[sp.Expr, ...]) -> Parts:
    """|v_1 + ... + v_n| <= |v_1| + ... + |v_n|."""
    return (), sp.Le(Norm(sp.Add(*vectors)), sp.Add(*[Norm(v) for v in vectors]), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def scaled_norm(v: sp.Expr, factor: sp.Expr) -> Parts:
    """|s v| = |s| |v| for a number s."""
    return (number(factor),), sp.Eq(Norm(sp.expand(factor * v)), sp.Abs(factor) * Norm(v), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products: Schwarz's inequality)")
def schwarz(u: sp.Expr, v: sp.Expr) -> Parts:
    """<u, v>² <= |u|² |v|²."""
    return (), sp.Le(Inner(u, v) ** 2, Norm(u) ** 2 * Norm(v) ** 2, evaluate=False)
