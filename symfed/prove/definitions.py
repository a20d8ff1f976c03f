"""Definitions in a claim's proof: a name for a term in earlier ones, or a sequence by its start and its step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Index, KernelRefusal, Outcome, Sort, Term, Vec, abstract, app, const, free, normal, spine, to
from symfed.kernel.terms import variables as free_variables
from symfed.kernel.text import join
from symfed.prove.named import NoProof, Noted, equation_sides
from symfed.tactics.proof import ProofLine
from symfed.tactics.reasoning import Reasoning
from symfed.theorems.notation import Elaborator, kernel_name
from symfed.theorems.randomness import contraction_in_w2
from symfed.theorems.steps import Apply, Define

#: Arguments that a theorem introduces besides the one that it declares.
_ALSO_INTRODUCED: Final[Mapping[str, tuple[str, ...]]] = {"third_near": ("third",), "covariance_near": ("slope",)}


@dataclass(frozen=True)
class Recursion:
    """The definition of a sequence: closed facts about its start and its step, and the variables that it depends on."""

    parameters: tuple[Term, ...]
    start: ProofLine
    step: ProofLine


class Definitions(Reasoning):
    """The definitions among a claim's steps, as lines of its proof."""

    claim: Claim
    notation: Elaborator
    letters: dict[str, Term]
    _unneeded: set[str]

    def __init__(self) -> None:
        super().__init__()
        self.sequences: dict[Term, Recursion] = Noted("defined as a sequence")
        self.values: dict[Term, ProofLine] = Noted("defined")

    def as_sort(self, x: Any, sort: Sort) -> Term:
        return self.declared(normal(self.notation.as_sort(as_expression(x), sort)))

    def introduced_names(self) -> set[str]:
        """The names that steps introduce."""
        found = self.chain_distances()
        for step in self.claim.follows:
            if isinstance(step, Define):
                found.add(name_of(step.equation.lhs))
            elif isinstance(step, Apply) and step.theorem.introduces:
                names = step.theorem.introduces, *_ALSO_INTRODUCED.get(step.theorem.name, ())
                found |= {name_of(dict(step.arguments)[name]) for name in names}
        return found

    def starts_of_steps(self) -> dict[str, Term]:
        """Symbols for the start or the step of a sequence that the claim leaves open; they are arbitrary."""
        parts: dict[Term, dict[bool, tuple[Term, ...]]] = {}
        for step in self.claim.follows:
            if isinstance(step, Define):
                head, of = spine(normal(self.notation.term(step.equation.lhs)))
                if any(x.kind != "free" for x in of):
                    parts.setdefault(head, {})[numeral(0, Index) in of] = of
        said = {head: (True in found, next(iter(found.values()))) for head, found in parts.items() if len(found) == 1}
        letters = {}
        for head, (starts, of) in said.items():
            sorts = [x.sort for x in of if starts or x.kind == "free"]
            name = f"{head.one}_after_0" if starts else f"{head.one}_at_0"
            letters[name] = const(name, to(*sorts, _value_sort(head)))
        return letters | {name: const(name, to(Outcome, Vec)) for name in (f"{distance}_start" for distance in self.chain_distances())}

    def chain_distances(self) -> set[str]:
        """The names of the distances between a chain's laws and a stationary one that the proof needs."""
        steps = [s for s in self.claim.follows if isinstance(s, Apply) and s.theorem is contraction_in_w2]
        return {name_of(dict(step.arguments)["distance"]) for step in steps if f"{step.name}/3" not in self._unneeded}

    def define_early(self) -> None:
        """Make the definitions first: conditions, lemmas and premises may use their names."""
        for step in self.claim.follows:
            if isinstance(step, Define):
                try:
                    self.define_step(step)
                except KernelRefusal:  # it uses a name that a later step introduces
                    continue

    def define_step(self, step: Define) -> None:
        if step.name in self.facts:
            return
        left = self.declared(normal(self.notation.term(step.equation.lhs)))
        right = self._right_side(step, left)
        head, of = spine(left)
        if head in self.values or head in self.sequences:
            self.facts[step.name] = self.reach(equal(left, right), [self.defined_before(head, of)])
            return
        if any(x.kind != "free" for x in of):
            self._define_sequence(step, head, of, right)
            return
        made = self.proof.define(head.one, of, right)
        self.values[head] = made
        self.facts[step.name] = self.proof.at(made, *of) if of else made

    def _define_sequence(self, step: Define, head: Term, of: Sequence[Term], right: Term) -> None:
        """Define a sequence by recursion, once its start and its step are given."""
        place = next(k for k, x in enumerate(of) if x.kind != "free")
        other: Any = None
        for later in self.claim.follows:
            if isinstance(later, Define) and later is not step and later.name not in self.facts:
                left = self.declared(normal(self.notation.term(later.equation.lhs)))
                if other is None and spine(left)[0] is head and spine(left)[1][place] is not of[place]:
                    other = later, spine(left)[1], self._right_side(later, left)
        values = [x for k, x in enumerate(of) if k != place]
        if other is None and (letter := self.letters.get(f"{head.one}_at_0")) is not None:
            other = None, (*of[:place], numeral(0, Index), *of[place + 1 :]), letter(*values)
        elif other is None and (letter := self.letters.get(f"{head.one}_after_0")) is not None:
            index = self.proof.variable(f"step_of_{head.one}", Index)
            after = const("S", to(Index, Index))(index)
            other = None, (*of[:place], after, *of[place + 1 :]), letter(*of[:place], index, *of[place + 1 :])
        if other is None:
            raise NoProof("a sequence whose step is not there")
        (start, start_of, start_value), (step_, step_of, step_value) = sorted(
            ((step, tuple(of), right), other), key=lambda one: one[1][place] is not numeral(0, Index)
        )
        (index,) = free_variables(step_of[place])
        parameters, draws = list(step_of[:place]), list(step_of[place + 1 :])
        if list(start_of[:place]) != parameters or list(start_of[place + 1 :]) != draws:
            raise NoProof("a sequence whose parts name other letters")
        begins, goes_on = start_value, step_value
        for w in reversed(draws):
            begins, goes_on = abstract(begins, w), abstract(goes_on, w)
        value = normal(head(*parameters, index))
        following = abstract(abstract(normal(goes_on), value), index)
        if head in following.leaves or head in begins.leaves:
            raise NoProof("a sequence that speaks of other values of itself")
        first, then = self.proof.recursion(head.one, parameters, normal(begins), normal(following))
        self.sequences[head] = Recursion(tuple(parameters), first, then)
        first = self.proof.at(first, *parameters) if parameters else first
        then = self.proof.at(then, *parameters, index)
        for said, fact in ((start, first), (step_, then)):  # a successor index in the claim's own form
            if said:
                made = self.pointwise(fact, draws)
                left = self.declared(normal(self.notation.term(said.equation.lhs)))
                self.facts[said.name] = self.reach(equal(left, equation_sides(made.prop)[1]), [made])

    def note_sign(self, step: Define) -> None:
        """Note that a defined number is nonnegative at all arguments, where its definition says so."""
        said, zero = self.facts[step.name], numeral(0)
        head, of = spine(equation_sides(said.prop)[0])
        if not step.equation.lhs.is_nonnegative or head in self.never_negative:
            return

        def sign(equation: ProofLine) -> ProofLine | None:
            goal = join("<=", zero, equation_sides(equation.prop)[0])
            found = self.try_prove(goal, [equation, *self.conditions, *self.facts.values()], effort=2)
            return found or self.try_prove(goal, [equation, *self.facts_about([equation.prop]), *self.conditions], effort=3)

        if head in self.values:
            if positive := sign(said):
                self.never_negative[head] = self.proof.general(positive, *of) if of else positive
        elif head in self.sequences:  # at the start, and after every step
            sequence, place = self.sequences[head], next(k for k, x in enumerate(of) if x.kind != "free")
            index, draws = self.proof.variable(f"place_in_{head.one}", Index), of[place + 1 :]
            starts, goes_on = (
                self.pointwise(self.proof.at(fact, *sequence.parameters, *more) if sequence.parameters or more else fact, draws)
                for fact, more in ((sequence.start, ()), (sequence.step, (index,)))
            )
            first, later = sign(starts), sign(goes_on)
            if first and later:
                said_of = abstract(join("<=", zero, normal(head(*sequence.parameters, index, *draws))), index)
                before = normal(app(said_of, index))
                every = self.proof.general(self.proof.discharge(later, before), index)
                made = self.proof.at(self.proof.induction(said_of, first, every), index)
                self.never_negative[head] = self.proof.general(made, *sequence.parameters, index, *draws)

    def defined_before(self, head: Term, of: Sequence[Term]) -> ProofLine:
        """The defining equation of a name, or of a value of a sequence."""
        if head in self.values:
            return self.proof.at(self.values[head], *of) if of else self.values[head]
        place, sequence = next(k for k, x in enumerate(of) if x.kind != "free"), self.sequences[head]
        more = [] if of[place] is numeral(0, Index) else sorted(free_variables(of[place]), key=str)
        said = sequence.step if more else sequence.start
        return self.pointwise(self.proof.at(said, *of[:place], *more), of[place + 1 :])

    def _right_side(self, step: Define, left: Term) -> Term:
        return self.as_sort(step.equation.rhs, left.sort)

    def pointwise(self, equation: ProofLine, at: Sequence[Term]) -> ProofLine:
        """An equation of functions, applied to these arguments."""
        for value in at:
            self.declare(value)
            left, _ = equation_sides(equation.prop)
            hole = free("hole", left.sort)
            where = abstract(equal(normal(app(left, value)), normal(app(hole, value))), hole)
            equation = self.proof.rewrite(self.proof.reflexive(normal(app(left, value))), equation, where)
        return equation


def _value_sort(head: Term) -> Sort:
    sort = head.sort
    while sort.result is not None:
        sort = sort.result
    return sort


def name_of(x: Any) -> str:
    """The kernel's name of a symbol, of a function, or of an applied function. Raises InvalidInput."""
    name = getattr(x.func if isinstance(x, AppliedUndef) else x, "__name__", None) or getattr(x, "name", None)
    if name is None:
        raise InvalidInput("name", x, "is no letter", "give a letter, or a function, of which nothing is said yet")
    return kernel_name(name)
