"""A proof under construction: every line is run by the kernel at once, and recorded as data."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate
from typing import Any

from symfed.kernel.arithmetic import CertificatePart
from symfed.kernel.facts import Fact, Kernel
from symfed.kernel.places import facts_made, renumber_places
from symfed.kernel.symbols import AT_MOST, LESS, equal, quantified, sides
from symfed.kernel.terms import KernelRefusal, Num, Sort, Term, abstract, free, normal
from symfed.kernel.text import join, read
from symfed.tactics.columns import Columns
from symfed.tactics.joined import fold_arithmetic
from symfed.tactics.shared import texts_of


@dataclass(frozen=True, eq=False)
class ProofLine:
    """A fact, and its number among the facts of the proof."""

    fact: Fact
    place: int

    @property
    def prop(self) -> Term:
        return self.fact.prop


@dataclass(frozen=True)
class ProductOfFacts:
    """One part of a certificate: coefficient * left * facts * squares * right."""

    facts: tuple[ProofLine, ...] = ()
    coefficient: Fraction = Fraction(1)
    squares: tuple[Term, ...] = ()
    left: Term | None = None
    right: Term | None = None


@dataclass
class ProofWriter:
    """Writes proof lines for one kernel. `variables` are the free variables that its terms may contain."""

    kernel: Kernel
    variables: dict[str, Term] = field(default_factory=dict)
    lines: list[list[Any]] = field(default_factory=list)
    terms: list[Term] = field(default_factory=list)
    _places: dict[Term, int] = field(default_factory=dict)
    made: list[Fact] = field(default_factory=list)
    columns: Columns = field(default_factory=Columns)

    def variable(self, name: str, sort: Sort) -> Term:
        """A free variable. Raises KernelRefusal for a name of two sorts."""
        made = self.variables.setdefault(name, free(name, sort))
        if made.sort is not sort or name in self.kernel.names:
            raise KernelRefusal(f"{name} is another thing already")
        return made

    def say(self, text: str, **places: Term) -> Term:
        """Parse a term in the kernel's names, the variables, and names for other terms given as keywords."""
        return read(text, {**self.kernel.names, **self.variables, **places})

    def _place_of(self, term: Term) -> int:
        if term not in self._places:
            self._places[term] = len(self.terms)
            self.terms.append(term)
        return self._places[term]

    def _add_line(self, fact: Fact, *said: Any) -> ProofLine:
        self.lines.append(list(said))
        self.made.append(fact)
        return ProofLine(fact, len(self.made) - 1)

    def assume(self, prop: Term) -> ProofLine:
        return self._add_line(self.kernel.assume(prop), "assume", self._place_of(prop))

    def sentence(self, name: str) -> ProofLine:
        return self._add_line(self.kernel.sentence(name), "sentence", name)

    def at(self, step: ProofLine, *terms: Term) -> ProofLine:
        return self._add_line(self.kernel.at(step.fact, *terms), "at", step.place, [self._place_of(t) for t in terms])

    def by(self, step: ProofLine, *others: ProofLine) -> ProofLine:
        return self._add_line(self.kernel.by(step.fact, *(o.fact for o in others)), "by", step.place, [o.place for o in others])

    def general(self, step: ProofLine, *variables: Term) -> ProofLine:
        return self._add_line(self.kernel.general(step.fact, *variables), "general", step.place, [self._place_of(v) for v in variables])

    def discharge(self, step: ProofLine, *props: Term) -> ProofLine:
        return self._add_line(self.kernel.discharge(step.fact, *props), "discharge", step.place, [self._place_of(p) for p in props])

    def reflexive(self, term: Term) -> ProofLine:
        return self._add_line(self.kernel.reflexive(term), "reflexive", self._place_of(term))

    def rewrite(self, step: ProofLine, equation: ProofLine, where: Term) -> ProofLine:
        fact = self.kernel.rewrite(step.fact, equation.fact, where)
        return self._add_line(fact, "rewrite", step.place, equation.place, self._place_of(where))

    def arithmetic(self, goal: Term, *parts: ProductOfFacts) -> ProofLine:
        """Add a line that proves a relation by its certificate."""
        made = [(CertificatePart(g.coefficient, (), g.squares, g.left, g.right), [s.fact for s in g.facts]) for g in parts]
        fact = self.kernel.arithmetic(goal, made)
        said = [
            [str(g.coefficient), [s.place for s in g.facts], [self._place_of(t) for t in g.squares],
             *(None if t is None else self._place_of(t) for t in (g.left, g.right))]
            for g in parts
        ]  # fmt: skip
        return self._add_line(fact, "arithmetic", self._place_of(goal), said)

    def induction(self, statement: Term, start: ProofLine, step: ProofLine) -> ProofLine:
        made = self.kernel.induction(statement, start.fact, step.fact)
        return self._add_line(made, "induction", self._place_of(statement), start.place, step.place)

    def define(self, name: str, parameters: Sequence[Term], value: Term) -> ProofLine:
        made = self.kernel.define(name, parameters, value)
        places = [self._place_of(t) for t in (*parameters, value)]
        return self._add_line(made, "define", name, places[:-1], places[-1])

    def recursion(self, name: str, parameters: Sequence[Term], start: Term, step: Term) -> tuple[ProofLine, ProofLine]:
        begins, goes_on = self.kernel.recursion(name, parameters, start, step)
        places = [self._place_of(t) for t in (*parameters, start, step)]
        first = self._add_line(begins, "recursion", name, places[:-2], *places[-2:])
        self.made.append(goes_on)
        return first, ProofLine(goes_on, len(self.made) - 1)

    def choose(self, name: str, exists: ProofLine) -> ProofLine:
        return self._add_line(self.kernel.choose(name, exists.fact), "choose", name, exists.place)

    # several lines

    def use(self, sentence: str | ProofLine, *given: Term | ProofLine) -> ProofLine:
        """Instantiate a sentence at terms and discharge its hypotheses by facts, in the order in which they occur in it."""
        step = self.sentence(sentence) if isinstance(sentence, str) else sentence
        for is_fact, some in _group_by_kind(given):
            step = self.by(step, *some) if is_fact else self.at(step, *some)
        return step

    def swap_sides(self, equation: ProofLine) -> ProofLine:
        """right = left, from left = right, under the same quantifiers."""
        prop, variables = equation.prop, []
        while (function := quantified(prop)) is not None:
            assert function.sort.source is not None
            variables.append(self.variable(f"turned_{len(self.variables)}", function.sort.source))
            prop = normal(function(variables[-1]))
        found = sides(prop, "=")
        if found is None:
            raise KernelRefusal(f"no equation: {equation.prop}")
        plain = self.at(equation, *variables) if variables else equation
        hole = free("hole", found[0].sort)
        made = self.rewrite(self.reflexive(found[0]), plain, abstract(equal(hole, found[0]), hole))
        return self.general(made, *variables) if variables else made

    def data(self, short: bool = False) -> dict[str, Any]:
        """The last line as data, with the lines that it rests on and those that introduce names in them.

        Unused lines are left out, and so are facts proved again under the same hypotheses. `short`: arithmetic in fewer lines.
        """
        first: dict[Any, int] = {}
        earliest = [first.setdefault((fact.prop, fact.hypotheses, fact.rests_on), place) for place, fact in enumerate(self.made)]
        lines = [renumber_places(line, earliest.__getitem__, lambda term: term) for line in self.lines]
        ends = accumulate(map(facts_made, lines))  # the first of two facts of one line is repeated, so that it is the last
        lines = self._needed_lines(lines, earliest[-1] if earliest[-1] + 1 in ends else len(self.made) - 1)
        if short:
            lines = fold_arithmetic(lines, lambda goal: _of_numbers(self.terms[goal]), self._product_place)
            lines = self._needed_lines(lines, sum(map(facts_made, lines)) - 1)
        terms: dict[int, int] = {}  # in the order in which they are first named
        lines = [renumber_places(line, lambda fact: fact, lambda term: terms.setdefault(term, len(terms))) for line in lines]
        texts, places = texts_of([self.terms[place] for place in terms])
        used = {leaf.one for place in terms for leaf in self.terms[place].leaves if leaf.kind == "free"}
        return {
            "variables": {name: str(v.sort) for name, v in self.variables.items() if name in used},
            "terms": texts,
            "lines": [renumber_places(line, lambda fact: fact, places.__getitem__) for line in lines],
        }

    def _product_place(self, one: int, other: int) -> int:
        return self._place_of(join("*", self.terms[one], self.terms[other]))

    def _needed_lines(self, lines: Sequence[list[Any]], last: int) -> list[list[Any]]:
        """The lines that a fact depends on, with facts renumbered."""
        made_by = [number for number, line in enumerate(lines) for _ in range(facts_made(line))]
        introduces = {line[1]: number for number, line in enumerate(lines) if line[0] in _NAMING}
        needed, ahead = set[int](), [made_by[last]]

        def spoken_of(place: int) -> None:
            ahead.extend(introduces[leaf.one] for leaf in self.terms[place].leaves if leaf.kind == "const" and leaf.one in introduces)

        while ahead:
            number = ahead.pop()
            if number not in needed:
                needed.add(number)
                renumber_places(lines[number], lambda fact: ahead.append(made_by[fact]), spoken_of)
        facts = {place: k for k, place in enumerate(place for place, number in enumerate(made_by) if number in needed)}
        return [renumber_places(lines[number], facts.__getitem__, lambda term: term) for number in sorted(needed)]


#: Rules whose lines introduce a name; a term may contain it although no later fact rests on the line.
_NAMING = ("define", "recursion", "choose")


def _of_numbers(goal: Term) -> bool:
    found = next((pair for head in ("=", AT_MOST, LESS) if (pair := sides(goal, head))), None)
    return found is not None and found[0].sort is Num


def _group_by_kind(given: Sequence[Term | ProofLine]) -> list[tuple[bool, list[Any]]]:
    """Consecutive arguments of one kind, in groups (is_fact, arguments)."""
    found: list[tuple[bool, list[Any]]] = []
    for one in given:
        kind = isinstance(one, ProofLine)
        if not found or found[-1][0] is not kind:
            found.append((kind, []))
        found[-1][1].append(one)
    return found


def closed_subterms(term: Term) -> Iterator[Term]:
    """Each closed subterm of a term, once."""
    seen, ahead = {term}, [term]
    while ahead:
        x = ahead.pop()
        if not x.loose:
            yield x
        for part in (x.one, x.two):
            if isinstance(part, Term) and part not in seen:
                seen.add(part)
                ahead.append(part)
