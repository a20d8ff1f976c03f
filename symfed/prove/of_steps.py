"""Proof lines of the theorems on finitely many steps, on two points of a loss, and on forms of inner products."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.symbols import L
from symfed.kernel.arithmetic import relation
from symfed.kernel.symbols import IMPLIES, NEXT, ZERO_INDEX, numeral, sides
from symfed.kernel.terms import Client, Index, Num, Term, Vec, abstract, app, const, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.named import Application, NoProof, closed_over, equation_sides
from symfed.tactics.fractions import any_identity
from symfed.tactics.proof import ProductOfFacts, ProofLine
from symfed.tactics.quotients import inverses_in
from symfed.theorems.notation import CLIENT

if TYPE_CHECKING:
    from symfed.prove.words import Words

_LOSS: Final = const("loss_c", to(Client, Vec, Num))
_NUM: Final = const("num", to(Index, Num))


def _interpolation(t: Words, a: Application) -> list[ProofLine]:
    """The interpolation inequality times 1/M, and divided by the denominators of the goal."""
    smooth, low, high = t.as_term(a.arguments.get("smooth", L)), t.problem("mu"), t.problem("L")
    above, apart = t.reach(join("<=", high, smooth), a.met), t.reach(join("<", low, smooth), a.met)
    own = t.proof.at(t.class_fact("Loss"), CLIENT)
    points = t.as_term(a["x"]), t.as_term(a["y"])
    found = t.proof.use("interpolation", _LOSS(CLIENT), t.problem("grad")(CLIENT), low, high, smooth, own, above, apart, *points)
    head, of = spine(smooth)
    share = of[1] if head.one == "/" and of[0] is numeral(1) else join("/", numeral(1), smooth)
    for factor in (share, *(join("/", numeral(1), bottom) for bottom in inverses_in(a.goals[0]))):
        positive = t.reach(join("<", numeral(0), factor), t.facts_about([factor]))
        zero, gap = numeral(0), join("-", *reversed(relation(found.prop)[1:]))
        found = t.proof.arithmetic(join("<=", zero, join("*", gap, factor)), ProductOfFacts((found, positive)))
    return [found, *t.facts_about([found.prop])]


def rewrite_names(t: Words, fact: ProofLine, equations: Sequence[ProofLine]) -> ProofLine:
    """Rewrite a fact by equations for the names in it."""
    for equation in equations:
        where = abstract(fact.prop, equation_sides(equation.prop)[0])
        if where.two.loose:
            fact = t.proof.rewrite(fact, equation, where)
    return fact


def _same_form(t: Words, a: Application) -> list[ProofLine]:
    """Expand the names in the goal, prove the resulting identity, and rewrite back."""
    equations = [t.fact_of(e, a.met) for e in a.arguments.get("equations", ())]
    goals = [a.goals[0]]
    for equation in equations:
        left, right = equation_sides(equation.prop)
        goals.append(normal(app(abstract(goals[-1], left), right)))
    signs = [rewrite_names(t, fact, equations) for fact in t.facts.values() if sides(fact.prop, "<") or sides(fact.prop, "<=")]
    found = any_identity(t.proof, goals[-1], lambda x: t.prove_positive(x, signs))
    for goal, equation in zip(reversed(goals[:-1]), reversed(equations), strict=True):
        left, _ = equation_sides(equation.prop)
        found = t.proof.rewrite(found, t.proof.swap_sides(equation), abstract(goal, left))
    return [found]


def _quotient(t: Words, a: Application) -> list[ProofLine]:
    """Define the number as the quotient; if it is nonnegative, this becomes a condition."""
    value, whole = t.as_term(a["value"]), join("/", t.as_term(a["top"]), t.as_term(a["bottom"]))
    head, of = spine(value)
    made = t.proof.define(head.one, of, whole)
    if a["value"].is_nonnegative:
        sign = t.reach(join("<=", numeral(0), whole), a.met)
        t.conditions.append(t.reach(join("<=", numeral(0), value), [sign, made]))
    return [made]


def implication(prop: Term) -> tuple[Term, Term]:
    found = sides(prop, IMPLIES)
    if found is None:
        raise NoProof(f"{prop} is said under no condition")
    return found


def _telescoped(t: Words, a: Application) -> list[ProofLine]:
    """By induction on k, u(k) <= u(0) wherever k <= n."""
    index, last = t.as_variable(a["index"]), t.count(a["last"])
    t.declare(index)
    u = abstract(t.as_term(a["u"]), index)
    falls = t.facts.get(next(iter(a.step.by), ""))
    if falls is None:
        raise NoProof("no step before says that it falls")
    statement = abstract(join("->", join("<=", _NUM(index), _NUM(last)), join("<=", app(u, index), app(u, ZERO_INDEX))), index)
    limit, goal = implication(normal(app(statement, ZERO_INDEX)))
    start = t.proof.discharge(t.proof.arithmetic(goal), limit)
    now = t.proof.assume(normal(app(statement, index)))
    limit, goal = implication(normal(app(statement, NEXT(index))))
    near = t.proof.assume(limit)
    down, before = (t.proof.by(fact, t.reach(implication(fact.prop)[0], [near])) for fact in (falls, now))
    later = t.proof.arithmetic(goal, ProductOfFacts((down,)), ProductOfFacts((before,)))
    goes_on = t.proof.general(t.proof.discharge(later, now.prop, limit), index)
    whole = t.proof.at(t.proof.induction(statement, start, goes_on), last)
    return [t.proof.by(whole, t.proof.arithmetic(implication(whole.prop)[0]))]


def _falling(t: Words, a: Application) -> list[ProofLine]:
    """By induction on k, u(m + k) <= u(m); and n is m + k for some k."""
    index, first, last = t.as_variable(a["index"]), t.count(a["at"]), t.count(a["last"])
    t.declare(index)
    u, falls = abstract(t.as_term(a["u"]), index), closed_over(t, a.met[-1], index)
    m, k = t.proof.variable("falls_from", Index), t.proof.variable("falls_by", Index)
    statement = abstract(join("<=", app(u, join("+", m, k)), app(u, m)), k)
    start = t.proof.arithmetic(normal(app(statement, ZERO_INDEX)))
    now, down = t.proof.assume(normal(app(statement, k))), t.proof.at(falls, join("+", m, k))
    later = t.proof.arithmetic(normal(app(statement, NEXT(k))), ProductOfFacts((now,)), ProductOfFacts((down,)))
    goes_on = t.proof.general(t.proof.discharge(later, now.prop), k)
    whole = t.proof.general(t.proof.induction(statement, start, goes_on), m)
    if t.steps_between is None:
        t.steps_between = t.proof.choose("steps_between", t.proof.sentence("steps between"))
    limit, goal = implication(a.goals[0])
    here = t.proof.assume(limit)
    between = t.proof.at(t.steps_between, first, last)
    between = t.proof.by(between, t.reach(implication(between.prop)[0], [here]))  # n = m + k
    _, sum_ = equation_sides(between.prop)
    found = t.proof.at(whole, first, spine(sum_)[1][1])
    found = t.proof.rewrite(found, t.proof.swap_sides(between), abstract(found.prop, sum_))
    return [t.proof.discharge(t.reach(goal, [found]), limit)]


def _larger(t: Words, a: Application) -> list[ProofLine]:
    """max(a_1, a_2, ...) is at most M if each a_i is: each is at most some b_i, and that is at most the larger of it and another."""
    pairs = [[t.as_term(x) for x in pair] for pair in sorted(a["pairs"], key=lambda pair: sp.default_sort_key(pair[0]))]
    above = sorted({*(high for _, high in a["pairs"]), *a["among"]}, key=sp.default_sort_key)
    one, other, both, chained = _the_larger(t)
    most, *more = map(t.as_term, above)
    reached = {most: t.arithmetic(join("<=", most, most))}
    for part in more:
        over = t.proof.at(one, most, part)
        after = relation(over.prop)[2]
        reached = {x: t.proof.use(chained, x, most, after, line, over) for x, line in reached.items()}
        reached[part], most = t.proof.at(other, most, part), after
    lows = [t.proof.use(chained, *pair, most, t.reach(join("<=", *pair), a.met), reached[pair[1]]) for pair in pairs]
    return [reduce(lambda x, y: t.proof.use(both, relation(x.prop)[1], relation(y.prop)[1], most, x, y), lows)]


def _the_larger(t: Words) -> tuple[ProofLine, ProofLine, ProofLine, ProofLine]:
    """a <= m and b <= m for the larger m of two numbers; m <= M if a <= M and b <= M: |a - b| <= 2 M - a - b; a <= M if a <= b <= M."""
    a, b, most = (t.proof.variable(name, Num) for name in ("one_of_two", "other_of_two", "above_both"))
    square = join("^", join("-", a, b), numeral(2, Index))
    size, one = t.symbol("sqrt")(square), numeral(1, Index)
    larger = join("*", join("/", numeral(1), numeral(2)), join("+", join("+", a, b), size))
    known = [t.proof.use("roots", square), t.proof.use("root", square, t.arithmetic(join("<=", numeral(0), square)))]
    lines = []
    for x, y in ((a, b), (b, a)):
        gap = join("-", x, y)
        less = t.proof.use(
            "smaller powers",
            gap,
            size,
            one,
            known[0],
            t.arithmetic(join("<=", join("^", gap, NEXT(one)), join("^", size, NEXT(one))), known),
        )
        lines.append(t.proof.general(t.arithmetic(join("<=", x, larger), [less]), a, b))
    room, given = join("-", join("*", numeral(2), most), join("+", a, b)), [t.proof.assume(normal(join("<=", x, most))) for x in (a, b)]
    wide = t.proof.arithmetic(join("<=", numeral(0), room), *(ProductOfFacts((fact,)) for fact in given))
    squares = join("<=", join("^", size, NEXT(one)), join("^", room, NEXT(one)))
    less = t.proof.use(
        "smaller powers",
        size,
        room,
        one,
        wide,
        t.proof.arithmetic(squares, ProductOfFacts(tuple(given), Fraction(4)), ProductOfFacts((known[1],), Fraction(-1))),
    )
    over = t.proof.discharge(t.arithmetic(join("<=", larger, most), [less]), *(fact.prop for fact in given))
    given = [t.proof.assume(normal(join("<=", x, y))) for x, y in ((a, b), (b, most))]
    chained = t.proof.discharge(t.arithmetic(join("<=", a, most), given), *(fact.prop for fact in given))
    return lines[0], lines[1], t.proof.general(over, a, b, most), t.proof.general(chained, a, b, most)


LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "interpolation": _interpolation,
    "same_form": _same_form,
    "quotient": _quotient,
    "telescoped": _telescoped,
    "falling": _falling,
    "larger": _larger,
}
