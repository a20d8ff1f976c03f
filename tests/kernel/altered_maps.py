"""Sentences on matrices, altered so that they become false."""

from __future__ import annotations

from typing import Final

ALTERED_MAPS: Final[dict[str, tuple[tuple[str, str], ...]]] = {
    "Frobenius norms": (("0 <=", "0 <"),),
    "Frobenius norm of zero": (("= 0", "= 1"),),
    "zero map": (("<= 0", "<= 1"), ("frobenius(A) <= 0 -> ", "")),
    "Frobenius norm of a multiple": (("0 <= a -> ", ""),),
    "Frobenius norm of the opposite": (("= frobenius(A)", "= (0 - 1) * frobenius(A)"),),
    "Frobenius norm of a sum": (("<=", "="), ("frobenius(A) + frobenius(B)", "frobenius(A)")),
    "Frobenius norm of an outer product": (("norm(x) * norm(y)", "inner(x, y)"),),
    "Frobenius norm of a product": (
        ("(all x: Vec. norm(A * x) <= a * norm(x)) -> ", ""), ("frobenius(A * B) <= a *", "frobenius(A * B) < a *"),
        ("frobenius(B * A) <= a * frobenius(B)", "frobenius(B * A) <= a / 2 * frobenius(B)"), ("frobenius(A * B)", "frobenius(A)"),
    ),
    "Jensen for Frobenius norms": (("<=", "="), ("^ S(p) <=", "^ p <=")),
    "outer products": (("inner(y, z) * x", "inner(x, z) * y"),),
    "outer product with a symmetric map": (("symmetric(A) -> ", ""), ("outer(x, y) * A", "A * outer(x, y)")),
    "outer product of a mean": (("outer(f(c), x)", "outer(x, f(c))"),),
    "outer product with a mean": (("outer(x, f(c))", "outer(f(c), x)"),),
    "curved: third derivatives": (
        ("(all c: Client. LipschitzThird(g(c), p)) -> ", ""), ("1 / 2 * (T", "1 * (T"), ("norm(u - p) ^ 3", "norm(u - p) ^ 1"),
        ("<= K * frobenius(B)", "<= 0 * frobenius(B)"), ("- A(c, p) * (u - p)", ""),
    ),
    "Lyapunov": (("0 < a -> ", "0 <= a -> "), ("a <= low(A) -> ", ""), ("+ X * A", "- X * A"), ("A * X + X * A", "A * X")),
    "Lyapunov, from below": (("symmetric(A) -> ", ""), ("a <= low(A) -> ", ""), ("low(A)", "high(A)"), ("2 * a", "3 * a")),
    "curved: a Hessian near a point": (("norm(u - p))", "norm(u - p) ^ 2)"), ("0 <= M", "M <= 0"), ("A(c, u) - A(c, p)", "A(c, u)")),
    "curved: Taylor at a point": (
        ("a / 2", "a / 4"), ("(all u: Vec. opnorm(A(u) - A(p)) <= a * norm(u - p)) -> ", ""), ("- A(p) * (x - p)", ""),
        ("Hessian(g, A) -> ", ""),
    ),
    "fresh outer products": (
        ("Fresh(G, g) -> ", ""), ("before(G, h, U) -> ", "before(G, S(h), U) -> "), ("before(G, h, X) -> ", ""),
        ("outer(g(c, X(w)), U(w))", "outer(U(w), g(c, X(w)))"),
    ),
    "values of a random map": (("= E(M) * x", "= x"),),
    "a covariance near a point": (
        ("- D(c, u - p)", ""), ("0 <= K", "K <= 0"), ("K * norm(u - p) ^ 2", "K * norm(u - p) ^ 3"), ("+ b * D(c, y)", "+ D(c, y)"),
        ("K * norm(u))", "0 * norm(u))"),
    ),
    "a covariance at what is drawn": (
        ("Fresh(G, g) -> ", ""), ("before(G, h, X) -> ", ""), ("- D(E(X) - p)", ""), ("<= K * E(", "<= K / 2 * E("),
        ("(all u: Vec. frobenius(E(fun w: Outcome. outer(G(c, h, w, u) - g(c, u), G(c, h, w, u) - g(c, u))) - C - D(u - p)) "
         "<= K * norm(u - p) ^ 2) -> ", ""),
    ),
    "independent clients": (
        ("Fresh(G, g) -> ", ""), ("Independent(G, n) -> ", ""), ("(all c: Client. before(G, h, X(c))) -> ", ""),
        ("1 / n * mean", "mean"),
        ("E(fun w: Outcome. outer(A(c) *", "E(fun w: Outcome. outer("),
    ),
    "equal laws of matrices": (("same_law(X, Y) -> ", ""), ("E(fun w: Outcome. f(Y(w)))", "f(E(Y))")),
    "E of a constant map": (("= A", "= 2 * A"),),
    "E of maps is linear": (("b * E(g)", "E(g)"),),
    "E of a mean of maps": (("= mean(fun c: Client. E(f(c)))", "= 2 * mean(fun c: Client. E(f(c)))"),),
    "E of a product of maps": (("= A * E(f) * B", "= B * E(f) * A"),),
    "E of a tensor's value": (("= T * E(f)", "= 2 * (T * E(f))"),),
    "E of an outer product with a constant": (("= outer(x, E(f))", "= outer(E(f), x)"), ("= outer(E(f), x)", "= outer(x, E(f))")),
    "Frobenius norm of an outer product turned": (("outer(g(w), f(w))", "outer(g(w), g(w))"),),
    "norm of an expectation": (("<=", "="), ("norm(E(f)) <= E", "2 * norm(E(f)) <= E")),
    "Frobenius norm of an expectation": (("<=", "="),),
}  # fmt: skip
