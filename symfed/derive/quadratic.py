"""Exact stationary moments on scalar quadratics with additive noise, for any step size and number of local steps."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core.symbols import C, ClientMean, N, a, g
from symfed.derive.lift import local_map, local_steps, server_map
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class RoundMap:
    """A client's round on f_c with gradient g + a*e at e = theta - theta*: e_end = slope*e_start + shift + noise, Var(noise) = variance.

    With theta_c the client's own minimiser, g = -a (theta_c - theta*).
    """

    slope: sp.Expr
    shift: sp.Expr
    variance: sp.Expr


def client_round(algorithm: str | Algorithm) -> RoundMap:
    """The lifted map of H local steps of one client, from the rule."""
    algorithm = get_algorithm(algorithm)
    step, H = local_map(algorithm), local_steps(algorithm)
    ratio = step.state + step.gradient * a
    # the quotient is reduced first: ClientMean multiplies out, and would hide a common factor gamma
    gap = sp.cancel(1 - ratio)
    slope = ratio**H + sp.cancel(step.start / gap) * (1 - ratio**H)
    shift = sp.cancel(step.gradient / gap) * g * (1 - ratio**H)
    variance = 0 if algorithm.exact_gradient else sp.cancel(step.gradient**2 / (1 - ratio**2)) * C * (1 - ratio ** (2 * H))
    return RoundMap(slope, shift, sp.sympify(variance))


def server_round(algorithm: str | Algorithm) -> RoundMap:
    """The map of one round of all clients and the server, its parts being client means."""
    client, server = client_round(algorithm), server_map(algorithm)
    return RoundMap(
        server.state * ClientMean(client.slope) + server.start,
        server.state * ClientMean(client.shift),
        server.state**2 * ClientMean(client.variance) / N,
    )


def stationary_mean(algorithm: str | Algorithm) -> sp.Expr:
    """E[theta] - theta* under the stationary law: exact in gamma, H and any per-client jets g, a.

    >>> stationary_mean("sgd")
    0
    """
    whole = server_round(algorithm)
    return whole.shift / (1 - whole.slope)


def stationary_second_moment(algorithm: str | Algorithm) -> sp.Expr:
    """E[(theta - theta*)²] under the stationary law: the squared bias plus the stationary variance."""
    whole = server_round(algorithm)
    return (whole.shift / (1 - whole.slope)) ** 2 + whole.variance / (1 - whole.slope**2)
