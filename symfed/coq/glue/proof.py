"""A claim's proof by named theorems as one theorem of Coq: letters, conditions, definitions, then each step as an assertion."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.coq.glue import applied, introduced
from symfed.coq.glue.conditions import conditions
from symfed.coq.glue.facts import Facts
from symfed.coq.glue.names import called
from symfed.coq.glue.parts import Block, Followed, Whole, folded, needed
from symfed.coq.glue.steps import heads_in
from symfed.coq.glue.text import VectorWriter
from symfed.coq.printer import name
from symfed.coq.theorem import comment
from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.theorems.sorts import free_of, head_of, mark, ordered
from symfed.theorems.steps import Arithmetic, Assumed, Define
from symfed.theorems.vocabulary import INDICES, Vector


def glued(claim: Claim, premises: Mapping[str, Claim], lemmas: Mapping[str, Any] | None = None) -> Whole:
    """The theorem that is the claim. Raises InvalidInput where a step cannot be said, or no certificate is found for its arithmetic."""
    return Proof(claim, premises).whole()


class Proof(Facts):
    """Walks along the steps, and writes the theorem. `binders`: what the statement says before its end, in the order of the steps."""

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        super().__init__(claim, premises)
        self.binders: list[str] = []
        self.closing = 0
        self.bound: set[str] = set()

    def whole(self) -> Whole:
        for s in self.steps:
            try:
                self._follow(s)
            except InvalidInput as wrong:
                raise InvalidInput("step", f"{s.step.name}: {wrong.argument} {wrong.value}", wrong.rule) from wrong
        return self._written()

    def _follow(self, s: Followed) -> None:
        step = s.step
        if isinstance(step, Define):
            self._define(s)
        elif isinstance(step, Assumed):
            for title, relation in s.concludes.items():
                if not self.literal(relation):
                    self._suppose(title, relation)
        elif isinstance(step, Arithmetic):
            for title, relation in s.concludes.items():
                if self.literal(relation):
                    continue
                facts = self.by(step, s.known)
                multipliers = dict(zip(facts, step.multipliers, strict=True)) if step.multipliers else None
                self.asserted(title, relation, partial(self.inferred, title, relation, facts, {}, multipliers))
        elif all(self.literal(relation) for relation in s.concludes.values()):
            return
        elif step.theorem.introduces:
            self._introduce(s)
        else:
            applied.apply(self, s)

    def _suppose(self, title: str, relation: sp.Basic) -> None:
        fact = self.named(relation, title)
        for head in sorted(heads_in(relation)):
            if head in self.defined and head not in self.bound:
                raise InvalidInput("condition", relation, f"speaks of {head} before it is defined", "not exported yet")
        self.binders.append(f"({self.write.closed(relation)}) ->")
        self.blocks.append(Block([f"intros {fact.called}."]))
        self.facts.append(fact)

    def _define(self, s: Followed) -> None:
        equation = s.step.equation
        if self.literal(equation):
            return
        head = head_of(equation.lhs)
        if head in self.spoken:
            if head not in self.bound:
                self._bind(head)
            self._suppose(s.step.name, equation)
            return
        if head not in self.bound:
            self._pose(head)
        fact = self.named(equation, s.step.name)
        self.blocks.append(Block([f"assert ({fact.called} : {self.write.closed(equation)}) by reflexivity."], fact.called))
        self.facts.append(fact)
        if len([other for other in self.defined[head] if self.literal(other.step.equation)]) == len(
            {str(o.step.equation) for o in self.defined[head]}
        ):
            self.blocks.append(Block([f"clearbody {called(head)}."], f"\0{called(head)}"))

    def _bind(self, head: str) -> None:
        self.bound.add(head)
        self.binders.append(f"forall {called(head)} : {self.write.type_of(head)},")
        self.blocks.append(Block([f"intros {called(head)}."]))

    def _pose(self, head: str) -> None:
        """An auxiliary definition: by its value, or by its start and its step."""
        self.bound.add(head)
        equations = {str(s.step.equation): s.step.equation for s in self.defined[head]}.values()
        owners = "".join(f" ({v} : {'nat' if v == 'c' else 'draw'})" for v in mark(head))
        typed = self.write.type_of(head)

        def letters(args: Sequence[Any]) -> str:
            return "".join(f" ({called(a.name)} : {'nat' if a in INDICES else 'vec V'})" for a in args)

        if len(equations) == 1:
            (equation,) = equations
            args = equation.lhs.args if isinstance(equation.lhs, AppliedUndef) else ()
            text = self._side(equation.rhs, head, self.write)
            lines = [
                f"pose ({called(head)} := (fun{owners}{letters(args)} => {text}) : {typed})."
                if owners or args
                else f"pose ({called(head)} := {text} : {typed})."
            ]
        else:
            start = next((e for e in equations if e.lhs.args[0] == 0), None)
            after = next((e for e in equations if e.lhs.args[0] != 0), None)
            if start is None or after is None or len(equations) != 2:
                raise InvalidInput("definition", head, "has no start, or no step")
            index = next(i for i in INDICES if after.lhs.args[0] == i + 1)
            rest = after.lhs.args[1:]
            earlier = {
                a: f"(before{''.join(' ' + self.write.argument(x) for x in a.args[1:])})"
                for a in after.rhs.atoms(AppliedUndef)
                if head_of(a) == head
            }
            rest_type = " -> ".join(
                ["vec V" if self.sorts.of(k) == "vec" else "mat V" for k in self.sorts.arity[head][1:]] + [typed.rpartition(" -> ")[2]]
            )
            first = start.rhs.xreplace(dict(zip(start.lhs.args[1:], rest, strict=True)))
            step_text = self._side(after.rhs, head, _Earlier(self.write, earlier))
            fun = f"fun{letters(rest)} => " if rest else ""
            own = f"fun{owners} " if owners else "fun "
            lines = [
                f"pose ({called(head)} := ({own}({index.name} : nat) =>",
                f"  nat_rect (fun _ => {rest_type}) ({fun}{self._side(first, head, self.write)})",
                f"    (fun ({index.name} : nat) (before : {rest_type}) => {fun}{step_text}) {index.name}) : {typed}).",
            ]
        self.blocks.append(Block(lines, called(head)))

    def _side(self, x: sp.Expr, head: str, write: VectorWriter) -> str:
        kind = self.sorts.of(("head", head)) if head in self.sorts.arity else self.sorts.of(("letter", head))
        letter = self.sorts.letters[head]
        if (isinstance(letter, sp.Symbol) and not isinstance(letter, Vector)) or (
            not isinstance(letter, sp.Symbol) and as_expression(x).is_commutative and x != 0
        ):
            return f"({write.number(x)})"
        return f"({write.matrix(x)})%mat" if kind == "mat" else f"({write.vector(x)})%vec"

    def _introduce(self, s: Followed) -> None:
        new = dict(s.step.arguments)[s.step.theorem.introduces]
        head = head_of(new)
        self.bound.add(head)
        facts = [self.named(relation, title) for title, relation in s.concludes.items()]
        signed = [f"0 <= {called(head)}"] if new.is_commutative and new.is_nonnegative else []
        such = " /\\ ".join([*signed, *(f"({self.write.closed(fact.relation)})" for fact in facts)])
        typed = self.write.type_of(head)
        self.scope = frozenset()
        existence = introduced.existence(self, s)
        given = [*(f"{called(head)}_nonnegative" for _ in signed), *(fact.called for fact in facts)]
        pattern = given[0] if len(given) == 1 else f"({' & '.join(given)})"
        if head in self.spoken:
            self.binders.append(f"there is {called(head)} : ({typed}), with ({such}); then (")
            self.closing += 1
            self.blocks.append(
                Block(["split.", "{ " + existence[0], *(f"  {x}" for x in existence[1:]), "}", f"intros {called(head)} {pattern}."])
            )
        else:
            self.blocks.append(
                Block(
                    [
                        f"assert (exists {called(head)} : {typed}, {such}) as [{called(head)} {pattern}].",
                        "{ " + existence[0],
                        *(f"  {x}" for x in existence[1:]),
                        "}",
                    ],
                    called(head),
                )
            )
        self.facts += facts

    # the text

    def _written(self) -> Whole:
        free = ordered(frozenset().union(*(free_of(part) for part in self.statement)))
        self.scope = frozenset(free)
        ending = [f"intros {self.write.names(free)}."] if free else []
        for k, part in enumerate(self.statement):
            fact = self.literal(part)
            if fact is None:
                raise InvalidInput("statement", part, "is concluded by no step")
            if k + 1 < len(self.statement):
                ending += [f"split. {{ {self.exactly(part, self.use(fact))} }}"]
            else:
                ending += [self.exactly(part, self.use(fact))]
        blocks = needed([*self.blocks, Block(ending)])
        quantified = f"forall {' '.join(map(self.write.bound, free))}, " if free else ""
        body = quantified + " /\\ ".join(
            f"({self.write.relation(part)})" if len(self.statement) > 1 else self.write.relation(part) for part in self.statement
        )
        proof = [line for block in blocks for line in block.lines]
        used = "\n".join([*proof, body, *self.binders, *map(self.write.relation, self.domain.values())])
        variables, hypotheses, assumes = conditions(self, used)
        intro = " ".join([*(v.partition(" : ")[0].strip("(") for v in variables), *(h for h, _ in hypotheses)])
        says = comment(f"{self.claim.id}: {self.claim.says}")
        spoken = [
            f"  forall {' '.join(variables)},",
            *(f"  {text} ->" for _, text in hypotheses),
            *(f"  {b}" for b in self.binders),
            f"  {body}{')' * self.closing}.",
        ]
        own = f"{name(self.claim.id)}_"
        lemmas = [
            str(replace(lemma, name=title, says=title.removeprefix(own)))
            for lemma, title in self.lemmas.items()
            if re.search(rf"\b{title}\b", used)
        ]
        theorem = "\n".join(
            [
                says,
                f"Theorem {name(self.claim.id)} :",
                *folded(spoken),
                "Proof.",
                *folded([f"  intros {intro}.", *(f"  {line}" for line in proof)]),
                "Qed.",
                "",
            ]
        )
        return Whole(name(self.claim.id), "\n".join([*lemmas, theorem]), len(self.steps), assumes)


class _Earlier(VectorWriter):
    """Writes the value before, of what is being defined."""

    def __init__(self, write: VectorWriter, earlier: Mapping[Any, str]) -> None:
        super().__init__(write.sorts, write.at)
        self.earlier = earlier

    def call(self, x: Any) -> str:
        return self.earlier.get(x) or super().call(x)
