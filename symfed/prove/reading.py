"""Checks that a proof in lines proves a claim: the kernel runs the lines, and the result is compared with the claim in kernel terms.

The lines are not trusted. The statement, the conditions, the lemmas and the definitions are translated anew from the claim, without any
search: conclusions of steps are assumed here, as only the names matter. The kernel runs the lines by itself; its last fact must be the
statement, and each name in this fact must have the definition that the claim's steps give it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from symfed.core.claim import Claim, as_relation
from symfed.core.errors import InvalidInput
from symfed.kernel.facts import Fact
from symfed.kernel.forms import forget_forms
from symfed.kernel.page import kernel_with
from symfed.kernel.places import facts_made
from symfed.kernel.script import facts_of
from symfed.kernel.symbols import IMPLIES, implies, numeral, quantified, sides
from symfed.kernel.terms import LARGEST, KernelRefusal, Term, app, free, normal
from symfed.kernel.text import join, show
from symfed.prove import bounded
from symfed.prove.claim import Translation
from symfed.prove.named import NoProof
from symfed.prove.words import CLASSES
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.proof import ProofLine
from symfed.theorems.relations import conjuncts
from symfed.theorems.steps import Apply, Assumed, Define
from symfed.theorems.within import Within

#: The errors for which a proof is refused before its lines are run.
_UNSAID = (NoProof, NotFound, KernelRefusal, InvalidInput)


class Meaning(Translation):
    """A claim in kernel terms: its statement, its conditions, its assumed lemmas and premises, and the names that its steps define."""

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        super().__init__(claim, premises)
        try:
            self._set_up()
            self._follow_names(claim.follows)
            self._suppose_classes()
            self.goals = [self.declared(normal(self.notation.prop(part))) for part in self._statement()]
        except _UNSAID as wrong:
            raise NoProof(f"before its lines: {wrong}") from None

    # conclusions of steps are assumed, and nothing is searched for

    def reach(self, goal: Term, known: Sequence[ProofLine]) -> ProofLine:
        return self.assume_open(normal(goal))  # its universal closure

    def arithmetic(self, goal: Term, facts: Sequence[ProofLine] = (), names: bool = True) -> ProofLine:
        return self.reach(goal, facts)

    def prove_positive(self, x: Term, near: Sequence[ProofLine] = ()) -> ProofLine:
        return self.reach(join("<", numeral(0), x), near)

    def try_prove(self, goal: Term, facts: Sequence[ProofLine], effort: int) -> ProofLine | None:
        return None

    def _follow_names(self, steps: Sequence[Any]) -> None:
        """Follow the steps that introduce a name, or state a condition."""
        for step in steps:
            if isinstance(step, Within):
                self._name_inside(step)
            elif isinstance(step, Assumed) or _gives_a_name(step):
                self._follow_step(step)

    def _name_inside(self, step: Within) -> None:
        inside = self.inner[id(step)]
        for one in step.steps:
            if isinstance(one, Within):
                self._name_inside(one)
            elif isinstance(one, Assumed):
                self.must_assume(one)
                for key in self._keys[id(one)]:
                    goal = self.declared(normal(self.notation.prop(inside[key])))
                    self.supposed[self.universal_closure(goal)] = frozenset({one.condition.says})
            elif _gives_a_name(one):
                raise NoProof("a name that is given under conditions of its own")

    def _suppose_classes(self) -> None:
        """Assume all that the claim's classes state."""
        for name in CLASSES:
            try:
                self.class_fact(name)
            except _UNSAID:  # not assumed, or about objects that do not occur in the claim
                continue
        bounded.moment_facts(self)

    def defined_names(self) -> dict[str, list[Term]]:
        """The names that steps introduce, each with its definition."""
        return _named_objects(self.proof.lines, self.proof.made)

    # the last line

    def conditions_said(self, prop: Term) -> frozenset[Term] | None:
        """The conditions that a fact contains, if it is the universal closure of the statement; else None."""
        used, parts = frozenset[Term](), len(self.goals)
        for place, goal in enumerate(self.goals):
            rest = prop
            if place < parts - 1:
                both = sides(prop, "and")
                if both is None:
                    return None
                rest, prop = both
            found = next((some for some in self._restriction_subsets() if self._for_all(goal, some) is rest), None)
            if found is None:
                return None
            used |= frozenset(found)
        return used

    def _restriction_subsets(self) -> Iterator[list[Term]]:
        restrictions = [line.prop for line in self.restrictions]
        for chosen in range(1 << len(restrictions)):
            yield [prop for place, prop in enumerate(restrictions) if chosen >> place & 1]

    def holds_of_parts(self, statement: Any, holds: Callable[[Term], bool]) -> bool:
        """Return whether every part of another statement satisfies `holds`."""
        relation = as_relation(statement)
        try:
            return relation is not None and all(holds(normal(self.notation.prop(part))) for part in conjuncts(relation))
        except (KernelRefusal, InvalidInput):  # the proof cannot express it
            return False

    def _for_all(self, goal: Term, conditions: Sequence[Term]) -> Term:
        for condition in reversed(conditions):
            goal = implies(condition, goal)
        return self.universal_closure(goal)


