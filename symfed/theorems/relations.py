"""The facts that a proof may use, and the comparison of relations: side by side, in normal form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim, Lemma, as_relation
from symfed.core.symbols import PARAMETERS
from symfed.decide.relations import decide
from symfed.decide.signs import differs, is_identically_zero
from symfed.theorems.vocabulary import INDICES, Quantity, Vector, letters

Facts = Mapping[str, sp.Basic]


def fact_of(lemma: Lemma) -> sp.Basic | None:
    """The fact that a proved lemma provides: its conclusion, under its own hypotheses; None where it is not a relation."""
    relation = as_relation(lemma.concludes)
    if relation is None or not lemma.given.relations:
        return relation if relation is None or not lemma.given.classes else None
    return None if lemma.given.classes else sp.Implies(sp.And(*lemma.given.relations), relation, evaluate=False)


def facts_of(claim: Claim, premises: Mapping[str, Claim]) -> dict[str, sp.Basic]:
    """The facts that a proof may use: lemmas by name, premises by id. Cross-checks are left out."""
    found = {lemma.name: fact_of(lemma) for lemma in claim.proof if not lemma.crosscheck}
    # an expression is an equation only to the check that compares it
    found |= {name: _premise_fact(premise) for name, premise in premises.items() if not isinstance(premise.statement, sp.Expr)}
    facts = {name: fact for name, fact in found.items() if fact is not None}
    parts = {name: _printed_parts(claim, fact) for name, claim in premises.items() if isinstance(fact := facts.get(name), sp.And)}
    return facts | {f"{name}/{k}": part for name, several in parts.items() for k, part in enumerate(several, 1)}


def _premise_fact(premise: Claim) -> sp.Basic | None:
    """The fact that a premise provides, under those of its conditions that are on an index, or on other symbols than parameters."""
    relation = as_relation(premise.statement)
    own = [r for r in premise.under.relations if not r.free_symbols <= PARAMETERS.difference(INDICES)]
    return relation if relation is None or not own else sp.Implies(sp.And(*own), relation, evaluate=False)


def _printed_parts(claim: Claim, fact: sp.And) -> tuple[sp.Basic, ...]:
    """The parts of a conjunction, equations before inequalities, each kind in SymPy's order: `And` keeps no order."""
    return tuple(sorted(fact.args, key=lambda part: (not isinstance(part, sp.Eq), sp.default_sort_key(part))))


def conjuncts(fact: sp.Basic) -> tuple[sp.Basic, ...]:
    return fact.args if isinstance(fact, sp.And) else (fact,)


def conditional(fact: sp.Basic) -> tuple[tuple[sp.Basic, ...], tuple[sp.Basic, ...]]:
    """(conditions, relations) of a fact."""
    if isinstance(fact, sp.Implies):
        return conjuncts(fact.args[0]), conjuncts(fact.args[1])
    return (), conjuncts(fact)


def same_relation(one: sp.Basic, other: sp.Basic) -> bool:
    """Return whether two relations are equal side by side, in normal form: nothing is multiplied, squared or weakened."""
    if one == other:
        return True
    if relation_shape(one) != relation_shape(other):
        return False
    return all(_is_zero(a - b) for a, b in zip(_ordered_sides(one), _ordered_sides(other), strict=True))


@lru_cache(maxsize=20_000)
def relation_shape(relation: sp.Basic) -> tuple[type, frozenset[sp.Symbol]]:
    """The kind of a relation, and its symbols, norms and means included: the same for relations that are equal by `same_relation`."""
    kind = type(relation) if isinstance(relation, (sp.Eq, sp.Ne)) else sp.Lt if isinstance(relation, (sp.Lt, sp.Gt)) else sp.Le
    return kind, frozenset(letters(relation).free_symbols)


def _ordered_sides(relation: sp.Basic) -> tuple[sp.Expr, sp.Expr]:
    """Smaller side first."""
    return (relation.args[0], relation.args[1]) if isinstance(relation, (sp.Eq, sp.Ne)) else (relation.lts, relation.gts)


def _is_zero(difference: sp.Expr) -> bool:
    if not difference.is_commutative:
        return bool(sp.expand(difference) == 0)
    plain = letters(difference)
    halves = {p.base for p in plain.atoms(sp.Pow) if p.base.is_Symbol and p.base.is_nonnegative and p.exp.is_Rational and p.exp.q == 2}
    plain = plain.xreplace({s: s**2 for s in halves})  # so that all roots are rational
    # a point where it is not zero is found sooner than a normal form
    return not differs(plain, sp.S.Zero) and is_identically_zero(plain)


def unproved_denominators(relation: sp.Basic, given: Sequence[sp.Basic]) -> list[sp.Expr]:
    """The denominators of a relation that are not known to be nonzero under the given relations."""
    plain = tuple(letters(r) for r in given if _is_numeric(r))
    return sorted((f for f in _denominators(relation) if not _never_zero(f, plain)), key=str) if _is_numeric(relation) else []


@lru_cache(maxsize=20_000)  # a proof is followed again without each of its conditions
def _never_zero(factor: sp.Expr, given: tuple[sp.Basic, ...]) -> bool:
    return decide(sp.Ne(factor, 0, evaluate=False), given).kind == "implied"


def _is_numeric(relation: sp.Basic) -> bool:
    return all(side.is_commutative for side in relation.args)


@lru_cache(maxsize=20_000)
def _denominators(relation: sp.Basic) -> frozenset[sp.Expr]:
    bottom = sp.Mul(*[sp.fraction(sp.together(letters(side)))[1] for side in relation.args])
    return frozenset(f for f in sp.Mul.make_args(bottom) if f.free_symbols and not f.is_positive)


def heads(x: sp.Basic) -> set[Any]:
    """The vectors, quantities and heads of sequences that occur in an expression."""
    return {a.func for a in x.atoms(AppliedUndef)} | set(x.atoms(Vector, Quantity))
