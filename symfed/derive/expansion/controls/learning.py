"""How a rule reads and renews its control variates, or the reason why this engine cannot follow it."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.derive.expansion.rule import Rule, read_steps
from symfed.derive.lift import hyper_values, local_steps, server_map
from symfed.models.algorithm import Algorithm


@dataclass(frozen=True)
class Learning:
    """A rule that learns its clients' gradients: `rule` with g + xi for g, and next xi = xi + rate / gamma * (x_end - mean x_end).

    With delta = xi - xi*, xi*_c = -gradient of f_c at theta*, a client's steps are those of `rule` for a gradient that is delta at theta*.
    """

    rule: Rule
    rate: sp.Expr


def read_learning(algorithm: Algorithm, order: int) -> Learning:
    """The rule's series and its rate.

    Raises InvalidInput unless the local step reads g + xi only, the update conserves the sum of the control variates, its rate is
    free of gamma but for the factor 1/gamma, and it puts the mean gradient of the round in the old control variate's place.
    """
    rule = read_steps(algorithm, order)
    _check_step(algorithm)
    rate = _rate(algorithm)
    if sp.cancel(rate * rule.slope / rule.server[0]) != 1:
        text = "must put the round's mean gradient in the place of the old control variate, to leading order in gamma"
        raise InvalidInput(f"{algorithm.name}.control_update", algorithm.text["control_update"], text)
    return Learning(rule, rate)


def _check_step(algorithm: Algorithm) -> None:
    x, g, xi, start = sp.Dummy("x"), sp.Dummy("g"), sp.Dummy("xi"), sp.Dummy("x_start")
    numbers = {"gamma": table.gamma, "H": local_steps(algorithm), **hyper_values(algorithm)}
    apart = algorithm.step(x=x, g=g, xi=xi, x_start=start, **numbers)
    together = algorithm.step(x=x, g=g + xi, xi=sp.S.Zero, x_start=start, **numbers)
    if sp.cancel(apart - together) != 0:
        text = "must read g and xi through g + xi alone: else xi is no estimate of a client's gradient"
        raise InvalidInput(f"{algorithm.name}.local_step", algorithm.text["local_step"], text)


def _rate(algorithm: Algorithm) -> sp.Expr:
    what, text = f"{algorithm.name}.control_update", algorithm.text.get("control_update")
    if text is None:
        raise InvalidInput(what, None, "must be there, for the local step reads xi")
    xi, end, mean, start = sp.Dummy("xi"), sp.Dummy("x_end"), sp.Dummy("x_mean"), sp.Dummy("x_start")
    server = server_map(algorithm)
    after = server.state * mean + server.start * start
    updated = algorithm.bind(**hyper_values(algorithm)).control(xi, end, start, after, table.gamma, local_steps(algorithm))
    change = sp.sympify(updated) - xi
    rate = sp.cancel(sp.diff(change, end) * table.gamma)
    if sp.cancel(change - rate * (end - mean) / table.gamma) != 0:
        raise InvalidInput(what, text, "must add a multiple of x_end - mean x_end, so that the sum of all control variates is conserved")
    if rate.has(xi, end, mean, start, table.gamma):
        raise InvalidInput(what, text, "must have a rate that is a constant over gamma")
    return rate
