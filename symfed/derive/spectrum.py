"""Contraction of a round in the worst case over curvatures in [mu, L], and the optimal number of local steps."""

from __future__ import annotations

from functools import cache

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.errors import InvalidInput
from symfed.core.symbols import H, L, a, gamma, kappa, mu
from symfed.decide.signs import decide_sign
from symfed.derive.lift import local_map, local_steps, server_map
from symfed.derive.quadratic import ControlledRound, is_mean_of_powers, memory_round
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm

#: The domain of the rates below, besides the conditions of `contraction_domain` and `wasserstein_domain`.
STEPS = Domain((mu <= L, gamma * L <= 1))
#: The domain on which the worst case with control variates is the same for every H. It is so at gamma L <= 1; beyond, r increases with a
#: up to gamma a = 3/2 (sharp at H = 3), and (1 - gamma L)^H stays below (1 - gamma mu)^H while gamma (mu + L) <= 2.
STEPS_WITH_CONTROLS = Domain((sp.Le(mu, L), gamma * L <= sp.Rational(3, 2), gamma * (mu + L) <= 2))


def contraction(algorithm: str | Algorithm) -> sp.Expr:
    """The factor by which a round of exact gradients shrinks the distance of two starting points, on `contraction_domain`.

    One local step has slope state + gradient*lambda on curvature lambda, and the worst lambda of [mu, L] is an end point; attained by
    quadratics whose clients all have that curvature, if the pull to the round's start has a positive coefficient.

    With control variates, which sum to zero: the largest spectral radius of a round over quadratic clients. It is the largest |q(a)| or
    |r(a)| of `ControlledRound`: a certificate proves that none is larger, whatever the number of clients and the
    dimension, and two equal clients attain it. Raises InvalidInput for a rule whose q and r are not those of that proof.

    >>> contraction("fedavg"), contraction("scaffold")
    ((-gamma*mu + 1)**H, Max(1 - (1 - (-L*gamma + 1)**H)/(H*L*gamma), (-gamma*mu + 1)**H))
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.keeps_memory:
        one = memory_round(algorithm)
        if sp.expand(one.step - (1 - gamma * a)) != 0 or not is_mean_of_powers(one, H):
            raise InvalidInput("algorithm", str(algorithm), "is not known to be slowest at the ends of [mu, L]")
        return sp.Max(one.q.subs(a, mu), one.r.subs(a, L))
    at_mu, at_L = _extreme_slopes(algorithm)
    small, domain = at_mu + at_L, contraction_domain(algorithm)
    if decide_sign(small, domain).kind != "nonnegative" or decide_sign(at_mu - at_L, domain).kind != "nonnegative":
        return _round_factor(algorithm, sp.Max(sp.Abs(at_mu), sp.Abs(at_L)))
    return _round_factor(algorithm, at_mu)


def contraction_domain(algorithm: str | Algorithm) -> Domain:
    """gamma L <= 1, and, where that is not enough, the condition that makes lambda = mu the worst curvature; with controls, more."""
    algorithm = get_algorithm(algorithm)
    if algorithm.keeps_memory:
        return STEPS_WITH_CONTROLS
    at_mu, at_L = _extreme_slopes(algorithm)
    return _steps_under(at_mu + at_L >= 0, at_mu + at_L)


def wasserstein_rate(algorithm: str | Algorithm) -> sp.Expr:
    """The factor of a round on the squared Wasserstein distance of two distributions, stochastic gradients, on `wasserstein_domain`.

    With both chains on the same samples, one step takes |x - y|² to state² |x - y|² + 2 state*gradient <x - y, Dg> + gradient² |Dg|².
    Cocoercivity bounds |Dg|² by L <x - y, Dg>; where the two last terms then have a coefficient <= 0, strong convexity of the
    mean loss bounds the whole by the slope below. Averaging over clients cannot increase it. A pull to the round's start enters by the
    triangle inequality in L².

    >>> wasserstein_rate("fedavg")
    (gamma*mu*(L*gamma - 2) + 1)**H
    """
    algorithm = get_algorithm(algorithm)
    step = local_map(algorithm)
    squared = step.state**2 + sp.factor(_cross_coefficient(algorithm)) * mu
    if step.start == 0:
        server = server_map(algorithm)
        if server.start == 0:
            return server.state**2 * squared ** local_steps(algorithm)
    return _round_factor(algorithm, sp.sqrt(squared)) ** 2


def wasserstein_domain(algorithm: str | Algorithm) -> Domain:
    """gamma L <= 1, and, where that is not enough, the condition under which cocoercivity can be used."""
    cross = sp.factor(_cross_coefficient(get_algorithm(algorithm)))
    return _steps_under(cross <= 0, -cross)


def _steps_under(condition: sp.Basic, nonnegative: sp.Expr) -> Domain:
    return STEPS if decide_sign(nonnegative, STEPS).kind == "nonnegative" else STEPS & Domain((condition,))


def _extreme_slopes(algorithm: Algorithm) -> tuple[sp.Expr, sp.Expr]:
    step = local_map(algorithm)
    return step.state + step.gradient * mu, step.state + step.gradient * L


def _cross_coefficient(algorithm: Algorithm) -> sp.Expr:
    step = local_map(algorithm)
    return 2 * step.state * step.gradient + step.gradient**2 * L


def _round_factor(algorithm: Algorithm, slope: sp.Expr) -> sp.Expr:
    """H steps of d -> slope*d + |start|*(distance at the start of the round), then the server."""
    step, server, H = local_map(algorithm), server_map(algorithm), local_steps(algorithm)
    client = slope**H + sp.cancel(sp.Abs(step.start) / (1 - slope)) * (1 - slope**H)
    return sp.Abs(server.state) * client + sp.Abs(server.start)


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
def _expansion(one: ControlledRound, terms: int) -> tuple[list[sp.Expr], list[sp.Expr]]:
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
    gap = _taylor_coefficients(falling - sp.log(level) / _small, terms)
    solved: dict[sp.Dummy, sp.Expr] = {}
    for k, c in enumerate(unknown, start=1):
        solved[c] = sp.factor(sp.solve(gap[k].subs(solved), c)[0])
    values = _taylor_coefficients(level.subs(solved), terms)
    if gap[0] != 0:
        raise InvalidInput("algorithm", str(one), "does not balance at H of the order of kappa^(1/2)")
    return [sp.S.One, *solved.values()], values


def _taylor_coefficients(expression: sp.Expr, order: int) -> list[sp.Expr]:
    """Taylor coefficients 0 .. order in `small`."""
    polynomial = sp.series(expression, _small, 0, order + 1).removeO()
    return [sp.simplify(sp.expand(polynomial).coeff(_small, k)) for k in range(order + 1)]
