"""The moments of the stationary law, order by order in gamma, from those of a round's displacement."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from symfed.derive.expansion.polynomials import Index, Poly, below, binomial, minus, of_degree, plus, powers, up_to_degree

Solver = Callable[[list[list[Any]], list[Any]], Sequence[Any]]


def stationary_moments(displacement: Mapping[Index, Poly], d: int, order: int, solve: Solver, one: Any) -> dict[tuple[Index, int], Any]:
    """E[s^alpha] at gamma^j, keyed (alpha, j), for |alpha| <= 2j <= 2*order; those of higher degree are zero.

    In the stationary law E[(s + D)^alpha] = E[s^alpha]. A moment of degree k is O(gamma^(k/2)), and D starts at gamma times the mean
    gradient, which is zero at theta*. So the equation of degree k at gamma^(j+1) holds, of the moments at gamma^j, those of degree k and
    above only, and is solved from the highest degree down. `solve(M, v)` solves M x = v.
    """
    zero = one * 0
    known: dict[tuple[Index, int], Any] = {((0,) * d, 0): one}
    equations = {alpha: _equation(displacement, alpha, d, order) for alpha in up_to_degree(d, 2 * order)[1:]}
    for j in range(1, order + 1):
        for k in range(2 * j, 0, -1):
            unknown = of_degree(d, k)
            matrix, rest = [], []
            for alpha in unknown:
                row, total = dict.fromkeys(unknown, zero), zero
                for i, exponents, coefficient in equations[alpha]:
                    if i == 1 and sum(exponents) == k:
                        row[exponents] = row[exponents] + one * -coefficient
                    elif (i > 1 or sum(exponents) > k) and (exponents, j + 1 - i) in known:
                        total = total + known[exponents, j + 1 - i] * coefficient
                matrix.append(list(row.values()))
                rest.append(total)
            known.update(((alpha, j), value) for alpha, value in zip(unknown, solve(matrix, rest), strict=True))
    return known


def _equation(displacement: Mapping[Index, Poly], alpha: Index, d: int, order: int) -> list[tuple[int, Index, Any]]:
    """The terms (i, m, c) of (s + D)^alpha - s^alpha = sum of c gamma^i s^m in the mean given s."""
    out = []
    for beta in below(alpha):
        rest, count = minus(alpha, beta), binomial(alpha, beta)
        for key, coefficient in displacement.get(beta, {}).items():
            i, exponents = powers(key, d)
            if 2 * i + sum(exponents) + sum(rest) <= 2 * order + 2:
                out.append((i, plus(exponents, rest), coefficient * count))
    return out
