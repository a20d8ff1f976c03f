"""Proofs of inequalities that take more than one certificate: the facts that are proved first, and the goal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import users_own
from symfed.evidence.implied import Implication, roots_of, slack
from symfed.evidence.inequalities import ShortLetters, certificate, one_way, part_of, refused, shortened_part
from symfed.evidence.search import searches
from symfed.evidence.text import relation_text
from symfed.recheck import Part
from symfed.theorems.vocabulary import letters

#: The keys of a part that are the proof of its goal.
ARGUMENT = ("first", "put", "known", "proof")
Given = Mapping[str, Relational]
Term = tuple[sp.Expr, list[str]]
#: What is left of a sum that has more operations is not simplified.
_MOST_OPERATIONS = 3000


def inequality_proof(goal: Relational, given: Given, multipliers: Mapping[str, sp.Expr] | None = None) -> Part:
    """A proof that the goal follows from the given relations, which was accepted: one certificate, or some.

    Raises InvalidInput where none is found. `multipliers` are for the one certificate.
    """
    if not searches():
        return certificate(goal, given)
    for way in (
        lambda: _by_multipliers(goal, given, multipliers or {}),
        lambda: certificate(goal, given, multipliers),
        lambda: _roots_taken(letters(goal), {called: letters(fact) for called, fact in given.items() if isinstance(fact, Relational)}),
    ):
        try:
            part = way()
        except InvalidInput:
            continue
        if part is not None and not refused(part):
            return part
    raise InvalidInput("goal", goal, "no certificate is found")


def _by_multipliers(goal: Relational, given: Given, multipliers: Mapping[str, sp.Expr]) -> Part | None:
    """The sum that multipliers tell of, and what is left, if the checker sees its sign, or that is proved first."""
    told = [name for name in multipliers if isinstance(given.get(name), Relational) and not isinstance(given[name], sp.Ne)]
    others = [name for name, fact in given.items() if name not in told and isinstance(fact, Relational)]
    wanted, *facts = _normalized(goal, *(given[name] for name in (*told, *others)))
    known, own = dict(zip((*told, *others), facts, strict=True)), {name: letters(as_expression(multipliers[name])) for name in told}
    if isinstance(wanted, sp.Eq | sp.Ne):
        return None
    rest = slack(wanted) - sp.Add(*[own[name] * slack(known[name]) for name in told], evaluate=False)
    for names in (told, (*told, *others)):
        sums: list[tuple[sp.Expr, list[str]]] = [(own[name], [name]) for name in told]
        for terms in (sums, [*sums, (rest, [])]):
            part = _sum_part(wanted, {name: known[name] for name in names}, terms)
            if not (wrong := refused(part)):
                return shortened_part(part)
    return _with_signs(wanted, known, own, rest) if told and wrong.startswith("a multiplier may") else None


def _with_signs(goal: Relational, known: Given, multipliers: Mapping[str, sp.Expr], rest: sp.Expr) -> Part | None:
    """A sum as multipliers tell of it, where signs of multipliers, and of what is left, are proved first."""
    rest = sp.factor(sp.cancel(sp.together(rest))) if rest.count_ops() < _MOST_OPERATIONS else rest
    asked = [m for name, m in multipliers.items() if not m.is_nonnegative and not isinstance(known[name], sp.Eq)]
    first, facts = list[Part](), dict(known)
    for k, value in enumerate([*asked, *([rest] if rest != 0 else [])], 1):
        fact = sp.Le(0, value, evaluate=False)
        one = certificate(fact, {name: known[name] for name in known if name not in multipliers or value is rest})
        first.append({"name": f"sign {k}", "says": relation_text(fact), "given": list(one["given"]), **argument_of(one)})
        facts[f"sign {k}"] = fact
    terms = [*((m, [name]) for name, m in multipliers.items()), *([(sp.S.One, [first[-1]["name"]])] if rest != 0 else [])]
    part = _sum_part(goal, facts, terms)
    names = {one["name"] for one in first}
    part = {**part, "first": first, "given": {name: told for name, told in part["given"].items() if name not in names}}
    return part


def _normalized(*relations: Relational) -> list[Relational]:
    """Relations in symbols, with one way to write each base of powers."""
    short = ShortLetters()
    return [type(one)(*map(short.meant, one.args), evaluate=False) for one in one_way(*map(short, relations))]


def _sum_part(goal: Relational, facts: Mapping[str, Relational], terms: Sequence[tuple[sp.Expr, list[str]]]) -> Part:
    """The goal as a sum of multiples of facts, as a part that nobody has accepted; roots of symbols are symbols, if there are any."""
    proof, roots = Implication(), roots_of((goal, *facts.values(), *(sp.Eq(m, 0, evaluate=False) for m, _ in terms)))
    for s, order in sorted(roots.items(), key=lambda pair: pair[0].name):
        if s.is_nonnegative:
            proof.put.append((s, users_own(f"root_{s.name}", nonnegative=True) ** order, "root"))
    return part_of(goal, facts, proof, {"how": "sum", "factor": [(sp.S.One, [])], "terms": terms}, ShortLetters())


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
    return _proof_after(goal, given, facts, first) if first else None


def argument_of(part: Part) -> Part:
    """What of a part proves its goal."""
    return {key: part[key] for key in ARGUMENT if key in part}


def _proof_after(goal: Relational, given: Given, facts: Given, first: list[Part]) -> Part:
    """A proof of the goal from what is given and what is proved first."""
    last = certificate(goal, facts)
    used, parts, signs = set(last["given"]), list[Part](), dict(last["signs"])
    for one in first:
        signs |= one["signs"]
    for one in reversed(first):
        if one["name"] in used:
            used |= set(one["given"])
            parts.insert(0, {"given": list(one["given"]), **argument_of(one), **{key: one[key] for key in ("name", "says")}})
    own = {called: relation_text(fact) for called, fact in given.items() if called in used}
    frame = {"kind": "inequality", "signs": signs, "given": own, "goal": relation_text(goal)}
    return {**frame, "first": parts, **argument_of(last)}
