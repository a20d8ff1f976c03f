"""A claim's proof by named theorems as one theorem of Coq: letters, conditions, definitions, then each step as an assertion."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim, as_relation
from symfed.core.errors import InvalidInput
from symfed.kernel.arithmetic import Inference, inference
from symfed.kernel.glue.text import INDICES, Sorts, Writer, called, free_of, head_of, mark, ordered, reserved
from symfed.kernel.printer import is_count, name
from symfed.kernel.theorem import comment
from symfed.theorems.discharge import conjuncts, same
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define
from symfed.theorems.vocabulary import GIVEN, QUANTITIES, AnyVector, Vector

_WIDTH = 140


@dataclass
class Fact:
    """A relation for all that it leaves free, and what Coq calls it."""

    relation: sp.Basic
    called: str
    free: frozenset[Any]


@dataclass
class Block:
    """Some lines of the proof; those that give a fact its name may be left out where nobody uses it."""

    lines: list[str]
    gives: str = ""


@dataclass
class Step:
    """A step of the claim or of one that it uses, with what it concludes by the names of facts."""

    step: Any
    known: dict[str, Any]
    concludes: dict[str, sp.Basic]
    of: Claim


@dataclass
class Whole:
    """A theorem with the lemmas of arithmetic before it."""

    name: str
    text: str
    steps: int
    assumes: tuple[str, ...]
    requires: tuple[str, ...] = ("Arithmetic", "Named")

    def __str__(self) -> str:
        return self.text


def glued(claim: Claim, premises: Mapping[str, Claim], lemmas: Mapping[str, Any] | None = None) -> Whole:
    """The theorem that is the claim. Raises InvalidInput where a step cannot be said, or no certificate is found for its arithmetic."""
    return Proof(claim, premises).whole()


class Proof:
    """Walks along the steps; `applied` adds the lines of named theorems."""

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        if not claim.follows:
            raise InvalidInput("claim", claim.id, "has no steps")
        self.claim, self.premises = claim, premises
        self.steps: list[Step] = []
        self._gather(claim, {})
        self.sorts = Sorts()
        statement = as_relation(claim.statement)
        if statement is None:
            raise InvalidInput("claim", claim.id, "is no relation between quantities")
        self.statement = conjuncts(statement)
        for relation in (*self.statement, *claim.under.relations, *(r for s in self.steps for r in s.concludes.values())):
            self.sorts.read(relation)
        self.write = Writer(self.sorts)
        self.facts: list[Fact] = []
        self.blocks: list[Block] = []
        self.binders: list[str] = []
        self.closing = 0
        self.lemmas: list[tuple[str, str]] = []
        self.scope: frozenset[Any] = frozenset()
        self.taken: set[str] = set()
        self.bound: set[str] = set()
        self.counted = 0
        self.domain = {f"given_{k}": r for k, r in enumerate(claim.under.relations, 1)}
        self.defined, self.spoken = self._heads()

    # what there is

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
            self.steps.append(Step(step, dict(known), concludes, claim))
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

    def _heads(self) -> tuple[dict[str, list[Step]], set[str]]:
        """By head, the steps that define or introduce it; and the heads that the statement or a condition speaks of, whole."""
        defined: dict[str, list[Step]] = {}
        for s in self.steps:
            if isinstance(s.step, Define):
                left = s.step.equation.lhs
                defined.setdefault(head_of(left), []).append(s)
            elif isinstance(s.step, Apply) and s.step.theorem.introduces:
                new = dict(s.step.arguments)[s.step.theorem.introduces]
                defined.setdefault(head_of(new), []).append(s)
        todo = [h for r in (*self.statement, *self.claim.under.relations) for h in _heads_in(r)]
        todo += [h for s in self.steps if isinstance(s.step, Assumed) for r in s.concludes.values() for h in _heads_in(r)]
        spoken: set[str] = set()
        while todo:
            head = todo.pop()
            if head not in spoken:
                spoken.add(head)
                todo += [h for s in defined.get(head, []) for r in s.concludes.values() for h in _heads_in(r)]
        return defined, spoken

    # names

    def fresh(self, text: str) -> str:
        base = name(text)
        base = base if base not in _WORDS | reserved() else f"{base}_"
        found, k = base, 2
        while found in self.taken or found in {called(head) for head in self.sorts.letters}:
            found, k = f"{base}_{k}", k + 1
        self.taken.add(found)
        return found

    def named(self, relation: sp.Basic, title: str) -> Fact:
        return Fact(relation, self.fresh(title), free_of(relation))

    def literal(self, relation: sp.Basic) -> Fact | None:
        return next((fact for fact in reversed(self.facts) if same(relation, fact.relation)), None)

    def use(self, fact: Fact, at: Mapping[Any, str] | None = None) -> str:
        """A fact for what is being spoken of; what it leaves free and nobody speaks of may be anything."""
        at = at or {}

        def chosen(v: Any) -> str:
            if v in at:
                return at[v]
            if v in self.scope:
                return "c inside" if v == "c" else self.write.variable(v)
            if v == "c":
                return "0%nat some"
            if v == "w":
                raise InvalidInput("fact", fact.called, "speaks of a draw that is none of the conclusion's", "not exported yet")
            return "0%nat" if v in INDICES else "0%vec"

        found = ordered(fact.free)
        return f"({' '.join([fact.called, *map(chosen, found)])})" if found else fact.called

    def by(self, step: Any, known: Mapping[str, Any]) -> dict[str, Fact]:
        """The facts that a step names."""
        found: dict[str, Fact] = {}
        for text in step.by:
            if text not in known:
                raise InvalidInput("fact", text, "is a lemma's, not a step's", "not exported yet")
            for k, part in enumerate(conjuncts(known[text])):
                fact = self.literal(part)
                if fact is None:
                    raise InvalidInput("fact", text, "is not known yet")
                found[f"{text} {k}"] = fact
        return found

    # lines

    def inferred(
        self, title: str, goal: sp.Basic, facts: Mapping[str, Fact], more: Mapping[str, tuple[sp.Basic, str]], multipliers: Any = None
    ) -> list[str]:
        """Lines for a goal that real arithmetic sees: a lemma about letters, applied. `more`: relations with the terms that prove them."""
        terms = {key: (fact.relation, self.use(fact)) for key, fact in facts.items() if _of_numbers(fact.relation)}
        terms |= {key: (relation, key) for key, relation in self.domain.items()}
        terms |= more
        goal = goal if isinstance(goal, sp.core.relational.Relational) else sp.Ge(goal, 0)
        lemma = self.fresh(f"{name(self.claim.id)}_{title}")
        if lines := self._squared(goal, terms):
            return lines
        found, needed = _inference(
            goal, tuple(relation for relation, _ in terms.values()), tuple(multipliers.values()) if multipliers else None
        )
        self.lemmas.append((lemma, str(replace(found.theorem, name=lemma, says=title))))
        meant = {f"[{y}]": y for r in (goal, *(relation for relation, _ in terms.values())) for y in _quantities(r)}
        letters = " ".join(self._letter(meant.get(getattr(x, "name", ""), x)) for x in found.letters)
        lines = [f"assert (known := {lemma}{' ' + letters if letters else ''})."]
        lines += ["specialize (known ltac:(first [assumption | lia | not_negative]))." for _ in found.signs]
        proofs = [term for _, term in terms.values()]
        lines += [f"specialize (known ltac:(cbv beta; fits {proofs[k]}))." for k in needed]
        return [*lines, "fits known."]

    def _squared(self, goal: sp.core.relational.Relational, terms: Mapping[str, tuple[sp.Basic, str]]) -> list[str]:
        """x^2 <= 2 a^2 + 2 b^2, where x <= a + b is known."""
        for relation, term in terms.values():
            if not isinstance(relation, sp.Le | sp.Ge) or not isinstance(goal, sp.Le) or len(sp.Add.make_args(relation.gts)) != 2:
                continue
            a, b = sp.Add.make_args(relation.gts)
            if same(goal, sp.Le(relation.lts**2, 2 * a**2 + 2 * b**2, evaluate=False)):
                x, one, other = (f"({self.write.number(side)})" for side in (relation.lts, a, b))
                whole = f"assert (whole : {x} <= {one} + {other}) by (fits {term})."
                return [whole, f"assert (known := square_of_two {x} {one} {other} ltac:(not_negative) whole).", "fits known."]
        return []

    def _letter(self, x: sp.Expr) -> str:
        return self.write.count(x) if _is_count(x) else f"({self.write.number(x)})"

    def discharged(
        self, title: str, goal: sp.Basic, facts: Mapping[str, Fact], more: Mapping[str, tuple[sp.Basic, str]] | None = None
    ) -> list[str]:
        """Lines for a hypothesis: a fact as it stands, or real arithmetic."""
        if goal in (sp.true, True):
            raise InvalidInput("goal", goal, "is true")
        fact = self.literal(goal)
        if fact is not None:
            return [self.exactly(goal, self.use(fact))]
        if not _of_numbers(goal):
            raise InvalidInput("hypothesis", goal, "is none of the facts")
        return self.inferred(title, goal, facts, more or {})

    def exactly(self, goal: sp.Basic, term: str) -> str:
        if isinstance(goal, sp.Eq) and not all(side.is_commutative for side in goal.args):
            return f"as_vectors {term}."
        return f"fits {term}."

    def sized(self, ident: str, raw: str, vectors: Sequence[Any], value: sp.Expr) -> list[str]:
        """raw = value, where raw has {0}, {1}, ... for the norms of these vectors."""
        from symfed.theorems.vocabulary import Norm

        lines, texts = [], []
        for k, v in enumerate(vectors):
            texts.append(f"norm ({self.write.vector(v)})")
            lines.append(f"assert ({ident}_{k} : {texts[-1]} = {self.write.number(Norm(v))}) by lengths.")
        rewriting = f"rewrite {', '.join(f'?{ident}_{k}' for k in range(len(vectors)))}; " if vectors else ""
        whole = raw.format(*texts)
        return [*lines, f"assert ({ident} : {whole} = {self.write.number(value)}) by ({rewriting}reals)."]

    def spread_mean(self, x: sp.Expr) -> str:
        """A number of a client's as a sum of products of what all share and what is its own, so that means of it are taken apart."""
        from symfed.theorems.vocabulary import owned

        parts = []
        for term in sp.Add.make_args(sp.expand(x)):
            shared: list[sp.Expr] = []
            own: list[sp.Expr] = []
            for factor in sp.Mul.make_args(term):
                (own if owned(factor, "c") else shared).append(factor)
            parts.append(
                f"({self.write.number(sp.Mul(*shared))}) * ({self.write.number(sp.Mul(*own))})" if own else f"({self.write.number(term)})"
            )
        return " + ".join(parts)

    def mean_of_numbers(self, ident: str, x: sp.Expr, value: sp.Expr) -> list[str]:
        """mean (fun c => x) = value."""
        return [
            f"assert ({ident} : mean N (fun c => {self.write.number(x)}) = {self.write.number(value)}).",
            f"{{ transitivity (mean N (fun c => {self.spread_mean(x)})); [apply mean_equal; intros c inside; reals | reals]. }}",
        ]

    def asserted(self, title: str, relation: sp.Basic, make: Callable[[], list[str]], gives: bool = True) -> Fact:
        """A fact with its proof."""
        fact = self.named(relation, title)
        self.scope = fact.free
        lines = make()
        opening = f"intros {self.write.names(fact.free)}. " if fact.free else ""
        self.blocks.append(
            Block(
                [
                    f"assert ({fact.called} : {self.write.closed(relation)}).",
                    f"{{ {opening}{lines[0]}",
                    *(f"  {x}" for x in lines[1:]),
                    "}",
                ],
                fact.called,
            )
        )
        self.facts.append(fact)
        return fact

    # the walk

    def whole(self) -> Whole:
        from symfed.kernel.glue import applied, introduced

        for s in self.steps:
            try:
                self._follow(s, applied, introduced)
            except InvalidInput as wrong:
                raise InvalidInput("step", f"{s.step.name}: {wrong.argument} {wrong.value}", wrong.rule) from wrong
        return self._written()

    def _follow(self, s: Step, applied: Any, introduced: Any) -> None:
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
            self._introduce(s, introduced)
        else:
            applied.apply(self, s)

    def _suppose(self, title: str, relation: sp.Basic) -> None:
        fact = self.named(relation, title)
        for head in sorted(_heads_in(relation)):
            if head in self.defined and head not in self.bound:
                raise InvalidInput("condition", relation, f"speaks of {head} before it is defined", "not exported yet")
        self.binders.append(f"({self.write.closed(relation)}) ->")
        self.blocks.append(Block([f"intros {fact.called}."]))
        self.facts.append(fact)

    def _define(self, s: Step) -> None:
        equation = s.step.equation
        if self.literal(equation):
            return
        head = head_of(equation.lhs)
        if head in self.spoken:
            if head not in self.bound:
                self._bind(head, equation)
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

    def _bind(self, head: str, spoken: sp.Basic) -> None:
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

    def _side(self, x: sp.Expr, head: str, write: Writer) -> str:
        kind = self.sorts.of(("head", head)) if head in self.sorts.arity else self.sorts.of(("letter", head))
        letter = self.sorts.letters[head]
        if (isinstance(letter, sp.Symbol) and not isinstance(letter, Vector)) or (
            not isinstance(letter, sp.Symbol) and sp.sympify(x).is_commutative and x != 0
        ):
            return f"({write.number(x)})"
        return f"({write.matrix(x)})%mat" if kind == "mat" else f"({write.vector(x)})%vec"

    def _introduce(self, s: Step, introduced: Any) -> None:
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
        blocks = _needed([*self.blocks, Block(ending)])
        quantified = f"forall {' '.join(map(self.write.bound, free))}, " if free else ""
        body = quantified + " /\\ ".join(
            f"({self.write.relation(part)})" if len(self.statement) > 1 else self.write.relation(part) for part in self.statement
        )
        proof = [line for block in blocks for line in block.lines]
        used = "\n".join([*proof, body, *self.binders, *map(self.write.relation, self.domain.values())])
        from symfed.kernel.glue.conditions import conditions

        variables, hypotheses, assumes = conditions(self, used)
        intro = " ".join([*(v.partition(" : ")[0].strip("(") for v in variables), *(h for h, _ in hypotheses)])
        says = comment(f"{self.claim.id}: {self.claim.says}")
        spoken = [
            f"  forall {' '.join(variables)},",
            *(f"  {text} ->" for _, text in hypotheses),
            *(f"  {b}" for b in self.binders),
            f"  {body}{')' * self.closing}.",
        ]
        lemmas = [text for title, text in self.lemmas if re.search(rf"\b{title}\b", used)]
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


