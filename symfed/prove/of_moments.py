"""Proof lines of the theorems on moments of random vectors: sentences from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from symfed.core.grammar import as_expression
from symfed.core.symbols import h
from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import canonical
from symfed.kernel.symbols import NEXT, equal, numeral
from symfed.kernel.terms import Client, Index, Num, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.bounded import power_of_norm
from symfed.prove.indices import latest_index
from symfed.prove.named import Application, NoProof, congruence, equation_sides, norm_of_equation, norm_without_factor
from symfed.prove.of_chance import expectation_of_relation
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.pieces import EXPECTATION, body_of, function_of
from symfed.prove.random_maps import POINT, map_of
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.fractions import any_identity
from symfed.tactics.norms import norm_equations
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words


def _hoelder(t: Words, a: Application) -> list[ProofLine]:
    """E|v|^m <= s^m from E|v|^n <= s^n, m <= n."""
    if len({*a["vectors"]}) == len(a["vectors"]) == 2:
        return _two_vectors(t, a)
    if len({*a["vectors"]}) > 1 or len({*a["sizes"]}) > 1:
        raise NoProof("a product of several vectors")
    return _lower_moment(t, a, a["vectors"][0], a["sizes"][0], len(a["vectors"]), int(a["power"]))


def _lower_moment(t: Words, a: Application, v: Any, size_: Any, m: int, n: int) -> list[ProofLine]:
    norm, size = t.symbol("norm")(t.as_term(norm_without_factor(v).args[0])), t.as_term(size_)
    less, more = (numeral(k, Index) for k in (m, n - m))
    high = function_of(join("^", norm, join("+", less, more)))
    positive = t.proof.general(t.proof.use("norms", spine(norm)[1][0]), DRAW)
    sign = t.arithmetic(join("<=", numeral(0), size), a.met)
    bound = t.arithmetic(join("<=", EXPECTATION(high), join("^", size, join("+", less, more))), a.met)
    made = t.proof.use("lower moments", function_of(norm), size, less, more, positive, sign, t.integrable(high), bound)
    return list(conjunction_parts(t, made))


def _two_vectors(t: Words, a: Application) -> list[ProofLine]:
    """x = E|u||v| <= s r from a = E|u|² <= s² and b = E|v|² <= r²: b x² <= b (a b), a x² <= a (a b), and 2 x <= a + b."""
    (u, v), (s, r) = (t.symbol("norm")(t.as_term(norm_without_factor(w).args[0])) for w in a["vectors"]), map(t.as_term, a["sizes"])
    known = [*a.met]
    for w, size in zip(a["vectors"], a["sizes"], strict=True) if a["power"] > 2 else ():
        known += _lower_moment(t, a, w, size, 2, int(a["power"]))
    square_u, square_v = (join("^", w, numeral(2, Index)) for w in (u, v))
    x, p, q = (EXPECTATION(function_of(body)) for body in (join("*", u, v), square_u, square_v))
    sign_s, sign_r = (t.arithmetic(join("<=", numeral(0), size), a.met) for size in (s, r))
    small = [t.arithmetic(join("<=", y, join("^", size, numeral(2, Index))), known) for y, size in ((p, s), (q, r))]
    goal = normal(join("<=", x, join("*", s, r)))

    def weighed(k: Term, m: Term) -> ProofLine:
        """2 k m x <= k² a + m² b."""
        left = join("*", join("*", numeral(2), join("*", k, m)), join("*", u, v))
        right = join("+", *(join("*", join("^", c, numeral(2, Index)), y) for c, y in ((k, square_u), (m, square_v))))
        square = ProductOfFacts((), squares=(join("-", join("*", k, u), join("*", m, v)),))
        made = expectation_of_relation(t, t.proof.arithmetic(join("<=", left, right), square))
        return t.arithmetic(
            join("<=", join("*", join("*", numeral(2), join("*", k, m)), x),
                 join("+", *(join("*", join("^", c, numeral(2, Index)), y) for c, y in ((k, p), (m, q))))),
            [made, *t.expanded(made.prop)],
        )  # fmt: skip

    def where_positive(y: Term, line: ProofLine) -> ProofLine:
        """The goal where y > 0, as y x² <= y (a b)."""
        positive = t.proof.assume(join("<", numeral(0), y))
        squared = t.proof.arithmetic(join("<=", join("*", y, join("*", x, x)), join("*", y, join("*", p, q))), ProductOfFacts((line,)))
        squared = t.proof.use("positive factors cancel", y, join("*", x, x), join("*", p, q), positive, squared)
        whole = join("*", s, r)
        most = t.arithmetic(join("<=", *(join("^", z, NEXT(numeral(1, Index))) for z in (x, whole))), [squared, *small])
        sign = t.proof.arithmetic(join("<=", numeral(0), whole), ProductOfFacts((sign_s, sign_r)))
        return t.proof.discharge(t.proof.use("smaller powers", x, whole, numeral(1, Index), sign, most), positive.prop)

    first, second = where_positive(p, weighed(x, p)), where_positive(q, weighed(q, x))
    none = [t.proof.assume(join("<=", y, numeral(0))) for y in (p, q)]
    sign = t.proof.arithmetic(join("<=", numeral(0), join("*", s, r)), ProductOfFacts((sign_s, sign_r)))
    last = t.proof.discharge(t.arithmetic(goal, [weighed(numeral(1), numeral(1)), *none, sign]), none[1].prop)
    for y, at_most, above in ((q, none[1], second), (p, none[0], first)):
        either = t.proof.use("one is at most the other", y, numeral(0))
        last = t.proof.use("cases", at_most.prop, join("<", numeral(0), y), goal, last, above, either)
        last = t.proof.discharge(last, none[0].prop) if y is q else last
    return [last]


def _minkowski_moment(t: Words, a: Application) -> list[ProofLine]:
    """E|u + v|^p <= E(|u| + |v|)^p <= (s + r)^p."""
    less = numeral(int(a["power"]) - 1, Index)
    u, v = (t.as_term(a[name]) for name in ("u", "v"))
    sizes = [t.as_term(size) for size in a["sizes"]]
    norms, signs, whole, bounds = zip(*(_norm_moment(t, a, x, size, less) for x, size in zip((u, v), sizes, strict=True)), strict=True)
    given = [*(t.proof.general(sign, DRAW) for sign in signs), *(t.arithmetic(join("<=", numeral(0), x), a.met) for x in sizes)]
    both = t.proof.use("Minkowski", *map(function_of, norms), *sizes, less, *given, *whole, *bounds)
    return _bound_by_larger(t, a, both, join("+", u, v), t.proof.use("triangle", u, v), less)


def _minkowski_mean(t: Words, a: Application) -> list[ProofLine]:
    """E|mean v|^p <= E(mean|v|)^p <= (mean s)^p."""
    less, v, size = numeral(int(a["power"]) - 1, Index), t.as_term(a["v"]), t.as_term(a["size"])
    norm, sign, whole, bound = _norm_moment(t, a, v, size, less)
    own = [t.proof.general(line, CLIENT) for line in (t.arithmetic(join("<=", numeral(0), size), a.met), whole, bound)]
    of = normal(abstract(function_of(norm), CLIENT)), normal(abstract(size, CLIENT)), less
    made = t.proof.use("Minkowski over clients", *of, t.proof.general(sign, CLIENT, DRAW), *own)
    vectors, norms = (normal(abstract(x, CLIENT)) for x in (v, norm))
    mean, most = const("mean", to(Client >> Vec, Vec))(vectors), const("mean", to(Client >> Num, Num))(norms)
    jensen = t.proof.use("Jensen for norms", vectors, numeral(0, Index))
    return _bound_by_larger(t, a, made, mean, t.arithmetic(join("<=", t.symbol("norm")(mean), most), [jensen]), less)


def _minkowski_sum(t: Words, a: Application) -> list[ProofLine]:
    """E|v_n|^p <= (n s_n)^p by induction: each term adds its own size, and sizes increase."""
    total, term, size, power = (as_expression(a[name]) for name in ("total", "term", "size", "power"))
    nothing, more, moment, rise, *signs = a.met
    index = t.as_variable(h)
    t.declare(index)
    random, p = DRAW in t.as_term(total).leaves, numeral(int(power), Index)

    def sized(v: Any, s: Any) -> tuple[Term, Term]:
        norm = join("^", t.symbol("norm")(t.as_sort(v, Vec)), p) if power > 1 or random else t.symbol("norm")(t.as_sort(v, Vec))
        return EXPECTATION(function_of(norm)) if random else norm, join("^", t.as_term(s), p)

    def in_the_mean(line: ProofLine) -> ProofLine:
        return expectation_of_relation(t, line) if random else line

    def powers(line: ProofLine) -> ProofLine:
        left, right = equation_sides(line.prop)
        return t.arithmetic(equal(*(join("^", x, p) if power > 1 or random else x for x in (left, right))), [line])

    statement = abstract(join("<=", *sized(total, h * size)), index)
    none = in_the_mean(powers(norm_of_equation(t, nothing)))
    base = t.arithmetic(normal(app(statement, numeral(0, Index))), [none, t.proof.sentence("norm of zero"), *t.expanded(none.prop)])
    now = t.proof.assume(normal(app(statement, index)))
    both = Application(a.step, {"u": total, "v": term, "sizes": (h * size, size), "power": power}, (now, moment, *signs), ())
    added = _minkowski_moment(t, both) if random else [now, moment, t.proof.use("triangle", t.as_term(total), t.as_term(term))]
    same = in_the_mean(powers(norm_of_equation(t, more)))
    low, high = t.as_term(h * size + size), t.as_term((h + 1) * size.xreplace({h: h + 1}))
    less = t.arithmetic(
        join("<=", low, high), [rise, t.arithmetic(join("<=", *(join("*", t.as_term(h + 1), x) for x in relation(rise.prop)[1:])), [rise])]
    )
    raised = t.proof.use("powers of smaller numbers", low, high, p, t.arithmetic(join("<=", numeral(0), low), signs), less)
    later = t.arithmetic(normal(app(statement, NEXT(index))), [same, *added, raised])
    step = t.proof.general(t.proof.discharge(later, now.prop), index)
    return [t.proof.at(t.proof.induction(statement, base, step), index)]


def _norm_moment(t: Words, a: Application, v: Term, size: Term, less: Term) -> tuple[Term, ProofLine, ProofLine, ProofLine]:
    """|v|, with the facts that it is nonnegative, that its power is integrable, and that its mean is at most the power of `size`."""
    norm = t.symbol("norm")(v)
    power = function_of(join("^", norm, NEXT(less)))
    met = [*a.met, *_without_factors(t, [EXPECTATION(power), *(fact.prop for fact in a.met)])]
    goal = join("<=", EXPECTATION(power), join("^", size, NEXT(less)))
    try:
        bound = t.arithmetic(goal, met)
    except NotFound:  # the power of a quotient may be written as a quotient of powers
        known = [line for line in a.met if canonical(relation(line.prop)[1]) is canonical(EXPECTATION(power))]
        same = [any_identity(t.proof, equal(join("^", size, NEXT(less)), relation(line.prop)[2]), t.prove_positive) for line in known]
        bound = t.arithmetic(goal, [*met, *same])
    return norm, t.proof.use("norms", v), t.integrable(power), bound


def _bound_by_larger(t: Words, a: Application, both: ProofLine, v: Term, smaller: ProofLine, less: Term) -> list[ProofLine]:
    """The bound on E x^p, and E|v|^p <= E x^p, where |v| <= x and x^p is integrable."""
    most, bound = conjunction_parts(t, both)
    _, norm, x = relation(smaller.prop)
    below = t.proof.use("powers of smaller numbers", norm, x, NEXT(less), t.proof.use("norms", v), smaller)
    low, high = (function_of(join("^", y, NEXT(less))) for y in (norm, x))
    made = [bound, t.proof.use("E is monotone", low, high, t.integrable(low), most, t.proof.general(below, DRAW))]
    return [*made, *_without_factors(t, [*(line.prop for line in made), *a.goals])]


def _at_drawn_point(t: Words, a: Application) -> list[ProofLine]:
    """E F(X) = E E[F(x)] at x = X by Fubini's theorem, and E F(x) <= r(x) at every x."""
    fact, x, at, body = relation_everywhere(t, a, a["at"])
    step, (p, q, r, s) = t.count(as_expression(a["step"])), (free(name, Vec) for name in ("p", "q", "r", "s"))
    plain = replace_random_terms(body, {t.problem("G")(CLIENT, step, DRAW, x): r, x: p})
    point = function_of(at)
    f = normal(abstract(abstract(abstract(abstract(plain, s), r), q), p))
    early = t.is_before(step, point)
    known = t.class_fact("Fresh"), early, early, t.integrable(function_of(normal(app(abstract(body, x), at))))
    made = t.proof.use("means over a draw", t.problem("G"), t.problem("grad"), CLIENT, step, point, point, f, *known)
    return move_to_random_point(t, a, made, fact, x, at)


