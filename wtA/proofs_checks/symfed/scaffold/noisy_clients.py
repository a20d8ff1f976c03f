"""Populations on which Scaffold's variance does not follow the number of clients, with proofs."""

from __future__ import annotations

import sympy as sp

from symfed.checks.growth import LowerBound, Step
from symfed.core.symbols import N
from symfed.derive.decide import decide_sign


def _nonnegative(expression: sp.Expr) -> bool:
    return decide_sign(sp.together(expression)).kind == "nonnegative"


def _one_noisy() -> tuple[tuple[Step, ...], sp.Expr]:
    """Steps for one noisy client among N = n^2, and the bound of the ratio that they prove."""
    n = 2 + sp.Dummy("m", nonnegative=True)
    x, D = 1 + 1 / n, (5 + sp.Rational(1, 16)) / n**2
    ratio = (2 - sp.Rational(1, 4)) / n**2 * (2 / n) / D**2
    steps = (
        Step(
            "in frequency z, e = n_1/(N D), D = z/N + (1-1/N)(z-q)(z-r_1)/(z-r) with r_1 = 1-1/n and q, r of the quiet clients; the noisy "
            "client has q_1 = 0 and a round's noise of variance gamma^2 C"
        ),
        Step(
            "so N mu (2-gamma mu) Sigma/(gamma sigma^2) = (2-1/N) sum_s g_s^2/N, 1/D = sum_{s>=1} g_s z^-s, and by Cauchy-Schwarz at "
            "x = 1+1/n: sum_s g_s^2 >= (x^2-1)/D(x)^2 >= (2/n)/D(x)^2",
            lambda: _nonnegative(x**2 - 1 - 2 / n),
        ),
        Step("q = (1-1/n^2)^n >= 1-1/n (Bernoulli): x-q <= 2/n; x-r_1 = 2/n", lambda: sp.simplify(x - (1 - 1 / n) - 2 / n) == 0),
        Step(
            "r = 1 - mean_{h<n} (1-1/n^2)^h <= (n-1)/(2n^2) (Bernoulli): x-r >= 1, so no term of D(x) is negative",
            lambda: _nonnegative(x - (n - 1) / (2 * n**2) - 1),
        ),
        Step(
            "D(x) <= (1+1/n)/n^2 + (1-1/n^2) 4/n^2 <= (5+1/16)/n^2, as 1/16 - 1/n + 4/n^2 = (1/4-2/n)^2",
            lambda: _nonnegative(D - (1 + 1 / n) / n**2 - (1 - 1 / n**2) * 4 / n**2),
        ),
        Step("the ratio is at least (7/4)(2/n)(n^2/(5+1/16)^2) >= n/8 = sqrt(N)/8", lambda: _nonnegative(ratio - n / 8)),
    )
    return steps, sp.sqrt(N) / 8


def one_noisy_client() -> LowerBound:
    """One noisy, stiff client among N - 1 quiet, flat ones: N mu (2 - gamma mu) Sigma/(gamma sigma^2) is at least sqrt(N)/8."""
    steps, bound = _one_noisy()
    return LowerBound(
        instance={
            "clients": "d = 1, N = n^2, n >= 2: N-1 without noise with a = mu = 1/N, one with a = L = 1 and noise variance C",
            "constants": "gamma = 1, H = n, kappa = N, sigma^2 = C/N the mean noise",
        },
        steps=steps,
        bound=bound,
        variable=N,
        towards=sp.oo,
    )


def one_noisy_direction() -> LowerBound:
    """d = N copies of the same, every client noisy in its own coordinate: all clients have the same total noise."""
    steps, bound = _one_noisy()
    return LowerBound(
        instance={
            "clients": "d = N = n^2, n >= 2, all Hessians diagonal: client c has curvature L = 1 and noise variance C in coordinate c, "
            "curvature mu = 1/N and no noise in the others",
            "constants": "gamma = 1, H = n, tr C_c = sigma^2 = C for every client",
        },
        steps=(
            Step("coordinates do not mix: each is one noisy client among N, whose mean noise is sigma^2/N"),
            *steps,
            Step("the sum over d = N coordinates restores the factor N: tr Sigma >= (sqrt(N)/8) gamma sigma^2/(N mu (2-gamma mu))"),
        ),
        bound=bound,
        variable=N,
        towards=sp.oo,
    )
