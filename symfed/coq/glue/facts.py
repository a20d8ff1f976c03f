"""What is known in a proof, by name, and the lines that show more of it: real arithmetic, sizes, means; `applied` has named theorems."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.coq.arithmetic import Inference, inference
from symfed.coq.glue.names import called, reserved
from symfed.coq.glue.parts import Block, CoqFact, Followed
from symfed.coq.glue.steps import Steps
from symfed.coq.glue.text import VectorWriter
from symfed.coq.printer import is_count, name
from symfed.coq.theorem import CoqTheorem
from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput
from symfed.theorems.discharge import conjuncts, same
from symfed.theorems.sorts import free_of, ordered
from symfed.theorems.vocabulary import INDICES, QUANTITIES, High, Low, Norm, owned

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


class Facts(Steps):
    """What is known after some steps. `scope` is what the fact that is being shown leaves free."""

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        super().__init__(claim, premises)
        self.write = VectorWriter(self.sorts)
        self.facts: list[CoqFact] = []
        self.blocks: list[Block] = []
        self.lemmas: dict[CoqTheorem, str] = {}
        #: What was found, by goal and multipliers, with the relations that it needs.
        self.inferences: dict[Any, list[tuple[tuple[sp.Basic, ...], Inference]]] = {}
        self.scope: frozenset[Any] = frozenset()
        self.taken: set[str] = set()
        self.domain = {f"given_{k}": r for k, r in enumerate(claim.under.relations, 1)}

    # names

    def fresh(self, text: str) -> str:
        base = name(text)
        base = base if base not in _WORDS | reserved() else f"{base}_"
        found, k = base, 2
        while found in self.taken or found in {called(head) for head in self.sorts.letters}:
            found, k = f"{base}_{k}", k + 1
        self.taken.add(found)
        return found

    def named(self, relation: sp.Basic, title: str) -> CoqFact:
        return CoqFact(relation, self.fresh(title), free_of(relation))

    def literal(self, relation: sp.Basic) -> CoqFact | None:
        return next((fact for fact in reversed(self.facts) if same(relation, fact.relation)), None)

    def known(self, relation: sp.Basic) -> CoqFact:
        """Raises InvalidInput where it is no fact."""
        fact = self.literal(relation)
        if fact is None:
            raise InvalidInput("fact", relation, "is not known yet")
        return fact

    def sure(self, s: Followed, title: str, goal: Any, facts: Any) -> list[str]:
        """A hypothesis that may be true by its letters' signs."""
        return ["first [lra | not_negative]."] if goal in (sp.true, True) else self.discharged(f"{s.step.name}_{title}", goal, facts)

    def bounded(self, matrix: Any, low: Any = None, high: Any = None) -> str:
        """That eigenvalues are at least `low`, or at most `high`, which must be a fact."""
        goal = sp.Le(low, Low(matrix), evaluate=False) if low is not None else sp.Le(High(matrix), high, evaluate=False)
        fact = self.literal(goal)
        if fact is None:
            raise InvalidInput("hypothesis", goal, "is none of the facts")
        return f"exact {self.use(fact)}."

    def use(self, fact: CoqFact, at: Mapping[Any, str] | None = None) -> str:
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

    def by(self, step: Any, known: Mapping[str, Any]) -> dict[str, CoqFact]:
        """The facts that a step names."""
        found: dict[str, CoqFact] = {}
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
        self,
        title: str,
        goal: sp.Basic,
        facts: Mapping[str, CoqFact],
        more: Mapping[str, tuple[sp.Basic, str]],
        multipliers: Any = None,
        at: Mapping[Any, str] | None = None,
    ) -> list[str]:
        """Lines for a goal that real arithmetic sees: a lemma about letters, applied.

        `more`: relations with the terms that prove them. `at`: what stands for some letters, of which no fact speaks.
        """
        terms = {key: (fact.relation, self.use(fact)) for key, fact in facts.items() if _of_numbers(fact.relation)}
        terms |= {key: (relation, key) for key, relation in self.domain.items()}
        terms |= more
        goal = goal if isinstance(goal, sp.core.relational.Relational) else sp.Ge(goal, 0)
        if lines := self._squared(goal, terms):
            return lines
        found, needed = self._lemma(
            goal, tuple(relation for relation, _ in terms.values()), tuple(multipliers.values()) if multipliers else None
        )
        if found.theorem not in self.lemmas:
            self.lemmas[found.theorem] = self.fresh(f"{name(self.claim.id)}_{title}")
        lemma = self.lemmas[found.theorem]
        meant = {f"[{y}]": y for r in (goal, *(relation for relation, _ in terms.values())) for y in _quantities(r)}
        letters = " ".join((at or {}).get(x) or self._letter(meant.get(getattr(x, "name", ""), x)) for x in found.letters)
        lines = [f"assert (known := {lemma}{' ' + letters if letters else ''})."]
        lines += ["specialize (known ltac:(first [assumption | lia | not_negative]))." for _ in found.signs]
        proofs = [term for _, term in terms.values()]
        lines += [f"specialize (known ltac:(cbv beta; fits {proofs[k]}))." for k in needed]
        return [*lines, "fits known."]

    def _lemma(self, goal: Any, given: tuple[Any, ...], multipliers: tuple[Any, ...] | None) -> tuple[Inference, tuple[int, ...]]:
        """What shows a goal: an earlier lemma of this claim where its needs are given, else one that is found from all that is given.

        Other claims' lemmas are not looked at, so that a claim's text does not depend on which were written out before it.
        """
        earlier = self.inferences.setdefault((goal, multipliers), [])
        for needed, inferred in earlier:
            if all(relation in given for relation in needed):
                return inferred, tuple(given.index(relation) for relation in needed)
        inferred, indices = _inference(goal, given, multipliers)
        earlier.append((tuple(given[k] for k in indices), inferred))
        return inferred, indices

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
        self, title: str, goal: sp.Basic, facts: Mapping[str, CoqFact], more: Mapping[str, tuple[sp.Basic, str]] | None = None
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
        lines, texts = [], []
        for k, v in enumerate(vectors):
            texts.append(f"norm ({self.write.vector(v)})")
            lines.append(f"assert ({ident}_{k} : {texts[-1]} = {self.write.number(Norm(v))}) by lengths.")
        rewriting = f"rewrite {', '.join(f'?{ident}_{k}' for k in range(len(vectors)))}; " if vectors else ""
        whole = raw.format(*texts)
        return [*lines, f"assert ({ident} : {whole} = {self.write.number(value)}) by ({rewriting}reals)."]

    def spread_mean(self, x: sp.Expr) -> str:
        """A number of a client's as a sum of products of what all share and what is its own, so that means of it are taken apart."""
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

    def asserted(self, title: str, relation: sp.Basic, make: Callable[[], list[str]]) -> CoqFact:
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


@lru_cache(maxsize=20_000)
def _inference(goal: Any, given: tuple[Any, ...], multipliers: tuple[Any, ...] | None) -> tuple[Inference, tuple[int, ...]]:
    """A lemma about letters, and which of the given relations it needs, in its order; `multipliers` are of the first ones."""
    facts = {str(k): relation for k, relation in enumerate(given)}
    inferred = inference("step", goal, facts, {str(k): m for k, m in enumerate(multipliers)} if multipliers else None)
    return inferred, tuple(int(key) for key in inferred.facts)


def _of_numbers(relation: sp.Basic) -> bool:
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
