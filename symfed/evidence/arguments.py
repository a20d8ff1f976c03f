"""Proofs of inequalities that take more than one certificate: what is proved first, and cases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, permutations
from math import prod
from typing import Any

import sympy as sp
from scipy.optimize import linprog
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression, rational_number
from symfed.core.symbols import is_count, users_own
from symfed.evidence.implied import Implication, roots_of
from symfed.evidence.inequalities import ShortLetters, certificate, one_way, part_of, refused, shortest
from symfed.evidence.search import searches
from symfed.evidence.text import relation_text, text
from symfed.recheck import Part
from symfed.theorems.vocabulary import letters

#: What of a part is the proof of its goal.
ARGUMENT = ("first", "case", "yes", "no", "put", "known", "proof")
Given = Mapping[str, Relational]
Term = tuple[sp.Expr, list[str]]
#: What is left of a sum that has more operations is not simplified.
_MOST_OPERATIONS = 3000
#: So many squares are completed at most, of a form with so many terms: what is none grows with each.
_MOST_SQUARES, _MOST_TERMS = 12, 60
#: Of so many facts at most are products tried, and with fractions of such numbers: what is guessed wrongly is refused.
_MOST_FACTS, _LARGEST_GUESS = 6, 100


def argued(goal: Relational, given: Given, multipliers: Mapping[str, sp.Expr] | None = None) -> Part:
    """A proof that the goal follows from the given relations, which was accepted: one certificate, or some.

    Raises InvalidInput where none is found. `multipliers` are for the one certificate.
    """
    if not searches():
        return certificate(goal, given)
    aim, plain = _plain(goal), {called: _plain(fact) for called, fact in given.items() if isinstance(fact, Relational)}
    for way in (
        lambda: _as_told(goal, given, multipliers or {}),
        lambda: _along(aim, plain),
        lambda: _chained(aim, plain),
        lambda: _by_squares(aim),
        lambda: _by_products(aim, plain),
        lambda: certificate(goal, given, multipliers),
        lambda: _nothing_left(aim, plain),
        lambda: _square_is_zero(aim, plain),
        lambda: _roots_taken(aim, plain),
    ):
        try:
            part = way()
        except InvalidInput:
            continue
        if part is not None and not refused(part):
            return part
    raise InvalidInput("goal", goal, "no certificate is found")


def _as_told(goal: Relational, given: Given, multipliers: Mapping[str, sp.Expr]) -> Part | None:
    """The sum that multipliers tell of, and what is left, if the checker sees its sign, or finds it with what is proved first."""
    told = [name for name in multipliers if isinstance(given.get(name), Relational) and not isinstance(given[name], sp.Ne)]
    others = [name for name, fact in given.items() if name not in told and isinstance(fact, Relational)]
    wanted, *facts = _alike(goal, *(given[name] for name in (*told, *others)))
    known, own = dict(zip((*told, *others), facts, strict=True)), {name: letters(as_expression(multipliers[name])) for name in told}
    if isinstance(wanted, sp.Ne):
        return None
    rest = _slack(wanted) - sp.Add(*[own[name] * _slack(known[name]) for name in told], evaluate=False)
    for names in (told, (*told, *others)):
        sums: list[tuple[sp.Expr, list[str]]] = [(own[name], [name]) for name in told]
        for terms in (sums, [*sums, (rest, [])]):
            part = _summed(wanted, {name: known[name] for name in names}, terms)
            if not (wrong := refused(part)):
                return shortest(part)
    if roots := sorted(_under_roots((wanted, *known.values())), key=sp.default_sort_key):
        return _with_roots(wanted, known, terms, roots)
    if isinstance(wanted, sp.Eq) or not told or not wrong.startswith("a multiplier may"):
        return None
    return _with_signs(wanted, known, own, rest)


def _with_signs(goal: Relational, known: Given, multipliers: Mapping[str, sp.Expr], rest: sp.Expr) -> Part | None:
    """A sum as multipliers tell of it, where signs of multipliers, and of what is left, are proved first."""
    rest = sp.factor(sp.cancel(sp.together(rest))) if rest.count_ops() < _MOST_OPERATIONS else rest
    asked = [m for name, m in multipliers.items() if not m.is_nonnegative and not isinstance(known[name], sp.Eq)]
    first, facts = list[Part](), dict(known)
    for k, value in enumerate([*asked, *([rest] if rest != 0 else [])], 1):
        fact = sp.Le(0, value, evaluate=False)
        one = certificate(fact, {name: known[name] for name in known if name not in multipliers or value is rest})
        first.append({"name": f"sign {k}", "says": relation_text(fact), "given": list(one["given"]), **_branch(one, list(one["given"]))})
        facts[f"sign {k}"] = fact
    terms = [*((m, [name]) for name, m in multipliers.items()), *([(sp.S.One, [first[-1]["name"]])] if rest != 0 else [])]
    part = _summed(goal, facts, terms)
    names = {one["name"] for one in first}
    part = {**part, "first": first, "given": {name: told for name, told in part["given"].items() if name not in names}}
    return part


def _under_roots(relations: Sequence[Relational]) -> set[sp.Expr]:
    """What stands under square roots, and is no letter."""
    return {p.base for one in relations for p in one.atoms(sp.Pow) if p.exp.is_Rational and p.exp.q == 2 and not p.base.is_Symbol}


def _with_roots(goal: Relational, known: Given, terms: Sequence[tuple[sp.Expr, list[str]]], roots: Sequence[sp.Expr]) -> Part | None:
    """A sum with squares of roots of expressions, each of which is proved first not to be negative."""
    first, facts = list[Part](), dict(known)
    for k, base in enumerate(roots, 1):
        fact = sp.Le(0, base, evaluate=False)
        one = certificate(fact, {called: own for called, own in known.items() if not _under_roots([own])})
        facts[f"under root {k}"] = fact
        first.append({"name": f"under root {k}", "says": relation_text(fact), **_branch(one, list(one["given"]))})
    part = _summed(goal, facts, terms)
    rules = (("sqrt_pos", "root"), ("root_squared", "square"))
    steps = [
        {"name": f"{what} {k}", "rule": rule, "base": text(base), "exponent": "1/2"}
        for k, base in enumerate(roots, 1)
        for rule, what in rules
    ]
    given = {called: said for called, said in part["given"].items() if called in known}
    part = {**part, "first": first, "known": steps, "given": given}
    return None if refused(part) else shortest(part)


def _alike(*relations: Relational) -> list[Relational]:
    """Relations in letters, with one way to write each base of powers."""
    short = ShortLetters()
    return [type(one)(*map(short.meant, one.args), evaluate=False) for one in one_way(*map(short, relations))]


def _summed(goal: Relational, facts: Mapping[str, Relational], terms: Sequence[tuple[sp.Expr, list[str]]]) -> Part:
    """The goal as a sum of multiples of facts, as a part that nobody has accepted; roots of letters are letters, if there are any."""
    proof, roots = Implication(), roots_of((goal, *facts.values(), *(sp.Eq(m, 0, evaluate=False) for m, _ in terms)))
    for s, order in sorted(roots.items(), key=lambda pair: pair[0].name):
        if s.is_nonnegative:
            proof.put.append((s, users_own(f"root_{s.name}", nonnegative=True) ** order, "root"))
    end: Part = {"how": "sum", "factor": [(sp.S.One, [])], "terms": terms}
    if isinstance(goal, sp.Eq):
        turned = {**end, "terms": [(-m, names) for m, names in terms]}
        end = {"how": "both", "parts": [end, turned]}
    return part_of(goal, facts, proof, end, ShortLetters())


def _slack(fact: Relational) -> sp.Expr:
    return fact.rhs - fact.lhs if isinstance(fact, sp.Eq) else fact.gts - fact.lts


def _plain(relation: Relational) -> Relational:
    """A relation in letters, its sides as they stand."""
    return type(relation)(*map(letters, relation.args), evaluate=False)


def _nothing_left(goal: Relational, given: Given) -> Part | None:
    """Where a number that is not negative is at most zero, it is zero; so is one whose square is at most what is zero then."""
    zeros: dict[sp.Symbol, str] = {}
    first: list[Part] = []

    def prove(letter: sp.Symbol, from_: Sequence[str], squared: bool) -> None:
        fact = sp.Eq(letter, 0, evaluate=False)
        named = {called: facts[called] for called in from_}
        one = _square_is_zero(fact, named) if squared else certificate(fact, named)
        zeros[letter] = f"nothing {len(first) + 1}"
        facts[zeros[letter]] = fact
        first.append({"name": zeros[letter], "says": relation_text(fact), "given": list(from_), **one})

    facts = dict(given)
    for called, fact in given.items():
        if isinstance(fact, sp.Le | sp.Ge) and fact.gts == 0 and fact.lts.is_Symbol and fact.lts.is_nonnegative:
            prove(fact.lts, [called], False)
    for called, fact in given.items():
        root = fact.lts.base if isinstance(fact, sp.Le | sp.Ge) and fact.lts.is_Pow and fact.lts.exp == 2 else None
        if root is not None and root.is_Symbol and root not in zeros and fact.gts.xreplace(dict.fromkeys(zeros, sp.S.Zero)) == 0:
            prove(root, [called, *(why for letter, why in zeros.items() if letter in fact.gts.free_symbols)], True)
    return _after(goal, given, facts, first) if first else None


def _square_is_zero(goal: Relational, given: Given) -> Part:
    """What has a square that is at most zero is zero."""
    if not isinstance(goal, sp.Eq):
        raise InvalidInput("goal", goal, "is no equation")
    part = certificate(sp.Le((goal.lhs - goal.rhs) ** 2, 0, evaluate=False), given)
    return {**part, "goal": relation_text(goal), "proof": {"how": "zero", "parts": [part["proof"]]}}


def _chained(goal: Relational, given: Given) -> Part | None:
    """x <= c e + r from e <= s, where the goal says x <= c s + r."""
    bounds = {called: fact for called, fact in given.items() if isinstance(fact, sp.Le | sp.Ge) and fact.lts.is_Symbol}
    for (one, fact), (other, inner) in permutations(bounds.items(), 2):
        c = fact.gts.diff(inner.lts)
        fits = isinstance(goal, sp.Le | sp.Ge) and fact.lts == goal.lts and c != 0 and inner.lts not in c.free_symbols
        if fits and (part := _as_told(goal, given, {one: sp.S.One, other: c})) is not None:
            return part
    return None


def _by_squares(goal: Relational) -> Part | None:
    """A quadratic form in monomials as a sum of squares, each completed in turn."""
    if not isinstance(goal, sp.Le | sp.Ge):
        return None
    put = {s: users_own(f"root_{s.name}", nonnegative=True) ** n for s, n in roots_of([goal]).items() if s.is_nonnegative}
    top, bottom = sp.fraction(sp.together(_slack(goal).xreplace(put)))
    if not top.is_polynomial(*top.free_symbols) or not bottom.is_nonnegative:
        return None
    left, proof, terms = sp.Poly(top, *sorted(top.free_symbols, key=lambda s: str(s.name))), Implication(), list[Term]()
    while not left.is_zero:
        even = [(m, c) for m, c in left.terms() if c > 0 and all(e % 2 == 0 for e in m)]
        if not even or len(terms) > _MOST_SQUARES or len(left.terms()) > _MOST_TERMS:
            return None
        powers, c = even[0]
        root = sp.Mul(*[g ** (e // 2) for g, e in zip(left.gens, powers, strict=True)])
        mixed = sp.Add(
            *[d * _monomial(left, m) for m, d in left.terms() if m != powers and sp.cancel(_monomial(left, m) / root).is_polynomial()]
        )
        square = sp.expand(root + sp.cancel(mixed / (2 * c * root)))
        called = f"square {len(terms) + 1}"
        proof.steps.append({"name": called, "says": square, "square": True})
        terms.append((c / bottom, [called]))
        left = left - sp.Poly(c * square**2, *left.gens)
    proof.put = [(s, power, "root") for s, power in put.items()]
    return part_of(goal, {}, proof, {"how": "sum", "factor": [(sp.S.One, [])], "terms": terms}, ShortLetters())


def _monomial(polynomial: sp.Poly, powers: Sequence[int]) -> sp.Expr:
    return sp.Mul(*[g**e for g, e in zip(polynomial.gens, powers, strict=True)])


def _by_products(goal: Relational, given: Given) -> Part | None:
    """A sum of products of up to two facts with numbers before them, which are guessed from the values at some points."""
    facts = {called: fact for called, fact in given.items() if isinstance(fact, sp.Le | sp.Ge)}
    if not isinstance(goal, sp.Le | sp.Ge) or not 2 <= len(facts) <= _MOST_FACTS:
        return None
    used = [*((called,) for called in facts), *combinations_with_replacement(facts, 2)]
    spoken = sorted(goal.free_symbols.union(*(fact.free_symbols for fact in facts.values())), key=lambda s: str(s.name))
    rows, right = [], []
    for k in range(len(used) + 2):
        at = {
            s: sp.Integer(2 + (j + k) % 3) if is_count(s) else sp.Rational(1 + (7 * j + 3 * k + j * k) % 11, 5)
            for j, s in enumerate(spoken)
        }
        try:
            values = {called: float(_slack(fact).xreplace(at)) for called, fact in facts.items()}
            aim = float(_slack(goal).xreplace(at))
        except (TypeError, ValueError, OverflowError):  # what is no number there: a sum of infinitely many terms, say
            return None
        row = [prod(values[called] for called in several) for several in used]
        largest = max(map(abs, row)) or 1.0
        rows.append([value / largest for value in row])
        right.append(aim / largest)
    answer = linprog([1.0] * len(used), A_eq=rows, b_eq=right, bounds=[(0, None)] * len(used), method="highs-ds")
    if answer.status != 0:
        return None
    guess = [rational_number(Fraction(float(value)).limit_denominator(_LARGEST_GUESS)) for value in answer.x]
    part = _summed(goal, given, [(c, list(several)) for c, several in zip(guess, used, strict=True) if c])
    return None if refused(part) else shortest(part)


def _roots_taken(goal: Relational, given: Given) -> Part | None:
    """The goal from x <= r and -x <= r, for each fact x^2 <= r^2."""
    first: list[Part] = []
    facts = dict(given)
    for called, fact in given.items():
        x = fact.lts.base if isinstance(fact, sp.Le | sp.Ge) and fact.lts.is_Pow and fact.lts.exp == 2 else None
        r = sp.sqrt(sp.factor(fact.gts)) if x is not None else sp.S.Zero
        if x is None or not x.is_Symbol or any(p.exp.is_Rational and p.exp.q == 2 and not p.base.is_Symbol for p in r.atoms(sp.Pow)):
            continue
        for side in (x, -x):
            bound = sp.Le(side, r, evaluate=False)
            one = certificate(bound, {called: fact})
            facts[f"root {len(first) + 1}"] = bound
            first.append({"name": f"root {len(first) + 1}", "says": relation_text(bound), "given": [called], **one})
    return _after(goal, given, facts, first) if first else None


def _along(goal: Relational, given: Given) -> Part | None:
    """x <= r from x^2 <= a y and y^2 <= b x^2 with r^2 = a^2 b: where x > 0, x^4 <= a^2 y^2 <= r^2 x^2."""
    if not isinstance(goal, sp.Le | sp.Ge) or not (goal.lts.is_Symbol and goal.lts.is_nonnegative):
        return None
    x, r = goal.lts, goal.gts
    bounds = {name: fact for name, fact in given.items() if isinstance(fact, sp.Le | sp.Ge)}
    for (one, fact), (other, back) in permutations(bounds.items(), 2):
        y = back.lts.base if back.lts.is_Pow and back.lts.exp == 2 else None
        if fact.lts != x**2 or y is None:
            continue
        a, b = sp.cancel(fact.gts / y), sp.cancel(back.gts / x**2)
        if {x, y} & (a.free_symbols | b.free_symbols) or sp.expand(r**2 - a**2 * b) != 0:
            continue
        square = sp.Le(x**2, a**2 * b, evaluate=False)
        terms = [["1", [one, one]], [text(2 * x**2), [one]], [text(a**2), [other]]]
        fourth = {"how": "sum", "factor": [[text(x**2), []]], "terms": terms}
        told = {"name": "square", "says": relation_text(square), "given": [one, other, "case"], "put": [], "known": [], "proof": fourth}
        yes, no = certificate(goal, {"case": sp.Le(x, 0, evaluate=False)}), certificate(goal, {"square": square})
        part = _inequality(goal, {one: fact, other: back}, yes, no)
        return part | {
            "case": relation_text(sp.Le(x, 0, evaluate=False)),
            "yes": _branch(yes, ["case"]),
            "no": {**_branch(no, [one, other]), "first": [told]},
        }
    return None


def _branch(part: Part, given: Sequence[str]) -> Part:
    return {"given": list(given), **{key: part[key] for key in ARGUMENT if key in part}}


def _after(goal: Relational, given: Given, facts: Given, first: list[Part]) -> Part:
    """A proof of the goal from what is given and what is proved first."""
    last = certificate(goal, facts)
    used, parts = set(last["given"]), list[Part]()
    for one in reversed(first):
        if one["name"] in used:
            used |= set(one["given"])
            parts.insert(0, _branch(one, list(one["given"])) | {key: one[key] for key in ("name", "says")})
    own = {called: fact for called, fact in given.items() if called in used}
    return {**_inequality(goal, own, last, *first), "first": parts, **{key: last[key] for key in ARGUMENT if key in last}}


def _inequality(goal: Relational, given: Given, *parts: Part) -> Part:
    """The frame of a part: its letters with their signs, what is given, and the goal."""
    signs: dict[str, Any] = {}
    for part in parts:
        signs |= part["signs"]
    said = {name: relation_text(fact) for name, fact in given.items()}
    return {"kind": "inequality", "signs": signs, "given": said, "goal": relation_text(goal)}
