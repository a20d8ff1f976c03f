"""What the kernel of sentences says of a few steps: the facts that are known are lemmas, and the goal is the statement."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from symfed.core.claim import Claim, Lemma, ProofStep
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.prove.accepted import accepted
from symfed.prove.named import NoProof
from symfed.prove.reading import Acceptance
from symfed.theorems import Theorem
from symfed.theorems.relations import conditional

_NOTHING = Lemma("zero is zero", sp.Le(0, 0, evaluate=False), ())


def _lemma(name: str, conditions: tuple[sp.Basic, ...], says: tuple[sp.Basic, ...]) -> Lemma:
    return Lemma(name, says[0] if len(says) == 1 else sp.And(*says, evaluate=False), (), given=Domain(conditions))


def reading(goal: sp.Basic, *steps: ProofStep, known: Mapping[str, sp.Basic] | None = None, under: Domain = ANYWHERE) -> Acceptance:
    """A proof of the goal as the kernel reads it. Raises NoProof or InvalidInput where it stops."""
    lemmas = (_NOTHING, *(_lemma(name, *conditional(fact)) for name, fact in (known or {}).items()))
    printed = Printed("symfed", "tried", "")
    return accepted(Claim("tried", "inequality", "", printed, Tier.PROVED, under, goal, lemmas=lemmas, follows=steps), {})


def stopped(goal: sp.Basic, *steps: ProofStep, known: Mapping[str, sp.Basic] | None = None, under: Domain = ANYWHERE) -> str:
    """Where a proof of the goal stops, or what it takes for granted beside the known facts; nothing where it is read to its end."""
    try:
        found = reading(goal, *steps, known=known, under=under)
    except (NoProof, InvalidInput) as why:
        return str(why) or "it is not said why"
    return ", ".join(found.open)


def concluded(theorem: Theorem, arguments: Mapping[str, Any], known: Mapping[str, sp.Basic]) -> tuple[sp.Basic, ...]:
    """What a theorem concludes, facts put for their names."""

    def read(value: Any) -> Any:
        return tuple(map(read, value)) if isinstance(value, tuple) else known[value] if isinstance(value, str) else value

    found = theorem.apply(**{key: read(value) for key, value in arguments.items()})[1]
    return found if isinstance(found, tuple) else (found,)
