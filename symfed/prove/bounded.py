"""Powers of norms that have a mean: of changes of samples' gradients, which are bounded, and where the noise has such moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symfed.kernel.forms import canonical, count, plus, vector
from symfed.kernel.symbols import known, numeral, sides
from symfed.kernel.terms import Index, Num, Outcome, Term, Vec, abstract, app, const, normal, spine, to
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.indices import latest
from symfed.prove.named import NotSaid
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.prove.random_maps import POINT, map_of
from symfed.theorems.notation import CLIENT, DRAW
from symfed.theorems.vocabulary import E

if TYPE_CHECKING:
    from symfed.prove.words import Words


def power_of_norm(body: Term) -> tuple[Term, int] | None:
    """v and n, where a number is |v|^n for a numeral n."""
    head, of = spine(body)
    base, power = of if head.one == "^" else (body, numeral(1, Index))
    known = spine(base)[0].one == "norm" and set(count(power)) <= {()}
    return (spine(base)[1][0], count(power).get((), 0)) if known else None


def bounded_power(t: Words, at: Term, v: Term, power: Term) -> ProofLine:
    """|v|^n has a mean, for a vector that is built by the steps before an index and bounded. Raises NotSaid for one that is not."""
    limit, step = _bound(t, v)
    t.declare(DRAW)
    function = normal(abstract(v, DRAW))
    return t.proof.use("bounded vectors", t.problem("G"), at, power, function, limit, t.before(at, function), t.proof.general(step, DRAW))


def moments(t: Words) -> list[ProofLine]:
    """That powers of norms have a mean, which the claim's classes say with a bound on it."""
    if t.moments is None:
        t.moments, ahead = [], list(t.claim.under.classes)
        for member in ahead:
            ahead += member.implies
            for mean in (x for relation in getattr(member, "relations", ()) for x in relation.atoms(E)):
                (function,) = spine(t.said(mean))[1]
                names = t.proof.kernel.names
                spoken = all(x.kind == "free" or known(x) or names.get(x.one) is x for x in function.leaves)
                if spoken and power_of_norm(normal(app(function, DRAW))):
                    moment = t.symbol("integrable")(function)
                    t.supposed[t.closed(moment)] = frozenset({member.says})
                    t.moments.append(t.assumed(moment))
    return [*t.moments, *_fourth_moment(t)]


def _fourth_moment(t: Words) -> list[ProofLine]:
    """That the noise at an optimum has a fourth moment, where that is a class of the claim's."""
    found = []
    for fact in t.facts.values() if t.assumes("FourthMoment") else ():
        left, right = sides(fact.prop, "=") or (numeral(0), numeral(0))
        if left.sort is Vec and spine(left)[0].one == "mean" and right is const("zero", Vec):
            head, of = spine(normal(app(spine(left)[1][0], CLIENT)))
            if head is t.problem("grad") and of[0] is CLIENT and CLIENT not in of[1].leaves:
                t.declare(CLIENT)
                at_optimum = t.proof.use(t.class_fact("FourthMoment"), of[1], fact)
                found.append(t.proof.at(at_optimum, CLIENT, t.proof.variable("step", Index)))
    return found


def power_with_mean(t: Words, moment: ProofLine, v: Term, power: int) -> ProofLine:
    """|v|^n has a mean, for a vector that is made of draws, whose noise at a point has a moment as high. Raises NotSaid."""
    written = normal(app(spine(moment.prop)[1][0], DRAW))
    noise, order = power_of_norm(written) or (v, 0)
    if order == power and canonical(noise) is canonical(v):
        return moment
    own = next((x for x in closed_subterms(noise) if x.sort is Vec and spine(x)[0] is t.problem("G")), v)
    mean = canonical(join("+", noise, own))
    if order < power or own is v or DRAW in mean.leaves or spine(own)[1][0] is not CLIENT:
        raise NotSaid(f"no moment of order {power} is known")
    _, index, _, point = spine(own)[1]
    less = join("+", numeral(power, Index), numeral(order - power, Index))
    same = t.chance.as_number(moment, written, join("^", t.symbol("norm")(join("-", mean, own)), less), [])
    spoken = [(x, *spine(x)) for x in closed_subterms(v)]
    starts = [y for _, head, of in spoken if head in t.sequences or head in t.values for y in of if y.kind == "free" and y.sort is Vec]
    starts += [x for x, head, of in spoken if of == (DRAW,) and x.sort is Vec and t.letters.get(head.one) is head]
    if v.leaves & {*t.sequences, *t.values}:  # one that a mean over clients binds starts there, too
        starts += [x for x, _, of in spoken if x.kind == "free" and x.sort is Vec]
    start = starts[0] if starts else point
    if power < order and DRAW in start.leaves:  # so that one moment of it is open, and not several
        return _lower_power(t, power_with_mean(t, moment, v, order), v, power, order)
    body, at, given = normal(app(abstract(v, start), POINT)) if starts else v, latest(v, t), normal(abstract(start, DRAW))
    drawn, early = t.random_maps.drawn(at, body), t.before(at, given)
    size = normal(abstract(join("^", t.symbol("norm")(start), numeral(power, Index)), DRAW))
    # of a random point that a claim speaks of, no condition says that it has moments
    finite = t.assumed(t.symbol("integrable")(size)) if DRAW in start.leaves else t.integrable(size)
    of = (point, normal(abstract(mean, CLIENT)), at, numeral(power, Index), numeral(order - power, Index), map_of(body), given)
    everywhere = t.proof.general(same, CLIENT, index)
    return t.proof.use("moments of what is drawn", t.problem("G"), *of, t.class_fact("Moments"), everywhere, drawn, early, finite)


