"""Proof lines of the theorems on third derivatives and matrices u v': sentences from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.symbols import lam
from symfed.kernel.arithmetic import relation
from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Map, Term, Vec, abstract, app, const, free, spine
from symfed.kernel.text import join
from symfed.prove import of_matrices
from symfed.prove.chance_of_maps import expanded_map, integrable_map, means_of_maps
from symfed.prove.named import Application, equation_sides, norm_of_equation, norm_without_factor, of_equals, rewrite_fact
from symfed.prove.of_matrices import choose_object, conjunction_parts
from symfed.prove.pieces import OUTER, function_of
from symfed.tactics.proof import ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT
from symfed.theorems.vocabulary import AnyVector, Mean, grad

if TYPE_CHECKING:
    from symfed.prove.words import Words


def _third_near(t: Words, a: Application) -> list[ProofLine]:
    point, gradient = t.as_term(a["point"]), t.problem("grad")
    optimum = t.reach(equal(t.as_term(Mean(grad(a["point"]))), const("zero", Vec)), a.met)
    lipschitz = t.proof.use(t.class_fact("LipschitzThird"), point, optimum)
    problem = gradient, t.problem("hess"), point, t.problem("mu"), t.problem("L")
    known = t.class_fact("Curved"), t.class_fact("Hessian"), lipschitz
    exists = t.proof.use("curved: third derivatives", *problem, *known)
    for name in ("third", "bound"):
        exists = choose_object(t, spine(t.as_term(a[name]))[0].one, exists)
    positive, near, size = conjunction_parts(t, exists)
    t.conditions.append(positive)
    letters = {v.one: v for goal in a.goals for v in goal.leaves if v.kind == "free" and v is not CLIENT}
    near, size = (
        t.proof.at(part, CLIENT, t.declared(v)) for part, v in zip((near, size), sorted(letters.values(), key=lambda v: v.one), strict=True)
    )
    return [near, size]


def _curvature_near(t: Words, a: Application) -> list[ProofLine]:
    problem = t.problem("grad"), t.problem("hess"), t.as_term(a["point"]), t.problem("mu"), t.problem("L")
    known = (t.class_fact(name) for name in ("Curved", "Hessian", "Thrice"))
    exists = t.proof.use("curved: a Hessian near a point", *problem, *known)
    positive, near = conjunction_parts(t, choose_object(t, spine(t.as_term(a["bound"]))[0].one, exists))
    t.conditions.append(positive)
    return [t.proof.at(near, CLIENT, t.declared(t.as_variable(a["u"])))]


def _taylor_at(t: Words, a: Application) -> list[ProofLine]:
    u, point, bound = t.as_variable(a["u"]), t.as_term(a["point"]), t.as_term(a["bound"])
    hessian = t.problem("hess")(CLIENT)
    size, distance = (t.symbol(name)(join("-", x, y)) for name, x, y in (("opnorm", hessian(u), hessian(point)), ("norm", u, point)))
    near = t.proof.general(t.reach(join("<=", size, join("*", bound, distance)), a.met), u)
    problem = t.problem("grad")(CLIENT), hessian, point, t.problem("mu"), t.problem("L"), bound
    known = (t.proof.at(t.class_fact(name), CLIENT) for name in ("Curved", "Hessian"))
    return [t.proof.use("curved: Taylor at a point", *problem, *known, near, t.as_term(a["x"]))]


def _outer_norm(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("Frobenius norm of an outer product", t.as_term(a["u"]), t.as_term(a["v"]))]


def _outer_of_equal(t: Words, a: Application) -> list[ProofLine]:
    equation, v = t.fact_of(a["equation"], a.met), t.as_sort(a["v"], Vec)
    return [of_equals(t, equation, lambda u: OUTER(u, v)), of_equals(t, equation, lambda u: OUTER(v, u))]


def _outer_of_equals(t: Words, a: Application) -> list[ProofLine]:
    one, other = (t.fact_of(a[name], a.met) for name in ("one", "other"))
    right, left = equation_sides(one.prop)[1], equation_sides(other.prop)[0]
    return [of_equals(t, one, lambda u: OUTER(u, left)), of_equals(t, other, lambda w: OUTER(right, w))]


def _outer_of_product(t: Words, a: Application) -> list[ProofLine]:
    matrix, u, v = (t.as_term(a[name]) for name in ("matrix", "u", "v"))
    return [t.proof.use("outer product with a symmetric map", matrix, t.symmetric(matrix), u, v)]


def _outer_of_mean(t: Words, a: Application) -> list[ProofLine]:
    function, v = t.of_client(a["u"]), t.as_sort(a["v"], Vec)
    return [t.proof.use(name, function, v) for name in ("outer product of a mean", "outer product with a mean")]


def _outer_of_expectation(t: Words, a: Application) -> list[ProofLine]:
    u, v = (t.as_sort(a[name], Vec) for name in ("u", "v"))
    whole = function_of(OUTER(u, v))
    return [expanded_map(t, whole), *means_of_maps(t, a.goals, within=True)]


def _fresh_outer(t: Words, a: Application) -> list[ProofLine]:
    """E u G(y)' = E u (grad f(y))', and its transpose."""
    step, u, y = t.count(as_expression(a["step"])), t.as_sort(a["u"], Vec), t.as_term(a["y"])
    problem, functions = (t.problem("G"), t.problem("grad"), CLIENT, step), (function_of(y), function_of(u))
    known = t.class_fact("Fresh"), t.class_fact("Moments"), *(t.is_before(step, f) for f in functions)
    made = list(conjunction_parts(t, t.proof.use("fresh outer products", *problem, *functions, *known)))
    return [*made, *means_of_maps(t, [*(line.prop for line in made), *a.goals])]


def _transposed(t: Words, a: Application) -> list[ProofLine]:
    u, v = (t.as_sort(a[name], Vec) for name in ("u", "v"))
    whole = function_of(OUTER(u, v))
    turned = t.proof.use("Frobenius norm of an outer product turned", function_of(u), function_of(v), integrable_map(t, whole))
    for side in (whole, function_of(OUTER(v, u))):
        turned = rewrite_fact(t, turned, expanded_map(t, side, within=False))
    return [turned, *(written_out(t, norm) for norm in equation_sides(a.goals[0]))]


def _norm_of_expectation(t: Words, a: Application) -> list[ProofLine]:
    v = t.as_term(norm_without_factor(a["v"]).args[0])
    function = function_of(v)
    if v.sort is Vec:
        made = t.proof.use("norm of an expectation", function, t.integrable(function), t.integrable(function_of(t.symbol("norm")(v))))
        return [reduce(partial(rewrite_fact, t), t.chance.expanded(function), made)]
    made = t.proof.use("Frobenius norm of an expectation", function, integrable_map(t, function))
    made = rewrite_fact(t, made, expanded_map(t, function, within=False))
    return [made, written_out(t, relation(a.goals[0])[1])]


def written_out(t: Words, norm: Term) -> ProofLine:
    """The equation of a norm and the same norm with the expectations of matrices in it expanded."""
    same = t.proof.reflexive(norm)
    for head, of in [spine(x) for x in closed_subterms(norm) if x.sort is Map]:
        if head.one == "E" and len(of) == 1:
            equation = expanded_map(t, of[0], within=False)
            left, hole = equation_sides(equation.prop)[0], free("hole", Map)
            same = t.proof.rewrite(same, equation, abstract(equal(norm, app(abstract(equation_sides(same.prop)[1], left), hole)), hole))
    return same


def _lyapunov_bounded(t: Words, a: Application) -> list[ProofLine]:
    """|A V + V A| <= 2 M |V|, from |A x| <= M |x| for all x."""
    matrix, v = t.as_term(a["matrix"]), t.as_term(a["v"])
    of_any = {"matrix": a["matrix"], "function": lam, "bound": a["high"], "v": AnyVector("column"), "low": sp.S.Zero, "high": a["high"]}
    (bounded,) = of_matrices.LINES["spectral"](t, Application(a.step, of_any, a.met, ()))
    x, norm = free("column", Vec), t.symbol("norm")
    everywhere = t.proof.general(t.reach(join("<=", norm(join("*", matrix, x)), join("*", t.as_term(a["high"]), norm(x))), [bounded]), x)
    both = t.proof.at(t.proof.use("Frobenius norm of a product", matrix, t.as_term(a["high"]), everywhere), v)
    return [*conjunction_parts(t, both), t.proof.use("Frobenius norm of a sum", join("*", matrix, v), join("*", v, matrix))]


def _lyapunov(t: Words, a: Application) -> list[ProofLine]:
    """A X + X A = W for some X, with |X| bounded by |A X + X A|."""
    matrix, low, right = t.as_term(a["matrix"]), t.as_term(a["low"]), equation_sides(a.goals[0])[1]
    positive, below = t.arithmetic(join("<", numeral(0), low), a.met), t.reach(join("<=", low, t.symbol("low")(matrix)), a.met)
    exists = t.proof.use("Lyapunov", matrix, low, right, t.symmetric(matrix), positive, below)
    (equation,) = of_matrices.introduce_object(t, _matrix_in_norm(a.goals[1]), exists)
    return [equation, norm_of_equation(t, equation), *_lyapunov_coercive(t, a)]


def _lyapunov_coercive(t: Words, a: Application) -> list[ProofLine]:
    matrix, low = t.as_term(a["matrix"]), t.as_term(a["low"])
    below = t.reach(join("<=", low, t.symbol("low")(matrix)), a.met)
    return [t.proof.use("Lyapunov, from below", matrix, low, t.symmetric(matrix), below, _matrix_in_norm(a.goals[-1]))]


def _matrix_in_norm(goal: Term) -> Term:
    """The matrix whose norm is on the left side."""
    return next(of[0] for head, of in map(spine, closed_subterms(relation(goal)[1])) if head.one == "frobenius" and of)


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "third_near": _third_near,
    "curvature_near": _curvature_near,
    "taylor_at": _taylor_at,
    "outer_norm": _outer_norm,
    "outer_of_equal": _outer_of_equal,
    "outer_of_equals": _outer_of_equals,
    "outer_of_product": _outer_of_product,
    "outer_of_mean": _outer_of_mean,
    "outer_of_expectation": _outer_of_expectation,
    "fresh_outer": _fresh_outer,
    "transposed": _transposed,
    "lyapunov": _lyapunov,
    "lyapunov_coercive": _lyapunov_coercive,
    "lyapunov_bounded": _lyapunov_bounded,
    "norm_of_expectation": _norm_of_expectation,
}
