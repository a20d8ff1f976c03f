"""Independent rounds: copies of a random map, the chains that they generate, and invariant laws of such chains."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.symbols import t as round_index
from symfed.kernel.arithmetic import relation
from symfed.kernel.symbols import NEXT, equal, numeral
from symfed.kernel.terms import Client, Index, Num, Outcome, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.chance import Chance, body_of
from symfed.prove.chance_of_maps import integrable_map, means_of_maps
from symfed.prove.definitions import Recursion, name_of
from symfed.prove.named import Application, NoProof, congruence, equation_sides, norm_of_equation, rewrite_fact
from symfed.prove.of_laws import contraction_fact, contraction_in_w2, equal_means, random_map
from symfed.prove.of_matrices import choose_object, conjunction_parts
from symfed.prove.pieces import EXPECTATION, OUTER, function_of
from symfed.prove.random_maps import POINT, RandomMaps, map_of
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW
from symfed.theorems.vocabulary import sequence

if TYPE_CHECKING:
    from symfed.prove.words import Words

_NORM: Final = const("norm", to(Vec, Num))
_OTHER: Final = free("d", Client)


class Rounds:
    """The draws of one copy of a random map, with the facts about them."""

    def __init__(self, t: Words, a: Application) -> None:
        self.t, self.letter = t, t.as_variable(a["x"])
        step, drawn, self.body = random_map(t, a["mapping"], a["x"])
        fresh, moments = (t.class_fact(name) for name in ("Fresh", "Moments"))
        at = t.problem("G"), t.problem("grad"), step, map_of(normal(app(abstract(self.body, self.letter), POINT)))
        exists = t.proof.use("draws of one's own", *at, fresh, moments, drawn)
        self.copy, of = spine(t.as_term(a["copy"](round_index, a["x"])))
        facts = conjunction_parts(t, choose_object(t, f"{self.copy.one}_draws", exists))
        self.fresh, self.moments, self.starts, self.alike, self.pairs, self.shared = facts
        self.draws = spine(self.fresh.prop)[1][0]
        self.mean = spine(self.fresh.prop)[1][1]
        self.given = (*at, fresh, drawn)
        self.chance = Chance(t, self)
        self.maps = RandomMaps(t, self.chance)
        self.norms: dict[Term, ProofLine] = {}  # powers of norms of a chain's values are integrable
        index = of[1]
        value = self.draws(_OTHER, index, DRAW, self.letter)
        self.named = t.proof.define(self.copy.one, of, app(const("mean", to(Client >> Vec, Vec)), normal(abstract(value, _OTHER))))
        t.values[self.copy] = self.named
        t.declare(_OTHER)
        t.define_early()

    def occur_in(self, function: Term) -> bool:
        """Return whether a random quantity depends on these rounds: on their draws, the copy, or a chain."""
        own = {self.copy, self.draws}
        while more := {head for head, by in self.t.sequences.items() if head not in own and not by.step.prop.leaves.isdisjoint(own)}:
            own |= more  # sums over a chain, too
        return not function.leaves.isdisjoint(own)

    def draw_equation(self, point: Term, index: Term, draw: Term = DRAW) -> ProofLine:
        """The equation of R(x, n, w) and a client's draw, which is the same for all clients."""
        t = self.t
        t.declare(_OTHER)
        t.declare_all(point)
        t.declare_all(index)
        each = t.proof.at(self.shared, _OTHER, CLIENT, index, draw, point)
        same = congruence(t, each, "mean", _OTHER, equation_sides(each.prop)[0])
        named = t.proof.at(self.named, point, index, draw)
        return t.arithmetic(equal(self.copy(point, index, draw), self.draws(CLIENT, index, draw, point)), [same, named])

    def is_before(self, head: Term, index: Term) -> ProofLine:
        """The fact that a chain's value is built by the rounds before its index."""
        return self.chance.is_before(index, normal(head(index)))

    def distance_of_images(self, index: Term, x: Term, y: Term) -> ProofLine:
        """The mean square distance of two points' images is the same for a copy as for the map itself."""
        at_points = [normal(app(abstract(self.body, self.letter), point)) for point in (x, y)]
        r, s = (free(name, Vec) for name in ("r", "s"))
        pair = normal(abstract(abstract(_square(r, s), s), r))
        integrable = self.t.integrable(function_of(_square(*at_points)))
        return self.t.proof.by(self.t.proof.at(self.pairs, CLIENT, index, x, y, pair), integrable)

    def next_value(self, head: Term, index: Term) -> ProofLine:
        """The equation of the draw at a chain's value and the chain's next value, for every outcome."""
        t = self.t
        after = t.pointwise(t.proof.at(t.sequences[head].step, index), [DRAW])
        named = self.draw_equation(head(index, DRAW), index)
        left = self.draws(CLIENT, index, DRAW, head(index, DRAW))
        return t.proof.general(t.arithmetic(equal(left, equation_sides(after.prop)[0]), [after, named]), DRAW)


