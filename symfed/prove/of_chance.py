"""Proof lines of the theorems on expectations: sentences of the page from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial, reduce
from typing import TYPE_CHECKING, Any, Final

from symfed.core.grammar import as_expression
from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import count
from symfed.kernel.symbols import equal, numeral, sides
from symfed.kernel.terms import Index, Map, Num, Outcome, Prop, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.bounded import moment_facts, power_of_norm
from symfed.prove.named import Application, NoProof, closed_over, congruence, equation_sides, rewrite_fact
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.pieces import EXPECTATION, INNER, body_of, function_of, pieces
from symfed.tactics.proof import ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

_TWO: Final = join("+", numeral(1, Index), numeral(1, Index))


def expectation_of_relation(t: Words, fact: ProofLine) -> ProofLine:
    """The expectation of both sides of a relation, each of them integrable."""
    if found := sides(fact.prop, const("<=", to(Num, Num, Prop))):
        left, right = (normal(abstract(side, DRAW)) for side in found)
        return t.proof.use("E is monotone", left, right, t.integrable(left), t.integrable(right), closed_over(t, fact, DRAW))
    return congruence(t, fact, "E", DRAW, equation_sides(fact.prop)[0])


def _expectation_of(t: Words, a: Application) -> list[ProofLine]:
    made = expectation_of_relation(t, a.met[0])
    return [made, *t.expanded(made.prop, *a.goals)]


def _fresh_sample(t: Words, a: Application) -> list[ProofLine]:
    step = t.count(as_expression(a["step"]))
    made = [_fresh_product(t, step, t.as_term(a[point]), t.as_term(a["u"])) for point in ("x", "y")]
    return [*made, *t.expanded(*a.goals, *(m.prop for m in made))]


def _fresh_mean(t: Words, a: Application) -> list[ProofLine]:
    step, point = t.count(as_expression(a["step"])), t.as_term(a["x"])
    function = normal(abstract(point, DRAW))
    fresh, problem, early = t.class_fact("Fresh"), (t.problem("G"), t.problem("grad"), CLIENT, step, function), t.is_before(step, function)
    if t.assumes("Moments"):
        return [t.proof.use("fresh gradients", *problem, fresh, t.class_fact("Moments"), early)]
    return [t.proof.use("fresh gradients without moments", *problem, t.problem("L"), fresh, t.class_fact("Smooth"), early)]


def _fresh_square(t: Words, a: Application) -> list[ProofLine]:
    """E|u - s (G(x) - v)|², written out: the cross terms are those of the mean gradient."""
    step, factor = t.count(as_expression(a["step"])), as_expression(a["factor"])
    u, v, x = (t.as_sort(a[name], Vec) for name in ("u", "v", "x"))
    gradient = t.problem("grad")(CLIENT, x)
    made = [_fresh_product(t, step, x, beside) for beside in (u, v, gradient)]
    sample = t.problem("G")(CLIENT, step, DRAW, x)
    vectors = [join("-", u, join("*", t.as_term(factor), join("-", g, v))) for g in (sample, gradient)] + [join("-", sample, gradient)]
    written = [*(mean_square(t, vector) for vector in vectors), *mean_squares(t, a.goals)]
    return [*made, *written, *t.expanded(*(m.prop for m in (*made, *written)))]


def _fresh_noise(t: Words, a: Application) -> list[ProofLine]:
    """E<u, G(y) - grad f(y)> = 0: the draw's own mean beside u is that of the gradient."""
    if a.arguments.get("power", 0):
        return weighed_noise(t, a)
    step, u, y = t.count(as_expression(a["step"])), t.as_sort(a["u"], Vec), t.as_term(a["y"])
    made = _fresh_product(t, step, y, u)
    return [made, *t.expanded(made.prop, *a.goals)]


def mean_square(t: Words, v: Term) -> ProofLine:
    """E|v|^2 = E<v, v>."""
    square, inner = join("^", t.symbol("norm")(v), numeral(2, Index)), const("inner", to(Vec, Vec, Num))
    return congruence(t, t.arithmetic(equal(square, inner(v, v)), [t.proof.use("norm", v)]), "E", DRAW, square)


def mean_squares(t: Words, props: Sequence[Term]) -> list[ProofLine]:
    """E|v|^2 = E<v, v> for the mean squares in the propositions, with the norms as written there."""
    found: dict[Term, ProofLine] = {}
    for x in (x for prop in props for x in closed_subterms(prop) if spine(x)[0].one == "E" and x.sort is Num):
        for _, piece in pieces(body_of(spine(x)[1][0])):
            head, of = spine(piece)
            if head.one == "^" and spine(of[0])[0].one == "norm" and count(of[1]) == {(): 2}:
                found[piece] = mean_square(t, spine(of[0])[1][0])
    return list(found.values())


