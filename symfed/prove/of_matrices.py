"""Proof lines of the theorems on gradients, Hessians and matrices: sentences from which arithmetic proves the conclusions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import sympy as sp

from symfed.core.grammar import as_expression
from symfed.core.symbols import lam
from symfed.kernel.symbols import equal, numeral, quantified, sides
from symfed.kernel.terms import Client, Map, Num, Prop, Term, Vec, abstract, app, const, free, normal, spine, to, variables
from symfed.kernel.text import join
from symfed.prove.named import Application, NoProof, equation_sides, mean_of_relation
from symfed.tactics.proof import ProductOfFacts, ProofLine
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words


def _curved_fact(t: Words) -> ProofLine:
    """The fact that a client's loss has curvatures between mu and L."""
    return t.proof.at(t.class_fact("Curved"), CLIENT)


def _client_gradient(t: Words) -> Term:
    return t.problem("grad")(CLIENT)


def _ordered(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("curved: ordered", _client_gradient(t), t.problem("mu"), t.problem("L"), _curved_fact(t))]


def _monotone(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("curved: monotone", _client_gradient(t), t.problem("mu"), t.problem("L"), _curved_fact(t), *two_points(t, a))]


def two_points(t: Words, a: Application) -> tuple[Term, Term]:
    return t.as_term(a["x"]), t.as_term(a["y"])


def _smooth_fact(t: Words) -> ProofLine:
    positive = t.arithmetic(join("<=", numeral(0), t.problem("mu")))
    return t.proof.use("curved: smooth", _client_gradient(t), t.problem("mu"), t.problem("L"), _curved_fact(t), positive)


def _cocoercive_mean(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("smooth: cocoercive", _client_gradient(t), t.problem("L"), _smooth_fact(t), *two_points(t, a))]


def _lipschitz(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("smooth: Lipschitz", _client_gradient(t), t.problem("L"), _smooth_fact(t), *two_points(t, a))]


def _noise_changes(t: Words, a: Application) -> list[ProofLine]:
    """Both gradients change by at most L |x - y|, and the noise is their difference."""
    step, (x, y) = t.count(as_expression(a["step"])), two_points(t, a)
    sample, smooth = t.problem("G")(CLIENT, step, DRAW), t.proof.at(t.class_fact("Smooth"), CLIENT, step, DRAW)
    drawn, mean = (join("-", g(x), g(y)) for g in (sample, _client_gradient(t)))
    opposite = join("*", join("-", numeral(0), numeral(1)), mean)
    changes = t.proof.use("smooth: Lipschitz", sample, t.problem("L"), smooth, x, y), *_lipschitz(t, a)
    return [*changes, t.proof.use("triangle", drawn, opposite), t.proof.use("norm of the opposite", mean)]


def _cocoercive(t: Words, a: Application) -> list[ProofLine]:
    step = t.count(as_expression(a["step"]))
    sample = t.problem("G")(CLIENT, step, DRAW)
    smooth = t.proof.at(t.class_fact("Smooth"), CLIENT, step, DRAW)
    return [t.proof.use("smooth: cocoercive", sample, t.problem("L"), smooth, *two_points(t, a))]


def conjunction_parts(t: Words, step: ProofLine) -> Iterator[ProofLine]:
    """The parts of `p and (q and ...)`."""
    found = sides(step.prop, const("and", to(Prop, Prop, Prop)))
    if found is None:
        yield step
        return
    for name, of in (("the first of both", found), ("the second of both", found)):
        yield from conjunction_parts(t, t.proof.use(name, *of, step))


def introduce_object(t: Words, name: Any, exists: ProofLine) -> list[ProofLine]:
    """Introduce a name for an object that exists, applied to all that it depends on; the parts of its property as facts."""
    term = name if isinstance(name, Term) else t.as_term(name)
    head, of = spine(term)
    if any(v.kind != "free" for v in of) or len(set(of)) < len(of) or not variables(exists.prop) <= set(of):
        raise NoProof(f"{term} does not show what it depends on")
    parts = list(conjunction_parts(t, choose_object(t, head.one, exists, of)))
    t.note_symmetric(parts)
    return parts


