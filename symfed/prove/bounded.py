"""Integrable powers of norms: of changes of sample gradients, which are bounded, and where the noise has such moments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from symfed.kernel.forms import canonical, count, plus, vector
from symfed.kernel.symbols import equal, known, numeral, sides
from symfed.kernel.terms import Index, Num, Term, Vec, abstract, app, const, normal, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.indices import latest_index
from symfed.prove.lower import lower_power
from symfed.prove.named import NoProof
from symfed.prove.pieces import INNER, body_of, function_of
from symfed.prove.random_maps import POINT, map_of
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW
from symfed.theorems.vocabulary import E

if TYPE_CHECKING:
    from symfed.prove.words import Words


def power_of_norm(body: Term) -> tuple[Term, int] | None:
    """(v, n) for a number |v|^n with a numeral n, else None."""
    head, of = spine(body)
    base, power = of if head.one == "^" else (body, numeral(1, Index))
    known = spine(base)[0].one == "norm" and set(count(power)) <= {()}
    return (spine(base)[1][0], count(power).get((), 0)) if known else None


def bounded_power(t: Words, at: Term, v: Term, power: Term) -> ProofLine:
    """|v|^n is integrable, for a bounded vector that is built by the steps before an index. Raises NoProof for any other vector."""
    most, step = _norm_bound(t, v)
    function = normal(abstract(v, DRAW))
    return t.proof.use("bounded vectors", t.problem("G"), at, power, function, most, t.is_before(at, function), t.proof.general(step, DRAW))


def moment_facts(t: Words) -> list[ProofLine]:
    """The facts that powers of norms are integrable, from classes of the claim that bound their means."""
    if t.moments is None:
        t.moments, ahead = [], list(t.claim.under.classes)
        for member in ahead:
            ahead += member.implies
            for mean in (x for relation in getattr(member, "relations", ()) for x in relation.atoms(E)):
                (function,) = spine(t.as_term(mean))[1]
                names = t.proof.kernel.names
                spoken = all(x.kind == "free" or known(x) or names.get(x.one) is x for x in function.leaves)
                if spoken and power_of_norm(normal(app(function, DRAW))):
                    moment = t.symbol("integrable")(function)
                    t.supposed[t.universal_closure(moment)] = frozenset({member.says})
                    t.moments.append(t.assume_open(moment))
    return [*t.moments, *_fourth_moment(t)]


def _fourth_moment(t: Words) -> list[ProofLine]:
    """The facts that the noise at an optimum has a fourth moment, where the claim assumes this class."""
    found = []
    for fact in t.facts.values() if t.assumes("FourthMoment") else ():
        left, right = sides(fact.prop, "=") or (numeral(0), numeral(0))
        if left.sort is Vec and spine(left)[0].one == "mean" and right is const("zero", Vec):
            head, of = spine(normal(app(spine(left)[1][0], CLIENT)))
            if head is t.problem("grad") and of[0] is CLIENT and CLIENT not in of[1].leaves:
                at_optimum = t.proof.use(t.class_fact("FourthMoment"), of[1], fact)
                found.append(t.proof.at(at_optimum, CLIENT, t.proof.variable("step", Index)))
    return found


def square_of_draw(t: Words, v: Term) -> ProofLine | None:
    """|G(x)|^2 is integrable at a deterministic x: where no class says so of other draws, an open hypothesis."""
    head, of = spine(v)
    if head is not t.problem("G") or t.assumes("Smooth") or DRAW in of[3].leaves:
        return None
    draw = head(*of[:3], POINT)
    square = INNER(draw, draw)
    finite = t.assume_open(t.symbol("integrable")(normal(abstract(square, DRAW))))
    return t.proof.at(t.proof.general(finite, POINT), of[3])


def of_several(t: Words, function: Term) -> ProofLine:
    """A square or inner product of vectors that depend on several rounds' draws is integrable, as both vectors' squares are."""
    body = body_of(function)
    head, of = spine(body)
    if head.one == "^" and (known := power_of_norm(body)) and known[1] == 2:
        v, _ = known
        step = t.chance.integrable(normal(abstract(INNER(v, v), DRAW)))
        return t.chance.as_number(step, INNER(v, v), body, [t.proof.use("norm", v)])
    if head is not INNER or of[0] is of[1]:
        raise NoProof(f"{body} is made of several rounds' draws")
    sides = [normal(abstract(v, DRAW)) for v in of]
    squares = [t.chance.integrable(normal(abstract(INNER(v, v), DRAW))) for v in of]
    return t.proof.use("products of vectors with second moments", *sides, *map(t.chance.integrable, sides), *squares)


def power_with_mean(t: Words, moment: ProofLine, v: Term, power: int) -> ProofLine:
    """|v|^n is integrable, for a vector made of draws whose noise at a point has a moment of this order. Raises NoProof."""
    written = normal(app(spine(moment.prop)[1][0], DRAW))
    noise, order = power_of_norm(written) or (v, 0)
    if order == power and canonical(noise) is canonical(v):
        return t.chance.as_number(moment, written, join("^", t.symbol("norm")(v), numeral(order, Index)), [])
    own = next((x for x in closed_subterms(noise) if x.sort is Vec and spine(x)[0] is t.problem("G")), v)
    mean = canonical(join("+", noise, own))
    if order < power or own is v or DRAW in mean.leaves or spine(own)[1][0] is not CLIENT:
        raise NoProof(f"no moment of order {power} is known")
    _, index, _, point = spine(own)[1]
    less = join("+", numeral(power, Index), numeral(order - power, Index))
    same = t.chance.as_number(moment, written, join("^", t.symbol("norm")(join("-", mean, own)), less), [])
    spoken = [(x, *spine(x)) for x in closed_subterms(v)]
    starts = [y for _, head, of in spoken if head in t.sequences or head in t.values for y in of if y.kind == "free" and y.sort is Vec]
    given_before = {*t.letters.values(), *t.random_maps.starts}
    starts += [x for x, head, of in spoken if of == (DRAW,) and x.sort is Vec and head in given_before]
    if v.leaves & {*t.sequences, *t.values}:  # one that a mean over clients binds starts there, too
        starts += [x for x, _, of in spoken if x.kind == "free" and x.sort is Vec]
    start = starts[0] if starts else point
    if power < order and DRAW in start.leaves:  # so that one moment of it is open, and not several
        high = power_with_mean(t, moment, v, order)
        return lower_power(t, t.symbol("norm")(v), t.proof.use("norms", v), high, power, order - power)
    everywhere = t.proof.general(same, CLIENT, index)

    def of_drawn(at: Term, body: Term, given: Term, finite: ProofLine) -> ProofLine:
        of = (point, normal(abstract(mean, CLIENT)), at, numeral(power, Index), numeral(order - power, Index), map_of(body), given)
        known = everywhere, t.random_maps.drawn(at, body), t.is_before(at, given), finite
        return t.proof.use("moments of what is drawn", t.problem("G"), *of, t.class_fact("Moments"), *known)

    if spine(start)[0] in t.random_maps.starts:  # |X|^n has a mean as |X - p|^n has one
        x, high = _about_a_point(t, start, power)
        shift = canonical(join("-", start, x))
        moved = of_drawn(numeral(0, Index), join("+", POINT, shift), function_of(x), high)
        finite = t.chance.transfer(
            moved, t.arithmetic(equal(*(join("^", t.symbol("norm")(y), numeral(power, Index)) for y in (join("+", x, shift), start))))
        )
    else:
        size = function_of(join("^", t.symbol("norm")(start), numeral(power, Index)))
        # no condition states moments of a claim's own random point
        finite = t.assume_open(t.symbol("integrable")(size)) if DRAW in start.leaves else t.integrable(size)
    return of_drawn(latest_index(v, t), normal(app(abstract(v, start), POINT)) if starts else v, function_of(start), finite)


def _about_a_point(t: Words, start: Term, power: int) -> tuple[Term, ProofLine]:
    """X - p, for a random point X, with the fact that |X - p|^n is integrable. Raises NoProof where none is known."""
    for function, line in t.chance.noted.items():
        x, order = power_of_norm(normal(app(function, DRAW))) or (start, 0)
        if order >= power and DRAW not in canonical(join("-", start, x)).leaves:
            sign = t.proof.use("norms", x)
            return x, line if order == power else lower_power(t, t.symbol("norm")(x), sign, line, power, order - power)
    raise NoProof(f"no moment of order {power} of {start} is known")


def _norm_bound(t: Words, v: Term) -> tuple[Term, ProofLine]:
    """A deterministic number, with the fact that it bounds |v| for every draw."""
    norm, total, changes = t.symbol("norm"), *_as_changes(t, v)
    limit, parts = norm(total), []
    for coefficient, one, other in changes:
        if len(coefficient) != 1:
            raise NoProof(f"{v} is not known to be bounded")
        ((product, value),) = coefficient.items()
        size, (client, step, _, x), y = written({product: abs(value)}, Num), spine(one)[1], spine(other)[1][3]
        smooth = t.proof.at(t.class_fact("Smooth"), client, step, DRAW)
        lipschitz = t.proof.use("smooth: Lipschitz", t.problem("G")(client, step, DRAW), t.problem("L"), smooth, x, y)
        change = join("*", written(coefficient, Num), join("-", one, other))
        most = join("*", size, join("*", t.problem("L"), norm(join("-", x, y))))
        parts += [t.arithmetic(join("<=", norm(change), most), [lipschitz]), t.proof.use("triangle", total, change)]
        total, limit = join("+", total, change), join("+", limit, most)
    return limit, t.proof.arithmetic(join("<=", norm(v), limit), *(ProductOfFacts((part,)) for part in parts))


def _as_changes(t: Words, v: Term) -> tuple[Term, list[tuple[Any, Term, Term]]]:
    """Decompose a vector into a deterministic part, and multiples of changes G(x) - G(y) of one client's draw at one step."""
    still: dict[Any, Any] = {}
    drawn: dict[tuple[Term, ...], list[tuple[Term, Any]]] = {}
    for image, coefficient in vector(v).items():
        own = written({image: {(): 1}}, Vec)
        head, of = spine(own)
        if DRAW not in own.leaves:
            still[image] = coefficient
        elif head is not t.problem("G") or DRAW in of[3].leaves:
            raise NoProof(f"{v} is not known to be bounded")
        else:
            drawn.setdefault(of[:3], []).append((own, coefficient))
    found = []
    for (first, total), *others in drawn.values():
        for own, coefficient in others:
            found.append((coefficient, own, first))
            total = plus(total, coefficient)
        if total:
            raise NoProof(f"{v} is not known to be bounded")
    return written(still, Vec), found
