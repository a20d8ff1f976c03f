"""What the kernel of sentences says of a few steps: the facts that are known are lemmas, and the goal is the statement."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from symfed.core.claim import Claim, Lemma, ProofStep
from symfed.core.domain import ANYWHERE, Domain
from symfed.core.errors import InvalidInput
from symfed.core.source import Printed
from symfed.core.verdict import Tier
from symfed.prove.accepted import accepted
from symfed.prove.named import NotSaid

_NOTHING = Lemma("zero is zero", sp.Le(0, 0, evaluate=False), ())


def stopped(goal: sp.Basic, *steps: ProofStep, known: Mapping[str, sp.Basic] | None = None, under: Domain = ANYWHERE) -> str:
    """Where a proof of the goal stops, or what it takes for granted beside the known facts; nothing where it is read to its end."""
    lemmas = (_NOTHING, *(Lemma(name, fact, ()) for name, fact in (known or {}).items()))
    printed = Printed("symfed", "tried", "")
    try:
        found = accepted(Claim("tried", "inequality", "", printed, Tier.PROVED, under, goal, lemmas=lemmas, follows=steps), {})
    except (NotSaid, InvalidInput) as why:
        return str(why) or "it is not said why"
    return ", ".join(found.open)
