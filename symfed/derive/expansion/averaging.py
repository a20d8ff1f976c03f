"""Moments and cumulants of random vectors by multi-index; the mean of independent clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symfed.derive.expansion.polynomials import (
    Index,
    Poly,
    add_into,
    below,
    binomial,
    minus,
    monomial,
    multiply_into,
    plus,
    pruned,
    times,
    unit,
    up_to_degree,
)


def _rest(alpha: Index, known: Mapping[Index, Poly], moments: Mapping[Index, Poly], weight: int) -> Poly:
    """Moment minus cumulant of alpha: the sum over the splittings in which the first factor has company but not all of it."""
    d = len(alpha)
    first = unit(d, next(i for i, count in enumerate(alpha) if count))
    others = minus(alpha, first)
    total: Poly = {}
    for mu in below(others):
        block, remaining = plus(mu, first), minus(others, mu)
        if block != alpha and block in known and remaining in moments:
            multiply_into(total, known[block], moments[remaining], weight, d, binomial(others, mu))
    return total


def moments_from_cumulants(cumulants: Mapping[Index, Poly], d: int, degree: int, weight: int) -> dict[Index, Poly]:
    """E[y^alpha] for 0 < |alpha| <= degree from the cumulants of y; those that are not listed are zero."""
    moments: dict[Index, Poly] = {}
    for alpha in up_to_degree(d, degree)[1:]:
        total = _rest(alpha, cumulants, moments, weight)
        add_into(total, cumulants.get(alpha, {}))
        if total := pruned(total):
            moments[alpha] = total
    return moments


def cumulants_from_moments(moments: Mapping[Index, Poly], d: int, degree: int, weight: int) -> dict[Index, Poly]:
    """The inverse of `moments_from_cumulants`."""
    cumulants: dict[Index, Poly] = {}
    for alpha in up_to_degree(d, degree)[1:]:
        total = dict(moments.get(alpha, {}))
        add_into(total, _rest(alpha, cumulants, moments, weight), -1)
        if total := pruned(total):
            cumulants[alpha] = total
    return cumulants


def displacement_of_mean(cumulants: Mapping[Index, Poly], inverse_N: Any, server: Sequence[Any], d: int, order: int) -> dict[Index, Poly]:
    """Moments of the displacement of the round, from the client means of the clients' cumulants given the start.

    Clients are independent given the start, so cumulant k of their mean is N^(1-k) times the client mean of cumulants k. The server moves
    by sum_i server[i] gamma^i times that.
    """
    weight = 2 * order + 2
    move = {monomial(i, (0,) * d): c for i, c in enumerate(server) if c != 0}
    factors: list[Poly] = [{0: 1}]
    for k in range(1, order + 2):
        factor = times(factors[-1], move, weight, d)
        factors.append({key: c * inverse_N for key, c in factor.items()} if k > 1 else factor)
    scaled = {alpha: times(p, factors[sum(alpha)], weight, d) for alpha, p in cumulants.items()}
    return moments_from_cumulants(scaled, d, order + 1, weight)
