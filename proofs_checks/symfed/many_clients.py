"""What of FedAvg's bias does not vanish as the number of clients grows, d = 1."""

from functools import cache
from math import factorial
from typing import Any

import sympy as sp

from symfed.checks import SymbolicIdentity
from symfed.checks.classes import AVERAGES_STAY, DRAWS, MEAN_CURVED, smooth_samples
from symfed.checks.expansion import Expansion
from symfed.checks.fixed_steps import RemainderAtFixedH
from symfed.checks.identity import as_printed
from symfed.claims import ONE_DIMENSION, Claim, Domain, Tier, printed_at
from symfed.core.supposed import remembered
from symfed.core.symbols import C1, C2, K3, C, ClientMean, H, N, a, b, g, gamma, q, theta
from symfed.derive.expansion import expand

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


THEOREM = "symfed-expansion-remainder"


def held(order):
    """The conditions: averages over clients are held, and what a remainder gamma^(order + 1) asks for."""
    return Domain((), (AVERAGES_STAY, MEAN_CURVED, smooth_samples(order), *DRAWS))


def leaving(quantity, order, reading=as_printed):
    """That terms are the limit of the derived ones, and what they leave for every N, and so in the limit."""

    def terms(algorithm, quantity, order):
        return SymbolicIdentity(lambda: without_end(quantity, order), reading, scope="d = 1: the derived expansion as N grows, symbolic H")

    return RemainderAtFixedH("fedavg", quantity, order, THEOREM, terms, given=(AVERAGES_STAY,))


def cubed(terms):
    """The terms, up to O(gamma^3) at fixed H."""
    return Expansion(terms, gamma**3, fixed=(H,))


def to_fourth(terms):
    """The terms, up to O(gamma^4) at fixed H."""
    return Expansion(terms, gamma**4, fixed=(H,))


def of_mean_round(statement):
    """The fixed point of the mean round to the order that is stated."""
    return mean_round(int(statement.terms if isinstance(statement, Expansion) else statement))


@remembered
def without_end(quantity, order):
    """The limit of an expansion as N grows."""
    return sp.Add(*[sp.limit(term, N, sp.oo) for term in sp.expand(expand("fedavg", quantity, order)).args])


@cache
def mean_round(order):
    """The fixed point of the mean round, found from the local steps one after another."""
    return sp.Add(*[y * gamma**j for j, y in enumerate(mean_round_fixed_point(order), start=1)])


y1 = (H - 1) * ClientMean(a * g) / (2 * ClientMean(a))
y2 = (
    (H - 1) * ClientMean(a**2 + b * g) * y1 / 2
    - (H - 1) * (H - 2) * ClientMean(a**2 * g) / 6
    - (H - 1) * (2 * H - 1) * ClientMean(b * g**2) / 12
    - (H - 1) * ClientMean(b * C) / 4
    - ClientMean(b) * y1**2 / 2
) / ClientMean(a)
LIMIT = gamma * y1 + gamma**2 * y2

second_order = Claim(
    id="symfed-fedavg-many-clients-second-order",
    kind="limit",
    says="As N grows the bias tends to the fixed point of the mean round. It is not free of noise: -gamma^2 (H-1) <bC>/(4<a>) remains.",
    printed=printed_at(
        "second order, many clients, d = 1",
        r"\lim_{N\to\infty}\bar\theta_{sto}-\theta^\star=\gamma y_1+\frac{\gamma^2}{\langle a\rangle}\Big("
        r"\tfrac{H-1}2\langle a^2+bg\rangle y_1-\tfrac{(H-1)(H-2)}6\langle a^2g\rangle-\tfrac{(H-1)(2H-1)}{12}\langle bg^2\rangle"
        r"-\tfrac{H-1}4\langle bC\rangle-\tfrac12\langle b\rangle y_1^2\Big)+O(\gamma^3),\quad "
        r"y_1=\frac{(H-1)\langle ag\rangle}{2\langle a\rangle}",
    ),
    statement=cubed(LIMIT),
    under=held("seven"),
    uses=(THEOREM, "symfed-fedavg-second-order-bias"),
    checks=(
        leaving("bias", 2),
        SymbolicIdentity(lambda: mean_round(2), as_printed, scope="d = 1: the fixed point of the mean round, symbolic H"),
    ),
    wrong={
        "clients without noise": cubed(LIMIT.subs(ClientMean(b * C), 0)),
        "first order alone": cubed(gamma * y1),
        "nothing remains": cubed(sp.S.Zero),
        "noise doubled": cubed(LIMIT.subs(ClientMean(b * C), 2 * ClientMean(b * C))),
        "H for H - 1": cubed(LIMIT.subs(H, H + 1)),
    },
    ranges=ONE_DIMENSION,
    expect=Tier.PROVED_GIVEN,
)

third_order = Claim(
    id="symfed-fedavg-many-clients-third-order",
    kind="limit",
    says="Also at order gamma^3 what remains of the bias as N grows is the fixed point of the mean round; skewness of the noise is in it.",
    printed=printed_at(
        "third order, many clients, d = 1",
        r"\lim_{N\to\infty}\bar\theta_{sto}=\theta^\star+x+O(\gamma^4),\quad \big\langle\mathbb E[\theta_H^c-\theta_0\mid\theta_0=\theta^\star+x]\big\rangle=0",
    ),
    statement=to_fourth(sp.Integer(3)),
    under=held("nine"),
    uses=(THEOREM, "symfed-fedavg-many-clients-second-order"),
    checks=leaving("bias", 3, of_mean_round),
    wrong={"first order alone": to_fourth(sp.Integer(1)), "second order alone": to_fourth(sp.Integer(2))},
    ranges=ONE_DIMENSION,
    expect=Tier.PROVED_GIVEN,
)

second_moment = Claim(
    id="symfed-fedavg-many-clients-second-moment",
    kind="limit",
    says="As N grows the second moment about theta* tends to the squared bias, to order gamma^3: the variance vanishes, the bias does not.",
    printed=printed_at(
        "third order, second moment, many clients, d = 1",
        r"\lim_{N\to\infty}\bar\Sigma_{sto}=\gamma^2y_1^2+2\gamma^3y_1y_2+O(\gamma^4)=\big(\lim_{N\to\infty}\bar\theta_{sto}-\theta^\star\big)^2+O(\gamma^4)",
    ),
    statement=to_fourth(gamma**2 * y1**2 + 2 * gamma**3 * y1 * y2),
    under=held("nine"),
    uses=(THEOREM, "symfed-fedavg-many-clients-second-order"),
    checks=leaving("second_moment", 3),
    wrong={
        "clients without noise": to_fourth((gamma**2 * y1**2 + 2 * gamma**3 * y1 * y2).subs(ClientMean(b * C), 0)),
        "first order of the bias alone": to_fourth(gamma**2 * y1**2),
        "cross term once": to_fourth(gamma**2 * y1**2 + gamma**3 * y1 * y2),
        "nothing remains": to_fourth(sp.S.Zero),
    },
    ranges=ONE_DIMENSION,
    expect=Tier.PROVED_GIVEN,
)
