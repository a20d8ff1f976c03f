"""Moments of a client's stochastic gradient around theta*, as polynomials, from its derivatives and noise cumulants."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from symfed.derive.expansion.averaging import moments_from_cumulants
from symfed.derive.expansion.polynomials import Index, Poly, axes, monomial, multi_factorial, pruned, unit, up_to_degree

#: An entry of derivative m, or of derivative j of cumulant k: (m, coordinates) or (k, j, coordinates) -> coefficient.
Derivative = Callable[[int, Index], Any]
Cumulant = Callable[[int, int, Index], Any]


def gradient_moments(derivative: Derivative, cumulant: Cumulant | None, d: int, order: int, excess: int = 0) -> Mapping[Index, Poly]:
    """E[(gamma g)^nu] at theta* + x for 0 <= |nu| <= order + excess + 1, as polynomials in gamma and x.

    gamma g counts 2 and x counts 1, so derivatives up to 2*order + 1 are read and, of cumulant k, 2*(order + excess) + 2 - 2k derivatives.
    Without `cumulant` the gradient is exact.
    """
    weight, most = 2 * (order + excess) + 2, order + excess + 1
    cumulants: dict[Index, Poly] = {}
    for i in range(d):
        terms = {monomial(1, nu): derivative(sum(nu) + 1, (i, *axes(nu))) / multi_factorial(nu) for nu in up_to_degree(d, 2 * order)}
        cumulants[unit(d, i)] = pruned(terms)
    if cumulant is not None:
        for alpha in up_to_degree(d, most)[1 + d :]:
            k, inside = sum(alpha), axes(alpha)
            terms = {
                monomial(k, nu): cumulant(k, sum(nu), (*inside, *axes(nu))) / multi_factorial(nu) for nu in up_to_degree(d, weight - 2 * k)
            }
            cumulants[alpha] = pruned(terms)
    return {(0,) * d: {0: 1}, **moments_from_cumulants(cumulants, d, most, weight)}
