"""Facts made by random applications of the kernel's rules, and the small models in which they ought to be true."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any, Final

from flint import fmpq

from symfed.kernel.page import kernel, sentences
from symfed.kernel.symbols import quantified, sides
from symfed.kernel.terms import Client, Index, KernelRefusal, Num, Outcome, Prop, Sort, Term, Vec, abstract, app, const, free, lam, normal
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter, closed_subterms
from tests.kernel import values as v
from tests.kernel.drawn import Samples, Table, draw_curved, draw_frame, draw_map, draw_number, draw_vector, with_eigenvalues
from tests.kernel.model import SAMPLES, Model

LETTERS: Final = {
    "a": "Num", "b": "Num", "m": "Num", "l": "Num", "x": "Vec", "y": "Vec", "A": "Map", "B": "Map", "n": "Index", "t": "Client -> Num",
    "s": "Client -> Num", "g": "Client -> Vec -> Vec", "F": "Vec -> Vec", "H": "Vec -> Map", "f": "Outcome -> Num", "X": "Outcome -> Vec",
    "Y": "Outcome -> Vec", "Z": "Client -> Outcome -> Vec", "G": "Client -> Index -> Outcome -> Vec -> Vec", "h": "Num -> Num",
    "r": "Index -> Num", "T": "Tensor",
}  # fmt: skip
FREE: Final = {"u": Num, "w": Num, "p": Vec, "q": Vec, "k": Index, "c": Client, "o": Outcome}

#: what a random proof may suppose; mostly true in the models
SUPPOSED: Final = (
    "0 < a", "0 <= b", "m <= l", "0 < m", "0 <= m", "a <= 1", "a * l <= 1", "u <= w", "0 <= u", "0 < w", "u = w", "a /= 0", "u /= 0",
    "symmetric(A)", "m <= low(A)", "high(A) <= l", "Curved(F, m, l)", "all c: Client. Curved(g(c), m, l)", "Hessian(F, H)",
    "Smooth(F, l)", "Fresh(G, g)", "Moments(G)", "before(G, n, X)", "before(G, n, Y)", "all c: Client. before(G, n, Z(c))",
    "integrable(f)", "integrable_vector(X)", "all c: Client. t(c) <= s(c)", "all c: Client. 0 <= t(c)", "t(c) <= u", "x = y", "p = q",
    "A = B", "F(x) = zero(Vec)", "X(o) = p", "inner(p, q) <= 0", "a * a <= b", "a ^ 2 = b", "r(0) <= 1",
    "all k: Index. r(S(k)) <= a * r(k)", "all k: Index. 0 <= r(k) -> 0 <= r(S(k))", "0 <= r(0)", "all c: Client. t(c) = u",
    "all c: Client. g(c, x) = zero(Vec)", "u <= w or w <= u", "u < w and 0 <= u", "some u: Num. r(n) = u", "Shared(g)", "Quadratic(F)",
    "all o: Outcome. f(o) = b", "num(k) <= num(n)", "S(k) = n", "r(k) <= u -> u <= w",
)  # fmt: skip
#: terms to instantiate with, beside the letters and the free variables
TERMS: Final[dict[str, tuple[str, ...]]] = {
    "Num": (
        "0", "1", "1 / 2", "1 / a", "u - w", "a * b", "norm(x)", "mean(t)", "E(f)", "num(n)", "low(A)", "inner(p, x)", "a ^ n",
        "sqrt(b)", "t(c)", "1 / u",
    ),
    "Vec": ("zero(Vec)", "x - y", "F(x)", "g(c, p)", "A * x", "E(X)", "X(o)", "mean(fun c: Client. g(c, x))", "a * p", "G(c, n, o, x)"),
    "Map": ("id", "zero(Map)", "A + B", "A * A", "2 * A", "H(x)", "of_map(h, A)", "A ^ n"),
    "Tensor": ("zero(Tensor)", "a * T"),
    "Index": ("S(n)", "k + n", "2 * k"),
    "Prop": ("0 <= a", "u = w", "False", "x = y"),
    "Num -> Num": ("fun d: Num. d", "fun d: Num. a", "fun d: Num. d * d", "fun d: Num. u", "fun d: Num. 1 / d", "sqrt"),
    "Num -> Prop": ("fun d: Num. d <= u", "fun d: Num. a = d", "fun d: Num. all e: Num. d <= e * e", "fun d: Num. some e: Num. e = d + u"),
    "Vec -> Prop": ("fun d: Vec. inner(d, p) <= 0", "fun d: Vec. F(d) = d", "fun d: Vec. some e: Vec. e = d + p"),
    "Client -> Num": ("fun d: Client. u", "fun d: Client. t(d) * t(d)", "fun d: Client. inner(x, g(d, p))", "fun d: Client. t(c)"),
    "Client -> Vec": ("fun d: Client. p", "fun d: Client. g(d, x)", "fun d: Client. t(d) * x", "fun d: Client. g(c, g(d, p))"),
    "Client -> Map": ("fun d: Client. t(d) * A", "fun d: Client. A"),
    "Outcome -> Num": (
        "fun d: Outcome. inner(X(d), Y(d))", "fun d: Outcome. u", "fun d: Outcome. f(o)", "fun d: Outcome. f(d) * f(d)",
        "fun d: Outcome. norm(X(d))",
    ),
    "Outcome -> Vec": (
        "fun d: Outcome. p", "fun d: Outcome. F(X(d))", "fun d: Outcome. G(c, n, d, X(d))", "fun d: Outcome. g(c, X(d))",
        "fun d: Outcome. X(o)",
    ),
    "Client -> Outcome -> Num": (
        "fun d: Client. f", "fun d: Client. fun e: Outcome. t(d) * f(e)", "fun d: Client. fun e: Outcome. inner(Z(d, e), p)",
    ),
    "Client -> Outcome -> Vec": (
        "fun d: Client. X", "fun d: Client. fun e: Outcome. G(d, n, e, X(e))", "fun d: Client. fun e: Outcome. g(d, Z(d, e))",
    ),
    "Vec -> Vec": ("fun d: Vec. d", "fun d: Vec. A * d", "fun d: Vec. d - a * F(d)", "g(c)", "fun d: Vec. p", "fun d: Vec. F(F(d))"),
    "Vec -> Map": ("fun d: Vec. A", "fun d: Vec. id"),
    "Client -> Vec -> Vec": ("fun d: Client. F", "fun d: Client. fun e: Vec. g(c, e)"),
}  # fmt: skip


class RandomProof:
    """A proof whose lines are drawn; those that the kernel refuses are left out."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.proof = rng, ProofWriter(kernel(LETTERS))
        for name, sort in FREE.items():
            self.proof.variable(name, sort)
        self.facts: list[ProofLine] = []
        self.known: set[tuple[Term, frozenset[Term]]] = set()
        self.refused = 0
        self.defined: list[tuple[str, Callable[[Model], Any]]] = []
        self._terms: dict[Sort, list[Term]] = {}
        named = [*self.proof.kernel.names.values(), *self.proof.variables.values()]
        said = [self.say(text) for texts in TERMS.values() for text in texts]
        for term in [*named, *named, *said]:
            self._terms.setdefault(term.sort, []).append(term)

    def say(self, text: str, **places: Term) -> Term:
        return self.proof.say(text, **places)

    def grow(self, lines: int) -> None:
        rules = [
            (self.sentence, 4), (self.suppose, 3), (self.instance, 7), (self.detach, 8), (self.generalise, 3), (self.discharge, 2),
            (self.same, 1), (self.rewrite, 5), (self.combine, 8), (self.induct, 2), (self.define, 1), (self.recur, 1),
        ]  # fmt: skip
        ways, weights = zip(*rules, strict=True)
        for _ in range(lines):
            try:
                self.keep(self.rng.choices(ways, weights)[0]())
            except KernelRefusal:
                self.refused += 1

    def keep(self, *made: ProofLine | None) -> None:
        for step in made:
            if step is not None and (key := (step.prop, step.fact.hypotheses)) not in self.known and step.prop.size < 120:
                self.known.add(key)
                self.facts.append(step)

    def any_fact(self, said: Callable[[Term], Any] = lambda prop: True) -> ProofLine:
        """A fact of a kind, a late one rather than an early one."""
        fitting = [step for step in self.facts if said(step.prop)]
        if not fitting:
            raise KernelRefusal("no such fact yet")
        return fitting[max(self.rng.randrange(len(fitting)), self.rng.randrange(len(fitting)))]

    def any_term(self, sort: Sort) -> Term:
        if sort not in self._terms:
            assert sort.source is not None
            assert sort.result is not None
            return lam(sort.source, self.any_term(sort.result))
        return self.rng.choice(self._terms[sort])

    # rules

    def sentence(self) -> ProofLine:
        return self.proof.sentence(self.rng.choice(list(sentences())))

    def suppose(self) -> ProofLine:
        return self.proof.assume(self.say(self.rng.choice(SUPPOSED)))

    def instance(self) -> ProofLine:
        step = self.any_fact(quantified)
        while (function := quantified(step.prop)) is not None:
            assert function.sort.source is not None
            step = self.proof.at(step, self.any_term(function.sort.source))
            self.keep(step)
        return step

    def detach(self) -> ProofLine:
        step = self.any_fact(lambda prop: sides(prop, "->"))
        while parts := sides(step.prop, "->"):
            reasons = [one for one in self.facts if one.prop is parts[0]]
            if not reasons and self.rng.random() < 0.3:
                break
            step = self.proof.by(step, self.rng.choice(reasons) if reasons else self.proof.assume(parts[0]))
        return step

    def generalise(self) -> ProofLine:
        step, variables = self.any_fact(), list(self.proof.variables.values())
        spoken_of = [one for one in closed_subterms(step.prop) if one in variables]
        return self.proof.general(step, self.rng.choice(sorted(spoken_of, key=str) or variables))

    def discharge(self) -> ProofLine:
        step = self.any_fact()
        if not step.fact.hypotheses:
            raise KernelRefusal("no hypothesis")
        return self.proof.discharge(step, self.rng.choice(sorted(step.fact.hypotheses, key=str)))

    def same(self) -> ProofLine:
        return self.proof.reflexive(self.any_term(self.rng.choice(list(self._terms))))

    def rewrite(self) -> ProofLine:
        """An equation, perhaps of functions, put into a fact or into a term around it."""
        equation = self.any_fact(lambda prop: sides(_matrix(prop), "="))
        plain, functions = _of_functions(equation.prop)
        left = functions if functions is not None and self.rng.random() < 0.7 else plain
        if left is None:
            raise KernelRefusal("no closed left side")
        hole = free("hole", left.sort)
        around = self._around(left) if self.rng.random() < 0.5 else self.any_fact(lambda prop: left in set(closed_subterms(prop))).prop
        fact = next((step for step in self.facts if step.prop is around), None) or self.proof.reflexive(around)
        body = fact.prop
        where = abstract(body, left)
        if body is not around or where.two is body:
            kept = app(
                app(const("=", around.sort >> (around.sort >> Prop)), around),
                abstract(around, left)(hole) if self.rng.random() < 0.5 else around,
            )
            where = abstract(normal(kept), hole)
        return self.proof.rewrite(fact, equation, where)

    def _around(self, left: Term) -> Term:
        """A term that an equation's left side stands in: under a binder, if it is a function."""
        heads = [c for c in self.proof.kernel.names.values() if c.sort.source is left.sort]
        heads += [
            const(q, left.sort >> left.sort.result) for q in ("mean", "E") if left.sort.source is (Client if q == "mean" else Outcome)
        ]
        return normal(app(self.rng.choice(heads), left)) if heads else left

    def combine(self) -> ProofLine:
        """A relation as a sum, or one that is a little other than the sum."""
        goals = {"<=": "{0} <= {1}", "<": "{0} < {1}", "=": "{0} = {1}"}
        parts, left, right = [], "0", "0"
        places: dict[str, Term] = {}
        kinds = set()
        for number in range(self.rng.choice((1, 1, 2))):
            step = self.any_fact(_relation)
            kind, low, high = _relation(step.prop)
            if low.sort is not Num:
                return self._combine_vectors(step)
            c = self.rng.choice((1, 1, 2, "1/2", 3, -1))
            places[f"low{number}"], places[f"high{number}"] = low, high
            kinds.add(kind)
            if self.rng.random() < 0.25:
                other = self.any_fact(lambda prop: (found := _relation(prop)) and found[1].sort is Num)
                other_kind, places[f"other_low{number}"], places[f"other_high{number}"] = _relation(other.prop)
                kinds.add(other_kind)
                sign = -1 if "=" in (kind, other_kind) and kind != other_kind else 1
                right += f" + ({sign}) * ({c}) * (high{number} - low{number}) * (other_high{number} - other_low{number})"
                parts.append(ProductOfFacts((step, other), coefficient=Fraction(c)))
            else:
                sign = -1 if kind == "=" and self.rng.random() < 0.5 else 1
                left, right = left + f" + ({c}) * low{number}", right + f" + ({c}) * high{number}"
                parts.append(ProductOfFacts((step,), coefficient=Fraction(c) * (-1 if kind == "=" else 1) * sign))
        if self.rng.random() < 0.3:
            places["root"] = self.any_term(Num)
            right += " + root * root"
            parts.append(ProductOfFacts(squares=(places["root"],)))
            kinds.add("<=")
        kind = self.rng.choice((*kinds, "<=")) if self.rng.random() < 0.9 else self.rng.choice(list(goals))
        return self.proof.arithmetic(self.say(goals[kind].format(left, right), **places), *parts)

    def _combine_vectors(self, step: ProofLine) -> ProofLine:
        _, left, right = _relation(step.prop)
        if left.sort not in (Vec, self.say("A").sort):
            raise KernelRefusal("of other things there is no arithmetic")
        with_map = self.rng.random() < 0.4
        factor = self.say("A") if with_map else self.any_term(Num)
        goal = self.say("factor * left = factor * right", factor=factor, left=left, right=right)
        return self.proof.arithmetic(goal, ProductOfFacts((step,), left=factor))

    def induct(self) -> ProofLine:
        """Of a statement whose start and step are facts or supposed, one of them perhaps for another statement."""
        k = self.proof.variables["k"]
        texts = (
            "0 <= r(k)",
            "r(k) <= a ^ k * r(0)",
            "r(k) <= u",
            "a ^ k <= 1",
            "num(k) <= num(n)",
            "A ^ k * x = x",
            "0 <= num(k)",
            "b = b ^ k",
        )
        statement = abstract(self.say(self.rng.choice(texts)), k)
        start = normal(statement(const(self.rng.choice("0001"), Index)))
        claim = app(
            app(self.say("0 <= 1 -> 0 <= 1").one.one, statement(k)),
            statement(self.say(self.rng.choice(("S(k)", "S(k)", "k + 1", "S(S(k))")))),
        )
        step = normal(app(const("all", (Index >> Prop) >> Prop), abstract(normal(claim), k)))
        return self.proof.induction(statement, self._known_or_supposed(start), self._known_or_supposed(step))

    def _known_or_supposed(self, prop: Term) -> ProofLine:
        return next((step for step in self.facts if step.prop is prop), None) or self.proof.assume(prop)

    def define(self) -> ProofLine:
        name = f"new{len(self.proof.lines)}"
        parameters = self.rng.sample(list(self.proof.variables.values()), self.rng.choice((0, 1, 2)))
        value = self.any_term(self.rng.choice((Num, Vec)))
        made = self.proof.define(name, parameters, value)
        self.defined.append((name, lambda model: _function(model, parameters, value)))
        self._terms[value.sort] += [self._named(name, parameters)] * 3
        return made

    def recur(self) -> ProofLine:
        name, parameters = (
            f"new{len(self.proof.lines)}",
            self.rng.sample([self.proof.variables[one] for one in "uwp"], self.rng.choice((0, 1, 2))),
        )
        start = self.rng.choice([self.say("u"), self.say("a"), self.say("w + b")])
        step = self.say(
            self.rng.choice(
                ("fun e: Index. fun d: Num. d * a", "fun e: Index. fun d: Num. d + num(e)", "fun e: Index. fun d: Num. u * d - b")
            )
        )
        begins, goes_on = self.proof.recursion(name, parameters, start, step)
        whole = (start, step)
        self.defined.append((name, lambda model: _recursive(*(_function(model, parameters, one) for one in whole), len(parameters))))
        self._terms[Num] += [app(self._named(name, parameters), self.any_term(Index))] * 3
        self.keep(begins)
        return goes_on

    def _named(self, name: str, parameters: list[Term]) -> Term:
        term = self.proof.kernel.names[name]
        for parameter in parameters:
            term = app(term, self.any_term(parameter.sort) if self.rng.random() < 0.5 else parameter)
        return term


