"""A proof is what two roads agree on: a solver, and the other solver or a certificate by coefficients, on the smallest core found.

The certificate maps the domain of a rational expression onto an orthant and looks at signs of coefficients, without a solver.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import comb, prod

import flint
import numpy as np
import sympy as sp

from symfed.core.domain import ANYWHERE, Domain
from symfed.derive.arithmetic.question import RELATIONS, Answer, Constraint, Question, variables_of
from symfed.derive.arithmetic.solvers import CVC5_LIMIT, SMALL_LIMIT, ask, coverings
from symfed.models.arrays import Array

_MOST_BOXES = 2000  # a count, so that a proof is found on every machine or on none


def prove_nonnegative(expression: sp.Expr, domain: Domain) -> str:
    """The proof in words, or "" where none was found (which says nothing about the sign).

    >>> from symfed.core.symbols import H
    >>> prove_nonnegative(H**2 - 1, Domain())
    'all coefficients are nonnegative on an orthant that covers the domain'
    """
    # what holds without the domain is often easier to see without it
    return _prove(expression, ANYWHERE) or _prove(expression, domain)


def _prove(expression: sp.Expr, domain: Domain) -> str:
    flat, methods = expression, set()
    for old, new in _onto_orthant(domain, flat):
        flat = flat.subs(old, new)
    numerator, denominator = sp.fraction(sp.cancel(sp.together(flat)))
    product = numerator * denominator
    if not (product.free_symbols and product.is_polynomial(*product.free_symbols)):
        return "it is a nonnegative constant" if product.is_nonnegative else ""
    constant, factors = sp.factor_list(product)
    sign = int(sp.sign(constant))
    for factor, multiplicity in factors:
        if multiplicity % 2 == 0:
            continue
        own, method = _definite_sign(sp.Poly(factor, *sorted(factor.free_symbols, key=str)))
        sign *= own
        methods.add(method)
    if sign <= 0:
        return ""
    return " ".join(["all coefficients are nonnegative on an orthant that covers the domain", *sorted(methods - {""})])


def _onto_orthant(domain: Domain, expression: sp.Expr) -> list[tuple[sp.Symbol, sp.Expr]]:
    """Substitutions, in order, after which nonnegative symbols cover the domain. A relation that does not fit is left out: that only
    enlarges the set on which the proof has to hold."""
    steps: list[tuple[sp.Symbol, sp.Expr]] = []
    for symbol in sorted(expression.free_symbols | set(domain.symbols), key=lambda s: s.name):
        if symbol.is_integer and symbol.is_positive:
            steps.append((symbol, 1 + sp.Dummy("n", nonnegative=True)))
    for relation in domain.relations:
        if not isinstance(relation, (sp.Le, sp.Lt, sp.Ge, sp.Gt)):
            continue
        slack = relation.gts - relation.lts
        for old, new in steps:
            slack = slack.subs(old, new)
        top, bottom = sp.fraction(sp.cancel(sp.together(slack)))
        if bottom.free_symbols and not _has_signs(bottom, 1):
            if not _has_signs(bottom, -1):
                continue
            top = -top
        step = _bound(top)
        if step is not None:
            steps.append(step)
    return steps


def _bound(slack: sp.Expr) -> tuple[sp.Symbol, sp.Expr] | None:
    """A substitution that covers slack >= 0 for a nonnegative symbol in which it is linear."""
    for symbol in sorted(slack.free_symbols, key=lambda s: s.name):
        polynomial = sp.Poly(slack, symbol)
        if polynomial.degree() != 1 or not symbol.is_nonnegative:
            continue
        slope, rest = polynomial.all_coeffs()
        if not _never_zero(slope):
            continue
        if _has_signs(slope, -1) and _has_signs(rest, 1):
            share = sp.Dummy("t", nonnegative=True, positive=symbol.is_positive)
            return symbol, rest / (-slope) * share / (1 + share)
        if _has_signs(slope, 1) and _has_signs(rest, -1):
            return symbol, -rest / slope + sp.Dummy("t", nonnegative=True)
    return None


def _has_signs(expression: sp.Expr, sign: int) -> bool:
    """Whether every coefficient of a polynomial in nonnegative symbols has this sign (0 has both)."""
    expression = sp.sympify(expression)
    if not expression.free_symbols:
        return bool(sign * expression >= 0)
    polynomial = sp.Poly(expression, *expression.free_symbols)
    return all(s.is_nonnegative for s in polynomial.gens) and all(sign * c >= 0 for c in polynomial.coeffs())


def _never_zero(expression: sp.Expr) -> bool:
    """Whether a polynomial whose coefficients have one sign keeps away from zero: some term has positive symbols only."""
    return any(all(s.is_positive for s in term.free_symbols) for term in sp.Add.make_args(sp.expand(expression)))


def _definite_sign(polynomial: sp.Poly) -> tuple[int, str]:
    """1 or -1 where the polynomial has that sign or vanishes on the whole orthant, else 0."""
    if not all(c.is_Rational for c in polynomial.coeffs()):
        return 0, ""
    signed = [i for i, symbol in enumerate(polynomial.gens) if not symbol.is_nonnegative]
    even = all(exponents[i] % 2 == 0 and polynomial.gens[i].is_real for exponents, _ in polynomial.terms() for i in signed)
    for sign in (1, -1):
        if even and all(sign * c >= 0 for c in polynomial.coeffs()):
            return sign, ""
    if signed or len(polynomial.gens) > 3:
        return 0, ""
    for sign in (1, -1):
        if _bernstein_nonnegative(polynomial * sign):
            return sign, "(one factor by subdivision in Bernstein form)"
    return 0, ""


def _bernstein_nonnegative(polynomial: sp.Poly) -> bool:
    """Subdivide [0, 1]^n, onto which t = u/(1 - u) maps the orthant: Bernstein coefficients are then c_k / prod binom(degree, k)."""
    degrees = polynomial.degree_list()
    table = np.empty([d + 1 for d in degrees], dtype=object)
    table.fill(flint.fmpq(0))
    for exponents, coefficient in polynomial.terms():
        exact = flint.fmpq(int(coefficient.p), int(coefficient.q))
        table[exponents] = exact / prod(comb(d, k) for d, k in zip(degrees, exponents, strict=True))
    boxes = [table]
    for _ in range(_MOST_BOXES):
        if not boxes:
            return True
        box = boxes.pop()
        if all(c >= 0 for c in box.flat):
            continue
        corners = box[np.ix_(*[[0, -1]] * box.ndim)]
        if any(c < 0 for c in corners.flat):
            return False
        # halve the axis along which the coefficients vary most
        spread = [max((abs(c) for c in np.diff(box, axis=k).flat), default=0) for k in range(box.ndim)]
        boxes += _halves(box, max(range(box.ndim), key=lambda k: spread[k]))
    return False


def _halves(box: Array, axis: int) -> tuple[Array, Array]:
    """Bernstein coefficients on the two halves, by de Casteljau's scheme."""
    row = np.moveaxis(box, axis, 0)
    left, right = [row[0]], [row[-1]]
    while len(row) > 1:
        row = (row[1:] + row[:-1]) / 2
        left.append(row[0])
        right.append(row[-1])
    return np.moveaxis(np.stack(left), 0, axis), np.moveaxis(np.stack(right[::-1]), 0, axis)


