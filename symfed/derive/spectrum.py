"""How fast a round forgets its starting point, in the worst case over clients with curvature in [mu, L]."""

from __future__ import annotations

import sympy as sp

from symfed.core.domain import Domain
from symfed.core.symbols import L, gamma, mu
from symfed.derive.decide import decide_sign
from symfed.derive.lift import local_map, local_steps, server_map
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm

#: Where the rates below are stated, beside what `contraction_domain` and `wasserstein_domain` add.
STEPS = Domain((mu <= L, gamma * L <= 1))


def contraction(algorithm: str | Algorithm) -> sp.Expr:
    """The factor by which a round of exact gradients shrinks the distance of two starting points, on `contraction_domain`.

    One local step has slope state + gradient*lambda on curvature lambda, and the worst lambda of [mu, L] is an end point; attained by
    quadratics whose clients all have that curvature, if the pull to the round's start has a positive coefficient.

    >>> contraction("fedavg")
    (-gamma*mu + 1)**H
    """
    algorithm = get_algorithm(algorithm)
    at_mu, at_L = _slopes(algorithm)
    small, domain = at_mu + at_L, contraction_domain(algorithm)
    if decide_sign(small, domain).kind != "nonnegative" or decide_sign(at_mu - at_L, domain).kind != "nonnegative":
        return _round(algorithm, sp.Max(sp.Abs(at_mu), sp.Abs(at_L)))
    return _round(algorithm, at_mu)


def contraction_domain(algorithm: str | Algorithm) -> Domain:
    """gamma L <= 1, and, where that is not enough, the condition that makes lambda = mu the worst curvature."""
    at_mu, at_L = _slopes(get_algorithm(algorithm))
    return _with(at_mu + at_L >= 0, at_mu + at_L)


def wasserstein_rate(algorithm: str | Algorithm) -> sp.Expr:
    """The factor of a round on the squared Wasserstein distance of two laws, stochastic gradients, on `wasserstein_domain`.

    With both chains on the same samples, one step takes |x - y|² to state² |x - y|² + 2 state*gradient <x - y, Dg> + gradient² |Dg|².
    Cocoercivity (A1(b)) bounds |Dg|² by L <x - y, Dg>; where the two last terms then have a coefficient <= 0, strong convexity of the
    mean loss bounds the whole by the slope below. Averaging over clients cannot increase it. A pull to the round's start enters by the
    triangle inequality in L².

    >>> wasserstein_rate("fedavg")
    (gamma*mu*(L*gamma - 2) + 1)**H
    """
    algorithm = get_algorithm(algorithm)
    step = local_map(algorithm)
    squared = step.state**2 + sp.factor(_cross(algorithm)) * mu
    if step.start == 0:
        server = server_map(algorithm)
        if server.start == 0:
            return server.state**2 * squared ** local_steps(algorithm)
    return _round(algorithm, sp.sqrt(squared)) ** 2


def wasserstein_domain(algorithm: str | Algorithm) -> Domain:
    """gamma L <= 1, and, where that is not enough, the condition under which cocoercivity can be used."""
    cross = sp.factor(_cross(get_algorithm(algorithm)))
    return _with(cross <= 0, -cross)


def _with(condition: sp.Basic, nonnegative: sp.Expr) -> Domain:
    return STEPS if decide_sign(nonnegative, STEPS).kind == "nonnegative" else STEPS & Domain((condition,))


def _slopes(algorithm: Algorithm) -> tuple[sp.Expr, sp.Expr]:
    step = local_map(algorithm)
    return step.state + step.gradient * mu, step.state + step.gradient * L


def _cross(algorithm: Algorithm) -> sp.Expr:
    step = local_map(algorithm)
    return 2 * step.state * step.gradient + step.gradient**2 * L


def _round(algorithm: Algorithm, slope: sp.Expr) -> sp.Expr:
    """H steps of d -> slope*d + |start|*(distance at the start of the round), then the server."""
    step, server, H = local_map(algorithm), server_map(algorithm), local_steps(algorithm)
    client = slope**H + sp.cancel(sp.Abs(step.start) / (1 - slope)) * (1 - slope**H)
    return sp.Abs(server.state) * client + sp.Abs(server.start)
