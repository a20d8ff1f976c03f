"""Sequences and rounds: induction, contractions, sums, limits; and how statements are specialised."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.theorems.steps import Apply
from symfed.theorems.theorem import ForAll, New, Parts, theorem
from symfed.theorems.vocabulary import INDICES, AnyVector, E, Law, Mean, Measure, Norm, heads_of, letters, owned


def counts(index: sp.Symbol) -> sp.Basic:
    """The hypothesis that an index takes the values 0, 1, 2, ... only: `sp.true` or `sp.false`."""
    return sp.true if index.is_Symbol and index.is_integer and index.is_nonnegative else sp.false


@theorem("the principle of induction")
def induction(u: sp.Expr, index: sp.Symbol, factor: sp.Expr, bound: sp.Expr, increment: sp.Expr = sp.S.Zero) -> Parts:
    """If u_0 <= b_0, u_{n+1} <= rho u_n + e_n with rho >= 0, and rho b_n + e_n <= b_{n+1}, then u_n <= b_n for every n."""
    start, after = {index: sp.S.Zero}, {index: index + 1}
    step = sp.Le(u.xreplace(after), factor * u + increment, evaluate=False)
    closes = sp.Le(factor * bound + increment, bound.xreplace(after), evaluate=False)
    first = sp.Le(u.xreplace(start), bound.xreplace(start), evaluate=False)
    return (counts(index), first, sp.Ge(factor, 0), ForAll(step, index), ForAll(closes, index)), sp.Le(u, bound, evaluate=False)


def bounded_by_induction(
    name: str, u: sp.Expr, index: sp.Symbol, bound: sp.Expr, factor: sp.Expr = sp.S.One, increment: Any = None, by: tuple[str, ...] = ()
) -> Apply:
    """The step to u <= bound at every index; `by` shows it at 0, and that u grows by no more than the factor and the increment."""
    added = {} if increment is None else {"increment": increment}
    return Apply(induction, name, by, u=u, index=index, factor=factor, **added, bound=bound)


@theorem("the principle of induction")
def equal_by_induction(u: sp.Expr, v: sp.Expr, index: sp.Symbol, factor: sp.Expr) -> Parts:
    """If u_0 = v_0 and u_{n+1} - v_{n+1} = K (u_n - v_n), with a number or a matrix K for each n, then u_n = v_n for every n."""
    start, after = {index: sp.S.Zero}, {index: index + 1}
    first = sp.Eq(u.xreplace(start), v.xreplace(start), evaluate=False)
    step = sp.Eq((u - v).xreplace(after), sp.expand(factor * (u - v)), evaluate=False)
    return (counts(index), first, ForAll(step, index)), sp.Eq(u, v, evaluate=False)


@theorem("a statement about everything holds of each thing")
def instance(relation: sp.Basic, at: Mapping[Any, Any]) -> Parts:
    """A relation in an index n >= 0 or in a letter for every vector holds at each value of it."""
    values = dict(at)
    over = ((Mean, "c"), (E, "w"), (Measure, "w"), (Law, "w"))
    captured = any(relation.has(average) and owned(value, mark) for average, mark in over for value in values.values())
    if captured or not all(isinstance(letter, AnyVector) or letter in INDICES for letter in values):
        return (sp.false,), relation
    integers = [sp.true if value.is_integer else sp.false for letter, value in values.items() if letter in INDICES]
    signs = [sp.Ge(value, 0) for letter, value in values.items() if letter in INDICES]
    unbound = [ForAll(sp.true, letter) for letter in values if letter in INDICES]
    return (relation, *integers, *signs, *unbound), relation.func(*[side.xreplace(values) for side in relation.args], evaluate=False)


@theorem("equal things are equal wherever they stand")
def substitution(relation: sp.Basic, equation: sp.Eq, backwards: bool = False) -> Parts:
    """The left side of an equation, a name or a named value, may be replaced by the right side."""
    left, right = reversed(equation.args) if backwards else equation.args
    named = sp.true if isinstance(equation, sp.Eq) and (not left.args or left.func in heads_of(left)) else sp.false
    return (relation, equation, named), relation.func(*[side.xreplace({left: right}) for side in relation.args], evaluate=False)


@theorem("the axioms of a vector space")
def combination(u: sp.Expr, v: sp.Expr, equations: tuple[sp.Eq, ...], factors: tuple[sp.Expr, ...]) -> Parts:
    """If u - v is the sum of c_i (l_i - r_i), where l_i = r_i, then u = v, and |u| = |v|."""
    total = sp.Add(*[factor * (equation.lhs - equation.rhs) for factor, equation in zip(factors, equations, strict=True)])
    adds_up = sp.true if sp.expand(u - v - total) == 0 and all(isinstance(equation, sp.Eq) for equation in equations) else sp.false
    return (*equations, adds_up), (sp.Eq(u, v, evaluate=False), sp.Eq(Norm(u), Norm(v), evaluate=False))


def linear_combination(name: str, u: sp.Expr, v: sp.Expr, equations: Mapping[str, Any] | tuple[str, ...]) -> Apply:
    """The step to u = v from named equations: a table of the factor that each is multiplied with, or names where they are only added."""
    factors = equations if isinstance(equations, Mapping) else dict.fromkeys(equations, 1)
    return Apply(combination, name, u=u, v=v, equations=tuple(factors), factors=tuple(factors.values()))


@theorem("Banach, Fundamenta Mathematicae 3 (1922); Granas, Dugundji, Fixed Point Theory (2003), first section", introduces="point")
def banach(mapping: Any, factor: sp.Expr, x: AnyVector, y: AnyVector, point: sp.Expr) -> Parts:
    """If |T(x) - T(y)| <= q |x - y| for all x, y, with 0 <= q < 1, then T has a fixed point p, and |x - p| <= |x - T(x)|/(1 - q)."""
    contracts = sp.Le(Norm(mapping(x) - mapping(y)), factor * Norm(x - y), evaluate=False)
    letters = sp.true if isinstance(x, AnyVector) and isinstance(y, AnyVector) and x != y and not factor.has(x, y) else sp.false
    near = sp.Le(Norm(x - point), Norm(x - mapping(x)) / (1 - factor), evaluate=False)
    conclusion = (sp.Eq(mapping(point), point, evaluate=False), near)
    return (letters, contracts, sp.Ge(factor, 0), sp.Lt(factor, 1), New(point, (mapping(point), factor))), conclusion


@theorem("Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 3 (the geometric series)")
def geometric_series(ratio: sp.Expr, index: sp.Symbol) -> Parts:
    """1 + q + q² + ... = 1/(1 - q) for 0 <= q < 1."""
    apart = sp.false if ratio.has(index) else sp.true
    return (apart, sp.Ge(ratio, 0), sp.Lt(ratio, 1)), sp.Eq(sp.Sum(ratio**index, (index, 0, sp.oo)), 1 / (1 - ratio), evaluate=False)


@theorem("Mitrinovic, Analytic Inequalities (1970), part 2 (Bernoulli's inequality)")
def bernoulli(x: sp.Expr, n: sp.Expr) -> Parts:
    """(1 + x)^n >= 1 + n x for an integer n >= 0 and x >= -1."""
    return (sp.Ge(x, -1), sp.Ge(n, 0), sp.true if n.is_integer else sp.false), sp.Ge((1 + x) ** n, 1 + n * x, evaluate=False)


@theorem("a number is at most each that is above all of which it is the largest")
def larger(pairs: tuple[tuple[sp.Expr, sp.Expr], ...], among: tuple[sp.Expr, ...]) -> Parts:
    """max(a_1, a_2, ...) <= max(b_1, b_2, ..., c_1, ...) if a_i <= b_i for each i."""
    below, above = zip(*pairs, strict=True)
    return tuple(sp.Le(*pair, evaluate=False) for pair in pairs), sp.Le(sp.Max(*below), sp.Max(*above, *among), evaluate=False)


@theorem("Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 3 (special sequences)")
def vanishing_powers(ratio: sp.Expr, index: sp.Symbol, times: sp.Expr = sp.S.One, scale: sp.Expr = sp.S.One) -> Parts:
    """c q^(k n) tends to zero as n grows, for 0 <= q < 1 and k > 0."""
    apart = sp.false if any(as_expression(x).has(index) for x in (ratio, times, scale)) else sp.true
    tends = sp.Eq(sp.Limit(scale * ratio ** (times * index), index, sp.oo), 0, evaluate=False)
    return (apart, sp.Ge(ratio, 0), sp.Lt(ratio, 1), sp.Gt(times, 0)), tends


@theorem("Rudin, Principles of Mathematical Analysis, 3rd ed. (1976), chapter 3 (limits of sums, comparison)")
def squeeze(u: sp.Expr, bound: sp.Expr, index: sp.Symbol, vanishing: tuple[sp.Expr, ...] = ()) -> Parts:
    """If 0 <= u_n <= b_n for n >= 1, and b_n tends to zero, where some of its terms are known to, so does u_n."""
    known = tuple(sp.Eq(sp.Limit(x, index, sp.oo), 0, evaluate=False) for x in vanishing)
    rest = letters(bound.xreplace(dict.fromkeys(vanishing, sp.S.Zero)))
    shares = [sp.expand(bound).coeff(x) for x in vanishing]
    linear = sp.expand(letters(bound) - rest - sum(c * letters(x) for c, x in zip(shares, vanishing, strict=True))) == 0
    linear = linear and all(share.is_number for share in shares)
    tends = sp.Eq(sp.limit(rest, index, sp.oo), 0) if linear else sp.false
    later = {index: index + 1}
    below = ForAll(sp.Le(u.xreplace(later), as_expression(bound).xreplace(later), evaluate=False), index)
    return (sp.Ge(u, 0), below, tends, *known), sp.Eq(sp.Limit(u, index, sp.oo), 0, evaluate=False)
