"""Facts that arithmetic rarely needs, and tries last: Bernoulli's inequality, products of powers, inner products."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import sympy as sp

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import number
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import Client, Index, Num, Term, abstract, app, free, normal, spine
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.norms import norm_equations
from symfed.tactics.proof import ProofLine, closed_subterms

if TYPE_CHECKING:
    from symfed.tactics.reasoning import Reasoning

_CLIENT = free("c", Client)


def rare_facts(t: Reasoning, props: Sequence[Term]) -> list[ProofLine]:
    """Facts about the powers and means over clients in propositions."""
    found: dict[Term, ProofLine | None] = {}
    others = _mixed_powers(t, props[0])
    for x in (x for prop in props for x in closed_subterms(prop) if x.sort is Num):
        head, of = spine(x)
        if x not in found and head.one == "^" and spine(of[0])[0].one == "inner":
            found[x] = None
            others += _between_norms(t, *spine(of[0])[1])
        elif x not in found and head.one == "^" and len(of) == 2 and not (of[1].kind == "const" and of[1].one.isdigit()):
            found[x] = _line_below(t, *of)
        elif x not in found and head.one == "mean" and len(of) == 1:
            found[x] = _not_negative(t, of[0])
    return [line for line in (*found.values(), *others) if line is not None]


def _between_norms(t: Reasoning, u: Term, v: Term) -> list[ProofLine]:
    """<u, v> and its opposite are at most |u| |v|."""
    lines = [t.proof.use("Schwarz", x, v) for x in (u, join("*", join("-", numeral(0), numeral(1)), u))]
    return [*lines, *norm_equations(t, [line.prop for line in lines])]


def _line_below(t: Reasoning, base: Term, exponent: Term) -> ProofLine | None:
    """1 + n (b - 1) <= b^n for a base that is known to be nonnegative."""
    gap = normal(join("-", base, numeral(1)))
    low = t.try_prove(join("<=", join("-", numeral(0), numeral(1)), gap), t.conditions, effort=3)
    return None if low is None else t.proof.use("bernoulli", gap, exponent, low)


def _mixed_powers(t: Reasoning, goal: Term) -> list[ProofLine]:
    """(m + n) a^m b^n <= m a^(m+n) + n b^(m+n) for powers of nonnegative numbers that also occur alone.

    a is one of the numbers, as it is or scaled so that its power has the coefficient that it has in the goal.
    """
    kind, left, right = relation(goal)
    form = number(join("-", right, left)) if kind == "<=" and left.sort is Num else {}
    found = []
    for mixed in (p for p in form if len(p) == 2 and form[p] < 0):
        (u, m), (v, n) = mixed
        alone = [form.get(((w, m + n),), Fraction(0)) for w in (u, v)]
        if min(alone) > 0:
            share = alone[0] / -form[mixed] * (m + n) / m
            exact = sp.Rational(share.numerator, share.denominator) ** sp.Rational(1, n)
            for weight in dict.fromkeys((Fraction(1), Fraction(str(exact)) if exact.is_Rational else Fraction(1))):
                numbers = [written({((u, 1),): weight}, Num), v.term]
                signs = [t.try_prove(join("<=", numeral(0), x), [*t.facts_about([x]), *t.conditions], effort=3) for x in numbers]
                given = [sign for sign in signs if sign is not None]
                found += [t.proof.use("weighted powers", *numbers, *(numeral(k, Index) for k in (m, n)), *given)] if len(given) == 2 else []
    return found


def _not_negative(t: Reasoning, function: Term) -> ProofLine | None:
    """0 <= mean(f) where every f(c) is."""
    t.declare(_CLIENT)
    body = normal(app(function, _CLIENT))
    sign = t.try_prove(join("<=", numeral(0), body), [*t.facts_about([body]), *t.conditions], effort=3)
    if sign is None:
        return None
    none = normal(abstract(numeral(0), _CLIENT))
    made = t.proof.use("mean of relations", none, function, t.proof.general(sign, _CLIENT))
    return t.try_prove(join("<=", numeral(0), normal(app(spine(made.prop)[1][1].one, function))), [made], effort=1)
