"""Is a relation implied by others, for all reals? Decided by two SMT solvers, and refuted by exact points.

A relation between rational expressions becomes one between polynomials, and the question becomes: have the assumptions a real point at
which the goal fails? z3 and cvc5 answer independently. A term that is no polynomial is a fresh real number with the facts
listed in `question.Question`: a proof that needs more facts is not found, and a point that contradicts the term's value is no
counterexample.

A relation is read where both of its sides are defined: every denominator in it is taken to be other than zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from time import monotonic

import sympy as sp

from symfed.decide.proof import find_proof
from symfed.decide.question import Answer, require_relation
from symfed.decide.witness import find_counterexample


def decide(goal: sp.Basic, assumptions: Sequence[sp.Basic] = (), budget_seconds: float = 10, one_road: bool = False) -> Answer:
    """Decide whether a SymPy relation, the goal, follows from the assumptions for all real values of the symbols.

    The symbols' own assumptions (positive, nonnegative, an integer >= 1 relaxed to a real >= 1) are always included, and so is
    gram_xg² <= gram_xx gram_gg. "implied" needs both solvers, or one of them and a certificate by coefficients. The budget bounds the
    search for a witness; a proof is bounded by the solvers' own count of work. With `one_road` one solver is enough and a point is not
    minimised: for the many questions on which no verdict depends. Raises InvalidInput for no relation, or one with a decimal number.

    >>> from symfed.core.symbols import L, gamma, mu
    >>> found = decide(sp.Le(gamma*mu, 1), (mu <= L, gamma*L <= 1))
    >>> found.kind, found.needed, found.method
    ('implied', ('mu <= L', 'L*gamma <= 1'), 'z3 and cvc5 agree')
    >>> dict(decide(sp.Le(gamma*mu, 1), (gamma*L <= 1,)).witness)
    {'L': '1', 'gamma': '1', 'mu': '2'}
    """
    for relation in (goal, *assumptions):
        require_relation(relation)
    return _decide_cached(goal, tuple(assumptions), budget_seconds, one_road)


@lru_cache(maxsize=20_000)  # a question of one proof recurs for each of its variants
def _decide_cached(goal: sp.Basic, assumptions: tuple[sp.Basic, ...], budget_seconds: float, one_road: bool) -> Answer:
    # with one_road the statement is a variant, and mostly false: trying points is faster than asking solvers
    point = find_counterexample(goal, assumptions, monotonic() + budget_seconds, listed_only=True) if one_road else None
    if point is None and (proof := find_proof(goal, assumptions, one_road)):
        return proof
    point = point or find_counterexample(goal, assumptions, monotonic() + budget_seconds, small=not one_road)
    if point is not None:
        return Answer(
            "refuted", "an exact point at which the assumptions hold and the goal does not", witness=point.describe(), point=point
        )
    return Answer("unknown", "no proof by two roads, and no exact point against it")
