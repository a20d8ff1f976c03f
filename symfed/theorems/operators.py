"""Gradients and Hessians along a path and at the optimum, functions of one symmetric matrix, inverses."""

from __future__ import annotations

import sympy as sp

from symfed.core.symbols import L, lam, mu
from symfed.theorems.norms import HORN, HORN_TOPICS, NESTEROV
from symfed.theorems.theorem import ForAll, New, Parts, theorem
from symfed.theorems.vocabulary import (
    CURVED,
    LIPSCHITZ_THIRD,
    QUADRATIC,
    SHARED,
    THRICE,
    AnyVector,
    High,
    Low,
    Mean,
    Norm,
    OpNorm,
    Outer,
    Quantity,
    grad,
    hess,
    variables,
)


@theorem(
    f"{NESTEROV}, chapter 2 (smooth convex functions): the integral of the Hessian on the segment",
    introduces="hessian",
)
def mean_value_hessian(x: sp.Expr, y: sp.Expr, hessian: sp.Expr) -> Parts:
    """grad f(x) - grad f(y) = D (x - y) with a symmetric D, the mean Hessian between them, whose eigenvalues lie in [mu, L]."""
    equation = sp.Eq(grad(x) - grad(y), hessian * (x - y), evaluate=False)
    bounds = (sp.Le(mu, Low(hessian), evaluate=False), sp.Le(High(hessian), L, evaluate=False))
    return (CURVED, New(hessian, (grad(x), grad(y)))), (equation, *bounds)


@theorem("Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 9 (differentiation)", introduces="bound")
def curvature_near(point: sp.Expr, bound: Quantity, u: AnyVector) -> Parts:
    """There is an M with |hess f(u) - hess f(p)| <= M |u - p| for all u and all of the clients, of which there are finitely many.

    Near p since the Hessian is differentiable there; farther than r the left side is at most L, which is at most (L/r) |u - p|.
    """
    letter = sp.true if isinstance(u, AnyVector) and isinstance(bound, Quantity) and not variables(point) else sp.false
    near = sp.Le(OpNorm(hess(u) - hess(point)), bound * Norm(u - point), evaluate=False)
    return (CURVED, THRICE, letter, New(bound, (point,))), near


@theorem(f"{NESTEROV}, chapter 1 (functions with Lipschitz Hessians)")
def taylor_at(x: sp.Expr, point: sp.Expr, bound: sp.Expr, u: AnyVector) -> Parts:
    """grad f(x) = grad f(p) + hess f(p) (x - p) + R with |R| <= M/2 |x - p|² if |hess f(u) - hess f(p)| <= M |u - p| for all u.

    R is the integral of (hess f(p + s (x - p)) - hess f(p)) (x - p) over s in [0, 1].
    """
    letter = sp.true if isinstance(u, AnyVector) and not bound.has(u) and not point.has(u) else sp.false
    near = sp.Le(OpNorm(hess(u) - hess(point)), bound * Norm(u - point), evaluate=False)
    rest = Norm(grad(x) - grad(point) - hess(point) * (x - point))
    return (CURVED, letter, near), sp.Le(rest, bound / 2 * Norm(x - point) ** 2, evaluate=False)


@theorem("a second derivative that is constant")
def quadratic_gradient(x: sp.Expr, y: sp.Expr, anywhere: sp.Expr) -> Parts:
    """A quadratic loss has grad f(x) - grad f(y) = A (x - y) with one symmetric A, whose eigenvalues lie in [mu, L]."""
    matrix = hess(anywhere)
    bounds = (sp.Le(mu, Low(matrix), evaluate=False), sp.Le(High(matrix), L, evaluate=False))
    return (CURVED, QUADRATIC), (sp.Eq(grad(x) - grad(y), matrix * (x - y), evaluate=False), *bounds)


@theorem(f"{NESTEROV}, chapter 2 (strongly convex smooth functions)")
def ordered_curvatures() -> Parts:
    """mu <= L: both bound the eigenvalues of the same Hessians."""
    return (CURVED,), sp.Le(mu, L, evaluate=False)