def _fresh_variance(t: Words, a: Application) -> list[ProofLine]:
    step, x, bound, at = t.count(as_expression(a["step"])), t.as_variable(a["x"]), t.as_term(a["bound"]), t.as_term(a["at"])
    t.declare(x)
    problem = t.problem("G"), t.problem("grad")
    everywhere, there = (mean_square(t, join("-", problem[0](CLIENT, step, DRAW, y), problem[1](CLIENT, y))) for y in (x, at))
    met = [everywhere, *a.met, *mean_squares(t, [m.prop for m in a.met])]
    small = t.proof.general(t.arithmetic(join("<=", equation_sides(everywhere.prop)[1], bound), met), x)
    function = normal(abstract(at, DRAW))
    known = t.class_fact("Fresh"), t.class_fact("Moments"), t.is_before(step, function)
    return [t.proof.use("a bound on the noise", *problem, CLIENT, step, function, bound, *known, small), there, *mean_squares(t, a.goals)]


def _nearest_mean(t: Words, a: Application) -> list[ProofLine]:
    """E|v - a|^2 - E|v - m|^2 = |a - m|^2, where m = E v."""
    v, mean, point = (t.as_sort(a[name], Vec) for name in ("v", "mean", "point"))
    function, own = normal(abstract(v, DRAW)), const("E", to(Outcome >> Vec, Vec))
    same = equal(own(function), mean)
    same_ = t.reach(same, [*a.met, *t.expanded(same)])
    products = [rewrite_fact(t, t.proof.use("E of an inner product", x, function, t.integrable(function)), same_) for x in (mean, point)]
    squares = [mean_square(t, join("-", v, x)) for x in (mean, point)] + mean_squares(t, a.goals)
    made = [*products, *squares, t.proof.use("squares of vectors", join("-", mean, point))]
    return [*made, *t.expanded(*(m.prop for m in made))]


def _jensen(t: Words, a: Application) -> list[ProofLine]:
    """E|v|^2 - |E v|^2 = E|v - E v|^2; with a random matrix, |E v| <= E|v| and (E|v|)^2 <= E|v|^2."""
    v = t.as_sort(a["v"], Vec)
    function = normal(abstract(v, DRAW))
    if any(x.sort is Map and DRAW in x.leaves for x in closed_subterms(v)):
        known = next((line for line in moment_facts(t) if power_of_norm(body_of(spine(line.prop)[1][0])) == (v, 2)), None)
        if known is None:
            raise NoProof(f"no class bounds the mean square of {v}")
        norm = t.symbol("norm")(v)
        square = t.chance.as_number(known, join("^", norm, numeral(2, Index)), join("^", norm, _TWO), [])
        t.chance.note_integrable(square)
        return _jensen_by_norms(t, v, square)
    if not t.assumes("Moments"):
        return _jensen_by_norms(t, v, t.integrable(function_of(join("^", t.symbol("norm")(v), _TWO))))
    mean = const("E", to(Outcome >> Vec, Vec))(function)
    product = t.proof.use("E of an inner product", mean, function, t.integrable(function))
    made = [product, mean_square(t, v), spread := mean_square(t, join("-", v, mean)), *mean_squares(t, a.goals)]
    return [*made, *t.facts_about([spread.prop]), *t.expanded(*a.goals, *(m.prop for m in made))]


def _jensen_by_norms(t: Words, v: Term, square: ProofLine) -> list[ProofLine]:
    """|E v| <= E|v| <= (E|v|^2)^(1/2), where the mean square exists."""
    norm, one, function = t.symbol("norm")(v), numeral(1, Index), function_of(v)
    mean = EXPECTATION(function_of(join("^", norm, _TWO)))
    size = t.symbol("sqrt")(mean)
    signs = t.proof.general(t.proof.use("norms", v), DRAW), t.proof.use("roots", mean)
    bound = t.arithmetic(join("<=", mean, join("^", size, _TWO)))
    once, low = conjunction_parts(t, t.proof.use("lower moments", function_of(norm), size, one, one, *signs, square, bound))
    once = t.chance.as_number(once, join("^", norm, one), norm, [])
    below = t.proof.use("norm of an expectation", function, t.integrable(function), once)
    below = reduce(partial(rewrite_fact, t), t.chance.expanded(function), below)
    own = relation(below.prop)[1]
    less = t.arithmetic(join("<=", own, size), [below, low])
    made = t.proof.use("powers of smaller numbers", own, size, numeral(2, Index), t.proof.use("norms", spine(own)[1][0]), less)
    return [made, *t.facts_about([low.prop])]


def _fresh_product(t: Words, step: Term, point: Term, beside: Term) -> ProofLine:
    if DRAW not in point.leaves | beside.leaves:  # no moment is needed where nothing else is random
        draw = normal(abstract(t.problem("G")(CLIENT, step, DRAW, point), DRAW))
        product = t.proof.use("E of an inner product", beside, draw, t.integrable(draw))
        mean = t.proof.use("the mean of a draw", t.problem("G"), t.problem("grad"), CLIENT, step, point, t.class_fact("Fresh"))
        return rewrite_fact(t, product, mean)
    functions = [normal(abstract(v, DRAW)) for v in (point, beside)]
    early = [t.is_before(step, f) for f in functions]
    fresh, moments = t.class_fact("Fresh"), t.class_fact("Moments")
    problem = t.problem("G"), t.problem("grad"), CLIENT, step
    return t.proof.use("fresh samples", *problem, *functions, fresh, moments, *early)


