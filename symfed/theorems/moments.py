"""Moments of random vectors: of sums and products, of the noise of a step, under a stationary law."""

from __future__ import annotations

from typing import Any

import sympy as sp

from symfed.core.symbols import L, N, h
from symfed.theorems.norms import HORN, NESTEROV, RUDIN
from symfed.theorems.randomness import DURRETT, _before, number
from symfed.theorems.theorem import ForAll, New, Parts, theorem
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CURVED,
    FOURTH_MOMENT,
    FRESH,
    LIPSCHITZ_SAMPLES,
    LIPSCHITZ_THIRD,
    SHARED,
    AnyVector,
    E,
    Inner,
    Law,
    Low,
    Mean,
    Measure,
    Norm,
    Outer,
    Quantity,
    drawn,
    grad,
    hess,
    owned,
    sample_grad,
    variables,
)

MEYN = "Meyn, Tweedie, Markov Chains and Stochastic Stability, 2nd ed. (2009), chapter 14 (drift, and moments of the invariant law)"
TOWER = f"{DURRETT}, chapter 4 (conditional expectation: the tower property, taking out what is known)"


def noise(step: sp.Expr, x: sp.Expr) -> sp.Expr:
    """What a sample's gradient at a point has beyond its mean."""
    return sample_grad(step, x) - grad(x)


