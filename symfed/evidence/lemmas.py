"""Lemmas about numbers as data: identities, inequalities, inductions; each by what its check decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.relational import Relational

from symfed.checks import Certificate, Induction, SignCheck, SymbolicIdentity
from symfed.checks.every_dimension import IdentityInEveryDimension
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import AsDerived, RemainderAtFixedH
from symfed.checks.free_algebra import FreeIdentity
from symfed.checks.identity import on_equal_clients, on_symbols
from symfed.checks.induction import _lasting
from symfed.checks.proven_combination import ProvenCombination
from symfed.checks.proven_remainder import ProvenRemainder
from symfed.checks.spelt import exactly, spelling, spelt_out
from symfed.core import symbols
from symfed.core.check import Check
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.scope import EVERYTHING, Scope
from symfed.core.symbols import users_own
from symfed.evidence.arguments import argument_of, inequality_proof
from symfed.evidence.inequalities import conditions
from symfed.evidence.remainders import bound_part, combined_part, derived_terms, remainder_part
from symfed.evidence.tensors import tensor_part
from symfed.evidence.text import relation_text, text
from symfed.recheck import Part


def lemma_part(statement: Any, check: Check, under: Domain, ranges: Scope = EVERYTHING) -> Part:
    """The part for a statement that a check decides, within `ranges`. Raises InvalidInput for what is not replayed."""
    if isinstance(check, SymbolicIdentity):
        return _identity_part(statement, check)
    if isinstance(check, SignCheck):
        goal = _at_most(*map(spelt_out, statement))
        return inequality_proof(goal, conditions(under, goal))
    if isinstance(check, Certificate):
        return _certificate_part(statement, check, under)
    if isinstance(check, FreeIdentity):
        return _words_part(statement, check)
    if isinstance(check, IdentityInEveryDimension):
        return tensor_part(statement, check, ranges)
    if isinstance(check, RemainderAtFixedH):
        exact = check._exact
        named = isinstance(exact, AsDerived)
        terms = derived_terms(statement, exact, under) if named else lemma_part(statement, exact, under, ranges)
        return remainder_part(statement, check, under, terms)
    if isinstance(check, ProvenRemainder):
        return bound_part(statement, check, under)
    if isinstance(check, ProvenCombination):
        return combined_part(statement, check, under)
    if isinstance(check, Induction):
        return _induction_part(statement, check, under)
    raise InvalidInput("check", check.method, "is not replayed")


def _at_most(left: sp.Expr, right: sp.Expr) -> Relational:
    return sp.Le(left, right, evaluate=False)


def _identity_part(statement: Any, check: SymbolicIdentity) -> Part:
    printed = exactly(check.reading(statement if isinstance(statement, Expansion) else spelling(statement)))
    derived = spelt_out(check.truth())
    short = ["the terms without the remainder"] * isinstance(statement, Expansion)
    short += ["dimension one alone"] * (check.reading in (on_symbols, on_equal_clients) and check.covers is None)
    part = {"kind": "identity", "left": text(printed), "right": text(derived)}
    return part | ({"short": ", ".join(short)} if short else {})


def _words_part(statement: Any, check: FreeIdentity) -> Part:
    letters = [users_own(letter, commutative=False) for letter in check.letters.split()]
    left, right = map(sp.sympify, statement(*letters))
    return {"kind": "words", "matrices": [letter.name for letter in letters], "left": text(left), "right": text(right)}


def _certificate_part(statement: Any, check: Certificate, under: Domain) -> Part:
    """right - left by the check's own multipliers; each assumed term is proved beside it."""
    goal = _at_most(*map(spelt_out, statement))
    given = conditions(under, goal)
    pairs = [(spelt_out(m), spelt_out(assumed)) for m, assumed in check.terms]
    facts = {f"term {k}": sp.Ge(assumed, 0, evaluate=False) for k, (_, assumed) in enumerate(pairs, 1)}
    multipliers = {f"term {k}": m for k, (m, _) in enumerate(pairs, 1)}
    part = inequality_proof(goal, {**given, **facts}, multipliers)
    told = {name: relation_text(relation) for name, relation in given.items()}
    proofs = {name: _argument_of(fact, given) for name, fact in facts.items() if name in part["given"]}
    return {**part, "given": told | part["given"], "terms": proofs}


def _induction_part(statement: Any, check: Induction, under: Domain) -> Part:
    H = symbols.H
    u, v = (spelt_out(spelling(side)(H)) for side in (check.sequence, statement))
    factor, increment = spelt_out(check.factor), spelt_out(check.increment)
    kept = {f"given_{k}": relation for k, relation in enumerate(_lasting(under.relations), 1) if not isinstance(relation, sp.Ne)}
    fixed = {name: relation for name, relation in kept.items() if H not in relation.free_symbols}
    later = {name: _relation_at(relation, H + 1) for name, relation in kept.items() if name not in fixed}
    at_one = {name: one for name, relation in kept.items() if (one := _relation_at(relation, sp.S.One)) not in (sp.true, sp.false)}
    proofs = {
        "base": _argument_of(_at_most(u.subs(H, 1), v.subs(H, 1)), at_one),
        "step": _argument_of(_at_most(factor * v + increment, v.subs(H, H + 1)), kept),
        "factor_proof": _argument_of(_at_most(sp.S.Zero, factor), kept),
    }
    lasting = {name: _argument_of(kept[name], {**fixed, f"{name} later": later[name]}) for name in later}
    letters = sorted(set().union(*(x.free_symbols for x in (u, v, *kept.values()))) - {H}, key=lambda s: s.name)
    return {
        "kind": "induction", "sequence": text(u), "bound": text(v), "factor": text(factor), "increment": text(increment),
        "signs": {s.name: "> 0" if s.is_positive else ">= 0" for s in letters if s.is_nonnegative},
        "given": {name: relation_text(relation) for name, relation in kept.items()}, "lasting": lasting, **proofs,
    }  # fmt: skip


def _relation_at(relation: Relational, n: sp.Expr) -> Any:
    return relation.func(*[side.subs(symbols.H, n) for side in relation.args], evaluate=False)


def _argument_of(goal: Relational, given: Mapping[str, Relational]) -> Part:
    """A certificate whose facts are called as they are given, and nothing that its goal says."""
    return argument_of(inequality_proof(goal, given))
