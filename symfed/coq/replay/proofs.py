"""Proofs by named theorems as data: each step, its goals and what meets them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import sympy as sp

from symfed.coq.replay.arguments import ARGUMENT, argued
from symfed.coq.replay.lemmas import conditions
from symfed.coq.replay.text import relation_text
from symfed.core.claim import Claim, as_relation
from symfed.core.domain import Class, Domain
from symfed.core.errors import InvalidInput
from symfed.recheck import MalformedPart, Part, related
from symfed.theorems.discharge import conjuncts, facts_of, same
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define
from symfed.theorems.theorem import ForAll, New
from symfed.theorems.vocabulary import letters

Facts = dict[str, sp.Basic]
_OPEN = "no certificate is found"


def proof_part(claim: Claim, known: Mapping[str, Claim]) -> Part:
    """The steps of a claim's proof. Raises InvalidInput where all of them stand in words, and for a step that is not replayed."""
    if all(step.in_words for step in claim.follows):
        raise InvalidInput("proof", claim.id, "stands in words")
    writer = _Writer(claim, {name: known[name] for name in claim.uses if name in known})
    steps = [writer.step(step) for step in claim.follows]
    statement = as_relation(claim.statement)
    reader = claim.follows[-1].in_words  # who accepts that this is the statement
    if statement is None and not reader:
        raise InvalidInput("proof", claim.id, "has a statement that is no relation")
    reached = {}
    for part in () if reader else conjuncts(statement):
        name = next((name for name, fact in writer.relations() if same(part, fact)), "")
        if not name:
            raise InvalidInput("proof", claim.id, "does not reach its statement")
        reached[_said(part)] = name
    return {
        "kind": "proof", "signs": writer.signs, "conditions": writer.conditions, "facts": writer.start,
        "classes": sorted(set().union(*[member.closure() for member in claim.under.classes])) if claim.under.classes else [],
        "steps": steps, "statement": reached,
    }  # fmt: skip


class _Writer:
    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        self.under: Domain = claim.under
        self.facts: Facts = {name: fact for name, fact in facts_of(claim, premises).items() if not isinstance(fact, sp.Implies)}
        self.relations_of = conditions(claim.under)
        self.conditions = {name: relation_text(relation) for name, relation in self.relations_of.items()}
        self.start = {name: _said(fact) for name, fact in self.facts.items() if not isinstance(fact, sp.And)}
        self.signs: dict[str, str] = {}

    def relations(self) -> Iterable[tuple[str, sp.Basic]]:
        yield from ((name, fact) for name, fact in self.facts.items() if not isinstance(fact, sp.And | sp.Implies))
        yield from self.relations_of.items()

    def step(self, step: Any) -> dict[str, Any]:
        """A step with its goals and conclusions, which are facts from then on."""
        goals: list[dict[str, Any]] = []
        if step.in_words:
            return {
                "name": "in words",
                "does": "words",
                "says": step.describe(),
                "goals": [{"says": step.describe(), "why": "is in words"}],
                "concludes": {},
            }
        if isinstance(step, Define):
            does, says, concluded = "definition", step.says, (step.equation,)
        elif isinstance(step, Assumed):
            does, says, concluded = "assumption", step.condition.says, tuple(step.condition.relations)
            goals = [{"says": step.condition.says, "class": True}]
        elif isinstance(step, Arithmetic):
            does, says, concluded = "arithmetic", "", conjuncts(step.conclusion)
            multipliers = dict(zip(step.by, step.multipliers, strict=False))
            goals = [self._goal(part, step.by, multipliers=multipliers) for part in concluded]
        elif isinstance(step, Apply):
            does, says = "theorem", f"{step.theorem}: {step.theorem.says.split('. ')[0].rstrip('.')} ({step.theorem.citation})"
            hypotheses, conclusion = step.theorem.apply(**{key: self._read(value) for key, value in step.arguments})
            concluded = conclusion if isinstance(conclusion, tuple) else (conclusion,)
            goals = [goal for hypothesis in hypotheses if (goal := self._hypothesis(hypothesis, step.by)) is not None]
        else:
            raise InvalidInput("step", step, "is no step that is replayed")
        named = {step.name: concluded[0]} if len(concluded) == 1 else {f"{step.name}/{k}": one for k, one in enumerate(concluded, 1)}
        self.facts.update(named)
        return {
            "name": step.name,
            "does": does,
            "says": says,
            "goals": goals,
            "concludes": {name: _said(one) for name, one in named.items()},
        }

    def _read(self, value: Any) -> Any:
        return tuple(map(self._read, value)) if isinstance(value, tuple) else self.facts[value] if isinstance(value, str) else value

    def _hypothesis(self, hypothesis: Any, by: Sequence[str]) -> dict[str, Any] | None:
        """A hypothesis of a theorem as a goal; none for one that is plainly true, or that a name be new."""
        if isinstance(hypothesis, New) or hypothesis in (sp.true, True):
            return None
        if isinstance(hypothesis, Class):
            return {"says": hypothesis.says, "class": True}
        relation, within = (hypothesis.relation, hypothesis.range) if isinstance(hypothesis, ForAll) else (hypothesis, ())
        if relation in (sp.true, True):
            return None
        literal = next((name for name, fact in self.relations() if same(relation, fact)), "")
        said = _said(relation)
        if literal:
            told = self.conditions.get(literal) or self.start.get(literal) or _said(self.facts[literal])
            return {"says": told, "fact": literal}
        return {**self._goal(relation, by, within), "says": said}

    def _goal(
        self, goal: sp.Basic, by: Sequence[str], within: Sequence[sp.Basic] = (), multipliers: Mapping[str, Any] | None = None
    ) -> dict[str, Any]:
        """A goal of real arithmetic with its certificate, or without."""
        said = _said(goal)
        named = {name: self.facts[name] for name in by if name in self.facts and self.facts[name].is_Relational}
        ranges = {f"range {k}": one for k, one in enumerate(within, 1)}
        given = {name: fact for name, fact in {**self.relations_of, **named, **ranges}.items() if _numbers(fact)}
        if not _numbers(goal):
            return {"says": said, "why": "is between vectors"}
        try:
            part = argued(goal, given, multipliers)
        except InvalidInput:
            return {"says": said, "why": _OPEN}
        if clash := [name for name, sign in part["signs"].items() if self.signs.setdefault(name, sign) != sign]:
            return {"says": said, "why": f"has two signs for {clash[0]}"}
        rest = {key: part[key] for key in ARGUMENT if key in part}
        found = {"says": said, "given": [name for name in part["given"] if name not in ranges], "proof": rest}
        return found | ({"range": [part["given"].get(name, _said(one)) for name, one in ranges.items()]} if ranges else {})


def _numbers(relation: sp.Basic) -> bool:
    return bool(relation.is_Relational) and all(side.is_commutative for side in relation.args)


def _said(relation: sp.Basic) -> str:
    """A relation in letters, as text; one between vectors in SymPy's words, which are compared letter by letter."""
    if _numbers(relation):
        text = relation_text(letters(relation))
        try:
            related(text)
        except MalformedPart:
            return str(relation)
        return text
    return str(relation)