def proved(goal: sp.Basic, assumptions: Sequence[sp.Basic], one_road: bool = False) -> Answer | None:
    """An answer where the goal's negation is contradictory, else None.

    With `one_road` the word of one solver is taken, and no core is sought.
    """
    everything = Question().constraints(goal, assumptions)
    for asked in _stages(everything):
        for first, second in (("z3", "cvc5"), ("cvc5", "z3")):
            status = ask(first, asked)
            if status == "unsat" and one_road:
                return Answer("implied", f"{first} says so")
            if status == "unsat":
                answer = _confirmed(first, second, _smallest(first, asked), asked)
                if answer is not None:
                    return answer
            if status != "unknown":
                break  # the other solver is asked first only where this one gives up
    return None


def _stages(everything: list[Constraint]) -> Iterator[list[Constraint]]:
    """What to ask, one after the other: first what speaks of the goal's own variables alone, which can be a far smaller question."""
    seen: list[list[Constraint]] = []
    for level in sorted({constraint.level for constraint in everything}):
        asked = [constraint for constraint in everything if constraint.level <= level]
        own = variables_of(asked[0])
        for stage in ([constraint for constraint in asked if variables_of(constraint) <= own], asked):
            if stage not in seen:
                seen.append(stage)
                yield stage


def _confirmed(first: str, second: str, core: list[Constraint], asked: list[Constraint]) -> Answer | None:
    """What the second solver, or a certificate, says of a core that the first one found contradictory; None where neither agrees."""
    names = tuple(constraint.name for constraint in core if constraint.kind != "goal")
    needed = tuple(constraint.name for constraint in core if constraint.kind == "assumption")
    if not core or core[0].kind != "goal":
        return Answer("unknown", f"the assumptions contradict one another: {', '.join(names)}", names, needed)
    if ask(second, core, SMALL_LIMIT if second == "z3" else CVC5_LIMIT) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    certificate = _certificate(core)
    if certificate:
        return Answer("implied", f"{first}, and a certificate: {certificate}", names, needed)
    wider = _certified(core, asked)
    if wider:
        # the certificate may need more than the solver did: what either of them used is named
        names = tuple(constraint.name for constraint in wider[1:])
        needed = tuple(constraint.name for constraint in wider if constraint.kind == "assumption")
        return Answer("implied", f"{first}, and a certificate: {_certificate(wider)}", names, needed)
    if first == "z3" and coverings(core) == "unsat":
        return Answer("implied", "z3 and cvc5 agree", names, needed)
    return None