def _relation(prop: Term) -> Any:
    for kind in ("<=", "<", "="):
        if parts := sides(prop, kind):
            return (kind, *parts)
    return None


def _matrix(prop: Term) -> Term:
    while (function := quantified(prop)) is not None and function.kind == "lam":
        prop = function.two
    return prop


def _of_functions(prop: Term) -> tuple[Term | None, Term | None]:
    """The left side of an equation, and of one at every value of a variable that of the equation between functions."""
    binders = []
    while (function := quantified(prop)) is not None and function.kind == "lam":
        binders.append(function.one)
        prop = function.two
    left, _ = sides(prop, "=") or (None, None)
    if left is None:
        return None, None
    whole = left
    for binder in reversed(binders):
        whole = lam(binder, whole)
    return (None if left.loose else left), (normal(whole) if binders else None)


# models


def _function(model: Model, parameters: list[Term], term: Term) -> Any:
    """The function of these variables that a term is."""
    for parameter in reversed(parameters):
        term = abstract(term, parameter)
    return model.value(term)


def _recursive(start: Any, step: Any, parameters: int) -> Any:
    if parameters:
        return lambda one: _recursive(start(one), step(one), parameters - 1)

    def at(n: int) -> Any:
        value = start
        for m in range(n):
            value = step(m)(value)
        return value

    return at