def folded(lines: Iterable[str]) -> Iterator[str]:
    """Lines that are not too long; Coq may be broken at any space."""
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(
            line, _WIDTH, initial_indent="", subsequent_indent=f"{indent}  ", break_long_words=False, break_on_hyphens=False
        ) or [""]


#: What was found, by goal and multipliers, with the relations that it needs: claims that use each other share most of their steps.
_FOUND: dict[Any, list[tuple[tuple[sp.Basic, ...], Inference]]] = {}


def _inference(goal: Any, given: tuple[Any, ...], multipliers: tuple[Any, ...] | None) -> tuple[Inference, tuple[int, ...]]:
    """A lemma about letters, and which of the given relations it needs, in its order; `multipliers` are of the first ones."""
    known = _FOUND.setdefault((goal, multipliers), [])
    for needed, inferred in known:
        if all(relation in given for relation in needed):
            return inferred, tuple(given.index(relation) for relation in needed)
    facts = {str(k): relation for k, relation in enumerate(given)}
    inferred = inference("step", goal, facts, {str(k): m for k, m in enumerate(multipliers)} if multipliers else None)
    indices = tuple(int(key) for key in inferred.facts)
    known.append((tuple(given[k] for k in indices), inferred))
    return inferred, indices


class _Earlier(Writer):
    """Writes the value before, of what is being defined."""

    def __init__(self, write: Writer, earlier: Mapping[Any, str]) -> None:
        super().__init__(write.sorts, write.at)
        self.earlier = earlier

    def call(self, x: Any) -> str:
        return self.earlier.get(x) or super().call(x)


