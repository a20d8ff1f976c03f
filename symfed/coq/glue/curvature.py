"""Lines for eigenvalues of Hessians, and for what a problem's gradients are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.core.symbols import L, lam, mu
from symfed.theorems.vocabulary import Norm, OpNorm, grad, hess

if TYPE_CHECKING:
    from symfed.coq.glue.facts import Facts
    from symfed.coq.glue.parts import Followed


#: What a problem is, as the named theorems in Named.v are said of it.
PROBLEM = "N grad_c hess_c mu L some mu_positive curvature"


def coercive(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    v, low = proof.write.vector(a["v"]), proof.write.number(a["low"], 0)
    matrix = f"({proof.write.matrix(a['matrix'])})%mat"
    lines = [f"assert (bounded : at_least {matrix} {low}). {{ {proof.bounded(a['matrix'], a['low'])} }}"]
    lines += proof.sized("left", f"{low} * {{0}}", (a["v"],), relation.lts)
    lines.append(f"assert (right : norm ({matrix} @ ({v})%vec) = {proof.write.number(relation.gts)}) by lengths.")
    return [*lines, f"exact (between _ _ _ _ left right (coercive {matrix} {low} ({v})%vec bounded))."]


def operator_norm(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    A, v = f"({proof.write.matrix(a['matrix'])})%mat", f"({proof.write.vector(a['v'])})%vec"
    lines = [
        f"assert (left : norm ({A} @ {v}) = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", f"operator_norm {A} * {{0}}", (a["v"],), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (proj1 (the_norm {A}) {v}))."]


def mean_curvature(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    proof.scope = proof.scope | {"c"}
    sure_ = proof.bounded(a["matrix"], mu) if k == 0 else proof.bounded(a["matrix"], None, L)
    return [f"apply mean_at_{'least' if k == 0 else 'most'}; [exact some | intros c inside; {sure_.rstrip('.')}]."]


def curvature_at(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    return [f"exact (proj{k + 1} (proj2 (curvature c inside ({proof.write.vector(a['point'])})%vec)))."]


def ordered(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    return ["exact (ordered_curvatures N grad_c hess_c mu L some curvature)."]


def quadratic_gradient(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y, p = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y", "anywhere"))
    if k == 0:
        return [f"as_vectors (the_quadratic_gradient {PROBLEM} constant_hessian c inside {x} {y} {p})."]
    return [f"exact (proj{k} (proj2 (curvature c inside {p})))."]


def lipschitz_gradient(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y"))
    lines = [
        *proof.sized("left", "{0}", (grad(a["x"]) - grad(a["y"]),), relation.lts),
        *proof.sized("right", "L * {0}", (a["x"] - a["y"],), relation.gts),
    ]
    return [*lines, f"exact (between _ _ _ _ left right (the_lipschitz_gradient {PROBLEM} c inside {x} {y}))."]


def cocoercive(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, y = (f"({proof.write.vector(a[v])})%vec" for v in ("x", "y"))
    step = proof.write.count(a["step"])
    return [
        f"assert (own := convex_samples c inside w {step}). assert (smooth := lipschitz_samples c inside w {step}).",
        f"fits (the_cocoercive (grad_cw c w {step}) L L_positive own smooth {x} {y}).",
    ]


def taylor_at(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    x, point, bound, u = a["x"], a["point"], a["bound"], a["u"]
    near = proof.known(sp.Le(OpNorm(hess(u) - hess(point)), bound * Norm(u - point), evaluate=False))
    v, p, m = f"({proof.write.vector(x)})%vec", f"({proof.write.vector(point)})%vec", proof.write.number(bound, 0)
    before, name = proof.scope, proof.write.variable(u)
    rest = f"grad_c c {v} - grad_c c {p} - hess_c c {p} @ ({v} - {p})"
    proof.scope = proof.scope | {u}
    lines = [
        f"assert (near : forall {name}, operator_norm (hess_c c {name} - hess_c c {p})%mat <= {m} * norm ({name} - {p})).",
        f"{{ intros {name}. assert (size : norm ({name} - {p}) = {proof.write.number(Norm(u - point))}) by lengths.",
        f"  assert (right : {proof.write.number(near.relation.gts)} = {m} * norm ({name} - {p})) by (try rewrite size; reals).",
        f"  exact (between _ _ _ _ eq_refl right {proof.use(near)}). }}",
        f"assert (left : norm ({rest}) = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", f"{m} / 2 * {{0}} ^ 2", (x - point,), relation.gts),
        f"exact (between _ _ _ _ left right (the_taylor_at {PROBLEM} operator_norm the_norm c inside {p} {m} near {v})).",
    ]
    proof.scope = before
    return lines


def spectral(proof: Facts, s: Followed, a: dict[str, Any], k: int, relation: Any) -> list[str]:
    matrix, v, low, high = a["matrix"], a["v"], a.get("low", mu), a.get("high", L)
    polynomial = sp.Poly(a["function"], lam)
    coefficients = [polynomial.nth(k) for k in range(polynomial.degree() + 1)]
    listed = "[" + "; ".join(proof.write.number(c) for c in coefficients) + "]"
    A, bound = f"({proof.write.matrix(matrix)})%mat", proof.write.number(a["bound"], 0)
    vector = f"({proof.write.vector(v)})%vec"
    unfolded = "0%vec"
    for c in reversed(coefficients):
        unfolded = f"({proof.write.number(c, 0)} *: {vector} + {A} @ {unfolded})%vec"
    facts = proof.by(s.step, s.known)
    inside = {"above": (sp.Le(low, lam, evaluate=False), "above"), "below": (sp.Le(lam, high, evaluate=False), "below")}
    lines = [
        f"assert (everywhere : forall lambda, {proof.write.number(low)} <= lambda <= {proof.write.number(high)} ->",
        f"  Rabs (value {listed} lambda) <= {bound}).",
        "{ intros lambda [above below]. unfold value. cbn [fold_right]. apply Rabs_le. split.",
    ]
    down = sp.Le(-a["bound"], a["function"], evaluate=False)
    up = sp.Le(a["function"], a["bound"], evaluate=False)
    for goal in (down, up):
        title = f"{s.step.name}_{'from_below' if goal is down else 'from_above'}"
        lines += [
            f"  - assert (sign_ : {proof.write.relation(goal)}). {{ {' '.join(proof.inferred(title, goal, facts, inside))} }} fits sign_.",
        ]
    lines.append("}")
    raw = f"norm {unfolded}"
    lines += [
        f"assert (left : {raw} = {proof.write.number(relation.lts)}) by lengths.",
        *proof.sized("right", f"{bound} * {{0}}", (v,), relation.gts),
        f"assert (low_ : at_least {A} {proof.write.number(low, 0)}). {{ {proof.bounded(matrix, low)} }}",
        f"assert (high_ : at_most {A} {proof.write.number(high, 0)}). {{ {proof.bounded(matrix, None, high)} }}",
        f"exact (between _ _ _ _ left right (the_spectral {A} _ _ {bound} {listed} low_ high_ everywhere {vector})).",
    ]
    return lines
