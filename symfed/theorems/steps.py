"""Steps from lemmas to a statement: a definition, a named theorem, arithmetic; and whether a proof reaches what it should."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim, ProofStep, as_relation
from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.theorems.discharge import Facts, conjuncts, divides_by_zero, facts_of, heads, implied, missing, same, shape, usable
from symfed.theorems.theorem import Theorem
from symfed.theorems.vocabulary import INDICES, AnyVector, Quantity, Stated, Vector, drawn, introduce, introduced, owned, variables


def _add(facts: dict[str, Any], name: str, conclusion: sp.Basic | tuple[sp.Basic, ...]) -> str:
    """The conclusion under its name, each of several as name/1, name/2, ..."""
    parts = conclusion if isinstance(conclusion, tuple) else (conclusion,)
    if name in facts:
        return f"the name {name} is taken"
    if any(part in (sp.true, sp.false) for part in parts):
        return "concludes nothing that depends on its letters"
    facts.update({name: parts[0]} if len(parts) == 1 else {f"{name}/{i}": part for i, part in enumerate(parts, 1)})
    return ""


def _no_number(x: sp.Expr, nonnegative: bool, given: Sequence[sp.Basic]) -> str:
    """What is wrong, or nothing: an expression is real, its roots are of what is not negative, and so is it itself if that is asked."""
    roots = [power for power in x.atoms(sp.Pow) if not power.exp.is_integer]
    goals = [sp.Ge(root.base, 0, evaluate=False) for root in roots] + [sp.Ge(x, 0, evaluate=False)] * nonnegative
    if not x.xreplace({root: sp.Dummy(real=True) for root in roots}).is_real:
        return f"{x} is not known to be real"
    return next((wrong for goal in goals if (wrong := implied(goal, given))), "")


@dataclass(frozen=True)
class Define:
    """A name for something: `equation` has it on the left, alone. It is the same thing in every claim.

    A sequence is defined by f(0, x) = ... and f(n + 1, x) = ..., which may speak of f(n, ...); what is defined by an equation with the
    name on both sides would have to be shown to exist. Raises InvalidInput for what is no definition, or a second one.
    """

    name: str
    equation: sp.Eq
    says: str = ""
    in_words: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        left, right = self.equation.args
        head = left.func if isinstance(left, AppliedUndef) else left
        of = left.args if isinstance(left, AppliedUndef) else ()
        index = next((s for s in INDICES if of and of[0] == s + 1), None)
        how = "step" if index is not None else "start" if of and of[0] == 0 else "value"
        rest = of if how == "value" else of[1:]
        earlier = [a for a in right.atoms(AppliedUndef) if a.func == head]
        loose = variables(right) - variables(left)
        wrong = ""
        if not (isinstance(left, AppliedUndef) or type(left) in (Vector, Quantity)):
            wrong = "has no name alone on its left"
        elif not all(isinstance(x, AnyVector) or x in INDICES for x in rest) or len(set(rest)) < len(rest):
            wrong = "is said of other things than letters that stand for everything, each once"
        elif loose:
            wrong = f"leaves {', '.join(sorted(map(str, loose)))} free on its right side alone"
        elif head in right.free_symbols or any(how != "step" or a.args[0] != index for a in earlier):
            wrong = "speaks of itself, or of other values than the one before"
        elif how == "step" and any(a.args[0] != index for a in drawn(right)):
            wrong = "depends on other draws than those before"
        elif (
            how != "step" and of and of[0] in (0, *INDICES) and owned(right, "w") and any(owned(a, "w") for a in right.atoms(AppliedUndef))
        ):
            wrong = "depends on draws that its index does not show"
        elif type(left) is Vector and owned(left, "w"):
            wrong = "gives a vector that no draw of a round may tell anything about by draws"
        if wrong:
            raise InvalidInput("equation", self.equation, wrong, "a definition is f(x) = ..., or f(0, x) = ... and f(n + 1, x) = ...")
        introduce(str(head), how, str(self.equation), {"start": ("step",), "step": ("start",), "value": ()}[how])

    def describe(self) -> str:
        return f"definition: {self.equation}" + (f" ({self.says})" if self.says else "")

    def follow(self, facts: dict[str, Any], under: Domain) -> str:
        left, right = self.equation.args
        if isinstance(left, AppliedUndef) and introduced(str(left.func), "step") and not introduced(str(left.func), "start"):
            return f"{left} has no start: define it at 0"
        head = left.func if isinstance(left, AppliedUndef) else left
        for relation in under.relations:
            if head in heads(relation):
                return f"{left} is restricted by the condition {relation}"
        if left.is_commutative and not (right.is_nonnegative if left.is_nonnegative else right.is_real):
            known = [fact for fact in facts.values() if fact.is_Relational and fact.free_symbols <= right.free_symbols]
            if wrong := _no_number(right, bool(left.is_nonnegative), (*under.relations, *known)):
                return f"{left} stands for a number{' that is not negative' if left.is_nonnegative else ''}: {wrong}"
        return _add(facts, self.name, self.equation)


@dataclass(frozen=True)
class Assumed:
    """What an assumption of the claim says, in quantities."""

    name: str
    condition: Stated
    in_words: bool = field(default=False, init=False)

    def describe(self) -> str:
        return f"{self.name}: {self.condition.says}, that is {', '.join(map(str, self.condition.relations))}"

    def follow(self, facts: dict[str, Any], under: Domain) -> str:
        wrong = missing(self.condition, facts, under)
        return f"{self.name}: {wrong}" if wrong else _add(facts, self.name, self.condition.relations)


@dataclass(frozen=True, init=False)
class Apply:
    """A named theorem, said of the arguments. An argument that is a text is the name of a fact. `by`: facts that discharge hypotheses."""

    theorem: Theorem
    name: str
    by: tuple[str, ...]
    arguments: tuple[tuple[str, Any], ...]
    in_words: bool = False

    def __init__(self, theorem: Theorem, name: str, by: tuple[str, ...] = (), **arguments: Any) -> None:
        for key, value in (("theorem", theorem), ("name", name), ("by", by), ("arguments", tuple(arguments.items())), ("in_words", False)):
            object.__setattr__(self, key, value)
        if theorem.introduces:
            new = arguments[theorem.introduces]
            introduce(str(new.func if isinstance(new, AppliedUndef) else new), str(theorem), f"{theorem}, {self.arguments}")

    def describe(self) -> str:
        said = ", ".join(f"{key} = {value}" for key, value in self.arguments)
        return f"{self.name}: {self.theorem.says.split('. ')[0].rstrip('.')} ({self.theorem.citation}), with {said}"

    def follow(self, facts: dict[str, Any], under: Domain) -> str:
        said = dict(self.arguments)
        named = [text for value in said.values() for text in (value if isinstance(value, tuple) else (value,)) if isinstance(text, str)]
        absent = [text for text in (*named, *self.by) if text not in facts]
        if absent:
            return f"{self.name}: no fact is called {absent[0]}"

        def read(value: Any) -> Any:
            return tuple(map(read, value)) if isinstance(value, tuple) else facts[value] if isinstance(value, str) else value

        arguments = {key: read(value) for key, value in said.items()}
        if any(isinstance(facts[text], sp.Implies) for text in named):
            return f"{self.name}: {named} hold under further conditions"
        hypotheses, conclusion = self.theorem.apply(**arguments)
        for hypothesis in hypotheses:
            wrong = missing(hypothesis, facts, under, self.by)
            if wrong:
                return f"{self.name}: a hypothesis of {self.theorem} is not met: {wrong}"
        wrong = _add(facts, self.name, conclusion)
        return f"{self.name}: {wrong}" if wrong else ""


@dataclass(frozen=True)
class Arithmetic:
    """What real arithmetic sees to follow from the named facts and the conditions of the claim.

    The hypotheses of a lemma must follow from the conditions and from the other facts that are named.

    `multipliers`, one for each fact, are nonnegative, but for an equation's: right - left of the conclusion less the sum of their
    products with right - left of the facts must be nonnegative on the domain. Without them, solvers look for a proof.
    """

    name: str
    conclusion: sp.Basic
    by: tuple[str, ...] = ()
    multipliers: tuple[Any, ...] = ()
    in_words: bool = field(default=False, init=False)

    def describe(self) -> str:
        return f"{self.name}: {self.conclusion}" + (f", by {', '.join(self.by)}" if self.by else "")

    def follow(self, facts: dict[str, Any], under: Domain) -> str:
        absent = [name for name in self.by if name not in facts]
        if absent:
            return f"{self.name}: no fact is called {absent[0]}"
        named = {name: facts[name] for name in self.by}
        plain = [part for fact in named.values() if not isinstance(fact, sp.Implies) for part in conjuncts(fact)]
        given = dict(usable(named, under, plain))
        if len(given) < len(self.by):
            return f"{self.name}: {', '.join(sorted(set(self.by) - set(given)))} hold under further conditions"
        parts = conjuncts(self.conclusion)
        for part in parts:
            wrong = self._with_multipliers(part, facts, under) if self.multipliers else implied(part, (*under.relations, *given.values()))
            if wrong:
                return f"{self.name}: {wrong}"
        wrong = _add(facts, self.name, parts)
        return f"{self.name}: {wrong}" if wrong else ""

    def _with_multipliers(self, part: sp.Basic, facts: Facts, under: Domain) -> str:
        if len(self.multipliers) != len(self.by) or isinstance(part, (sp.Eq, sp.Ne)):
            return "multipliers are for inequalities, one for each fact"
        slack = part.gts - part.lts
        used = [facts[name] for name in self.by] + [sp.Ge(multiplier, 0, evaluate=False) for multiplier in self.multipliers]
        if divided := divides_by_zero(used, part, under.relations):
            return divided
        for multiplier, name in zip(self.multipliers, self.by, strict=True):
            fact = facts[name]
            if isinstance(fact, sp.Eq):
                slack -= multiplier * (fact.rhs - fact.lhs)
                continue
            wrong = implied(sp.Ge(multiplier, 0, evaluate=False), under.relations)
            if wrong or not isinstance(fact, (sp.Le, sp.Ge, sp.Lt, sp.Gt)):
                return wrong or f"{name} is no inequality"
            slack -= multiplier * (fact.gts - fact.lts)
        strict = isinstance(part, (sp.Lt, sp.Gt))
        return implied((sp.Gt if strict else sp.Ge)(sp.expand(slack), 0, evaluate=False), under.relations)


def resting_on(steps: Sequence[ProofStep], names: Mapping[str, str]) -> tuple[ProofStep, ...]:
    """Steps from other premises that state what the first ones do: a premise's id is replaced wherever a step names it."""

    def other(value: Any) -> Any:
        if isinstance(value, tuple):
            return tuple(map(other, value))
        head, slash, part = value.partition("/") if isinstance(value, str) else (value, "", "")
        return names[head] + slash + part if isinstance(head, str) and head in names else value

    def moved(step: Any) -> Any:
        if isinstance(step, Apply):
            return Apply(step.theorem, step.name, other(step.by), **{key: other(value) for key, value in step.arguments})
        return replace(step, by=other(step.by)) if isinstance(step, Arithmetic) else step

    return tuple(map(moved, steps))


