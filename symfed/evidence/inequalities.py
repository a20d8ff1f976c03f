"""Certificates of inequalities as data: searched for, shortened, and written down fact by fact in the symbols that are meant."""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.symbols import ClientMean, gram_gg, gram_xg, gram_xx, is_count, users_own
from symfed.evidence.implied import Implication, fact_attempts
from symfed.evidence.search import SOUGHT, searches
from symfed.evidence.signs import Data
from symfed.evidence.text import name_of, relation_text, text
from symfed.recheck import KINDS, MalformedPart, NotDefined, Part
from symfed.theorems.vocabulary import Quantity, letters

#: A goal with more terms is not given to the linear programs, which take minutes over it.
_MOST_TERMS = 40


def conditions(under: Domain, *also: sp.Basic) -> dict[str, Relational]:
    """The relations of a domain by name, and Cauchy-Schwarz where a Gram scalar stands."""
    found = {f"condition {k}": relation for k, relation in enumerate(under.relations, 1) if not isinstance(relation, sp.Ne)}
    product = sp.Le(gram_xg**2, gram_xx * gram_gg, evaluate=False)
    return found | ({"Cauchy-Schwarz": product} if any(gram_xg in x.free_symbols for x in also) else {})


class ShortLetters:
    """Quantities and client means as symbols with short names, which keep their signs."""

    def __init__(self) -> None:
        self.names: dict[sp.Expr, sp.Symbol] = {}

    def __call__(self, fact: Relational) -> Relational:
        return type(fact)(*(self.expression(side) for side in fact.args), evaluate=False)

    def expression(self, x: sp.Expr) -> sp.Expr:
        plain = letters(as_expression(x))
        plain = plain.xreplace({mean: users_own(f"[{mean}]", **_sign_assumptions(mean)) for mean in outermost(ClientMean, plain)})
        for symbol in sorted(plain.free_symbols, key=lambda s: str(s.name)):
            if isinstance(symbol, Quantity) or not symbol.name.isidentifier():
                self.names.setdefault(symbol, users_own(f"a{len(self.names) + 1}", **_sign_assumptions(symbol)))
        return _expanded_exponents(plain.xreplace(self.names))

    def meant(self, x: sp.Expr) -> sp.Expr:
        return x.xreplace({short: quantity for quantity, short in self.names.items()})


def _expanded_exponents(x: sp.Expr) -> sp.Expr:
    """Exponents as sums of products, of which powers are products."""
    return x.replace(lambda p: p.is_Pow and p.exp.is_Add | p.exp.is_Mul, lambda p: p.base ** sp.expand(p.exp))


def outermost(kind: type, x: sp.Basic) -> list[sp.Expr]:
    """The outermost parts of an expression that are of a kind."""
    return [x] if isinstance(x, kind) else [one for part in x.args for one in outermost(kind, part)]


def _sign_assumptions(x: sp.Expr) -> dict[str, bool]:
    return {"positive": True} if x.is_positive else {"nonnegative": True} if x.is_nonnegative else {"real": True}


def certificate(goal: Relational, given: Mapping[str, Relational], multipliers: Mapping[str, sp.Expr] | None = None) -> Part:
    """A proof that the goal follows from the given relations, which was accepted. Raises InvalidInput where none is found.

    `multipliers` of some of them say how, as in the steps of proofs.
    """
    short = ShortLetters()
    facts = {called: short(fact) for called, fact in given.items() if isinstance(fact, Relational)}
    wanted, *others = one_way(short(goal), *facts.values())
    known = dict(zip(facts, others, strict=True))
    if not searches():
        return part_of(wanted, known, Implication(), SOUGHT, short)
    own = {called: short.expression(m) for called, m in (multipliers or {}).items()}
    if (found := _evident_proof(wanted, known, short)) is not None:
        return found
    why = "no certificate is found"
    if _term_count(wanted) > _MOST_TERMS:
        raise InvalidInput("goal", goal, why)
    for kept, proof in fact_attempts(wanted, known, short.names.values(), bool(own)):
        facts = dict(kept)
        multiplied = {called: m for called, m in own.items() if called in facts}
        end = proof.ending(proof.lay_out(wanted, facts, multiplied))
        if end is None:
            continue
        part = part_of(wanted, facts, proof, end, short)
        why = refused(part) or why
        if not refused(part):
            return shortened_part(part)
    raise InvalidInput("goal", goal, why)


