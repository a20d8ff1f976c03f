"""Check that the conditions of a premise follow from those of the claim that rests on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TypeAlias

import sympy as sp

from symfed.core import symbols
from symfed.core.claim import Claim, Lemma
from symfed.core.domain import Class, Domain
from symfed.core.symbols import PARAMETERS as PARAMETERS
from symfed.decide.orthant import prove_nonnegative
from symfed.decide.relations import decide
from symfed.decide.signs import decide_sign

#: The meaning of mu and L: strong convexity and smoothness of the same losses.
ALWAYS = Domain((sp.Le(symbols.mu, symbols.L),))
#: What lambda and a mean, besides: curvatures.
STANDING = ALWAYS & Domain((sp.Le(symbols.mu, symbols.lam), sp.Le(symbols.lam, symbols.L), sp.Le(symbols.a, symbols.L)))


def undischarged(premise: Claim, claim: Claim) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The relations of a premise that do not follow from the claim's, and its classes that the claim's do not name.

    A relation with a symbol that is bound in the premise's own statement is a hypothesis of that statement and is met where it is applied.
    """
    given = claim.under & ALWAYS
    wanted = [r for r in premise.under.relations if r.free_symbols <= PARAMETERS and r not in given.relations]
    relations = tuple(str(r) for r in wanted if not _is_implied(r, given))
    said = known_classes(claim.under)
    return relations, tuple(member.says for member in premise.under.classes if member.says not in said)


def own_hypotheses(lemma: Lemma, claim: Claim) -> tuple[str, ...]:
    """The hypotheses of a lemma that neither follow from the claim's conditions nor have a line where they are printed."""
    given, said = claim.under & STANDING, known_classes(claim.under)
    relations = [r for r in lemma.given.relations if r not in given.relations and not _is_implied(r, given)]
    classes = [member for member in lemma.given.classes if member.says not in said]
    return tuple(str(c) for c in (*relations, *classes) if str(c) not in lemma.given.lines)


def unmet_hypotheses(premise: Claim, claim: Claim) -> tuple[str, ...]:
    """The hypotheses, printed or not, of lemmas that are a premise's statement which do not follow from the claim's conditions."""
    if premise.statement is not None and not any(step.in_words for step in premise.follows):
        return ()  # the steps reach a statement that has its hypotheses in it
    given, said = claim.under & STANDING, known_classes(claim.under)
    supposed = [lemma.given for lemma in premise.proof if not lemma.crosscheck]
    relations = [r for one in supposed for r in one.relations if r not in given.relations and not _implied_by_coefficients(r, given)]
    classes = [member.says for one in supposed for member in one.classes if member.says not in said]
    return tuple(dict.fromkeys((*map(str, relations), *classes)))


def two_meanings(classes: Iterable[Class], shared: Iterable[Class] = ()) -> str:
    """A sentence that two of these classes have with other relations or implications, or one of them with more than the shared; or ""."""
    most, meant = {member.says: _class_meaning(member) for member in shared}, dict[str, _Meaning]()
    for member in _implied_classes(classes):
        meaning = _class_meaning(member)
        other = most.get(member.says, meaning)
        if meant.setdefault(member.says, meaning) != meaning or not (meaning[0] <= other[0] and meaning[1] <= other[1]):
            return member.says
    return ""


_Meaning: TypeAlias = tuple[frozenset[sp.Basic], frozenset[str]]


def _class_meaning(member: Class) -> _Meaning:
    return frozenset(getattr(member, "relations", ())), member.closure()


def _implied_classes(classes: Iterable[Class]) -> Iterator[Class]:
    for member in classes:
        yield member
        yield from _implied_classes(member.implies)


def known_classes(given: Domain) -> frozenset[str]:
    """All that the classes of a domain say or imply."""
    return frozenset[str]().union(*(member.closure() for member in given.classes))


@cache
def _implied_by_coefficients(relation: sp.Basic, given: Domain) -> bool:
    """Return whether a relation follows by its coefficients; anything that takes more than that is left to words."""
    if not isinstance(relation, (sp.Le, sp.Ge)) or not _is_rational(relation):
        return False
    return bool(prove_nonnegative(relation.gts - relation.lts, Domain(tuple(r for r in given.relations if _is_rational(r)))))


def _is_rational(relation: sp.Basic) -> bool:
    return all(side.is_rational_function() for side in relation.args)


@cache  # the same few are asked for each variant of a statement
def _is_implied(relation: sp.Basic, given: Domain) -> bool:
    # a point against it would tell no more than that no proof is found: no time is given for one
    if isinstance(relation, (sp.Lt, sp.Gt)):
        return decide(relation, given.relations, budget_seconds=0).kind == "implied"
    if not isinstance(relation, (sp.Le, sp.Ge)):
        return False
    return decide_sign(relation.gts - relation.lts, given, budget_seconds=0).kind == "nonnegative"
