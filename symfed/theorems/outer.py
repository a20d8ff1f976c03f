"""Matrices u v' of random vectors, and how the covariance of noise changes with the point where it is drawn."""

from __future__ import annotations

import sympy as sp

from symfed.core.symbols import h
from symfed.theorems.moments import TOWER, _optimum, noise
from symfed.theorems.randomness import _before
from symfed.theorems.theorem import New, Parts, theorem
from symfed.theorems.vocabulary import (
    FRESH,
    LIPSCHITZ_SAMPLES,
    SECOND_MOMENT,
    SMOOTH_COVARIANCE,
    AnyVector,
    E,
    Norm,
    Outer,
    owned,
    variables,
)

CALCULUS = "Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 9 (derivatives of higher order)"


@theorem("equal things are equal wherever they stand")
def outer_of_equals(one: sp.Eq, other: sp.Eq) -> Parts:
    """u = v and w = z give u w' = v z'."""
    equations = sp.true if isinstance(one, sp.Eq) and isinstance(other, sp.Eq) else sp.false
    return (equations, one, other), sp.Eq(Outer(one.lhs, other.lhs), Outer(one.rhs, other.rhs), evaluate=False)


@theorem("the expectation is linear")
def outer_of_expectation(u: sp.Expr, v: sp.Expr) -> Parts:
    """E u v' = u (E v)' for a u that is not drawn."""
    return (sp.false if owned(u, "w") else sp.true,), sp.Eq(E(Outer(u, v)), Outer(u, E(v)), evaluate=False)


def _near(point: sp.Expr, covariance: sp.Expr, slope: sp.Expr, bound: sp.Expr, u: sp.Expr) -> sp.Basic:
    """|C(u) - C - D (u - p)| <= K |u - p|², where C(u) is the covariance of the noise at u."""
    own = noise(h, u)
    return sp.Le(Norm(E(Outer(own, own)) - covariance - slope * (u - point)), bound * Norm(u - point) ** 2, evaluate=False)


@theorem(f"{CALCULUS}, and L-Lipschitz gradients far from the point", introduces="bound")
def covariance_near(point: sp.Expr, covariance: sp.Expr, slope: sp.Expr, bound: sp.Expr, u: AnyVector) -> Parts:
    """C(x) is the noise's covariance at x: |C(x) - C(p) - D (x - p)| <= K |x - p|² and |D x| <= K |x| for all x and clients, D linear.

    By Taylor's formula near p; farther than r, where |C(x)| <= 2 E|noise at p|² + 8 L² |x - p|², each of these is at most K |x - p|².
    """
    here = sp.Eq(E(Outer(noise(h, point), noise(h, point))), covariance, evaluate=False)
    letters = sp.true if isinstance(u, AnyVector) and not variables(point) and not slope.args and not bound.args else sp.false
    smooth = (FRESH, SECOND_MOMENT, LIPSCHITZ_SAMPLES, SMOOTH_COVARIANCE, *_optimum(point), here, letters)
    return (*smooth, New(slope, (covariance,)), New(bound, (point,))), (
        _near(point, covariance, slope, bound, u),
        sp.Le(Norm(slope * u), bound * Norm(u), evaluate=False),
    )


@theorem(TOWER)
def fresh_covariance(point: sp.Expr, covariance: sp.Expr, slope: sp.Expr, bound: sp.Expr, u: AnyVector, y: sp.Expr) -> Parts:
    """|C(x) - C - D (x - p)| <= K |x - p|² for all x gives |E C(Y) - C - D (E Y - p)| <= K E|Y - p|² for Y of earlier draws alone."""
    parts = sp.Tuple(covariance, slope, point, bound)
    known = sp.true if isinstance(u, AnyVector) and not owned(parts, "w") and not parts.has(u) else sp.false
    drawn = noise(h, y)
    mean = Norm(E(Outer(drawn, drawn)) - covariance - slope * (E(y) - point))
    everywhere = _near(point, covariance, slope, bound, u)
    return (FRESH, everywhere, known, _before(h, y)), sp.Le(mean, bound * E(Norm(y - point) ** 2), evaluate=False)
