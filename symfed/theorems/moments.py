"""Moments of random vectors: of sums and products, and under a stationary law."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.symbols import h
from symfed.theorems.norms import RUDIN
from symfed.theorems.randomness import DURRETT
from symfed.theorems.theorem import ForAll, Parts, theorem
from symfed.theorems.vocabulary import AnyVector, E, Law, Mean, Measure, Norm, Outer, owned

MEYN = "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009), chapter 14 (drift, and moments of the invariant law)"


def _moment(v: sp.Expr, power: sp.Expr, size: sp.Expr) -> sp.Basic:
    """E|v|^p <= s^p."""
    return sp.Le(E(Norm(v) ** power), size**power, evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Jensen's inequality)")
def norm_of_expectation(v: sp.Expr) -> Parts:
    """|E v| <= E|v|."""
    return (), sp.Le(Norm(E(v)), E(Norm(v)), evaluate=False)


@theorem("powers with positive exponents increase")
def raised(relation: sp.Basic, power: int) -> Parts:
    """0 <= u <= v gives u^p <= v^p for p >= 1."""
    return (relation, sp.Ge(relation.lts, 0), sp.Ge(power, 1)), sp.Le(relation.lts**power, relation.gts**power, evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Hölder's inequality; on a probability space higher norms are larger)")
def hoelder(vectors: tuple[sp.Expr, ...], sizes: tuple[sp.Expr, ...], power: int) -> Parts:
    """E|v_1| ... |v_n| <= s_1 ... s_n if E|v_i|^p <= s_i^p and s_i >= 0, for p >= n."""
    pairs = tuple(zip(vectors, sizes, strict=True))
    known = tuple(_moment(v, power, size) for v, size in pairs) + tuple(sp.Ge(size, 0) for size in sizes)
    product = E(sp.Mul(*[Norm(v) for v in vectors]))
    return (sp.Ge(power, len(vectors)), *known), sp.Le(product, sp.Mul(*sizes), evaluate=False)


@theorem(f"{RUDIN}, chapter 3 (Minkowski's inequality)")
def minkowski_moment(u: sp.Expr, v: sp.Expr, sizes: tuple[sp.Expr, sp.Expr], power: int) -> Parts:
    """E|u + v|^p <= (s + r)^p if E|u|^p <= s^p and E|v|^p <= r^p with s, r >= 0, for p >= 1."""
    s, r = sizes
    known = (_moment(u, power, s), _moment(v, power, r), sp.Ge(s, 0), sp.Ge(r, 0), sp.Ge(power, 1))
    return known, _moment(u + v, power, s + r)


@theorem(f"{RUDIN}, chapter 3 (Minkowski's inequality)")
def minkowski_sum(total: sp.Expr, term: sp.Expr, size: sp.Expr, power: int) -> Parts:
    """A sum of so many terms from zero has E|v_n|^p <= (n s_n)^p if E|w_n|^p <= s_n^p for each term, and s_n >= 0 rises, for p >= 1."""
    start, after = {h: sp.S.Zero}, {h: h + 1}
    none, more = sp.Eq(total.xreplace(start), 0, evaluate=False), sp.Eq(total.xreplace(after), total + term, evaluate=False)
    rises = sp.Le(size, as_expression(size).xreplace(after), evaluate=False)
    known = none, ForAll(more, h), ForAll(_moment(term, power, size), h), ForAll(rises, h), sp.Ge(size, 0)
    return (*known, sp.Ge(power, 1)), _moment(total, power, h * size)


def _told(x: sp.Expr, law: sp.Expr) -> bool:
    """Return whether an expression contains another random vector than `law`, which may depend on it."""
    return any(owned(s, "w") for s in x.free_symbols - {law})


def _stationary(mapping: Any, law: sp.Expr) -> tuple[sp.Basic, ...]:
    """The hypotheses that a shared random point, drawn first, has a law that a round preserves, the round being independent of it."""
    apart = not mapping(AnyVector("x")).has(law) and not _told(mapping(law), law) and not owned(mapping(law), "c")
    random = sp.true if owned(law, "w") and not law.args and apart else sp.false
    return random, sp.Eq(Law(mapping(law)), Law(law), evaluate=False)


@theorem(MEYN)
def stationary_drift(mapping: Any, law: sp.Expr, x: AnyVector, value: Any, fall: Any, rise: Any, bound: Any) -> Parts:
    """E V(T(x)) <= V(x) - f(x) + r(x) for all x, with V, f, r >= 0 and E r(X) <= b, gives E f(X) <= b under a stationary law.

    With V_n = min(V, n), E V_n(T(x)) <= V_n(x) - f(x) [V(x) <= n] + r(x); take the mean under the law, and let n grow.
    """
    after, rising = value.xreplace({x: mapping(x)}), E(rise.xreplace({x: law}))
    signs = [sp.Ge(part, 0) for part in (value, fall, rise)]
    drift, finite = sp.Le(E(after), value - fall + rise, evaluate=False), sp.Le(rising, bound, evaluate=False)
    parts = value + fall + rise
    plain = not any(average.has(x) for average in parts.atoms(E, Mean, Measure)) and not parts.has(law)
    apart = sp.true if isinstance(x, AnyVector) and plain and not owned(parts, "w") and not owned(parts, "c") else sp.false
    return (*_stationary(mapping, law), apart, *signs, drift, finite), sp.Le(E(fall.xreplace({x: law})), bound, evaluate=False)


@theorem(f"{DURRETT}, chapter 5 (Markov chains: the conditional distribution given the start)")
def at_random_start(relation: sp.Basic, x: AnyVector, start: sp.Expr, bound: sp.Expr) -> Parts:
    """E F(x) <= r(x) for all x gives E F(X) <= b for an X drawn before, where F >= 0 and E r(X) <= b."""
    inside = relation.lts.args[0] if isinstance(relation.lts, E) else sp.S.NegativeOne
    earlier = owned(start, "w") and not start.args and isinstance(x, AnyVector) and not owned(relation.gts, "w")
    plain = not inside.has(E) and not relation.gts.has(E) and not relation.has(start, Mean, Measure) and not _told(inside, start)
    apart = sp.true if earlier and plain else sp.false
    finite = sp.Le(E(relation.gts.xreplace({x: start})), bound, evaluate=False)
    moved = sp.Le(E(inside.xreplace({x: start})), bound, evaluate=False)
    return (apart, relation, sp.Ge(inside, 0), finite), moved


@theorem(f"{DURRETT}, chapter 1 (expected value: a change of variables)")
def same_second_moment(mapping: Any, law: sp.Expr, about: sp.Expr, bound: sp.Expr) -> Parts:
    """E (T(X) - a)(T(X) - a)' = E (X - a)(X - a)' under a stationary law with a second moment."""
    fixed = sp.false if owned(about, "w") or owned(about, "c") else sp.true
    finite = sp.Le(E(Norm(law - about) ** 2), bound, evaluate=False)
    after, before = (E(Outer(x - about, x - about)) for x in (mapping(law), law))
    return (*_stationary(mapping, law), fixed, finite), sp.Eq(after, before, evaluate=False)


@theorem(f"{DURRETT}, chapter 1 (expected value: a change of variables)")
def same_mean(mapping: Any, law: sp.Expr, about: sp.Expr, bound: sp.Expr) -> Parts:
    """E T(X) = E X under a stationary law with a second moment."""
    fixed = sp.false if owned(about, "w") or owned(about, "c") else sp.true
    finite = sp.Le(E(Norm(law - about) ** 2), bound, evaluate=False)
    return (*_stationary(mapping, law), fixed, finite), sp.Eq(E(mapping(law)), E(law), evaluate=False)