def t_index(t: Words) -> Term:
    return t.proof.variable("round", Index)


def _chain_value(term: Term) -> tuple[Term, Term]:
    head, of = spine(term)
    if len(of) < 2 or of[-1] is not DRAW:
        raise NoProof(f"{term} is no value of a chain")
    return normal(head(*of[:-2])) if of[:-2] else head, of[-2]


def _square(u: Term, v: Term) -> Term:
    """|u - v|², written as a linear combination."""
    minus = join("-", numeral(0), numeral(1))
    return join("^", _NORM(join("+", join("*", numeral(1), u), join("*", minus, v))), numeral(2))


def _fresh_round(t: Words, a: Application) -> list[ProofLine]:
    """A copy for each round contracts mean square distances of points made by earlier rounds, as the map does at any two points."""
    rounds = t.rounds[a["copy"].__name__] = Rounds(t, a)
    x, y, factor = t.as_variable(a["x"]), t.as_variable(a["y"]), t.as_term(a["factor"])
    u, v = (t.as_term(a[name]) for name in ("u", "v"))
    (one, index), (other, _) = _chain_value(u), _chain_value(v)
    t.declare_all(index)
    early = [rounds.is_before(head, index) for head in (one, other)]
    # at any two points, as the map does
    p, q, r, s = (free(name, Vec) for name in ("p", "q", "r", "s"))
    pair = normal(abstract(abstract(_square(r, s), s), r))
    moved = rounds.distance_of_images(index, x, y)
    draws = [rounds.draws(CLIENT, index, DRAW, point) for point in (x, y)]
    bound = join("+", join("*", factor, _square(x, y)), join("*", numeral(0), _square(x, y)))
    everywhere = t.reach(join("<=", EXPECTATION(function_of(_square(*draws))), bound), [*a.met, moved])
    # at random points, by Fubini's theorem
    points = [function_of(point) for point in (u, v)]
    draws = [rounds.draws(CLIENT, index, DRAW, point) for point in (u, v)]
    whole = t.integrable(function_of(_square(*draws)))
    f = normal(abstract(abstract(pair, q), p))
    known = rounds.fresh, *early, whole
    inner, split = conjunction_parts(t, t.proof.use("means over a draw", rounds.draws, rounds.mean, CLIENT, index, *points, f, *known))
    apart, distance = function_of(_square(u, v)), t.integrable(function_of(_square(u, v)))
    sides = factor, numeral(0), apart, apart, distance, distance
    scaled, linear = (t.proof.use(name, *sides) for name in ("combinations are integrable", "E is linear"))
    low, high = equation_sides(split.prop)[1].two, spine(scaled.prop)[1][0]
    below = t.proof.general(t.proof.at(t.proof.general(everywhere, x, y), u, v), DRAW)
    monotone = t.proof.use("E is monotone", low, high, inner, scaled, below)
    named = [rounds.draw_equation(point, index) for point in (u, v)]
    written = _square(*(rounds.copy(point, index, DRAW) for point in (u, v)))
    same = norm_congruence(t, named, written, _square(*draws))
    law = t.proof.at(rounds.alike, CLIENT, index, rounds.letter)
    return [t.arithmetic(a.goals[0], [same, split, monotone, linear]), rewrite_to_copy(t, rounds, law, index)]


