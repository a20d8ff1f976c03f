"""Search for certificates of arithmetic: factors for equations, products of inequalities. The kernel checks them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import chain, combinations, combinations_with_replacement, islice
from math import isqrt
from typing import Any, NamedTuple

import flint
import numpy as np

from symfed.core.extras import need
from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import READERS, multiplied
from symfed.kernel.polynomials import ONE, Product, Unknown
from symfed.kernel.terms import KernelRefusal, Num, Sort, Term
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.columns import Column, Factors
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter

#: Candidates for the factors of an equation, and parts of a linear program: more are too slow to solve and seldom needed.
MOST_FACTORS, MOST_PARTS = 400, 3000


class NotFound(Exception):
    """Raised where no certificate is among those that were tried."""


class RelationFact(NamedTuple):
    """A fact that is a relation: l <= r and l < r with the difference r - l, l = r with l - r."""

    step: ProofLine
    kind: str
    difference: Term


class Candidate(NamedTuple):
    """A part that a certificate may have: a product of facts, whose factors are written as terms where it is chosen."""

    facts: tuple[RelationFact, ...] = ()
    factors: Factors = Factors(())

    @classmethod
    def of(cls, *facts: RelationFact, **factors: Any) -> Candidate:
        return cls(facts, Factors(tuple(fact.difference for fact in facts), **factors))

    @property
    def any_sign(self) -> bool:
        return any(fact.kind == "=" for fact in self.facts)

    @property
    def is_positive(self) -> bool:
        return not self.factors.squares and all(fact.kind == "<" for fact in self.facts)

    def part(self, coefficient: Fraction) -> ProductOfFacts:
        steps = tuple(fact.step for fact in self.facts)
        return ProductOfFacts(steps, coefficient, self.factors.square_terms(), self.factors.left_term(), self.factors.right)


#: How far a search goes: the degree of factors of equations, and how many inequalities are multiplied.
_STAGES = ((0, 1), (1, 1), (1, 2), (2, 2), (2, 3))


def prove(
    proof: ProofWriter, goal: Term, facts: Sequence[ProofLine], squares: Sequence[Term] = (), effort: int = len(_STAGES)
) -> ProofLine:
    """Prove a relation between numbers, vectors or maps from facts. squares: numbers whose squares may help. Raises NotFound."""
    if not _is_relation(goal):
        raise NotFound(f"{goal} is no relation of arithmetic")
    kind, difference = _difference(goal)
    sort = difference.sort
    if not READERS[sort](difference):
        if kind != "<":
            return proof.arithmetic(goal)
        raise NotFound(f"{goal}: both sides are equal")
    equations, bounds = _equations_and_bounds(facts, kind)
    wanted = proof.columns.of(Factors((difference,)), sort)
    assert wanted is not None
    with_factors = cache(partial(_with_factors, difference, equations, bounds))
    scaled = cache(lambda: [Candidate(), *_scaled_inequalities(difference, bounds, equations)] if kind != "=" else [])
    for stage, (degree, products) in enumerate(_STAGES[:effort]):
        if not bounds and _STAGES[stage] in ((1, 2), (2, 3)):
            continue  # nothing to multiply: that was tried
        candidates = [*with_factors(degree), *_inequality_products(bounds, products, squares), *scaled()]
        usable = _with_columns(proof, candidates, sort)
        for strict in (False, True) if kind == "<" else (False,):
            some = usable
            for _ in range(3):
                chosen = _solve_coefficients(wanted, some, strict)
                if not chosen:
                    break
                try:
                    return proof.arithmetic(goal, *(some[place][0].part(value) for place, value in chosen.items()))
                except KernelRefusal:  # nothing in the sum is known to be positive
                    some = [pair for place, pair in enumerate(some) if place not in chosen]
    raise NotFound(f"{goal}: {len(equations)} equations and {len(bounds)} inequalities, products of three, factors of degree two")


def _difference(prop: Term) -> tuple[str, Term]:
    """The kind of a relation, and its difference, as in `RelationFact`."""
    kind, left, right = relation(prop)
    return kind, join("-", left, right) if kind == "=" else join("-", right, left)


def no_factor_helps(proof: ProofWriter, goal: Term, factors: Sequence[Term], facts: Sequence[ProofLine]) -> bool:
    """Return whether a relation times no sum of positive factors has a certificate with products of two facts.

    This is one linear program for all factors, whose weights add up to one.
    """
    kind, difference = _difference(goal)
    equations, bounds = _equations_and_bounds(facts, kind)
    multiples = [join("*", factor, difference) for factor in factors]
    candidates = dict.fromkeys([Candidate(), *_inequality_products(bounds, 2, ())] if kind != "=" else [])
    for multiple in multiples:
        candidates |= dict.fromkeys(_with_factors(multiple, equations, bounds, 2))
        candidates |= dict.fromkeys(_scaled_inequalities(multiple, bounds, equations) if kind != "=" else [])
    columns = [*_with_columns(proof, candidates, difference.sort), *((Candidate(), proof.columns.taken_away(x)) for x in multiples)]
    return _basic_support(proof.columns.total_weight(), columns, [one.any_sign for one, _ in columns], strict=False) is None


def _equations_and_bounds(facts: Sequence[ProofLine], kind: str) -> tuple[list[RelationFact], list[RelationFact]]:
    """The equations among facts, and, where an inequality is to be shown, the inequalities."""
    known = [RelationFact(step, *_difference(step.prop)) for step in facts if _is_relation(step.prop)]
    return [fact for fact in known if fact.kind == "="], [fact for fact in known if fact.kind != "=" and kind != "="]


def _with_columns(proof: ProofWriter, candidates: Iterable[Candidate], sort: Sort) -> list[tuple[Candidate, Column]]:
    return [(one, column) for one in candidates if (column := proof.columns.of(one.factors, sort)) is not None]


def squares_in(goal: Term, facts: Sequence[ProofLine] = ()) -> list[Term]:
    """Numbers p a - q b whose squares have the squares and the product of a and b in a relation, or in facts with other signs."""
    kind, left, right = relation(goal)
    if kind == "=" or left.sort is not Num:
        return []
    found = _squares_of_form(READERS[Num](join("-", right, left)), 1)
    for fact in facts:
        if _is_relation(fact.prop) and relation(fact.prop)[0] != "=" and relation(fact.prop)[1].sort is Num:
            found += _squares_of_form(READERS[Num](join("-", *relation(fact.prop)[:0:-1])), -1)
    return list(dict.fromkeys(found))[:60]


def _squares_of_form(form: Any, turned: int) -> list[Term]:
    """As `squares_in`, for one polynomial: from its squares and their product; factors with an odd power are left out."""
    roots: dict[tuple[Product, Product], Fraction] = {}
    for product, coefficient in form.items():
        if coefficient > 0:
            odd = tuple((u, 1) for u, power in product if power % 2)
            roots[tuple((u, power // 2) for u, power in product if power > 1), odd] = coefficient
    found = []
    for ((one, odd), a), ((other, odd_), b) in combinations(roots.items(), 2):
        if odd != odd_:
            continue
        (cross,) = multiplied(multiplied({one: Fraction(1)}, {other: Fraction(1)}), {odd: Fraction(1)})
        ratio = a / b
        root = Fraction(isqrt(ratio.numerator), isqrt(ratio.denominator))
        sign = Fraction(turned if form.get(cross, 0) >= 0 else -turned)
        if root * root == ratio:
            found += [written({one: root, other: s}, Num) for s in ((sign,) if cross in form else (sign, -sign))]
        elif cross in form:  # (p a + q b)² with the product that is there
            found.append(written({one: 2 * a, other: form[cross]}, Num))
            found.append(written({one: Fraction(1), other: sign}, Num))
    return found[:60]


def _is_relation(prop: Term) -> bool:
    try:
        return relation(prop)[1].sort in READERS
    except KernelRefusal:
        return False


# candidates


def _with_factors(difference: Term, equations: Sequence[RelationFact], bounds: Sequence[RelationFact], degree: int) -> list[Candidate]:
    """Each equation with each of its factors: numbers, and maps for equations of vectors in a sum with maps."""
    sort, found = difference.sort, list[Candidate]()
    others = [fact.difference for fact in (*equations, *bounds) if fact.difference.sort is sort] if degree else []
    spoken = [_products_of(x) for x in (difference, *others)]
    targets = list(dict.fromkeys(p for several in (spoken[:1] if degree < 2 else spoken) for p in several))
    maps = list(dict.fromkeys(m for x in (difference, *others) for m in _leading_maps(x))) if sort is not Num else []
    for fact in equations:
        own = _products_of(fact.difference)
        if fact.difference.sort is sort:
            found += [Candidate.of(fact, number=factor) for factor in _factors(targets, own, degree)]
            if degree:
                found += [Candidate.of(fact, left=m) for m in maps]
        elif fact.difference.sort is Num:
            images = _images(difference)
            found += [Candidate.of(fact, number=factor, right=v) for v, held in images for factor in _factors(held, own, degree)]
    return found[:MOST_PARTS]


def _products_of(term: Term) -> list[Product]:
    """The products of numbers in a normal form, coefficients of vectors and maps."""
    form = READERS[term.sort](term)
    return list(dict.fromkeys(p for part, value in form.items() for p in (value if isinstance(value, dict) else (part,))))


def _factors(targets: Sequence[Product], own: Sequence[Product], degree: int) -> list[Product]:
    """The products that an equation may be multiplied with: one; quotients of products that occur by its own; products of two numbers."""
    if degree == 0:
        return [ONE]
    found = dict.fromkeys([ONE])
    for product in targets:
        powers = dict(product)
        for divisor in own:
            if (quotient := _quotient(powers, divisor)) is not None:
                found[quotient] = None
    if degree == 2:
        singles = list(dict.fromkeys(((unknown, 1),) for product in (*targets, *own) for unknown, _ in product))[:12]
        for one, other in combinations_with_replacement([ONE, *singles], 2):
            (product,) = multiplied({one: Fraction(1)}, {other: Fraction(1)})
            found[product] = None
    return list(found)[:MOST_FACTORS]


def _quotient(powers: Mapping[Unknown, int], divisor: Product) -> Product | None:
    """A product, given by its powers in their order, over another one; None where that does not divide it."""
    for unknown, power in divisor:
        if powers.get(unknown, 0) < power:
            return None
    rest = dict(powers)
    for unknown, power in divisor:
        rest[unknown] -= power
    return tuple((unknown, power) for unknown, power in rest.items() if power)


def _leading_maps(difference: Term) -> list[Term]:
    """The unknown maps that come first in the words of a sum."""
    words = [part if isinstance(part[0] if part else None, Unknown) else part[0] for part in READERS[difference.sort](difference) if part]
    return list(dict.fromkeys(word[0].term for word in words if word and isinstance(word[0], Unknown)))


def _images(difference: Term) -> list[tuple[Term, list[Product]]]:
    """The vectors or maps of a sum, each with the products of numbers in its coefficient."""
    form = READERS[difference.sort](difference)
    return [(written({part: {ONE: Fraction(1)}}, difference.sort), list(value)) for part, value in form.items()]


def _inequality_products(bounds: Sequence[RelationFact], most: int, squares: Sequence[Term]) -> list[Candidate]:
    several = (chosen for size in range(1, most + 1) for chosen in _by_largest(bounds, size))
    found = [Candidate.of(*chosen) for chosen in islice(several, MOST_PARTS)]
    found += [Candidate.of(squares=(square,)) for square in squares]
    found += [Candidate.of(fact, squares=(square,)) for square in squares for fact in bounds] if most > 1 else []
    return found[:MOST_PARTS]


def _by_largest(bounds: Sequence[RelationFact], size: int) -> Iterator[tuple[RelationFact, ...]]:
    """Products of so many facts, a fact as often as one likes, in the order of the last of them."""
    for last, fact in enumerate(bounds):
        for others in combinations_with_replacement(bounds[: last + 1], size - 1):
            yield *others, fact


def _scaled_inequalities(difference: Term, bounds: Sequence[RelationFact], equations: Sequence[RelationFact]) -> list[Candidate]:
    """Inequalities times products of numbers with known signs, wherever this gives a product of the goal; and such products alone."""
    forms = [(fact, READERS[Num](fact.difference)) for fact in bounds]
    signs: dict[Unknown, RelationFact] = {}
    for fact, form in forms:
        if len(form) == 1:
            ((product, coefficient),) = form.items()
            if coefficient > 0 and len(product) == 1 and product[0][1] == 1 and (product[0][0] not in signs or fact.kind == "<"):
                signs[product[0][0]] = fact
    wanted = list(dict.fromkeys([*READERS[Num](difference), *(p for _, form in forms for p in form)]))[:60]
    numbers = [READERS[Num](fact.difference) for fact in equations if fact.difference.sort is Num]
    wanted += [p for p in dict.fromkeys(p for form in numbers for p in form) if p not in wanted][:30]
    not_negative = cache(partial(_nonnegative_product, signs))
    found: dict[Any, Candidate] = {}
    for product in wanted:
        powers = dict(product)
        if (given := not_negative(product)) is not None:
            found[None, product] = given
        for fact, form in forms:
            for own in form:
                quotient = _quotient(powers, own)
                if quotient and (given := not_negative(quotient)) is not None:
                    found[fact, quotient] = Candidate.of(fact, *given.facts, squares=given.factors.squares)
    return list(found.values())[:MOST_PARTS]


def _nonnegative_product(signs: Mapping[Unknown, RelationFact], product: Product) -> Candidate | None:
    """A product as one of numbers that are not negative, and squares; None where a sign is not known."""
    if any(power % 2 and unknown not in signs for unknown, power in product):
        return None
    squared = tuple((unknown, power // 2) for unknown, power in product if power > 1)
    facts = [signs[unknown] for unknown, power in product if power % 2]
    if all(unknown in signs for unknown, _ in squared):  # so that a strict sign stays one
        return Candidate.of(*facts, *(signs[unknown] for unknown, half in squared for _ in range(2 * half)))
    return Candidate.of(*facts, squares=(squared,))


# linear systems


def _solve_coefficients(wanted: Column, candidates: Sequence[tuple[Candidate, Column]], strict: bool) -> dict[int, Fraction] | None:
    """Coefficients of candidates, by their places, whose sum is wanted, or None. Those of equations may have any sign.

    strict: maximise the weight of parts that are known to be positive.
    """
    if not candidates or not set(wanted.rows) <= {row for _, column in candidates for row in column.rows}:
        return None
    signed = [one.any_sign for one, _ in candidates]
    places = range(len(candidates)) if all(signed) else _basic_support(wanted, candidates, signed, strict)
    solution = None if places is None else solve_exactly(wanted.form, [candidates[place][1].form for place in places])
    if places is None or solution is None or any(value < 0 and not signed[place] for place, value in zip(places, solution, strict=True)):
        return None
    return {place: value for place, value in zip(places, solution, strict=True) if value}


def _basic_support(
    wanted: Column, candidates: Sequence[tuple[Candidate, Column]], signed: Sequence[bool], strict: bool
) -> Sequence[int] | None:
    """The places of a basic solution of the linear program, preferring strict relations; None where it is infeasible."""
    need("judge", "searching for a proof")
    from scipy.optimize import linprog  # slow to load, and only a search for a proof needs it
    from scipy.sparse import csc_array

    columns = [column for _, column in candidates]
    rows = list(dict.fromkeys(chain(wanted.rows, *(column.rows for column in columns))))
    place = np.zeros(max(rows) + 1, dtype=int)
    place[rows] = np.arange(len(rows))
    starts = np.cumsum([0, *(len(column.rows) for column in columns)])
    at, values = (
        place[[*chain.from_iterable(column.rows for column in columns)]],
        [*chain.from_iterable(column.values for column in columns)],
    )
    matrix = csc_array((values, at, starts), shape=(len(rows), len(columns)))
    right = np.zeros(len(rows))
    right[place[wanted.rows]] = wanted.values
    alive = _not_zero(matrix, right, np.array(signed))
    if alive is None:
        return None
    positive = [one.is_positive for one, _ in candidates]
    cost = [
        0 if s else -0.01 if own and strict else 0.5 if own and one.facts else 1.0
        for s, own, (one, _) in zip(signed, positive, candidates, strict=True)
    ]
    bounds = [(None, None) if s else (0, 1e6 if own and strict else None) for s, own in zip(signed, positive, strict=True)]
    answer = linprog(np.array(cost)[alive], A_eq=matrix[:, alive], b_eq=right, bounds=[bounds[k] for k in alive], method="highs-ds")
    return None if answer.status != 0 else [int(alive[k]) for k, value in enumerate(answer.x) if abs(value) > 1e-9]


def _not_zero(matrix: Any, right: Any, any_sign: Any) -> Any:
    """The columns that no row forces to be zero; None where a row has no solution.

    A row forces its columns to zero if its right side is zero and all of its entries have one sign.
    """
    places, values = matrix.indices, matrix.data
    of = np.repeat(np.arange(matrix.shape[1]), np.diff(matrix.indptr))
    alive = np.ones(matrix.shape[1], dtype=bool)
    while True:
        up, down = np.zeros(len(right), dtype=bool), np.zeros(len(right), dtype=bool)
        up[places[alive[of] & ((values > 0) | any_sign[of])]] = True
        down[places[alive[of] & ((values < 0) | any_sign[of])]] = True
        if ((right > 0) & ~up).any() or ((right < 0) & ~down).any():
            return None
        forced = of[((right == 0) & (up != down))[places]]
        if not alive[forced].any():
            return np.flatnonzero(alive)
        alive[forced] = False


def solve_exactly(wanted: Mapping[Any, Any], columns: Sequence[Mapping[Any, Any]]) -> list[Fraction] | None:
    """Rational coefficients of the columns with sum `wanted`, undetermined ones being zero; None where there are none."""
    rows = {part: k for k, part in enumerate(dict.fromkeys(chain(wanted, *columns)))}
    entries = [[flint.fmpq(0)] * (len(columns) + 1) for _ in rows]
    for k, form in enumerate((*columns, wanted)):
        for part, value in form.items():
            entries[rows[part]][k] = flint.fmpq(value.numerator, value.denominator)
    reduced, rank = flint.fmpq_mat(entries).rref()
    solution = [Fraction(0)] * len(columns)
    for row in range(rank):
        pivot = next(k for k in range(len(columns) + 1) if reduced[row, k] != 0)
        if pivot == len(columns):
            return None
        shown = reduced[row, len(columns)]
        solution[pivot] = Fraction(int(shown.p), int(shown.q))
    return solution
