"""The vocabulary of proof lines: terms for a claim's expressions, facts from its classes, symmetric matrices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import sympy as sp

from symfed.core.domain import Class
from symfed.core.grammar import as_expression
from symfed.core.symbols import N
from symfed.kernel.page import constants, problem
from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import (
    Client,
    Index,
    KernelRefusal,
    Map,
    Num,
    Outcome,
    Sort,
    Term,
    Vec,
    abstract,
    app,
    const,
    free,
    lam,
    normal,
    spine,
    to,
)
from symfed.kernel.text import join, read_sort
from symfed.prove import chance_of_maps, of_matrices
from symfed.prove.chance import Chance
from symfed.prove.definitions import Definitions
from symfed.prove.named import NoProof, Noted, congruence, equation_sides
from symfed.prove.pieces import function_of
from symfed.prove.random_maps import RandomMaps
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.interpolation import SMOOTH_CONVEX
from symfed.theorems.notation import CLIENT
from symfed.theorems.relations import same_relation
from symfed.theorems.theorem import ForAll
from symfed.theorems.vocabulary import (
    CLIENTS_INDEPENDENT,
    CONVEX_SAMPLES,
    CURVED,
    DRAWN_ANEW,
    FOURTH_MOMENT,
    FRESH,
    INDICES,
    LIPSCHITZ_SAMPLES,
    LIPSCHITZ_THIRD,
    QUADRATIC,
    SECOND_MOMENT,
    SHARED,
    SMOOTH_COVARIANCE,
    THRICE,
)

#: Classes in the kernel's terms: the proposition, and the classes that together state it.
CLASSES: Final[Mapping[str, tuple[str, tuple[Class, ...]]]] = {
    "Curved": ("all c: Client. Curved(grad(c), mu, L)", (CURVED,)),
    "Hessian": ("all c: Client. Hessian(grad(c), hess(c))", (CURVED,)),
    "Quadratic": ("all c: Client. Quadratic(grad(c))", (QUADRATIC,)),
    "Shared": ("Shared(grad)", (SHARED,)),
    "Loss": ("all c: Client. Loss(loss_c(c), grad(c), mu, L)", (SMOOTH_CONVEX,)),
    "Smooth": ("all c: Client, h: Index, w: Outcome. Smooth(G(c, h, w), L)", (CONVEX_SAMPLES, LIPSCHITZ_SAMPLES)),
    "Fresh": ("Fresh(G, grad)", (FRESH,)),
    "LipschitzThird": (
        "all p: Vec. mean(fun c: Client. grad(c, p)) = zero(Vec) -> (all c: Client. LipschitzThird(grad(c), p))",
        (LIPSCHITZ_THIRD,),
    ),
    "Thrice": ("all c: Client. Thrice(grad(c))", (THRICE,)),
    "Moments": ("Moments(G)", (LIPSCHITZ_SAMPLES, SECOND_MOMENT)),
    "Alike": (
        "all c: Client, h k: Index, x: Vec. same_law(fun w: Outcome. G(c, h, w, x), fun w: Outcome. G(c, k, w, x))",
        (FRESH,),
    ),
    "Independent": ("Independent(G, clients)", (CLIENTS_INDEPENDENT,)),
    "SmoothCovariance": (
        "all p: Vec. mean(fun c: Client. grad(c, p)) = zero(Vec) -> (all c: Client, h: Index. "
        "TwiceAt(fun x: Vec. E(fun w: Outcome. outer(G(c, h, w, x) - grad(c, x), G(c, h, w, x) - grad(c, x))), p))",
        (SMOOTH_COVARIANCE,),
    ),
    "FourthMoment": (
        "all p: Vec. mean(fun c: Client. grad(c, p)) = zero(Vec) -> "
        "(all c: Client, h: Index. integrable(fun w: Outcome. norm(grad(c, p) - G(c, h, w, p)) ^ 4))",
        (FOURTH_MOMENT,),
    ),
}
PROBLEM: Final = {name: const(name, read_sort(sort)) for name, sort in problem().items()}
#: The sorts of random points, of clients' random points, and of random maps.
_RANDOM: Final = (Outcome >> Vec, to(Client, Outcome, Vec), to(Vec, Outcome, Vec))


class Words(Definitions):
    """A claim's expressions and assumptions in the kernel's terms.

    `supposed`: for each hypothesis the conditions of the claim that state it, relations as text and classes by their sentences.
    """

    def __init__(self) -> None:
        super().__init__()
        self.relations: dict[str, sp.Basic] = {}
        self.supposed: dict[Term, frozenset[str]] = {}
        self.chance = Chance(self)
        self.random_maps = RandomMaps(self, self.chance)
        self.rounds: dict[str, Any] = Noted("drawn anew for each round")  # the draws of copies of random maps, by the copies' names
        self.moments: list[ProofLine] | None = None  # integrable powers of norms, by classes that bound them
        self.inductions: dict[Term, ProofLine] = {}
        self.steps_between: ProofLine | None = None
        self.linear: dict[Term, ProofLine] = Noted("introduced as linear")  # functions of the clients' vectors that are linear
        self._symmetric: dict[Term, ProofLine] = {}

    def classes(self) -> set[str]:
        """The sentences of the classes that the claim assumes."""
        return {said for member in self.claim.under.classes for said in member.closure()}

    def as_term(self, x: Any) -> Term:
        """An expression as a term, with its client and its draw as free variables."""
        return self.declared(normal(self.notation.term(as_expression(x))))

    def sort_of(self, *several: Any) -> Sort:
        return next((self.notation.sort_of(x) for x in several if x != 0), Num)

    def count(self, x: Any) -> Term:
        return self.declared(normal(self.notation.count(as_expression(x))))

    def as_variable(self, s: Any) -> Term:
        """A universally quantified symbol as a free variable."""
        return self.declared(free(s.name, Index) if s in INDICES else normal(self.notation.term(s)))

    def of_client(self, x: Any) -> Term:
        """An expression as a function of its client."""
        return normal(abstract(self.as_term(x), CLIENT))

    def symbol(self, name: str) -> Term:
        return constants()[name]

    def problem(self, name: str) -> Term:
        return PROBLEM[name]

    def class_fact(self, name: str) -> ProofLine:
        """The proposition of a class as a hypothesis. Raises NoProof where the claim does not assume it."""
        text, classes = CLASSES[name]
        known = self.classes()
        absent = [c.says for c in classes if c.says not in known]
        if absent and not (name in ("Fresh", "Moments") and self.moments_are_open()):
            raise NoProof(f"not assumed: {absent[0]}")
        places = {"clients": self.as_term(N)} if name == "Independent" else {}
        line = self.proof.assume(self.proof.say(text, **places))
        if own := sorted(self.introduced_names() & {leaf.one for leaf in line.prop.leaves}):
            raise NoProof(f"{own[0]} is defined by a step, and is the problem's own")
        if not absent:
            self.supposed[line.prop] = frozenset(c.says for c in classes)
        return line

    def assumes(self, name: str) -> bool:
        """Return whether the claim assumes a class, or leaves it open."""
        return self.classes().issuperset(c.says for c in CLASSES[name][1]) or (name == "Moments" and self.moments_are_open())

    def moments_are_open(self) -> bool:
        """Return whether a claim has means over a random point without a condition that this point, or the draws, have a second moment."""
        known = self.classes()
        silent = SECOND_MOMENT.says not in known and (DRAWN_ANEW.says in known or not known)
        sorts = {letter.sort for letter in self.letters.values()}
        return silent and not sorts.isdisjoint(_RANDOM) and to(Client, Outcome, Map) not in sorts  # random matrices have their own

    def polynomial_at(self, polynomial: Any, value: Term) -> Term:
        """A polynomial with coefficients of the claim at a number."""
        total = numeral(0)
        for (k,), coefficient in polynomial.terms():
            total = join("+", total, join("*", self.as_term(coefficient), join("^", value, numeral(k, Index))))
        return normal(total)

    def fact_of(self, relation: sp.Basic, met: Sequence[ProofLine]) -> ProofLine:
        """A relation as a fact, proved from `met`."""
        return self.reach(self.declared(normal(self.notation.prop(relation))), met)

    def prove_hypothesis(self, hypothesis: Any, by: Sequence[str] = ()) -> ProofLine:
        """A theorem's hypothesis as a fact; 0 <= 0 where it is trivially true."""
        met = self.find_hypothesis(hypothesis, by)
        return met if met is not None else self.proof.arithmetic(join("<=", numeral(0), numeral(0)))

    def note_symmetric(self, parts: Iterable[ProofLine]) -> None:
        for part in parts:
            head, of = spine(part.prop)
            if head is self.symbol("symmetric"):
                self._symmetric[of[0]] = part

    def symmetric(self, matrix: Term) -> ProofLine:
        """The fact that a matrix is symmetric: a Hessian, a mean of symmetric ones, or one noted as symmetric. Raises NoProof."""
        matrix = normal(matrix)
        head, of = spine(matrix)
        if matrix in self._symmetric:
            return self._symmetric[matrix]
        if head is self.problem("hess"):
            of_matrices.hessian_at(self, of[1])
            return self._symmetric[matrix]
        if head.one == "mean" and matrix.sort is Map:
            each = self.proof.general(self.symmetric(normal(app(of[0], CLIENT))), CLIENT)
            return self.proof.use("mean of symmetric maps", of[0], each)
        for other, step in self._symmetric.items():  # instantiate a fact for all matrices of this form
            own, letters = spine(other)
            if own is head and all(v.kind == "free" for v in letters):
                return self.proof.at(self.proof.general(step, *letters), *of)
        if head.kind == "const" and self.proof.kernel.names.get(head.one) is head and head not in PROBLEM.values():
            if head.one in self.introduced_names():
                raise NoProof(f"{matrix} is not known to be symmetric")
            # a symbol with eigenvalues in the claim is symmetric by convention
            self._symmetric[matrix] = self.assume_open(self.symbol("symmetric")(matrix))
            return self._symmetric[matrix]
        raise NoProof(f"{matrix} is not known to be symmetric")

    def integrable(self, function: Term) -> ProofLine:
        return self.chance.integrable(function)

    def average_sign(self, average: Term, everywhere: ProofLine) -> ProofLine | None:
        head, (function,) = spine(average)
        assert function.sort.source is not None
        zero = lam(function.sort.source, numeral(0))
        if head.one == "mean":
            return self.proof.use("mean of relations", zero, function, everywhere)
        try:
            known = self.integrable(zero), self.integrable(function)
        except (NoProof, NotFound, KernelRefusal):
            return None
        below = self.proof.use("E is monotone", zero, function, *known, everywhere)
        nothing = self.proof.use("E of a constant", numeral(0))
        return self.proof.arithmetic(join("<=", numeral(0), average), ProductOfFacts((below,)), ProductOfFacts((nothing,)))

    def value_of_tensor(self, sentence: str, tensor: Term, function: Term) -> ProofLine:
        """The fact that a sentence gives about a tensor's value at a random map."""
        return self.proof.use(sentence, tensor, function, chance_of_maps.integrable_map(self, function))

    def value_of_random_map(self, matrix: Term, x: Term) -> list[ProofLine]:
        """A random matrix at a deterministic vector: the facts that it is integrable, and its mean."""
        both = self.proof.use("values of a random map", function_of(matrix), x, chance_of_maps.integrable_letter(self, matrix))
        return list(of_matrices.conjunction_parts(self, both))

    def frobenius_has_mean(self, function: Term) -> ProofLine:
        return self.proof.use("Frobenius norms have a mean", function, chance_of_maps.integrable_map(self, function))

    def is_before(self, at: Term, function: Term) -> ProofLine:
        return self.chance.is_before(at, function)

    def expanded(self, *props: Term) -> list[ProofLine]:
        """Equations that expand the expectations of sums in propositions."""
        found: dict[Term, list[ProofLine]] = {}
        for prop in props:
            for x in closed_subterms(prop):
                head, of = spine(x)
                if head.one == "E" and len(of) == 1 and x not in found:
                    try:
                        maps = x.sort is Map
                        found[x] = [chance_of_maps.expanded_map(self, of[0], within=False)] if maps else self.chance.expanded(of[0])
                    except NoProof:  # an argument that is not known to be integrable stays as it is
                        found[x] = []
                elif head.one == "mean" and x.sort is Map and x not in found:
                    found[x] = self._expanded_in(normal(app(of[0], CLIENT)))
        return [step for several in found.values() for step in several]

    def _expanded_in(self, body: Term) -> list[ProofLine]:
        """Equations that expand the means over clients of the expectations of a client's own matrices."""
        own = [x for x in closed_subterms(body) if x.sort is Map and CLIENT in x.leaves and spine(x)[0].one == "E" and spine(x)[1]]
        return [congruence(self, line, "mean", CLIENT, equation_sides(line.prop)[0]) for line in self.expanded(*own)]

    def at_index(self, step: ProofLine, written: Term, wanted: Term) -> ProofLine:
        """Transfer a fact about random vectors to the same index in another form."""
        if written is wanted:
            return step
        same_ = self.proof.arithmetic(equal(written, wanted))
        head, of = spine(step.prop)
        hole = free("hole", Index)
        return self.proof.rewrite(step, same_, abstract(normal(head(of[0], hole, of[2])), hole))

    def find_hypothesis(self, hypothesis: Any, by: Sequence[str] = ()) -> ProofLine | None:
        """A theorem's hypothesis as a fact; None where it is trivially true."""
        relation = hypothesis.relation if isinstance(hypothesis, ForAll) else hypothesis
        if relation in (sp.true, True):
            return None
        if relation in (sp.false, False):
            raise NoProof("a hypothesis that is false")
        if isinstance(hypothesis, ForAll) and hypothesis.range:
            return None  # the theorem's own lines have the range as hypotheses
        if isinstance(relation, sp.Ne) and relation.rhs == 0:
            x = self.as_term(relation.lhs)
            return self.proof.use("positive is not zero", x, self.prove_positive(x))
        goal = self.declared(normal(self.notation.prop(relation)))
        near = []
        for name, fact in self.facts.items():
            if fact.prop is goal:
                return fact
            if name in by or (name in self.relations and is_same_relation(relation, self.relations[name])):
                near.append(fact)
        return self.arithmetic(goal, near)


def is_same_relation(one: sp.Basic, other: sp.Basic) -> bool:
    """Return whether both are relations, and equal side by side."""
    return isinstance(other, sp.core.relational.Relational) and isinstance(one, sp.core.relational.Relational) and same_relation(one, other)
