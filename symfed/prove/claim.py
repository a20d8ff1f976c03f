"""A claim's proof in steps, rebuilt in the kernel: each named theorem becomes sentences of the page and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

import sympy as sp
from sympy.core.function import AppliedUndef

from symfed.core.claim import Claim, as_relation
from symfed.core.domain import Class
from symfed.core.errors import InvalidInput
from symfed.kernel.arithmetic import relation
from symfed.kernel.page import kernel_with
from symfed.kernel.symbols import IMPLIES, equal, numeral, sides
from symfed.kernel.terms import Client, KernelRefusal, Outcome, Term, free, normal, spine
from symfed.kernel.terms import variables as free_variables
from symfed.kernel.text import join
from symfed.prove import chains, named, of_chance, of_clients, of_limits, of_matrices, of_moments, of_rounds, of_steps, of_tensors
from symfed.prove.definitions import name_of
from symfed.prove.named import Application, NoProof
from symfed.prove.within import assume_conditions, under_conditions
from symfed.prove.words import PROBLEM, Words, is_same_relation
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.fractions import any_identity
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter
from symfed.theorems.notation import CLIENT, DRAW, Elaborator
from symfed.theorems.relations import conditional, conjuncts, facts_of, heads
from symfed.theorems.steps import Apply, Arithmetic, Assumed, Define
from symfed.theorems.theorem import New
from symfed.theorems.vocabulary import CURVED, GIVEN, AnyVector, Quantity, Vector
from symfed.theorems.within import Within

#: How a step of each named theorem is written for the kernel.
_BY_TOPIC = (named, of_matrices, of_chance, of_clients, of_moments, of_limits, of_rounds, chains, of_steps, of_tensors)
LINES: Final = {name: lines for topic in _BY_TOPIC for name, lines in topic.LINES.items()}


class Translation(Words):
    """The lines of one claim's proof. `facts` are steps with free variables, by the names that the claim gives them.

    `lent`: the lemmas and premises that arithmetic does not prove again, assumed here.
    """

    def __init__(self, claim: Claim, premises: Mapping[str, Claim]) -> None:
        super().__init__()
        self.claim, self.premises = claim, premises
        self.lent: dict[str, Term] = {}
        self._keys: dict[int, list[str]] = {}  # the names of what each step concludes
        self._failed: dict[str, str] = {}  # conclusions without a proof, with the reason
        self.restrictions: list[ProofLine] = []  # conditions on universally quantified variables
        self._left_out = set[str]()  # the reasons for those that no other step needs
        self.inner: dict[int, dict[str, Any]] = {}  # the conclusions of steps under additional conditions

    def run(self) -> ProofLine:
        """The statement as a fact. Raises NoProof."""
        try:
            self._set_up()
        except (NotFound, KernelRefusal, InvalidInput) as wrong:
            raise NoProof(f"before the steps: {wrong}") from None
        step: Any
        for place, step in enumerate(self.claim.follows):
            if lacking := next((name for name in _names_in(step) if name in self._failed), ""):
                self._record_failure(self._keys[id(step)], self._failed[lacking])
                continue
            try:
                self._follow_step(step)
            except (NoProof, NotFound, KernelRefusal, InvalidInput) as wrong:
                self._record_failure(self._keys[id(step)], f"step {place} of {len(self.claim.follows)}, {_step_title(step)}: {wrong}")
        try:
            return self.proof.general(self._reach_statement())  # repeated, so that it is the last line
        except (NoProof, NotFound, KernelRefusal, InvalidInput) as wrong:
            needed = (why for why in self._failed.values() if why not in self._left_out)
            raise NoProof(next(needed, f"the statement: {wrong}")) from None

    def _record_failure(self, keys: Sequence[str], why: str) -> None:
        """Record conclusions that have no proof, and the reason: a proof may succeed without them."""
        self._failed |= dict.fromkeys(keys, why)

    def _set_up(self) -> None:
        self.relations = self._all_conclusions()
        self._unneeded = self._not_needed()
        spoken = [*self.relations.values(), *self.claim.under.relations, *self._statement()]
        self.notation = Elaborator(spoken, self.claim.under.relations)
        for said in spoken:
            self.notation.prop(said)
        introduced = self.introduced_names()
        if restricted := introduced & {name_of(head) for r in self.claim.under.relations for head in heads(r)}:
            raise NoProof(f"{min(restricted)} is defined by a step and restricted by a condition")
        starts = self.starts_of_steps()
        if taken := starts.keys() & {*PROBLEM, *self.notation.letters}:
            raise NoProof(f"{min(taken)} is a letter of the claim already, and not the start of a sequence")
        letters = {**PROBLEM, **self.notation.letters, **starts}
        self.letters = {name: constant for name, constant in letters.items() if name not in introduced}
        self.proof = ProofWriter(kernel_with(self.letters))
        self.declare(*(v for v in (CLIENT, DRAW) if v.one not in self.letters))
        self.define_early()
        for condition in self.claim.under.relations:
            self._assume_restriction(self.notation.prop(condition), str(condition))
        self.conditions += self._symbol_signs()
        if CURVED.says in self.classes():
            self.conditions += LINES["ordered_curvatures"](self, Application(None, {}, (), ()))
        for name, said in self.given.items():
            self._provide_fact(name, said)

    def _assume_restriction(self, prop: Term, said: str) -> None:
        """Assume a condition of the claim. One on an index, a vector or a map restricts it: nothing may be substituted for it."""
        restricts = any(v.sort not in (Client, Outcome) for v in free_variables(prop))
        prop = normal(prop) if restricts else self.universal_closure(prop)
        self.supposed[prop] = frozenset({said})
        if restricts:
            self.declare_all(prop)
            self.restrictions.append(self.proof.assume(prop))
        self.conditions.append(self.restrictions[-1] if restricts else self.assume_open(prop))

    # the relations of the proof

    def _all_conclusions(self) -> dict[str, Any]:
        """Every relation that a step concludes, whether or not its hypotheses hold."""
        self.given = facts_of(self.claim, self.premises)
        made = self._conclusions_of(self.claim.follows, dict(self.given))
        vectors = {v.name for name, said in made.items() if name not in self.given for v in said.atoms(Vector)}
        for name in [n for n, said in self.given.items() if vectors & {s.name for s in said.free_symbols if s.is_commutative}]:
            del self.given[name], made[name]  # a lemma about numbers with the names of the proof's vectors, which are other objects
        return made

    def _conclusions_of(self, steps: Sequence[Any], known: dict[str, Any]) -> dict[str, Any]:
        for step in steps:
            if absent := [name for name in _names_in(step) if name not in known]:
                raise NoProof(f"no fact is called {absent[0]}")
            if isinstance(step, Within):
                plain = {name: sp.And(*conditional(known[name])[1]) for name in step.known}
                inside = self._conclusions_of(step.steps, known | plain)
                self.inner[id(step)] = {name: made for name, made in inside.items() if name not in known}
                outside = under_conditions(step, self.inner[id(step)])
                self._keys[id(step)] = list(outside)
                known |= outside
                continue
            if isinstance(step, Define):
                made: Any = step.equation
            elif isinstance(step, Assumed):
                made = step.condition.relations
            elif isinstance(step, Arithmetic):
                made = conjuncts(step.conclusion)
            elif isinstance(step, Apply):
                made = step.theorem.apply(**_resolved_arguments(step, known))[1]
            else:
                raise NoProof(f"a step of kind {type(step).__name__}")
            parts = made if isinstance(made, tuple) else (made,)
            self._keys[id(step)] = [step.name] if len(parts) == 1 else [f"{step.name}/{k}" for k in range(1, len(parts) + 1)]
            known |= dict(zip(self._keys[id(step)], parts, strict=True))
        return known

    def _symbol_signs(self) -> list[ProofLine]:
        """The signs of the symbols: positive, or nonnegative."""
        found = {name: join("<", numeral(0), PROBLEM[name]) for name in ("mu", "L")}
        for said in (*self.relations.values(), *self.claim.under.relations, *self._statement()):
            for s in said.atoms(sp.Symbol):
                if s.is_commutative and not s.is_integer and s.is_nonnegative and name_of(s) not in self.introduced_names():
                    term = self.notation.term(s)
                    found[str(s)] = join("<" if s.is_positive else "<=", numeral(0), term)
            for a in said.atoms(AppliedUndef):
                if a.is_commutative and a.is_nonnegative and name_of(a) not in self.introduced_names():
                    head, arguments = spine(self.notation.term(a))
                    of = [free(f"of_{k}", x.sort) for k, x in enumerate(arguments)]
                    found[head.one] = join("<=", numeral(0), head(*of))
                    self.never_negative[head] = self.proof.general(self.assume_open(found[head.one]), *of)
        self.signs_of_letters = {self.universal_closure(prop) for prop in found.values()}
        return [self.assume_open(prop) for _, prop in sorted(found.items())]

    def _not_needed(self) -> set[str]:
        """The conclusions that no later step needs, and that are no part of the statement."""
        spare, named_ = set[str](), set[str]()
        for step in reversed(self.claim.follows):
            keys = set(self._keys[id(step)])
            own = {k for k in keys if k not in named_ and not any(is_same_relation(self.relations[k], part) for part in self._statement())}
            spare |= own
            if own < keys or not own:
                named_ |= set(_names_in(step))
        return spare

    def _provide_fact(self, name: str, relation: sp.Basic) -> None:
        """Provide a lemma or a premise: proved again where arithmetic can, else assumed.

        A lemma of the claim is judged under the claim's conditions, so that it holds where an index satisfies these.
        """
        own = [] if name.split("/")[0] in self.premises else [line.prop for line in self.restrictions]
        if isinstance(relation, sp.Implies):
            conditions, prop = self.notation.implication(relation)
            goals, relation = own + conditions, relation.args[1]
        elif isinstance(relation, sp.core.relational.Relational):
            goals, prop = own, normal(self.notation.prop(relation))
            self.relations[name] = relation
            if name not in self.premises and (found := self.try_prove(self.declared(prop), self.conditions, effort=1)) is not None:
                self.facts[name] = found
                return
        else:
            return
        prop = normal(prop)
        for goal in reversed(goals):
            prop = join("->", goal, prop)
        self.lent[name] = self.universal_closure(prop)
        step = self.assume_open(prop)
        try:
            for goal in goals:
                step = self.proof.by(step, self.reach(normal(goal), ()))
        except (NotFound, KernelRefusal):
            return
        self.facts[name] = step
        self.relations[name] = relation

    # steps

    def fact_by_name(self, name: str) -> ProofLine:
        """A fact by name, with its conditions discharged. Raises NoProof."""
        if name not in self.facts and name in self.lent:  # its conditions are assumed by a step
            self._provide_fact(name, self.given[name])
        if name not in self.facts:
            raise NoProof(f"not found before: {name}")
        found = self.facts[name]
        for _ in conditional(self.relations[name])[0]:
            if (parts := sides(found.prop, IMPLIES)) is not None:
                found = self.proof.by(found, self.reach(parts[0], ()))
        return found

    def _follow_step(self, step: Any) -> None:
        if isinstance(step, Within):
            with assume_conditions(self, step, self.inner[id(step)]):
                for one in step.steps:
                    self._follow_step(one)
            return
        parts = self._keys[id(step)]
        if isinstance(step, Define):
            if step.name not in self.facts:
                self.define_early()  # it may use a name that a later step defines
            self.define_step(step)
            self.note_sign(step)
            return
        goals = [self.declared(normal(self.notation.prop(self.relations[key]))) for key in parts]
        if isinstance(step, Assumed):
            self.must_assume(step)
            for key, goal in zip(parts, goals, strict=True):
                self.supposed[self.universal_closure(goal)] = frozenset({step.condition.says})
                self.facts[key] = self.assume_open(goal)
                if not free_variables(goal):
                    self.conditions.append(self.facts[key])
            return
        if isinstance(step, Arithmetic):
            known: list[ProofLine] = [self.fact_by_name(name) for name in step.by]
            if step.multipliers:
                known = [self._by_multipliers(goal, known, step.multipliers) for goal in goals]
        else:
            arguments = _resolved_arguments(step, self.relations)
            hypotheses, _ = step.theorem.apply(**arguments)
            how = LINES.get(step.theorem.name)
            if how is None:
                raise NoProof(f"no lines for {step.theorem.name}")
            if settled := next((h.name for h in hypotheses if isinstance(h, New) and not _may_be_given(h.name)), None):
                raise NoProof(f"{settled} is no name that may be given: what it stands for is settled")
            met = [self.find_hypothesis(hypothesis, step.by) for hypothesis in hypotheses if not isinstance(hypothesis, (Class, New))]
            known = how(self, Application(step, arguments, tuple(m for m in met if m is not None), tuple(goals)))
        for key, goal in zip(parts, goals, strict=True):
            try:
                self.facts[key] = self.reach(goal, known)
            except NotFound as wrong:
                if key not in self._unneeded:
                    raise
                self._left_out.add(why := f"{_step_title(step)}: {wrong}")
                self._record_failure([key], why)

    def must_assume(self, step: Assumed) -> None:
        """Raises NoProof for a class that the claim does not assume, or assumes with other relations."""
        ahead = list(self.claim.under.classes)
        for member in ahead:
            ahead += member.implies
        if not any(member == step.condition and getattr(member, "relations", ()) == step.condition.relations for member in ahead):
            raise NoProof(f"not assumed: {step.condition}")

    def _by_multipliers(self, goal: Term, known: Sequence[ProofLine], multipliers: Sequence[Any]) -> ProofLine:
        """A goal from facts times given multipliers, and a nonnegative rest."""
        kind, left, right = relation(goal)
        parts, rest = [], join("-", right, left)
        for fact, multiplier in zip(known, multipliers, strict=True):
            factor, (name, low, high) = self.as_term(multiplier), relation(fact.prop)
            rest = join("-", rest, join("*", factor, join("-", high, low)))
            if name == "=":  # left - right, for the kernel
                parts.append(ProductOfFacts((fact,), Fraction(-1), left=factor))
            else:
                parts.append(ProductOfFacts((self.reach(join("<=", numeral(0), factor), ()), fact)))
        try:
            none = any_identity(self.proof, equal(rest, numeral(0)), self.prove_positive, self.facts_about([rest]))
            return self.proof.arithmetic(goal, *parts, ProductOfFacts((none,)))
        except (NotFound, KernelRefusal):
            return self._with_rest(goal, join(kind, numeral(0), rest), parts, known)

    def _with_rest(self, goal: Term, rest: Term, parts: Sequence[ProductOfFacts], known: Sequence[ProofLine]) -> ProofLine:
        """A goal from products of facts and a rest; if the sign of the rest is not proved, multipliers are searched for anew."""
        try:
            over = self.reach(rest, ())
        except NotFound:
            return self.arithmetic(goal, known)
        return self.proof.arithmetic(goal, *parts, ProductOfFacts((over,)))

    # the statement

    def _statement(self) -> tuple[sp.Basic, ...]:
        relation = as_relation(self.claim.statement)
        if relation is None:
            raise NoProof("a statement that is no relation")
        return conjuncts(relation)

    def _reach_statement(self) -> ProofLine:
        found = []
        for part in self._statement():
            goal = self.declared(normal(self.notation.prop(part)))
            near = [fact for name, fact in self.facts.items() if name in self.relations and is_same_relation(part, self.relations[name])]
            found.append(self.reach(goal, [*[f for f in self.facts.values() if f.prop is goal], *near]))
        closed = [self._generalise_fact(fact) for fact in found]
        whole = closed[-1]
        for other in reversed(closed[:-1]):
            whole = self.proof.use("both", other.prop, whole.prop, other, whole)
        return whole

    def _generalise_fact(self, fact: ProofLine) -> ProofLine:
        """The universal closure of a fact, under its restrictions."""
        if restricted := [line.prop for line in self.restrictions if line.prop in fact.fact.hypotheses]:
            fact = self.proof.discharge(fact, *restricted)
        of = sorted(free_variables(fact.prop), key=lambda v: str(v.one))
        return self.proof.general(fact, *of) if of else fact


def _may_be_given(name: Any) -> bool:
    """Return whether a step may introduce a name: not a symbol of the table, a universally quantified one, or a function of the problem."""
    head = name.func if isinstance(name, AppliedUndef) else name
    return isinstance(name, (Vector, Quantity, AppliedUndef)) and not isinstance(name, AnyVector) and head not in GIVEN


def _step_title(step: Any) -> str:
    if isinstance(step, Within):
        return step.describe()[:80]
    return f"{type(step).__name__} {step.theorem.name if isinstance(step, Apply) else ''} {step.name}"


def _names_in(step: Any) -> Iterator[str]:
    """The facts that a step names."""
    if isinstance(step, Within):
        yield from step.known
        return
    ahead = [*getattr(step, "by", ()), *(value for _, value in getattr(step, "arguments", ()))]
    while ahead:
        value = ahead.pop()
        if isinstance(value, tuple):
            ahead += value
        elif isinstance(value, str):
            yield value


def _resolved_arguments(step: Apply, known: Mapping[str, Any]) -> dict[str, Any]:
    """The arguments of a step, relations for the names of facts."""

    def read(value: Any) -> Any:
        return tuple(map(read, value)) if isinstance(value, tuple) else known[value] if isinstance(value, str) else value

    return {key: read(value) for key, value in step.arguments}
