"""Instances at the edge of what extrapolation promises, with proofs."""

from __future__ import annotations

import sympy as sp

from proofs_checks.aistats.rough import AN_EIGHTH, rough_loss
from symfed.checks.growth import LowerBound, Step, at_least, equal, number
from symfed.core.symbols import H, N, gamma


def rough_extrapolation() -> LowerBound:
    """The loss of `rough_loss`: its bias is of order gamma^(5/4), a power that weights 2 and -1 do not cancel."""
    plain = rough_loss()
    ratio = sp.Rational(1, 2) ** sp.Rational(1, 4)
    cost = ratio / (1 - ratio)  # sum of 2^(-j/4) over j >= 1
    b, share = sp.Function("b"), sp.Function("share")  # share(x) is b(x)/x
    j, x = sp.Dummy("j", integer=True, positive=True), sp.Dummy("x", positive=True)
    V_low, V_high, Q_high = gamma / 3, sp.Rational(8, 7) * gamma, 8 * gamma**2
    return LowerBound(
        instance={
            **plain.instance,
            "letters": "Q = E theta^4, b the bias, D(gamma) = 2 b(gamma) - b(2 gamma), c from V >= gamma/3, cost the sum of 2^(-j/4)",
        },
        bound=plain.bound / cost,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            *plain.steps,
            Step(
                "so |b(gamma)| >= c gamma^(5/4)",
                equal(sp.Rational(1, 5) * (2 / sp.pi) ** sp.Rational(5, 2) * V_low ** sp.Rational(5, 4), plain.bound),
            ),
            Step(
                "|theta - gamma f'(theta)| <= (1 - gamma/2) |theta| gives V (1 - (1 - gamma/2)^2) <= gamma^2, hence V <= 8 gamma/7",
                at_least(V_high * (1 - (1 - gamma / 2) ** 2), gamma**2),
                AN_EIGHTH,
            ),
            Step(
                "and Q (1 - (1 - gamma/2)^4) <= 6 gamma^2 V + gamma^4, hence Q <= 8 gamma^2",
                at_least(Q_high * (1 - (1 - gamma / 2) ** 4), 6 * gamma**2 * V_high + gamma**4),
                AN_EIGHTH,
            ),
            Step(
                "Jensen: |b(gamma)| <= E |theta|^(5/2)/5 <= Q^(5/8)/5, so b(gamma)/gamma tends to 0",
                equal(sp.Limit(Q_high ** sp.Rational(5, 8) / 5 / gamma, gamma, 0), 0),
                by="Jensen's inequality",
            ),
            Step(
                "b(gamma)/gamma = sum over j >= 1 of [b(x)/x at 2x, less that at x], x = gamma 2^-j; each term is -D(x)/(2x)",
                (
                    equal(sp.Sum(share(2 * gamma / 2**j) - share(gamma / 2**j), (j, 1, H)), share(gamma) - share(gamma / 2**H)),
                    equal(b(2 * x) / (2 * x) - b(x) / x, -(2 * b(x) - b(2 * x)) / (2 * x)),
                ),
            ),
            Step(
                "if |D(x)| <= K x^(5/4) for small x, then c gamma^(1/4) <= (K/2) gamma^(1/4) sum over j >= 1 of 2^(-j/4)",
                equal(cost * (1 - ratio), ratio),
            ),
            Step(
                "so K >= 2c/cost: |D(gamma)| >= c gamma^(5/4)/cost at step sizes that tend to 0",
                equal((2 * plain.bound / cost) / 2 * cost, plain.bound),
            ),
        ),
    )


def rough_extrapolation_squared() -> LowerBound:
    """The lower bound of `rough_extrapolation`, squared."""
    plain = rough_extrapolation()
    return LowerBound(plain.instance, plain.steps, plain.bound**2, plain.variable, plain.towards)


def shifted_square() -> LowerBound:
    """Weights that do not add up to one move theta*: on one noiseless quadratic client both runs have the mean theta* = 1."""
    x = sp.Dummy("x", real=True)
    return LowerBound(
        instance={
            "losses": "f(theta) = (theta - 1)^2/2 for every client, no noise",
            "constants": "mu = L = 1, theta* = 1, H = 2, N clients, b_s = b_h = 0",
        },
        bound=sp.S.One,
        variable=gamma,
        towards=sp.S.Zero,
        steps=(
            Step(
                "1 is the fixed point of a round, theta -> 1 + (1 - gamma)^H (theta - 1), for every gamma and H",
                equal(1 + (1 - gamma) ** H * (x - 1) - x, ((1 - gamma) ** H - 1) * (x - 1)),
            ),
            Step(
                "so the limit is (2H-1)/(H-1) - 1 = H/(H-1) = 2, against theta* = 1 and gamma b_s/(2N) = 0",
                (equal((2 * H - 1) / (H - 1) - 1, H / (H - 1)), equal((2 * number(2) - 1) / (number(2) - 1) - 1, 2)),
            ),
            Step(
                "so limit - theta* - gamma b_s/(2N) = 1 for every gamma (and limit - gamma b_s/(2N) = 2)",
                tuple(equal(2 - star - gamma * number(0) / (2 * N), left) for star, left in ((number(1), 1), (number(0), 2))),
            ),
        ),
    )
