"""Identities between numbers with denominators and squared norms, which are eliminated one after the other."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import Polynomial, Product, Unknown, multiplied, number, plus, written
from symfed.kernel.polynomials import UNIT, polynomial_of, to_power
from symfed.kernel.symbols import IMPLIES, equal, numeral, sides
from symfed.kernel.terms import KernelRefusal, Num, Term, app, lam, normal, spine
from symfed.kernel.text import join
from symfed.tactics.arithmetic import NotFound, prove
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter, closed_subterms
from symfed.tactics.substitution import known_values, put_in

#: Proves that a number is positive.
Positive = Callable[[Term], ProofLine]


def identity(proof: ProofWriter, goal: Term, positive: Positive, known: Sequence[ProofLine] = ()) -> ProofLine:
    """Prove an equation of numbers by eliminating denominators and roots, with known facts for the rest. Raises NotFound."""
    kind, left, right = relation(goal)
    if kind != "=" or left.sort is not Num:
        raise NotFound("no equation of numbers")
    rest = plus(number(left), number(right), Fraction(-1))
    if not rest:
        return proof.arithmetic(goal)
    roots = [rule for rule in known_values(known) if spine(rule.unknown.term)[0].one in ("sqrt", "root")]
    rest, parts = put_in(rest, roots)
    return proof.arithmetic(goal, *parts, ProductOfFacts((_prove_zero(proof, rest, positive, known),)))


def any_identity(proof: ProofWriter, goal: Term, positive: Positive, known: Sequence[ProofLine] = ()) -> ProofLine:
    """Prove an identity; if it is too long, with a variable for a sum that is the base of a power. Raises NotFound."""
    try:
        return identity(proof, goal, positive, known)
    except KernelRefusal:
        return _short_identity(proof, goal, positive)


def _short_identity(proof: ProofWriter, goal: Term, positive: Positive) -> ProofLine:
    powers = [spine(x)[1] for x in closed_subterms(goal) if spine(x)[0].one == "^" and x.sort is Num]
    bases = [base for base, exponent in powers if len(number(base)) > 1 and not (exponent.kind == "const" and exponent.one.isdigit())]
    if not bases:
        raise NotFound("no power of a sum")
    any_ = proof.variable("base_of_powers", Num)
    supposed: dict[Term, ProofLine] = {}

    def suppose(x: Term) -> ProofLine:
        prop = normal(join("<", numeral(0), x))
        return supposed.setdefault(prop, proof.assume(prop))

    found = identity(proof, normal(_replace_sum(goal, number(bases[0]), any_)), suppose)
    whole = proof.at(proof.general(proof.discharge(found, *supposed), any_), bases[0])
    for _ in supposed:
        (condition, _) = sides(whole.prop, IMPLIES) or (goal, goal)
        whole = proof.by(whole, positive((sides(condition, "<") or (goal, goal))[1]))
    return proof.arithmetic(goal, ProductOfFacts((whole,)))


def _replace_sum(x: Term, form: Polynomial, by: Term) -> Term:
    """The term with multiples of a sum (`form`) replaced by multiples of the number `by`."""
    if x.sort is Num and not x.loose and x.kind == "app":
        own = number(x)
        if own.keys() == form.keys() and len({own[p] / form[p] for p in form}) == 1:
            (product, *_) = form
            return join("*", written({(): own[product] / form[product]}, Num), by)
    if x.kind == "app":
        return app(_replace_sum(x.one, form, by), _replace_sum(x.two, form, by))
    return lam(x.one, _replace_sum(x.two, form, by)) if x.kind == "lam" else x


def _prove_zero(proof: ProofWriter, form: Polynomial, positive: Positive, known: Sequence[ProofLine]) -> ProofLine:
    """Prove that form = 0. Raises NotFound."""
    goal = equal(_balanced_sum(form), numeral(0))
    if not form:
        return proof.arithmetic(goal)
    unknowns = {u: power for product in form for u, power in product}
    for u in unknowns:
        most = max(dict(product).get(u, 0) for product in form)
        head, of_ = spine(u.term)
        if head.one == "norm" and most > 1:
            rest, parts = put_in(form, known_values([proof.use("norm", of_[0])], powers=True))
            return proof.arithmetic(goal, *parts, ProductOfFacts((_prove_zero(proof, rest, positive, known),)))
    bottoms = {u: spine(u.term)[1][1] for u in unknowns if spine(u.term)[0].one == "/"}
    if not bottoms:
        return prove(proof, goal, known, effort=3)
    u = max(bottoms, key=lambda inverse: (bottoms[inverse].size, inverse.serial))  # those inside other denominators come later
    one = proof.use("quotient", bottoms[u], proof.use("positive is not zero", bottoms[u], positive(bottoms[u])))
    most = max(dict(product).get(u, 0) for product in form)
    rest, factor = _clear_inverse(form, u, most)
    parts = [ProductOfFacts((one,), left=_balanced_sum(factor))]
    scale = _balanced_sum({((u, most),): Fraction(1)})
    return proof.arithmetic(goal, *parts, ProductOfFacts((_prove_zero(proof, rest, positive, known),), left=scale))


def _by_power(form: Polynomial, u: Unknown) -> dict[int, Polynomial]:
    found: dict[int, Polynomial] = {}
    for product, coefficient in form.items():
        rest: Product = tuple(pair for pair in product if pair[0] is not u)
        found.setdefault(dict(product).get(u, 0), {})[rest] = coefficient
    return found


def _clear_inverse(form: Polynomial, u: Unknown, most: int) -> tuple[Polynomial, Polynomial]:
    """b^most times the form with b u = 1, and the cofactor of b u - 1 in the form minus u^most times that."""
    bottom = number(spine(u.term)[1][1])
    whole = multiplied(bottom, polynomial_of(u))
    rest: Polynomial = {}
    taken: Polynomial = {}
    for power, part in _by_power(form, u).items():
        over = multiplied(part, to_power(bottom, most - power))
        rest = plus(rest, over)
        taken = plus(taken, multiplied(multiplied(over, to_power(polynomial_of(u), most)), _geometric_sum(whole, power)))
    return rest, plus(taken, multiplied(form, _geometric_sum(whole, most)), Fraction(-1))


def _geometric_sum(ratio: Polynomial, count: int) -> Polynomial:
    found: Polynomial = {}
    for k in range(count):
        found = plus(found, to_power(ratio, k) if k else UNIT)
    return found


def _balanced_sum(form: Polynomial) -> Term:
    """The term of a polynomial, as a balanced tree of sums."""
    products = list(form)
    if len(products) < 3:
        return written(form, Num)
    middle = len(products) // 2
    halves = ({p: form[p] for p in part} for part in (products[:middle], products[middle:]))
    return join("+", *map(_balanced_sum, halves))