def _contraction_in_w2(t: Words, a: Application) -> list[ProofLine]:
    """An invariant law of rounds; and, where the proof needs it, the squared distance from it of the laws of a chain of rounds."""
    made = contraction_in_w2(t, a)
    name = name_of(a["distance"])
    if name not in t.chain_distances():
        return made
    start, law, n = t.letters[f"{name}_start"], spine(t.as_term(a["law"]))[0], t_index(t)
    copy = sequence(f"{name}_round_w", "a round with draws of its own")
    rounds = t.rounds[copy.__name__] = Rounds(t, Application(a.step, a.arguments | {"copy": copy}, a.met, a.goals))
    now = free("now", Outcome >> Vec)
    step = normal(abstract(abstract(abstract(rounds.copy(app(now, DRAW), n, DRAW), DRAW), now), n))
    chain = const(f"{name}_chain", to(Index, Outcome, Vec))
    t.sequences[chain] = Recursion((), *t.proof.recursion(chain.one, (), start, step))
    factor = t.as_term(a["factor"])

    def far(k: Term) -> Term:
        return t.symbol("transport")(normal(chain(k)), law)

    positive, (x, y) = t.arithmetic(join("<=", numeral(0), factor), a.met), (t.as_variable(a[name]) for name in ("x", "y"))
    drawn = (rounds.draws(CLIENT, n, DRAW, point) for point in (x, y))
    shrinks = t.proof.general(contraction_fact(t, factor, drawn, (x, y), [*a.met, rounds.distance_of_images(n, x, y)]), x, y)
    early = rounds.chance.is_before(n, normal(chain(n))), rounds.chance.is_before(n, law)
    points = normal(chain(n)), law
    near = t.proof.use("transport after a draw", rounds.draws, rounds.mean, CLIENT, n, factor, *points, rounds.fresh, rounds.moments,
                       *early, positive, shrinks)  # fmt: skip
    moved = function_of(rounds.draws(CLIENT, n, DRAW, app(law, DRAW)))
    hole, bound = free("hole", Outcome >> Vec), join("*", factor, far(n))
    near = t.proof.rewrite(near, rounds.next_value(chain, n), abstract(join("<=", t.symbol("transport")(hole, moved), bound), hole))
    same = _law_after(t, rounds, law, law, t.proof.use("equal laws: one's own", law), n, made[0])
    equal_ = t.proof.use("transport to equal laws", moved, law, normal(chain(NEXT(n))), same)
    index, zero = t.as_variable(round_index), numeral(0, Index)
    power = abstract(t.as_term(a["factor"] ** round_index), index)
    statement = abstract(join("<=", far(n), join("*", app(power, n), far(zero))), n)
    base, before = t.arithmetic(normal(app(statement, zero))), t.proof.assume(normal(app(statement, n)))
    later = ProductOfFacts((near,)), ProductOfFacts((equal_,), Fraction(1)), ProductOfFacts((positive, before))
    goes_on = t.proof.arithmetic(normal(app(statement, NEXT(n))), *later)
    whole = t.proof.induction(statement, base, t.proof.general(t.proof.discharge(goes_on, before.prop), n))
    named = t.proof.define(name, (n,), t.symbol("sqrt")(far(n)))
    squares = []
    for k in (index, zero):  # W² - s = (W + root(s)) (W - root(s)) + root(s)² - s
        value, root, own = const(name, to(Index, Num))(k), t.symbol("sqrt")(far(k)), t.proof.at(named, k)
        square = t.proof.use("root", far(k), t.proof.use("transport is not negative", normal(chain(k)), law))
        parts = ProductOfFacts((own,), left=join("+", value, root)), ProductOfFacts((square,))
        squares.append(t.proof.arithmetic(equal(join("^", value, numeral(2)), far(k)), *parts))
    both = ProductOfFacts((squares[0],), Fraction(-1)), ProductOfFacts((squares[1],), left=normal(app(power, index)))
    return [*made, t.proof.arithmetic(a.goals[-1], ProductOfFacts((t.proof.at(whole, index),)), *both)]


