"""Search for certificates of arithmetic: factors for equations, products of inequalities. The kernel checks them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial, reduce
from itertools import combinations, combinations_with_replacement
from math import isqrt
from typing import Any

import flint
import numpy as np

from symfed.core.extras import need
from symfed.kernel.arithmetic import relation
from symfed.kernel.forms import READERS, Product, Unknown, multiplied
from symfed.kernel.symbols import numeral
from symfed.kernel.terms import KernelRefusal, Num, Term
from symfed.kernel.text import join
from symfed.kernel.written import written
from symfed.tactics.proof import ProductOfFacts, ProofLine, ProofWriter

#: Candidates for the factors of an equation, and parts of a linear program: more are too slow to solve and seldom needed.
MOST_FACTORS, MOST_PARTS = 400, 3000
_ONE: Product = ()


class NotFound(Exception):
    """Raised where no certificate is among those that were tried."""


#: How far a search goes: the degree of factors of equations, and how many inequalities are multiplied.
_STAGES = ((0, 1), (1, 1), (1, 2), (2, 2), (2, 3))


def prove(
    proof: ProofWriter, goal: Term, facts: Sequence[ProofLine], squares: Sequence[Term] = (), effort: int = len(_STAGES)
) -> ProofLine:
    """Prove a relation between numbers, vectors or maps from facts. squares: numbers whose squares may help. Raises NotFound."""
    if not _is_relation(goal):
        raise NotFound(f"{goal} is no relation of arithmetic")
    kind, left, right = relation(goal)
    known = [(step, *relation(step.prop)) for step in facts if _is_relation(step.prop)]
    equations = [fact for fact in known if fact[1] == "="]
    difference = join("-", left, right) if kind == "=" else join("-", right, left)
    if not READERS[left.sort](difference):
        if kind != "<":
            return proof.arithmetic(goal)
        raise NotFound(f"{goal}: both sides are equal")
    bounds = [fact for fact in known if fact[1] != "="] if kind != "=" else []

    def candidates(stage: int) -> list[ProductOfFacts]:
        degree, products = _STAGES[stage]
        parts = [*_with_factors(difference, equations, bounds, degree), *_inequality_products(bounds, products, squares)]
        return parts if kind == "=" else [*parts, ProductOfFacts(), *_scaled_inequalities(difference, bounds, equations)]

    for stage, degrees in enumerate(_STAGES[:effort]):
        if not bounds and degrees in ((1, 2), (2, 3)):
            continue  # nothing to multiply: that was tried
        parts = candidates(stage)
        for strict in (False, True) if kind == "<" else (False,):
            places = list(range(len(parts)))
            for _ in range(3):
                solved = _solve_coefficients(difference, [parts[place] for place in places], strict)
                if not solved:
                    break
                chosen = {places[k]: value for k, value in solved.items()}
                try:
                    return proof.arithmetic(goal, *_with_coefficients(parts, chosen))
                except KernelRefusal:  # nothing in the sum is known to be positive
                    places = [place for place in places if place not in chosen]
    raise NotFound(f"{goal}: {len(equations)} equations and {len(bounds)} inequalities, products of three, factors of degree two")


def _with_coefficients(parts: Sequence[ProductOfFacts], chosen: Mapping[int, Fraction]) -> list[ProductOfFacts]:
    """The chosen parts, with their coefficients."""
    return [replace(parts[place], coefficient=value) for place, value in chosen.items()]


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


def _with_factors(difference: Term, equations: Sequence[Any], bounds: Sequence[Any], degree: int) -> list[ProductOfFacts]:
    """Each equation with each of its factors: numbers, and maps for equations of vectors in a sum with maps."""
    sort, found = difference.sort, []
    others = [join("-", low, high) for _, _, low, high in (*equations, *bounds) if low.sort is sort] if degree else []
    spoken = [_products_of(x) for x in (difference, *others)]
    targets = list(dict.fromkeys(p for several in (spoken[:1] if degree < 2 else spoken) for p in several))
    maps = list(dict.fromkeys(m for x in (difference, *others) for m in _leading_maps(x))) if sort is not Num else []
    for step, _, left, right in equations:
        if left.sort is sort:
            own = _products_of(join("-", left, right))
            found += [_scaled(step, factor) for factor in _factors(targets, own, degree)]
            if degree:
                found += [ProductOfFacts((step,), left=m) for m in maps]
        elif left.sort is Num:
            own = _products_of(join("-", left, right))
            found += [replace(_scaled(step, factor), right=v) for v, held in _images(difference) for factor in _factors(held, own, degree)]
    return found[:MOST_PARTS]


def _scaled(step: ProofLine, factor: Product) -> ProductOfFacts:
    return ProductOfFacts((step,), left=None if factor == _ONE else written({factor: Fraction(1)}, Num))


def _products_of(term: Term) -> list[Product]:
    """The products of numbers in a normal form, coefficients of vectors and maps."""
    form = READERS[term.sort](term)
    return list(dict.fromkeys(p for part, value in form.items() for p in (value if isinstance(value, dict) else (part,))))


def _factors(targets: Sequence[Product], own: Sequence[Product], degree: int) -> list[Product]:
    """The products that an equation may be multiplied with: one; quotients of products that occur by its own; products of two numbers."""
    if degree == 0:
        return [_ONE]
    found = dict.fromkeys([_ONE])
    for product in targets:
        for divisor in own:
            if (quotient := _divide_product(product, divisor)) is not None:
                found[quotient] = None
    if degree == 2:
        singles = list(dict.fromkeys(((unknown, 1),) for product in (*targets, *own) for unknown, _ in product))[:12]
        for one, other in combinations_with_replacement([_ONE, *singles], 2):
            (product,) = multiplied({one: Fraction(1)}, {other: Fraction(1)})
            found[product] = None
    return list(found)[:MOST_FACTORS]


def _divide_product(product: Product, divisor: Product) -> Product | None:
    powers = dict(product)
    for unknown, power in divisor:
        powers[unknown] = powers.get(unknown, 0) - power
        if powers[unknown] < 0:
            return None
    return tuple((unknown, power) for unknown, power in sorted(powers.items(), key=lambda pair: pair[0].serial) if power)


def _leading_maps(difference: Term) -> list[Term]:
    """The unknown maps that come first in the words of a sum."""
    words = [part if isinstance(part[0] if part else None, Unknown) else part[0] for part in READERS[difference.sort](difference) if part]
    return list(dict.fromkeys(word[0].term for word in words if word and isinstance(word[0], Unknown)))


def _images(difference: Term) -> list[tuple[Term, list[Product]]]:
    """The vectors or maps of a sum, each with the products of numbers in its coefficient."""
    form = READERS[difference.sort](difference)
    return [(written({part: {_ONE: Fraction(1)}}, difference.sort), list(value)) for part, value in form.items()]


def _inequality_products(bounds: Sequence[Any], most: int, squares: Sequence[Term]) -> list[ProductOfFacts]:
    steps = [fact[0] for fact in bounds]
    several = [chosen for size in range(1, most + 1) for chosen in sorted(combinations_with_replacement(range(len(steps)), size), key=max)]
    found = [ProductOfFacts(tuple(steps[k] for k in chosen)) for chosen in several[:MOST_PARTS]]
    found += [ProductOfFacts((), squares=(square,)) for square in squares]
    found += [ProductOfFacts((step,), squares=(square,)) for square in squares for step in steps] if most > 1 else []
    return found[:MOST_PARTS]


def _scaled_inequalities(difference: Term, bounds: Sequence[Any], equations: Sequence[Any]) -> list[ProductOfFacts]:
    """Inequalities times products of numbers with known signs, wherever this gives a product of the goal; and such products alone."""
    read = READERS[Num]
    forms = [(step, kind, read(join("-", high, low))) for step, kind, low, high in bounds]
    signs: dict[Unknown, ProofLine] = {}
    for step, kind, form in forms:
        if len(form) == 1:
            ((product, coefficient),) = form.items()
            if coefficient > 0 and len(product) == 1 and product[0][1] == 1 and (product[0][0] not in signs or kind == "<"):
                signs[product[0][0]] = step
    goal = read(difference)
    wanted = list(dict.fromkeys([*goal, *(p for _, _, form in forms for p in form)]))[:60]
    numbers = [join("-", low, high) for _, _, low, high in equations if low.sort is Num]
    wanted += [p for p in dict.fromkeys(p for x in numbers for p in read(x)) if p not in wanted][:30]
    found: dict[Any, ProductOfFacts] = {}
    for product in wanted:
        if (given := _nonnegative_product(product, signs)) is not None:
            found[None, product] = given
        for step, _, form in forms:
            for own in form:
                quotient = _divide_product(product, own)
                if quotient and (given := _nonnegative_product(quotient, signs)) is not None:
                    found[step, quotient] = ProductOfFacts((step, *given.facts), squares=given.squares)
    return list(found.values())[:MOST_PARTS]


def _nonnegative_product(product: Product, signs: Any) -> ProductOfFacts | None:
    """A product as one of numbers that are not negative, and squares; None where a sign is not known."""
    if any(power % 2 and unknown not in signs for unknown, power in product):
        return None
    squared = tuple((unknown, power // 2) for unknown, power in product if power > 1)
    facts = tuple(signs[unknown] for unknown, power in product if power % 2)
    if all(unknown in signs for unknown, _ in squared):  # so that a strict sign stays one
        return ProductOfFacts(facts + tuple(signs[unknown] for unknown, half in squared for _ in range(2 * half)))
    return ProductOfFacts(facts, squares=(written({squared: Fraction(1)}, Num),))


# linear systems


def _flat_form(given: ProductOfFacts, sort: Any) -> dict[Any, Fraction]:
    """The normal form of a part, as one dictionary of coefficients."""
    factors = []
    for step in given.facts:
        kind, left, right = relation(step.prop)
        factors.append(join("-", left, right) if kind == "=" else join("-", right, left))
    factors += [join("*", square, square) for square in given.squares]
    whole = reduce(partial(join, "*"), [f for f in (given.left, *factors, given.right) if f is not None] or [numeral(1)])
    if whole.sort is not sort:
        raise KernelRefusal("of another sort")
    return _flatten_form(READERS[sort](whole))


def _flatten_form(form: Any) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for part, value in form.items():
        if isinstance(value, dict):
            found |= {(part, product): coefficient for product, coefficient in value.items()}
        else:
            found[part] = value
    return found


def _solve_coefficients(difference: Term, parts: Sequence[ProductOfFacts], strict: bool) -> dict[int, Fraction] | None:
    """Coefficients of parts, by their places, whose sum is the difference, or None. Those of equations may have any sign.

    strict: maximise the weight of parts that are known to be positive.
    """
    wanted = _flatten_form(READERS[difference.sort](difference))
    columns, places = [], []
    for place, part in enumerate(parts):
        try:
            form = _flat_form(part, difference.sort)
        except KernelRefusal:
            continue
        if form:
            columns.append(form)
            places.append(place)
    rows = {product: k for k, product in enumerate(dict.fromkeys([*wanted, *(p for form in columns for p in form)]))}
    if not columns or not set(wanted) <= {p for form in columns for p in form}:
        return None
    kept = [parts[place] for place in places]
    signed = [any(relation(step.prop)[0] == "=" for step in part.facts) for part in kept]
    chosen = list(range(len(columns))) if all(signed) else _basic_support(wanted, columns, rows, signed, kept, strict)
    solution = None if chosen is None else solve_exactly(wanted, [columns[k] for k in chosen], rows)
    if solution is None or chosen is None:
        return None
    if any(value < 0 and not signed[k] for k, value in zip(chosen, solution, strict=True)):
        return None
    return {places[k]: value for k, value in zip(chosen, solution, strict=True) if value}


def _basic_support(
    wanted: Any, columns: Sequence[Any], rows: Any, signed: Sequence[bool], parts: Sequence[ProductOfFacts], strict: bool
) -> list[int] | None:
    """The columns of a basic solution of the linear program, preferring strict relations; None where it is infeasible."""
    need("judge", "searching for a proof")
    from scipy.optimize import linprog  # slow to load, and only a search for a proof needs it
    from scipy.sparse import csc_array

    entries = [(rows[p], k, float(v)) for k, form in enumerate(columns) for p, v in form.items()]
    at, of, values = zip(*entries, strict=True)
    matrix = csc_array((values, (at, of)), shape=(len(rows), len(columns)))
    right = np.zeros(len(rows))
    for product, value in wanted.items():
        right[rows[product]] = float(value)
    positive = [not part.squares and all(relation(step.prop)[0] == "<" for step in part.facts) for part in parts]
    cost = [-0.01 if own and strict else 0.5 if own and part.facts else 1.0 for own, part in zip(positive, parts, strict=True)]
    bounds = [(None, None) if any_sign else (0, 1e6 if own and strict else None) for any_sign, own in zip(signed, positive, strict=True)]
    answer = linprog([0 if s else c for s, c in zip(signed, cost, strict=True)], A_eq=matrix, b_eq=right, bounds=bounds, method="highs-ds")
    if answer.status != 0:
        return None
    return [k for k, value in enumerate(answer.x) if abs(value) > 1e-9]


def solve_exactly(wanted: Any, columns: Sequence[Any], rows: Any) -> list[Fraction] | None:
    """Rational coefficients of the columns with sum `wanted`, undetermined ones being zero; None where there are none."""
    used = sorted({rows[p] for form in (wanted, *columns) for p in form})
    place = {row: k for k, row in enumerate(used)}
    entries = [[flint.fmpq(0)] * (len(columns) + 1) for _ in used]
    for k, form in enumerate((*columns, wanted)):
        for product, value in form.items():
            entries[place[rows[product]]][k] = flint.fmpq(value.numerator, value.denominator)
    reduced, rank = flint.fmpq_mat(entries).rref()
    solution = [Fraction(0)] * len(columns)
    for row in range(rank):
        pivot = next(k for k in range(len(columns) + 1) if reduced[row, k] != 0)
        if pivot == len(columns):
            return None
        value = reduced[row, len(columns)]
        solution[pivot] = Fraction(int(value.p), int(value.q))
    return solution
