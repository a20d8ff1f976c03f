"""The steps of a claim and of those that it uses, with what each concludes, and which letters they define."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.coq.glue.parts import Followed
from symfed.core.claim import Claim, as_relation
from symfed.core.errors import InvalidInput
from symfed.theorems.discharge import conjuncts
from symfed.theorems.sorts import Sorts, head_of
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define
from symfed.theorems.vocabulary import GIVEN, INDICES, AnyVector


class Steps:
    """All steps in an order in which facts are known before they are used; raises InvalidInput for a claim that has none, or none such."""

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        if not claim.follows:
            raise InvalidInput("claim", claim.id, "has no steps")
        self.claim, self.premises = claim, premises
        self.steps: list[Followed] = []
        self._gather(claim, {})
        self.sorts = Sorts()
        statement = as_relation(claim.statement)
        if statement is None:
            raise InvalidInput("claim", claim.id, "is no relation between quantities")
        self.statement = conjuncts(statement)
        for relation in (*self.statement, *claim.under.relations, *(r for s in self.steps for r in s.concludes.values())):
            self.sorts.read(relation)
        self.defined, self.spoken = self._heads()

    def _gather(self, claim: Claim, done: dict[str, dict[str, Any]]) -> dict[str, Any]:
        """The steps of the claims that it uses, and its own, in an order in which facts are known before they are used."""
        if claim.id in done:
            return done[claim.id]
        known: dict[str, Any] = {}
        for used in claim.uses:
            premise = self.premises.get(used)
            if premise is None or not premise.follows or any(step.in_words for step in premise.follows):
                raise InvalidInput("premise", used, "is not proved by named theorems", "not exported")
            own = self._gather(premise, done)
            relation = as_relation(premise.statement)
            if relation is None:
                raise InvalidInput("premise", used, "is no relation")
            parts = sorted(conjuncts(relation), key=lambda part: (not isinstance(part, sp.Eq), sp.default_sort_key(part)))
            known[used] = relation
            if len(parts) > 1:
                known |= {f"{used}/{k}": part for k, part in enumerate(parts, 1)}
            del own
        for step in claim.follows:
            concludes = self._concluded(step, known)
            self.steps.append(Followed(step, dict(known), concludes, claim))
            known |= concludes
        done[claim.id] = known
        return known

    def _concluded(self, step: Any, known: Mapping[str, Any]) -> dict[str, sp.Basic]:
        if isinstance(step, Define):
            found: Any = step.equation
        elif isinstance(step, Assumed):
            found = tuple(step.condition.relations)
        elif isinstance(step, Arithmetic):
            found = conjuncts(step.conclusion)
        elif isinstance(step, Apply):
            found = step.theorem.apply(**self.arguments(step, known))[1]
        else:
            raise InvalidInput("step", type(step).__name__, "is not exported")
        parts = found if isinstance(found, tuple) else (found,)
        return {step.name: parts[0]} if len(parts) == 1 else {f"{step.name}/{k}": part for k, part in enumerate(parts, 1)}

    @staticmethod
    def arguments(step: Apply, known: Mapping[str, Any]) -> dict[str, Any]:
        def read(value: Any) -> Any:
            if isinstance(value, tuple):
                return tuple(map(read, value))
            if isinstance(value, str):
                if value not in known:
                    raise InvalidInput("fact", value, "is a lemma's, not a step's", "not exported yet")
                return known[value]
            return value

        return {key: read(value) for key, value in step.arguments}

    def _heads(self) -> tuple[dict[str, list[Followed]], set[str]]:
        """By head, the steps that define or introduce it; and the heads that the statement or a condition speaks of, whole."""
        defined: dict[str, list[Followed]] = {}
        for s in self.steps:
            if isinstance(s.step, Define):
                left = s.step.equation.lhs
                defined.setdefault(head_of(left), []).append(s)
            elif isinstance(s.step, Apply) and s.step.theorem.introduces:
                new = dict(s.step.arguments)[s.step.theorem.introduces]
                defined.setdefault(head_of(new), []).append(s)
        todo = [h for r in (*self.statement, *self.claim.under.relations) for h in heads_in(r)]
        todo += [h for s in self.steps if isinstance(s.step, Assumed) for r in s.concludes.values() for h in heads_in(r)]
        spoken: set[str] = set()
        while todo:
            head = todo.pop()
            if head not in spoken:
                spoken.add(head)
                todo += [h for s in defined.get(head, []) for r in s.concludes.values() for h in heads_in(r)]
        return defined, spoken


def heads_in(x: sp.Basic) -> set[str]:
    """The letters of a relation that may be defined: all but free vectors, indices and what a problem gives."""
    heads = {head_of(a) for a in x.atoms(AppliedUndef) if a.func not in GIVEN}
    return heads | {s.name for s in x.free_symbols if isinstance(s, sp.Symbol) and not isinstance(s, AnyVector) and s not in INDICES}