def norm_congruence(t: Words, named: list[ProofLine], written: Term, plain: Term) -> ProofLine:
    """E of a square is unchanged if its vectors are rewritten by these equations."""
    line = t.proof.reflexive(written)
    for equation in named:
        left, right = equation_sides(equation.prop)
        hole = free("hole", Vec)
        now = equation_sides(line.prop)[1]
        line = t.proof.rewrite(line, equation, abstract(equal(written, app(abstract(now, left), hole)), hole))
        assert right in now.leaves or right is not left
    assert equation_sides(line.prop)[1] is normal(plain)
    return congruence(t, line, "E", DRAW, written)


def rewrite_to_copy(t: Words, rounds: Rounds, law: ProofLine, index: Term) -> ProofLine:
    """Rewrite a fact about the law of a draw to the copy's own name."""
    named = t.proof.general(t.proof.swap_sides(rounds.draw_equation(rounds.letter, index)), DRAW)
    other, hole = spine(law.prop)[1][1], free("hole", Outcome >> Vec)
    return t.proof.rewrite(law, named, abstract(t.symbol("same_law")(hole, other), hole))


def _invariant_law(t: Words, law: Term) -> ProofLine:
    """The fact that a random point's law is invariant under a round. Raises NoProof."""
    said = t.symbol("same_law")
    kept = next((f for f in t.facts.values() if spine(f.prop)[0] is said and spine(f.prop)[1][1] is law), None)
    if kept is None:
        raise NoProof(f"the law of {law} is not known to be kept")
    return kept


def _kept_by_round(t: Words, a: Application) -> list[ProofLine]:
    """E|T(X) - a|² = E|X - a|² for an X whose law is invariant under T."""
    return _equal_squares(t, _invariant_law(t, function_of(t.as_term(a["law"]))), t.as_term(a["about"]))


def _equal_squares(t: Words, alike: ProofLine, about: Term) -> list[ProofLine]:
    """E|X - a|² = E|Y - a|² for an X of the law of Y; |a - X|² as well."""
    one, other = spine(alike.prop)[1]
    p, value = free("p", Vec), normal(app(other, DRAW))
    return [
        t.proof.use("equal laws", one, other, normal(abstract(_square(*pair), p)), alike, t.integrable(function_of(_square(*at))))
        for pair, at in (((p, about), (value, about)), ((about, p), (about, value)))
    ]


def _law_after(t: Words, rounds: Rounds, law: Term, point: Term, alike: ProofLine, n: Term, kept: ProofLine) -> ProofLine:
    """A round's draw at a random point of an invariant law has that law."""
    g, grad, step, map_, fresh, drawn = rounds.given
    laws = t.proof.general(t.proof.at(rounds.alike, CLIENT, n, rounds.letter), rounds.letter)
    known = fresh, rounds.fresh, drawn, t.random_maps.starts[law], rounds.chance.is_before(n, point), alike, laws
    moved = t.proof.use("a law after a draw", g, rounds.draws, grad, rounds.mean, CLIENT, n, step, map_, law, point, *known)
    return t.proof.use("equal laws: two in a row", *spine(moved.prop)[1], law, moved, kept)


def _law_along(t: Words, a: Application) -> ProofLine:
    """A chain that starts from an invariant law of rounds has that law after every round."""
    rounds, law = t.rounds[a["copy"].__name__], spine(t.as_term(a["law"]))[0]
    head = spine(t.as_term(a["chain"](round_index)))[0]
    said, hole, n = t.symbol("same_law"), free("hole", Outcome >> Vec), t_index(t)
    kept = _invariant_law(t, law)
    start = t.sequences[head].start
    base = t.proof.rewrite(t.proof.use("equal laws: one's own", law), t.proof.swap_sides(start), abstract(said(hole, law), hole))
    statement = abstract(normal(said(head(n), law)), n)
    now = t.proof.assume(normal(app(statement, n)))
    later = _law_after(t, rounds, law, normal(head(n)), now, n, kept)
    later = t.proof.rewrite(later, rounds.next_value(head, n), abstract(said(hole, law), hole))
    return t.proof.induction(statement, base, t.proof.general(t.proof.discharge(later, now.prop), n))


