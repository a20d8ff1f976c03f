"""Smooth strongly convex interpolation of two points, forms of inner products, and sums over finitely many steps."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.domain import Class
from symfed.core.grammar import as_expression
from symfed.core.symbols import L, mu
from symfed.theorems.norms import RUDIN
from symfed.theorems.sequences import counts
from symfed.theorems.theorem import ForAll, New, Parts, theorem
from symfed.theorems.vocabulary import Inner, Mean, Norm, Quantity, grad, numbers, owned

#: A client's loss itself, as a function of a point.
loss = numbers("loss_c", "a client's loss, at a point")
SMOOTH_CONVEX = Class("the client's loss is L-smooth and mu-strongly convex on R^d: f - mu/2 |x|^2 and L/2 |x|^2 - f are convex")
INTERPOLATION = "Taylor, Hendrickx, Glineur, Mathematical Programming 161 (2017), theorem 4 (smooth strongly convex interpolation)"


def interpolation_slack(x: sp.Expr, y: sp.Expr, smooth: sp.Expr = L) -> sp.Expr:
    """The gap of the interpolation inequality, f(x) - f(y) - <grad f(y), x - y> minus its curvature terms; `interpolation`: it is >= 0."""
    dx, dg = x - y, grad(x) - grad(y)
    curved = Norm(dg) ** 2 / smooth + mu * Norm(dx) ** 2 - 2 * mu / smooth * Inner(dg, dx)
    return loss(x) - loss(y) - Inner(grad(y), dx) - curved / (2 * (1 - mu / smooth))


@theorem(INTERPOLATION)
def interpolation(x: sp.Expr, y: sp.Expr, smooth: sp.Expr = L) -> Parts:
    """f(x) - f(y) - <g(y), x - y> >= (|dg|²/M + mu |dx|² - 2 mu/M <dg, dx>)/(2 (1 - mu/M)) for M >= L, M > mu: f is M-smooth, too."""
    return (SMOOTH_CONVEX, sp.Ge(smooth, L), sp.Gt(smooth, mu)), sp.Ge(interpolation_slack(x, y, smooth), 0, evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products are bilinear and symmetric, |v|² = <v, v>); equal things are equal wherever they stand")
def same_form(left: sp.Expr, right: sp.Expr, equations: tuple[sp.Eq, ...] = ()) -> Parts:
    """Two sums of squared norms and inner products are equal if they are when written out, names replaced by what they equal, in turn."""
    named = all(isinstance(e, sp.Eq) and (e.lhs.is_Function or e.lhs.is_Symbol) for e in equations)
    return (*equations, sp.true if named else sp.false), sp.Eq(left, right, evaluate=False)


@theorem("division by what is not zero", introduces="value")
def quotient(top: sp.Expr, bottom: sp.Expr, value: Quantity) -> Parts:
    """There is a number x = a/b for b other than zero; nonnegative if a/b is."""
    sign = (sp.Ge(top / bottom, 0, evaluate=False),) if value.is_nonnegative else ()
    return (sp.Ne(bottom, 0), *sign, New(value, (top, bottom))), sp.Eq(value, top / bottom, evaluate=False)


def _whole(last: Any) -> tuple[sp.Basic, ...]:
    """The hypotheses that a number is an integer, and nonnegative."""
    return sp.true if as_expression(last).is_integer else sp.false, sp.Ge(last, 0)


@theorem("the principle of induction")
def telescoped(u: sp.Expr, index: sp.Symbol, last: sp.Expr) -> Parts:
    """If u_{k+1} <= u_k for k = 0, ..., n - 1, then u_n <= u_0."""
    first, end, after = (u.xreplace({index: value}) for value in (sp.S.Zero, last, index + 1))
    falls = ForAll(sp.Le(after, u, evaluate=False), index, None, last - 1)
    apart = sp.false if as_expression(last).has(index) else sp.true  # or no value of the index would be below it
    return (apart, counts(index), *_whole(last), falls), sp.Le(end, first, evaluate=False)


@theorem("the principle of induction")
def falling(u: sp.Expr, index: sp.Symbol, at: sp.Expr, last: sp.Expr) -> Parts:
    """If u_{k+1} <= u_k for every k, then u_n <= u_m wherever m <= n."""
    early, late, after = (u.xreplace({index: value}) for value in (at, last, index + 1))
    falls = ForAll(sp.Le(after, u, evaluate=False), index)
    later = sp.Implies(sp.Le(at, last, evaluate=False), sp.Le(late, early, evaluate=False), evaluate=False)
    return (counts(index), *_whole(at), *_whole(last), falls), later


@theorem("the mean is linear, and so is the inner product")
def inner_of_mean(u: sp.Expr, v: sp.Expr) -> Parts:
    """The mean of <u, v> over clients is <u, mean of v>, for a u that all of them share."""
    return (sp.false if owned(u, "c") else sp.true,), sp.Eq(Mean(Inner(u, v)), Inner(u, Mean(v)), evaluate=False)
