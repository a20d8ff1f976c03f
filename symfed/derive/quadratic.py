"""Rounds on quadratic clients by running the rule on symbols, for any gamma and H, with or without control variates.

Without control variates, the exact stationary moments on scalar quadratics with additive noise.
"""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.core.supposed import draws
from symfed.core.symbols import C, ClientMean, N, a, g
from symfed.decide.signs import decide_zero
from symfed.derive.lift import control_gain, local_map, local_steps, server_map, step_map
from symfed.derive.powers import geometric_sum
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm


@dataclass(frozen=True)
class QuadraticRound:
    """A client's round on f_c with gradient g + a*e at e = theta - theta*: e_end = slope*e_start + shift + noise, Var(noise) = variance.

    With theta_c the client's own minimiser, g = -a (theta_c - theta*).
    """

    slope: sp.Expr
    shift: sp.Expr
    variance: sp.Expr


def client_round(algorithm: str | Algorithm) -> QuadraticRound:
    """The lifted map of H local steps of one client, from the rule."""
    algorithm = get_algorithm(algorithm)
    step, H = local_map(algorithm), local_steps(algorithm)
    ratio = step.state + step.gradient * a
    # the quotient is reduced first: ClientMean multiplies out, and would hide a common factor gamma
    gap = sp.cancel(1 - ratio)
    slope = ratio**H + sp.cancel(step.start / gap) * (1 - ratio**H)
    shift = sp.cancel(step.gradient / gap) * g * (1 - ratio**H)
    variance = 0 if algorithm.exact_gradient else sp.cancel(step.gradient**2 / (1 - ratio**2)) * C * (1 - ratio ** (2 * H))
    return QuadraticRound(slope, shift, as_expression(variance))


def server_round(algorithm: str | Algorithm) -> QuadraticRound:
    """The map of one round of all clients and the server; its parts are client means."""
    client, server = client_round(algorithm), server_map(algorithm)
    return QuadraticRound(
        server.state * ClientMean(client.slope) + server.start,
        server.state * ClientMean(client.shift),
        server.state**2 * ClientMean(client.variance) / N,
    )


def stationary_mean(algorithm: str | Algorithm) -> sp.Expr:
    """E[theta] - theta* under the stationary distribution: exact in gamma, H and any per-client jets g, a.

    >>> stationary_mean("sgd")
    0
    """
    draws(get_algorithm(algorithm), together=False)
    whole = server_round(algorithm)
    return whole.shift / (1 - whole.slope)


def stationary_second_moment(algorithm: str | Algorithm) -> sp.Expr:
    """E[(theta - theta*)²] under the stationary distribution: the squared bias plus the stationary variance."""
    draws(get_algorithm(algorithm))
    whole = server_round(algorithm)
    return (whole.shift / (1 - whole.slope)) ** 2 + whole.variance / (1 - whole.slope**2)


@dataclass(frozen=True)
class ControlledRound:
    """A round on quadratic clients, seen from the optimum: x_c = q(A_c) e + r(A_c) y_c, then e = mean x_c and y_c = x_c - e.

    e = theta - theta*; y_c = (xi_c - xi_c*)/gain, whose mean over clients never changes: it is 0 where the control variates start at 0.
    step: the slope of one local step on a curvature a; q and r depend on a, gamma and H.
    """

    step: sp.Expr
    q: sp.Expr
    r: sp.Expr
    gain: sp.Expr


def memory_round(algorithm: str | Algorithm) -> ControlledRound:
    """The round of a rule with control variates. Raises InvalidInput where it does not conserve their mean, or is not affine.

    >>> memory_round("scaffold").q
    (-a*gamma + 1)**H
    """
    algorithm = get_algorithm(algorithm)
    if not (algorithm.reads("local_step", "xi") and algorithm.control_update is not None):
        raise InvalidInput("algorithm", algorithm.name, "keeps no control variates")
    step, gain, server, H = step_map(algorithm), control_gain(algorithm), server_map(algorithm), local_steps(algorithm)
    if (server.state, server.start) != (1, 0):
        text = algorithm.text.get("server_step")
        raise InvalidInput(f"{algorithm.name}.server_step", text, "must take the clients' mean, for e to be the mean of the x_c")
    slope = step.state + step.gradient * a
    steps = geometric_sum(slope, H)
    return ControlledRound(slope, slope**H + step.start * steps, 1 + sp.cancel(gain * step.control) * steps, gain)


def is_mean_of_powers(one: ControlledRound, H: sp.Expr) -> bool:
    """Return whether q = s^H and 1 - r is the mean of 1, s, ..., s^(H-1), s the slope of a step: the worst case needs only this."""
    mean = geometric_sum(one.step, H) / H
    return all(decide_zero(difference).kind == "zero" for difference in (one.q - one.step**H, one.r - (1 - mean)))