def _kept_by_rounds(t: Words, a: Application) -> list[ProofLine]:
    """E|Y_t - a|² = E|X - a|² for a chain from an X whose law is invariant under rounds."""
    index = t.as_variable(round_index)
    t.declare_all(index)
    return _equal_squares(t, t.proof.at(_law_along(t, a), index), t.as_term(a["about"]))


def _mean_ergodic(t: Words, a: Application) -> list[ProofLine]:
    """E|Z_n/n - m|² is at most 4/((1 - q) n) times the variance, and tends to zero, for the sums Z_n over a stationary chain."""
    rounds, factor, n = t.rounds[a["copy"].__name__], t.as_term(a["factor"]), t_index(t)
    chain, total = (spine(t.as_term(a[name](round_index)))[0] for name in ("chain", "total"))
    x, y = (t.as_variable(a[name]) for name in ("x", "y"))
    drawn = (rounds.draws(CLIENT, n, DRAW, point) for point in (x, y))
    shrinks = t.proof.general(contraction_fact(t, factor, drawn, (x, y), [*a.met, rounds.distance_of_images(n, x, y)]), n, x, y)
    signs = [t.arithmetic(goal, a.met) for goal in (join("<=", numeral(0), factor), join("<", factor, numeral(1)))]
    begins, none, more = t.sequences[chain].start, *(t.sequences[total].start, t.proof.at(t.sequences[total].step, n))
    hole, zero, law = free("hole", Outcome >> Vec), numeral(0, Index), _law_along(t, a)
    law = t.proof.at(law, n)
    alike = t.proof.rewrite(law, t.proof.swap_sides(begins), abstract(t.symbol("same_law")(normal(chain(n)), hole), hole))
    steps = t.proof.general(rounds.next_value(chain, n), n)
    sums = t.proof.general(t.pointwise(none, [DRAW]), DRAW), t.proof.general(t.pointwise(more, [DRAW]), n, DRAW)
    of = rounds.draws, rounds.mean, CLIENT, NEXT(n), factor, chain, total
    early = rounds.is_before(chain, zero)
    made = t.proof.use(
        "sums along what forgets", *of, rounds.fresh, rounds.moments, early, *signs, shrinks, t.proof.general(alike, n), steps, *sums
    )
    made = rewrite_fact(t, made, begins)
    return [_mean_vanishes(t, a, made, n)]


def _mean_vanishes(t: Words, a: Application, made: ProofLine, n: Term) -> ProofLine:
    """E|Z_n/n - m|² tends to zero, by a bound on E|Z_n - n m|² for n >= 1."""
    error, _ = spine(a.goals[0])[1]
    count, rest = const("num", to(Index, Num))(NEXT(n)), join("-", numeral(1), t.as_term(a["factor"]))
    _, low, high = relation(made.prop)
    spread, square = (next(x for x in closed_subterms(side) if spine(x)[0] is EXPECTATION) for side in (high, low))
    v = spine(spine(body_of(spine(square)[1][0]))[1][0])[1][0]
    share, own = join("/", numeral(1), count), normal(app(error, NEXT(n)))
    one, small = t.inverse_facts(count), t.inverse_facts(rest)
    body = body_of(spine(own)[1][0])
    whole = spine(spine(body)[1][0])[1][0]
    sign = t.proof.use("less is at most", numeral(0), share, one[1])
    sizes = [norm_of_equation(t, t.arithmetic(equal(whole, join("*", share, v)), one)), t.proof.use("norm of a multiple", share, v, sign)]
    plain = join("*", join("^", share, numeral(2)), join("^", _NORM(v), numeral(2)))
    same = congruence(t, t.arithmetic(equal(body, plain), sizes), "E", DRAW, body)
    most = join("*", numeral(4), join("*", spread, join("/", numeral(1), rest)))
    below = join("<=", own, join("*", most, share))
    bound = t.arithmetic(below, [same, *t.chance.expanded(function_of(plain)), made, *one, *small])
    positive = t.arithmetic(join("<=", numeral(0), own))
    limit = t.proof.use("inverse counts vanish", most)
    of = error, spine(limit.prop)[1][0]
    return t.proof.use("what is below vanishes", *of, t.proof.general(positive, n), t.proof.general(bound, n), limit)