def choose_object(t: Words, name: str, exists: ProofLine, of: Sequence[Term] = ()) -> ProofLine:
    """Name an object that a fact asserts to exist, and return its property under the same hypotheses."""
    for v in of:
        t.declare(v)
    under = sorted(exists.fact.hypotheses, key=str)
    closed = t.proof.discharge(exists, *under) if under else exists
    made = t.proof.choose(name, t.proof.general(closed, *of) if of else closed)
    made = t.proof.at(made, *of) if of else made
    return t.proof.by(made, *(t.proof.assume(p) for p in under)) if under else made


def _mean_value_hessian(t: Words, a: Application) -> list[ProofLine]:
    exists = t.proof.use("curved: a mean Hessian", _client_gradient(t), t.problem("mu"), t.problem("L"), _curved_fact(t), *two_points(t, a))
    return introduce_object(t, a["hessian"], exists)


def _minimiser(t: Words, a: Application) -> list[ProofLine]:
    positive = t.arithmetic(join("<", numeral(0), t.problem("mu")))
    problem = t.problem("grad"), t.problem("mu"), t.problem("L")
    return introduce_object(t, a["point"], t.proof.use("curved: a minimiser", *problem, t.class_fact("Curved"), positive))


def _own_minimiser(t: Words, a: Application) -> list[ProofLine]:
    positive = t.arithmetic(join("<", numeral(0), t.problem("mu")))
    problem = _client_gradient(t), t.problem("mu"), t.problem("L")
    return introduce_object(t, a["point"], t.proof.use("curved: a minimiser of its own", *problem, _curved_fact(t), positive))


def hessian_at(t: Words, point: Term) -> list[ProofLine]:
    """A client's Hessian at a point: symmetric, with its eigenvalues between mu and L."""
    hessian = t.proof.at(t.class_fact("Hessian"), CLIENT)
    problem = _client_gradient(t), t.problem("hess")(CLIENT), t.problem("mu"), t.problem("L")
    parts = list(conjunction_parts(t, t.proof.use("curved: the Hessian", *problem, _curved_fact(t), hessian, point)))
    t.note_symmetric(parts)
    return parts


def _curvature_at(t: Words, a: Application) -> list[ProofLine]:
    return hessian_at(t, t.as_term(a["point"]))


def _quadratic_gradient(t: Words, a: Application) -> list[ProofLine]:
    anywhere, hessian = t.as_term(a["anywhere"]), t.proof.at(t.class_fact("Hessian"), CLIENT)
    quadratic = t.proof.at(t.class_fact("Quadratic"), CLIENT)
    functions = _client_gradient(t), t.problem("hess")(CLIENT)
    return [t.proof.use("quadratic", *functions, quadratic, hessian, *two_points(t, a), anywhere), *hessian_at(t, anywhere)]


def _mean_curvature(t: Words, a: Application) -> list[ProofLine]:
    matrix, function = t.as_term(a["matrix"]), t.of_client(a["matrix"])
    mean = const("mean", to(Client >> Map, Map))(function)
    x = t.proof.variable("rayleigh", Vec)
    inner, symmetric = const("inner", to(Vec, Vec, Num)), t.symmetric(matrix)
    whole = t.symmetric(mean)
    square, form = inner(x, x), inner(x, join("*", matrix, x))
    spread = t.proof.use("inner product with a mean of maps", function, x, x)
    found = []
    for name, sentence, limit in (("from below", "the smallest eigenvalue", "mu"), ("from above", "the largest eigenvalue", "L")):
        bound = join("*", t.problem(limit), square)
        pair = (bound, form) if limit == "mu" else (form, bound)
        rayleigh = t.proof.use(f"Rayleigh, {name}", matrix, symmetric, x)
        own = t.arithmetic(join("<=", *pair), [rayleigh, *a.met, t.proof.use("squares of vectors", x)])
        pair = (bound, inner(x, join("*", mean, x))) if limit == "mu" else (inner(x, join("*", mean, x)), bound)
        everywhere = t.proof.general(t.arithmetic(join("<=", *pair), [mean_of_relation(t, own), spread]), x)
        found.append(t.proof.use(sentence, mean, t.problem(limit), whole, everywhere))
    return found