def _at_random_start(t: Words, a: Application) -> list[ProofLine]:
    """E F(X) = E E[F(x)] at x = X, for draws that come after X, and E F(x) <= r(x) at every x."""
    fact, x, at, body = relation_everywhere(t, a, a["start"])
    p, q = (free(name, Vec) for name in ("p", "q"))
    value = next((y for y in closed_subterms(body) if y.sort is Vec and DRAW in y.leaves and spine(y)[0] in (*t.sequences, *t.values)), x)
    f, point = normal(abstract(abstract(replace_random_terms(body, {value: q, x: p}), q), p)), function_of(at)
    step, mapping = latest_index(value, t), normal(app(abstract(value, x), POINT))
    known = t.class_fact("Fresh"), t.random_maps.drawn(step, mapping), t.is_before(numeral(0, Index), point)
    whole = t.integrable(function_of(normal(app(abstract(body, x), at))))
    of = t.problem("G"), t.problem("grad"), step, map_of(mapping), point, f
    return [*move_to_random_point(t, a, t.proof.use("means over draws after a start", *of, *known, whole), fact, x, at), *a.met]


def relation_everywhere(t: Words, a: Application, at: Any) -> tuple[ProofLine, Term, Term, Term]:
    """The fact E F(x) <= r(x), its variable x, a random point to substitute for x, and F(x)."""
    fact, x = t.fact_of(a["relation"], a.met), t.as_variable(a["x"])
    t.declare(x)
    return fact, x, t.as_sort(at, Vec), body_of(spine(relation(fact.prop)[1])[1][0])