def broken(claim: Claim, premises: Mapping[str, Claim], under: Domain) -> str:
    """The first step that does not follow from lemmas, premises and conditions, or that the statement is not reached; or nothing."""
    facts = facts_of(claim, premises)
    for step in claim.follows:
        if problem := step.follow(facts, under):
            return problem
    return reaches(claim, facts)


def needed(claim: Claim, premises: Mapping[str, Claim]) -> dict[str, str]:
    """The conditions of a claim without which its steps do not follow, each with the step that breaks."""
    problems = {str(condition): broken(claim, premises, wider) for condition, wider in claim.under.dropped()}
    return {condition: problem for condition, problem in problems.items() if problem}


def also_reached(claim: Claim, premises: Mapping[str, Claim], others: Mapping[str, Any]) -> dict[str, bool]:
    """Whether the same steps reach other statements, too."""
    facts = facts_of(claim, premises)
    for step in claim.follows:
        step.follow(facts, claim.under)
    concluded = _by_shape(facts)
    relations = {name: as_relation(other) for name, other in others.items()}
    return {name: relation is not None and _unconcluded(relation, concluded) is None for name, relation in relations.items()}


def reaches(claim: Claim, facts: Facts) -> str:
    """What is wrong with a proof's end, or nothing: the statement, part by part, must be what some step concludes, in normal form.

    A last step in words is a reader's to accept. A statement that is no relation is reached in words only.
    """
    if claim.follows and claim.follows[-1].in_words:
        return ""
    statement = as_relation(claim.statement)
    if statement is None:
        return "the statement is no relation between quantities: say in words how it follows"
    part = _unconcluded(statement, _by_shape(facts))
    return "" if part is None else f"no step concludes {part}"


def _by_shape(facts: Facts) -> dict[Any, list[sp.Basic]]:
    """What was concluded, by what relations that are the same share: a statement is compared with few of hundreds."""
    found: dict[Any, list[sp.Basic]] = {}
    for fact in facts.values():
        for relation in () if isinstance(fact, sp.Implies) else conjuncts(fact):
            found.setdefault(shape(relation), []).append(relation)
    return found


def _unconcluded(statement: sp.Basic, concluded: Mapping[Any, Sequence[sp.Basic]]) -> sp.Basic | None:
    """The first part of a statement that no step concludes."""
    parts = conjuncts(statement)
    return next((part for part in parts if not any(same(part, relation) for relation in concluded.get(shape(part), ()))), None)