def _moment(v: sp.Expr, power: sp.Expr, size: sp.Expr) -> sp.Basic:
    """E|v|^p <= s^p."""
    return sp.Le(E(Norm(v) ** power), size**power, evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def inner_adds(u: sp.Expr, v: sp.Expr, w: sp.Expr) -> Parts:
    """<u, v + w> = <u, v> + <u, w>."""
    return (), sp.Eq(Inner(u, v + w), Inner(u, v) + Inner(u, w), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def triangle_sum(vectors: tuple[sp.Expr, ...]) -> Parts:
    """|v_1 + ... + v_n| <= |v_1| + ... + |v_n|."""
    return (), sp.Le(Norm(sp.Add(*vectors)), sp.Add(*[Norm(v) for v in vectors]), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products)")
def scaled_norm(v: sp.Expr, factor: sp.Expr) -> Parts:
    """|s v| = |s| |v| for a number s."""
    return (number(factor),), sp.Eq(Norm(sp.expand(factor * v)), sp.Abs(factor) * Norm(v), evaluate=False)


@theorem(f"{RUDIN}, chapter 4 (inner products: Schwarz's inequality)")
def schwarz(u: sp.Expr, v: sp.Expr) -> Parts:
    """<u, v>² <= |u|² |v|²."""
    return (), sp.Le(Inner(u, v) ** 2, Norm(u) ** 2 * Norm(v) ** 2, evaluate=False)


@theorem(f"{HORN}, chapter 5 (matrix norms: Frobenius)")
def outer_norm(u: sp.Expr, v: sp.Expr) -> Parts:
    """|u v'| = |u| |v|, in the Frobenius norm."""
    return (), sp.Eq(Norm(Outer(u, v)), Norm(u) * Norm(v), evaluate=False)


@theorem(f"{HORN}, chapter 0 (products and transposes)")
def outer_of_product(matrix: sp.Expr, u: sp.Expr, v: sp.Expr) -> Parts:
    """(A u) v' = A (u v') and u (A v)' = (u v') A for symmetric A, one whose smallest eigenvalue is spoken of."""
    left = sp.Eq(Outer(matrix * u, v), sp.expand(matrix * Outer(u, v)), evaluate=False)
    right = sp.Eq(Outer(u, matrix * v), sp.expand(Outer(u, v) * matrix), evaluate=False)
    return (sp.Le(0, Low(matrix), evaluate=False),), (left, right)


@theorem("equal things are equal wherever they stand")
def outer_of_equal(equation: sp.Eq, v: sp.Expr) -> Parts:
    """If u = w, then u v' = w v' and v u' = v w'."""
    u, w = equation.args
    left, right = sp.Eq(Outer(u, v), Outer(w, v), evaluate=False), sp.Eq(Outer(v, u), Outer(v, w), evaluate=False)
    return (sp.true if isinstance(equation, sp.Eq) else sp.false, equation), (left, right)


@theorem("a matrix and its transpose have one norm")
def transposed(u: sp.Expr, v: sp.Expr) -> Parts:
    """|E u v'| = |E v u'|, in the Frobenius norm."""
    return (), sp.Eq(Norm(E(Outer(u, v))), Norm(E(Outer(v, u))), evaluate=False)


@theorem("the mean is linear")
def outer_of_mean(u: sp.Expr, v: sp.Expr) -> Parts:
    """(mean u) v' = mean (u v') and v (mean u)' = mean (v u'), the mean over clients, for a v that all of them share."""
    left = sp.Eq(Outer(Mean(u), v), Mean(Outer(u, v)), evaluate=False)
    right = sp.Eq(Outer(v, Mean(u)), Mean(Outer(v, u)), evaluate=False)
    return (sp.false if owned(v, "c") else sp.true,), (left, right)


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
    rises = sp.Le(size, sp.sympify(size).xreplace(after), evaluate=False)
    known = none, ForAll(more, h), ForAll(_moment(term, power, size), h), ForAll(rises, h), sp.Ge(size, 0)
    return (*known, sp.Ge(power, 1)), _moment(total, power, h * size)


@theorem(f"{NESTEROV}, chapter 1 (Lipschitz gradients): the differences of gradients of a sample loss, and of their mean")
def noise_changes(x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """Where samples' gradients and their mean are L-Lipschitz, noise at x differs from noise at y by 2 L |x - y| at most."""
    change = Norm(noise(step, x) - noise(step, y))
    return (CURVED, LIPSCHITZ_SAMPLES), sp.Le(change, 2 * L * Norm(x - y), evaluate=False)


@theorem(f"{NESTEROV}, chapter 1 (Lipschitz gradients)")
def lipschitz_gradient(x: sp.Expr, y: sp.Expr) -> Parts:
    """|grad f(x) - grad f(y)| <= L |x - y|."""
    return (CURVED,), sp.Le(Norm(grad(x) - grad(y)), L * Norm(x - y), evaluate=False)


@theorem(TOWER)
def fresh_noise(u: sp.Expr, y: sp.Expr, step: sp.Expr, power: int = 0) -> Parts:
    """E |u|^p <u, noise at y> = 0 for a step's own draw, p = 0 or 2, where u and y depend on earlier draws alone."""
    own = E(Norm(u) ** power * Inner(u, noise(step, y)))
    return (FRESH, FOURTH_MOMENT, sp.true if power in (0, 2) else sp.false, _before(step, u, y)), sp.Eq(own, 0, evaluate=False)


@theorem(TOWER)
def fresh_gradient(u: sp.Expr, x: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """E |u|² <u, G(x) - G(y)> = E |u|² <u, grad f(x) - grad f(y)> for a step's own draw, where u, x, y depend on earlier draws alone."""
    left, right = sample_grad(step, x) - sample_grad(step, y), grad(x) - grad(y)
    equal = sp.Eq(E(Norm(u) ** 2 * Inner(u, left)), E(Norm(u) ** 2 * Inner(u, right)), evaluate=False)
    return (FRESH, FOURTH_MOMENT, _before(step, u, x, y)), equal


@theorem(TOWER)
def fresh_outer(u: sp.Expr, y: sp.Expr, step: sp.Expr) -> Parts:
    """E u (noise at y)' = 0 and E (noise at y) u' = 0 for a step's own draw, where u and y depend on earlier draws alone."""
    own = noise(step, y)
    nothing = sp.Eq(E(Outer(u, own)), 0, evaluate=False), sp.Eq(E(Outer(own, u)), 0, evaluate=False)
    return (FRESH, _before(step, u, y)), nothing


@theorem(f"{DURRETT}, chapter 2 (independence: expectations of products)")
def fresh_product(x: sp.Expr, own: sp.Expr, step: sp.Expr) -> Parts:
    """E x y = E x E y for a number x that depends on earlier draws alone, and a y of the step's samples at points that are not drawn."""
    draws = drawn(own)
    at_points = all(a.func == sample_grad and a.args[0] == step and not owned(a.args[1], "w") for a in draws)
    marked = any(owned(s, "w") for s in own.free_symbols)
    alone = sp.true if draws and at_points and not marked and (x * own).is_commutative else sp.false
    return (FRESH, alone, sp.Ge(x, 0), sp.Ge(own, 0), _before(step, x)), sp.Eq(E(x * own), E(x) * E(own), evaluate=False)


def _optimum(point: sp.Expr) -> tuple[sp.Basic, ...]:
    """The point is that at which the mean gradient vanishes: no step size moves it."""
    return sp.false if variables(point) or point.args else sp.true, sp.Eq(Mean(grad(point)), 0, evaluate=False)


@theorem("of finitely many numbers one is the largest", introduces="bound")
def pull_at(point: sp.Expr, bound: Quantity) -> Parts:
    """There is a number that no client's gradient at the optimum exceeds in norm."""
    return (CURVED, *_optimum(point), New(bound, ())), sp.Le(Norm(grad(point)), bound, evaluate=False)


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


@theorem("a definition: where gradients are the same, each is their mean")
def shared_gradient(point: sp.Expr) -> Parts:
    """Where all clients have one mean gradient, each is the mean of all."""
    return (SHARED,), sp.Eq(grad(point), Mean(grad(point)), evaluate=False)


@theorem("of finitely many numbers one is the largest; at every step a sample has the same distribution", introduces="bound")
def noise_at(point: sp.Expr, bound: Quantity) -> Parts:
    """There is a sigma with E|noise at the optimum|⁴ <= sigma⁴ for every client and step, if fourth moments are finite."""
    return (FRESH, FOURTH_MOMENT, *_optimum(point), New(bound, ())), _moment(noise(h, point), 4, bound)


@theorem("a definition: at every step a sample has the same distribution", introduces="covariance")
def noise_covariance(point: sp.Expr, covariance: sp.Expr) -> Parts:
    """A client's noise at the optimum has a covariance, the same at every step."""
    own = sp.true if variables(covariance) == {"c"} and not covariance.args else sp.false
    second = sp.Eq(E(Outer(noise(h, point), noise(h, point))), covariance, evaluate=False)
    return (FRESH, FOURTH_MOMENT, *_optimum(point), own, New(covariance, (grad(point),))), second


@theorem(f"{DURRETT}, chapter 2 (independence: expectations of products), given where the round starts")
def independent_clients(path: Any, total: Any, rate: sp.Expr, x: AnyVector, start: sp.Expr, bound: sp.Expr) -> Parts:
    """Sums of noise along the clients' paths from one start: E (mean Q)(mean Q)' = mean E Q Q' / N, for independent clients."""
    begins = sp.Eq(path(0, x), x, evaluate=False), sp.Eq(total(0, x), 0, evaluate=False)
    steps = sp.Eq(path(h + 1, x), path(h, x) - rate * sample_grad(h, path(h, x)), evaluate=False)
    adds = sp.Eq(total(h + 1, x), total(h, x) + noise(h, path(h, x)), evaluate=False)
    known = not drawn(start) and not owned(start, "c") and not rate.has(x, h) and not owned(rate, "w")
    q, earlier = total(h, start), sp.true if known else sp.false
    finite = sp.Le(E(Norm(q) ** 2), bound, evaluate=False)
    split = sp.Eq(E(Outer(Mean(q), Mean(q))), Mean(E(Outer(q, q))) / N, evaluate=False)
    return (FRESH, CLIENTS_INDEPENDENT, earlier, *begins, steps, adds, finite), split


def _told(x: sp.Expr, law: sp.Expr) -> bool:
    """Whether an expression speaks of another random vector, which may depend on a given one."""
    return any(owned(s, "w") for s in x.free_symbols - {law})


def _stationary(mapping: Any, law: sp.Expr) -> tuple[sp.Basic, ...]:
    """A random point that all clients share, drawn before all else, that a round leaves its distribution: the round is not told of it."""
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
