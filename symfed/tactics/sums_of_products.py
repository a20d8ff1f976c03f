"""Nonnegativity certificates of polynomials: a positive multiple of one as a sum of products of facts, by linear programming.

Candidates are a monomial times up to three facts (a fact is a nonnegative polynomial, an equation a vanishing one). Floating point finds
the ones that are needed; their coefficients are then solved for in rational numbers, so that the result is exact.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, combinations_with_replacement
from itertools import product as pairs
from operator import add, sub

import numpy as np

from symfed.core.extras import need
from symfed.tactics.arithmetic import solve_exactly

Monomial = tuple[int, ...]
Polynomial = Mapping[Monomial, Fraction]

#: The most candidates of one linear program: the successful ones of this project have a tenth of it.
_MOST = 4000
#: The most numbers in it.
_MOST_NUMBERS = 40_000
#: The most squares that are tried at once.
_MOST_SQUARES = 60
#: Zero of the float solver; the rational solution that follows is checked, so that a wrong guess finds nothing and proves nothing.
_ZERO = 1e-9


@dataclass(frozen=True)
class Letters:
    """The sign of each variable: 1 positive, 0 nonnegative, None unknown."""

    signs: tuple[int | None, ...]

    def positive(self, m: Monomial) -> bool:
        return all(e == 0 or (e > 0 and sign == 1) for e, sign in zip(m, self.signs, strict=True))


@dataclass(frozen=True)
class Given:
    """A polynomial that is nonnegative, or positive (`strict`), or zero (`equation`)."""

    value: Polynomial
    strict: bool = False
    equation: bool = False


@dataclass(frozen=True)
class WeightedProduct:
    """coefficient * monomial * product of facts, these by their numbers; the coefficient is negative with equations only."""

    coefficient: Fraction
    monomial: Monomial
    facts: tuple[int, ...]


@dataclass(frozen=True)
class SumOfProducts:
    """factors * goal = the sum of the terms; the sum of the factors is positive. If a positive term is asked for, it stands first."""

    factors: tuple[WeightedProduct, ...]
    terms: tuple[WeightedProduct, ...]


#: A candidate for a term or a factor: a monomial, and the numbers of facts.
_Candidate = tuple[Monomial, tuple[int, ...]]


def times(one: Polynomial, other: Polynomial) -> Polynomial:
    out: dict[Monomial, Fraction] = {}
    for (m, a), (n, b) in pairs(one.items(), other.items()):
        key = tuple(map(add, m, n))
        out[key] = out[key] + a * b if key in out else a * b
    return {m: a for m, a in out.items() if a}


def shifted(monomial: Monomial, one: Polynomial) -> Polynomial:
    return {tuple(map(add, monomial, m)): a for m, a in one.items()}


def search(goal: Polynomial, facts: Sequence[Given], letters: Letters, strict: bool = False, most: int = 3) -> SumOfProducts | None:
    """A sum that proves the goal nonnegative (positive, if `strict`), or None where there is none of the forms that are tried.

    `most`: the largest number of facts in a product.
    """
    one = (0,) * len(letters.signs)
    single = [tuple(int(i == j) for j in range(len(one))) for i, sign in enumerate(letters.signs) if sign is not None]
    doubled = [tuple(map(add, m, n)) for m, n in combinations_with_replacement(single, 2)]
    plain: list[_Candidate] = [(one, ())]
    wider = [*plain, *((one, (k,)) for k, fact in enumerate(facts) if fact.strict), *((m, ()) for m in single)]
    widest = [*wider, *((m, ()) for m in doubled if letters.positive(m))]
    for products, rounds, factors in (
        (1, 1, plain),
        (1, 3, plain),
        (2, 2, plain),
        (1, 2, wider),
        (2, 2, wider),
        (3, 2, plain),
        (1, 3, widest),
    ):
        found = _try_candidates(goal, facts, letters, strict, products, rounds, factors) if products <= most else None
        if found is not None:
            return found
    return None


def _try_candidates(
    goal: Polynomial, facts: Sequence[Given], letters: Letters, strict: bool, most: int, rounds: int, factors: Sequence[_Candidate]
) -> SumOfProducts | None:
    products = {(): {(0,) * len(letters.signs): Fraction(1)}} | _products_of_facts(facts, most)
    goals = [times(shifted(monomial, products[used]), goal) for monomial, used in factors]
    candidates = _next_candidates(goals, products, facts, letters, rounds)
    if len(candidates) > _MOST or sum(len(products[used]) for _, used in candidates) > _MOST_NUMBERS:
        return None
    columns = [shifted(monomial, products[used]) for monomial, used in candidates]
    columns += [{m: -a for m, a in multiple.items()} for multiple in goals]
    free = [any(facts[k].equation for k in used) for _, used in candidates] + [False] * len(goals)
    above = [letters.positive(m) and all(facts[k].strict for k in used) for m, used in (*candidates, *factors)]
    values = _solve_program(columns, len(candidates), free, above, strict)
    if values is None:
        return None
    every = [WeightedProduct(value, *one) for one, value in zip((*candidates, *factors), values, strict=True)]
    positive_first = sorted((j for j, value in enumerate(values) if value), key=lambda j: not above[j])
    by = tuple(every[j] for j in positive_first if j >= len(candidates))
    terms = tuple(every[j] for j in (positive_first if strict else sorted(positive_first)) if j < len(candidates))
    return SumOfProducts(by, terms)


def squares(goal: Polynomial, facts: Sequence[Given]) -> list[Polynomial]:
    """Differences and sums of two monomials whose squares, times a monomial, share a mixed term with the goal."""
    support = set(goal).union(*(fact.value for fact in facts)) if len(facts) < 4 else set(goal)
    found: dict[tuple[tuple[Monomial, Fraction], ...], None] = {}
    for one, other in combinations(sorted(support), 2):
        least = tuple(map(min, one, other))
        roots = [tuple((x - y) // 2 for x, y in zip(m, least, strict=True)) for m in (one, other)]
        if any((x - y) % 2 for m in (one, other) for x, y in zip(m, least, strict=True)):
            continue
        mixed = tuple(x + y + z for x, y, z in zip(*roots, least, strict=True))
        a, b, c = (goal.get(m, Fraction(0)) for m in (one, other, mixed))
        ratios = {Fraction(1), *((abs(c) / (2 * a),) if a and c else ()), *((2 * b / abs(c),) if b and c else ())}
        for ratio in sorted(ratio for ratio in ratios if ratio > 0):
            for sign in (-1, 1):
                found.setdefault(((roots[0], Fraction(1)), (roots[1], sign * ratio)))
    return [dict(root) for root in list(found)[:_MOST_SQUARES]]


def _products_of_facts(facts: Sequence[Given], most: int) -> dict[tuple[int, ...], Polynomial]:
    """Products of up to `most` facts; equations are not multiplied by other facts (monomials suffice)."""
    out: dict[tuple[int, ...], Polynomial] = {(k,): fact.value for k, fact in enumerate(facts)}
    usual = [k for k, fact in enumerate(facts) if not fact.equation]
    for size in range(2, most + 1):
        for chosen in combinations_with_replacement(usual, size):
            out[chosen] = times(out[chosen[:-1]], facts[chosen[-1]].value)
    return out


def _next_candidates(
    goals: Iterable[Polynomial], products: Mapping[tuple[int, ...], Polynomial], facts: Sequence[Given], letters: Letters, rounds: int
) -> list[_Candidate]:
    """Multiples of products that share a term with the goal, or with candidates found so far."""
    support, seen = set().union(*goals), set[Monomial]()
    found: dict[_Candidate, None] = {}
    unknown = [k for k, sign in enumerate(letters.signs) if sign is None]
    for left in reversed(range(rounds)):
        new = [term for term in support if term not in seen]
        for used, product in products.items():
            even = () if any(facts[k].equation for k in used) else unknown
            for term in new:
                for own in product:
                    monomial = tuple(map(sub, term, own))
                    if min(monomial, default=0) >= 0 and not any(monomial[k] % 2 for k in even):
                        found[monomial, used] = None
            if len(found) > _MOST:
                return list(found)
        seen |= support
        if left:
            support |= {tuple(map(add, monomial, own)) for monomial, used in found for own in products[used]}
    return list(found)


def _solve_program(
    columns: Sequence[Polynomial], first_goal: int, free: Sequence[bool], above: Sequence[bool], strict: bool
) -> list[Fraction] | None:
    """Coefficients with which the columns sum to zero, and those of positive multiples of the goal, from `first_goal` on, to one.

    With a positive coefficient of one of the terms `above`, if `strict`.
    """
    need("judge", "searching for a proof")
    from scipy.optimize import linprog  # slow to load, and only a search for a proof needs it
    from scipy.sparse import csc_matrix

    rows = {m: k for k, m in enumerate(sorted(set().union(*columns)))}
    last = len(rows)
    entries = [(rows[m], j, a) for j, column in enumerate(columns) for m, a in column.items()]
    entries += [(last, j, Fraction(1)) for j in range(first_goal, len(columns)) if above[j]]
    r, c, a = zip(*entries, strict=True)
    matrix = csc_matrix((np.array([float(x) for x in a]), (r, c)), shape=(last + 1, len(columns)))
    right = [Fraction(0)] * last + [Fraction(1)]
    bounds = [(None, None) if is_free else (0, None) for is_free in free]
    fixed: dict[int, Fraction] = {}
    if strict:
        # maximise the positive ones, and then fix half of the maximum
        wanted = [j < first_goal and is_above for j, is_above in enumerate(above)]
        cost = [-1.0 if is_wanted else 0.0 for is_wanted in wanted]
        capped = [(0, 1) if is_wanted else bound for is_wanted, bound in zip(wanted, bounds, strict=True)]
        most = linprog(cost, A_eq=matrix, b_eq=[float(x) for x in right], bounds=capped, method="highs-ds")
        if most.status != 0 or most.fun > -_ZERO:
            return None
        best = max((j for j, is_wanted in enumerate(wanted) if is_wanted), key=lambda j: float(most.x[j]))
        fixed[best] = Fraction(float(most.x[best]) / 2).limit_denominator(64) or Fraction(float(most.x[best]) / 2)
        for i, j, value in entries:
            if j == best:
                right[i] -= value * fixed[best]
    cost = [1.0 if not is_free else 0.0 for is_free in free]
    answer = linprog(cost, A_eq=matrix, b_eq=[float(x) for x in right], bounds=bounds, method="highs-ds")
    if answer.status != 0:
        return None
    used: dict[int, dict[int, Fraction]] = {j: {} for j, value in enumerate(answer.x) if abs(value) > _ZERO}
    for i, j, value in entries:
        if j in used:
            used[j][i] = value
    solution = solve_exactly(dict(enumerate(right)), list(used.values()))
    if solution is None or any(value < 0 and not free[j] for j, value in zip(used, solution, strict=True)):
        return None
    found = dict(zip(used, solution, strict=True))
    return [found.get(j, Fraction(0)) + fixed.get(j, Fraction(0)) for j in range(len(columns))]
