"""Theorems on norms and operators: applied rightly, wrongly, and with a hypothesis missing."""

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import L, gamma, lam, mu
from symfed.theorems.vocabulary import (
    CURVED,
    QUADRATIC,
    THRICE,
    High,
    Low,
    Mean,
    Norm,
    OpNorm,
    Quantity,
    Vector,
    grad,
    hess,
)
from tests.theorems.cases import (
    BOUNDS,
    STEPS,
    A,
    B,
    Case,
    D,
    X_c,
    e_c,
    eq,
    kronecker,
    le,
    p,
    q,
    u,
    u_c,
    v,
    w,
    x,
)

CASES = {
    "curvature_near": Case(
        {"point": v, "bound": Quantity("some_curvature"), "u": x},
        le(OpNorm(hess(x) - hess(v)), Quantity("some_curvature") * Norm(x - v)),
        le(OpNorm(hess(x) - hess(w)), Quantity("some_curvature") * Norm(x - w)),
        {},
        Domain((), (CURVED, THRICE)),
        # twice differentiable only
        lacking=({}, Domain((), (CURVED,))),
    ),
    "taylor_at": Case(
        {"x": w, "point": v, "bound": q, "u": x},
        le(Norm(grad(w) - grad(v) - hess(v) * (w - v)), q / 2 * Norm(w - v) ** 2),
        le(Norm(grad(w) - grad(v) - hess(w) * (w - v)), q / 2 * Norm(w - v) ** 2),
        {"near": le(OpNorm(hess(x) - hess(v)), q * Norm(x - v))},
        Domain((), (CURVED,)),
        # at one point only, and not on the way to it
        lacking=({"near": le(OpNorm(hess(w) - hess(v)), q * Norm(w - v))}, Domain((), (CURVED,))),
    ),
    "lyapunov": Case(
        {"matrix": A, "low": mu, "right": B, "solution": kronecker},
        eq(A * kronecker + kronecker * A, B),
        eq(A * kronecker, B),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "lyapunov_coercive": Case(
        {"matrix": A, "low": mu, "v": B},
        le(2 * mu * Norm(B), Norm(A * B + B * A)),
        le(2 * L * Norm(B), Norm(A * B + B * A)),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "lyapunov_bounded": Case(
        {"matrix": A, "high": L, "v": B},
        le(Norm(A * B + B * A), 2 * L * Norm(B)),
        le(Norm(A * B + B * A), L * Norm(B)),
        BOUNDS,
        by=("low",),
        lacking=({"low": BOUNDS["low"]}, Domain()),
    ),
    "triangle": Case({"u": u, "v": v}, le(Norm(u + v), Norm(u) + Norm(v)), le(Norm(u + v), Norm(u))),
    "squared_triangle": Case(
        {"u": u, "v": v, "weight": p},
        le(Norm(u + v) ** 2, (1 + p) * Norm(u) ** 2 + (1 + 1 / p) * Norm(v) ** 2),
        le(Norm(u + v) ** 2, Norm(u) ** 2 + Norm(v) ** 2),
        {"positive": sp.Gt(p, 0, evaluate=False)},
        lacking=({}, Domain()),
    ),
    "jensen_sum": Case(
        {"vectors": (u, v, w)},
        le(Norm(u + v + w) ** 2, 3 * (Norm(u) ** 2 + Norm(v) ** 2 + Norm(w) ** 2)),
        le(Norm(u + v + w) ** 2, 2 * (Norm(u) ** 2 + Norm(v) ** 2 + Norm(w) ** 2)),
    ),
    "jensen": Case(
        {"v": u_c, "power": 2},
        le(Norm(Mean(u_c)) ** 2, Mean(Norm(u_c) ** 2)),
        le(Norm(Mean(u_c)), Mean(Norm(u_c) ** 2)),
        # a concave power
        lacking=({}, Domain(), {"power": sp.S.Half}),
    ),
    "power_mean": Case(
        {"x": e_c}, le(Mean(e_c) ** 2, Mean(e_c**2)), le(Mean(e_c**2), Mean(e_c) ** 2), lacking=({}, Domain(), {"x": e_c - 1})
    ),
    "cauchy_schwarz": Case(
        {"x": e_c, "y": Norm(u_c)},
        le(Mean(e_c * Norm(u_c)) ** 2, Mean(e_c**2) * Mean(Norm(u_c) ** 2)),
        le(Mean(e_c * Norm(u_c)), Mean(e_c**2) * Mean(Norm(u_c) ** 2)),
        lacking=({}, Domain(), {"y": u_c}),
    ),
    "mean_of": Case(
        {"relation": "own"},
        le(Mean(Norm(u_c)), 2 * Mean(e_c)),
        le(Mean(Norm(u_c)), Mean(e_c)),
        {"own": le(Norm(u_c), 2 * e_c)},
        lacking=({}, Domain()),
    ),
    "operator_norm": Case({"matrix": A, "v": v}, le(Norm(A * v), OpNorm(A) * Norm(v)), le(Norm(A * v), Norm(v))),
    "mean_value_hessian": Case(
        {"x": u, "y": v, "hessian": D},
        eq(grad(u) - grad(v), D * (u - v)),
        eq(grad(u) - grad(v), u - v),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain()),
    ),
    "spectral": Case(
        {"matrix": A, "function": 1 - gamma * lam, "bound": 1 - gamma * mu, "v": v},
        le(Norm(v - gamma * A * v), (1 - gamma * mu) * Norm(v)),
        le(Norm(v - gamma * A * v), (1 - gamma * L) * Norm(v)),
        BOUNDS,
        STEPS,
        lacking=(BOUNDS, Domain((mu <= L,))),
    ),
    "zero_norm": Case({"v": u}, eq(u, 0), eq(v, 0), {"size": le(Norm(u), 0)}, lacking=({"size": le(Norm(u), gamma)}, Domain())),
    "quadratic_gradient": Case(
        {"x": u, "y": v, "anywhere": w},
        eq(grad(u) - grad(v), hess(w) * (u - v)),
        eq(grad(u) - grad(v), hess(u) * (u + v)),
        {},
        Domain((), (CURVED, QUADRATIC)),
        lacking=({}, Domain((), (CURVED,))),
    ),
    "ordered_curvatures": Case({}, le(mu, L), le(L, mu), {}, Domain((), (CURVED,)), lacking=({}, Domain())),
    "minimiser": Case(
        {"point": Vector("some_minimum")},
        eq(Mean(grad(Vector("some_minimum"))), 0),
        eq(grad(Vector("some_minimum")), 0),
        {},
        Domain((), (CURVED,)),
        lacking=({"old": eq(grad(Vector("some_minimum")), 0)}, Domain((), (CURVED,))),
    ),
    "own_minimiser": Case(
        {"point": Vector("own_minimum_c")},
        eq(grad(Vector("own_minimum_c")), 0),
        eq(Vector("own_minimum_c"), 0),
        {},
        Domain((), (CURVED,)),
        lacking=({}, Domain()),
    ),
    "coercive": Case(
        {"matrix": A, "low": mu, "v": v},
        le(mu * Norm(v), Norm(A * v)),
        le(L * Norm(v), Norm(A * v)),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
    "mean_curvature": Case(
        {"matrix": X_c},
        le(mu, Low(Mean(X_c))),
        le(L, Low(Mean(X_c))),
        {"low": le(mu, Low(X_c)), "high": le(High(X_c), L)},
        lacking=({"low": le(mu, Low(X_c))}, Domain()),
    ),
    "curvature_at": Case({"point": w}, le(mu, Low(hess(w))), le(L, Low(hess(w))), {}, Domain((), (CURVED,)), lacking=({}, Domain())),
    "solvable": Case(
        {"matrix": A, "low": mu, "right": v, "solution": Vector("some_solution")},
        eq(A * Vector("some_solution"), v),
        eq(Vector("some_solution"), v),
        BOUNDS,
        lacking=({"high": BOUNDS["high"]}, Domain()),
    ),
}