def _gives_a_name(step: Any) -> bool:
    return isinstance(step, Define) or (isinstance(step, Apply) and bool(step.theorem.introduces))


@dataclass(frozen=True)
class Acceptance:
    """A claim's proof as checked by the kernel.

    statement: what it proves, as text. under: its open hypotheses, the claim's conditions among them. lent: what it takes of lemmas and
    premises, as text. sentences: those of the page that it rests on. conditions: those of the claim's that it uses, relations as text and
    classes by what they say. open: hypotheses that no condition of the claim states. letters: their sorts. says: whether another statement
    is among its facts. lines: the proof as data.
    """

    statement: str
    under: tuple[str, ...]
    lent: Mapping[str, str]
    sentences: tuple[str, ...]
    conditions: frozenset[str]
    open: tuple[str, ...]
    letters: Mapping[str, str]
    says: Callable[[Any], bool]
    lines: Mapping[str, Any]


def read(claim: Claim, premises: Mapping[str, Claim], lines: Mapping[str, Any]) -> Acceptance:
    """Check a proof in lines of this claim. Raises NoProof with the reason where it is not one."""
    forget_forms()
    try:
        return _read_lines(Meaning(claim, premises), lines)
    except (KernelRefusal, RecursionError) as wrong:
        raise NoProof(f"{type(wrong).__name__}: {wrong}") from None


def _read_lines(meaning: Meaning, lines: Mapping[str, Any]) -> Acceptance:
    facts = facts_of(kernel_with(dict(meaning.letters)), lines)
    last = facts[-1]
    own = meaning.conditions_said(last.prop)
    if own is None:
        raise NoProof(f"its lines end with another statement: {show(last.prop)}")
    if sum(prop.size for prop in last.hypotheses) > LARGEST:
        raise NoProof(f"its lines end with hypotheses of more than {LARGEST} nodes")
    defined = partial(_defined_otherwise, meaning.defined_names(), _named_objects(lines["lines"], facts))
    if other := defined((last.prop, *last.hypotheses)):
        raise NoProof(f"its lines define {other} in another way")
    own_conditions = {*meaning.supposed, *meaning.signs_of_letters}
    stated, granted = own_conditions.union(meaning.lent.values()), own_conditions | last.hypotheses

    def holds(prop: Term) -> bool:
        """Return whether the lines prove it for the claim's own names, under hypotheses of the claim or of their last fact only."""
        shown = (fact for fact in facts if fact.prop is prop and fact.hypotheses <= granted)
        return prop in meaning.goals or any(not defined((prop, *fact.hypotheses)) for fact in shown)

    return Acceptance(
        statement=show(last.prop),
        under=tuple(sorted(map(show, last.hypotheses))),
        lent={name: show(prop) for name, prop in meaning.lent.items() if prop in last.hypotheses},
        sentences=tuple(sorted(last.rests_on)),
        conditions=frozenset().union(*(said for prop, said in meaning.supposed.items() if prop in last.hypotheses | own)),
        open=tuple(sorted(show(prop) for prop in last.hypotheses if prop not in stated)),
        letters={name: str(letter.sort) for name, letter in sorted(meaning.letters.items())},
        says=partial(meaning.holds_of_parts, holds=holds),
        lines=lines,
    )


def _named_objects(lines: Sequence[Sequence[Any]], facts: Sequence[Fact]) -> dict[str, list[Term]]:
    """The names that lines introduce, each with its definition, or with the property that it was chosen for, without hypotheses."""
    found, here = dict[str, list[Term]](), 0
    for rule, *said in lines:
        number = facts_made([rule])
        if rule in ("define", "recursion"):
            found[said[0]] = [fact.prop for fact in facts[here : here + number]]
        elif rule == "choose":
            found[said[0]] = [_existence_body(facts[said[1]].prop)]
        here += number
    return found


def _existence_body(prop: Term) -> Term:
    """P, of `all p, .... q -> ... -> some x. P(x)`."""
    place = 0
    while (some := quantified(prop, "some")) is None:
        if (function := quantified(prop)) is not None and function.sort.source is not None:
            prop = normal(app(function, free(f"%{place}", function.sort.source)))
            place += 1
        else:
            parts = sides(prop, IMPLIES)
            if parts is None:
                raise NoProof(f"nothing is shown to exist: {show(prop)}")
            prop = parts[1]
    return normal(some)


def _defined_otherwise(own: Mapping[str, Sequence[Term]], lines: Mapping[str, Sequence[Term]], props: Iterable[Term]) -> str:
    """A name in these propositions, or in a definition they use, that the lines define otherwise than the claim's steps; else empty."""
    ahead, seen = [*props], set[str]()
    while ahead:
        for name in {leaf.one for leaf in ahead.pop().leaves if leaf.kind == "const"} & lines.keys() - seen:
            if own.get(name) != lines[name]:
                return name
            seen.add(name)
            ahead += lines[name]
    return ""
