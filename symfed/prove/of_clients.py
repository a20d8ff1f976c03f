"""Named theorems on the noise of a step: its covariance at a point, and that of independent clients' mean, in the kernel."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from symfed.core.symbols import N, h
from symfed.kernel.symbols import NEXT, equal, for_all, numeral
from symfed.kernel.terms import Client, Index, Map, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.chance_of_maps import MEAN_OF_MAPS, drawn, integrable_map, means_of_maps
from symfed.prove.named import Application, congruence, equation_sides, mean_of_relation, replaced
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.proof import ProductOfFacts, ProofLine
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

_NONE: Final = const("zero", Map)
#: Any matrices, one for each client.
_TURNED: Final = free("turned", Client >> Map)


def _outer(u: Term, v: Term) -> Term:
    return const("outer", to(Vec, Vec, Map))(u, v)


def _mean(x: Term) -> Term:
    return const("mean", to(Client >> x.sort, x.sort))(normal(abstract(x, CLIENT)))


def _covariance(u: Term) -> Term:
    """E u u'."""
    return MEAN_OF_MAPS(drawn(_outer(u, u)))


def _noise_covariance(t: Words, a: Application) -> list[ProofLine]:
    """What the covariance is at the first step it is at every step: draws at a point have one law."""
    for v in (CLIENT, DRAW):
        t.declare(v)
    point, index, value = t.said(a["point"]), t.letter(h), free("value", Vec)
    centred = join("-", value, t.problem("grad")(CLIENT, point))
    f, zero = normal(abstract(_outer(centred, centred), value)), numeral(0, Index)
    draws = [drawn(t.problem("G")(CLIENT, k, DRAW, point)) for k in (index, zero)]
    head, of = spine(t.said(a["covariance"]))
    named = t.proof.define(head.one, of, MEAN_OF_MAPS(drawn(app(f, app(draws[1], DRAW)))))
    alike = t.proof.at(t.class_fact("Alike"), t.declared(CLIENT), t.declared(index), zero, point)
    same = t.proof.use("equal laws of matrices", *draws, f, alike, integrable_map(t, drawn(app(f, app(draws[1], DRAW)))))
    made = [same, t.proof.at(named, *of)]
    return [*made, *means_of_maps(t, [*(line.prop for line in made), *a.goals])]


def _put_in(t: Words, equation: ProofLine) -> ProofLine:
    """E u u' = E v v', from u = v for every draw."""
    u, _ = equation_sides(equation.prop)
    hole = free("hole", Vec)
    where = abstract(equal(_outer(u, u), _outer(hole, hole)), hole)
    return congruence(t, t.proof.rewrite(t.proof.reflexive(_outer(u, u)), equation, where), "E", DRAW, _outer(u, u))


def _unrelated(t: Words, u: Term, path: Term, turned: Term) -> list[ProofLine]:
    """E (A v) u' = 0 and E u (A v)' = 0, for a step's noise v at a point and a vector u, both of earlier draws."""
    step, samples, gradient = t.letter(h), t.problem("G"), t.problem("grad")
    fresh = t.class_fact("Fresh"), t.class_fact("Moments"), *(t.before(step, drawn(x)) for x in (path, u))
    made = t.proof.use("fresh outer products", samples, gradient, CLIENT, step, drawn(path), drawn(u), *fresh)
    parts, v = list(conjunction_parts(t, made)), join("*", turned, join("-", samples(CLIENT, step, DRAW, path), gradient(CLIENT, path)))
    goal = equal(MEAN_OF_MAPS(drawn(_outer(v, u))), _NONE)
    first = t.arithmetic(goal, [*parts, *means_of_maps(t, [goal, *(part.prop for part in parts)])])
    over = t.proof.use("Frobenius norm of an outer product turned", drawn(v), drawn(u), integrable_map(t, drawn(_outer(v, u))))
    over = replaced(t, over, first)
    behind = MEAN_OF_MAPS(drawn(_outer(u, v)))
    small = t.arithmetic(join("<=", t.symbol("frobenius")(behind), numeral(0)), [over, t.proof.sentence("Frobenius norm of zero")])
    return [first, t.proof.use("zero map", behind, small)]


def _unrelated_mean(t: Words, v: Term, u: Term, each: list[ProofLine]) -> list[ProofLine]:
    """E (mean v) u' = 0 and E u (mean v)' = 0, from the same of each client's v."""
    found = []
    for line, sentence in zip(each, ("outer product of a mean", "outer product with a mean"), strict=True):
        split = t.proof.use(sentence, normal(abstract(v, CLIENT)), u)
        left, right = equation_sides(split.prop)
        own = drawn(app(spine(right)[1][0], CLIENT))
        all_integrable = t.proof.general(integrable_map(t, own), CLIENT)
        mean = t.proof.use("E of a mean of maps", normal(abstract(own, CLIENT)), all_integrable)
        parts = congruence(t, split, "E", DRAW, left), mean, mean_of_relation(t, line)
        found.append(t.proof.arithmetic(equal(MEAN_OF_MAPS(drawn(left)), _NONE), *(ProductOfFacts((part,)) for part in parts)))
    return found


