"""Read the affine map of an update rule, by running the rule on commuting or noncommuting symbols.

Noncommuting symbols are random matrices: a step draws A = A_c(Z) and b = b_c(Z); its direction is A x - b =
A (x - theta_c) + eps with eps(Z) = A theta_c - b = (A - E A) theta_c - (b - E b). Column vectors are such symbols, too, and come last
in every product. Everything is relative to theta*: `start` = theta - theta*, `own` = theta_c* - theta*.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.core.grammar import as_expression
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import rational


@dataclass(frozen=True)
class StepMap:
    """next = state * x + gradient * g + start * x_start + control * xi, with coefficients in gamma, H and the algorithm's parameters.

    `state + start = 1`: a rule is translation invariant, so the map is the same for theta and for theta - theta*.
    """

    state: sp.Expr
    gradient: sp.Expr
    start: sp.Expr
    control: sp.Expr = sp.S.Zero


def local_map(algorithm: str | Algorithm) -> StepMap:
    """The map of one local step, for engines that follow no control variates. Raises InvalidInput for a rule that keeps them, or as below.

    >>> local_map("fedavg")
    StepMap(state=1, gradient=-gamma, start=0, control=0)
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.keeps_memory:
        raise InvalidInput("algorithm", algorithm.name, "keeps control variates, which this engine does not follow")
    return step_map(algorithm)


def step_map(algorithm: Algorithm) -> StepMap:
    """The map of one local step, control variates included. Raises InvalidInput for a rule that is not affine or moves with the origin."""
    x, g, start, xi = sp.Dummy("x"), sp.Dummy("g"), sp.Dummy("x_start"), sp.Dummy("xi")
    rule = algorithm.step(x=x, g=g, x_start=start, xi=xi, gamma=table.gamma, H=local_steps(algorithm), **hyper_values(algorithm))
    return _affine_map(algorithm, "local_step", rule, (x, g, start, xi))


@lru_cache(maxsize=256)
def control_gain(algorithm: str | Algorithm) -> sp.Expr:
    """k, where a round turns every control variate xi into xi + k (x_end - mean x_end). Raises InvalidInput for another update.

    >>> control_gain("scaffold")
    1/(H*gamma)
    """
    algorithm = get_algorithm(algorithm)
    what, text = f"{algorithm.name}.control_update", algorithm.text.get("control_update")
    if text is None:
        raise InvalidInput(what, None, "must be there, for the local step reads xi")
    xi, end, mean, start = sp.Dummy("xi"), sp.Dummy("x_end"), sp.Dummy("x_mean"), sp.Dummy("x_start")
    server = server_map(algorithm)
    after = server.state * mean + server.start * start
    updated = algorithm.bind(**hyper_values(algorithm)).control(xi, end, start, after, table.gamma, local_steps(algorithm))
    change = as_expression(updated) - xi
    gain = sp.cancel(sp.diff(change, end))
    if gain.has(xi, end, mean, start) or sp.cancel(change - gain * (end - mean)) != 0:
        raise InvalidInput(what, text, "must conserve the sum of all control variates: add a multiple of x_end - mean x_end to each")
    return gain


@lru_cache(maxsize=256)
def server_map(algorithm: str | Algorithm) -> StepMap:
    """The server's map of the clients' mean (`state`) and the round's start; `gradient` is 0."""
    algorithm = get_algorithm(algorithm)
    mean, start, unused = sp.Dummy("x_mean"), sp.Dummy("x_start"), sp.Dummy("unused")
    rule = algorithm.bind(**hyper_values(algorithm)).server(mean, start, table.gamma, local_steps(algorithm))
    return _affine_map(algorithm, "server_step", rule, (mean, unused, start))


def local_steps(algorithm: Algorithm) -> sp.Expr:
    """The symbol H, or 1 for an algorithm that communicates after every step."""
    return sp.S.One if algorithm.one_step else table.H


def hyper_values(algorithm: Algorithm) -> dict[str, sp.Expr]:
    """The algorithm's own parameters: the bound value, else a positive symbol of that name.

    Raises InvalidInput for a name with another meaning.
    """
    out = {}
    for name in algorithm.hyper:
        if name in algorithm.values:
            out[name] = _as_sympy(algorithm.values[name])
        elif name == table.rho.name:
            out[name] = table.rho
        elif name in table.TABLE:
            means = table.TABLE[name].meaning
            write = f"name the constant otherwise, or write {algorithm.name}.bind({name}=...)"
            raise InvalidInput(name, None, f"has no value, and as a letter it is the {means}", write)
        else:
            out[name] = table.users_own(name, positive=True)
    return out


def _as_sympy(value: object) -> sp.Expr:
    exact = rational(value)
    if exact is not None:
        return sp.Rational(int(exact.p), int(exact.q))
    return sp.Rational(*value.as_integer_ratio()) if isinstance(value, float) else as_expression(value)


def _affine_map(algorithm: Algorithm, role: str, rule: sp.Expr, variables: tuple[sp.Dummy, ...]) -> StepMap:
    rule = as_expression(rule)
    slopes = [sp.cancel(sp.diff(rule, v)) for v in variables]
    what = f"{algorithm.name}.{role}"
    if any(slope.has(*variables) for slope in slopes):
        raise InvalidInput(what, algorithm.text.get(role), "must be affine in the state and the gradient")
    if sp.cancel(rule.subs(dict.fromkeys(variables, 0))) != 0 or sp.cancel(slopes[0] + slopes[2] - 1) != 0:
        rule_text = "must not depend on the origin: moving x and x_start by c must move the result by c"
        raise InvalidInput(what, algorithm.text.get(role), rule_text)
    return StepMap(*slopes)


def step(algorithm: str | Algorithm, x: Any, matrix: Any, error: Any, own: Any, control: Any = None) -> Any:
    """One local step of the rule from x on the draw (matrix, error), not expanded; `control` for a rule that keeps control variates.

    The round starts at theta*.
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.keeps_memory != (control is not None):
        raise InvalidInput("control", control, "must be given if and only if the algorithm keeps control variates")
    g = matrix * (x - own) + error
    return algorithm.step(x=x, g=g, x_start=0, xi=control, gamma=table.gamma, H=local_steps(algorithm), **hyper_values(algorithm))


#: The symbols of `control_steps`: T, a draw's matrix, theta, the shift, a draw's error, the client's own optimum, its control variate.
SHIFTED = ("T", "A", "x", "y", "eps", "own", "xi")


def control_steps(algorithm: str | Algorithm, *letters: Any) -> tuple[Any, Any]:
    """The effect of a shift of the control variate from its fixed point in a step: the induction step for all H; its base is no step.

    After h steps a shift y/(gamma H) has added -(1/H) T y, T = sum over j <= h of Gamma_{j+1:h}; one more makes T into (I - gamma A) T + I.
    Returns, in these symbols in the order of `SHIFTED` or in new ones, the difference after a step, given the difference before it, and
    -(1/H) times the new T applied to y, which it must equal.
    """
    algorithm = get_algorithm(algorithm)
    H = local_steps(algorithm)
    T, A, x, y, error, own, control = letters or [sp.Dummy(name, commutative=False) for name in SHIFTED]
    plain = step(algorithm, x, A, error, own, control)
    shifted = step(algorithm, x - T * y / H, A, error, own, control + y * control_gain(algorithm))
    return shifted - plain, -((1 - table.gamma * A) * T + 1) * y / H