def _coercive(t: Words, a: Application) -> list[ProofLine]:
    matrix, low = t.as_term(a["matrix"]), t.as_term(a["low"])
    below = t.arithmetic(join("<=", low, t.symbol("low")(matrix)), a.met)
    return [t.proof.use("coercive", matrix, low, t.symmetric(matrix), below, t.as_term(a["v"]))]


def _solvable(t: Words, a: Application) -> list[ProofLine]:
    matrix, low = t.as_term(a["matrix"]), t.as_term(a["low"])
    below = t.arithmetic(join("<=", low, t.symbol("low")(matrix)), a.met)
    positive = t.arithmetic(join("<", numeral(0), low), a.met)
    exists = t.proof.use("solvable", matrix, low, t.symmetric(matrix), positive, below, t.as_term(a["right"]))
    return introduce_object(t, a["solution"], exists)


def _spectral(t: Words, a: Application) -> list[ProofLine]:
    matrix, bound, whole = (t.as_term(a[name]) for name in ("matrix", "bound", "v"))
    v = t.declared(free("column", Vec)) if whole.sort is Map else whole
    low, high = (t.as_term(a[name]) if name in a.arguments else t.problem(default) for name, default in (("low", "mu"), ("high", "L")))
    eigenvalue = t.proof.variable("eigenvalue", Num)
    polynomial = sp.Poly(a["function"], lam)
    value, powers = t.polynomial_at(polynomial, eigenvalue), polynomial.degree()
    inside = [t.proof.assume(join("<=", low, eigenvalue)), t.proof.assume(join("<=", eigenvalue, high))]
    above = t.arithmetic(join("<=", value, bound), inside)
    below = t.arithmetic(join("<=", join("*", join("-", numeral(0), numeral(1)), bound), value), inside)
    both = t.proof.use("both", above.prop, below.prop, above, below)
    everywhere = t.proof.general(t.proof.discharge(both, *(s.prop for s in inside)), eigenvalue)
    symmetric, function = t.symmetric(matrix), normal(abstract(value, eigenvalue))
    bounds = [
        t.arithmetic(join("<=", low, t.symbol("low")(matrix)), a.met),
        t.arithmetic(join("<=", t.symbol("high")(matrix), high), a.met),
    ]
    sized = t.proof.use("spectral bound", matrix, function, low, high, bound, symmetric, *bounds, everywhere, v)
    equation = _of_map(t, matrix, polynomial, eigenvalue, powers, symmetric)
    equation = t.reach(equal(t.symbol("of_map")(function, matrix), equation_sides(equation.prop)[1]), [equation])
    hole = free("hole", Map)
    norm, of_map = t.symbol("norm"), t.symbol("of_map")(function, matrix)
    where = abstract(join("<=", norm(join("*", hole, v)), join("*", bound, norm(v))), hole)
    if normal(app(where, of_map)) is not sized.prop:
        raise NoProof("a bound that is spelt in another way")
    sized = t.proof.rewrite(sized, equation, where)
    if whole is v:
        return [sized]
    polynomial_of = equation_sides(equation.prop)[1]
    both = t.proof.use("Frobenius norm of a product", polynomial_of, bound, t.proof.general(sized, v), whole)
    return list(conjunction_parts(t, both))