def one_way(*relations: Relational) -> list[Relational]:
    """Relations in which bases of powers that are one polynomial are written in one way."""
    first: dict[sp.Expr, sp.Expr] = {}
    bases = [p.base for relation in relations for p in relation.atoms(sp.Pow) if p.exp.free_symbols]
    meant = {base: first.setdefault(sp.expand(base), base) for base in sorted(bases, key=sp.count_ops)}

    def written(p: sp.Pow) -> sp.Expr:
        return sp.Pow(meant.get(p.base, p.base), p.exp)

    def changed(side: sp.Expr) -> sp.Expr:
        return side.replace(lambda x: x.is_Pow and x.exp.free_symbols, written)

    return [type(relation)(*map(changed, relation.args), evaluate=False) for relation in relations]


def _term_count(goal: Relational) -> int:
    """The number of terms of a goal, powers and roots counting as symbols."""
    gap = goal.lhs - goal.rhs
    atoms = {p: sp.Dummy() for p in gap.atoms(sp.Pow) if not p.exp.is_Integer}
    return len(sp.Add.make_args(sp.expand(sp.fraction(sp.together(gap.xreplace(atoms)))[0])))


def _evident_proof(goal: Relational, known: Mapping[str, Relational], short: ShortLetters) -> Part | None:
    """The proof of a goal of which the checker sees by its shape that something is to spare; None where it does not."""
    if isinstance(goal, sp.Eq | sp.Ne):
        return None
    gap = goal.gts - goal.lts
    end: Data = {"how": "sum", "factor": [(sp.S.One, [])], "terms": [] if sp.expand(gap) == 0 else [(gap, [])]}
    usable = {called: fact for called, fact in known.items() if not isinstance(fact, sp.Ne)}
    part = part_of(goal, usable, Implication(), end, short)
    return None if refused(part) else shortened_part(part)


def refused(part: Part) -> str:
    """The checker's reason to refuse a part; "" if it is accepted."""
    try:
        return KINDS["inequality"](part)
    except (MalformedPart, NotDefined, KeyError) as error:
        return f"is not accepted: {type(error).__name__}: {error}"


def part_of(goal: Relational, facts: Mapping[str, Relational], proof: Implication, end: Data, short: ShortLetters) -> Part:
    """The proof as data, in the symbols that are meant."""

    def as_data(x: Any) -> Any:
        if isinstance(x, sp.Basic):
            return text(short.meant(x))
        if isinstance(x, Mapping):
            return {key: as_data(value) for key, value in x.items()}
        if isinstance(x, list | tuple):
            return [as_data(value) for value in x]
        return alias.get(x, x) if isinstance(x, str) else x

    spelt = {s for fact in (goal, *facts.values()) for s in fact.free_symbols}
    alias = {f"{what}_{s.name}": f"{what}_{name_of(short.meant(s))}" for s in spelt for what in ("more", "sign")}
    given = {called: _relation_text(fact, short) for called, fact in facts.items() if not isinstance(fact, sp.Ne)}
    return {
        "kind": "inequality",
        "signs": {name_of(short.meant(s)): _sign_of(s) for s in sorted(spelt, key=lambda s: name_of(short.meant(s))) if s.is_nonnegative},
        "given": given, "goal": _relation_text(goal, short), "put": [[name_of(short.meant(s)), as_data(x), why] for s, x, why in proof.put],
        "known": as_data(proof.steps), "proof": as_data(end),
    }  # fmt: skip


def _relation_text(fact: Relational, short: ShortLetters) -> str:
    return relation_text(type(fact)(*(short.meant(side) for side in fact.args), evaluate=False))


def _sign_of(s: sp.Symbol) -> str:
    if is_count(s):
        return ">= 1" if s.is_positive else "natural"
    return "> 0" if s.is_positive else ">= 0"


def shortened_part(part: Part) -> Part:
    """A proof less the facts and conditions that it does without."""
    part = deepcopy(part)
    for key in ("known", "given"):
        for one in reversed(list(part[key])):
            less = {
                **part,
                key: [s for s in part[key] if s is not one] if key == "known" else {k: v for k, v in part[key].items() if k != one},
            }
            if not refused(less):
                part = less
    return part
