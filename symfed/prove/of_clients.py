"""Proof lines of the theorems on the noise of a step: its covariance at a point, and that of independent clients' mean."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from symfed.core.symbols import N, h
from symfed.kernel.arithmetic import relation
from symfed.kernel.symbols import NEXT, equal, for_all, numeral
from symfed.kernel.terms import Client, Index, Map, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.chance_of_maps import MEAN_OF_MAPS, integrable_map, means_of_maps
from symfed.prove.named import Application, congruence, equation_sides, mean_of_relation, of_equals, rewrite_fact
from symfed.prove.of_chance import mean_squares
from symfed.prove.of_matrices import choose_object, conjunction_parts
from symfed.prove.of_tensors import written_out
from symfed.prove.pieces import OUTER, function_of
from symfed.tactics.proof import ProductOfFacts, ProofLine
from symfed.theorems.noise import noise
from symfed.theorems.notation import CLIENT, DRAW
from symfed.theorems.vocabulary import Norm

if TYPE_CHECKING:
    from symfed.prove.words import Words

_NONE: Final = const("zero", Map)
#: Arbitrary matrices, one for each client.
_TURNED: Final = free("turned", Client >> Map)


def _mean(x: Term) -> Term:
    return const("mean", to(Client >> x.sort, x.sort))(normal(abstract(x, CLIENT)))


def _covariance(u: Term) -> Term:
    """E u u'."""
    return MEAN_OF_MAPS(function_of(OUTER(u, u)))


def _noise_term(t: Words, step: Term, x: Term) -> Term:
    return join("-", t.problem("G")(CLIENT, step, DRAW, x), t.problem("grad")(CLIENT, x))


def _as_at_first(t: Words, point: Term) -> ProofLine:
    """The covariance of the noise at a point is the same at every step, as draws there have one law."""
    index, value, zero = t.as_variable(h), free("value", Vec), numeral(0, Index)
    t.declare(index)
    centred = join("-", value, t.problem("grad")(CLIENT, point))
    f = normal(abstract(OUTER(centred, centred), value))
    draws = [function_of(t.problem("G")(CLIENT, k, DRAW, point)) for k in (index, zero)]
    alike = t.proof.at(t.class_fact("Alike"), CLIENT, index, zero, point)
    return t.proof.use("equal laws of matrices", *draws, f, alike, integrable_map(t, function_of(app(f, app(draws[1], DRAW)))))


def _bound_over_clients(t: Words, name: str, own: Term) -> ProofLine:
    """Name a number that bounds a nonnegative number of every client, and return the bound."""
    below = t.proof.at(choose_object(t, name, t.proof.use("numbers of clients are bounded", normal(abstract(own, CLIENT)))), CLIENT)
    t.conditions.append(t.arithmetic(join("<=", numeral(0), relation(below.prop)[2]), [below, t.arithmetic(join("<=", numeral(0), own))]))
    return below


def _pull_at(t: Words, a: Application) -> list[ProofLine]:
    return [_bound_over_clients(t, spine(t.as_term(a["bound"]))[0].one, t.symbol("norm")(t.problem("grad")(CLIENT, t.as_term(a["point"]))))]


