"""Expectations, stochastic gradients, laws of random maps."""

from __future__ import annotations

from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.symbols import L, mu, t
from symfed.theorems.norms import NESTEROV, RUDIN, number
from symfed.theorems.theorem import New, Parts, theorem
from symfed.theorems.vocabulary import (
    CONVEX_SAMPLES,
    CURVED,
    DRAWN_ANEW,
    FRESH,
    LIPSCHITZ_SAMPLES,
    SECOND_MOMENT,
    AnyVector,
    E,
    Inner,
    Law,
    Norm,
    grad,
    owned,
    sample_grad,
)

DURRETT = "Durrett, Probability: Theory and Examples, 5th ed. (2019)"
TOWER = f"{DURRETT}, chapter 4 (conditional expectation: the tower property, taking out what is known)"


@theorem(f"{DURRETT}, chapter 1 (expected value)")
def expectation_of(relation: sp.Basic) -> Parts:
    """What holds for every outcome holds in expectation of both sides."""
    return (sp.false if isinstance(relation, sp.Ne) else sp.true, relation), relation.func(
        E(relation.args[0]), E(relation.args[1]), evaluate=False
    )


@theorem(f"{RUDIN}, chapter 3 (Jensen's inequality)")
def jensen_in_expectation(v: sp.Expr) -> Parts:
    """|E v|² <= E |v|²."""
    return (), sp.Le(Norm(E(v)) ** 2, E(Norm(v) ** 2), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def polarisation(u: sp.Expr, v: sp.Expr, factor: sp.Expr) -> Parts:
    """|u - s v|² = |u|² - 2 s <u, v> + s² |v|²."""
    right = Norm(u) ** 2 - 2 * factor * Inner(u, v) + factor**2 * Norm(v) ** 2
    return (number(factor),), sp.Eq(Norm(u - factor * v) ** 2, right, evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def sum_with(u: sp.Expr, v: sp.Expr, w: sp.Expr) -> Parts:
    """<u + v, w> = <u, w> + <v, w>."""
    return (), sp.Eq(Inner(u + v, w), Inner(u, w) + Inner(v, w), evaluate=False)


@theorem(f"{DURRETT}, chapter 1 (expected value): a variance is the least mean square distance")
def nearest_mean(v: sp.Expr, mean: sp.Expr, point: sp.Expr) -> Parts:
    """E|v - m|² <= E|v - a|² for the mean m = E v and any a that is not drawn."""
    known = sp.false if owned(point, "w") or owned(mean, "w") else sp.true
    return (known, sp.Eq(mean, E(v), evaluate=False)), sp.Le(E(Norm(v - mean) ** 2), E(Norm(v - point) ** 2), evaluate=False)


@theorem(f"{NESTEROV}, Theorem 2.1.5")
def cocoercive_mean(x: sp.Expr, y: sp.Expr) -> Parts:
    """|grad f(x) - grad f(y)|² <= L <x - y, grad f(x) - grad f(y)> where f is convex and L-smooth."""
    difference = grad(x) - grad(y)
    return (CURVED,), sp.Le(Norm(difference) ** 2, L * Inner(x - y, difference), evaluate=False)


@theorem(f"{NESTEROV}, Theorem 2.1.5")
def cocoercive(x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """The gradients of a convex L-smooth sample loss have |G(x) - G(y)|² <= L <x - y, G(x) - G(y)>."""
    difference = sample_grad(step, x) - sample_grad(step, y)
    return (CONVEX_SAMPLES, LIPSCHITZ_SAMPLES), sp.Le(Norm(difference) ** 2, L * Inner(x - y, difference), evaluate=False)


@theorem(f"{NESTEROV}, chapter 2 (strongly convex functions)")
def monotone(x: sp.Expr, y: sp.Expr) -> Parts:
    """<x - y, grad f(x) - grad f(y)> >= mu |x - y|² where f is mu-strongly convex."""
    return (CURVED,), sp.Ge(Inner(x - y, grad(x) - grad(y)), mu * Norm(x - y) ** 2, evaluate=False)


def _before(step: sp.Expr, *vectors: sp.Expr, own: Any = sample_grad) -> sp.Basic:
    """The hypothesis that vectors depend on draws before a step only: random values have that step as index; its own draw is absent."""
    drawn = {a for v in vectors for a in v.atoms(AppliedUndef) if owned(a, "w")}
    return sp.true if all(a.args[0] == step and a.func not in (own, sample_grad) for a in drawn) else sp.false


@theorem(TOWER)
def fresh_sample(x: sp.Expr, y: sp.Expr, step: sp.Expr, u: sp.Expr) -> Parts:
    """E <u, G(x) - G(y)> = E <u, grad f(x) - grad f(y)> if the step's sample is drawn anew, and u, x, y depend on earlier draws alone."""
    left = E(Inner(u, sample_grad(step, x) - sample_grad(step, y)))
    return (FRESH, _before(step, u, x, y)), sp.Eq(left, E(Inner(u, grad(x) - grad(y))), evaluate=False)


@theorem(TOWER)
def fresh_mean(x: sp.Expr, step: sp.Expr) -> Parts:
    """E G(x) = E grad f(x) if the step's sample is drawn anew, and x depends on earlier draws alone."""
    return (FRESH, _before(step, x)), sp.Eq(E(sample_grad(step, x)), E(grad(x)), evaluate=False)


@theorem(TOWER)
def fresh_square(u: sp.Expr, v: sp.Expr, x: sp.Expr, step: sp.Expr, factor: sp.Expr) -> Parts:
    """E|u - s (G(x) - v)|² = E|u - s (grad f(x) - v)|² + s² E|G(x) - grad f(x)|² if u, v, x depend on draws before the step's alone."""
    own, mean = sample_grad(step, x), grad(x)
    split = E(Norm(u - factor * (mean - v)) ** 2) + factor**2 * E(Norm(own - mean) ** 2)
    known = sp.false if owned(factor, "w") else number(factor)
    return (FRESH, known, _before(step, u, v, x)), sp.Eq(E(Norm(u - factor * (own - v)) ** 2), split, evaluate=False)


@theorem(TOWER)
def fresh_variance(x: AnyVector, bound: sp.Expr, step: sp.Expr, at: sp.Expr) -> Parts:
    """E|G(x) - grad f(x)|² <= b at every x gives the same at points that depend on earlier draws alone."""
    letter = sp.true if isinstance(x, AnyVector) and not bound.has(x) and not owned(bound, "w") else sp.false
    noise, there = (E(Norm(sample_grad(step, point) - grad(point)) ** 2) for point in (x, at))
    return (FRESH, letter, sp.Le(noise, bound, evaluate=False), _before(step, at)), sp.Le(there, bound, evaluate=False)


def _contracts(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector) -> tuple[sp.Basic, ...]:
    """E|T(x) - T(y)|² <= q |x - y|² for all x and y, with 0 <= q < 1."""
    letters = sp.true if isinstance(x, AnyVector) and isinstance(y, AnyVector) and x != y and not factor.has(x, y) else sp.false
    relation = sp.Le(E(Norm(mapping(x) - mapping(y)) ** 2), factor * Norm(x - y) ** 2, evaluate=False)
    return letters, relation, sp.Ge(factor, 0), sp.Lt(factor, 1)


@theorem("Villani, Optimal Transport (2009), chapter 6 (W2 is complete), and Banach's fixed point theorem", introduces="law")
def contraction_in_w2(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr, distance: Any) -> Parts:
    """If E|T(x) - T(y)|² <= q |x - y|² for all x, y, with q < 1, then T has a stationary law, and W2² to it shrinks by q a round."""
    drawn = sp.true if owned(law, "w") and not law.args else sp.false
    stationary = sp.Eq(Law(mapping(law)), Law(law), evaluate=False), sp.Eq(E(mapping(law)), E(law), evaluate=False)
    rate = sp.Le(distance(t) ** 2, factor**t * distance(0) ** 2, evaluate=False)
    return (SECOND_MOMENT, FRESH, drawn, *_contracts(mapping, factor, x, y), New(law, (factor,)), New(distance(t))), (*stationary, rate)


@theorem(TOWER, introduces="copy")
def fresh_round(mapping: Any, copy: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, u: sp.Expr, v: sp.Expr) -> Parts:
    """Every round t takes a copy R_t of T of its own: E|R_t(u) - R_t(v)|² <= q E|u - v|² if u and v depend on earlier rounds alone."""
    shrinks = sp.Le(E(Norm(copy(t, u) - copy(t, v)) ** 2), factor * E(Norm(u - v) ** 2), evaluate=False)
    alike = sp.Eq(Law(copy(t, x)), Law(mapping(x)), evaluate=False)
    return (
        DRAWN_ANEW,
        *_contracts(mapping, factor, x, y),
        _before(t, u, v, own=copy(t, x).func),
        New(copy(t, x), (mapping(x),), redrawn=True),
    ), (shrinks, alike)


@theorem(f"{DURRETT}, chapter 2 (constructing independent random variables)", introduces="copy")
def own_rounds(mapping: Any, copy: Any, x: AnyVector) -> Parts:
    """Every round t takes a copy R_t of T with draws of its own: R_t(x) has the distribution of T(x)."""
    random = sp.true if isinstance(x, AnyVector) and owned(mapping(x), "w") else sp.false
    return (DRAWN_ANEW, random, New(copy(t, x), (mapping(x),), redrawn=True)), sp.Eq(Law(copy(t, x)), Law(mapping(x)), evaluate=False)


@theorem("Krengel, Ergodic Theorems (1985), chapter 1 (von Neumann); Douc, Moulines, Priouret, Soulier, Markov Chains (2018), chapter 5")
def mean_ergodic(mapping: Any, copy: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr, chain: Any, total: Any) -> Parts:
    """Sums S_n over a stationary chain whose law is the only stationary one and has a second moment: E|S_n/n - E X|² -> 0."""
    laws = sp.Eq(Law(mapping(law)), Law(law), evaluate=False), sp.Eq(Law(copy(t, x)), Law(mapping(x)), evaluate=False)
    starts = sp.Eq(chain(0), law, evaluate=False), sp.Eq(total(0), 0, evaluate=False)
    steps = sp.Eq(chain(t + 1), copy(t, chain(t)), evaluate=False), sp.Eq(total(t + 1), total(t) + chain(t), evaluate=False)
    tends = sp.Eq(sp.Limit(E(Norm(total(t) / t - E(law)) ** 2), t, sp.oo), 0, evaluate=False)
    return (SECOND_MOMENT, FRESH, *_contracts(mapping, factor, x, y), *laws, *starts, *steps), tends


def _only_law(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr) -> tuple[sp.Basic, ...]:
    """The hypotheses that a random point has a law that rounds preserve; as these contract in mean square, it is the only one."""
    kept = sp.Eq(Law(mapping(law)), Law(law), evaluate=False)
    return SECOND_MOMENT, FRESH, *_contracts(mapping, factor, x, y), sp.true if owned(law, "w") and not law.args else sp.false, kept


@theorem("equal distributions have equal expectations")
def kept_by_round(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr, about: sp.Expr) -> Parts:
    """E|T(X) - a|² = E|X - a|² for a stationary X of rounds that contract in mean square, and an a that is not drawn."""
    known = sp.false if owned(about, "w") or owned(about, "c") else sp.true
    equal = sp.Eq(E(Norm(mapping(law) - about) ** 2), E(Norm(law - about) ** 2), evaluate=False)
    return (known, *_only_law(mapping, factor, x, y, law)), equal


@theorem("equal distributions have equal expectations, and the principle of induction")
def kept_by_rounds(mapping: Any, copy: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, law: sp.Expr, chain: Any, about: sp.Expr) -> Parts:
    """E|Y_t - a|² = E|X - a|² for Y_t after t rounds, each a copy of T of its own, from a stationary X."""
    known = sp.false if owned(about, "w") or owned(about, "c") else sp.true
    alike = sp.Eq(Law(copy(t, x)), Law(mapping(x)), evaluate=False)
    runs = sp.Eq(chain(0), law, evaluate=False), sp.Eq(chain(t + 1), copy(t, chain(t)), evaluate=False)
    equal = sp.Eq(E(Norm(chain(t) - about) ** 2), E(Norm(law - about) ** 2), evaluate=False)
    return (known, *_only_law(mapping, factor, x, y, law), alike, *runs), equal
