"""Named theorems in the kernel: for each, the sentences of the page from which arithmetic reaches what it concludes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import count
from symfed.kernel.symbols import equal, numeral, sides
from symfed.kernel.terms import Index, KernelRefusal, Map, Num, Prop, Term, Vec, abstract, app, const, free, normal, spine, to, variables
from symfed.kernel.text import join
from symfed.tactics.arithmetic import NotFound
from symfed.tactics.norms import norm_equations
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.tactics.quotients import cancel_inverses, inverses_in
from symfed.theorems.notation import CLIENT
from symfed.theorems.vocabulary import Norm

if TYPE_CHECKING:
    from symfed.prove.words import Words


class NoProof(Exception):
    """Raised where a step has no proof lines; the message says why."""


class Noted(dict[Any, Any]):
    """A dictionary of what earlier steps establish about names; a missing name raises NoProof."""

    def __init__(self, what: str) -> None:
        super().__init__()
        self.what = what

    def __missing__(self, name: Any) -> Any:
        raise NoProof(f"{name} is {self.what} by no step before")


@dataclass(frozen=True)
class Application:
    """One application of a theorem: its arguments, the facts that discharge its hypotheses, and its goals."""

    step: Any
    arguments: dict[str, Any]
    met: tuple[ProofLine, ...]
    goals: tuple[Term, ...]

    def __getitem__(self, name: str) -> Any:
        return self.arguments[name]


def _by_arithmetic(*sentences: str) -> Callable[[Words, Application], list[ProofLine]]:
    """The lines of a theorem that follows by arithmetic from its hypotheses, and from sentences without arguments."""
    return lambda t, a: [*a.met, *(t.proof.sentence(s) for s in sentences)]


def _by_sentence(sentence: str, *names: str) -> Callable[[Words, Application], list[ProofLine]]:
    """The lines of a theorem that is a sentence at its arguments of these names."""
    return lambda t, a: [t.proof.use(sentence, *(t.as_term(a[name]) for name in names)), *a.met]


# means and instances


def closed_over(t: Words, step: ProofLine, variable: Term) -> ProofLine:
    t.declare(variable)
    return t.proof.general(step, variable)


def _mean_of(t: Words, a: Application) -> list[ProofLine]:
    fact = a.met[0]
    return [mean_of_relation(t, fact)]


def mean_of_relation(t: Words, fact: ProofLine) -> ProofLine:
    """The mean over clients of both sides of a relation."""
    for head, sentence in (("<=", "mean of relations"), ("<", "mean of strict relations")):
        if found := sides(fact.prop, const(head, to(Num, Num, Prop))):
            left, right = (normal(abstract(side, CLIENT)) for side in found)
            return t.proof.use(sentence, left, right, closed_over(t, fact, CLIENT))
    return congruence(t, fact, "mean", CLIENT, equation_sides(fact.prop)[0])


def equation_sides(prop: Term) -> tuple[Term, Term]:
    found = sides(prop, "=")
    if found is None:
        raise NoProof(f"{prop} is no equation")
    return found


def congruence(t: Words, fact: ProofLine, average: str, variable: Term, left: Term) -> ProofLine:
    """Equal functions have equal averages."""
    function = normal(abstract(left, variable))
    assert function.sort.result is not None
    head, hole = const(average, to(function.sort, function.sort.result)), free("hole", function.sort)
    where = abstract(equal(head(function), head(hole)), hole)
    return t.proof.rewrite(t.proof.reflexive(head(function)), closed_over(t, fact, variable), where)


def _instance(t: Words, a: Application) -> list[ProofLine]:
    fact, values = a.met[0], dict(a["at"])
    spoken = {v.one: v for v in variables(fact.prop)}
    named = [(spoken.get(letter.name) or spoken.get(f"{letter.name}_{Map}"), value) for letter, value in values.items()]
    own = [(v, t.count(value) if v.sort is Index else t.as_sort(value, v.sort)) for v, value in named if v is not None]
    for _, value in own:
        t.declare_all(value)
    if not own:
        return [fact]
    made = t.proof.at(t.proof.general(fact, *(letter for letter, _ in own)), *(value for _, value in own))
    made = _norms_under_powers(t, cancelled_norms(t, made), a.goals)
    try:
        return [t.restate_fact(a.goals[0], made)] if sides(made.prop, "<=") else [made]
    except (NotFound, KernelRefusal):
        return [made]


def _norms_under_powers(t: Words, fact: ProofLine, goals: Sequence[Term]) -> ProofLine:
    """Rewrite |g v| to g |v| as in the goals, under powers with a symbolic exponent, where arithmetic substitutes nothing."""

    def norms(prop: Term) -> list[Term]:
        powers = [spine(x)[1] for x in closed_subterms(prop) if spine(x)[0].one == "^" and x.sort is Num]
        bases = [base for base, exponent in powers if not set(count(exponent)) <= {()}]
        return list(dict.fromkeys(x for base in bases for x in closed_subterms(base) if spine(x)[0].one == "norm"))

    for norm, wanted in [(norm, False) for norm in norms(fact.prop)] + [(norm, True) for goal in goals for norm in norms(goal)]:
        if equations := norm_equations(t, [norm]):
            plain = relation(equations[0].prop)[2]
            same = t.arithmetic(equal(norm, spine(plain)[1][1] if wanted else plain), equations)
            fact = rewrite_fact(t, fact, t.proof.swap_sides(same) if wanted else same)
    return fact


def cancelled_norms(t: Words, fact: ProofLine) -> ProofLine:
    """Rewrite a fact with each b (1/b) cancelled in the vectors whose norms occur in it."""
    for v in [v for x in closed_subterms(fact.prop) if spine(x)[0].one == "norm" for v in spine(x)[1]]:
        ones = [line for bottom in inverses_in(equal(v, v)) for line in t.inverse_facts(bottom)[:1]]
        plain, parts = cancel_inverses(v, ones) if ones else (v, [])
        if parts:
            fact = rewrite_fact(t, fact, t.proof.arithmetic(equal(v, plain), *parts))
    return fact


def _substitution(t: Words, a: Application) -> list[ProofLine]:
    relation, equation = t.fact_of(a["relation"], a.met), t.fact_of(a["equation"], a.met)
    equation = t.proof.swap_sides(equation) if a.arguments.get("backwards") else equation
    return [rewrite_fact(t, relation, equation), relation, equation]


def rewrite_fact(t: Words, fact: ProofLine, equation: ProofLine) -> ProofLine:
    """Rewrite a fact by an equation, also under binders where the left side is a name applied to variables."""
    left, _ = equation_sides(equation.prop)
    head, of = spine(left)
    if len(set(of)) == len(of) and all(v.kind == "free" for v in of) and head.kind == "const" and of:
        hole = free("hole", head.sort)
        equation = t.proof.general(equation, *of)
        return t.proof.rewrite(fact, equation, abstract(_replace_subterm(fact.prop, head, hole), hole))
    hole = free("hole", left.sort)
    return t.proof.rewrite(fact, equation, abstract(_replace_subterm(fact.prop, left, hole), hole))


def _replace_subterm(term: Term, old: Term, new: Term) -> Term:
    """The term with a closed subterm replaced by a term of the same sort."""
    return normal(app(abstract(term, old), new))


def _combination(t: Words, a: Application) -> list[ProofLine]:
    equations = [t.fact_of(e, a.met) for e in a["equations"]]
    goal = a.goals[0]
    left, right = equation_sides(goal)
    parts, rest = [], join("-", left, right)
    for equation, factor in zip(equations, map(sp.sympify, a["factors"]), strict=True):
        one, other = equation_sides(equation.prop)
        parts.append(_scaled_part(t, equation, factor, one.sort, left))
        gap = [x for x in (parts[-1].left, join("-", one, other), parts[-1].right) if x is not None]
        rest = join("-", rest, reduce(partial(join, "*"), gap))
    try:  # the rest vanishes once quotients are cancelled
        zero = numeral(0) if left.sort is Num else const("zero", left.sort)
        same = t.proof.arithmetic(goal, *parts, ProductOfFacts((t.arithmetic(equal(rest, zero)),)))
    except (KernelRefusal, NotFound):  # the given factors are in another order: search for them
        same = t.arithmetic(goal, equations)
    if len(a.goals) == 1:
        return [same]
    return [same, cancelled_norms(t, norm_of_equation(t, same))]


def _scaled_part(t: Words, equation: ProofLine, factor: Any, sort: Any, goal_side: Term) -> ProductOfFacts:
    """An equation times its factor: a number or a matrix on its left, a vector on its right if the equation is one of numbers."""
    if factor == 1:
        return ProductOfFacts((equation,))
    if not factor.is_commutative and sort is Num and goal_side.sort is Vec:
        return ProductOfFacts((equation,), right=t.as_term(factor))
    return ProductOfFacts((equation,), left=t.as_term(factor))


def norm_of_equation(t: Words, equation: ProofLine) -> ProofLine:
    """Equal vectors have equal norms."""
    return of_equals(t, equation, t.symbol("frobenius" if equation_sides(equation.prop)[0].sort is Map else "norm"))


def of_equals(t: Words, equation: ProofLine, make: Callable[[Term], Term]) -> ProofLine:
    """make(u) = make(w), from u = w."""
    u, _ = equation_sides(equation.prop)
    hole = free("hole", u.sort)
    return t.proof.rewrite(t.proof.reflexive(make(u)), equation, abstract(equal(make(u), make(hole)), hole))


# induction


def _induction(t: Words, a: Application) -> list[ProofLine]:
    index = t.as_variable(a["index"])
    u, bound, factor = (t.as_term(a[name]) for name in ("u", "bound", "factor"))
    statement = abstract(join("<=", u, bound), index)
    first, positive, step, closes = (t.prove_hypothesis(h, a.step.by) for h in a.step.theorem.apply(**a.arguments)[0][1:])
    return [_by_induction(t, index, statement, first, (step, closes), (positive,), factor)]


def _equal_by_induction(t: Words, a: Application) -> list[ProofLine]:
    index = t.as_variable(a["index"])
    sort = t.sort_of(a["u"], a["v"])
    u, v = (t.as_sort(a[name], sort) for name in ("u", "v"))
    statement = abstract(equal(u, v), index)
    first, step = (t.prove_hypothesis(h, a.step.by) for h in a.step.theorem.apply(**a.arguments)[0][1:])
    return [_by_induction(t, index, statement, first, (step,), (), t.as_term(a["factor"]))]


def _by_induction(
    t: Words, index: Term, statement: Term, first: ProofLine, more: Sequence[ProofLine], signs: Sequence[ProofLine], factor: Term
) -> ProofLine:
    """Induction: P(0), and P(n + 1) from P(n) times a factor and the facts about the step."""
    t.declare(index)
    start = t.reach(normal(app(statement, numeral(0, Index))), [first])
    now = t.proof.assume(normal(app(statement, index)))
    goal = normal(app(statement, const("S", to(Index, Index))(index)))
    known = [ProductOfFacts((step,)) for step in more]
    times = ProductOfFacts((*signs, now)) if signs else ProductOfFacts((now,), left=factor)
    try:
        later = t.proof.arithmetic(goal, *known, times)
    except KernelRefusal:  # the facts have another form: search for a certificate
        later = t.arithmetic(goal, [*more, *signs, now])
    step = t.proof.general(t.proof.discharge(later, now.prop), index)
    return t.proof.at(t.proof.induction(statement, start, step), index)


# norms and inner products


def norm_without_factor(v: Any) -> Any:
    """The norm in Norm(v) without the common factor that is taken out of it. Raises NoProof."""
    norm = Norm(v)
    inside = norm if isinstance(norm, Norm) else next((f for f in norm.args if isinstance(f, Norm)), None)
    if inside is None:
        raise NoProof(f"a norm that is {norm}")
    return inside


def _jensen(t: Words, a: Application) -> list[ProofLine]:
    power = a.arguments.get("power", 1)
    if power != int(power) or power < 1:
        raise NoProof(f"a power {power}")
    function = t.of_client(norm_without_factor(a["v"]).args[0])
    norms = "Frobenius norms" if function.sort.result is Map else "norms"
    return [t.proof.use(f"Jensen for {norms}", function, numeral(int(power) - 1, Index))]


def _power_mean(t: Words, a: Application) -> list[ProofLine]:
    power, x = a.arguments.get("power", 2), t.as_term(a["x"])
    positive = closed_over(t, t.arithmetic(join("<=", numeral(0), x), a.met), CLIENT)
    made = t.proof.use("Jensen for numbers", t.of_client(a["x"]), numeral(int(power) - 1, Index), positive)
    raised, plain = join("^", x, numeral(int(power), Index)), t.as_term(as_expression(a["x"]) ** power)
    return [made, congruence(t, t.arithmetic(equal(raised, plain)), "mean", CLIENT, raised)]


_TRIANGLE: Final = {Vec: "triangle", Map: "Frobenius norm of a sum"}


def _triangle(t: Words, a: Application) -> list[ProofLine]:
    sort = Map if t.sort_of(a["u"], a["v"]) is Map else Vec
    made = t.proof.use(_TRIANGLE[sort], *(t.as_sort(a[name], sort) for name in ("u", "v")))
    return [made if sort is Map else cancelled_norms(t, made)]


def _triangle_sum(t: Words, a: Application) -> list[ProofLine]:
    vectors = [t.as_term(v) for v in a["vectors"]]
    found, total = [], vectors[0]
    for v in vectors[1:]:
        found.append(t.proof.use(_TRIANGLE[v.sort], total, v))
        total = join("+", total, v)
    return found


def _jensen_sum(t: Words, a: Application) -> list[ProofLine]:
    vectors = [t.as_term(v) for v in a["vectors"]]
    return [t.proof.use("squares of vectors", join("-", u, v)) for u, v in combinations(vectors, 2)]


def _squared_triangle(t: Words, a: Application) -> list[ProofLine]:
    weight = t.as_term(a.arguments.get("weight", sp.S.One))
    positive = t.arithmetic(join("<", numeral(0), weight), a.met)
    young = t.proof.use("Young", t.as_term(a["u"]), t.as_term(a["v"]), weight, positive)
    head, of = spine(weight)
    if head.one == "/" and of[0] is numeral(1):  # 1/(1/x) is x
        signs = (of[1], t.arithmetic(join("<", numeral(0), of[1]), a.met)), (weight, positive)
        ones = [t.proof.use("quotient", x, t.proof.use("positive is not zero", x, sign)) for x, sign in signs]
        over = join("/", numeral(1), weight)
        parts = ProductOfFacts((ones[0],), left=over), ProductOfFacts((ones[1],), Fraction(-1), left=of[1])
        young = rewrite_fact(t, young, t.proof.swap_sides(t.proof.arithmetic(equal(of[1], over), *parts)))
    return [young, *t.inverse_facts(weight)]


def _scaled_norm(t: Words, a: Application) -> list[ProofLine]:
    """|s v| = |s| |v|, and |-s v| = |s v|, with each b (1/b) in s v cancelled."""
    size, v = as_expression(a["factor"]), t.as_term(a["v"])
    if v.sort is not Vec:
        return [*a.met]
    size = t.as_term(-size if size.could_extract_minus_sign() else size)
    scaled = t.proof.use("norm of a multiple", size, v, t.arithmetic(join("<=", numeral(0), size), a.met))
    turned = t.proof.use("norm of the opposite", join("*", size, v))
    return [*(cancelled_norms(t, line) for line in (scaled, turned)), *a.met]


def _zero_norm(t: Words, a: Application) -> list[ProofLine]:
    v = t.as_term(a["v"])
    if v.sort is Map:
        return [t.proof.use("zero map", v, t.arithmetic(join("<=", t.symbol("frobenius")(v), numeral(0)), a.met))]
    square = const("inner", to(Vec, Vec, Num))(v, v)
    return [t.proof.use("zero vector", v, t.arithmetic(join("<=", square, numeral(0)), a.met))]


def _raised(t: Words, a: Application) -> list[ProofLine]:
    low, high = (t.as_term(side) for side in (a["relation"].lts, a["relation"].gts))
    positive, below = t.arithmetic(join("<=", numeral(0), low), a.met), t.reach(join("<=", low, high), a.met)
    return [t.proof.use("powers of smaller numbers", low, high, t.count(as_expression(a["power"])), positive, below)]


def _cauchy_schwarz(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("Cauchy-Schwarz for means", t.of_client(a["x"]), t.of_client(a["y"]))]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "combination": _combination,
    "instance": _instance,
    "substitution": _substitution,
    "mean_of": _mean_of,
    "induction": _induction,
    "equal_by_induction": _equal_by_induction,
    "jensen": _jensen,
    "power_mean": _power_mean,
    "triangle": _triangle,
    "triangle_sum": _triangle_sum,
    "jensen_sum": _jensen_sum,
    "squared_triangle": _squared_triangle,
    "zero_norm": _zero_norm,
    "raised": _raised,
    "cauchy_schwarz": _cauchy_schwarz,
    "schwarz": _by_sentence("Schwarz squared", "u", "v"),
    "inner_adds": _by_arithmetic(),
    "sum_with": _by_arithmetic(),
    "polarisation": _by_arithmetic(),
    "scaled_norm": _scaled_norm,
    "same_form": _by_arithmetic(),
    "inner_of_mean": lambda t, a: [t.proof.use("inner product of a mean", t.of_client(a["v"]), t.as_term(a["u"]))],
    "operator_norm": _by_sentence("operator norm", "matrix", "v"),
}