def _certificate(core: list[Constraint]) -> str:
    """A proof by coefficients of what the core says, on a road without a solver."""
    literals = {c.name: c.clauses[0][0] for c in core if len(c.clauses) == len(c.clauses[0]) == 1}
    failing, op = literals.pop(core[0].name)
    if op not in ("<", ">"):
        return ""
    kinds = {sign: kind for kind, sign in RELATIONS}
    relations = tuple(kinds[sign](value, 0, evaluate=False) for value, sign in literals.values() if sign in (">=", ">", "<=", "<"))
    return prove_nonnegative(failing if op == "<" else -failing, Domain(relations))


def _certified(core: list[Constraint], asked: list[Constraint]) -> list[Constraint]:
    """The core with as few more of what was asked as a certificate needs; empty where there is none."""
    if not _certificate(asked):
        return []
    kept = list(asked)
    for candidate in [constraint for constraint in asked if constraint not in core]:
        fewer = [constraint for constraint in kept if constraint is not candidate]
        if _certificate(fewer):
            kept = fewer
    return kept


def _smallest(solver: str, constraints: list[Constraint]) -> list[Constraint]:
    """A contradictory subset, from which nothing can be left out: first the goal's negation is tried, then assumptions, facts, signs.

    The solvers' own cores are not asked for: z3 looks for them on another road, on which it keeps to no limit.
    """
    core = list(constraints)
    order = {"goal": 0, "assumption": 1, "defined": 2, "fact": 3, "sign": 4}
    for candidate in sorted(core, key=lambda c: (order[c.kind], -c.level)):
        fewer = [constraint for constraint in core if constraint is not candidate]
        if ask(solver, fewer, SMALL_LIMIT) == "unsat":
            core = fewer
    return core