def _lower_power(t: Words, high: ProofLine, v: Term, power: int, order: int) -> ProofLine:
    """|v|^n has a mean where a higher power has one."""
    norm, (less, more) = t.symbol("norm")(v), (numeral(k, Index) for k in (power, order - power))
    body = join("^", norm, join("+", less, more))
    high = t.chance.as_number(high, join("^", norm, numeral(order, Index)), body, [])
    mean = const("E", to(Outcome >> Num, Num))(normal(abstract(body, DRAW)))
    positive = t.proof.general(t.proof.use("norms", v), DRAW)
    powers = t.proof.use("powers are not negative", norm, numeral(order, Index), t.proof.use("norms", v))
    sign = t.average_sign(mean, t.proof.general(t.arithmetic(join("<=", numeral(0), body), [powers]), DRAW))
    assert sign is not None
    size = join("+", numeral(1), mean)
    bound = t.arithmetic(join("<=", mean, join("^", size, join("+", less, more))), [sign])
    signs = positive, t.arithmetic(join("<=", numeral(0), size), [sign])
    made = t.proof.use("lower moments", normal(abstract(norm, DRAW)), size, less, more, *signs, high, bound)
    return next(conjunction_parts(t, made))


def _bound(t: Words, v: Term) -> tuple[Term, ProofLine]:
    """A number that is not drawn, and that |v| is at most that number for every draw."""
    norm, total, changes = t.symbol("norm"), *_changes(t, v)
    limit, parts = norm(total), []
    for coefficient, one, other in changes:
        if len(coefficient) != 1:
            raise NotSaid(f"{v} is not known to be bounded")
        ((product, value),) = coefficient.items()
        size, (client, step, _, x), y = written({product: abs(value)}, Num), spine(one)[1], spine(other)[1][3]
        smooth = t.proof.at(t.class_fact("Smooth"), client, step, DRAW)
        lipschitz = t.proof.use("smooth: Lipschitz", t.problem("G")(client, step, DRAW), t.problem("L"), smooth, x, y)
        change = join("*", written(coefficient, Num), join("-", one, other))
        most = join("*", size, join("*", t.problem("L"), norm(join("-", x, y))))
        parts += [t.arithmetic(join("<=", norm(change), most), [lipschitz]), t.proof.use("triangle", total, change)]
        total, limit = join("+", total, change), join("+", limit, most)
    return limit, t.proof.arithmetic(join("<=", norm(v), limit), *(ProductOfFacts((part,)) for part in parts))


def _changes(t: Words, v: Term) -> tuple[Term, list[tuple[Any, Term, Term]]]:
    """A vector as what is not drawn, and multiples of changes G(x) - G(y) of one client's draw at one step."""
    still: dict[Any, Any] = {}
    drawn: dict[tuple[Term, ...], list[tuple[Term, Any]]] = {}
    for image, coefficient in vector(v).items():
        own = written({image: {(): 1}}, Vec)
        head, of = spine(own)
        if DRAW not in own.leaves:
            still[image] = coefficient
        elif head is not t.problem("G") or DRAW in of[3].leaves:
            raise NotSaid(f"{v} is not known to be bounded")
        else:
            drawn.setdefault(of[:3], []).append((own, coefficient))
    found = []
    for (first, total), *others in drawn.values():
        for own, coefficient in others:
            found.append((coefficient, own, first))
            total = plus(total, coefficient)
        if total:
            raise NotSaid(f"{v} is not known to be bounded")
    return written(still, Vec), found