def _noise_at(t: Words, a: Application) -> list[ProofLine]:
    """The root of a bound of the fourth moments at the first step; at every step they are the same, as draws have one law."""
    index, value, zero, own = t.as_variable(h), free("value", Vec), numeral(0, Index), t.as_term(Norm(noise(h, a["point"])) ** 4)
    t.declare(index)
    draws = [t.problem("G")(CLIENT, k, DRAW, t.as_term(a["point"])) for k in (index, zero)]
    f = normal(abstract(normal(app(abstract(own, draws[0]), value)), value))
    first = function_of(app(f, draws[1]))
    alike = t.proof.at(t.class_fact("Alike"), CLIENT, index, zero, t.as_term(a["point"]))
    same = t.proof.use("equal laws", *map(function_of, draws), f, alike, t.integrable(first))
    name = spine(t.as_term(a["bound"]))[0].one
    below = _bound_over_clients(t, f"{name}_to_the_fourth", equation_sides(same.prop)[1])
    sign, power = t.conditions[-1], relation(below.prop)[2]
    root = t.symbol("root")(numeral(4, Index), power)
    what = ProductOfFacts((t.proof.use("root of an order", numeral(3, Index), power, sign),))
    raised = t.proof.arithmetic(equal(join("^", root, numeral(4, Index)), power), what)
    named = t.proof.swap_sides(t.proof.define(name, (), root))
    t.conditions.append(rewrite_fact(t, t.proof.use("roots of an order", numeral(4, Index), power), named))
    return [same, below, rewrite_fact(t, raised, named)]


def _noise_covariance(t: Words, a: Application) -> list[ProofLine]:
    """The covariance, defined as that at the first step."""
    same = _as_at_first(t, t.as_term(a["point"]))
    head, of = spine(t.as_term(a["covariance"]))
    made = [same, t.proof.at(t.proof.define(head.one, of, equation_sides(same.prop)[1]), *of)]
    return [*made, *means_of_maps(t, [*(line.prop for line in made), *a.goals])]


def _covariance_near(t: Words, a: Application) -> list[ProofLine]:
    """Taylor's formula for the covariance at the first step, and so at every step."""
    point, u, first = t.as_term(a["point"]), t.declared(t.as_variable(a["u"])), numeral(0, Index)
    optimum = t.reach(equal(_mean(t.problem("grad")(CLIENT, point)), const("zero", Vec)), a.met)
    smooth = t.proof.use(t.class_fact("SmoothCovariance"), point, optimum)
    known = t.class_fact("Fresh"), t.class_fact("Moments"), t.proof.general(t.proof.at(smooth, CLIENT, first), CLIENT)
    exists = t.proof.use("a covariance near a point", t.problem("G"), t.problem("grad"), first, point, *known)
    slope = spine(t.as_term(a["slope"](a["u"])))[0]
    for head in (slope, t.as_term(a["bound"])):
        exists = choose_object(t, head.one, exists)
    positive, linear, near, size = conjunction_parts(t, exists)
    t.conditions.append(positive)
    t.linear[slope] = t.proof.at(linear, CLIENT)
    near, size = (t.proof.at(part, CLIENT, u) for part in (near, size))
    there = equal(_covariance(_noise_term(t, first, point)), t.as_term(a["covariance"]))
    here = [fact for fact in a.met if fact is not optimum] + [_as_at_first(t, point)]
    at_point = t.arithmetic(there, [*here, *means_of_maps(t, [there, *(line.prop for line in here)])])
    at_u = t.proof.swap_sides(_as_at_first(t, u))
    return [_written_bound(t, rewrite_fact(t, rewrite_fact(t, near, at_point), at_u), a.goals[0]), size]


def _written_bound(t: Words, bound: ProofLine, goal: Term) -> ProofLine:
    """A bound on a norm, from one in which expectations of matrices have another form."""
    norms = [relation(prop)[1] for prop in (bound.prop, goal)]
    return t.arithmetic(goal, [bound, *(written_out(t, norm) for norm in norms), *mean_squares(t, [bound.prop, goal])])


