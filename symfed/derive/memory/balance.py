"""The best number of local steps and the factor it gives, expanded in the root of 1/kappa, kappa = L/mu, at fixed gamma L."""

from __future__ import annotations

from functools import cache

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, a, gamma, kappa, mu
from symfed.derive.memory.lifted import MemoryRound, memory_round
from symfed.models.algorithm import Algorithm

_x, _small = sp.Dummy("x", positive=True), sp.Dummy("small", positive=True)  # gamma L, and kappa^(-1/2)


def best_steps(algorithm: str | Algorithm, terms: int = 2) -> sp.Expr:
    """The real H at which q(mu) = r(L), to so many terms in kappa^(-1/2); valid for fixed gamma L in (0, 3/2].

    The power (1 - gamma L)^H in r(L) is left out: it is smaller than any power of kappa. The best integer is next to the real one.

    >>> best_steps("scaffold")
    (sqrt(kappa) + 1/4)/(L*gamma)
    """
    coefficients, _ = _expansion(memory_round(algorithm), terms)
    return sp.Add(*[c * kappa ** sp.Rational(1 - k, 2) for k, c in enumerate(coefficients[:terms])]).subs(_x, gamma * L) / (gamma * L)


def best_factor(algorithm: str | Algorithm, terms: int = 3) -> sp.Expr:
    """The common value q(mu) = r(L) there, to so many terms in kappa^(-1/2).

    At the best integer it is larger, by gamma L/kappa times the distance of the real H from the nearest integer, and less than the next
    power of kappa^(-1/2).

    >>> best_factor("scaffold")
    1 + 1/(4*kappa) - 1/sqrt(kappa)
    """
    _, values = _expansion(memory_round(algorithm), terms)
    return sp.Add(*[c * kappa ** sp.Rational(-k, 2) for k, c in enumerate(values[:terms])]).subs(_x, gamma * L)


@cache
def _expansion(one: MemoryRound, terms: int) -> tuple[list[sp.Expr], list[sp.Expr]]:
    """Coefficients of gamma L H = sum c_k small^(k-1) and of q(mu) = sum v_k small^k, terms + 1 of them, in x = gamma L."""
    if terms < 1:
        raise InvalidInput("terms", terms, "must be at least 1")
    unknown = [sp.Dummy(f"c{k}") for k in range(1, terms + 1)]
    size = 1 + sp.Add(*[c * _small ** (k + 1) for k, c in enumerate(unknown)])  # gamma L H = size/small
    at_L = one.step.subs(a, L)
    rising = one.r.subs(a, L).subs(at_L**H, 0)
    if rising.has(at_L**H) or sp.expand(one.q - one.step**H) != 0:
        raise InvalidInput("algorithm", str(one), "is not a power beside a mean of powers")
    # both logarithms are of the order of small: divided by it, they are power series
    falling = size / (_small**2 * _x) * sp.log(one.step.subs(a, mu).subs(mu, L * _small**2).subs(gamma, _x / L))
    level = sp.cancel(rising.subs(gamma, _x / L).subs(H, size / (_small * _x)))
    gap = _series(falling - sp.log(level) / _small, terms)
    solved: dict[sp.Dummy, sp.Expr] = {}
    for k, c in enumerate(unknown, start=1):
        solved[c] = sp.factor(sp.solve(gap[k].subs(solved), c)[0])
    values = _series(level.subs(solved), terms)
    if gap[0] != 0:
        raise InvalidInput("algorithm", str(one), "does not balance at H of the order of kappa^(1/2)")
    return [sp.S.One, *solved.values()], values


def _series(expression: sp.Expr, order: int) -> list[sp.Expr]:
    """Taylor coefficients 0 .. order in `small`."""
    polynomial = sp.series(expression, _small, 0, order + 1).removeO()
    return [sp.simplify(sp.expand(polynomial).coeff(_small, k)) for k in range(order + 1)]