def replace_random_terms(body: Term, names: dict[Term, Term]) -> Term:
    """Replace random terms in a number by variables, one after the other. Raises NoProof where it stays random."""
    for x, letter in names.items():
        body = normal(app(abstract(body, x), letter))
    if DRAW in body.leaves:
        raise NoProof("draws of other steps, or at other points")
    return body


def move_to_random_point(t: Words, a: Application, made: ProofLine, fact: ProofLine, x: Term, at: Term) -> list[ProofLine]:
    """E F(X) <= E r(X), as E F(X) is the mean over X of the means at every point."""
    inner, split = conjunction_parts(t, made)
    high = function_of(normal(app(abstract(relation(fact.prop)[2], x), at)))
    there = t.proof.general(t.proof.at(t.proof.general(fact, x), at), DRAW)
    below = t.proof.use("E is monotone", spine(inner.prop)[1][0], high, inner, t.integrable(high), there)
    lines = [split, below, *t.chance.expanded(high)]
    return [*lines, *_without_factors(t, [*(line.prop for line in (*lines, *a.met)), *a.goals])]


def _without_factors(t: Words, props: Sequence[Term]) -> list[ProofLine]:
    """E|g v|^n = g^n E|v|^n, for the means of powers of norms in the propositions."""
    means = (spine(x)[1][0] for prop in props for x in closed_subterms(prop) if x.sort is Num and spine(x)[0].one == "E")
    found = []
    for v, n in dict.fromkeys(known for f in means if (known := power_of_norm(body_of(f)))):
        norm = t.symbol("norm")(v)
        plain = norm_equations(t, [norm])
        if plain:
            powers = [join("^", x, numeral(n, Index)) for x in (norm, relation(plain[0].prop)[2])]
            same = congruence(t, t.arithmetic(equal(*powers), plain), "E", DRAW, powers[0])
            found += [same, *t.chance.expanded(function_of(powers[1]))]
    return found


LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "hoelder": _hoelder,
    "minkowski_moment": _minkowski_moment,
    "minkowski_mean": _minkowski_mean,
    "minkowski_sum": _minkowski_sum,
    "at_drawn_point": _at_drawn_point,
    "at_random_start": _at_random_start,
}
