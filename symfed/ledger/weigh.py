"""What the lemmas and the steps between them make of a claim: the minimum along its proof."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sympy as sp

from symfed.checks.lemma import Found
from symfed.core.claim import Claim
from symfed.core.verdict import Tier, weakest


def weigh(claim: Claim, found: Sequence[Found], broken: str = "") -> tuple[Tier, str]:
    """The tier that lemmas and steps earn, before premises and corrected statements are looked at.

    An exact instance against any lemma refutes; a statistical claim falls at its declared false-alarm probability. Every lemma must
    hold, and the claim is as strong as the weakest; cross-checks must hold too, but nothing rests on them. `broken` says which step
    between lemmas and statement does not follow. With a step in words a proof is one GIVEN these words.
    """
    statistical = claim.kind == "statistical"
    failing = [f for f in found if f.failing]
    refuting = [f for f in failing if f.refuting or statistical]
    if refuting:
        return Tier.REFUTED, refuting[0].why
    if failing:
        return Tier.UNDECIDED, failing[0].why
    if wrong := [f for f in found if f.error]:
        return Tier.ERROR, _named(wrong[0], wrong[0].error, len(found))
    if undecided := [f for f in found if f.tier is None]:
        return Tier.UNDECIDED, _named(undecided[0], undecided[0].why, len(found))
    if broken:
        return Tier.UNDECIDED, f"the proof does not reach the statement: {broken}"
    bearing = [f for f in found if not f.crosscheck]
    if not bearing:
        return Tier.ERROR, "every lemma is a cross-check, so nothing bears the statement"
    tier = weakest(tuple(f.tier for f in bearing if f.tier))
    weak = next(f for f in bearing if f.tier is tier)
    if tier is not Tier.SUPPORTED and _leaves_out(claim):
        return Tier.SUPPORTED, f"the remainder that is printed is carried by no lemma; what is: {weak.why}"
    words = sum(step.in_words for step in claim.steps)
    if tier is Tier.PROVED and words:
        tier = Tier.PROVED_GIVEN
        return tier, f"{len(bearing)} lemma{'s' * (len(bearing) > 1)} proved, given {words} step{'s' * (words > 1)} in words"
    return tier, weak.why if len(bearing) == 1 else f"{len(bearing)} lemmas, the weakest is {weak.name}: {weak.why}"


def _leaves_out(claim: Claim) -> bool:
    """Whether a remainder is printed, and neither a lemma's statement nor a chain of theorems carries it."""
    carried = any(hasattr(lemma.statement, "remainder") for lemma in claim.proof)
    reached = bool(claim.steps) and not any(step.in_words for step in claim.steps)
    return "O(" in claim.printed.tex and not carried and not reached


def _named(found: Found, why: str, lemmas: int) -> str:
    return why if lemmas == 1 else f"{found.name}: {why}"


def broken_step(claim: Claim, premises: Mapping[str, Claim]) -> str:
    """The first step that does not follow from lemmas, premises and conditions, or nothing; steps in words are taken as they are."""
    if all(step.in_words for step in claim.steps):
        return ""
    from symfed.theorems import reaches

    facts: dict[str, Any] = {lemma.name: relation for lemma in claim.proof if (relation := as_relation(lemma.statement)) is not None}
    facts |= {name: relation for name, other in premises.items() if (relation := as_relation(other.statement)) is not None}
    for step in claim.steps:
        if problem := step.follow(facts, claim.under):
            return f"{step.describe()}: {problem}"
    if any(step.in_words for step in claim.steps):
        return ""  # the words close the gap, and the verdict says so
    return str(reaches(claim, facts))


def as_relation(statement: Any) -> sp.Basic | None:
    """A statement as a relation: a pair is left <= right, an expression is one that vanishes; a function is none."""
    if isinstance(statement, sp.core.relational.Relational):
        return statement
    if isinstance(statement, tuple) and len(statement) == 2:
        left, right = statement
        if all(isinstance(side, (sp.Basic, int)) for side in (left, right)):
            return sp.Le(left, right, evaluate=False)
    return sp.Eq(statement, 0, evaluate=False) if isinstance(statement, sp.Expr) else None
