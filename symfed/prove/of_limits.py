"""Proof lines of the theorems on limits and infinite sums: sentences of the page from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.kernel.symbols import NEXT, equal, numeral
from symfed.kernel.terms import Index, Num, Term, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.prove.named import Application, equation_sides
from symfed.tactics.proof import ProductOfFacts, ProofLine

if TYPE_CHECKING:
    from symfed.prove.words import Words


def _ratio_signs(t: Words, ratio: Term, met: tuple[ProofLine, ...]) -> list[ProofLine]:
    return [t.arithmetic(goal, met) for goal in (join("<=", numeral(0), ratio), join("<", ratio, numeral(1)))]


def _power_of_power(t: Words, base: Term, exponent: Term, index: Term) -> ProofLine:
    """(b^m)^n = b^(m n), by induction."""
    t.declare(index)
    ratio = join("^", base, exponent)
    said = abstract(normal(equal(join("^", ratio, index), join("^", base, join("*", exponent, index)))), index)
    now = t.proof.assume(normal(app(said, index)))
    after = normal(app(said, const("S", to(Index, Index))(index)))
    later = t.proof.arithmetic(after, ProductOfFacts((now,), left=ratio))
    step = t.proof.general(t.proof.discharge(later, now.prop), index)
    start = t.proof.arithmetic(normal(app(said, numeral(0, Index))))
    return t.proof.at(t.proof.induction(said, start, step), index)


def _geometric_series(t: Words, a: Application) -> list[ProofLine]:
    index = t.as_variable(a["index"])
    ratio = t.as_term(a["ratio"])
    made = t.proof.use("geometric series", ratio, *_ratio_signs(t, ratio, a.met))
    head, of = spine(ratio)
    if head.one == "^":
        body = _power_of_power(t, of[0], of[1], index)
        left, _ = equation_sides(made.prop)
        hole = free("hole", to(Index, Num))
        made = t.proof.rewrite(made, t.proof.general(body, index), abstract(equal(left.one(hole), equation_sides(made.prop)[1]), hole))
    return [made, *t.inverse_facts(join("-", numeral(1), ratio))]


def _vanishing_powers(t: Words, a: Application) -> list[ProofLine]:
    """c (q^k)^n tends to zero; so does c q^(k n), which is the same."""
    index, scale = t.as_variable(a["index"]), t.as_term(as_expression(a.arguments.get("scale", 1)))
    ratio = normal(join("^", t.as_term(a["ratio"]), t.count(as_expression(a.arguments.get("times", 1)))))
    made = t.proof.use("vanishing powers", scale, ratio, *_ratio_signs(t, ratio, a.met))
    _, (wanted, _) = spine(a.goals[0])
    powers = join("*", scale, join("^", ratio, index))
    t.declare(index)
    head, of = spine(ratio)
    near = [_power_of_power(t, of[0], of[1], index)] if head.one == "^" else []
    same = t.proof.general(t.arithmetic(equal(powers, normal(app(wanted, index))), near), index)
    hole = free("hole", to(Index, Num))
    return [t.proof.rewrite(made, same, abstract(t.symbol("tends")(hole, numeral(0)), hole))]


def _squeeze(t: Words, a: Application) -> list[ProofLine]:
    """0 <= u_n <= c/n + s v_n + ... for n >= 1, where the v_n tend to zero, so that u_n does."""
    index, bound = t.as_variable(a["index"]), as_expression(a["bound"])
    t.declare(index)
    vanishing = a.arguments.get("vanishing", ())
    known = a.met[len(a.met) - len(vanishing) :]
    rest = bound.xreplace(dict.fromkeys(vanishing, sp.S.Zero))
    least = t.as_term(2 * sp.limit(rest * a["index"], a["index"], sp.oo)) if rest != 0 else numeral(0)
    total = t.proof.use("inverse counts vanish", least)
    for x, vanishes in zip(vanishing, known, strict=True):
        share, one = t.as_term(sp.expand(bound).coeff(x)), numeral(1)
        pair = spine(total.prop)[1][0], spine(vanishes.prop)[1][0]
        total = t.proof.use("sums of what vanishes", one, share, *pair, total, vanishes)
    small, large = spine(a.goals[0])[1][0], spine(total.prop)[1][0]
    now, most = (normal(app(f, NEXT(index))) for f in (small, large))
    positive, below = t.arithmetic(join("<=", numeral(0), now)), t.reach(join("<=", now, most), a.met)
    given = (t.proof.general(line, index) for line in (positive, below))
    return [t.proof.use("what is below vanishes", small, large, *given, total)]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "geometric_series": _geometric_series,
    "vanishing_powers": _vanishing_powers,
    "squeeze": _squeeze,
}
