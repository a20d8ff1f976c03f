"""Integrability of random maps, and expectations of sums of maps, derived from how they are built of outer products."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from symfed.kernel.forms import matrix
from symfed.kernel.symbols import equal, numeral
from symfed.kernel.terms import Map, Outcome, Term, abstract, app, const, free, normal, spine, to
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.prove.indices import latest_index
from symfed.prove.named import NoProof, equation_sides, rewrite_fact
from symfed.prove.of_matrices import conjunction_parts
from symfed.prove.pieces import OUTER, body_of, function_of
from symfed.tactics.proof import ProductOfFacts, ProofLine, closed_subterms
from symfed.theorems.notation import CLIENT, DRAW

if TYPE_CHECKING:
    from symfed.prove.words import Words

MEAN_OF_MAPS = const("E", to(Outcome >> Map, Map))
_AT_ONCE = 60  # facts in one sum, which has a level for each


def _map_summands(body: Term) -> list[tuple[Term, Term, Term, Term]]:
    """A map as a sum of terms a * A * X * B, in which only X is random. Raises NoProof."""
    found = []
    for word, coefficient in matrix(body).items():
        places = [k for k, unknown in enumerate(word) if DRAW in unknown.term.leaves]
        number = written(coefficient, numeral(0).sort)
        if len(places) > 1 or DRAW in number.leaves:
            raise NoProof(f"{body} is not a sum of multiples of single random maps")
        first, end = (places[0], places[0] + 1) if places else (len(word), len(word))
        parts = [written({piece: {(): Fraction(1)}}, Map) for piece in (word[:first], word[first:end], word[end:])]
        found.append((number, parts[0], parts[1], parts[2]))
    return found or [(numeral(0), const("id", Map), const("id", Map), const("id", Map))]


def integrable_letter(t: Words, matrix: Term) -> ProofLine:
    """A random matrix symbol of a claim is integrable, as an open hypothesis that no condition need state."""
    head, _ = spine(matrix)
    if t.letters.get(head.one) is not head:
        raise NoProof(f"{matrix} is not known to be integrable")
    return t.assume_open(t.symbol("integrable_map")(function_of(matrix)))


def _single_map(t: Words, body: Term, within: bool) -> tuple[ProofLine, ProofLine]:
    """For one random or deterministic map, the facts that it is integrable and what its expectation is."""
    head, of = spine(body)
    function = function_of(body)
    if DRAW not in body.leaves:
        return t.proof.use("constant maps are integrable", body), t.proof.use("E of a constant map", body)
    if head.one == "mean":
        inside = function_of(normal(app(of[0], CLIENT)))
        each = t.proof.general(integrable_map(t, inside), CLIENT)
        clients = normal(abstract(inside, CLIENT))
        return t.proof.use("means of maps are integrable", clients, each), t.proof.use("E of a mean of maps", clients, each)
    if head is not OUTER:
        raise NoProof(f"{body} is not known to be integrable")
    pair = [function_of(side) for side in of]
    still = [k for k, side in enumerate(of) if DRAW not in side.leaves]
    if not still:
        at = latest_index(body, t)
        early = [t.is_before(at, side) for side in pair]
        step = t.proof.use("outer products with moments", t.problem("G"), at, *pair, t.class_fact("Moments"), *early)
        return step, t.proof.reflexive(MEAN_OF_MAPS(function))
    (place,) = still
    if not within:
        given = of[place], pair[1 - place], t.integrable(pair[1 - place])
        both = t.proof.use("outer products with a constant are integrable", *given)
        return list(conjunction_parts(t, both))[place], t.proof.reflexive(MEAN_OF_MAPS(function))
    vector = pair[1 - place]
    known = t.integrable(vector)
    steps, values = (
        list(conjunction_parts(t, t.proof.use(name, of[place], vector, known)))[place]
        for name in ("outer products with a constant are integrable", "E of an outer product with a constant")
    )
    for equation in t.chance.expanded(vector):
        values = rewrite_fact(t, values, equation)
    return steps, values


def _sum_of_maps(t: Words, function: Term, within: bool = True) -> tuple[ProofLine, ProofLine]:
    """integrable_map(function), and its expectation as the sum of its parts' expectations."""
    body = body_of(function)
    total: tuple[Term, ProofLine] | None = None
    result, found = const("zero", Map), list[ProductOfFacts]()
    for number, left, inner, right in _map_summands(body):
        known, value = _single_map(t, inner, within)
        own = function_of(inner)
        sides = left, right, own
        step = t.proof.use("products of maps are integrable", *sides, known)
        mean = equation_sides(value.prop)[1]
        shown = t.proof.arithmetic(
            equal(join("*", join("*", left, MEAN_OF_MAPS(own)), right), join("*", join("*", left, mean), right)),
            ProductOfFacts((value,), left=left, right=right),
        )
        found += [ProductOfFacts((line,), left=number) for line in (shown, t.proof.use("E of a product of maps", *sides, known))]
        result = join("+", result, join("*", number, join("*", join("*", left, mean), right)))
        whole = normal(spine(step.prop)[1][0])
        last, weight, so_far = (whole, numeral(0), step) if total is None else (total[0], numeral(1), total[1])
        given = weight, number, last, whole, so_far, step
        found.append(ProductOfFacts((t.proof.use("E of maps is linear", *given),)))
        step = t.proof.use("combinations of maps are integrable", *given)
        total = normal(spine(step.prop)[1][0]), step
        if len(found) > _AT_ONCE:
            found = [ProductOfFacts((t.proof.arithmetic(equal(MEAN_OF_MAPS(total[0]), result), *found),))]
    assert total is not None
    made, step = total
    same = t.proof.general(t.proof.arithmetic(equal(body_of(made), body)), DRAW)
    hole = free("hole", Outcome >> Map)
    step = t.proof.rewrite(step, same, abstract(t.symbol("integrable_map")(hole), hole))
    return step, t.proof.arithmetic(equal(MEAN_OF_MAPS(function), result), *found)


def integrable_map(t: Words, function: Term) -> ProofLine:
    """The fact that a random map is integrable."""
    return _sum_of_maps(t, normal(function))[0]


def expanded_map(t: Words, function: Term, within: bool = True) -> ProofLine:
    """The expectation of a map as the sum of those of its parts; within: E u v' is u (E v)' for a deterministic u."""
    return _sum_of_maps(t, normal(function), within)[1]


def means_of_maps(t: Words, props: Sequence[Term], within: bool = False) -> list[ProofLine]:
    """Equations that expand every expectation of a map in the propositions."""
    found = {x: spine(x) for prop in props for x in closed_subterms(prop) if x.sort is Map}
    return [expanded_map(t, of[0], within) for head, of in found.values() if head.one == "E" and len(of) == 1]