def world(seed: object, proof: RandomProof) -> Model:
    """A model in which most of what is supposed is true."""
    rng = Random(f"world {seed}")
    model = Model(rng, look=2)
    names = proof.proof.kernel.names
    m, high = sorted(rng.choice(((fmpq(1), fmpq(1)), (fmpq(1, 2), fmpq(2)), (fmpq(1), fmpq(4)), (fmpq(0), fmpq(1)))))
    low = {c: draw_number(rng) for c in range(model.clients)}
    gradients = Table(model, rows={c: draw_curved(rng, model.d, m, high) for c in range(model.clients)})
    if rng.random() < 0.2:
        gradients = Table(model, rows=dict.fromkeys(range(model.clients), gradients(0)))
    samples = Samples.drawn(model, fresh=True, gradients=gradients)
    own = draw_curved(rng, model.d, m, high)
    n = rng.choice((0, 1, 2))

    def built() -> Table:
        rows: dict[Any, Any] = {}
        draws = (rows.setdefault(samples.drawn_before(n, o), draw_vector(rng, model.d)) for o in range(len(model.outcomes)))
        return Table(model, rows=dict(enumerate(draws)))

    A, x = with_eigenvalues(draw_frame(rng, model.d), [rng.choice((m, high)) for _ in range(model.d)]), draw_vector(rng, model.d)
    some = {
        "a": rng.choice((fmpq(1, 4), fmpq(1, 2), fmpq(1))), "b": abs(draw_number(rng)), "m": m, "l": high, "x": x,
        "y": rng.choice((x, draw_vector(rng, model.d))), "A": A, "B": rng.choice((A, draw_map(rng, model.d))), "n": n,
        "t": Table(model, rows=low), "s": Table(model, rows={c: value + abs(draw_number(rng)) for c, value in low.items()}), "g": gradients,
        "F": own.moved(v.scaled(fmpq(-1), own(x))) if rng.random() < 0.5 else own, "X": built(), "Y": built(),
        "Z": Table(model, rows={c: built() for c in range(model.clients)}), "G": samples,
    }  # fmt: skip
    some["H"] = some["F"].hessian
    for name in LETTERS:
        model.letters[names[name]] = some[name] if name in some else model.draw(names[name].sort)
    model.points[SAMPLES] = [samples, Samples.drawn(model, fresh=False)]
    for variable in proof.proof.variables.values():
        model.letters[variable] = model.draw(variable.sort)
    if rng.random() < 0.3:
        model.letters[proof.proof.variables["w"]] = model.letters[proof.proof.variables["u"]]
    for name, defined in proof.defined:
        model.letters[names[name]] = defined(model)
    return model
