"""Steps under additional conditions: the conditions are assumed, and the conclusions become implications."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import sympy as sp

from symfed.kernel.terms import normal
from symfed.theorems.relations import conditional, conjuncts
from symfed.theorems.within import Within

if TYPE_CHECKING:
    from symfed.prove.claim import Translation


def under_conditions(step: Within, made: Mapping[str, Any]) -> dict[str, Any]:
    """The conclusions of the steps, as implications from their conditions."""
    return {name: sp.Implies(sp.And(*step.conditions), fact, evaluate=False) for name, fact in made.items()}


@contextmanager
def assume_conditions(t: Translation, step: Within, plain: Mapping[str, Any]) -> Iterator[None]:
    """Context in which the conditions hold, and `plain` are the steps' relations. Afterwards all facts found inside are implications."""
    props = [t.declared(normal(t.notation.prop(part))) for condition in step.conditions for part in conjuncts(condition)]
    conditions, relations, signs, facts = t.conditions, t.relations, t.signs, dict(t.facts)
    t.conditions = [*conditions, *map(t.proof.assume, props)]
    t.signs = {goal: sign for goal, sign in signs.items() if sign is not None}  # others may be provable here
    t.facts |= {name: t.fact_by_name(name) for name in step.known}
    t.conditions += [t.facts[name] for name in step.known]
    t.relations = relations | dict(plain) | {name: conditional(relations[name])[1][0] for name in step.known}
    try:
        yield
    finally:
        made = {name: t.proof.discharge(fact, *props) for name, fact in t.facts.items() if name not in facts}
        t.conditions, t.relations, t.signs, t.facts = conditions, relations, signs, facts | made
