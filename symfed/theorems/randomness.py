"""Expectations, stochastic gradients, laws of random maps."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.symbols import L, mu, t
from symfed.theorems.norms import RUDIN
from symfed.theorems.theorem import New, Parts, theorem
from symfed.theorems.vocabulary import CURVED, FRESH, SECOND_MOMENT, SMOOTH_SAMPLES, AnyVector, E, Inner, Norm, grad, owned, sample_grad

NESTEROV = "Nesterov, Lectures on Convex Optimization, 2nd ed. (2018)"
DURRETT = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"


@theorem(f"{DURRETT}, Theorem 1.6.1")
def expectation_of(relation: sp.Basic) -> Parts:
    """What holds for every outcome holds in expectation of both sides."""
    return (relation,), relation.func(E(relation.args[0]), E(relation.args[1]), evaluate=False)


@theorem(f"{RUDIN}, Theorem 3.3")
def jensen_in_expectation(v: sp.Expr) -> Parts:
    """|E v|² <= E |v|²."""
    return (), sp.Le(Norm(E(v)) ** 2, E(Norm(v) ** 2), evaluate=False)


@theorem(f"{RUDIN}, 4.1")
def polarisation(u: sp.Expr, v: sp.Expr, factor: sp.Expr) -> Parts:
    """|u - s v|² = |u|² - 2 s <u, v> + s² |v|²."""
    right = Norm(u) ** 2 - 2 * factor * Inner(u, v) + factor**2 * Norm(v) ** 2
    return (), sp.Eq(Norm(u - factor * v) ** 2, right, evaluate=False)


@theorem(f"{NESTEROV}, Theorem 2.1.5")
def cocoercive(x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """The gradients of a convex L-smooth sample loss have |G(x) - G(y)|² <= L <x - y, G(x) - G(y)>."""
    difference = sample_grad(step, x) - sample_grad(step, y)
    return (SMOOTH_SAMPLES,), sp.Le(Norm(difference) ** 2, L * Inner(x - y, difference), evaluate=False)


@theorem(f"{NESTEROV}, Theorem 2.1.9")
def monotone(x: sp.Expr, y: sp.Expr) -> Parts:
    """<x - y, grad f(x) - grad f(y)> >= mu |x - y|² where f is mu-strongly convex."""
    return (CURVED,), sp.Ge(Inner(x - y, grad(x) - grad(y)), mu * Norm(x - y) ** 2, evaluate=False)


def _before(step: sp.Expr, *vectors: sp.Expr) -> sp.Basic:
    """Whether vectors depend only on draws before a step: what is drawn is called with that step, and the step's own draw is not there."""
    drawn = {a for v in vectors for a in v.atoms(AppliedUndef) if owned(a, "w")}
    return sp.true if all(a.args[0] == step and a.func != sample_grad for a in drawn) else sp.false


@theorem(f"{DURRETT}, Theorem 4.1.14 (tower property)")
def fresh_sample(x: sp.Expr, y: sp.Expr, step: sp.Expr, u: sp.Expr) -> Parts:
    """E <u, G(x) - G(y)> = E <u, grad f(x) - grad f(y)> if the step's sample is drawn anew, and u, x, y depend on earlier draws alone."""
    left = E(Inner(u, sample_grad(step, x) - sample_grad(step, y)))
    return (FRESH, _before(step, u, x, y)), sp.Eq(left, E(Inner(u, grad(x) - grad(y))), evaluate=False)


@theorem(f"{DURRETT}, Theorem 4.1.14 (tower property)")
def fresh_mean(x: sp.Expr, step: sp.Expr) -> Parts:
    """E G(x) = E grad f(x) if the step's sample is drawn anew, and x depends on earlier draws alone."""
    return (FRESH, _before(step, x)), sp.Eq(E(sample_grad(step, x)), E(grad(x)), evaluate=False)


@theorem("Villani, Optimal Transport (2009), Theorem 6.18, and Banach's fixed point theorem", introduces="law")
def contraction_in_w2(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr, distance: Any) -> Parts:
    """If E|T(x) - T(y)|² <= q |x - y|² for all x, y, with q < 1, then T has a stationary law, and W2² to it shrinks by q a round."""
    contracts = sp.Le(E(Norm(mapping(x) - mapping(y)) ** 2), factor * Norm(x - y) ** 2, evaluate=False)
    letters = sp.true if isinstance(x, AnyVector) and isinstance(y, AnyVector) and x != y and not factor.has(x, y) else sp.false
    drawn = sp.true if owned(law, "w") and not law.args else sp.false
    rate = sp.Le(distance(t) ** 2, factor**t * distance(0) ** 2, evaluate=False)
    hypotheses = (SECOND_MOMENT, FRESH, letters, drawn, contracts, sp.Ge(factor, 0), sp.Lt(factor, 1), New(law, (factor,)))
    return hypotheses, (sp.Eq(E(mapping(law)), E(law), evaluate=False), rate)
