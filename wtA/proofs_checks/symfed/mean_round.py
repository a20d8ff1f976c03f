"""What FedAvg tends to with infinitely many clients: the fixed point of the mean round, by running the local steps one after another."""

from __future__ import annotations

from functools import cache
from math import factorial
from typing import Any

import sympy as sp

from symfed.core.symbols import C1, C2, K3, C, ClientMean, H, a, b, g, gamma, q, theta

#: the client's derivatives at theta*, and its noise covariance's: enough for terms of degree four in (gamma, theta - theta*)
_LOSS, _NOISE = (g, a, b, q), (C, C1, C2)
HIGHEST = 3


@cache
def mean_round_fixed_point(order: int) -> tuple[sp.Expr, ...]:
    """The coefficients of gamma^1, ..., gamma^order of x with <E theta_H - x | theta_0 = theta* + x> = 0, d = 1; order at most 3.

    The derivation raises a round's operator to the power H by binomials. Here E theta_h is found for H = 1, 2, ... step by step from the
    moments of one stochastic gradient, and interpolated: every power of gamma brings at most one power of H.
    """
    if not 1 <= order <= HIGHEST:
        raise ValueError(f"order is {order}; derivatives are spelled out for 1 to {HIGHEST}")
    drifts = [_drift(steps, order) for steps in range(order + 2)]
    powers = {power for drift in drifts for power in drift}
    drift = {power: sp.interpolate([(h, d.get(power, 0)) for h, d in enumerate(drifts)], H) for power in powers}
    found: list[sp.Expr] = []
    for k in range(1, order + 1):
        x = sum((y * gamma**j for j, y in enumerate(found, start=1)), sp.S.Zero)
        rest = sum((ClientMean(value) * x**i * gamma**j for (i, j), value in drift.items()), sp.S.Zero)
        found.append(sp.expand(sp.expand(rest).coeff(gamma, k + 1) / (H * ClientMean(a))))
    return tuple(found)


def _drift(steps: int, order: int) -> dict[tuple[int, int], sp.Expr]:
    """E theta_steps - theta_0 of one client: (i, j) -> coefficient of x^i gamma^j, to degree order + 1."""
    R, x, step, *own = sp.ring([theta, gamma, *_LOSS, *_NOISE, K3], sp.QQ)
    loss, noise, third = own[: len(_LOSS)], own[len(_LOSS) : -1], own[-1]

    def cut(p: Any) -> Any:
        return R.from_dict({monomial: c for monomial, c in p.items() if monomial[0] + monomial[1] <= order + 1})

    def series(derivatives: list[Any]) -> Any:
        return sum((d * x**m / factorial(m) for m, d in enumerate(derivatives)), R(0))

    slope, spread = series(loss), series(noise)
    moments = [slope, slope**2 + spread, slope**3 + 3 * slope * spread + third]  # of the stochastic gradient
    p = x
    for _ in range(steps):
        derivative = after = p
        for k, moment in enumerate(moments, start=1):
            derivative = derivative.diff(x)
            after = cut(after + (-step) ** k * moment * derivative / factorial(k))
        p = after
    out: dict[tuple[int, int], sp.Expr] = {}
    for monomial, c in (p - x).items():
        inside = sp.Mul(*[s**e for s, e in zip((*_LOSS, *_NOISE, K3), monomial[2:], strict=True)])
        key = (monomial[0], monomial[1])
        out[key] = out.get(key, sp.S.Zero) + sp.Rational(int(c.numerator), int(c.denominator)) * inside
    return out
