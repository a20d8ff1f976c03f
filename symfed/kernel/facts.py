"""The only code that creates facts. A fact is a proposition under hypotheses, with the sentences of the page that it rests on.

What is PROVED can be wrong by the reading of the printed line, by a sentence of the page, or by this file and what it imports, and by
nothing else. Symbols of a claim, symbols of the page and defined names are constants; only a free variable is arbitrary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from symfed.kernel.arithmetic import CertificatePart, check_certificate, relation
from symfed.kernel.forms import count
from symfed.kernel.symbols import IMPLIES, NEXT, ZERO_INDEX, equal, for_all, implies, known, may_be_named, quantified, sides
from symfed.kernel.terms import Index, KernelRefusal, Prop, Sort, Term, abstract, app, const, free, lam, normal, to, variables


class Fact:
    """The sequent hypotheses |- prop; only the kernel that made it accepts it."""

    __slots__ = ("hypotheses", "kernel", "prop", "rests_on")
    hypotheses: frozenset[Term]
    prop: Term
    rests_on: frozenset[str]
    kernel: Kernel

    def __init__(self, *_: object) -> None:
        raise KernelRefusal("facts are made by the kernel")

    def __repr__(self) -> str:
        before = "; ".join(sorted(map(str, self.hypotheses)))
        return f"{before}{' ' if before else ''}|- {self.prop}"


class Kernel:
    """Derives facts from the sentences of a page, the symbols of one claim and the definitions of its proof.

    symbols: the page's constants by name. sentences: closed propositions by name. letters: the claim's constants by name.
    Raises KernelRefusal for a name with two meanings, and for a sentence that is not a closed proposition in known constants.
    """

    def __init__(self, symbols: Mapping[str, Term], sentences: Mapping[str, Term], letters: Mapping[str, Term]) -> None:
        self.names: dict[str, Term] = {}
        for name, constant in (*symbols.items(), *letters.items()):
            if name in self.names or constant.kind != "const" or constant.one != name or not may_be_named(name):
                raise KernelRefusal(f"{name} is no new name")
            self.names[name] = constant
        self.sentences = dict(sentences)
        for prop in self.sentences.values():
            self._proposition(prop)
            if variables(prop):
                raise KernelRefusal(f"a sentence of the page leaves {variables(prop)} free")

    def _fact(self, hypotheses: frozenset[Term], prop: Term, rests_on: frozenset[str]) -> Fact:
        made = Fact.__new__(Fact)
        made.hypotheses, made.prop, made.rests_on, made.kernel = hypotheses, normal(prop), rests_on, self
        return made

    def _closed_term(self, term: Term) -> Term:
        """Check that a term is closed and that its constants are known here; return its normal form."""
        if type(term) is not Term:
            raise KernelRefusal(f"{term!r} is no term")
        if term.loose:
            raise KernelRefusal(f"{term} holds a variable that is bound nowhere")
        for leaf in term.leaves:
            if leaf.kind == "free" and not may_be_named(leaf.one):
                raise KernelRefusal(f"{leaf.one} is the kernel's own variable")
            if leaf.kind == "const" and self.names.get(leaf.one) is not leaf and not known(leaf):
                raise KernelRefusal(f"{leaf.one} of sort {leaf.sort} is not known")
        return normal(term)

    def _proposition(self, prop: Term) -> Term:
        prop = self._closed_term(prop)
        if prop.sort is not Prop:
            raise KernelRefusal(f"{prop} is a {prop.sort} and no proposition")
        return prop

    def _require_own(self, *facts: Fact) -> None:
        if any(not isinstance(fact, Fact) or fact.kernel is not self for fact in facts):
            raise KernelRefusal("a fact of another kernel")

    # logic

    def assume(self, prop: Term) -> Fact:
        """p |- p."""
        prop = self._proposition(prop)
        return self._fact(frozenset({prop}), prop, frozenset())

    def sentence(self, name: str) -> Fact:
        """The sentence of the page by this name, as a fact."""
        if name not in self.sentences:
            raise KernelRefusal(f"no sentence is called {name}")
        return self._fact(frozenset(), self.sentences[name], frozenset({name}))

    def at(self, fact: Fact, *terms: Term) -> Fact:
        """Instantiate a universal fact at these terms, in the order of its quantifiers."""
        self._require_own(fact)
        prop = fact.prop
        for term in terms:
            function = quantified(prop)
            if function is None or function.sort.source is not term.sort:
                raise KernelRefusal(f"{prop} is not said of every {term.sort}")
            prop = normal(app(function, self._closed_term(term)))
        return self._fact(fact.hypotheses, prop, fact.rests_on)

    def by(self, fact: Fact, *others: Fact) -> Fact:
        """The conclusion of an implication whose premises are the other facts (modus ponens)."""
        self._require_own(fact, *others)
        for other in others:
            parts = sides(fact.prop, IMPLIES)
            if parts is None or parts[0] is not other.prop:
                raise KernelRefusal(f"{other.prop} is not what {fact.prop} asks for")
            fact = self._fact(fact.hypotheses | other.hypotheses, parts[1], fact.rests_on | other.rests_on)
        return fact

    def general(self, fact: Fact, *names: Term) -> Fact:
        """Generalise a fact over free variables, none of which may occur in a hypothesis."""
        self._require_own(fact)
        for variable in reversed(names):
            if variable.kind != "free":
                raise KernelRefusal(f"{variable} is no free variable")
            if any(variable in hypothesis.leaves for hypothesis in fact.hypotheses):
                raise KernelRefusal(f"a hypothesis speaks of {variable}")
            fact = self._fact(fact.hypotheses, for_all(abstract(fact.prop, variable)), fact.rests_on)
        return fact

    def discharge(self, fact: Fact, *props: Term) -> Fact:
        """Turn hypotheses into premises of an implication."""
        self._require_own(fact)
        for prop in reversed(props):
            prop = self._proposition(prop)
            fact = self._fact(fact.hypotheses - {prop}, implies(prop, fact.prop), fact.rests_on)
        return fact

    # equality

    def reflexive(self, term: Term) -> Fact:
        term = self._closed_term(term)
        return self._fact(frozenset(), equal(term, term), frozenset())

    def rewrite(self, fact: Fact, equation: Fact, where: Term) -> Fact:
        """Rewrite where(left) to where(right). An equation for all values of a variable is one between functions."""
        self._require_own(fact, equation)
        prop, sorts = equation.prop, []
        while (function := quantified(prop)) is not None and function.kind == "lam":
            sorts.append(function.one)
            prop = function.two
        found = sides(prop, "=")
        if found is None:
            raise KernelRefusal(f"no equation: {equation.prop}")
        left, right = found
        for sort in reversed(sorts):
            left, right = lam(sort, left), lam(sort, right)
        where = self._closed_term(where)
        if where.sort is not to(left.sort, Prop) or normal(app(where, left)) is not fact.prop:
            raise KernelRefusal(f"{fact.prop} is not what the equation is put into")
        return self._fact(fact.hypotheses | equation.hypotheses, app(where, right), fact.rests_on | equation.rests_on)

    # arithmetic

    def arithmetic(self, goal: Term, parts: Sequence[tuple[CertificatePart, Sequence[Fact]]]) -> Fact:
        """A relation by a certificate: a sum of products of facts, each part given with its facts."""
        goal, hypotheses, rests_on = self._proposition(goal), frozenset[Term](), frozenset[str]()
        made = []
        for part, facts in parts:
            self._require_own(*facts)
            if type(part.coefficient) not in (int, Fraction):
                raise KernelRefusal(f"{part.coefficient!r} is no fraction")
            terms = (*part.squares, *(term for term in (part.left, part.right) if term is not None))
            for term in terms:
                self._closed_term(term)
            made.append(replace(part, coefficient=Fraction(part.coefficient), facts=tuple(fact.prop for fact in facts)))
            hypotheses, rests_on = hypotheses.union(*(f.hypotheses for f in facts)), rests_on.union(*(f.rests_on for f in facts))
        if relation(goal)[1].sort is Index:
            _, left, right = relation(goal)
            if made or count(left) != count(right):
                raise KernelRefusal(f"{goal}: counts are equal if their normal forms are")
        else:
            check_certificate(goal, made)
        return self._fact(hypotheses, goal, rests_on)

    def induction(self, statement: Term, start: Fact, step: Fact) -> Fact:
        """P(0), and P(n) -> P(n + 1) for all n, give P(n) for all n."""
        self._require_own(start, step)
        statement = self._closed_term(statement)
        if statement.sort is not to(Index, Prop):
            raise KernelRefusal(f"{statement} is said of no count")
        n = free("%n", Index)
        closes = for_all(abstract(implies(app(statement, n), app(statement, NEXT(n))), n))
        if start.prop is not normal(app(statement, ZERO_INDEX)) or step.prop is not normal(closes):
            raise KernelRefusal(f"start and step are not those of {statement}")
        whole = for_all(abstract(app(statement, n), n))
        return self._fact(start.hypotheses | step.hypotheses, whole, start.rests_on | step.rests_on)

    # new names

    def _new(self, name: str, sort: Sort, terms: Sequence[Term], parameters: Sequence[Term]) -> Term:
        made = const(name, sort)
        if name in self.names or not may_be_named(name):
            raise KernelRefusal(f"{name} is no new name")
        if any(p.kind != "free" or not may_be_named(p.one) for p in parameters) or len(set(parameters)) < len(parameters):
            raise KernelRefusal("parameters are free variables, each once")
        for term in terms:
            self._closed_term(term)
            if loose := variables(term) - set(parameters):
                raise KernelRefusal(f"{name} depends on {', '.join(sorted(v.one for v in loose))} and does not show it")
        self.names[name] = made
        return made

    def define(self, name: str, parameters: Sequence[Term], value: Term) -> Fact:
        """Define a new name by a term in earlier ones: name(p, ...) = value for all p, ..."""
        new = self._new(name, to(*(p.sort for p in parameters), value.sort), (value,), parameters)
        return self.general(self._fact(frozenset(), equal(new(*parameters), value), frozenset()), *parameters)

    def recursion(self, name: str, parameters: Sequence[Term], start: Term, step: Term) -> tuple[Fact, Fact]:
        """Define a new sequence by recursion: name(p, ..., 0) = start, name(p, ..., n + 1) = step(n, name(p, ..., n))."""
        sort = to(*(p.sort for p in parameters), Index, start.sort)
        if step.sort is not to(Index, start.sort, start.sort):
            raise KernelRefusal(f"{step} makes no sequence of {start.sort}")
        new = self._new(name, sort, (start, step), parameters)
        n = free("%n", Index)
        first, later = equal(new(*parameters, ZERO_INDEX), start), equal(new(*parameters, NEXT(n)), step(n, new(*parameters, n)))
        begins, goes_on = (self._fact(frozenset(), prop, frozenset()) for prop in (first, later))
        return self.general(begins, *parameters), self.general(goes_on, *parameters, n)

    def choose(self, name: str, exists: Fact) -> Fact:
        """A new name for an object that exists: from `all p, .... q -> ... -> some x. P(x)`, P(name(p, ...)) under the same q."""
        self._require_own(exists)
        if exists.hypotheses or variables(exists.prop):
            raise KernelRefusal(f"what exists is no closed sentence: {exists}")
        prop, parameters = exists.prop, list[Term]()
        before = list[tuple[bool, Term]]()  # in order: a parameter (True), or a condition
        while True:
            if (function := quantified(prop)) is not None and function.kind == "lam":
                parameters.append(free(f"%{len(parameters)}", function.one))
                before.append((True, parameters[-1]))
                prop = normal(app(function, parameters[-1]))
            elif (parts := sides(prop, IMPLIES)) is not None:
                before.append((False, parts[0]))
                prop = parts[1]
            else:
                break
        function = quantified(prop, "some")
        if function is None or function.sort.source is None:
            raise KernelRefusal(f"nothing is shown to exist: {prop}")
        new = self._new(name, to(*(p.sort for p in parameters), function.sort.source), (), ())
        made = normal(app(function, new(*parameters)))
        for is_parameter, term in reversed(before):
            made = for_all(abstract(made, term)) if is_parameter else implies(term, made)
        return self._fact(frozenset(), made, exists.rests_on)