def over_the_draw(t: Words, step: Term, points: tuple[Term, Term], of: Callable[..., Term], mean: Callable[..., Term]) -> list[ProofLine]:
    """E f(X, Y, G(X), G(Y)) = E m(X, Y), where E f(x, y, G(x), G(y)) = m(x, y) at deterministic points, by Fubini's theorem."""
    p, q, *_ = letters = [free(name, Vec) for name in ("p", "q", "r", "s")]
    t.declare(p, q)
    f = of(*letters)
    for v in reversed(letters):
        f = abstract(f, v)
    functions, f, draws = [function_of(x) for x in points], normal(f), [t.problem("G")(CLIENT, step, DRAW, x) for x in (p, q)]
    whole = t.integrable(function_of(of(*points, *(t.problem("G")(CLIENT, step, DRAW, x) for x in points))))
    known = t.class_fact("Fresh"), *(t.is_before(step, x) for x in functions), whole
    made = t.proof.use("means over a draw", t.problem("G"), t.problem("grad"), CLIENT, step, *functions, f, *known)
    _, split = conjunction_parts(t, made)
    own, average = function_of(normal(of(p, q, *draws))), EXPECTATION
    plain = [_fresh_product(t, step, x, beside) for x in (p, q) for beside in (p, q)]
    there = t.arithmetic(equal(average(own), mean(p, q)), [*t.chance.expanded(own), *plain, *t.expanded(*(line.prop for line in plain))])
    inner = t.proof.at(t.proof.general(there, p, q), *points)
    return [split, congruence(t, inner, "E", DRAW, equation_sides(inner.prop)[0])]


def _squared_norm(t: Words, u: Term) -> Term:
    return join("^", t.symbol("norm")(u), numeral(2, Index))


def weighed_noise(t: Words, a: Application) -> list[ProofLine]:
    """E |u|²<u, G(y) - grad f(y)> = 0."""
    step, u, y = t.count(as_expression(a["step"])), t.as_sort(a["u"], Vec), t.as_term(a["y"])

    def of(p: Term, q: Term, r: Term, s: Term) -> Term:
        return join("*", _squared_norm(t, p), INNER(p, join("-", s, t.problem("grad")(CLIENT, q))))

    return [*over_the_draw(t, step, (u, y), of, lambda p, q: numeral(0)), t.proof.use("E of a constant", numeral(0))]


def _fresh_gradient(t: Words, a: Application) -> list[ProofLine]:
    """E |u|²<u, G(x) - G(y)> = E |u|²<u, grad f(x) - grad f(y)>, where u is a function of x and y."""
    step, u, x, y = t.count(as_expression(a["step"])), t.as_sort(a["u"], Vec), t.as_term(a["x"]), t.as_term(a["y"])

    def of(p: Term, q: Term, r: Term, s: Term) -> Term:
        beside = u
        for known, letter in ((x, p), (y, q)):
            beside = normal(app(abstract(beside, known), letter))
        return join("*", _squared_norm(t, beside), INNER(beside, join("-", r, s)))

    return over_the_draw(t, step, (x, y), of, lambda p, q: of(p, q, *(t.problem("grad")(CLIENT, v) for v in (p, q))))


def _fresh_numbers(t: Words, a: Application) -> list[ProofLine]:
    """E x y = E x E y, for a number x of earlier draws and a y of a step's draw at a deterministic point."""
    step, x, own = t.count(as_expression(a["step"])), t.as_term(a["x"]), t.as_term(a["own"])
    X = next((v for v in closed_subterms(x) if v.sort is Vec and DRAW in v.leaves and spine(v)[0] in (*t.sequences, *t.values)), None)
    draw = next((v for v in closed_subterms(own) if spine(v)[0] is t.problem("G")), None)
    if X is None or draw is None:
        raise NoProof(f"{x} is not known to be of earlier draws, or {own} of a step's draw")
    y = spine(draw)[1][3]

    def at(number: Term, known: Term, letter: Term) -> Term:
        return normal(app(abstract(number, known), letter))

    def of(p: Term, q: Term, r: Term, s: Term) -> Term:
        return join("*", at(x, X, p), at(own, draw, s))

    average = EXPECTATION
    made = over_the_draw(
        t, step, (X, y), of, lambda p, q: join("*", at(x, X, p), average(function_of(at(own, draw, t.problem("G")(CLIENT, step, DRAW, q)))))
    )
    return [*made, *t.expanded(equation_sides(made[-1].prop)[1])]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "expectation_of": _expectation_of,
    "fresh_sample": _fresh_sample,
    "fresh_mean": _fresh_mean,
    "fresh_noise": _fresh_noise,
    "fresh_gradient": _fresh_gradient,
    "fresh_product": _fresh_numbers,
    "fresh_variance": _fresh_variance,
    "nearest_mean": _nearest_mean,
    "jensen_in_expectation": _jensen,
    "fresh_square": _fresh_square,
}