@theorem(
    f"{NESTEROV}, chapter 2 (strongly convex functions: optimality, existence)",
    introduces="point",
)
def minimiser(point: sp.Expr) -> Parts:
    """The mean of strongly convex losses has one minimiser; there the mean of the gradients vanishes."""
    return (CURVED, New(point)), sp.Eq(Mean(grad(point)), 0, evaluate=False)


@theorem(f"{NESTEROV}, chapter 2 (strongly convex functions: existence)", introduces="point")
def own_minimiser(point: sp.Expr) -> Parts:
    """A client's strongly convex loss has one minimiser; there its gradient vanishes."""
    return (CURVED, New(point, (grad(point),))), sp.Eq(grad(point), 0, evaluate=False)


@theorem(f"{NESTEROV}, chapter 2 (strongly convex smooth functions: the Hessian)")
def curvature_at(point: sp.Expr) -> Parts:
    """A client's Hessian at a point is symmetric, with its eigenvalues in [mu, L]."""
    return (CURVED,), (sp.Le(mu, Low(hess(point)), evaluate=False), sp.Le(High(hess(point)), L, evaluate=False))


@theorem(f"{HORN}, Theorem 4.2.2 (Rayleigh)", introduces="solution")
def solvable(matrix: sp.Expr, low: sp.Expr, right: sp.Expr, solution: sp.Expr) -> Parts:
    """A v = w has one solution v for symmetric A whose eigenvalues are at least m > 0."""
    bounded = sp.Le(low, Low(matrix), evaluate=False)
    return (bounded, sp.Gt(low, 0), New(solution, (matrix, right))), sp.Eq(matrix * solution, right, evaluate=False)


@theorem(f"{HORN}, Theorem 4.2.2 (Rayleigh), and Cauchy-Schwarz")
def coercive(matrix: sp.Expr, low: sp.Expr, v: sp.Expr) -> Parts:
    """m |v| <= |A v| for symmetric A whose eigenvalues are at least m."""
    return (sp.Le(low, Low(matrix), evaluate=False),), sp.Le(low * Norm(v), Norm(matrix * v), evaluate=False)


@theorem(f"{HORN}, Theorem 4.3.1 (Weyl), N times")
def mean_curvature(matrix: sp.Expr) -> Parts:
    """Where the eigenvalues of symmetric matrices lie in [mu, L], those of their mean do."""
    low, high = sp.Le(mu, Low(matrix), evaluate=False), sp.Le(High(matrix), L, evaluate=False)
    mean = Mean(matrix)
    return (low, high), (sp.Le(mu, Low(mean), evaluate=False), sp.Le(High(mean), L, evaluate=False))


@theorem(f"{HORN}, chapter 4 (the spectral theorem for Hermitian matrices)")
def spectral(matrix: sp.Expr, function: sp.Expr, bound: sp.Expr, v: sp.Expr, low: sp.Expr = mu, high: sp.Expr = L) -> Parts:
    """|p(D) v| <= q |v| for symmetric D if |p(lambda)| <= q for all lambda in [low, high], an interval that holds D's eigenvalues."""
    inside = (sp.Le(low, Low(matrix), evaluate=False), sp.Le(High(matrix), high, evaluate=False))
    polynomial = sp.Poly(function, lam)
    of_matrix = sp.Add(*[c * matrix**k for (k,), c in polynomial.terms()])
    everywhere = ForAll(sp.Le(sp.Abs(function), bound, evaluate=False), lam, low, high)
    apart = sp.false if sp.Tuple(matrix, bound, v, low, high).has(lam) else sp.true
    return (apart, *inside, everywhere), sp.Le(Norm(sp.expand(of_matrix * v)), bound * Norm(v), evaluate=False)