def _stationary_drift(t: Words, a: Application) -> list[ProofLine]:
    """f E|X - p|^n <= E r(X) for an X with a T-invariant law, where E|T(x) - p|^n <= (1 - f)|x - p|^n + r(x) at every x, and f > 0."""
    x, law, size = t.as_variable(a["x"]), spine(t.as_term(a["law"]))[0], as_expression(a["value"])
    norm, power = size.as_base_exp()
    share, rise, point = t.as_term(a["fall"] / size), t.as_term(a["rise"]), t.as_term(sp.expand(a["x"] - norm.args[0]))
    step, drawn, value = random_map(t, a["mapping"], a["x"])
    n, q = t.count(power), join("-", numeral(1), share)
    later, now = (join("^", _NORM(join("-", y, point)), n) for y in (value, x))
    at_law = normal(app(abstract(now, x), app(law, DRAW)))
    turned = [_as_written(t, size.xreplace({a["x"]: y}), plain) for y, plain in ((a["mapping"](a["x"]), later), (a["law"], at_law))]
    below = t.reach(join("<=", EXPECTATION(function_of(later)), join("+", join("*", q, now), rise)), [*a.met, *turned])
    short = t.arithmetic(join("<", q, numeral(1)), [t.facts[name] for name in a.step.by])
    r, rising = normal(abstract(rise, x)), function_of(normal(app(abstract(rise, x), app(law, DRAW))))
    of = t.problem("G"), t.problem("grad"), step, n, map_of(normal(app(abstract(value, x), POINT))), law, point, q, r
    known = t.class_fact("Fresh"), drawn, t.random_maps.starts[law], _invariant_law(t, law), short
    rises = t.reach(join("<=", numeral(0), rise), a.met)
    everywhere = [t.proof.general(line, x) for line in (rises, t.integrable(function_of(later)), below)]
    made = t.proof.use("moments of a law that is kept", *of, *known, everywhere[0], t.integrable(rising), *everywhere[1:])
    whole, bound = conjunction_parts(t, made)
    t.chance.note_integrable(whole)
    if DRAW in body_of(rising).leaves:
        turned.append(_as_written(t, as_expression(a["rise"]).xreplace({a["x"]: a["law"]}), body_of(rising)))
    return [bound, *turned, *t.chance.expanded(rising), *t.expanded(turned[-1].prop, *a.goals), *a.met]


def _as_written(t: Words, x: Any, plain: Term) -> ProofLine:
    """The equation of two forms of a mean: as the claim writes it, and as a sentence does."""
    own = t.as_term(x)
    return congruence(t, t.arithmetic(equal(own, plain)), "E", DRAW, own)


def _same_mean(t: Words, a: Application) -> list[ProofLine]:
    """E T(X) = E X for an X whose law is invariant under T."""
    return [equal_means(t, _invariant_law(t, function_of(t.as_term(a["law"]))))]


def _same_second_moment(t: Words, a: Application) -> list[ProofLine]:
    """E (T(X) - a)(T(X) - a)' = E (X - a)(X - a)' for an X whose law is invariant under T."""
    kept, about, p = _invariant_law(t, function_of(t.as_term(a["law"]))), t.as_term(a["about"]), free("p", Vec)
    one, other = spine(kept.prop)[1]
    product = normal(abstract(OUTER(join("-", p, about), join("-", p, about)), p))
    integrable = integrable_map(t, function_of(normal(app(product, app(other, DRAW)))))
    alike = t.proof.use("equal laws of matrices", one, other, product, kept, integrable)
    return [alike, *means_of_maps(t, [alike.prop, *a.goals])]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "contraction_in_w2": _contraction_in_w2,
    "fresh_round": _fresh_round,
    "kept_by_round": _kept_by_round,
    "kept_by_rounds": _kept_by_rounds,
    "mean_ergodic": _mean_ergodic,
    "stationary_drift": _stationary_drift,
    "same_mean": _same_mean,
    "same_second_moment": _same_second_moment,
}