def _sum_of(t: Words, u: Term, v: Term, unrelated: list[ProofLine]) -> ProofLine:
    """E (u + v)(u + v)' = E u u' + E v v', where E v u' and E u v' are zero."""
    goal = equal(_covariance(join("+", u, v)), join("+", _covariance(u), _covariance(v)))
    return t.arithmetic(goal, [*unrelated, *means_of_maps(t, [goal, *(line.prop for line in unrelated)])])


def _independent_clients(t: Words, a: Application) -> list[ProofLine]:
    """E (mean A Q)(mean A Q)' = mean E (A Q)(A Q)' / N for any matrices A of the clients, by induction over the steps."""
    x, start, index, n = t.letter(a["x"]), t.said(a["start"]), t.letter(h), t.said(N)
    for v in (CLIENT, DRAW, index, x, _TURNED):
        t.declare(v)
    _, nothing, _, adds, *_ = (t.proof.at(t.proof.general(fact, x), start) for fact in a.met)
    turned, identity, turn = _TURNED(CLIENT), const("id", Map), a.arguments.get("turn", 0)
    further = join("*", turned, join("-", identity, t.said(turn))) if turn else turned
    path, total = (t.said(a[name](h, a["start"])) for name in ("path", "total"))
    first, later = (normal(app(abstract(total, index), k)) for k in (numeral(0, Index), NEXT(index)))
    share = join("/", numeral(1), n)

    def said(u: Term) -> Term:
        return equal(_covariance(_mean(u)), join("*", share, _mean(_covariance(u))))

    def moved(fact: ProofLine) -> list[ProofLine]:
        """Both sides for one of two equal vectors are those for the other."""
        mean = congruence(t, fact, "mean", CLIENT, equation_sides(fact.prop)[0])
        return [_put_in(t, mean), mean_of_relation(t, _put_in(t, fact))]

    def of_all(u: Term) -> Term:
        return normal(for_all(abstract(said(u), _TURNED)))

    statement = normal(abstract(of_all(join("*", turned, total)), index))
    zero = const("zero", Vec)
    none = t.proof.arithmetic(equal(join("*", turned, first), zero), ProductOfFacts((nothing,), left=turned))
    equal_ = moved(none)
    goal = said(join("*", turned, first))
    base = t.proof.general(t.arithmetic(goal, [*equal_, *t.expanded(goal, *(line.prop for line in equal_))]), _TURNED)
    now = t.proof.assume(of_all(join("*", turned, total)))
    v = join("*", turned, join("-", t.problem("G")(CLIENT, index, DRAW, path), t.problem("grad")(CLIENT, path)))
    u = join("*", further, total)
    more = t.proof.arithmetic(equal(join("*", turned, later), join("+", u, v)), ProductOfFacts((adds,), left=turned))
    early = t.proof.general(t.before(index, drawn(path)), CLIENT)
    classes = (t.class_fact(name) for name in ("Fresh", "Moments", "Independent"))
    of = t.problem("G"), t.problem("grad"), n, index, _TURNED, normal(abstract(drawn(path), CLIENT))
    noise_of_step = t.proof.use("independent clients", *of, *classes, early)
    own = mean_of_relation(t, _sum_of(t, u, v, _unrelated(t, u, path, turned)))
    whole = _sum_of(t, _mean(u), _mean(v), _unrelated_mean(t, v, _mean(u), _unrelated(t, _mean(u), path, turned)))
    parts = [ProductOfFacts((line,)) for line in (whole, t.proof.at(now, normal(abstract(further, CLIENT))), noise_of_step)]
    of_all_, of_each = moved(more)
    parts += [ProductOfFacts((of_all_,)), *(ProductOfFacts((line,), Fraction(-1), left=share) for line in (of_each, own))]
    step = t.proof.general(t.proof.arithmetic(said(join("*", turned, later)), *parts), _TURNED)
    every = t.proof.induction(statement, base, t.proof.general(t.proof.discharge(step, now.prop), index))
    plain = t.proof.at(every, index, normal(abstract(identity, CLIENT)))
    return [plain, *means_of_maps(t, [plain.prop, *a.goals])]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "noise_covariance": _noise_covariance,
    "independent_clients": _independent_clients,
}
