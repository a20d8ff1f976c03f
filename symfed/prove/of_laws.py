"""Proof lines of the theorems on distributions: sentences of the page from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Num, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.indices import latest_index
from symfed.prove.named import Application
from symfed.prove.of_matrices import choose_object, conjunction_parts
from symfed.prove.pieces import EXPECTATION, INNER, function_of
from symfed.prove.random_maps import POINT, map_of
from symfed.tactics.proof import ProductOfFacts, ProofLine
from symfed.theorems.notation import DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

_NORM: Final = const("norm", to(Vec, Num))


def random_map(t: Words, mapping: Any, x: Any) -> tuple[Term, ProofLine, Term]:
    """An index before which all draws of a map are, the fact that they are, and the map's value at a variable."""
    value = t.as_term(mapping(x))
    step = latest_index(value, t)
    return step, t.random_maps.drawn(step, normal(app(abstract(value, t.as_variable(x)), POINT))), value


def contraction_fact(t: Words, factor: Term, moved: Iterable[Term], points: Iterable[Term], known: Sequence[ProofLine]) -> ProofLine:
    """The fact E|T(x) - T(y)|^2 <= q |x - y|^2, `moved` being (T(x), T(y)) and `points` (x, y)."""
    apart, before = (join("^", _NORM(join("-", *pair)), numeral(2)) for pair in (moved, points))
    return t.reach(join("<=", EXPECTATION(function_of(apart)), join("*", factor, before)), known)


def contraction_in_w2(t: Words, a: Application) -> list[ProofLine]:
    """A random point whose law is invariant under the mapping, drawn before all else; and its mean."""
    x, y = (t.as_variable(a[name]) for name in ("x", "y"))
    value, other, factor = t.as_term(a["mapping"](a["x"])), t.as_term(a["mapping"](a["y"])), t.as_term(a["factor"])
    at_point = normal(app(abstract(value, x), POINT))
    shrinks = contraction_fact(t, factor, (value, other), (x, y), a.met)
    signs = [t.arithmetic(goal, a.met) for goal in (join("<=", numeral(0), factor), join("<", factor, numeral(1)))]
    step = latest_index(value, t)
    classes, drawn = [t.class_fact(name) for name in ("Fresh", "Moments")], t.random_maps.drawn(step, at_point)
    given = (*classes, drawn, *signs, t.proof.general(shrinks, x, y))
    exists = t.proof.use("a law that is kept", t.problem("G"), t.problem("grad"), step, map_of(at_point), factor, *given)
    head, _ = spine(t.as_term(a["law"]))
    before, kept = conjunction_parts(t, choose_object(t, head.one, exists))
    t.random_maps.starts[head] = before
    return [kept, equal_means(t, kept)]


def equal_means(t: Words, alike: ProofLine) -> ProofLine:
    """E X = E Y for vectors of one law: the square of the difference is zero."""
    one, other = spine(alike.prop)[1]
    mean = const("E", to(one.sort, Vec))
    gap = join("-", mean(one), mean(other))
    point = free("point", Vec)
    product = normal(abstract(INNER(gap, point), point))
    along = t.proof.use("equal laws", one, other, product, alike, t.integrable(normal(abstract(INNER(gap, app(other, DRAW)), DRAW))))
    first, second = (t.proof.use("E of an inner product", gap, f, t.integrable(f)) for f in (one, other))
    parts = ProductOfFacts((first,)), ProductOfFacts((second,), Fraction(-1)), ProductOfFacts((along,), Fraction(-1))
    square = t.proof.arithmetic(join("<=", INNER(gap, gap), numeral(0)), *parts)
    return t.proof.arithmetic(equal(mean(one), mean(other)), ProductOfFacts((t.proof.use("zero vector", gap, square),)))
