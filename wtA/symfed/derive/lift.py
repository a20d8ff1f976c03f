"""Read the affine map that an update rule is, by running the rule on symbols."""

from __future__ import annotations

from dataclasses import dataclass

import sympy as sp

from symfed.core import symbols as table
from symfed.core.errors import InvalidInput
from symfed.models.algorithm import Algorithm
from symfed.models.algorithms import get_algorithm
from symfed.models.arrays import rational


@dataclass(frozen=True)
class StepMap:
    """next = state * x + gradient * g + start * x_start, with coefficients in gamma, H and the algorithm's parameters.

    `state + start = 1`: a rule does not know where the origin is, so the map is the same for theta and for theta - theta*.
    """

    state: sp.Expr
    gradient: sp.Expr
    start: sp.Expr


def local_map(algorithm: str | Algorithm) -> StepMap:
    """The map of one local step. Raises InvalidInput for a rule that is not affine, moves with the origin or keeps a memory.

    >>> local_map("fedavg")
    StepMap(state=1, gradient=-gamma, start=0)
    """
    algorithm = get_algorithm(algorithm)
    if algorithm.keeps_memory:
        raise InvalidInput("algorithm", algorithm.name, "keeps control variates, which this engine does not follow")
    x, g, start = sp.Dummy("x"), sp.Dummy("g"), sp.Dummy("x_start")
    rule = algorithm.step(x=x, g=g, x_start=start, gamma=table.gamma, H=local_steps(algorithm), **hyper_values(algorithm))
    return _affine(algorithm, "local_step", rule, (x, g, start))


def server_map(algorithm: str | Algorithm) -> StepMap:
    """The server's map of the clients' mean (`state`) and the round's start; `gradient` is 0."""
    algorithm = get_algorithm(algorithm)
    mean, start, unused = sp.Dummy("x_mean"), sp.Dummy("x_start"), sp.Dummy("unused")
    rule = algorithm.bind(**hyper_values(algorithm)).server(mean, start, table.gamma, local_steps(algorithm))
    return _affine(algorithm, "server_step", rule, (mean, unused, start))


def local_steps(algorithm: Algorithm) -> sp.Expr:
    """The symbol H, or 1 for an algorithm that communicates after every step."""
    return sp.S.One if algorithm.one_step else table.H


def hyper_values(algorithm: Algorithm) -> dict[str, sp.Expr]:
    """The algorithm's own parameters: the bound value, else the symbol of that name."""
    out = {}
    for name in algorithm.hyper:
        if name in algorithm.values:
            out[name] = _as_sympy(algorithm.values[name])
        elif name in table.TABLE:
            out[name] = table.TABLE[name].symbol
        else:
            raise InvalidInput(name, None, "has no value and no symbol of that name", f"write {algorithm.name}.bind({name}=...)")
    return out


def _as_sympy(value: object) -> sp.Expr:
    exact = rational(value)
    if exact is not None:
        return sp.Rational(int(exact.p), int(exact.q))
    return sp.Rational(*value.as_integer_ratio()) if isinstance(value, float) else sp.sympify(value)


def _affine(algorithm: Algorithm, role: str, rule: sp.Expr, variables: tuple[sp.Dummy, ...]) -> StepMap:
    rule = sp.sympify(rule)
    slopes = [sp.cancel(sp.diff(rule, v)) for v in variables]
    what = f"{algorithm.name}.{role}"
    if any(slope.has(*variables) for slope in slopes):
        raise InvalidInput(what, algorithm.text.get(role), "must be affine in the state and the gradient")
    if sp.cancel(rule.subs(dict.fromkeys(variables, 0))) != 0 or sp.cancel(slopes[0] + slopes[2] - 1) != 0:
        rule_text = "must not depend on the origin: moving x and x_start by c must move the result by c"
        raise InvalidInput(what, algorithm.text.get(role), rule_text)
    return StepMap(*slopes)