def _of_map(t: Words, matrix: Term, polynomial: Any, eigenvalue: Term, degree: int, symmetric: ProofLine) -> ProofLine:
    """A polynomial of a symmetric matrix is the sum of its powers."""
    of_map, identity = t.symbol("of_map"), const("id", Map)

    def of(value: Term) -> tuple[Term, Term]:
        function = abstract(value, eigenvalue)
        return function, of_map(normal(function), matrix)

    itself = t.proof.use("functions of a map: itself", matrix, symmetric)
    power, product, equation = eigenvalue, matrix, itself
    powers = {1: (power, product, equation)}
    for k in range(2, degree + 1):
        ((last, root),) = [(of(power)[0], of(eigenvalue)[0])]
        split = t.proof.use("functions of a map: products", matrix, last, root, symmetric)
        power, further = join("*", power, eigenvalue), join("*", product, matrix)
        parts = ProductOfFacts((split,)), ProductOfFacts((equation,), right=of(eigenvalue)[1]), ProductOfFacts((itself,), left=product)
        equation = t.proof.arithmetic(equal(of(power)[1], further), *parts)
        product = further
        powers[k] = (power, product, equation)
    total: tuple[Term, Term, ProofLine] | None = None
    for (k,), coefficient in sorted(polynomial.terms()):
        factor = t.as_term(coefficient)
        constant = t.proof.use("functions of a map: constants", matrix, factor, symmetric)
        term, result, known = factor, join("*", factor, identity), constant
        if k:
            power, product, equation = powers[k]
            split = t.proof.use("functions of a map: products", matrix, of(factor)[0], of(power)[0], symmetric)
            term, result = join("*", factor, power), join("*", factor, product)
            parts = ProductOfFacts((split,)), ProductOfFacts((constant,), right=of(power)[1]), ProductOfFacts((equation,), left=factor)
            known = t.proof.arithmetic(equal(of(term)[1], result), *parts)
        if total is None:
            total = term, result, known
            continue
        before, so_far, shown = total
        split = t.proof.use("functions of a map: sums", matrix, of(before)[0], of(term)[0], symmetric)
        added, sums = join("+", before, term), join("+", so_far, result)
        total = (
            added,
            sums,
            t.proof.arithmetic(equal(of(added)[1], sums), ProductOfFacts((split,)), ProductOfFacts((shown,)), ProductOfFacts((known,))),
        )
    assert total is not None
    return total[2]


def _banach(t: Words, a: Application) -> list[ProofLine]:
    x, y = t.as_variable(a["x"]), t.as_variable(a["y"])
    mapping, factor = normal(abstract(t.as_term(a["mapping"](a["x"])), x)), t.as_term(a["factor"])
    norm = t.symbol("norm")
    contracts = join("<=", norm(join("-", normal(app(mapping, x)), normal(app(mapping, y)))), join("*", factor, norm(join("-", x, y))))
    everywhere = t.proof.general(t.reach(contracts, a.met), x, y)
    signs = t.arithmetic(join("<=", numeral(0), factor), a.met), t.arithmetic(join("<", factor, numeral(1)), a.met)
    made = introduce_object(t, a["point"], t.proof.use("Banach", mapping, factor, everywhere, *signs))
    return [t.proof.at(part, x) if quantified(part.prop) is not None else part for part in made]


def _bernoulli(t: Words, a: Application) -> list[ProofLine]:
    x = t.as_term(a["x"])
    below = t.arithmetic(join("<=", join("-", numeral(0), numeral(1)), x), a.met)
    return [t.proof.use("bernoulli", x, t.count(a["n"]), below)]


def _shared(t: Words, a: Application) -> list[ProofLine]:
    return [t.proof.use("one gradient for all", t.problem("grad"), t.class_fact("Shared"), CLIENT, t.as_term(a["point"]))]


#: The lines of each theorem, by its name.
LINES: Final[dict[str, Callable[[Any, Application], list[ProofLine]]]] = {
    "ordered_curvatures": _ordered,
    "monotone": _monotone,
    "cocoercive_mean": _cocoercive_mean,
    "cocoercive": _cocoercive,
    "lipschitz_gradient": _lipschitz,
    "noise_changes": _noise_changes,
    "mean_value_hessian": _mean_value_hessian,
    "minimiser": _minimiser,
    "own_minimiser": _own_minimiser,
    "curvature_at": _curvature_at,
    "quadratic_gradient": _quadratic_gradient,
    "mean_curvature": _mean_curvature,
    "coercive": _coercive,
    "solvable": _solvable,
    "spectral": _spectral,
    "banach": _banach,
    "bernoulli": _bernoulli,
    "shared_gradient": _shared,
}