def _fresh_covariance(t: Words, a: Application) -> list[ProofLine]:
    """E C(Y) - C - D(E Y - p) is the mean of C(y) - C - D(y - p) at y = Y."""
    point, covariance, bound, y = (t.as_term(a[name]) for name in ("point", "covariance", "bound", "y"))
    u, step, slope = t.as_variable(a["u"]), t.as_variable(h), spine(t.as_term(a["slope"](a["u"])))[0](CLIENT)
    t.declare(u, step)
    gap = join("-", join("-", _covariance(_noise_term(t, step, u)), covariance), slope(join("-", u, point)))
    distance = join("^", t.symbol("norm")(join("-", u, point)), numeral(2, Index))
    goal = normal(join("<=", t.symbol("frobenius")(gap), join("*", bound, distance)))
    everywhere = t.proof.general(_written_bound(t, a.met[0], goal), u)
    known = t.class_fact("Fresh"), t.class_fact("Moments"), t.is_before(step, function_of(y)), t.linear[spine(slope)[0]], everywhere
    of = t.problem("G"), t.problem("grad"), CLIENT, step, function_of(y), covariance, slope, point, bound
    return [_written_bound(t, t.proof.use("a covariance at what is drawn", *of, *known), a.goals[0])]


def _rewrite_covariance(t: Words, equation: ProofLine) -> ProofLine:
    """E u u' = E v v', from u = v for every draw."""
    u, _ = equation_sides(equation.prop)
    return congruence(t, of_equals(t, equation, lambda x: OUTER(x, x)), "E", DRAW, OUTER(u, u))


def _zero_cross_terms(t: Words, u: Term, path: Term, turned: Term) -> list[ProofLine]:
    """E (A v) u' = 0 and E u (A v)' = 0, for a step's noise v at a point and a vector u, both of earlier draws."""
    step = t.as_variable(h)
    fresh = t.class_fact("Fresh"), t.class_fact("Moments"), *(t.is_before(step, function_of(x)) for x in (path, u))
    made = t.proof.use("fresh outer products", t.problem("G"), t.problem("grad"), CLIENT, step, function_of(path), function_of(u), *fresh)
    parts, v = list(conjunction_parts(t, made)), join("*", turned, _noise_term(t, step, path))
    whole = function_of(OUTER(v, u))
    goal = equal(MEAN_OF_MAPS(whole), _NONE)
    first = t.arithmetic(goal, [*parts, *means_of_maps(t, [goal, *(part.prop for part in parts)])])
    over = t.proof.use("Frobenius norm of an outer product turned", function_of(v), function_of(u), integrable_map(t, whole))
    over = rewrite_fact(t, over, first)
    behind = MEAN_OF_MAPS(function_of(OUTER(u, v)))
    small = t.arithmetic(join("<=", t.symbol("frobenius")(behind), numeral(0)), [over, t.proof.sentence("Frobenius norm of zero")])
    return [first, t.proof.use("zero map", behind, small)]


def _unrelated_mean(t: Words, v: Term, u: Term, each: list[ProofLine]) -> list[ProofLine]:
    """E (mean v) u' = 0 and E u (mean v)' = 0, from the same of each client's v."""
    found = []
    for line, sentence in zip(each, ("outer product of a mean", "outer product with a mean"), strict=True):
        split = t.proof.use(sentence, normal(abstract(v, CLIENT)), u)
        left, right = equation_sides(split.prop)
        own = function_of(app(spine(right)[1][0], CLIENT))
        all_integrable = t.proof.general(integrable_map(t, own), CLIENT)
        mean = t.proof.use("E of a mean of maps", normal(abstract(own, CLIENT)), all_integrable)
        parts = congruence(t, split, "E", DRAW, left), mean, mean_of_relation(t, line)
        found.append(t.proof.arithmetic(equal(MEAN_OF_MAPS(function_of(left)), _NONE), *(ProductOfFacts((part,)) for part in parts)))
    return found


def _sum_of(t: Words, u: Term, v: Term, unrelated: list[ProofLine]) -> ProofLine:
    """E (u + v)(u + v)' = E u u' + E v v', where E v u' and E u v' are zero."""
    goal = equal(_covariance(join("+", u, v)), join("+", _covariance(u), _covariance(v)))
    return t.arithmetic(goal, [*unrelated, *means_of_maps(t, [goal, *(line.prop for line in unrelated)])])