@theorem(f"{HORN_TOPICS}, chapter 4 (matrix equations: Lyapunov's)", introduces="solution")
def lyapunov(matrix: sp.Expr, low: sp.Expr, right: sp.Expr, solution: sp.Expr) -> Parts:
    """A X + X A = W has one solution X for every W, and 2 m |X| <= |W| (Frobenius norms), if A's eigenvalues are at least m > 0."""
    bounded = sp.Le(low, Low(matrix), evaluate=False)
    equation = sp.Eq(matrix * solution + solution * matrix, right, evaluate=False)
    size = sp.Le(2 * low * Norm(solution), Norm(right), evaluate=False)
    return (bounded, sp.Gt(low, 0), New(solution, (matrix, right))), (equation, size)


@theorem(f"{HORN_TOPICS}, chapter 4 (matrix equations: Lyapunov's)")
def lyapunov_coercive(matrix: sp.Expr, low: sp.Expr, v: sp.Expr) -> Parts:
    """2 m |V| <= |A V + V A| (Frobenius norms) for symmetric A whose eigenvalues are at least m: the operator has no kernel if m > 0."""
    return (sp.Le(low, Low(matrix), evaluate=False),), sp.Le(2 * low * Norm(v), Norm(matrix * v + v * matrix), evaluate=False)


@theorem(f"{HORN}, chapter 5 (matrix norms: the Frobenius norm of a product)")
def lyapunov_bounded(matrix: sp.Expr, high: sp.Expr, v: sp.Expr) -> Parts:
    """|A V + V A| <= 2 M |V| (Frobenius norms) for symmetric A whose eigenvalues lie in [0, M]."""
    inside = sp.Le(0, Low(matrix), evaluate=False), sp.Le(High(matrix), high, evaluate=False)
    return inside, sp.Le(Norm(matrix * v + v * matrix), 2 * high * Norm(v), evaluate=False)


@theorem(f"{NESTEROV}, chapter 1 (Lipschitz gradients)")
def lipschitz_gradient(x: sp.Expr, y: sp.Expr) -> Parts:
    """|grad f(x) - grad f(y)| <= L |x - y|."""
    return (CURVED,), sp.Le(Norm(grad(x) - grad(y)), L * Norm(x - y), evaluate=False)


def _optimum(point: sp.Expr) -> tuple[sp.Basic, ...]:
    """The hypotheses that a point is the optimum, where the mean gradient vanishes, and has no free variables or arguments."""
    return sp.false if variables(point) or point.args else sp.true, sp.Eq(Mean(grad(point)), 0, evaluate=False)


@theorem("of finitely many numbers one is the largest", introduces="bound")
def pull_at(point: sp.Expr, bound: Quantity) -> Parts:
    """There is a number that no client's gradient at the optimum exceeds in norm."""
    return (CURVED, *_optimum(point), New(bound, ())), sp.Le(Norm(grad(point)), bound, evaluate=False)


@theorem("a definition: where gradients are the same, each is their mean")
def shared_gradient(point: sp.Expr) -> Parts:
    """Where all clients have one mean gradient, each is the mean of all."""
    return (SHARED,), sp.Eq(grad(point), Mean(grad(point)), evaluate=False)


@theorem("Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 9 (derivatives of higher order)", introduces="bound")
def third_near(point: sp.Expr, third: sp.Expr, bound: Quantity, u: AnyVector) -> Parts:
    """|grad f(u) - grad f(p) - hess f(p) v - D v v'/2| <= K/6 |v|³, v = u - p, and |D M| <= K |M| for all u and M, at the optimum p.

    D, linear from matrices to vectors, is the third derivative. Farther than r from p all of the left is at most a constant times |v|³.
    """
    v = u - point
    rest = Norm(grad(u) - grad(point) - hess(point) * v - third * Outer(v, v) / 2)
    sizes = sp.Le(rest, bound / 6 * Norm(v) ** 3, evaluate=False), sp.Le(Norm(third * u), bound * Norm(u), evaluate=False)
    own = sp.true if isinstance(u, AnyVector) and variables(third) == {"c"} and not third.args else sp.false
    return (CURVED, LIPSCHITZ_THIRD, *_optimum(point), own, New(third, (grad(point),)), New(bound, ())), sizes