#: What the generated scripts call things.
_WORDS = {
    "known",
    "some",
    "inside",
    "raw",
    "left",
    "right",
    "found",
    "each",
    "draw",
    "before",
    "start",
    "first",
    "then",
    "with",
    "is",
    "there",
}


def _of_numbers(relation: sp.Basic) -> bool:
    from symfed.theorems.vocabulary import Low

    return (
        isinstance(relation, sp.core.relational.Relational)
        and all(side.is_commutative for side in relation.args)
        and not any(type(a).__name__ in ("Low", "High") for a in relation.atoms(Low))
    )


def _is_count(x: sp.Expr) -> bool:
    return isinstance(x, sp.Symbol) and is_count(x)


def _quantities(x: sp.Basic) -> Iterator[sp.Basic]:
    """What arithmetic takes for letters, outermost."""
    if isinstance(x, QUANTITIES) or (isinstance(x, AppliedUndef) and x.is_commutative):
        yield x
    else:
        for arg in x.args:
            yield from _quantities(arg)


def _heads_in(x: sp.Basic) -> set[str]:
    """The letters of a relation that may be defined: all but free vectors, indices and what a problem gives."""
    heads = {head_of(a) for a in x.atoms(AppliedUndef) if a.func not in GIVEN}
    return heads | {s.name for s in x.free_symbols if isinstance(s, sp.Symbol) and not isinstance(s, AnyVector) and s not in INDICES}


def _needed(blocks: Sequence[Block]) -> list[Block]:
    """Without the facts that nobody uses."""
    kept: list[Block] = []
    text = ""
    for block in reversed(blocks):
        wanted = block.gives.lstrip("\0")
        own = "\n".join(block.lines)
        if block.gives.startswith("\0"):
            kept.append(block)
            continue
        if block.gives and not re.search(rf"\b{re.escape(wanted)}\b", text) and not _alive(own, block, text):
            continue
        kept.append(block)
        text += own
    found = kept[::-1]
    whole = "\n".join(line for block in found for line in block.lines if not block.gives.startswith("\0"))
    return [b for b in found if not b.gives.startswith("\0") or re.search(rf"\bpose \({re.escape(b.gives[1:])} ", whole)]


def _alive(own: str, block: Block, text: str) -> bool:
    """Whether one of the facts that an introduction gives beside the letter is used."""
    given = re.search(r"as \[\w+ \(?([\w& ]*)\)?\]", own)
    return bool(given) and any(re.search(rf"\b{re.escape(g.strip())}\b", text) for g in given[1].split("&"))  # type: ignore[index]