def _independent_clients(t: Words, a: Application) -> list[ProofLine]:
    """E (mean A Q)(mean A Q)' = mean E (A Q)(A Q)' / N for any matrices A of the clients, by induction over the steps."""
    x, start, index, n = t.as_variable(a["x"]), t.as_term(a["start"]), t.as_variable(h), t.as_term(N)
    t.declare(index, x, _TURNED)
    _, nothing, _, adds, *_ = (t.proof.at(t.proof.general(fact, x), start) for fact in a.met)
    turned, identity, turn = _TURNED(CLIENT), const("id", Map), a.arguments.get("turn", 0)
    further = join("*", turned, join("-", identity, t.as_term(turn))) if turn else turned
    path, total = (t.as_term(a[name](h, a["start"])) for name in ("path", "total"))
    first, later = (normal(app(abstract(total, index), k)) for k in (numeral(0, Index), NEXT(index)))
    share = join("/", numeral(1), n)

    def law_of_sums(u: Term) -> Term:
        return equal(_covariance(_mean(u)), join("*", share, _mean(_covariance(u))))

    def both_sides_moved(fact: ProofLine) -> list[ProofLine]:
        """Equations between both sides of `said` at two equal vectors."""
        mean = congruence(t, fact, "mean", CLIENT, equation_sides(fact.prop)[0])
        return [_rewrite_covariance(t, mean), mean_of_relation(t, _rewrite_covariance(t, fact))]

    def of_all(u: Term) -> Term:
        return normal(for_all(abstract(law_of_sums(u), _TURNED)))

    statement = normal(abstract(of_all(join("*", turned, total)), index))
    zero = const("zero", Vec)
    none = t.proof.arithmetic(equal(join("*", turned, first), zero), ProductOfFacts((nothing,), left=turned))
    equal_ = both_sides_moved(none)
    goal = law_of_sums(join("*", turned, first))
    base = t.proof.general(t.arithmetic(goal, [*equal_, *t.expanded(goal, *(line.prop for line in equal_))]), _TURNED)
    now = t.proof.assume(of_all(join("*", turned, total)))
    v = join("*", turned, _noise_term(t, index, path))
    u = join("*", further, total)
    more = t.proof.arithmetic(equal(join("*", turned, later), join("+", u, v)), ProductOfFacts((adds,), left=turned))
    early = t.proof.general(t.is_before(index, function_of(path)), CLIENT)
    classes = (t.class_fact(name) for name in ("Fresh", "Moments", "Independent"))
    of = t.problem("G"), t.problem("grad"), n, index, _TURNED, normal(abstract(function_of(path), CLIENT))
    noise_of_step = t.proof.use("independent clients", *of, *classes, early)
    own = mean_of_relation(t, _sum_of(t, u, v, _zero_cross_terms(t, u, path, turned)))
    whole = _sum_of(t, _mean(u), _mean(v), _unrelated_mean(t, v, _mean(u), _zero_cross_terms(t, _mean(u), path, turned)))
    parts = [ProductOfFacts((line,)) for line in (whole, t.proof.at(now, normal(abstract(further, CLIENT))), noise_of_step)]
    of_all_, of_each = both_sides_moved(more)
    parts += [ProductOfFacts((of_all_,)), *(ProductOfFacts((line,), Fraction(-1), left=share) for line in (of_each, own))]
    step = t.proof.general(t.proof.arithmetic(law_of_sums(join("*", turned, later)), *parts), _TURNED)
    every = t.proof.induction(statement, base, t.proof.general(t.proof.discharge(step, now.prop), index))
    plain = t.proof.at(every, index, normal(abstract(identity, CLIENT)))
    return [plain, *means_of_maps(t, [plain.prop, *a.goals])]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "pull_at": _pull_at,
    "noise_at": _noise_at,
    "noise_covariance": _noise_covariance,
    "independent_clients": _independent_clients,
    "covariance_near": _covariance_near,
    "fresh_covariance": _fresh_covariance,
}
